"""How long exact odds take on one core: a card with all dice and a focus, with clue and spell, and the whole deck.

Usage: python benchmarks/odds.py

The deck is also solved by a fresh process that has nothing compiled: what a user waits for the first time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from sim.cards.loading import load_cards
from sim.cards.notation import parse_tasks
from sim.exact.best_play import BestPlay
from sim.exact.cards import Attempt, attempt_rows, success
from sim.odds import DECK_HELP, adventures_of, deck_chances

ROWS = attempt_rows(parse_tasks("inv 1 > inv 2 > inv 2, peril"))  # Arctic Fog
ALL_DICE = Attempt(ROWS, yellow=1, red=1)
WITH_HELP = Attempt(ROWS, yellow=1, red=1, spells=1, clues=1)
_ROUNDS = 5
_SOURCES = Path(__file__).parent.parent


def seconds(work: Callable[[], object]) -> float:
    """Processor time, median of some rounds after one to warm up."""
    work()
    taken = []
    for _ in range(_ROUNDS):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return median(taken)


def deck() -> None:
    """The whole deck with every kind of help."""
    for card in adventures_of(load_cards()):
        deck_chances(card, DECK_HELP, {})


def cold() -> float:
    """Seconds of the wall for ``omens odds --all`` by sources just copied, with nothing compiled."""
    with tempfile.TemporaryDirectory() as folder:
        for package in ("sim", "policies", "reports"):
            shutil.copytree(_SOURCES / package, Path(folder, package), ignore=shutil.ignore_patterns("__pycache__"))
        start = time.perf_counter()
        command = [sys.executable, "-m", "sim.cli", "odds", "--all", "--format", "csv"]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    print(f"load {os.getloadavg()[0]:.1f}")
    print(f"{seconds(lambda: success(ALL_DICE)):8.3f} s  a card with 6 green, yellow, red and focus")
    print(f"{seconds(lambda: success(WITH_HELP)):8.3f} s  the same with a clue and a spell")
    print(f"{seconds(lambda: BestPlay(ALL_DICE)):8.3f} s  the first with all that comes of it (--distribution)")
    print(f"{seconds(deck):8.3f} s  the whole deck with {len(DECK_HELP)} kinds of help")
    print(f"{cold():8.3f} s  the same by a fresh copy with nothing compiled (wall)")


if __name__ == "__main__":
    main()
