"""The command `omens compare`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import prepare_tables, progress
from sim.errors import OmensError

if TYPE_CHECKING:
    from sim.grid import Run
    from sim.lab.comparison import Compared, StopRule


_ERROR = 0.05  # of either kind, by default


@opt.about_a_run()
def compare(
    shared: dict[str, Any],
    a: Annotated[str, typer.Option(metavar="VARIANT", help="The base, as 'policy=greedy'; empty: as the options say.")],
    b: Annotated[
        list[str],
        typer.Option(metavar="VARIANT", help="What is compared with it, as 'policy=rush winter.day6=7'; repeatable."),
    ],
    until: Annotated[
        str | None, typer.Option(metavar="POINTS", help="Stop at this half width of the interval, as 0.5pp.")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="NULL,ALTERNATIVE", help="Stop when a sequential test tells two apart: 0,1pp.")
    ] = None,
    alpha: Annotated[
        float, typer.Option(help="Chance to find the alternative of --sprt where the null holds.")
    ] = _ERROR,
    beta: Annotated[
        float, typer.Option(help="Chance to find the null of --sprt where the alternative holds.")
    ] = _ERROR,
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Compare variants on the same decks and dice: is the difference real, and how large is it?"""
    from sim.lab.comparison import records
    from sim.lab.variants import variant

    for name in b:
        if b.count(name) > 1:
            raise OmensError(f"--b '{name[:60]}': is there twice; once would be right")
    names = [a, *b]
    rule = _rule(until, sprt, alpha, beta)
    runs = [variant(shared, words) for words in names]
    found = play_variants([f"variant '{name}'" for name in names], runs, rule, jobs)
    for comparison, name in zip(found.comparisons, b, strict=True):
        comparison.a, comparison.b = a, name
    told = records(found)
    _print(told, format)
    if out is not None:
        from reports.compare_page import write_compare

        write_compare(told, rule, _again(shared, a, b, until, sprt, rule), out)


def _again(shared: dict[str, Any], a: str, b: list[str], until: str | None, sprt: str | None, rule: StopRule) -> str:
    """The command that repeats a comparison."""
    from sim.scenario import NO_SEASON, SEASONS_OF

    words = ["omens", "compare", "--a", a]
    for name in b:
        words += ["--b", name]
    for option, value in shared.items():
        if isinstance(value, list | tuple):
            for each in value:
                words += ["--set" if option == "settings" else "--ruling", each]
        elif value is not None and (option != "season" or SEASONS_OF[shared["mode"]] != (NO_SEASON,)):
            words += [f"--{option.replace('_', '-')}", str(value)]
    words += ["--until", until] if until else []
    words += ["--sprt", sprt, "--alpha", str(rule.alpha), "--beta", str(rule.beta)] if sprt else []
    return shlex.join(words)


def play_variants(names: Sequence[str], runs: Sequence[Run], rule: StopRule, jobs: int | None) -> Compared:
    """Play runs on the same games, the first as base; OmensError for those that cannot be paired."""
    from sim.lab.comparison import compare as play
    from sim.lab.variants import check_pairs
    from sim.spread import How

    check_pairs(names, runs)
    rule.check(runs[0].total)
    how = How(opt.checked_jobs(jobs))
    for run in runs:
        prepare_tables(run, how.jobs)
    with progress("games of each variant", runs[0].total) as advance:
        return play(names, runs, how, rule, advance=advance)


def _rule(until: str | None, sprt: str | None, alpha: float, beta: float) -> StopRule:
    from sim.lab.comparison import StopRule

    if until is not None and sprt is not None:
        raise OmensError("--until and --sprt: one stop rule at a time would be right")
    if sprt is None and (alpha, beta) != (_ERROR, _ERROR):
        raise OmensError("--alpha and --beta: belong to --sprt, which is missing")
    if sprt is None:
        return StopRule(None if until is None else points("--until", until, least=0.001), alpha=alpha, beta=beta)
    parts = sprt.split(",")
    if len(parts) != 2:
        raise OmensError(f"--sprt: expected two differences, as 0,1pp, found '{sprt[:40]}'")
    null, alternative = (points("--sprt", part, least=-100) for part in parts)
    return StopRule(None, null, alternative, alpha, beta)


def points(option: str, text: str, least: float, most: float = 100, example: str = "0.5pp") -> float:
    """Percentage points, with or without ``pp`` or ``%`` behind them, as a probability."""
    found = re.fullmatch(r"\s*([+-]?[0-9]+(?:\.[0-9]*)?|[+-]?\.[0-9]+)\s*(?:pp|%)?\s*", text)
    if not found or not least <= float(found[1]) <= most:
        raise OmensError(f"{option}: expected points from {least:g} to {most:g}, as {example}, found '{text[:40]}'")
    return float(found[1]) / 100


_DIMENSIONS = ("ancient_one", "season", "players", "policy")
_AS_IT_IS = "as it is"
_HEADINGS = (
    "A",
    "B",
    "where",
    "A won",
    "B won",
    "B minus A",
    "games only",
    "facts too",
    "p",
    "correlation",
    "saved",
    "games",
)


def _print(found: list[dict[str, Any]], format: opt.Format) -> None:
    from sim.commands.printing import print_csv, print_json, print_table

    if format is opt.Format.JSON:
        print_json(found)
        return
    flat = [line for each in found for line in _lines(each)]
    if format is opt.Format.CSV:
        print_csv(flat)
        return
    caption = "\n".join(f"{each['b'] or 'B'}: {each['decision']}; {each['reason']}." for each in found)
    print_table(_HEADINGS, map(_row, flat), 3, caption=caption)


def _lines(each: dict[str, Any]) -> list[dict[str, Any]]:
    """The pooled numbers and those of each cell, if there are several."""
    from sim.scenario import NO_SEASON

    pooled = {name: value for name, value in each.items() if name not in ("strata", "path")}
    lines = [{"where": "all cells", **pooled}]
    for stratum in each["strata"] if len(each["strata"]) > 1 else ():
        where = ", ".join(str(stratum[name]) for name in _DIMENSIONS if name in stratum and stratum[name] != NO_SEASON)
        lines.append({"where": where} | {name: stratum.get(name) for name in pooled} | {"a": each["a"], "b": each["b"]})
    return lines


def _row(line: dict[str, Any]) -> list[str]:
    games = line["games"]
    return [
        line["a"] or _AS_IT_IS,
        line["b"] or _AS_IT_IS,
        line["where"],
        f"{line['wins_a'] / games:.1%}",
        f"{line['wins_b'] / games:.1%}",
        f"{100 * line['difference']:+.2f}",
        f"{100 * line['ci_low']:+.2f} to {100 * line['ci_high']:+.2f}",
        "" if line["total_low"] is None else f"{100 * line['total_low']:+.2f} to {100 * line['total_high']:+.2f}",
        f"{line['p_value']:.2g}",
        f"{line['correlation']:.2f}",
        f"{line['games_saved_factor']:.1f}x",
        f"{games:,}",
    ]
