"""The command `omens run`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.compare import points
from sim.commands.progress import prepare_tables, progress, waiting
from sim.errors import OmensError, StoppedError

if TYPE_CHECKING:
    from sim.grid import Run
    from sim.runs.collect import Collected
    from sim.spread import How


@opt.about_a_run()
def run(
    shared: dict[str, Any],
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for all games, summary and page.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the interrupted run in --out.")] = False,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="POINTS", help="Play each cell until its interval is no wider either way, as 0.5pp; no --out."
        ),
    ] = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
    chunk: Annotated[int, typer.Option(help="Games in one part; results do not depend on it.")] = 5_000,
    backend: Annotated[
        opt.Backend, typer.Option(help="Processes, threads, or an existing cluster; results do not depend on it.")
    ] = opt.Backend.LOKY,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Where the cluster is, as tcp://HOST:8786; for Ray auto or HOST:6379."),
    ] = None,
) -> None:
    """Play a grid of cells and print how often each is won."""
    with waiting():
        from sim.grid import in_range, plan
        from sim.runs.results import print_results

        if resume and out is None:
            raise OmensError("--resume: goes on with the run in a folder; name it with --out DIR")
        if until is not None and out is not None:
            raise OmensError("--until: cells of different sizes have no folder; leave out --out, or --until")
        _check_backend(backend, scheduler, jobs)
        half_width = None if until is None else points("--until", until, least=0.001)
        planned = plan(**shared, several_modes=True)
        if half_width is not None:
            _check_reachable(half_width, planned.games)
    in_range("chunk", chunk, 1, 1_000_000)
    with _spread(planned, backend, scheduler, jobs, chunk) as how:
        collected = _played(planned, how, out, resume=resume, half_width=half_width)
    print_results(collected, format)
    if half_width is not None and not collected.narrow:
        raise OmensError(f"--until {until}: not reached with {planned.games:,} games a cell; raise --games")
    if not collected.finished:
        raise StoppedError(_how_to_go_on(collected, out))


def _check_reachable(half_width: float, games: int) -> None:
    """OmensError where no outcome of so many games could give an interval that narrow."""
    from sim.stats.intervals import wilson

    low, high = wilson(0, games)
    least = float(high - low) / 2
    if least > half_width:
        raise OmensError(
            f"--until {100 * half_width:g}pp: cannot be met with {games:,} games a cell; more --games or a wider "
            f"interval would be right ({100 * least:.2g}pp is the least these can give)"
        )


def _check_backend(backend: opt.Backend, scheduler: str | None, jobs: int | None) -> None:
    """OmensError where options contradict each other: a cluster has a scheduler, and workers instead of jobs."""
    if backend not in opt.CLUSTERS:
        if scheduler is not None:
            raise OmensError("--scheduler: only a cluster has one; --backend dask or --backend ray would be right")
    elif scheduler is None:
        raise OmensError(f"--backend {backend}: plays on a cluster that is there; name it with --scheduler ADDRESS")
    elif jobs is not None:
        raise OmensError(f"--jobs: the workers of the cluster are the jobs; leave it out with --backend {backend}")


@contextmanager
def _spread(planned: Run, backend: opt.Backend, scheduler: str | None, jobs: int | None, chunk: int) -> Iterator[How]:
    """How the games are spread: over the cores here, or over a cluster that has answered."""
    from sim.batch import sources
    from sim.cluster.spread import connected
    from sim.spread import How

    if scheduler is None:
        yield How(opt.checked_jobs(jobs), chunk, backend.value)
        return
    with connected(backend.value, scheduler, sources(planned)) as workers:
        yield How(opt.checked_jobs(jobs), chunk, workers=workers)


def _played(planned: Run, how: How, out: Path | None, *, resume: bool, half_width: float | None) -> Collected:
    """Play the run: until every cell is narrow enough, into a folder, or just so."""
    from sim.runs.collect import collect, collect_until
    from sim.runs.results import play_into_folder

    prepare_tables(planned, how.jobs)
    with progress("games", planned.total) as advance:
        if half_width is not None:
            return collect_until(planned, how, half_width, advance=advance)
        if out is None:
            return collect(planned, how, advance=advance)
        return play_into_folder(planned, how, out, resume=resume, advance=advance)


def _how_to_go_on(collected: Collected, out: Path | None) -> str:
    """What an interrupted run leaves, and the command that goes on."""
    from sim.runs.manifest import command

    stopped = f"stopped after {collected.games} of {collected.run.total} games"
    if out is None:
        return f"{stopped}; with --out DIR they would be kept: {command(collected.run, '--out', 'DIR')}"
    if not collected.games:
        return f"{stopped}; again: {command(collected.run, '--out', str(out))}"
    return f"{stopped}, kept in {out}; to go on: {command(collected.run, '--out', str(out), '--resume')}"
