"""The command `omens uncertainty`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import progress

if TYPE_CHECKING:
    from sim.lab.uncertainty import Uncertainty


@opt.about_a_run(players="1", games=200, completions=opt.LEFT_OUT)
def uncertainty(
    shared: dict[str, Any],
    draws: Annotated[int, typer.Option(help="Pairs of completions; more make the shares surer.")] = 16,
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Tell how much of the uncertainty comes from which unknown card facts, and which to read off first."""
    from sim.grid import in_range, plan
    from sim.lab.uncertainty import evaluations, study
    from sim.spread import How

    in_range("draws", draws, 2, 10_000)
    in_range("games", shared["games"], 2, 10**9)  # each rate is measured twice
    run = plan(**shared, completions=1)
    how = How(opt.checked_jobs(jobs))
    with progress("completions", evaluations(run, draws)) as advance:
        found = study(run, draws, how, advance)
    _print(found, format)
    if out is not None:
        from reports.uncertainty_page import write_uncertainty
        from sim.runs.manifest import command

        write_uncertainty(found, f"{command(run, verb='uncertainty', without=('completions',))} --draws {draws}", out)


def _records(found: Uncertainty) -> list[dict[str, Any]]:
    """A record an answer and group: shares of the variance over completions, with standard errors."""
    lines = []
    for answer in found.answers:
        for i, group in enumerate(found.groups):
            lines.append(
                {
                    "answer": answer.name,
                    "mean": answer.mean,
                    "spread": answer.spread,
                    "spread_before": answer.before,
                    "clear": answer.shares.clear,
                    "group": group,
                    "unknown_facts": found.unknown[group],
                    "first_order": float(answer.shares.first[i]),
                    "first_order_error": float(answer.shares.first_error[i]),
                    "total": float(answer.shares.total[i]),
                    "total_error": float(answer.shares.total_error[i]),
                }
            )
    return lines


def _print(found: Uncertainty, format: opt.Format) -> None:
    from sim.commands.printing import print_csv, print_json, print_table

    if format is opt.Format.JSON:
        ranked = [{"group": group, "per_fact": worth} for group, worth in found.ranking()]
        filled = {"facts": found.filled, "spread": {a.name: [a.before, a.spread] for a in found.answers}}
        print_json([
            {"shares": _records(found), "read_first": ranked, "order_flips": found.flips}
            | ({"filled_in": filled} if found.filled else {})
        ])  # fmt: skip
        return
    if format is opt.Format.CSV:
        print_csv(_records(found))
        return
    from reports.uncertainty_page import HEADINGS, row_of, sentences

    rows = [
        row_of(answer, found, i) for answer in found.answers if answer.shares.clear for i in range(len(found.groups))
    ]
    note = "Shares in percent of the variance over completions, with standard errors; dice are taken out."
    print_table(HEADINGS, rows, 2, caption="\n".join([note, *sentences(found)]))
