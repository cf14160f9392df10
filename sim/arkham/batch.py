"""Many games of a run, a row each, in order (`sim.spread`): game k of a cell has the key of (seed, k)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

import numpy as np

from policies.arkham import load
from sim.arkham.play import play, row_dtype
from sim.arkham.run import Cell, ClockRun
from sim.arkham.town import build_town
from sim.spread import Chunk, How, chunks, side_by_side

CHUNK = 50_000


@lru_cache(maxsize=256)
def town_of(run: ClockRun, cell: Cell) -> np.ndarray:
    """The record of a cell, dtype ``town_dtype``, shape (1,)."""
    return build_town(run.scenario(cell))


def play_chunk(run: ClockRun, chunk: Chunk) -> np.ndarray:
    """The rows of a chunk's games, in order; OmensError where the policy answers out of range or fails."""
    cell = run.cells[chunk.cell]
    rows = np.zeros(len(chunk.games), row_dtype)
    play(town_of(run, cell), load(cell.policy), run.seed, chunk.games, rows, name=cell.policy)
    return rows


def play_run(run: ClockRun, how: How) -> Iterator[tuple[Chunk, np.ndarray]]:
    """Play `run` and yield (chunk, rows) in order; OmensError as `play_chunk`."""
    return side_by_side(partial(play_chunk, run), chunks(run, how.chunk), how)
