"""What became of the cards, game by game: the lines that statistics of cards and choices are made of."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import policies
from sim.batch import deck_of
from sim.errors import OmensError
from sim.grid import Run
from sim.play import new_records, play
from sim.spread import Chunk
from sim.tally import row_dtype


def histories(run: Run, chunk: Chunk) -> Iterator[tuple[np.void, np.ndarray]]:
    """The row (``row_dtype``) and the lines (``line_dtype``, shape (n,)) of each of a chunk's games, in order.

    Raises OmensError as `sim.batch.play_chunk` does, and for a game with more lines than are kept.
    """
    cell = run.cells[chunk.cell]
    policy = policies.load(cell.policy)
    records = new_records()
    log = records.log[0]
    row = np.zeros(1, row_dtype)
    for number in chunk.games:
        log["first"], log["history"], log["n_lines"], log["full"] = 0, 1, 0, 0
        completion = number % run.completions
        game = range(number, number + 1)
        play(deck_of(run, cell, completion), policy, run.seed, game, row, name=cell.policy, records=records)
        if log["full"]:
            raise OmensError(f"game {number} of seed {run.seed}: its cards have a longer history than is kept")
        row["completion"] = completion
        yield row[0].copy(), log["lines"][: log["n_lines"]].copy()
