"""What a gate closed, or closed and sealed, is worth: the same games with one more, and what changes.

One open gate is closed, or closed and sealed, for nothing once so many Mythos cards are on the table; the
policy chooses which.  Games keep their cards, so differences are of pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from sim.arkham.batch import play_chunk
from sim.arkham.run import Cell, ClockRun
from sim.arkham.state import VICTORY
from sim.spread import Chunk, How, chunks, side_by_side
from sim.stats.intervals import Z

WHAT = ("closed", "sealed")


@dataclass(frozen=True)
class Worth:
    """What one change does to the games of a cell: means over pairs, with 95 % intervals.

    `cards` are Mythos cards until the end, `won` a share of games (difference of probabilities).
    """

    cell: Cell
    what: str
    games: int
    cards: float
    cards_low: float
    cards_high: float
    won: float
    won_low: float
    won_high: float

    def record(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self.cell) | {name: value for name, value in asdict(self).items() if name != "cell"}


def extras(run: ClockRun) -> list[tuple[str, ClockRun]]:
    """The run with one more gate closed, and with one more sealed."""
    return [(what, run.changed(extra=what)) for what in WHAT]


def seals(run: ClockRun, locations: Sequence[str]) -> list[tuple[str, ClockRun]]:
    """The run with each of these locations sealed from the start."""
    return [(place, run.changed(sealed=(*run.sealed, place))) for place in locations]


def _sums(runs: tuple[ClockRun, ...], chunk: Chunk) -> np.ndarray:
    """For each of the runs after the first: sums of the differences in cards and in victories, and of their squares."""
    base, *others = [play_chunk(run, chunk) for run in runs]
    found = np.zeros((len(others), 4))
    for i, rows in enumerate(others):
        cards = (rows["cards"] - base["cards"]).astype(float)
        won = (rows["cause"] == VICTORY) - (base["cause"] == VICTORY).astype(float)
        found[i] = cards.sum(), (cards**2).sum(), won.sum(), (won**2).sum()
    return found


def worths(
    run: ClockRun,
    changed: Sequence[tuple[str, ClockRun]],
    how: How,
    *,
    advance: Callable[[int], None] = lambda games: None,
) -> list[Worth]:
    """Play `run` and each changed one on the same games; for each cell one `Worth` a change.

    `advance` gets the number of changed games, as they come.  Raises OmensError as playing does.
    """
    runs = (run, *(each for _, each in changed))
    sums = np.zeros((len(run.cells), len(changed), 4))
    for chunk, found in side_by_side(partial(_sums, runs), chunks(run, how.chunk), how):
        sums[chunk.cell] += found
        advance(len(chunk.games) * len(changed))
    return [
        Worth(cell, what, run.games, *_interval(each[0], each[1], run.games), *_interval(each[2], each[3], run.games))
        for cell, of_cell in zip(run.cells, sums, strict=True)
        for (what, _), each in zip(changed, of_cell, strict=True)
    ]


def _interval(total: float, squares: float, games: int) -> tuple[float, float, float]:
    """Mean of paired differences with its 95 % interval by the central limit theorem."""
    mean = total / games
    half = Z * float(np.sqrt(max(0.0, squares / games - mean**2) / max(1, games - 1)))
    return mean, mean - half, mean + half
