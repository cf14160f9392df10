"""What share of the variance of an outcome comes from which source: variance components of a crossed design.

In each completion of the card facts every policy plays decks i with dice j, once each (the outcome is
then settled, so there is nothing to replicate).  The outcome of a game drawn at random is the sum of a
mean and of effects of the sources and of their interactions; a component is the variance of one of them.

Completions, decks and dice are random factors, decks and dice those of their completion alone.  Policies
are a fixed factor, those named: the variance over them is the mean square of their effects, divided by
their number P, and interactions with them sum to zero over the policies (the restricted mixed model).
So the components add up to the variance of a game played by one of the named policies, each as likely.

Estimates equate mean squares and their expectations (ANOVA or Henderson's method; Searle, Casella and
McCulloch 1992, "Variance Components", chapters 4 and 5).  They are unbiased, so that one of a component
near zero may be below zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sim.stats.intervals import CONFIDENCE

#: The sources, in the order of what `components` returns.
SOURCES = (
    "facts",
    "facts x policy",
    "policy",
    "decks",
    "dice",
    "decks x dice",
    "decks x policy",
    "dice x policy",
    "decks x dice x policy",
)
#: Sources put together for readers.
PARTS: dict[str, tuple[str, ...]] = {
    "decks": ("decks",),
    "dice": ("dice",),
    "decks with dice": ("decks x dice",),
    "play": ("policy",),
    "play with luck": ("decks x policy", "dice x policy", "decks x dice x policy"),
    "unknown facts": ("facts", "facts x policy"),
}
#: The same with the cards known: shares of what is left without the source ``facts``.
AT_THE_TABLE: dict[str, tuple[str, ...]] = {
    "luck": ("decks", "dice", "decks x dice"),
    "play": ("policy", "facts x policy"),
    "play with luck": PARTS["play with luck"],
}


class Share(NamedTuple):
    """A share of a variance (1 is all of it) with its 95 % interval.

    All are nan where nothing varies, and the limits where nothing would without one of the completions.
    """

    value: float
    low: float
    high: float


class Shares(NamedTuple):
    """Components of the variance of an outcome, shape (len(SOURCES),), and shares of it by name."""

    variances: np.ndarray
    sources: dict[str, Share]
    parts: dict[str, Share]
    table: dict[str, Share]


def components(outcomes: np.ndarray) -> np.ndarray:
    """Components of the variance of `outcomes`, in the order of `SOURCES`.

    `outcomes` have the shape (completions, decks, dice, policies), with two decks, dice and policies
    at least; with a single completion the facts are taken as given and their components are 0.
    """
    _, n_decks, n_dice, _ = outcomes.shape
    by_policy = outcomes.mean(axis=(1, 2))  # (completions, policies)
    grand = by_policy.mean(axis=1)
    decks = outcomes.mean(axis=(2, 3)) - grand[:, None]
    dice = outcomes.mean(axis=(1, 3)) - grand[:, None]
    policy = by_policy - grand[:, None]
    decks_dice = outcomes.mean(axis=3) - (grand[:, None, None] + decks[:, :, None] + dice[:, None, :])
    decks_policy = outcomes.mean(axis=2) - (grand[:, None, None] + decks[:, :, None] + policy[:, None, :])
    dice_policy = outcomes.mean(axis=1) - (grand[:, None, None] + dice[:, :, None] + policy[:, None, :])
    alone = outcomes - outcomes.mean(axis=3, keepdims=True) - policy[:, None, None, :]  # without what all share
    rest = alone - decks_policy[:, :, None, :] - dice_policy[:, None, :, :]

    # mean squares over what they count, from the last interaction up; each holds those below it
    of_deck, of_dice = n_decks / (n_decks - 1), n_dice / (n_dice - 1)
    all_three = (rest**2).mean() * of_deck * of_dice
    decks_policies = (decks_policy**2).mean() * of_deck - all_three / n_dice
    dice_policies = (dice_policy**2).mean() * of_dice - all_three / n_decks
    both = (decks_dice**2).mean() * of_deck * of_dice
    deck = (decks**2).mean() * of_deck - both / n_dice
    die = (dice**2).mean() * of_dice - both / n_decks
    noise_of_policy = decks_policies / n_decks + dice_policies / n_dice + all_three / (n_decks * n_dice)
    noise_of_mean = deck / n_decks + die / n_dice + both / (n_decks * n_dice)
    facts, facts_policy = _between(grand, policy, noise_of_mean, noise_of_policy)
    policies = (policy**2).mean() - noise_of_policy - facts_policy
    return np.array(
        [facts, facts_policy, policies, deck, die, both, decks_policies, dice_policies, all_three], dtype=float
    )


def _between(
    grand: np.ndarray, policy: np.ndarray, noise_of_mean: float, noise_of_policy: float
) -> tuple[float, float]:
    """Components of the completions: of their means (completions,), and of the policies' effects in them."""
    if len(grand) == 1:
        return 0.0, 0.0
    apart = ((policy - policy.mean(axis=0)) ** 2).sum(axis=0) / (len(policy) - 1)
    return float(grand.var(ddof=1)) - noise_of_mean, float(apart.mean()) - noise_of_policy


def shares(outcomes: np.ndarray) -> Shares:
    """Shares of the mean variance over some cells, with errors; the shape is (cells, ...as `components`).

    Errors are those of a jackknife (Efron and Stein 1981, Ann. Stat. 9, 586-596) over completions, each
    left out of all cells, so they hold what other card facts might do; with Student's t.  With a single
    completion decks and dice are left out instead, and the variances from both are added, which is
    at least the variance of a crossed sample (Owen 2007, Ann. Appl. Stat. 1, 386-411).

    Raises ValueError where leaving one out leaves nothing to compare: for two completions, or for fewer
    than three decks or dice.
    """
    outcomes = np.asarray(outcomes, float)
    if outcomes.shape[1] == 2 or min(outcomes.shape[2:4]) < 3:
        raise ValueError("an error needs one completion or three, and three decks and dice")
    variances = _mean_components(outcomes)
    value = _ratios(variances)
    error, freedom = _errors(outcomes)
    from scipy.special import stdtrit  # a moment that others need not wait for

    half = stdtrit(freedom, (1 + CONFIDENCE) / 2) * error
    each = iter([Share(float(v), float(v - h), float(v + h)) for v, h in zip(value, half, strict=True)])
    named = [{name: next(each) for name in names} for names in (SOURCES, PARTS, AT_THE_TABLE)]
    return Shares(variances, *named)


def _mean_components(outcomes: np.ndarray) -> np.ndarray:
    return np.mean([components(cell) for cell in outcomes], axis=0)


def _ratios(variances: np.ndarray) -> np.ndarray:
    """Shares of the sources, the parts and the parts at the table, in this order; nan where nothing varies."""
    whole = variances.sum()
    if not whole > 0:
        return np.full(len(SOURCES) + len(PARTS) + len(AT_THE_TABLE), np.nan)
    table = whole - variances[SOURCES.index("facts")]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.r_[variances / whole, _summed(variances, PARTS) / whole, _summed(variances, AT_THE_TABLE) / table]


def _summed(variances: np.ndarray, parts: dict[str, tuple[str, ...]]) -> np.ndarray:
    return np.array([sum(variances[SOURCES.index(name)] for name in names) for names in parts.values()])


def _errors(outcomes: np.ndarray) -> tuple[np.ndarray, int]:
    """Standard errors of `_ratios` and their degrees of freedom."""
    statistic = lambda part: _ratios(_mean_components(part))
    if outcomes.shape[1] > 1:
        return np.sqrt(_jackknife(outcomes, 1, statistic)), outcomes.shape[1] - 1
    variance = sum(_jackknife(outcomes, axis, statistic) for axis in (2, 3))
    return np.sqrt(variance), min(outcomes.shape[2:4]) - 1


def _jackknife(outcomes: np.ndarray, axis: int, statistic: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Variance of a statistic, from leaving out one index of an axis after the other."""
    n = outcomes.shape[axis]
    without = np.stack([statistic(np.delete(outcomes, i, axis)) for i in range(n)])
    return (n - 1) / n * ((without - without.mean(axis=0)) ** 2).sum(axis=0)


def drawable(values: Sequence[float]) -> np.ndarray:
    """Shares below zero taken as none and the others as parts of one: what a bar can show."""
    positive = np.maximum(np.nan_to_num(np.asarray(values, float)), 0)
    return positive / positive.sum() if positive.sum() > 0 else positive
