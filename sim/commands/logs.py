"""``omens logs``: a player's own games beside what the laboratory predicts."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from sim.commands import options as opt
from sim.commands.progress import prepare_tables, progress
from sim.errors import OmensError

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)
File = Annotated[Path, typer.Argument(metavar="FILE", help="A CSV file of your games.")]


@app.command()
def template(mode: opt.Mode = "alaska") -> None:
    """Print a file to start from: a heading and two games to write over."""
    from sim.grid import one_mode
    from sim.lab.real_games import template

    typer.echo(template(one_mode(mode)), nl=False)


@app.command()
def check(file: File, mode: opt.Mode = "alaska") -> None:
    """Read a file and count its games."""
    from sim.grid import one_mode
    from sim.lab.real_games import counted, read
    from sim.scenario import NO_SEASON

    games = read(file, one_mode(mode))
    won = sum(game.won for game in games)
    kinds = Counter((game.ancient_one, game.season) for game in games)
    typer.echo(f"{file}: {counted(len(games))}, {won} won.")
    for (one, season), number in kinds.items():
        typer.echo(f"{one}: {number}" if season == NO_SEASON else f"{one} in {season}: {number}")


@app.command()
def compare(
    file: File,
    mode: opt.Mode = "alaska",
    policy: Annotated[str, typer.Option(help="Whose play predicts; your own as path.py:name.")] = "expert",
    games: Annotated[int, typer.Option(help="Games played of each kind that occurs.")] = 2_000,
    completions: opt.Completions = 20,
    seed: opt.Seed = 0,
    cards: opt.Cards = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Hold your games against the same games as a policy plays them."""
    from sim.commands.printing import print_csv, print_json, print_table
    from sim.grid import one_mode, plan_cells
    from sim.lab.real_games import cells_of, held_against, read, verdict
    from sim.runs.collect import collect
    from sim.spread import How

    mode = one_mode(mode)
    policy = policy.strip()
    if policy == "all" or "," in policy:
        raise OmensError(f"--policy {policy[:60]}: one policy would be right")
    mine = read(file, mode)
    run = plan_cells(cells_of(mine, mode, policy), games=games, completions=completions, seed=seed, cards=cards)
    how = How(opt.checked_jobs(jobs))
    prepare_tables(run, how.jobs)
    with progress("games", run.total) as advance:
        tallies = collect(run, how, advance=advance).tallies
    found = held_against(mine, tallies)
    said = verdict(found[0], os.path.basename(policy))
    if format is opt.Format.JSON:
        print_json([asdict(held) | ({"verdict": said} if held is found[0] else {}) for held in found])
    elif format is opt.Format.CSV:
        print_csv([asdict(held) for held in found])
    else:
        rows = [
            [
                h.name,
                f"{h.observed:.4g}",
                f"{h.predicted:.1f}",
                f"{h.low:.3g} to {h.high:.3g}",
                f"{h.p:.2g}",
                str(h.games),
            ]
            for h in found
        ]
        print_table(("", "yours", "predicted", "95 % of what may be seen", "p", "games"), rows, 1, caption=said)
