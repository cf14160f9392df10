"""Paired comparison: published figures, known answers, coverage and error rates by simulation.

Simulations are seeded; each bound is one that a right program would miss for fewer than one seed
in a million (normal or binomial tails, stated beside it).
"""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import binom, norm

from sim.stats.paired import Pairs, Strata
from sim.stats.sequential import SequentialTest, _log_likelihood

MILLION = 1e-6


def test_table_counts_and_rates():
    pairs = Pairs.of([1, 1, 0, 0, 0], [1, 0, 1, 1, 0])
    assert pairs == Pairs(both=1, only_a=1, only_b=2, neither=1)
    assert (pairs.games, pairs.wins_a, pairs.wins_b) == (5, 2, 3)
    assert pairs.difference == pytest.approx(1 / 5)
    assert pairs + pairs == Pairs(2, 2, 4, 2)


@pytest.mark.parametrize(
    ("pairs", "low", "high"),
    [  # Newcombe 1998, Stat. Med. 17, 2635-2650, table III, method 10
        (Pairs(36, 12, 2, 0), 0.0569, 0.3404),
        (Pairs(36, 14, 0, 0), 0.1528, 0.4167),
        (Pairs(0, 0, 0, 30), -0.1135, 0.1135),
    ],
)
def test_interval_published(pairs, low, high):
    """The paper takes A minus B."""
    found_low, found_high = pairs.interval()
    assert (-found_high, -found_low) == pytest.approx((low, high), abs=5.1e-5)


def test_mcnemar_by_hand():
    """Of 6 pairs that differ 5 go to B: twice the tail 7 / 64."""
    assert Pairs(10, 1, 5, 10).p_value == pytest.approx(14 / 64)
    assert Pairs(10, 0, 0, 10).p_value == 1.0


def test_pairing_that_says_nothing_saves_nothing_and_twins_save_much():
    independent = Pairs(both=250, only_a=250, only_b=250, neither=250)
    assert independent.correlation == pytest.approx(0)
    assert independent.games_saved_factor == pytest.approx(1)
    twins = Pairs(both=495, only_a=5, only_b=5, neither=495)  # variance 0.01 against 0.5
    assert twins.games_saved_factor == pytest.approx(50)
    assert twins.correlation == pytest.approx(0.98)


@pytest.mark.parametrize(
    ("both", "only_a", "only_b", "games"),
    [(0.3, 0.1, 0.15, 400), (0.002, 0.004, 0.01, 1000), (0.97, 0.01, 0.015, 500), (0.0, 0.001, 0.002, 3000)],
)
def test_interval_covers_also_near_zero_and_one(both, only_a, only_b, games):
    """20,000 runs: at least 94 % cover, the least that a method with 95 % may show (5 sigma: 0.8 points)."""
    random = np.random.default_rng(7)
    tables = random.multinomial(games, [both, only_a, only_b, 1 - both - only_a - only_b], size=20_000)
    truth = only_b - only_a
    unique, counts = np.unique(tables, axis=0, return_counts=True)
    covered = 0
    for table, count in zip(unique, counts, strict=True):
        low, high = Pairs(*map(int, table)).interval()
        covered += int(count) * (low <= truth <= high)
    assert covered / 20_000 >= 0.942


def test_a_policy_against_its_equal_differs_at_the_nominal_rate():
    """1,000 comparisons of equals: McNemar's exact test says p < 0.05 at most as often as 5 % allow."""
    random = np.random.default_rng(11)
    false = sum(Pairs(*map(int, random.multinomial(2_000, [0.3, 0.1, 0.1, 0.5]))).p_value < 0.05 for _ in range(1_000))
    assert false <= binom.ppf(1 - MILLION, 1_000, 0.05)


def test_likelihood_with_a_fixed_difference_is_the_highest_there_is():
    for table in (Pairs(40, 12, 20, 28), Pairs(0, 3, 0, 97), Pairs(10, 0, 9, 5)):
        for difference in (-0.2, -0.01, 0.0, 0.05, 0.3):

            def negative(x, table=table, d=difference):
                cells = ((table.only_a, x), (table.only_b, x + d), (table.both + table.neither, 1 - 2 * x - d))
                return -sum(count * np.log(max(chance, 1e-12)) for count, chance in cells if count)

            low, high = max(0.0, -difference), (1 - difference) / 2
            found = minimize_scalar(negative, bounds=(low, high), method="bounded", options={"xatol": 1e-12})
            assert _log_likelihood(table, difference) == pytest.approx(-found.fun, abs=1e-4)


def _test_until_decided(random, chances, test, step, most):
    pairs = Pairs()
    while pairs.games < most:
        pairs += Pairs(*map(int, random.multinomial(step, chances)))
        if decision := test.look(pairs):
            return decision
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "wrong", "rate"), [(0.0, "alternative", 0.05), (0.02, "null", 0.10)])
def test_error_rates_hold_however_often_one_looks(truth, wrong, rate):
    """2,000 sequential tests of 0 against 2 points with a look every 100 games.

    The wrong verdict comes at most as often as allowed, plus what one seed in a million may add.
    """
    random = np.random.default_rng(13)
    wrongs = 0
    for _ in range(2_000):
        test = SequentialTest(0.0, 0.02, alpha=0.05, beta=0.10)
        chances = [0.2, 0.06, 0.06 + truth, 0.68 - truth]
        wrongs += _test_until_decided(random, chances, test, 100, 100_000) == wrong
    assert wrongs <= binom.ppf(1 - MILLION, 2_000, rate)


def test_a_known_coin_is_found_with_the_nominal_power():
    """B loses a twentieth of A's wins by a coin: with 80 % power by the normal law, found about as often.

    1,000 comparisons of a size for which the paired z test has 80 % power; 5 sigma of a count are 63.
    """
    random = np.random.default_rng(17)
    rate, lost = 0.4, 0.05
    differing = rate * lost
    games = int(np.ceil(((norm.ppf(0.975) + norm.ppf(0.8)) ** 2) * (differing - differing**2) / differing**2))
    found = sum(
        Pairs(*map(int, random.multinomial(games, [rate - differing, differing, 0.0, 1 - rate]))).p_value < 0.05
        for _ in range(1_000)
    )
    assert found >= 800 - 63


# --- several cells that share their games -------------------------------------------------------------------
def strata_of(won_a, won_b):
    found = Strata(len(won_a))
    found.add(np.asarray(won_a, bool), np.asarray(won_b, bool))
    return found


def test_the_same_cell_twice_counts_once():
    """Outcomes of one cell given twice: the interval is that of the cell alone, up to n / (n - 1)."""
    random = np.random.default_rng(1)
    a, b = random.random((2, 4000)) < [[0.4], [0.45]]
    twice, once = strata_of([a, a], [b, b]), Pairs.of(a, b)
    assert twice.games == 8000 and twice.difference == once.difference
    assert twice.design_effect == pytest.approx(2, rel=1e-3)
    assert twice.interval() == pytest.approx(once.interval(), rel=2e-3)
    assert twice.p_value == pytest.approx(once.p_value, rel=0.1)


def test_a_single_cell_is_its_table():
    random = np.random.default_rng(2)
    a, b = random.random((2, 500)) < 0.3
    alone, pairs = strata_of([a], [b]), Pairs.of(a, b)
    for name in ("games", "wins_a", "wins_b", "only_a", "only_b", "difference", "p_value"):
        assert getattr(alone, name) == getattr(pairs, name)
    assert alone.interval() == pairs.interval() and alone.design_effect == 1
    assert alone.correlation == pytest.approx(pairs.correlation)
    assert alone.games_saved_factor == pytest.approx(pairs.games_saved_factor)


def test_what_cells_have_in_common_is_not_credited_to_the_pairs():
    """An easy and a hard cell, outcomes of A and B independent in each: nothing is saved."""
    random = np.random.default_rng(3)
    a, b = random.random((2, 2, 200_000)) < np.array([0.9, 0.1])[:, None]
    found = strata_of(a, b)
    assert found.correlation == pytest.approx(0, abs=0.01)  # 0.64 in one table
    assert found.games_saved_factor == pytest.approx(1, abs=0.01)
    assert found.table.correlation > 0.6


@pytest.mark.slow
def test_limits_of_cells_that_share_their_games_cover():
    """1,000 seeds of 400 games in 4 cells, differences of one game correlated across cells.  At 95 % fewer than
    915 covering would come once in a million (binomial); as independent pairs they cover less than 850."""
    random = np.random.default_rng(4)
    covered = naive = 0
    for _ in range(1000):
        common = random.normal(size=(1, 400))
        a = common + random.normal(size=(4, 400)) > 0.5
        b = np.where(random.random((1, 400)) < 0.3, ~a, a)  # the same games turn in every cell
        truth = 0.3 * (1 - 2 * norm.sf(0.5 / np.sqrt(2)))
        found = strata_of(a, b)
        covered += found.interval()[0] <= truth <= found.interval()[1]
        naive += found.table.interval()[0] <= truth <= found.table.interval()[1]
    assert covered >= 915
    assert naive < 850
