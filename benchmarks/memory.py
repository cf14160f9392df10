"""Peak memory of runs of different length: it should not grow with the number of games.

Usage: python benchmarks/memory.py [GAMES ...], by default 100,000 and 1,000,000 games.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

_CELL = ["--ancient-one", "ithaqua", "--season", "winter", "--players", "1", "--policy", "greedy"]


def peak(games: int) -> float:
    """Peak resident memory in MB of the runs so far, this one of `games` games with all output included."""
    with tempfile.TemporaryDirectory() as folder:
        out = ["--games", str(games), "--jobs", "1", "--format", "csv", "--out", str(Path(folder, "out"))]
        command = [sys.executable, "-m", "sim.cli", "run", *_CELL, *out]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


if __name__ == "__main__":
    for games in sorted(map(int, sys.argv[1:] or ["100000", "1000000"])):
        print(f"{games:>12,} games: {peak(games):6.0f} MB")
