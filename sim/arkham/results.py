"""What a run leaves: its tallies, and its folder with every game, the summary, the page and the manifest."""

from __future__ import annotations

import csv
import hashlib
import json
import platform
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from sim.arkham.batch import play_run
from sim.arkham.facts import FOLDER
from sim.arkham.play import row_dtype
from sim.arkham.run import ClockRun, command
from sim.arkham.tally import ClockTally, records
from sim.errors import OmensError, StoppedError
from sim.interrupts import Stop, interrupts
from sim.runs.folder import GAMES, PAGE, SUMMARY, GamesFile, RunFolder, reason
from sim.spread import How

Advance = Callable[[int], None]


def collect(
    run: ClockRun,
    how: How,
    *,
    keep: Callable[[int, np.ndarray], None] = lambda cell, rows: None,
    advance: Advance = lambda games: None,
) -> list[ClockTally]:
    """Play `run` and tally its games, a tally a cell; `keep` gets each cell's index with rows in order.

    Raises StoppedError after Ctrl-C, with whole chunks played, and OmensError as playing does.
    """
    tallies = [ClockTally(cell) for cell in run.cells]
    stop = Stop()
    with interrupts(stop):
        for chunk, rows in play_run(run, how):
            tallies[chunk.cell].add(rows)
            keep(chunk.cell, rows)
            advance(len(rows))
            if stop.pressed:
                break
    played = sum(tally.games for tally in tallies)
    if played < run.total:
        raise StoppedError(f"stopped after {played} of {run.total} games; again: {command(run)}")
    return tallies


def play_into_folder(
    run: ClockRun,
    how: How,
    path: Path,
    write_page: Callable[[list[ClockTally], Path], None],
    *,
    advance: Advance = lambda games: None,
) -> list[ClockTally]:
    """Play `run` and write the folder `path`; OmensError, and the folder as it was, where that can't be done.

    `write_page` gets the tallies and the file to write the page into.
    """
    with RunFolder(path) as folder:
        folder.check_anew()
        try:
            return _fill(folder, run, how, write_page, advance)
        except OSError as error:
            raise OmensError(f"--out {path}: can't be written: {reason(error)}") from error


def _fill(
    folder: RunFolder, run: ClockRun, how: How, write_page: Callable[[list[ClockTally], Path], None], advance: Advance
) -> list[ClockTally]:
    games = GamesFile(folder.part(GAMES), run.cells, row_dtype)
    try:
        tallies = collect(run, how, keep=games.add, advance=advance)
    finally:
        games.close()
    _write_summary(tallies, folder.part(SUMMARY))
    write_page(tallies, folder.part(PAGE))
    with interrupts(Stop()):
        folder.finish(manifest(run))
    return tallies


def _write_summary(tallies: list[ClockTally], path: Path) -> None:
    lines = [record | {"causes": json.dumps(record["causes"])} for record in records(tallies)]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def manifest(run: ClockRun) -> dict[str, Any]:
    """All that is needed to repeat a run, and what it rests on."""
    return {
        "program": "omens",
        "game": "arkham",
        "version": version("omens"),
        "command": command(run),
        "finished": True,
        "games_played": run.total,
        "seed": run.seed,
        "games_per_cell": run.games,
        "cells": [asdict(cell) for cell in run.cells],
        "scenario": run.scenario(run.cells[0]).as_dict(),
        "card_data_hash": card_data_hash(),
        "libraries": {"python": platform.python_version()} | {name: version(name) for name in ("numpy", "numba")},
    }


def card_data_hash() -> str:
    """SHA-256 of all facts."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.glob("*.csv")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
