"""Pages of a sweep over values of the scenario, and of many values turned down and up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from reports.answer import decimals
from reports.drawing import BLUE, INK, ORANGE, Picture, canvas, house_style, legend_above, picture
from reports.leaf import Leaf, write_leaf
from sim.runs.made import make_folders

if TYPE_CHECKING:
    from sim.lab.sweep import Point

_PAGE = "report.html"
_HEADINGS = ("won (%)", "from games", "with unknown facts", "change (points)", "from games")


def write_sweep(points: Sequence[Point], command: str, folder: Path) -> None:
    """Write the page of a sweep over one or two values into a folder; OSError if that cannot be."""
    names = list(points[0].values)
    best, worst = (pick(points, key=lambda point: point.rate.value) for pick in (max, min))
    digits = decimals(best.rate)
    sentence = (
        f"{_said(worst)} gives {100 * worst.rate.value:.{digits}f} % won, {_said(best)} gives "
        f"{100 * best.rate.value:.{digits}f} %."
    )
    with house_style():
        pictures = [_line(points)] if len(names) == 1 else [_map(points)]
    _write(f"What {' and '.join(names)} does", sentence, pictures, names, points, command, folder)


def write_tornado(points: Sequence[Point], command: str, folder: Path) -> None:
    """Write the page of values turned down and up, the strongest first; OSError if that cannot be."""
    down, up = points[:2]
    sentence = (
        f"The strongest value is {next(iter(down.values))}: from {_said(down)} to {_said(up)} the win rate changes by "
        f"{100 * (up.rate.value - down.rate.value):+.1f} points."
    )
    with house_style():
        pictures = [_bars(points)]
    _write("What each value does", sentence, pictures, ["value"], points, command, folder)


def _write(
    title: str,
    sentence: str,
    pictures: list[Picture],
    names: list[str],
    points: Sequence[Point],
    command: str,
    folder: Path,
) -> None:
    rows = [[_said(point), *_numbers(point)] for point in points]
    make_folders(folder)
    write_leaf(Leaf(title, [sentence], pictures, (" and ".join(names), *_HEADINGS), rows, 1, command), folder / _PAGE)


def _said(point: Point) -> str:
    return " and ".join(f"{name} = {value}" for name, value in point.values.items())


def _numbers(point: Point) -> list[str]:
    rate, (low, high) = point.rate, point.pairs.interval()
    return [
        f"{100 * rate.value:.1f}",
        f"{100 * rate.low:.1f} to {100 * rate.high:.1f}",
        f"{100 * rate.total_low:.1f} to {100 * rate.total_high:.1f}",
        f"{100 * point.pairs.difference:+.2f}",
        f"{100 * low:+.2f} to {100 * high:+.2f}",
    ]


def _line(points: Sequence[Point]) -> Picture:
    """Win rate over one value, with both intervals."""
    (name,) = points[0].values
    x = [point.values[name] for point in points]
    figure, axes = canvas(2.8)
    for attribute, label, alpha in (("total_", "with unknown facts", 0.15), ("", "from games", 0.4)):
        low, high = ([100 * getattr(point.rate, attribute + end) for point in points] for end in ("low", "high"))
        axes.fill_between(x, low, high, color=BLUE, alpha=alpha, lw=0, label=label)
    axes.plot(x, [100 * point.rate.value for point in points], "o-", color=INK, ms=4)
    axes.set_xlabel(name)
    axes.set_ylabel("games won (%)")
    axes.set_ylim(bottom=0)
    legend_above(axes)
    caption = f"Games won by {name}. Dark band: 95 % interval from games; light band: with unknown facts."
    return picture(figure, "sweep", "Line with bands", caption)


def _map(points: Sequence[Point]) -> Picture:
    """Win rate over two values."""
    across, down = points[0].values
    columns, rows = (sorted({point.values[name] for point in points}) for name in (across, down))
    rates = np.full((len(rows), len(columns)), np.nan)
    for point in points:
        rates[rows.index(point.values[down]), columns.index(point.values[across])] = 100 * point.rate.value
    figure, axes = canvas(1.6 + 0.35 * len(rows))
    mesh = axes.pcolormesh(np.ma.masked_invalid(rates), cmap="cividis", vmin=0, edgecolors="white", lw=1)
    top = np.nanmax(rates)
    for (row, column), rate in np.ndenumerate(rates):
        color = "white" if rate < 0.55 * top else INK
        axes.text(column + 0.5, row + 0.5, f"{rate:.1f}", ha="center", va="center", color=color, size=8)
    axes.set_xticks(np.arange(len(columns)) + 0.5, [str(value) for value in columns])
    axes.set_yticks(np.arange(len(rows)) + 0.5, [str(value) for value in rows])
    axes.grid(False)
    axes.set_xlabel(across)
    axes.set_ylabel(down)
    figure.colorbar(mesh, ax=axes, orientation="horizontal", label="games won (%)", aspect=30)
    return picture(figure, "sweep", "Heat map", f"Games won (%) by {across} and {down}.")


def _bars(points: Sequence[Point]) -> Picture:
    """The change that each value brings, turned down and up."""
    names = list(dict.fromkeys(next(iter(point.values)) for point in points))
    figure, axes = canvas(1.0 + 0.42 * len(names))
    for side, (color, hatch, label) in enumerate(((ORANGE, "", "turned down"), (BLUE, "///", "turned up"))):
        chosen = points[side::2]
        at = np.array([names.index(next(iter(point.values))) for point in chosen])
        change = np.array([100 * point.pairs.difference for point in chosen])
        low, high = (np.array([100 * point.pairs.interval()[end] for point in chosen]) for end in (0, 1))
        shift = -0.19 if side == 0 else 0.19
        axes.barh(at + shift, change, 0.36, color=color, hatch=hatch, edgecolor="white", label=label)
        axes.errorbar(change, at + shift, xerr=(change - low, high - change), fmt="none", ecolor=INK, elinewidth=1)
        for place, point in zip(at, chosen, strict=True):
            axes.annotate(
                f"{next(iter(point.values.values()))}", (0, place + shift), xytext=(3, 0), textcoords="offset points",
                va="center", size=8,
            )  # fmt: skip
    axes.axvline(0, color=INK, lw=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.set_xlabel("change of the win rate (points)")
    legend_above(axes)
    caption = "Each value turned down and up from the scenario as it is, on the same games; lines are 95 % intervals."
    return picture(figure, "tornado", "Bars", caption)
