"""The page of a search for the value that gives a wanted win rate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.drawing import BLUE, INK, ORANGE, Picture, canvas, house_style, legend_above, picture
from reports.leaf import Leaf, write_leaf
from sim.lab.rootfinding import record
from sim.runs.made import make_folders

if TYPE_CHECKING:
    from sim.lab.rootfinding import Root, Search

HEADINGS = ("won (%)", "from games", "with unknown facts", "games")


def answer(root: Root, search: Search) -> str:
    """The answer in a sentence."""
    return (
        f"{search.name} = {root.value:.1f} gives {100 * search.wanted:g} % won (95 % interval "
        f"{_between(root.low, root.high)} from games; {_between(root.total_low, root.total_high)} with unknown facts). "
        f"The nearest value played is {root.nearest}, with {100 * root.rate.value:.1f} % won."
    )


def _between(low: float, high: float) -> str:
    return f"{low:.1f} to {high:.1f}" if np.isfinite([low, high]).all() else "any value"


def row_of(point: dict[str, Any]) -> list[str]:
    """A value's numbers as a line of a table under the knob's name and `HEADINGS`."""
    return [
        str(next(iter(point.values()))),
        f"{100 * point['win_rate']:.1f}",
        f"{100 * point['ci_low']:.1f} to {100 * point['ci_high']:.1f}",
        f"{100 * point['total_low']:.1f} to {100 * point['total_high']:.1f}",
        f"{point['games']:,}",
    ]


def write_solve(root: Root, search: Search, command: str, folder: Path) -> None:
    """Write the page into a folder; OSError if that cannot be."""
    points = record(root, search)["points"]
    with house_style():
        pictures = [_picture(root, search, points)]
    title = f"Which {search.name} gives {100 * search.wanted:g} %?"
    rows = [row_of(point) for point in points]
    make_folders(folder)
    leaf = Leaf(title, [answer(root, search)], pictures, (search.name, *HEADINGS), rows, 0, command)
    write_leaf(leaf, folder / "report.html")


def _picture(root: Root, search: Search, points: list[dict[str, Any]]) -> Picture:
    """Win rates at the values played, the wanted one, and where they meet."""
    x = [point[search.name] for point in points]
    rate, low, high = (np.array([100 * point[name] for point in points]) for name in ("win_rate", "ci_low", "ci_high"))
    figure, axes = canvas(2.8)
    axes.axhline(100 * search.wanted, color=ORANGE, ls="--", label="wanted")
    ends = np.clip([root.total_low, root.total_high], search.values[0] - 0.5, search.values[-1] + 0.5)
    axes.axvspan(*ends, color=BLUE, alpha=0.15, lw=0, label="answer, with unknown facts")
    axes.axvline(root.value, color=BLUE, lw=1.2)
    axes.errorbar(x, rate, yerr=(rate - low, high - rate), fmt="o", color=INK, ms=4, elinewidth=1, label="games")
    axes.set_xlabel(search.name)
    axes.set_ylabel("games won (%)")
    axes.set_ylim(0, 100)
    legend_above(axes, 3)
    caption = (
        f"Games won by {search.name}, with 95 % intervals from games; the dashed line is what is wanted, the "
        "upright one the value that gives it."
    )
    return picture(figure, "solve", "Points with intervals", caption)
