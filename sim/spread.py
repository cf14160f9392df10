"""Work cut into chunks, carried out side by side over processes, threads or a cluster, given back in order."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any, NamedTuple, Protocol

from joblib import Parallel, delayed

from sim.cluster.spread import Workers
from sim.errors import OmensError
from sim.interrupts import no_interrupts

#: Tasks handed out for each job before their results are taken: bounds the memory of results that wait.
WINDOW = 16


class Grid(Protocol):
    """What is cut: cells, with as many games in each."""

    @property
    def cells(self) -> Sequence[Any]:
        """What is played."""

    @property
    def games(self) -> int:
        """Games in each cell."""


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


def chunks(run: Grid, size: int, start: int = 0) -> Iterator[Chunk]:
    """All games of `run` in order, in chunks of `size` at most, without the first `start` games."""
    for cell in range(start // run.games, len(run.cells)):
        first = max(0, start - cell * run.games)
        for begin in range(first, run.games, size):
            yield Chunk(cell, range(begin, min(begin + size, run.games)))


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
