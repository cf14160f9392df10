"""Playing a run to its end, or until the user stops it, and keeping what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from sim.batch import How, play_run
from sim.grid import Run
from sim.runs.interrupts import Stop, interrupts
from sim.tally import Tally


@dataclass
class Collected:
    """What has been played of a run: a tally a cell, and the games in all of them."""

    run: Run
    tallies: list[Tally] = field(init=False)
    games: int = 0

    def __post_init__(self) -> None:
        """Start with nothing played."""
        completions = min(self.run.completions, self.run.games)
        self.tallies = [Tally(cell, completions) for cell in self.run.cells]

    @property
    def finished(self) -> bool:
        """Whether all games have been played."""
        return self.games == self.run.total

    def add(self, rows: np.ndarray) -> None:
        """Count the next `rows` of the run, all of one cell."""
        self.tallies[self.games // self.run.games].add(rows)
        self.games += len(rows)


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


def _by_cell(rows: np.ndarray, start: int, games: int) -> list[np.ndarray]:
    """`rows`, of which the first is game number `start` of a run, cut where a cell of `games` games ends."""
    return np.split(rows, range(games - start % games, len(rows), games))
