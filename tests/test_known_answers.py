"""The balance lab on questions whose answers are known: games of the engine, made equal or worse by a known coin.

Some thousand games are played once.  Drawing from them with replacement makes a laboratory whose true win
rates are known exactly: those of the pool.  Simulations are seeded; unless a test says otherwise, its bounds
are such that a right program would miss them for fewer than one seed in a million (exact binomial tails).
That a policy on its own games differs in no pair is in test_compare.py; coverage of made-up rates in test_stats.py
and test_paired.py; shares of an additive model with normal noise in test_shares.py.
"""

import numpy as np
import pytest
from scipy.stats import binom

from sim.batch import play_run
from sim.grid import plan
from sim.rules.state import WIN
from sim.spread import How
from sim.stats.completions import difference, win_rate
from sim.stats.intervals import wilson
from sim.stats.paired import Pairs
from sim.stats.sequential import SequentialTest
from sim.stats.shares import shares
from sim.tally import BLOCKS, Cell, Tally

pytestmark = pytest.mark.slow

MILLION = 1e-6
REPEATS = 1_000
PAIRS = 1_000  # in one comparison
COMPLETIONS = 30
CELL = Cell("alaska", "rhan-tegoth", "winter", 4, "greedy")


def pool(*settings: str, policy: str = "greedy", ancient_one: str = "rhan-tegoth") -> np.ndarray:
    """Whether each of 12,000 games of the engine was won: shape (games per completion, completions)."""
    run = plan(
        mode="alaska", ancient_one=ancient_one, season="winter", players="4", policy=policy, games=400 * COMPLETIONS,
        completions=COMPLETIONS, seed=23, settings=settings,
    )  # fmt: skip
    won = np.concatenate([rows["outcome"] == WIN for _, rows in play_run(run, How())])
    return won.reshape(-1, COMPLETIONS)


@pytest.fixture(scope="module")
def greedy() -> np.ndarray:
    return pool().ravel()


@pytest.fixture(scope="module")
def cautious() -> np.ndarray:
    """Another policy on the same games."""
    return pool(policy="cautious").ravel()


def as_expected(count: int, rate: float) -> bool:
    """Whether a count of `REPEATS` is what a known rate gives, but for one seed in a million."""
    return binom.ppf(MILLION / 2, REPEATS, rate) <= count <= binom.ppf(1 - MILLION / 2, REPEATS, rate)


def exact_power(only_a: float, only_b: float) -> float:
    """How often McNemar's exact test of `PAIRS` pairs says p < 0.05 where pairs differ with these chances.

    Summed over all tables: of d pairs that differ, at most k or at least d - k go to B, with k the largest
    number whose tail under a fair coin is below 2.5 %.
    """
    d = np.arange(PAIRS + 1)
    k = binom.ppf(0.025, d, 0.5) - 1
    k += 2 * binom.cdf(k + 1, d, 0.5) < 0.05
    share = only_b / (only_a + only_b)
    rejected = binom.cdf(k, d, share) + binom.sf(d - k - 1, d, share)
    return float(binom.pmf(d, PAIRS, only_a + only_b) @ rejected)


def found(draw) -> int:
    """In how many of `REPEATS` comparisons of `PAIRS` pairs, each drawn anew, the difference is found."""
    return sum(Pairs.of(*draw()).p_value < 0.05 for _ in range(REPEATS))


# --- two sides that are the same -------------------------------------------------------------
def test_a_policy_on_other_games_differs_from_itself_at_the_nominal_rate(greedy):
    """Two sides with games of their own: p < 0.05 as often as the exact test does for two equal coins, below 5 %."""
    random, rate = np.random.default_rng(1), greedy.mean()
    assert 0.1 < rate < 0.9
    nominal = exact_power(rate * (1 - rate), rate * (1 - rate))
    assert 0.03 < nominal <= 0.05
    assert as_expected(found(lambda: random.choice(greedy, (2, PAIRS))), nominal)


def test_two_policies_made_equal_by_a_coin_differ_at_the_nominal_rate(greedy, cautious):
    """Greedy and cautious on the same games; a coin takes wins from the better until their true rates are equal."""
    random = np.random.default_rng(2)
    worse, better = sorted((greedy, cautious), key=np.mean)
    kept = worse.mean() / better.mean()
    assert (worse != better).mean() > 0.01, "two policies must be told apart"

    def draw():
        games = random.integers(len(greedy), size=PAIRS)
        return worse[games], better[games] & (random.random(PAIRS) < kept)

    both = (worse & better).mean() * kept
    only = worse.mean() - both  # the same on both sides, for the rates are equal
    assert exact_power(only, only) <= 0.05
    assert as_expected(found(draw), exact_power(only, only))


# --- a side made worse -----------------------------------------------------------------------
@pytest.mark.parametrize("flipped", [0.01, 0.015])
def test_wins_turned_into_losses_by_a_coin_are_found_with_the_exact_power(greedy, flipped):
    """On the same games, where no pair goes to B: found as soon as six pairs differ, 2 / 2^6 < 5 %."""
    random, rate = np.random.default_rng(3), greedy.mean()

    def draw():
        a = random.choice(greedy, PAIRS)
        return a, a & (random.random(PAIRS) >= flipped)

    power = binom.sf(5, PAIRS, rate * flipped)
    assert exact_power(rate * flipped, 0.0) == pytest.approx(power)
    assert as_expected(found(draw), power)


def test_without_shared_games_the_same_coin_is_found_less_often(greedy):
    """The worse side on games of its own: the exact power for two coins of these rates, and less than paired."""
    random, rate, flipped = np.random.default_rng(4), greedy.mean(), 0.04

    def draw():
        a, b = random.choice(greedy, (2, PAIRS))
        return a, b & (random.random(PAIRS) >= flipped)

    lower = rate * (1 - flipped)
    power = exact_power(rate * (1 - lower), lower * (1 - rate))
    assert power < 0.5 < binom.sf(5, PAIRS, rate * flipped)
    assert as_expected(found(draw), power)


@pytest.mark.parametrize(("truth", "wrong", "allowed"), [(0.0, "alternative", 0.05), (-0.01, "null", 0.10)])
def test_the_sequential_test_finds_a_known_coin(greedy, truth, wrong, allowed):
    """A coin takes 3 % of the wins of either side, and one point more from B, or not; a look every 100 pairs.

    300 tests of 0 against -1 point: each ends, and with the wrong verdict no more often than allowed.
    """
    random, rate = np.random.default_rng(5), greedy.mean()
    kept = np.array([0.97, 0.97 + truth / rate])[:, None]
    wrongs = 0
    for _ in range(300):
        test, pairs, verdict = SequentialTest(0.0, -0.01, alpha=0.05, beta=0.10), Pairs(), ""
        while not verdict:
            won = random.choice(greedy, 100)
            pairs += Pairs.of(*(won & (random.random((2, 100)) < kept)))
            verdict = test.look(pairs)
            assert pairs.games < 100_000
        wrongs += verdict == wrong
    assert wrongs <= binom.ppf(1 - MILLION, 300, allowed)


# --- intervals -------------------------------------------------------------------------------
@pytest.mark.parametrize("games", [20, 100, 1_000])
@pytest.mark.parametrize(("low", "high"), [(0.0, 0.05), (0.05, 0.95), (0.95, 1.0)])
def test_wilson_covers_95_percent_on_the_mean_also_near_0_and_1(games, low, high):
    """Coverage of every rate summed exactly over all counts, without a simulation.

    It swings with the rate (Brown, Cai and DasGupta 2001, Stat. Sci. 16, 101-133): on the mean of a range within
    a point and a half of 95 %, and nowhere below 83 %, the limit of the worst case at hardly any win.
    """
    rates = np.linspace(low, high, 401)[1:-1, None]
    wins = np.arange(games + 1)
    lower, upper = wilson(wins, np.full(games + 1, games))
    coverage = (binom.pmf(wins, games, rates) * ((lower <= rates) & (rates <= upper))).sum(axis=1)
    assert coverage.mean() == pytest.approx(0.95, abs=0.015)
    assert coverage.min() > 0.83


@pytest.mark.parametrize(("one", "other"), [(0.01, 0.02), (0.005, 0.6), (0.98, 0.99), (0.3, 0.5)])
def test_newcombes_interval_of_unrelated_cells_covers(one, other):
    """20,000 differences of 300 games each, counted by table: 94 % at least, as in test_paired.py (5 sigma 0.8)."""
    random, games, repeats = np.random.default_rng(6), 300, 20_000
    tables, counts = np.unique(random.binomial(games, [one, other], (repeats, 2)), axis=0, return_counts=True)
    covered = 0
    for wins, count in zip(tables, counts, strict=True):
        cells = [Tally(CELL, 1), Tally(CELL, 1)]
        for cell, won in zip(cells, wins, strict=True):
            cell.games[0, 0], cell.wins[0, 0] = games, won
        estimate = difference(cells[1:], cells[:1])
        covered += int(count) * (estimate.low <= other - one <= estimate.high)
    assert covered / repeats >= 0.942


def tally_of(won: np.ndarray) -> Tally:
    """A tally of games: `won` has shape (games per completion, completions), in the order of play."""
    tally = Tally(CELL, won.shape[1])
    tally.games[:] = np.bincount(np.arange(len(won)) % BLOCKS, minlength=BLOCKS)
    for block in range(min(BLOCKS, len(won))):
        tally.wins[:, block] = won[block::BLOCKS].sum(axis=0)
    return tally


@pytest.mark.parametrize(
    ("ancient_one", "settings", "low", "high"),
    [
        ("ithaqua", (), 0.0, 0.05),
        ("rhan-tegoth", (), 0.3, 0.9),
        ("rhan-tegoth", ("rhan-tegoth.signs=2",), 0.9, 1.0),
    ],
)
def test_total_intervals_hold_the_rate_under_cards_not_seen(ancient_one, settings, low, high):
    """The rates that real completions have: 20 are seen in 100 games each, and one more is the truth.

    They win hardly ever, often, or nearly always; half a win more and half a loss keep every rate off 0
    and 1, which no cards make sure.  300 draws; 92 % at least, the three points that test_stats.py allows for laws
    of completions that are no normal ones.  The interval from games holds the mean of the completions seen.
    """
    random, repeats = np.random.default_rng(7), 300
    games = pool(*settings, ancient_one=ancient_one)
    rates = (games.sum(axis=0) + 0.5) / (len(games) + 1)
    assert low < rates.mean() < high
    own = anew = 0
    for _ in range(repeats):
        *seen, true = random.permutation(COMPLETIONS)[:21]
        estimate = win_rate(tally_of(random.random((100, 20)) < rates[seen]))
        own += estimate.low <= rates[seen].mean() <= estimate.high
        anew += estimate.total_low <= rates[true] <= estimate.total_high
    assert own >= binom.ppf(MILLION, repeats, 0.945)
    assert anew >= binom.ppf(MILLION, repeats, 0.92)


# --- shares ----------------------------------------------------------------------------------
def test_shares_of_an_additive_win_rate_measured_by_games():
    """A win rate of 40 % that three groups move by up to 20, 10 and 5 points, with 2 x 40 games each time.

    Variances go with the squares: shares 16, 4 and 1 of 21, alone as in all.  4,000 draws: five standard
    errors are allowed, which fewer than one seed in 100,000 misses among six shares.
    """
    random, reach = np.random.default_rng(8), np.array([0.20, 0.10, 0.05])
    a, b = random.uniform(-1, 1, (2, 4_000, 3))
    mixed = np.repeat(a[:, None, :], 3, axis=1)
    for group in range(3):
        mixed[:, group, group] = b[:, group]
    measured = [random.binomial(40, np.repeat((0.4 + x @ reach)[..., None], 2, axis=-1)) / 40 for x in (a, b, mixed)]
    result = shares(*measured)
    assert result.variance == pytest.approx((reach**2).sum() / 3, rel=0.15)
    for share, error in ((result.first, result.first_error), (result.total, result.total_error)):
        assert np.all(np.abs(share - np.array([16, 4, 1]) / 21) < 5 * error) and np.all(error < 0.06)
