"""The page of luck and skill: a bar of shares for every cell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from reports.cells import shown
from reports.drawing import (
    BLUE,
    DARK,
    GREEN,
    INK,
    ORANGE,
    PALE,
    SKY,
    VERMILION,
    Picture,
    canvas,
    house_style,
    picture,
)
from reports.leaf import Leaf, write_leaf
from reports.luck_words import HEADINGS, WORDS, rows, sentences
from sim.runs.made import make_folders
from sim.scenario import NO_SEASON
from sim.stats.components import PARTS, drawable

if TYPE_CHECKING:
    from sim.lab.luck import Luck

#: Colour and hatch of each part: neighbours differ in lightness, and no two hatches are the same.
_LOOKS = ((BLUE, ""), (SKY, "//"), (PALE, "xx"), (VERMILION, "\\\\"), (ORANGE, ".."), (GREEN, "--"))


def write_luck(found: Luck, command: str, folder: Path) -> None:
    """Write the page into a folder; OSError if that cannot be."""
    with house_style():
        pictures = [_bars(found)]
    make_folders(folder)
    leaf = Leaf("Luck and skill", sentences(found), pictures, HEADINGS, rows(found), WORDS, command)
    write_leaf(leaf, folder / "report.html")


def _bars(found: Luck) -> Picture:
    """Shares of the variance in every cell, as parts of a bar."""
    bars = [(f"{shown(c.ancient_one)}\n{shown(c.season)}, {c.players}", shares)
            for c, shares in zip(found.cells, found.of_cells, strict=True)]  # fmt: skip
    if len(bars) > 1:
        bars = [("all cells", found.overall), *bars]
    widths = 100 * np.array([drawable([share.value for share in shares.parts.values()]) for _, shares in bars])
    figure, axes = canvas(1.7 + 0.4 * len(bars))
    left = np.zeros(len(bars))
    for part, width, (colour, hatch) in zip(PARTS, widths.T, _LOOKS, strict=True):
        axes.barh(range(len(bars)), width, 0.75, left, color=colour, hatch=hatch, edgecolor=INK, lw=0.6, label=part)
        for place in np.flatnonzero(width >= 8).tolist():
            axes.text(
                left[place] + width[place] / 2, place, f"{width[place]:.0f}", ha="center", va="center", size=8.5,
                bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.85},
            )  # fmt: skip
        left += width
    for place in np.flatnonzero(left == 0).tolist():
        axes.text(1, place, "always lost or always won", va="center", size=8.5, color=DARK)
    axes.set_yticks(range(len(bars)), [name for name, _ in bars])
    axes.set_xlim(0, 100)
    axes.set_ylim(len(bars) - 0.5, -0.5)
    axes.grid(False, axis="y")
    axes.set_xlabel("share of what decides a game (%)")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, borderaxespad=0.2, columnspacing=1.2)
    by_season = "" if {cell.season for cell in found.cells} == {NO_SEASON} else ", season"
    caption = (
        f"What decides a game, by Ancient One{by_season} and number of players: shares of the variance of the outcome. "
        "A share measured below zero is drawn as none."
    )
    return picture(figure, "luck", "Stacked bars", caption)
