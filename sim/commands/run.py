"""The command `omens run`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.commands import options as opt
from sim.commands.progress import prepare_tables, progress
from sim.errors import OmensError, StoppedError

if TYPE_CHECKING:
    from sim.runs.collect import Collected


def run(
    mode: opt.Mode = "alaska",
    ancient_one: opt.AncientOne = "all",
    season: opt.Season = "all",
    players: opt.Players = "1,2,4,8",
    policy: opt.PolicyName = "greedy",
    games: opt.Games = 10_000,
    completions: opt.Completions = 20,
    seed: opt.Seed = 0,
    ruling: opt.Rulings = None,
    setting: opt.Settings = None,
    cards: opt.Cards = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for all games, summary and page.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the interrupted run in --out.")] = False,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: Annotated[
        int | None, typer.Option(help="Parts of the run played side by side; by default as many as cores.")
    ] = None,
    chunk: Annotated[int, typer.Option(help="Games in one part; results do not depend on it.")] = 5_000,
    backend: Annotated[
        opt.Backend, typer.Option(help="Processes or threads; results do not depend on it.")
    ] = opt.Backend.LOKY,
) -> None:
    """Play a grid of cells and print how often each is won."""
    with _waiting():
        from sim.batch import How
        from sim.grid import in_range, plan
        from sim.runs.collect import collect
        from sim.runs.results import play_into_folder, print_results

    if resume and out is None:
        raise OmensError("--resume: goes on with the run in a folder; name it with --out DIR")
    planned = plan(
        mode=mode,
        ancient_one=ancient_one,
        season=season,
        players=players,
        policy=policy,
        games=games,
        completions=completions,
        seed=seed,
        rulings=ruling or (),
        settings=setting or (),
        cards=cards,
    )
    jobs = os.cpu_count() or 1 if jobs is None else jobs
    in_range("jobs", jobs, 1, 4096)
    in_range("chunk", chunk, 1, 1_000_000)
    how = How(jobs, chunk, backend.value)
    prepare_tables(planned, jobs)
    with progress("games", planned.total) as advance:
        if out is None:
            collected = collect(planned, how, advance=advance)
        else:
            collected = play_into_folder(planned, how, out, resume=resume, advance=advance)
    print_results(collected, format)
    if not collected.finished:
        raise StoppedError(_how_to_go_on(collected, out))


@contextmanager
def _waiting() -> Iterator[None]:
    """Say on a terminal what takes time before the first game."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status("Loading the rules; the first time they are compiled, which takes some minutes"):
        yield


def _how_to_go_on(collected: Collected, out: Path | None) -> str:
    """What an interrupted run leaves, and the command that goes on."""
    from sim.runs.manifest import command

    stopped = f"stopped after {collected.games} of {collected.run.total} games"
    if out is None:
        return f"{stopped}; with --out DIR they would be kept: {command(collected.run, '--out', 'DIR')}"
    if not collected.games:
        return f"{stopped}; again: {command(collected.run, '--out', str(out))}"
    return f"{stopped}, kept in {out}; to go on: {command(collected.run, '--out', str(out), '--resume')}"
