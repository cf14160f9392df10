"""Many games of a run, a row each, in order (`sim.spread`).

Game k of a cell has the key of (seed, k) and completion k mod `completions`, so it is the same
game in every cell, for any number of jobs, any size of chunk and any backend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

import policies
from sim.cards.banning import without
from sim.cards.completion import complete
from sim.cards.facts import Cards
from sim.cards.loading import load_cards
from sim.cluster.sources import Sources, sources_of
from sim.deck import DeckNames, build_deck, deck_names
from sim.forbidding import forbid
from sim.grid import Run
from sim.play import play
from sim.spread import Chunk, How, chunks, side_by_side
from sim.tables import fill_tables, solve_all, unsolved
from sim.tally import Cell, row_dtype


@lru_cache(maxsize=64)
def _completion(cards: Path | None, mode: str, seed: int, index: int, banned: tuple[str, ...], digest: str) -> Cards:
    return without(complete(load_cards(cards, mode), seed, index), banned)


def _cards(run: Run, cell: Cell, index: int) -> Cards:
    return _completion(run.cards, cell.mode, run.seed, index, run.banned, _digest(run, cell))


def _digest(run: Run, cell: Cell) -> str:
    """What tells card files apart that have been changed since under the same path, as between cells of a notebook."""
    return load_cards(run.cards, cell.mode).digest


@lru_cache(maxsize=64)
def _deck(run: Run, cell: Cell, index: int, tables: bool, digest: str) -> np.ndarray:
    if cell.players == 1:
        cards, scenario = _cards(run, cell, index), run.scenario(cell)
        deck = build_deck(cards, scenario)
        forbid(deck[0], run.forbidden, deck_names(cards, scenario))
        if tables:
            fill_tables(deck[0], cards, scenario)
        return deck
    deck = _deck(run, replace(cell, players=1), index, tables, digest).copy()  # the cards are the same for all (C-1.2)
    deck["players"] = cell.players
    return deck


def deck_of(run: Run, cell: Cell, index: int) -> np.ndarray:
    """The deck of a cell's completion `index`, shape (1,): the same for every policy, but for tables that it wants."""
    return _deck(run, replace(cell, policy=""), index, policies.uses_tables(cell.policy), _digest(run, cell))


def prepare(run: Run, jobs: int, begin: Callable[[int], Callable[[int], None]]) -> None:
    """Solve the tables that the run's policies want and that are not on disk, side by side.

    `begin` gets their number, if there are any, and returns what is told of each that is solved.
    """
    cells = {replace(cell, policy="", players=1) for cell in run.cells if policies.uses_tables(cell.policy)}
    if not cells:
        return
    indices = range(min(run.completions, run.games))
    attempts = unsolved((_cards(run, cell, i), run.scenario(cell)) for i in indices for cell in cells)
    if attempts:
        solve_all(attempts, jobs, begin(len(attempts)))


def sources(run: Run) -> Sources:
    """All that a worker must have alike to play the games of `run`."""
    shipped = policies.names()
    own = {cell.policy.rpartition(":")[0] for cell in run.cells if cell.policy not in shipped}
    return sources_of(tuple(sorted(own)), None if run.cards is None else str(run.cards))


def names_of(run: Run, cell: Cell, index: int) -> DeckNames:
    """The names that belong to `deck_of` the same cell and completion."""
    return deck_names(_cards(run, cell, index), run.scenario(cell))


def play_chunk(run: Run, chunk: Chunk) -> np.ndarray:
    """The rows of a chunk's games, in order.

    Raises OmensError where a policy answers out of range or fails.
    """
    cell, games = run.cells[chunk.cell], chunk.games
    policy = policies.load(cell.policy)
    rows = np.zeros(len(games), row_dtype)
    for i in range(min(run.completions, len(games))):
        block = games[i :: run.completions]
        completion = block.start % run.completions
        mine = rows[i :: run.completions]
        play(deck_of(run, cell, completion), policy, run.seed, block, mine, name=cell.policy)
        mine["completion"] = completion
    return rows


def play_run(run: Run, how: How, start: int = 0) -> Iterator[tuple[Chunk, np.ndarray]]:
    """Play `run` from its game number `start` on and yield (chunk, rows) in order.

    Raises OmensError as `play_chunk` does.
    """
    return side_by_side(partial(play_chunk, run), chunks(run, how.chunk, start), how)
