"""The command `omens solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.compare import points
from sim.commands.progress import prepare_tables, progress
from sim.errors import OmensError

if TYPE_CHECKING:
    from sim.lab.rootfinding import Root, Search


@opt.about_a_run(players="1", games=20_000)
def solve(
    shared: dict[str, Any],
    knob: Annotated[str, typer.Option(metavar="NAME=LOW..HIGH", help="The value that is searched, and where.")],
    wanted: Annotated[str, typer.Option(metavar="PERCENT", help="The win rate that it is to give, as 50%.")],
    until: Annotated[
        float | None, typer.Option(help="Stop at this half width of the interval, in units of the value.")
    ] = None,
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Find the value of one number of the scenario that gives a wanted win rate; --games are shared by all values."""
    from sim.grid import in_range
    from sim.lab.rootfinding import LOOK, find_root
    from sim.lab.sweep import parse_knob, words_of
    from sim.lab.variants import variant
    from sim.spread import How

    rate = points("--wanted", wanted, least=0.1, most=99.9, example="50%")
    one = parse_knob(knob)
    if len(one.values) < 2:
        raise OmensError(f"--knob {knob}: a single value leaves nothing to search; a range as 6..10 would be right")
    in_range("games", shared["games"], 3 * LOOK, 10**9)
    if until is not None:
        in_range("until", until, 0.01, 100)
    runs = {value: variant(shared, words_of({one.name: value})) for value in sorted(one.values)}
    how = How(opt.checked_jobs(jobs))
    for run in runs.values():
        prepare_tables(run, how.jobs)
    total = next(iter(runs.values())).total
    with progress("games", total) as advance:
        root, search = find_root(one.name, runs, rate, how, until=until, advance=advance)
    _print(root, search, format)
    if out is not None:
        from reports.solve_page import write_solve
        from sim.runs.manifest import command

        base = variant(shared, "")
        words = ["--knob", knob, "--wanted", wanted, *(["--until", f"{until:g}"] if until is not None else [])]
        write_solve(root, search, command(base, *words, verb="solve"), out)


def _print(root: Root, search: Search, format: opt.Format) -> None:
    from sim.commands.printing import print_csv, print_json, print_table
    from sim.lab.rootfinding import record

    found = record(root, search)
    if format is opt.Format.JSON:
        print_json([found])
        return
    if format is opt.Format.CSV:
        print_csv([{name: value for name, value in found.items() if name != "points"}])
        return
    from reports.solve_page import HEADINGS, answer, row_of

    print_table(
        (search.name, *HEADINGS), map(row_of, found["points"]), 0, caption=f"{answer(root, search)}\n{root.reason}."
    )
