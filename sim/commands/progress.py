"""What a terminal shows while something takes its time; nothing in a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.grid import Run


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar with the time left; yields what counts the things that are done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn("time left"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def waiting() -> Iterator[None]:
    """Say on a terminal what takes time before the first game."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status("Loading the rules; the first time they are compiled, which takes some minutes"):
        yield


def prepare_tables(run: Run, jobs: int) -> None:
    """Solve the exact chances that the run's policies want, if they are not on disk yet (sim/tables.py)."""
    from sim.batch import prepare

    with ExitStack() as bar:
        prepare(run, jobs, lambda n: bar.enter_context(progress("exact chances", n)))
