"""The page of the score: the printed labels in bands of win rate, and the points held against the games."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from reports.cells import shown
from reports.drawing import BLUE, INK, ORANGE, VERMILION, Picture, Style, canvas, house_style, legend_above, picture
from reports.leaf import Leaf, write_leaf
from reports.score_words import HEADINGS, WORDS, rows, sentences
from sim.lab.score import BAND, Score
from sim.runs.made import make_folders
from sim.scenario import ANCIENT_ONES, LEGIONS_LORDS

#: A style for each difficulty; where the Ancient Ones of two modes meet, markers tell them apart.
_STYLES = {
    one: Style(colour, marker, filled=filled)
    for ones, markers in ((ANCIENT_ONES, "os^"), (LEGIONS_LORDS, "Dvp"))
    for one, marker, (colour, filled) in zip(
        ones, markers, ((BLUE, True), (ORANGE, True), (VERMILION, False)), strict=True
    )
}


def write_score(found: Score, command: str, folder: Path) -> None:
    """Write the page into a folder; OSError if that cannot be."""
    with house_style():
        pictures = [*([_bands(found)] if found.labelled else []), _calibration(found)]
    make_folders(folder)
    leaf = Leaf("How hard is a set-up?", sentences(found), pictures, HEADINGS, rows(found), WORDS, command)
    write_leaf(leaf, folder / "report.html")


def _bands(found: Score) -> Picture:
    """The mean win rate of each Ancient One over bands of 5 points."""
    figure, axes = canvas(1.2 + 0.5 * len(found.labelled))
    top = 100 * min(1, max(each.rate.total_high for each in found.labelled) + BAND)
    for low in np.arange(0, top, 200 * BAND):  # every other band is shaded
        axes.axvspan(low, low + 100 * BAND, color="#eeeeee", lw=0)
    for place, each in enumerate(found.labelled):
        style, rate = _STYLES[each.ancient_one], each.rate
        axes.hlines(place, 100 * rate.total_low, 100 * rate.total_high, color=style.colour, lw=1.3)
        axes.hlines(place, 100 * rate.low, 100 * rate.high, color=style.colour, lw=7, alpha=0.5)
        axes.plot(100 * rate.value, place, style.marker, color=style.colour, mfc=style.face, ms=6)
    axes.set_yticks(range(len(found.labelled)), [f"{shown(each.ancient_one)}\n{each.label}" for each in found.labelled])
    axes.set_ylim(len(found.labelled) - 0.5, -0.5)
    axes.set_xlim(0, top)
    axes.grid(False)
    axes.set_xlabel("games won (%), in bands of 5 points")
    caption = (
        "Each Ancient One and its printed label: games won over all set-ups. Thick bars: 95 % interval from games; "
        "thin bars: with unknown facts."
    )
    return picture(figure, "labels", "Points with intervals", caption)


def _calibration(found: Score) -> Picture:
    """Win rates played over those that the points predict, a marker a cell."""
    table = found.table
    figure, axes = canvas(3.9)
    ones = np.array([found.tallies[cell].cell.ancient_one for cell in table.cells])
    for one in dict.fromkeys(ones.tolist()):
        style, mine = _STYLES[one], ones == one
        axes.plot(
            100 * table.predicted[mine], 100 * table.observed[mine], style.marker, color=style.colour, mfc=style.face,
            ms=5, label=shown(one),
        )  # fmt: skip
    top = 105 * max(table.predicted.max(), table.observed.max())
    axes.plot([0, top], [0, top], "--", color=INK, lw=1)
    axes.set_xlim(0, top)
    axes.set_ylim(0, top)
    axes.set_xlabel("games won, by points (%)")
    axes.set_ylabel("games won, as played (%)")
    axes.set_aspect("equal")
    legend_above(axes, 3)
    caption = (
        f"A marker for each of {len(table.cells)} set-ups; on the dashed line the sum of points is right. On the mean "
        f"it misses by {100 * table.mean_error:.1f} % of games, at worst by "
        f"{100 * abs(table.observed - table.predicted)[table.worst]:.1f} %."
    )
    return picture(figure, "calibration", "Scatter plot", caption)
