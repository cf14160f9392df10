"""The command `omens uncertainty`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import progress

if TYPE_CHECKING:
    from sim.uncertainty import Uncertainty


@opt.about_a_run(players="1", games=200, completions=opt.LEFT_OUT)
def uncertainty(
    shared: dict[str, Any],
    draws: Annotated[int, typer.Option(help="Pairs of completions; more make the shares surer.")] = 16,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Tell how much of the uncertainty comes from which unknown card facts, and which to read off first."""
    from sim.batch import How
    from sim.cards.completion import GROUPS
    from sim.grid import in_range, plan
    from sim.uncertainty import study

    in_range("draws", draws, 2, 10_000)
    run = plan(**shared, completions=1)
    how = How(opt.checked_jobs(jobs))
    with progress("completions", draws * (len(GROUPS) + 2)) as advance:
        found = study(run, draws, how, advance)
    _print(found, format)


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
        print_json([{"shares": _records(found), "read_first": ranked, "order_flips": found.flips}])
        return
    if format is opt.Format.CSV:
        print_csv(_records(found))
        return
    rows = [
        [
            line["answer"],
            line["group"],
            str(line["unknown_facts"]),
            f"{100 * line['first_order']:.0f} ± {100 * line['first_order_error']:.0f}",
            f"{100 * line['total']:.0f} ± {100 * line['total_error']:.0f}",
        ]
        for line in _records(found)
        if line["clear"]
    ]
    unclear = [answer.name for answer in found.answers if not answer.shares.clear]
    caption = "\n".join(
        [
            "Shares in percent of the variance over completions, with standard errors; dice are taken out.",
            *(
                f"{answer.name}: {100 * answer.mean:.1f} points on the mean, standard deviation "
                f"{100 * answer.spread:.1f} over completions."
                for answer in found.answers
            ),
            *(f"Too few draws or games to share out: {name}." for name in unclear),
            *(f"{pair} change places in {100 * share:.0f} % of completions." for pair, share in found.flips.items()),
            "Read off first: " + ", ".join(group for group, _ in found.ranking()[:3]) + ".",
        ]
    )
    print_table(("answer", "group of facts", "unknown", "alone", "in all"), rows, 2, caption=caption)
