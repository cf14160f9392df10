"""The command `omens bench`."""

from __future__ import annotations

from typing import Annotated

import typer

from sim.commands import options as opt


def bench(
    mode: opt.Mode = "alaska",
    ancient_one: opt.AncientOne = "ithaqua",
    season: opt.Season = "winter",
    players: opt.Players = "1,2,4,8",
    policy: opt.PolicyName = "all",
    completions: opt.Completions = 20,
    seed: opt.Seed = 0,
    ruling: opt.Rulings = None,
    setting: opt.Settings = None,
    cards: opt.Cards = None,
    seconds: Annotated[float, typer.Option(help="Time to play each cell.")] = 1.0,
    format: opt.ResultFormat = opt.Format.TABLE,
) -> None:
    """Measure how fast games are played on one core."""
    from sim.bench import measure, print_speeds
    from sim.grid import in_range, plan

    planned = plan(
        mode=mode,
        ancient_one=ancient_one,
        season=season,
        players=players,
        policy=policy,
        games=1,
        completions=completions,
        seed=seed,
        rulings=ruling or (),
        settings=setting or (),
        cards=cards,
    )
    in_range("seconds", seconds, 0.1, 600)
    print_speeds(list(measure(planned, seconds)), format)
