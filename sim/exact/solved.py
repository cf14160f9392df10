"""Solved attempts, kept in memory and on disk: nothing is solved twice."""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from sim.compiled import cache_folder
from sim.exact.holds import FREE, MARKERS, NOTHING
from sim.exact.pools import pools
from sim.exact.problem import DISCARDS, SOURCES, Attempt, problem


def values(attempt: Attempt) -> np.ndarray:
    """The chance of success in every state: float64 (acted, 1 << rows, markers, ways, pools, clues + 1).

    `acted` is 1 or 2: whether a terror effect that acts once in the phase has acted.  Markers
    and ways of spells are numbered as in sim/exact/holds.py, pools as in sim/exact/pools.py.
    """
    from sim.exact.attempt import solve  # half a second that kept tables do not need

    asked = problem(attempt)
    acted = 2 if attempt.terror == DISCARDS and attempt.once else 1
    found = np.zeros((acted, 1 << len(attempt.rows), MARKERS, len(asked.n_held), len(pools().size), attempt.clues + 1))
    solve(asked, found)
    return found


def success(attempt: Attempt) -> float:
    """The chance that an attempt succeeds under best dice play."""
    marker = FREE if attempt.focus else NOTHING
    pool = pools().of[attempt.green, attempt.yellow, attempt.red]
    return float(values(attempt)[0, 0, marker, -1, pool, -1])


@lru_cache(maxsize=4096)
def table(attempt: Attempt) -> np.ndarray:
    """``values`` without clues at a phase's beginning: float32 (1 << rows, markers, ways, pools), read-only.

    Kept on disk, by all that it depends on.
    """
    place = _place(attempt)
    found = _read(place)
    if found is None:
        found = values(attempt)[0, ..., 0].astype(np.float32)
        _write(place, found)
    found.flags.writeable = False
    return found


def is_solved(attempt: Attempt) -> bool:
    """Whether the `table` of an attempt lies on disk."""
    return _place(attempt).is_file()


def _place(attempt: Attempt) -> Path:
    name = hashlib.sha256(repr(attempt).encode()).hexdigest()[:24]
    return Path(cache_folder(*SOURCES)) / f"{name}.npy"


def _read(place: Path) -> np.ndarray | None:
    """What a file holds; None where there is none, or a torn one."""
    try:
        return np.load(place)
    except (OSError, ValueError, EOFError):
        return None


def _write(place: Path, found: np.ndarray) -> None:
    """Write a whole file or none; a disk that takes no more only costs time."""
    try:
        with tempfile.NamedTemporaryFile(dir=place.parent, suffix=".part", delete=False) as file:
            np.save(file, found)
        os.replace(file.name, place)
    except OSError:
        Path(file.name).unlink(missing_ok=True) if "file" in locals() else None
