"""Variance components: a naive twin, models of known components, shares that add up, errors that cover."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

from reports.luck_words import said
from sim.stats.components import AT_THE_TABLE, PARTS, SOURCES, components, drawable, shares


def made_up(random, shape, variances):
    """Normal outcomes of the model: random effects of the given variances; of policies as many as there are."""
    _, decks, dice, policies = shape
    sizes = {
        "facts": (1, 1, 1), "facts x policy": (1, 1, policies), "policy": (1, 1, policies), "decks": (decks, 1, 1),
        "dice": (1, dice, 1), "decks x dice": (decks, dice, 1), "decks x policy": (decks, 1, policies),
        "dice x policy": (1, dice, policies), "decks x dice x policy": (decks, dice, policies),
    }  # fmt: skip
    total = np.zeros(shape)
    for name, variance in variances.items():
        if name == "policy":  # fixed: the same in every completion, of just this mean square
            fixed = np.linspace(-1, 1, policies)
            total += fixed * np.sqrt(variance / (fixed**2).mean())
            continue
        effect = random.normal(size=(shape[0], *sizes[name]))
        if "policy" in name:  # sums to zero over the policies, with mean square 1 on the average
            effect = (effect - effect.mean(axis=-1, keepdims=True)) * np.sqrt(policies / (policies - 1))
        total += np.sqrt(variance) * effect
    return total


def naive(y):
    """The same estimates as means of products of two outcomes that share some of their sources, loop by loop."""
    completions, decks, dice, policies = y.shape

    def product_mean(p, q, same_deck, same_dice, same_facts=True):
        terms = []
        for c, e in product(range(completions), repeat=2):
            if (c == e) != same_facts:
                continue
            for (i, j), (k, m) in product(product(range(decks), range(dice)), repeat=2):
                if not same_facts or ((i == k) == same_deck and (j == m) == same_dice):
                    terms.append(y[c, i, j, p] * y[e, k, m, q])
        return np.mean(terms)

    def means(*shared):
        table = np.array([[product_mean(p, q, *shared) for q in range(policies)] for p in range(policies)])
        return table.mean(), np.diag(table).mean()  # any two policies; the same one twice

    none, deck, die, both = means(False, False), means(True, False), means(False, True), means(True, True)
    apart = means(False, False, False) if completions > 1 else none
    of_decks, of_dice = np.subtract(deck, none), np.subtract(die, none)
    of_both = np.subtract(both, deck) - of_dice
    of_facts, of_policy = np.subtract(none, apart), apart[1] - apart[0]
    one = lambda pair: pair[0]
    more = lambda pair: pair[1] - pair[0]
    return np.array(
        [one(of_facts), more(of_facts), of_policy, one(of_decks), one(of_dice), one(of_both), more(of_decks),
         more(of_dice), more(of_both)]
    )  # fmt: skip


@pytest.mark.parametrize("shape", [(1, 3, 4, 2), (3, 2, 3, 3)])
def test_components_are_those_of_the_naive_twin(shape):
    random = np.random.default_rng(1)
    for y in (random.normal(size=shape), random.random(shape) < 0.4):
        np.testing.assert_allclose(components(y), naive(np.asarray(y, float)), atol=1e-12)


def test_squares_of_a_balanced_design_add_up():
    """With whole populations for samples, the mean square of all deviations is the sum of the effects' squares."""
    y = np.random.default_rng(2).normal(size=(1, 5, 4, 3))
    found = dict(zip(SOURCES, components(y), strict=True))
    i, j = 5, 4
    # turned back from unbiased components to mean squares of the sample's own effects
    three = found["decks x dice x policy"]
    both = found["decks x dice"]
    squares = [
        three * (i - 1) * (j - 1) / (i * j),
        (found["decks x policy"] + three / j) * (i - 1) / i,
        (found["dice x policy"] + three / i) * (j - 1) / j,
        both * (i - 1) * (j - 1) / (i * j),
        (found["decks"] + both / j) * (i - 1) / i,
        (found["dice"] + both / i) * (j - 1) / j,
        found["policy"] + found["decks x policy"] / i + found["dice x policy"] / j + three / (i * j),
    ]
    assert sum(squares) == pytest.approx(y.var())


KNOWN = dict(zip(SOURCES, (0.5, 0.3, 1, 2, 1.5, 1, 0.7, 0.4, 1.2), strict=True))


def test_known_components_come_back():
    """400 samples: their mean within 5 standard errors of the truth for all 9; a false alarm in 190,000."""
    random = np.random.default_rng(3)
    found = np.array([components(made_up(random, (4, 5, 6, 3), KNOWN)) for _ in range(400)])
    error = found.std(axis=0) / 20
    assert (np.abs(found.mean(axis=0) - list(KNOWN.values())) < 5 * error).all()


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "promised"), [((12, 6, 6, 2), 0.9), ((1, 12, 12, 2), 0.85)])
def test_intervals_of_shares_cover(shape, promised):
    """The jackknife of a skewed estimate covers a little less than 95 %: at least `promised` of 200 samples,
    less 4 standard errors, for the shares of dice and of luck at the table; a false alarm in 10,000."""
    random = np.random.default_rng(4)
    known = KNOWN if shape[0] > 1 else KNOWN | {"facts": 0.0, "facts x policy": 0.0}
    dice = known["dice"] / sum(known.values())
    luck = sum(known[name] for name in AT_THE_TABLE["luck"]) / (sum(known.values()) - known["facts"])
    covered = np.zeros(2)
    for _ in range(200):
        found = shares(made_up(random, shape, known)[None])
        covered += [
            share.low <= truth <= share.high
            for share, truth in ((found.sources["dice"], dice), (found.table["luck"], luck))
        ]
    assert (covered >= binom.ppf(1e-4, 200, promised)).all(), covered


def test_shares_add_up_to_one():
    found = shares(np.random.default_rng(5).random((2, 3, 4, 4, 3)) < 0.3)
    for named in (found.sources, found.parts, found.table):
        assert sum(share.value for share in named.values()) == pytest.approx(1)
    assert sorted(name for names in PARTS.values() for name in names) == sorted(SOURCES)
    assert sorted([*(name for names in AT_THE_TABLE.values() for name in names), "facts"]) == sorted(SOURCES)


def test_a_policy_against_itself_has_no_share():
    once = np.random.default_rng(6).random((1, 4, 5, 6, 1)) < 0.4
    found = shares(np.repeat(once, 2, axis=-1))
    for name, share in found.sources.items():
        if "policy" in name:
            assert share == pytest.approx((0, 0, 0), abs=1e-12)


def test_what_decks_alone_decide():
    decks = np.random.default_rng(7).random((1, 5, 8, 1, 1)) < 0.5
    found = shares(np.broadcast_to(decks, (1, 5, 8, 4, 2)))
    assert found.parts["decks"].value + found.parts["unknown facts"].value == pytest.approx(1)
    assert found.table["luck"].value == pytest.approx(1)


def test_nothing_to_share_out():
    assert np.isnan(shares(np.zeros((1, 3, 3, 3, 2))).parts["dice"].value)


def test_a_share_that_hangs_on_one_completion_has_no_interval():
    won = np.zeros((1, 3, 3, 3, 2))
    won[0, 0, 1, 2, 0] = 1
    share = shares(won).sources["dice"]
    assert not np.isnan(share.value) and np.isnan([share.low, share.high]).all()
    assert said(share).endswith("too few wins for an interval)")


@pytest.mark.parametrize("shape", [(1, 2, 3, 3, 2), (1, 3, 2, 3, 2), (1, 3, 3, 2, 2)])
def test_too_little_for_an_error(shape):
    with pytest.raises(ValueError, match="needs one completion or three"):
        shares(np.zeros(shape))


def test_bars_show_shares_below_zero_as_none():
    np.testing.assert_allclose(drawable([0.6, -0.1, 0.2]), [0.75, 0, 0.25])
    assert drawable([np.nan] * 3).sum() == 0
