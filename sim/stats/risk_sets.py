"""What an event is worth, against other events at a like moment in games where it had not happened yet.

Games in which a card appears late are games that lasted, so their win rate must not be held against
that of all others.  Here an event is compared with the other events of its kind that happened while
it was still to come (risk-set matching: Li, Propert and Rosenbaum 2001, J. Am. Stat. Assoc. 96,
870-882), each outcome less what its moment let one expect.  Where an event is drawn from a shuffled
deck, others weigh by the odds 1 / (unseen cards - 1) that it had been this one: then it is an
experiment by chance, whatever the expectation leaves out.

In some of the compared games the event comes later, which waters the difference down, the more so
the less its worth fades with time.  So the worth is taken as a line over the day on which the event
comes, and found so that, its worth taken off every game in which it came, it makes no difference
to the rest whether it came now or another did (a structural nested mean model by g-estimation:
Robins 1994, Commun. Stat. 23, 2379-2412; its equations are those of instrumental variables).  The value
told is that of the mean day: the win rate of games with the event less that of the same without.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sim.stats.completions import half_width
from sim.stats.intervals import Z

#: Wins and losses to be expected on either side for the normal law to hold (the rule of five).
LEAST_EXPECTED = 5.0
#: Share of the compared games that have to do without the event to the end.
LEAST_WITHOUT = 0.1


@dataclass(frozen=True)
class Arms:
    """The two sides of a comparison, summed by game: shape (games,) each.

    Attributes:
        event: 1 where the event happened, else 0.
        event_day, event_expected, event_rest: its day, what its moment lets one expect (probability), and the
            outcome less that; 0 without it.
        other: weight of the compared events.
        other_expected, other_rest: weighted sums over them.
        other_day, other_square, other_product: weighted sums of day, its square, and day times rest.
        later: 1 where the event came after those compared with it.
    """

    event: np.ndarray
    event_day: np.ndarray
    event_expected: np.ndarray
    event_rest: np.ndarray
    other: np.ndarray
    other_expected: np.ndarray
    other_rest: np.ndarray
    other_day: np.ndarray
    other_square: np.ndarray
    other_product: np.ndarray
    later: np.ndarray


@dataclass(frozen=True)
class Effect:
    """A difference of win rates (probability) with its 95 % limits.

    `low` and `high` are from games only, `total_low` and `total_high` hold what differs between
    completions as well; `p_value` is of no difference, two-sided, from games only.
    """

    value: float
    low: float
    high: float
    total_low: float
    total_high: float
    p_value: float


def effect(arms: Arms, number: np.ndarray, completions: int) -> Effect | None:
    """What the event is worth, or None where there are too few games to tell.

    `number` (games,) says which games share decks and dice: these count as one (clustered errors,
    Liang and Zeger 1986, Biometrika 73, 13-22); game k belongs to completion k mod `completions`.
    """
    from scipy.special import ndtr

    if not _enough(arms):
        return None
    arms = _from_mean_day(arms)
    coefficients, error = _solved(arms, number)
    value = float(coefficients[_WORTH])
    if not 0 < error < 1:  # nothing is left to chance, or nothing is known
        return None
    wide = max(Z * error, _with_facts(arms, coefficients, number, completions))
    p_value = float(2 * ndtr(-abs(value) / error))
    return Effect(value, value - Z * error, value + Z * error, value - wide, value + wide, p_value)


def _enough(arms: Arms) -> bool:
    """Wins and losses to be expected on both sides, and games that do without the event."""
    n, weight = arms.event.sum(), arms.other.sum()
    if n == 0 or weight == 0 or (arms.other * arms.later).sum() / weight > 1 - LEAST_WITHOUT:
        return False
    wins = arms.event_expected.sum()
    # weights of the other side as a number of games (Kish 1965, section 11.7)
    others = weight**2 / (arms.other**2).sum()
    other_wins = others * arms.other_expected.sum() / weight
    return bool(min(wins, n - wins, other_wins, others - other_wins) >= LEAST_EXPECTED)


def _from_mean_day(arms: Arms) -> Arms:
    """The same with days counted from the mean day of the event."""
    mean = arms.event_day.sum() / arms.event.sum()
    return replace(
        arms,
        event_day=arms.event_day - mean * arms.event,
        other_day=arms.other_day - mean * arms.other,
        other_square=arms.other_square - 2 * mean * arms.other_day + mean**2 * arms.other,
        other_product=arms.other_product - mean * arms.other_rest,
    )


_LEVEL, _WORTH, _FADING, _DAY = range(4)  # coefficients


def _solved(arms: Arms, number: np.ndarray) -> tuple[np.ndarray, float]:
    """The coefficients (level, worth, its change by day, change of the rest by day), and the error of the worth."""
    left, right = _equations(arms)
    inverse = np.linalg.pinv(left.sum(axis=0), rcond=1e-10)  # all on one day: no change by day
    coefficients = inverse @ right.sum(axis=0)
    influence = (right - left @ coefficients) @ inverse[_WORTH]
    by_number = np.bincount(number, weights=influence)
    games = len(np.unique(number))
    return coefficients, float(np.sqrt((by_number**2).sum() * games / max(games - 1, 1)))


def _equations(arms: Arms) -> tuple[np.ndarray, np.ndarray]:
    """Each game's part of the four equations: shape (games, 4, 4) by coefficients, and (games, 4).

    An event counts in all of them, one that it is compared with in the first and last, where its
    game's later event, if any, takes worth off it.
    """
    day, later, fading = arms.event_day, arms.later, arms.later * arms.event_day
    event = np.stack([arms.event, arms.event, day, day], axis=1)
    other = np.stack([arms.other, arms.other * later, arms.other * fading, arms.other_day], axis=1)
    other_by_day = np.stack(
        [arms.other_day, arms.other_day * later, arms.other_day * fading, arms.other_square], axis=1
    )
    event_by_day = event * day[:, None]
    left = np.stack([event + other, event, event_by_day, event_by_day + other_by_day], axis=1)
    rest = arms.event_rest
    right = np.stack([rest + arms.other_rest, rest, day * rest, day * rest + arms.other_product], axis=1)
    return left, right


def _with_facts(arms: Arms, coefficients: np.ndarray, number: np.ndarray, completions: int) -> float:
    """Half the interval over completions; 0 where fewer than two of them tell anything.

    What day does is taken from all completions together.
    """
    fading, day = coefficients[_FADING], coefficients[_DAY]
    by_day = day * arms.other_day + fading * arms.other * arms.later * arms.event_day
    level = replace(
        arms,
        event_rest=arms.event_rest - (day + fading) * arms.event_day,
        other_rest=arms.other_rest - by_day,
    )
    values, variances = _by_completion(level, number, completions)
    told = np.isfinite(values) & np.isfinite(variances)
    return half_width(values[told], float(variances[told].mean())) if told.sum() > 1 else 0.0


def _by_completion(arms: Arms, number: np.ndarray, completions: int) -> tuple[np.ndarray, np.ndarray]:
    """The worth in each completion and its variance from games (by linearisation); nan where it cannot be had."""
    mine = number % completions

    def total(values: np.ndarray) -> np.ndarray:
        return np.bincount(mine, weights=values, minlength=completions)

    n, weight = total(arms.event), total(arms.other)
    with np.errstate(divide="ignore", invalid="ignore"):
        event, other = total(arms.event_rest) / n, total(arms.other_rest) / weight
        later = total(arms.other * arms.later) / weight
        without = np.where((later <= 1 - LEAST_WITHOUT) & (n >= LEAST_EXPECTED), 1 - later, np.nan)
        value = (event - other) / without
        influence = (arms.event_rest - event[mine] * arms.event) / n[mine]
        influence -= (arms.other_rest - other[mine] * arms.other) / weight[mine]
        influence += value[mine] * (arms.later - later[mine]) * arms.other / weight[mine]
        influence /= without[mine]
    by_number = np.bincount(number, weights=influence)
    return value, np.bincount(np.arange(len(by_number)) % completions, weights=by_number**2, minlength=completions)
