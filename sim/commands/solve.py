"""The command `omens solve`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.compare import points
from sim.commands.sweep import HEADINGS, numbers_of, play_points, row_of


@opt.about_a_run(players="1", games=2_000)
def solve(
    shared: dict[str, Any],
    knob: Annotated[str, typer.Option(metavar="NAME=LOW..HIGH", help="The value that is searched, and where.")],
    wanted: Annotated[str, typer.Option(metavar="PERCENT", help="The win rate that it is to give, as 50%.")],
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Find the value of one number of the scenario that gives a wanted win rate."""
    from sim.commands.printing import print_csv, print_json, print_table
    from sim.sweep import parse_knob, solve

    rate = points("--wanted", wanted, least=0.1, most=99.9)
    one = parse_knob(knob)
    found = play_points(shared, [one], jobs)
    root = solve(found, rate)
    answer = {"knob": one.name, "wanted": rate, "value": root.value, "low": root.low, "high": root.high}
    if format is opt.Format.JSON:
        print_json([answer | {"points": [point.values | numbers_of(point) for point in found]}])
    elif format is opt.Format.CSV:
        print_csv([answer])
    else:
        caption = (
            f"{one.name} = {root.value:.1f} gives {100 * rate:g} % (95 % interval {root.low:.1f} to {root.high:.1f} "
            "from games), by a logistic curve through these points."
        )
        rows = ([str(point.values[one.name]), *row_of(point)] for point in found)
        print_table((one.name, *HEADINGS), rows, 0, caption=caption)
