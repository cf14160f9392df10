"""The command `omens bench`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import prepare_tables


@opt.about_a_run(ancient_one="ithaqua", season="winter", policy="all", games=opt.LEFT_OUT)
def bench(
    shared: dict[str, Any],
    seconds: Annotated[float, typer.Option(help="Time to play each cell.")] = 1.0,
    format: opt.ResultFormat = opt.Format.TABLE,
) -> None:
    """Measure how fast games are played on one core."""
    from sim.bench import measure, print_speeds
    from sim.grid import in_range, plan

    planned = plan(**shared, games=1)
    in_range("seconds", seconds, 0.1, 600)
    prepare_tables(planned, opt.checked_jobs(None))
    print_speeds(list(measure(planned, seconds)), format)
