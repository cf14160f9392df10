"""The page of the cards that matter: the strongest each way, by chance and by choice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from reports.drawing import BLUE, INK, ORANGE, PALE, Picture, canvas, house_style, legend_above, picture
from reports.leaf import Leaf, write_leaf
from sim.lab.matter import NO_EXPERIMENT, in_words, records, strongest
from sim.runs.made import make_folders

if TYPE_CHECKING:
    from sim.lab.matter import Finding

_PAGE = "report.html"
_EACH_WAY = 15
_LONGEST = 26  # letters of a name in a picture
_HEADINGS = (
    "card", "family", "deck", "what", "effect (points)", "from games", "with unknown facts", "p", "p adjusted",
    "games with", "won (%)", "games without", "won (%)",
)  # fmt: skip
_TITLES = {True: "by chance: the card is drawn or dealt faceup", False: "by choice and dice: what is done with it"}


def write_matter(findings: Sequence[Finding], experiment: str, command: str, folder: Path) -> None:
    """Write the page into a folder; OSError if that cannot be.

    `experiment` is the command that plays without the strongest card, `command` the one of this page.
    """
    findings = list(findings)
    sentences = [in_words(findings), NO_EXPERIMENT]
    if experiment:
        sentences.append(f"The experiment on the strongest of them is: {experiment}")
    pictures = []
    with house_style():
        for chance in (True, False):
            helpful, harmful = strongest(findings, _EACH_WAY, chance=chance)
            if helpful or harmful:
                pictures.append(_dots([*helpful, *reversed(harmful)], chance))
    rows = [_row(line) for line in records(findings)]
    make_folders(folder)
    write_leaf(Leaf("Which cards matter", sentences, pictures, _HEADINGS, rows, 4, command), folder / _PAGE)


def _row(line: dict) -> list[str]:
    words = [line["card"], line["family"], line["deck"], line["question"]]
    rates = [
        f"{line['games_with']:,}", _percent(line["won_with"]), f"{line['games_without']:,}",
        _percent(line["won_without"]),
    ]  # fmt: skip
    if line["effect"] is None:
        return [*words, "too few games", "", "", "", "", *rates]
    return [
        *words,
        f"{100 * line['effect']:+.1f}",
        f"{100 * line['ci_low']:+.1f} to {100 * line['ci_high']:+.1f}",
        f"{100 * line['total_low']:+.1f} to {100 * line['total_high']:+.1f}",
        f"{line['p_value']:.2g}",
        f"{line['p_adjusted']:.2g}{'*' if line['shown'] else ''}",
        *rates,
    ]


def _percent(rate: float | None) -> str:
    return "" if rate is None else f"{100 * rate:.1f}"


def _named(finding: Finding, chance: bool) -> str:
    name = finding.card.replace(" (unseen)", "").replace(" (name unseen)", "")
    name = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    return name if chance else f"{name}, {finding.question}"


def _dots(found: Sequence[Finding], chance: bool) -> Picture:
    """Values in a column, the most helpful on top, with both intervals; filled where they are shown."""
    effects = [finding.effect for finding in found if finding.effect]
    at = np.arange(len(found))
    value = np.array([100 * each.value for each in effects])
    figure, axes = canvas(1.1 + 0.2 * len(found))
    for prefix, width, color, label in (("total_", 1.0, INK, "with unknown facts"), ("", 3.5, INK, "from games")):
        low, high = (np.array([100 * getattr(each, prefix + end) for each in effects]) for end in ("low", "high"))
        axes.hlines(at, low, high, color=color, lw=width, label=label)
    for side, (color, marker, label) in enumerate(((BLUE, "o", "helps"), (ORANGE, "s", "harms"))):
        mine = (value < 0) == bool(side)
        shown = np.array([finding.shown for finding in found])
        axes.plot(value[mine & shown], at[mine & shown], marker, color=color, mec=INK, ms=6, label=label)
        axes.plot(value[mine & ~shown], at[mine & ~shown], marker, color=PALE, mec=color, ms=6)
    axes.axvline(0, color=INK, lw=0.8)
    axes.set_yticks(at, [_named(finding, chance) for finding in found], size=8)
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.set_xlabel("effect on the win rate (points)")
    legend_above(axes, 2)
    caption = (
        f"The strongest cards each way, {_TITLES[chance]}. Thick lines are 95 % intervals from games, thin ones with "
        "unknown facts; pale marks are not shown to differ from zero."
    )
    return picture(figure, "chance" if chance else "choice", "Dots with intervals", caption)
