"""Many games: cut into chunks, played over processes, threads or a cluster, given back in order.

Game k of a cell has the key of (seed, k) and completion k mod `completions`, so it is the same
game in every cell, for any number of jobs, any size of chunk and any backend.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

import policies
from sim.cards.banning import without
from sim.cards.completion import complete
from sim.cards.facts import Cards
from sim.cards.loading import load_cards
from sim.cluster.sources import Sources, sources_of
from sim.cluster.spread import Workers
from sim.deck import DeckNames, build_deck, deck_names
from sim.errors import OmensError
from sim.forbidding import forbid
from sim.grid import Run
from sim.play import play
from sim.runs.interrupts import no_interrupts
from sim.tables import fill_tables, solve_all, unsolved
from sim.tally import Cell, row_dtype

#: Tasks handed out for each job before their results are taken: bounds the memory of results that wait.
WINDOW = 16


class Chunk(NamedTuple):
    """Some games of one cell of a run."""

    cell: int
    games: range


class How(NamedTuple):
    """How games are spread; no game depends on it.

    `jobs` chunks of at most `chunk` games are played side by side; `backend` is loky or threading.  With
    `workers` the chunks go to a cluster instead.
    """

    jobs: int = 1
    chunk: int = 5_000
    backend: str = "loky"
    workers: Workers | None = None


def chunks(run: Run, size: int, start: int = 0) -> Iterator[Chunk]:
    """All games of `run` in order, in chunks of `size` at most, without the first `start` games."""
    for cell in range(start // run.games, len(run.cells)):
        first = max(0, start - cell * run.games)
        for begin in range(first, run.games, size):
            yield Chunk(cell, range(begin, min(begin + size, run.games)))


@lru_cache(maxsize=64)
def _completion(cards: Path | None, mode: str, seed: int, index: int, banned: tuple[str, ...]) -> Cards:
    return without(complete(load_cards(cards, mode), seed, index), banned)


def _cards(run: Run, index: int) -> Cards:
    return _completion(run.cards, run.mode, run.seed, index, run.banned)


@lru_cache(maxsize=64)
def _deck(run: Run, cell: Cell, index: int, tables: bool) -> np.ndarray:
    if cell.players == 1:
        cards, scenario = _cards(run, index), run.scenario(cell)
        deck = build_deck(cards, scenario)
        forbid(deck[0], run.forbidden, deck_names(cards, scenario))
        if tables:
            fill_tables(deck[0], cards, scenario)
        return deck
    deck = _deck(run, replace(cell, players=1), index, tables).copy()  # the cards are the same for all (C-1.2)
    deck["players"] = cell.players
    return deck


def deck_of(run: Run, cell: Cell, index: int) -> np.ndarray:
    """The deck of a cell's completion `index`, shape (1,): the same for every policy, but for tables that it wants."""
    return _deck(run, replace(cell, policy=""), index, policies.uses_tables(cell.policy))


def prepare(run: Run, jobs: int, begin: Callable[[int], Callable[[int], None]]) -> None:
    """Solve the tables that the run's policies want and that are not on disk, side by side.

    `begin` gets their number, if there are any, and returns what is told of each that is solved.
    """
    cells = {replace(cell, policy="", players=1) for cell in run.cells if policies.uses_tables(cell.policy)}
    if not cells:
        return
    indices = range(min(run.completions, run.games))
    attempts = unsolved((_cards(run, i), run.scenario(cell)) for i in indices for cell in cells)
    if attempts:
        solve_all(attempts, jobs, begin(len(attempts)))


def sources(run: Run) -> Sources:
    """All that a worker must have alike to play the games of `run`."""
    shipped = policies.names()
    own = {cell.policy.rpartition(":")[0] for cell in run.cells if cell.policy not in shipped}
    return sources_of(tuple(sorted(own)), None if run.cards is None else str(run.cards))


def names_of(run: Run, cell: Cell, index: int) -> DeckNames:
    """The names that belong to `deck_of` the same cell and completion."""
    return deck_names(_cards(run, index), run.scenario(cell))


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


def _or_fault(task: Callable[[Chunk], Any], chunk: Chunk) -> Any:
    """A fault is handed over like rows, so that the first in order is raised, whichever came first in time."""
    try:
        return task(chunk)
    except OmensError as fault:
        return fault


def _in_order(parallel: Parallel, task: Callable[[Chunk], Any], window: list[Chunk]) -> Iterator[tuple[Chunk, Any]]:
    """Carry out a task for some chunks side by side and yield what comes of them in order."""
    with no_interrupts():  # processes that start here leave Ctrl-C to their parent
        results = parallel(delayed(_or_fault)(task, chunk) for chunk in window)
    with closing(results):
        for chunk, result in zip(window, results, strict=True):
            if isinstance(result, OmensError):
                raise result
            yield chunk, result


def side_by_side(task: Callable[[Chunk], Any], todo: Iterator[Chunk], how: How) -> Iterator[tuple[Chunk, Any]]:
    """Carry out `task` for chunks, some at once, and yield (chunk, result) in order.

    Raises OmensError as the task does, where a process ends in the midst of it, and where a cluster is lost.
    """
    if how.workers is not None:
        yield from how.workers.in_order(task, todo)
        return
    try:
        yield from _windows(task, todo, how)
    except BrokenProcessPool:
        raise OmensError(
            "a process that played games was killed: out of memory, which fewer --jobs would need less of, "
            "or a policy that writes where it must not"
        ) from None


def _windows(task: Callable[[Chunk], Any], todo: Iterator[Chunk], how: How) -> Iterator[tuple[Chunk, Any]]:
    jobs, backend = how.jobs, how.backend
    if backend == "loky" and jobs > 1:
        resource_tracker.ensure_running()  # some versions let interrupts through when they start it
    window = list(islice(todo, WINDOW * jobs))
    with warnings.catch_warnings():
        # whoever stops early knows that chunks under way are lost
        warnings.filterwarnings("ignore", message=".*still being processed.*have been cancelled")
        with Parallel(n_jobs=min(jobs, len(window)) or 1, backend=backend, return_as="generator") as parallel:
            while window:
                yield from _in_order(parallel, task, window)
                window = list(islice(todo, WINDOW * jobs))


def play_run(run: Run, how: How, start: int = 0) -> Iterator[tuple[Chunk, np.ndarray]]:
    """Play `run` from its game number `start` on and yield (chunk, rows) in order.

    Raises OmensError as `play_chunk` does.
    """
    return side_by_side(partial(play_chunk, run), chunks(run, how.chunk, start), how)
