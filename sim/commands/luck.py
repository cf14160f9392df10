"""The command `omens luck`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import prepare_tables, progress

if TYPE_CHECKING:
    from sim.lab.luck import Luck
    from sim.stats.components import Shares


@opt.about_a_run(players="1,4", policy="greedy,exact,expert", games=opt.LEFT_OUT)
def luck(
    shared: dict[str, Any],
    decks: Annotated[int, typer.Option(help="Shuffles of all decks in each completion.")] = 10,
    dice: Annotated[int, typer.Option(help="Rolls of a whole game that each of them is played with.")] = 10,
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Tell how much of what decides a game is decks, dice and play: all combinations of them, played out."""
    from sim.grid import plan
    from sim.lab.luck import check, study
    from sim.spread import How

    run = plan(**shared, games=shared["completions"])
    check(run, decks, dice)
    how = How(opt.checked_jobs(jobs))
    prepare_tables(run, how.jobs)
    with progress("games", len(run.cells) * run.completions * decks * dice) as advance:
        found = study(run, decks, dice, how, advance)
    _print(found, format)
    if out is not None:
        from reports.luck_page import write_luck
        from sim.runs.manifest import command

        words = ("--decks", str(decks), "--dice", str(dice))
        write_luck(found, command(run, *words, verb="luck", without=("games",)), out)


def _records(found: Luck) -> list[dict[str, Any]]:
    """A record a cell and source: its component of the variance, and shares with 95 % limits; None for none."""
    lines = []
    wheres = [None, *found.cells]
    for where, each in zip(wheres, [found.overall, *found.of_cells], strict=True):
        cell = {name: value for name, value in asdict(where or found.cells[0]).items() if name != "policy"}
        if where is None:
            cell = dict.fromkeys(cell, "all")
        lines += [cell | line for line in _of_one(each)]
    return lines


def _of_one(each: Shares) -> list[dict[str, Any]]:
    variances = dict(zip(each.sources, each.variances, strict=True))
    return [
        {"of": of, "source": name, "variance": _number(variances.get(name) if of == "sources" else None)}
        | {key: _number(value) for key, value in share._asdict().items()}
        for of, shares in (("sources", each.sources), ("parts", each.parts), ("table", each.table))
        for name, share in shares.items()
    ]


def _number(value: float | None) -> float | None:
    return None if value is None or value != value else float(value)


def _print(found: Luck, format: opt.Format) -> None:
    from reports.luck_words import HEADINGS, WORDS, rows, sentences
    from sim.commands.printing import print_csv, print_json, print_table

    if format is opt.Format.JSON:
        print_json(_records(found))
    elif format is opt.Format.CSV:
        print_csv(_records(found))
    else:
        print_table(HEADINGS, rows(found), WORDS, caption="\n".join(sentences(found)))
