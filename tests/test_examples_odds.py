"""Worked examples and numeric references about odds: E-20, E-42, NR-01 .. NR-15.

What needs focus or coloured dice under best play is listed in `data/later.csv`.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from board import Board
from test_odds import chance

from sim.rules import state

TRIES = 6000
FIVE_SIGMA = 5  # standard errors of a mean of TRIES attempts: a false alarm in 1.7 million


def many_attempts(tasks: str, least: int = 1, scope: str = "PER_ROLL") -> tuple[np.ndarray, np.ndarray]:
    """Terror effects and successes of TRIES attempts with six green dice, any task taken at once.

    The attempt is given up with fewer than `least` dice; no focus.
    """

    def decide(question):
        if question.kind == "ATTEMPT":
            return int((question.game["dice"]["place"] == state.POOL).sum() < least)
        return 1 if question.kind == "TASK" else 0

    board = Board(decide=decide, seed=42)
    board.ruling("TERROR_SCOPE", scope)
    for card in board.deck["adventures"][:60]:
        board.write(card, tasks=tasks)
    board.deck["adventures"]["terror"] = board.program("supply +1")
    terrors, successes = np.zeros(TRIES), np.zeros(TRIES)
    for n in range(TRIES):
        board.card(0)
        board.stand(0, 0)
        board.game["turn"], board.game["supplies"], board.game["successes"] = n, 0, 0
        board.hidden["rolls"] = 0
        board.resolution()
        terrors[n], successes[n] = board.game["supplies"], board.game["successes"]
        board.pay(0, 9)  # the card goes back
    return terrors, successes


def close(sample: np.ndarray, expected: float) -> bool:
    return abs(sample.mean() - expected) < FIVE_SIGMA * sample.std() / len(sample) ** 0.5


@pytest.mark.parametrize(
    ("scope", "least", "expected"),
    [("PER_ROLL", 2, 1.5261), ("PER_PHASE", 2, 0.6740), ("PER_ROLL", 1, 1.6033), ("PER_PHASE", 1, 0.6754)],
)
def test_e42_expected_terror_effects_of_an_attempt(scope, least, expected):
    """E-42, NR-15; TERROR_SCOPE.  Seeded; false alarm once in 1.7 million, see FIVE_SIGMA."""
    terrors, successes = many_attempts("peril, peril", least, scope)
    assert close(terrors, expected)
    assert close(successes, 0.5372)


@pytest.mark.parametrize(
    ("tasks", "percent"),
    [("lore", 97.8263), ("lore, lore", 53.7248), ("inv 7", 65.2121), ("inv 4, inv 4", 36.5534)],
)
def test_e20_the_engine_meets_the_exact_odds(tasks, percent):
    """E-20 for cards of one task, where taking it at once is best play.  Seeded; false alarm once in 1.7 million."""
    assert close(many_attempts(tasks)[1], percent / 100)


# --- exact figures without focus (percent) ------------------------------------------------------
@pytest.mark.parametrize(
    ("case", "tasks", "dice", "percent"),
    [
        ("NR-01", "peril, peril > lore, lore", 5, 2.252997),
        ("NR-01", "peril, peril > lore, lore", 6, 7.413286),
        ("NR-04a", "lore | lore | lore", 6, 55.706780),
        ("NR-04b", "lore | peril | terror", 6, 80.337748),
        ("NR-05", "lore, lore", 6, 53.724803),
        ("NR-06", "lore, lore, lore", 6, 11.434321),
        ("NR-07", "inv 5", 6, 94.087980),
        ("NR-07", "inv 7", 6, 65.212089),
        ("NR-07", "inv 9", 6, 29.570672),
        ("NR-07", "inv 12", 6, 4.085062),
        ("NR-10", "terror/peril, terror/lore | terror/peril, terror/lore", 6, 72.592148),
        ("E-21", "lore > inv 3 > peril", 6, 60.5960),
        ("E-21", "inv 2, inv 2 > inv 3", 6, 82.8795),
        ("E-21", "terror | inv 2, lore", 6, 80.7766),
    ],
)
def test_numeric_references_without_focus(case, tasks, dice, percent):
    """NR-01, NR-04, NR-05, NR-06, NR-07, NR-10, and what E-21 says of attempts without focus."""
    assert 100 * chance(tasks, dice) == pytest.approx(percent, abs=6e-5), case


def test_nr15_terror_effects_twice_over():
    """NR-15 by the closed form: a roll of n dice fails if it shows no two perils, and hurts if it shows terror."""
    reached, per_roll, calm, once, success = 1.0, 0.0, 1.0, 0.0, 0.0
    for n in range(6, 1, -1):
        fails = (5**n + n * 5 ** (n - 1)) / 6**n
        fails_calmly = (4**n + n * 4 ** (n - 1)) / 6**n
        per_roll += reached * (fails - fails_calmly)
        once += calm * (fails - fails_calmly)
        success += reached * (1 - fails)
        reached *= fails
        calm *= fails_calmly
    assert (per_roll, once, success) == pytest.approx((1.526146, 0.673970, 0.537248), abs=1e-6)


def test_later_has_reasons():
    with open(Path(__file__).parent / "data" / "later.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["id"] for row in rows}) == len(rows) > 0
    assert all(row["id"].startswith(("E-", "NR-")) and len(row["reason"]) > 20 for row in rows)
