"""Reading the folder of a finished run back: its tallies, as if it had just been played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.errors import OmensError
from sim.grid import Run
from sim.runs.collect import Collected
from sim.runs.folder import GAMES, MANIFEST, read_games
from sim.runs.manifest import parse_manifest
from sim.tally import Cell


def read_run(folder: Path) -> Collected:
    """The tallies of the finished run in `folder`; its rulings, settings and cards are not looked at.

    Raises OmensError where there is none, or where it was interrupted or is torn.
    """
    try:
        about = parse_manifest((folder / MANIFEST).read_bytes())
    except OSError as error:
        raise OmensError(f"--from {folder}: no run can be read there: {error.strerror or error}") from None
    if about is None:
        raise OmensError(f"--from {folder}: {MANIFEST} is not that of a run; a folder of omens run --out is wanted")
    if not about.get("finished"):
        raise OmensError(f"--from {folder}: the run was interrupted; omens run ... --resume would finish it")
    try:
        return _collected(about, folder / GAMES)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise OmensError(f"--from {folder}: {GAMES} can't be read: {error}") from None


def _collected(about: dict[str, Any], path: Path) -> Collected:
    cells = tuple(Cell(**cell) for cell in about["cells"])
    collected = Collected(Run(cells, about["games_per_cell"], about["completions"], about["seed"]))
    for rows in read_games(path):
        collected.add_all(rows)
    if not collected.finished:
        raise ValueError(f"it holds {collected.games:,} games where {MANIFEST} says {collected.run.total:,}")
    return collected
