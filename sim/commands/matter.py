"""The command `omens matter`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import prepare_tables, progress

if TYPE_CHECKING:
    from sim.grid import Run
    from sim.lab.matter import Finding

_CHUNK = 1_000  # games whose histories are kept at once


@opt.about_a_run(ancient_one="rhan-tegoth", season="winter", players="2", games=20_000)
def matter(
    shared: dict[str, Any],
    top: Annotated[int, typer.Option(help="Cards in the table, each way; csv, json and the page hold all.")] = 10,
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Tell which cards matter: what their appearing, being tried and being resolved is worth in games won."""
    from sim.grid import in_range, plan
    from sim.lab.matter import study
    from sim.spread import How

    in_range("top", top, 1, 1000)
    run = plan(**shared)
    how = How(opt.checked_jobs(jobs), _CHUNK)
    prepare_tables(run, how.jobs)
    with progress("games", run.total) as advance:
        findings = study(run, how, advance)
    _print(findings, run, top, format)
    if out is not None:
        from reports.matter_page import write_matter
        from sim.runs.manifest import command

        write_matter(findings, experiment(findings, run), command(run, verb="matter"), out)


def experiment(findings: list[Finding], run: Run) -> str:
    """The command that plays the same games without the strongest card; empty if no card has a value."""
    import shlex

    from sim.lab.matter import to_experiment
    from sim.runs.manifest import command

    card = to_experiment(findings)
    if card is None:
        return ""
    words = f"cards.ban={shlex.quote(card.card)}"
    if any(letter in words for letter in '"$`\\!'):
        return command(run, "--a", "", "--b", words, verb="compare")
    return command(run, "--a", "", verb="compare") + f' --b "{words}"'


_HEADINGS = ("card", "deck", "what", "effect", "95 % interval", "with unknown facts", "p adjusted", "won with", "games")


def _print(findings: list[Finding], run: Run, top: int, format: opt.Format) -> None:
    from sim.commands.printing import print_csv, print_json, print_table
    from sim.lab.matter import NO_EXPERIMENT, in_words, records, strongest

    if format is opt.Format.JSON:
        print_json(records(findings))
        return
    if format is opt.Format.CSV:
        print_csv(records(findings))
        return
    chosen = [f for chance in (True, False) for each in strongest(findings, top, chance=chance) for f in each]
    lines = [in_words(findings), NO_EXPERIMENT]
    if words := experiment(findings, run):
        lines.append(f"The experiment: {words}")
    print_table(_HEADINGS, map(_row, records(chosen)), 3, caption="\n".join(lines))


def _row(line: dict[str, Any]) -> list[str]:
    return [
        line["card"],
        line["deck"],
        line["question"],
        f"{100 * line['effect']:+.1f}",
        f"{100 * line['ci_low']:+.1f} to {100 * line['ci_high']:+.1f}",
        f"{100 * line['total_low']:+.1f} to {100 * line['total_high']:+.1f}",
        f"{line['p_adjusted']:.2g}{'*' if line['shown'] else ''}",
        f"{100 * line['won_with']:.1f} %",
        f"{line['games_with']:,}",
    ]
