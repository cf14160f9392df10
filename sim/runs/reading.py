"""Reading the folder of a finished run back: its tallies, as if it had just been played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import OmensError
from sim.grid import Run
from sim.runs.collect import Collected
from sim.runs.folder import GAMES, MANIFEST, holds_killed_run, is_games_of, read_games, reason
from sim.runs.manifest import check_finished, is_torn, parse_manifest
from sim.tally import CAUSES, OUTCOMES


def read_run(folder: Path) -> Collected:
    """The tallies of the finished run in `folder`; its rulings, settings and cards are not looked at.

    Raises OmensError where there is none, or where it was interrupted, killed, or is torn.
    """
    try:
        about = _finished(folder)
        run = check_finished(about)
    except _UnreadableError as error:
        raise OmensError(f"--from {folder}: {error}") from None
    except OmensError as error:
        raise OmensError(f"--from {folder}: {MANIFEST}: {error}") from None
    games = folder / GAMES
    try:
        if not is_games_of(about, games):
            raise OmensError(f"it is not the file that {MANIFEST} was written with; play the run anew")
        return _collected(run, games)
    except OSError as error:
        raise OmensError(f"--from {folder}: {GAMES} can't be read: {reason(error)}") from None
    except OmensError as error:
        raise OmensError(f"--from {folder}: {GAMES} can't be read: {error}") from None


class _UnreadableError(OmensError):
    """There is no manifest of a finished run."""


def _finished(folder: Path) -> dict[str, Any]:
    """The manifest of a finished run."""
    path, text = folder / MANIFEST, b""
    fault = None
    try:
        if path.exists() and not path.is_file():
            raise _UnreadableError(f"{MANIFEST} is no file; a folder of omens run --out is wanted")
        text = path.read_bytes()
    except OSError as error:
        fault = reason(error)
    about = parse_manifest(text)
    finished = about is not None and about.get("finished")
    if not finished and holds_killed_run(folder):
        raise _UnreadableError("holds a run that was killed; omens run ... --resume goes on with it")
    if fault is not None:
        raise _UnreadableError(f"no run can be read there: {fault}")
    if about is None:
        fault = "is torn" if is_torn(text) else "is not that of a run"
        raise _UnreadableError(f"{MANIFEST} {fault}; a folder of omens run --out is wanted")
    if not finished:
        raise _UnreadableError("the run was interrupted; omens run ... --resume would finish it")
    if finished is not True:
        raise _UnreadableError(f"{MANIFEST}: finished is no truth value; true or false would be right")
    return about


def _collected(run: Run, path: Path) -> Collected:
    """The games in `path`, each the one that belongs there; OmensError otherwise."""
    collected = Collected(run)
    for rows in _groups(path):
        numbers = (collected.games + np.arange(len(rows))) % run.games
        at_home = (rows["game"] == numbers) & (rows["completion"] == numbers % run.completions)
        known = np.isin(rows["outcome"], range(OUTCOMES)) & np.isin(rows["cause"], range(CAUSES))
        if collected.games + len(rows) > run.total or not (at_home & known).all():
            raise OmensError(f"its games are not those that {MANIFEST} speaks of; play the run anew")
        collected.add_all(rows)
    if not collected.finished:
        raise OmensError(f"it holds {collected.games:,} games where {MANIFEST} says {run.total:,}; play the run anew")
    return collected


def _groups(path: Path) -> Any:
    """The rows of a games file; OmensError where it is none."""
    try:
        yield from read_games(path)
    except (ValueError, LookupError, TypeError):
        raise OmensError("it is no file of games; play the run anew") from None
