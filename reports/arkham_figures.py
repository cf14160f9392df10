"""Figures of the Arkham Horror clock; call them under `drawing.house_style`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.ticker import MaxNLocator

from reports.arkham_words import ENDS
from reports.drawing import (
    BLUE,
    DARK,
    GREY,
    INK,
    ORANGE,
    PALE,
    PINK,
    SKY,
    VERMILION,
    Picture,
    canvas,
    legend_above,
    picture,
)
from sim.arkham.state import CAUSES, COURSE
from sim.arkham.tally import ClockTally
from sim.arkham.worth import Worth

_LINES = ("-", "--", "-.", ":")
_LOOKS = {
    "doom": (VERMILION, ""),
    "gates": (SKY, "///"),
    "markers": (ORANGE, "xxx"),
    "cup": (PINK, "..."),
    "terror10": (BLUE, "\\\\\\"),
    "victory": (PALE, ""),
    "unfinished": (GREY, ""),
}
_LEAST = 0.05  # of the games must still go on where a course is drawn
_GONE = 0.005  # survival below which a curve ends


def _of_first(tallies: Sequence[ClockTally]) -> list[ClockTally]:
    """The cells of the first Ancient One, by players."""
    mine = [tally for tally in tallies if tally.cell.ancient_one == tallies[0].cell.ancient_one]
    return sorted(mine, key=lambda tally: tally.cell.players)


def _title(tally: ClockTally) -> str:
    return tally.cell.ancient_one.title()


def survival(tallies: Sequence[ClockTally]) -> Picture:
    """Games still going by number of Mythos cards, a curve a number of players, which stands beside it."""
    mine = _of_first(tallies)
    figure, axes = canvas(3.4)
    shades = colormaps["cividis"](np.linspace(0, 0.8, len(mine)))
    end = max(int(np.argmax(tally.survival() < _GONE)) for tally in mine)
    for i, (tally, shade) in enumerate(zip(mine, shades, strict=True)):
        alive = 100 * tally.survival()[: end + 1]
        axes.step(range(end + 1), alive, _LINES[i % 4], where="post", color=shade, lw=1.6)
        level = 90 - 80 * (i + 0.5) / len(mine)  # each label at a height of its own
        at = int(np.argmax(alive < level))
        axes.annotate(
            f"{tally.cell.players}", (at, level), ha="center", va="center", size=9, color=INK,
            bbox={"boxstyle": "circle,pad=0.15", "fc": "white", "ec": shade, "lw": 1},
        )  # fmt: skip
    axes.set_xlabel("Mythos cards, that of the setup included")
    axes.set_ylabel("games still going (%)")
    axes.set_ylim(0, 102)
    axes.set_xlim(0, end)
    axes.set_title(f"How long a game lasts, {_title(mine[0])}")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    caption = (
        f"Games still going after each Mythos card, against {_title(mine[0])}; numbers on curves are those of players."
    )
    return picture(figure, "survival", "Step curves", caption)


def causes(tallies: Sequence[ClockTally]) -> Picture:
    """How games end: a bar for each number of players, Ancient Ones together."""
    counts = sorted({tally.cell.players for tally in tallies})
    shares = np.array(
        [
            np.mean([t.ends.sum(axis=1) / t.games for t in tallies if t.cell.players == count], axis=0)
            for count in counts
        ]
    )
    figure, axes = canvas(1.5 + 0.34 * len(counts))
    left = np.zeros(len(counts))
    for name, share in zip(CAUSES, shares.T, strict=True):
        if not share.any():
            continue
        colour, hatch = _LOOKS[name]
        looks: dict[str, Any] = {"color": colour, "hatch": hatch, "edgecolor": INK, "lw": 0.5}
        axes.barh(range(len(counts)), 100 * share, 0.72, 100 * left, label=ENDS[name], **looks)
        left += share
    axes.set_yticks(range(len(counts)), [str(count) for count in counts])
    axes.set_ylim(len(counts) - 0.5, -0.5)
    axes.set_ylabel("players")
    axes.set_xlabel("games (%)")
    axes.set_xlim(0, 100)
    axes.grid(False)
    axes.set_title("How games end")
    figure.legend(loc="outside lower center", ncols=1, handlelength=1.6)
    return picture(figure, "causes", "Stacked bars", "How games end by number of players, all Ancient Ones together.")


def _levels(course: np.ndarray, share: float) -> np.ndarray:
    """The level that this share of the games does not exceed, by Mythos card."""
    reached = np.cumsum(course, axis=1)
    return np.argmax(reached >= share * reached[:, -1:], axis=1)


def course(tallies: Sequence[ClockTally], track: str) -> Picture:
    """Terror or doom by Mythos card for the fewest and the most players: median and middle 80 %."""
    mine = _of_first(tallies)
    figure, axes = canvas(2.9)
    ends = [mine[0], mine[-1]] if len(mine) > 1 else mine
    for tally, colour, line, hatch in zip(ends, (BLUE, ORANGE), ("-", "--"), ("", "///"), strict=False):
        counts = tally.course[track]
        last = max(1, int((counts.sum(axis=1) >= _LEAST * tally.games).sum()))
        cards = np.arange(1, last + 1)
        low, middle, high = (_levels(counts, share)[:last] for share in (0.1, 0.5, 0.9))
        axes.fill_between(
            cards, low, high, step="mid", facecolor=colour, alpha=0.25, hatch=hatch, edgecolor=colour, lw=0
        )
        name = f"{tally.cell.players} player{'s' if tally.cell.players > 1 else ''}"
        axes.step(cards, middle, line, where="mid", color=colour, lw=1.8, label=name)
    axes.set_xlabel("Mythos cards, that of the setup included")
    axes.set_ylabel(f"{track} (level)")
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(track.title(), loc="left")
    legend_above(axes)
    caption = (
        f"{track.title()} after each Mythos card in the games still going, against {_title(mine[0])}: the line is the "
        f"median, the band holds the middle 80 %. Cards that fewer than 1 game in 20 outlasted are left out, "
        f"and those after the {COURSE}th."
    )
    return picture(figure, track, "Step curves with bands", caption)


def worth(found: Sequence[Worth]) -> list[Picture]:
    """What one more gate closed, or sealed too, changes by number of players: cards, and games won if any are."""
    pictures = [_worth(found, "cards", 1, "Mythos cards gained", "worth")]
    if any(abs(each.won) >= 0.005 for each in found):
        pictures.append(_worth(found, "won", 100, "games won (points)", "worth-won"))
    return pictures


def _worth(found: Sequence[Worth], value: str, scale: float, label: str, key: str) -> Picture:
    mine = [each for each in found if each.cell.ancient_one == found[0].cell.ancient_one]
    figure, axes = canvas(2.9)
    for what, colour, marker, face, shift in (
        ("closed", ORANGE, "o", ORANGE, -0.1),
        ("sealed", BLUE, "s", "white", 0.1),
    ):
        those = [each for each in mine if each.what == what]
        x = [each.cell.players + shift for each in those]
        middle, low, high = (
            np.array([scale * getattr(each, value + end) for each in those]) for end in ("", "_low", "_high")
        )
        axes.errorbar(
            x, middle, yerr=(middle - low, high - middle), fmt=marker, color=colour, mfc=face, ecolor=INK, capsize=2,
            label="closed" if what == "closed" else "closed and sealed",
        )  # fmt: skip
    axes.axhline(0, color=DARK, lw=0.8)
    axes.set_xlabel("players")
    axes.set_ylabel(label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title("One more gate", loc="left")
    legend_above(axes)
    caption = (
        f"What one open gate closed, or closed and sealed, for nothing changes in the same games against "
        f"{found[0].cell.ancient_one.title()}: {label}. Lines are 95 % intervals."
    )
    return picture(figure, key, "Points with intervals", caption)


def by_location(found: Sequence[Worth]) -> list[Picture]:
    """What sealing each location from the start gains, the most first."""
    if not found:
        return []
    ordered = sorted(found, key=lambda each: each.cards)
    figure, axes = canvas(1.0 + 0.28 * len(ordered))
    gained = np.array([each.cards for each in ordered])
    error = (gained - [each.cards_low for each in ordered], [each.cards_high for each in ordered] - gained)
    axes.barh([each.what for each in ordered], gained, 0.7, color=SKY, edgecolor=INK, lw=0.5, xerr=error, ecolor=INK)
    axes.axvline(0, color=DARK, lw=0.8)
    axes.set_xlabel("Mythos cards gained")
    axes.grid(False, axis="y")
    axes.set_title("Sealed from the start", loc="left")
    cell = ordered[0].cell
    caption = (
        f"What a seal on each location before the game begins gains, against {cell.ancient_one.title()} with "
        f"{cell.players} player{'s' if cell.players > 1 else ''}. Lines are 95 % intervals."
    )
    return [picture(figure, "locations", "Bars", caption)]
