"""Playing a run to its end, or until the user stops it, and keeping what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from sim.batch import play_chunk, play_run
from sim.grid import Run
from sim.interrupts import Stop, interrupts
from sim.spread import Chunk, How, side_by_side
from sim.stats.intervals import wilson
from sim.tally import Tally

#: Games of a cell between two looks at its interval.
LOOK = 500


@dataclass
class Collected:
    """What has been played of a run: a tally a cell, and the games in all of them."""

    run: Run
    tallies: list[Tally] = field(init=False)
    games: int = 0
    narrow: bool = False  # every interval is as narrow as was asked for

    def __post_init__(self) -> None:
        """Start with nothing played."""
        completions = min(self.run.completions, self.run.games)
        self.tallies = [Tally(cell, completions) for cell in self.run.cells]

    @property
    def finished(self) -> bool:
        """Whether all games that were wanted have been played."""
        return self.narrow or self.games == self.run.total

    def add(self, rows: np.ndarray) -> None:
        """Count the next `rows` of the run, all of one cell."""
        self.tallies[self.games // self.run.games].add(rows)
        self.games += len(rows)

    def add_all(self, rows: np.ndarray) -> None:
        """Count the next `rows` of the run, of whatever cells."""
        for part in _by_cell(rows, self.games, self.run.games):
            self.add(part)


def collect(
    run: Run,
    how: How,
    *,
    earlier: Iterable[np.ndarray] = (),
    keep: Callable[[int, np.ndarray], None] = lambda cell, rows: None,
    advance: Callable[[int], None] = lambda games: None,
) -> Collected:
    """Play `run` and tally its games; Ctrl-C ends it with whole chunks counted.

    `earlier` are the rows of its first games, played before; `keep` gets each cell's index with
    rows in order, and `advance` the number of games, as they come.
    """
    collected = Collected(run)

    def take(cell: int, rows: np.ndarray) -> None:
        collected.add(rows)
        keep(cell, rows)
        advance(len(rows))

    for rows in earlier:
        for part in _by_cell(rows, collected.games, run.games):
            take(collected.games // run.games, part)
    stop = Stop()
    with interrupts(stop):
        for each, rows in play_run(run, how, collected.games):
            take(each.cell, rows)
            if stop.pressed:
                break
    return collected


def collect_until(
    run: Run, how: How, until: float, *, advance: Callable[[int], None] = lambda games: None
) -> Collected:
    """Play every cell of `run` until the 95 % interval of its win rate is `until` (probability) either way.

    Cells that are there get no more games; none gets more than ``run.games``.  One looks after every
    `LOOK` games of a cell, whatever `how` says, so the result does not depend on it.
    """
    collected = Collected(run)
    still = list(range(len(run.cells)))
    stop = Stop()
    begin = 0
    with interrupts(stop):
        while still and begin < run.games and not stop.pressed:
            todo = iter([Chunk(cell, range(begin, min(begin + LOOK, run.games))) for cell in still])
            for chunk, rows in side_by_side(partial(play_chunk, run), todo, how):
                collected.tallies[chunk.cell].add(rows)
                collected.games += len(rows)
                advance(len(rows))
            still = [cell for cell in still if _half_width(collected.tallies[cell]) > until]
            begin += LOOK
    collected.narrow = not still
    return collected


def _half_width(tally: Tally) -> float:
    low, high = wilson(tally.n_wins, tally.n_games)
    return float(high - low) / 2


def _by_cell(rows: np.ndarray, start: int, games: int) -> list[np.ndarray]:
    """`rows`, of which the first is game number `start` of a run, cut where a cell of `games` games ends."""
    return np.split(rows, range(games - start % games, len(rows), games))
