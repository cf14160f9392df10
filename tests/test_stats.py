"""Intervals: known values, limits that must hold for any counts, and coverage by simulation.

Simulations are seeded, so they give the same verdict every time; each bound is one that a right
program would miss for fewer than one seed in a million (exact binomial tails).
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from sim.stats.completions import contrast, difference, half_width, mean_rate, win_rate
from sim.stats.intervals import CONFIDENCE, Z, block_variance, wilson
from sim.tally import BLOCKS, Cell, Tally

CELL = Cell("alaska", "Ithaqua", "winter", 1, "greedy")


def in_one_block(wins: int, games: int) -> Tally:
    """A tally that shows nothing but its totals."""
    tally = Tally(CELL, 1)
    tally.games[0, 0], tally.wins[0, 0] = games, wins
    return tally


def from_games(won: np.ndarray) -> Tally:
    """A tally of games: `won` has shape (games per completion, completions), in the order of play."""
    games, completions = won.shape
    tally = Tally(CELL, completions)
    block = np.arange(games) % BLOCKS
    for completion in range(completions):
        tally.games[completion] = np.bincount(block, minlength=BLOCKS)
        tally.wins[completion] = np.bincount(block, won[:, completion], minlength=BLOCKS)
    return tally


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (263, 1000), (1, 100_000)])
def test_wilson_agrees_with_scipy(wins, games):
    expected = stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson(wins, games) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_the_quantile_belongs_to_the_confidence():
    assert stats.norm.ppf((1 + CONFIDENCE) / 2) == pytest.approx(Z, rel=1e-15)


def test_wilson_without_a_win_by_hand():
    # the upper limit solves p^2 = z^2 p (1 - p) / n: p = z^2 / (n + z^2)
    low, high = wilson(0, 10, 2.0)
    assert low == 0 and high == pytest.approx(4 / 14)


def test_wilson_takes_any_z_and_stays_in_range():
    low, high = wilson(np.array([0, 5, 10]), np.array([10, 10, 10]), 1e6)
    assert low.tolist()[0] == 0 and high.tolist()[2] == 1
    assert (low >= 0).all() and (high <= 1).all() and (high - low > 0.99).all()


def test_block_variance_of_equal_blocks_is_that_of_their_mean():
    values = np.array([[3.0, 5.0, 4.0, 8.0]])
    residuals = (values - values.mean()) / 4
    assert block_variance(residuals, np.ones((1, 4), bool)) == pytest.approx(values.var(ddof=1) / 4)


def test_one_cell_has_wilsons_interval():
    estimate = win_rate(in_one_block(30, 100))
    assert (estimate.low, estimate.high) == pytest.approx(tuple(map(float, wilson(30, 100))))


def test_difference_of_unrelated_cells_is_newcombes():
    # Newcombe 1998, Stat. Med. 17, 873-890, table II (a), method 10: 56/70 - 48/80
    estimate = difference([in_one_block(56, 70)], [in_one_block(48, 80)])
    assert estimate.value == pytest.approx(0.2)
    assert (estimate.low, estimate.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_one_completion_has_no_more_than_games():
    estimate = win_rate(from_games(np.arange(40)[:, None] % 3 == 0))
    assert (estimate.total_low, estimate.total_high) == (estimate.low, estimate.high)
    assert estimate.per_completion.shape == (1,)


def test_one_game_each_tells_no_completions_apart():
    estimate = win_rate(from_games(np.array([[1, 0, 0, 1, 0]])))
    assert estimate.value == pytest.approx(0.4)
    assert (estimate.total_low, estimate.total_high) == (estimate.low, estimate.high)


@pytest.mark.parametrize("won", [0, 1])
def test_no_win_and_no_loss_have_the_intervals_of_wilson(won):
    estimate = win_rate(from_games(np.full((10, 5), won)))
    assert estimate.value == won
    assert (estimate.low, estimate.high) == pytest.approx(tuple(map(float, wilson(50 * won, 50))))
    assert (estimate.total_low, estimate.total_high) == (estimate.low, estimate.high)


def test_without_dice_noise_the_half_width_is_students():
    values = np.array([0.1, 0.3, 0.2, 0.25, 0.4])
    expected = stats.t.ppf(0.975, 4) * np.sqrt((1 + 1 / 5) * values.var(ddof=1))
    assert half_width(values, 0.0) == pytest.approx(expected, rel=1e-3)


def test_completions_that_do_not_differ_leave_the_variance_from_games():
    assert half_width(np.full(20, 0.3), 0.002) == pytest.approx(Z * np.sqrt(0.002 / 20))


def test_many_completions_give_the_normal_law_with_the_noise_taken_off():
    values = np.tile([0.2, 0.4], 5000)  # variance 0.01
    assert half_width(values, 0.004) == pytest.approx(Z * np.sqrt(0.01 - 0.004), rel=5e-3)


def test_estimate_by_hand():
    # completion 1: 2 of 4 and 1 of 4; completion 2: 3 of 4 and 3 of 4
    first = from_games(np.array([[1, 1], [0, 1], [1, 0], [0, 1]]))
    second = from_games(np.array([[1, 1], [0, 1], [0, 0], [0, 1]]))
    estimate = difference([first], [second])
    assert estimate.value == pytest.approx(0.125)
    assert estimate.per_completion == pytest.approx([0.25, 0.0])
    assert estimate.agreeing == 1
    assert mean_rate([first, second]).value == pytest.approx(9 / 16)


def test_pairing_removes_shared_luck():
    won = np.random.default_rng(1).random((50, 4)) < 0.3
    same = difference([from_games(won)], [from_games(won)])
    assert (same.low, same.high, same.total_low, same.total_high) == (0, 0, 0, 0)


def test_cards_alone_can_make_a_difference():
    # the same games are won in both cells but in completion 3, where all are won against none
    first = from_games(np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1]]))
    second = from_games(np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0]]))
    estimate = difference([first], [second])
    assert estimate.low == estimate.high == pytest.approx(1 / 3)
    wide = stats.t.ppf(0.975, 2) * np.sqrt((1 + 1 / 3) * np.var([0, 0, 1], ddof=1))  # beyond the range
    assert wide > 2 / 3
    assert (estimate.total_low, estimate.total_high) == (pytest.approx(-1), pytest.approx(1))


def test_mean_of_two_copies_is_as_uncertain_as_one():
    tally = from_games(np.random.default_rng(1).random((50, 4)) < 0.3)
    one, two = win_rate(tally), mean_rate([tally, tally])
    assert (two.low, two.high) == pytest.approx((one.low, one.high))
    assert (two.total_low, two.total_high) == pytest.approx((one.total_low, one.total_high))


def test_only_completions_played_by_all_cells_count():
    first, second = from_games(np.array([[1, 1, 0], [1, 0, 0]])), Tally(CELL, 3)
    second.games[:2, :2] = 1  # interrupted before completion 3; no win
    assert difference([first], [second]).value == pytest.approx(3 / 4)


def test_refuses_what_cannot_be_compared():
    with pytest.raises(ValueError, match="same completions"):
        difference([Tally(CELL, 2)], [Tally(CELL, 3)])
    with pytest.raises(ValueError, match="no game"):
        win_rate(Tally(CELL, 2))


@st.composite
def pairs(draw):
    completions, games = draw(st.integers(1, 6)), draw(st.integers(1, 12))
    array = st.lists(st.booleans(), min_size=games * completions, max_size=games * completions)
    shape = (games, completions)
    return [from_games(np.array(draw(array)).reshape(shape)) for _ in range(2)]


@given(pairs())
@settings(max_examples=200, deadline=None)
def test_total_contains_games_and_both_contain_the_value(cells):
    for estimate, least in ((win_rate(cells[0]), 0), (difference(cells[:1], cells[1:]), -1), (mean_rate(cells), 0)):
        limits = (least, estimate.total_low, estimate.low, estimate.value)
        limits += (estimate.high, estimate.total_high, 1)
        assert np.isfinite(limits).all()
        assert (np.diff(limits) >= -1e-12).all()


@given(pairs())
@settings(max_examples=50, deadline=None)
def test_swapping_the_cells_turns_the_difference_round(cells):
    there, back = difference(cells[:1], cells[1:]), difference(cells[1:], cells[:1])
    assert back.value == pytest.approx(-there.value)
    assert (back.total_low, back.high) == pytest.approx((-there.total_high, -there.low))


def covered(estimates, truths, total: bool) -> int:
    limits = [(e.total_low, e.total_high) if total else (e.low, e.high) for e in estimates]
    return sum(low <= truth <= high for (low, high), truth in zip(limits, truths, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(("mean", "spread"), [(0.3, 0.0), (0.3, 0.03), (0.3, 0.1), (0.03, 0.01), (0.9, 0.05)])
def test_intervals_cover_what_they_claim(mean, spread):
    """The games of 20 completions against their own mean, and against the rate under cards drawn anew."""
    rng, repeats = np.random.default_rng(11), 400
    estimates, own, anew = [], [], []
    for _ in range(repeats):
        odds = mean * (1 - mean) / spread**2 - 1 if spread else np.inf
        rates = rng.beta(mean * odds, (1 - mean) * odds, 21) if spread else np.full(21, mean)
        estimates.append(win_rate(from_games(rng.random((100, 20)) < rates[:20])))
        own.append(rates[:20].mean())
        anew.append(rates[20])
    assert covered(estimates, own, total=False) >= stats.binom(repeats, 0.945).ppf(1e-6)
    # skewed laws of completions cost the total interval three points at most
    assert covered(estimates, anew, total=True) >= stats.binom(repeats, 0.92).ppf(1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("shared", [0.0, 0.9])
def test_paired_differences_cover_what_they_claim(shared):
    """Two cells with part of their luck in common; the interval from games is neither too narrow nor wasteful."""
    rng, repeats = np.random.default_rng(12), 400
    estimates, widths = [], []
    for _ in range(repeats):
        common, own = rng.normal(size=(100, 10)), rng.normal(size=(2, 100, 10))
        score = np.sqrt(shared) * common + np.sqrt(1 - shared) * own
        cells = [from_games(s > cut) for s, cut in zip(score, (0.0, 0.5), strict=True)]
        estimates.append(difference(cells[:1], cells[1:]))
        widths.append(estimates[-1].high - estimates[-1].low)
    truth = stats.norm.sf(0.0) - stats.norm.sf(0.5)
    hits = covered(estimates, [truth] * repeats, total=False)
    assert stats.binom(repeats, 0.945).ppf(1e-6) <= hits
    unpaired = 2 * Z * np.sqrt((0.25 + stats.norm.sf(0.5) * stats.norm.cdf(0.5)) / 1000)
    if shared:
        assert np.mean(widths) < 0.7 * unpaired
    else:
        assert np.mean(widths) == pytest.approx(unpaired, rel=0.05)


def test_weights_may_be_any():
    cells = [in_one_block(1, 4), in_one_block(3, 4), in_one_block(2, 4)]
    assert contrast(cells, [1.0, -0.5, -0.5]).value == pytest.approx(0.25 - 0.625)
