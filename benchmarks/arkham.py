"""Idle games of the Arkham Horror clock per second on one core, by number of players, texts off and on.

Usage: python benchmarks/arkham.py
"""

from __future__ import annotations

import os
import time
from statistics import harmonic_mean, median

import numpy as np

from policies.arkham import load
from sim.arkham.play import play, row_dtype
from sim.arkham.scenario import Scenario
from sim.arkham.state import MAX_PLAYERS
from sim.arkham.town import build_town

_GAMES = 100_000
_ROUNDS = 5


def games_per_second(players: int, texts: bool) -> float:
    """By processor time: the median of some rounds after one to warm up."""
    town, policy, rows = build_town(Scenario(players=players, texts=texts)), load("idle"), np.zeros(_GAMES, row_dtype)
    taken = []
    for _ in range(1 + _ROUNDS):
        start = time.process_time()
        play(town, policy, 0, range(_GAMES), rows)
        taken.append(time.process_time() - start)
    return _GAMES / median(taken[1:])


def main() -> None:
    """Print a line a number of players, and what a run over all of them reaches."""
    counts = range(1, MAX_PLAYERS + 1)
    speeds = [(games_per_second(players, False), games_per_second(players, True)) for players in counts]
    print(f"load {os.getloadavg()[0]:.1f}\nplayers  texts off  texts on   (games/s)")
    for players, (off, on) in zip(counts, speeds, strict=True):
        print(f"{players:>7}  {off:>9,.0f}  {on:>8,.0f}")
    off, on = (harmonic_mean(column) for column in zip(*speeds, strict=True))
    print(f"    all  {off:>9,.0f}  {on:>8,.0f}")


if __name__ == "__main__":
    main()
