"""One game again, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

import policies
from sim.batch import deck_of, names_of
from sim.grid import Run
from sim.play import new_records, play
from sim.rules.state import game_dtype
from sim.tally import Cell, row_dtype


@dataclass(frozen=True)
class Moment:
    """One event of a game.

    Attributes:
        number: from 0 on.
        event: record of ``event_dtype``.
        options: the legal options of a choice, dtype ``option_dtype``, shape (n,); else empty.
        before, after: the open state (``game_dtype``) at the event before and at this one.
    """

    number: int
    event: np.void
    options: np.ndarray
    before: np.void
    after: np.void


@dataclass
class Replay:
    """Game `number` of one cell of a run, played again: iterate over its moments, then read its row."""

    run: Run
    cell: Cell
    number: int
    row: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        """Find the game's deck and its names."""
        self.row = np.zeros(1, row_dtype)
        self.completion = self.number % self.run.completions
        self.deck = deck_of(self.run, self.cell, self.completion)
        self.names = names_of(self.run, self.cell, self.completion)

    def __iter__(self) -> Iterator[Moment]:
        """The moments in order; the game is played again for every stretch that the log can hold."""
        before = np.zeros(1, game_dtype)[0]
        number, more = 0, True
        while more:
            log = self._play(number)
            for i in range(int(log["n"])):
                event, after = log["events"][i], log["games"][i]
                first = int(event["first_option"])
                options = log["options"][first : first + int(event["n_options"])]
                yield Moment(number, event, options, before, after)
                before = after
                number += 1
            more = bool(log["full"])

    def _play(self, first_event: int) -> np.void:
        records = new_records()
        records.log["first"] = first_event
        game = range(self.number, self.number + 1)
        policy = policies.load(self.cell.policy)
        play(self.deck, policy, self.run.seed, game, self.row, name=self.cell.policy, records=records)
        self.row["completion"] = self.completion
        return records.log[0]
