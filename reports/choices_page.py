"""The page of choices: what doing without each option costs, and how often it is taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from reports.choices_words import HEADINGS, WORDS, plain, rows, sentences
from reports.drawing import BLUE, GREY, INK, ORANGE, Picture, Style, canvas, house_style, legend_above, picture
from reports.leaf import Leaf, write_leaf
from sim.runs.made import make_folders

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sim.lab.choices import Choice

_STYLES = {
    "worth it": Style(BLUE, "o"),
    "open": Style(BLUE, "o", filled=False),
    "hardly worth it": Style(ORANGE, "s", filled=False),
    "better left": Style(ORANGE, "s"),
    "never taken": Style(GREY, "D", filled=False),
}


def write_choices(found: Sequence[Choice], policies: Sequence[str], command: str, folder: Path) -> None:
    """Write the page into a folder; OSError if that cannot be."""
    tried = [choice for choice in found if choice.offered]
    with house_style():
        pictures = [_costs(tried), _taken(tried)] if tried else []
    make_folders(folder)
    said = sentences(found, policies)
    leaf = Leaf("Which choices are worth it?", said, pictures, HEADINGS, rows(found), WORDS, command)
    write_leaf(leaf, folder / "report.html")


def _costs(tried: Sequence[Choice]) -> Picture:
    """What forbidding each option costs, with its interval."""
    figure, axes = canvas(1.2 + 0.3 * len(tried))
    for verdict, style in _STYLES.items():
        mine = [(place, choice) for place, choice in enumerate(tried) if choice.verdict == verdict]
        if not mine:
            continue
        places, choices = zip(*mine, strict=True)
        low, high, cost = (100 * np.array([getattr(c, name) for c in choices]) for name in ("low", "high", "cost"))
        axes.hlines(places, low, high, color=style.colour, lw=2)
        axes.plot(cost, places, style.marker, color=style.colour, mfc=style.face, ms=5.5, label=verdict)
    axes.axvline(0, color=INK, lw=0.8)
    _name(axes, tried)
    axes.set_xlabel("cost of forbidding (points)")
    legend_above(axes, 2)
    caption = "What forbidding each option costs, in points of win rate on the same games; lines are 95 % intervals."
    return picture(figure, "costs", "Points with intervals", caption)


def _taken(tried: Sequence[Choice]) -> Picture:
    """How often each option is offered in a game, and how often of these taken."""
    figure, axes = canvas(1.2 + 0.3 * len(tried))
    offered = np.array([choice.offered / choice.games for choice in tried])
    taken = np.array([choice.taken / choice.games for choice in tried])
    axes.barh(range(len(tried)), offered, 0.7, color="white", edgecolor=INK, label="offered")
    axes.barh(range(len(tried)), taken, 0.7, color=BLUE, hatch="///", edgecolor="white", label="taken")
    _name(axes, tried)
    axes.set_xlabel("times a game")
    legend_above(axes)
    caption = "How often each option is offered in a game with something else to choose, and how often it is taken."
    return picture(figure, "taken", "Bars", caption)


def _name(axes: Axes, tried: Sequence[Choice]) -> None:
    axes.set_yticks(range(len(tried)), [plain(choice.name) for choice in tried])
    axes.set_ylim(len(tried) - 0.5, -0.5)
    axes.grid(False, axis="y")
