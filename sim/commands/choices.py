"""The command `omens choices`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.compare import play_variants
from sim.commands.progress import prepare_tables, progress

if TYPE_CHECKING:
    from sim.lab.choices import Choice


@opt.about_a_run(players="2", games=1_000)
def choices(
    shared: dict[str, Any],
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="An option, as camp.ally, ship.ally or 'split.1 of Arctic Fog'; repeatable. By default all.",
        ),
    ] = None,
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Tell which purchases, Mythos options and parts of splits are worth it, by forbidding them one by one."""
    from sim.grid import plan
    from sim.lab.choices import checked, counts, without, worths
    from sim.lab.comparison import StopRule
    from sim.spread import How

    run = plan(**shared)
    names = checked(run, option or ())
    how = How(opt.checked_jobs(jobs))
    prepare_tables(run, how.jobs)
    with progress("games as they are", run.total) as advance:
        counted = counts(run, names, how, advance)
    offered = [name for name, (times, *_) in zip(names, counted, strict=True) if times]
    compared = None
    if offered:
        runs = [run, *(without(run, name) for name in offered)]
        compared = play_variants(["all options", *offered], runs, StopRule(), how.jobs)
    found = worths(names, counted, compared, run.total)
    _print(found, sorted({cell.policy for cell in run.cells}), format)
    if out is not None:
        from reports.choices_page import write_choices
        from sim.runs.manifest import command

        words = [word for name in option or () for word in ("--option", name)]
        write_choices(found, sorted({cell.policy for cell in run.cells}), command(run, *words, verb="choices"), out)


def _print(found: list[Choice], policies: list[str], format: opt.Format) -> None:
    from reports.choices_words import HEADINGS, WORDS, rows, sentences
    from sim.commands.printing import print_csv, print_json, print_table

    records = [asdict(choice) | {"verdict": choice.verdict} for choice in found]
    if format is opt.Format.JSON:
        print_json(records)
    elif format is opt.Format.CSV:
        print_csv(records)
    else:
        print_table(HEADINGS, rows(found), WORDS, caption="\n".join(sentences(found, policies)))
