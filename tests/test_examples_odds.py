"""Worked examples and numeric references about odds: E-20, E-21, E-42, NR-01 .. NR-18."""

from __future__ import annotations

import numpy as np
import pytest
from board import Board

from sim.cards.notation import parse_tasks
from sim.exact.cards import Attempt, attempt_rows, success
from sim.exact.problem import STRICT
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


# --- exact figures (percent) --------------------------------------------------------------------
def percent_of(tasks: str, green: int = 6, yellow: int = 0, red: int = 0, **help) -> float:
    rows = attempt_rows(parse_tasks(tasks))
    return 100 * success(Attempt(rows, green, yellow, red, **{"focus": False} | help))


@pytest.mark.parametrize(
    ("tasks", "percent"),
    [
        ("lore", 97.8263),
        ("lore | lore", 84.9671),
        ("lore | peril", 92.3830),
        ("lore | lore | lore", 55.7068),
        ("lore | peril | terror", 80.3377),
        ("lore, lore", 53.7248),
        ("inv 5", 94.0880),
        ("inv 7", 65.2121),
        ("inv 9", 29.5707),
        ("inv 12", 4.0851),
        ("inv 4, inv 4", 36.5534),
        ("peril, peril > lore, lore", 7.4133),
        ("terror/peril, terror/lore | terror/peril, terror/lore", 72.5921),
    ],
)
def test_e20_six_green_dice_and_no_help(tasks, percent):
    """E-20, NR-04, NR-10."""
    assert percent_of(tasks) == pytest.approx(percent, abs=5.1e-5)


def test_e20_with_the_yellow_die():
    assert percent_of("peril, peril > lore, lore", yellow=1) == pytest.approx(17.2464, abs=5.1e-5)


@pytest.mark.parametrize(
    ("tasks", "focus", "strict", "none"),
    [
        ("lore, lore", 80.4674, None, 53.7248),
        ("inv 4, inv 4", 48.0546, None, 36.5534),
        ("lore > inv 3 > peril", 69.7838, 66.1173, 60.5960),
        ("inv 2, inv 2 > inv 3", 88.1731, 87.9956, 82.8795),
        ("terror | inv 2, lore", 84.1093, 84.1093, 80.7766),
    ],
)
def test_e21_one_focus(tasks, focus, strict, none):
    """E-21; EMPTY_POOL."""
    assert percent_of(tasks) == pytest.approx(none, abs=5.1e-5)
    assert percent_of(tasks, focus=True) == pytest.approx(focus, abs=5.1e-5)
    if strict is not None:
        assert percent_of(tasks, focus=True, empty_pool=STRICT) == pytest.approx(strict, abs=5.1e-5)


@pytest.mark.parametrize(
    ("dice", "percent"),
    [
        ((5, 0, 0), 2.252997),
        ((6, 0, 0), 7.413286),
        ((6, 1, 0), 17.246428),
        ((6, 0, 1), 25.475103),
        ((6, 1, 1), 42.755001),
    ],
)
def test_nr01_every_pool(dice, percent):
    assert percent_of("peril, peril > lore, lore", *dice) == pytest.approx(percent, abs=1e-6)


@pytest.mark.parametrize(
    ("case", "tasks", "none", "focus"),
    [
        ("NR-04a", "lore | lore | lore", 55.706780, None),
        ("NR-04b", "lore | peril | terror", 80.337748, None),
        ("NR-05", "lore, lore", 53.724803, 80.467426),
        ("NR-06", "lore, lore, lore", 11.434321, 22.909079),
        ("NR-07", "inv 5", 94.087980, 98.325040),
        ("NR-07", "inv 7", 65.212089, 80.119702),
        ("NR-07", "inv 9", 29.570672, 42.743406),
        ("NR-07", "inv 12", 4.085062, 5.960912),
        ("NR-09", "inv 4, inv 3, inv 2, inv 1", None, 11.194072),
        ("NR-10", "terror/peril, terror/lore | terror/peril, terror/lore", 72.592148, None),
    ],
)
def test_numeric_references(case, tasks, none, focus):
    """NR-04 to NR-10: six green dice without and with one focus."""
    for percent, may_focus in ((none, False), (focus, True)):
        if percent is not None:
            assert percent_of(tasks, focus=may_focus) == pytest.approx(percent, abs=1e-6), case


@pytest.mark.parametrize(
    ("tasks", "percent"),
    [
        ("terror | inv 2, lore", 84.1093),  # Calling
        ("terror/peril, terror/lore > inv 1, inv 2, peril", 34.7077),  # Echoes of the Dream
        ("terror/peril, terror/peril > inv 5, lore", 15.5486),  # R'lyeh Risen
    ],
)
def test_nr13_specials_of_rlyeh_rising(tasks, percent):
    """NR-13: six green dice, one focus."""
    assert percent_of(tasks, focus=True) == pytest.approx(percent, abs=5e-5)


@pytest.mark.parametrize(
    ("tasks", "usual", "strict"),
    [
        ("lore > inv 3 > peril", 69.783812, 66.117335),
        ("inv 2 > inv 4 > lore", 56.870269, 53.359371),
        ("lore, lore > lore", 51.914107, 51.353997),
        ("inv 2, inv 2 > inv 3", 88.173110, 87.995624),
    ],
)
def test_nr18_secured_dice_and_the_empty_pool(tasks, usual, strict):
    """NR-18; EMPTY_POOL.  One focus."""
    assert percent_of(tasks, focus=True) == pytest.approx(usual, abs=1e-6)
    assert percent_of(tasks, focus=True, empty_pool=STRICT) == pytest.approx(strict, abs=1e-6)


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
