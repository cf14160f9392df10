"""The command `omens score`."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import prepare_tables, progress
from sim.errors import OmensError, StoppedError

if TYPE_CHECKING:
    from sim.lab.score import Score
    from sim.runs.collect import Collected


@opt.about_a_run(policy="greedy,expert", games=2_000)
def score(
    shared: dict[str, Any],
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="DIR", help="Read a finished run's folder instead of playing."),
    ] = None,
    point: Annotated[float, typer.Option(help="Log odds that a point costs; less gives more points.")] = 0.2,
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Add up how hard a set-up makes the game, in whole points, and check the printed difficulty."""
    from sim.grid import in_range
    from sim.lab.score import score as fit

    in_range("point", point, 0.01, 5)
    if source is not None:
        from sim.runs.reading import read_run

        found = fit(read_run(source).tallies, point)
        words = shlex.join(["omens", "score", "--from", str(source), "--point", f"{point:g}"])
    else:
        from sim.runs.manifest import command

        collected = _play(shared, jobs)
        found = fit(collected.tallies, point)
        words = command(collected.run, "--point", f"{point:g}", verb="score")
    _print(found, format)
    if out is not None:
        from reports.score_page import write_score

        write_score(found, words, out)


def _play(shared: dict[str, Any], jobs: int | None) -> Collected:
    from sim.grid import plan
    from sim.runs.collect import collect
    from sim.spread import How

    run = plan(**shared)
    if len(run.cells) < 2:
        raise OmensError("score: a single cell has nothing to add up; two or more would be right")
    how = How(opt.checked_jobs(jobs))
    prepare_tables(run, how.jobs)
    with progress("games", run.total) as advance:
        collected = collect(run, how, advance=advance)
    if not collected.finished:
        raise StoppedError(f"stopped after {collected.games} of {run.total} games; nothing can be added up yet")
    return collected


def _record(found: Score) -> dict[str, Any]:
    """All of it, of values that JSON knows: rates are probabilities, errors played less predicted."""
    table = found.table
    return {
        "point": table.unit,
        "rate_at_no_points": table.rate(0),
        "explained": table.explained,
        "points": _levels(found),
        "left_out": [dict(zip(("factor", "level", "won"), left, strict=True)) for left in table.left_out],
        "mean_error": table.mean_error,
        "cells": [
            asdict(found.tallies[cell].cell)
            | {"win_rate": float(played), "model": float(model), "by_points": float(points)}
            for cell, played, model, points in zip(
                table.cells, table.observed, table.model, table.predicted, strict=True
            )
        ],
        "labels": [
            {"ancient_one": each.ancient_one, "label": each.label, "band_low": each.band[0], "band_high": each.band[1]}
            | _estimate(each.rate)
            for each in found.labelled
        ],
        "gaps": [_estimate(gap) for gap in found.gaps],
    }


def _estimate(estimate: Any) -> dict[str, float]:
    return {name: float(getattr(estimate, name)) for name in ("value", "low", "high", "total_low", "total_high")}


def _levels(found: Score) -> list[dict[str, Any]]:
    return [
        {name: None if value != value else value for name, value in asdict(level).items()}
        for level in found.table.levels
    ]


def _print(found: Score, format: opt.Format) -> None:
    from reports.score_words import HEADINGS, WORDS, rows, sentences
    from sim.commands.printing import print_csv, print_json, print_table

    if format is opt.Format.JSON:
        print_json([_record(found)])
    elif format is opt.Format.CSV:
        print_csv(_levels(found))
    else:
        print_table(HEADINGS, rows(found), WORDS, caption="\n".join(sentences(found)))
