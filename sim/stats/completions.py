"""Estimates over completions of the card facts, with two intervals.

The interval *from games* tells how far dice alone could have moved the estimate.  The *total*
interval also holds what the unknown facts may do: it is meant to contain the value under the
true cards, if these are as good a draw from the priors as the completions are.

Each completion is played with games of its own, so what differs between completions is partly
dice.  The rules for combining such estimates take that part off (Raghunathan, Reiter and Rubin
2003, J. Official Statistics 19, 1-16; with dice shared by all completions they would be those of
Rubin 1987): with D the mean within-completion variance, B the variance between M completions,

    total variance = (1 + 1/M) B - D,   at least D / M, the variance from games.

B itself is known on M - 1 degrees of freedom only.  The difference of two uncertain variances
has no t distribution (the degrees of freedom of Barnard and Rubin 1999 are for a sum), so the
interval averages the normal law over what B may be: the posterior of the normal model with known
D (Box and Tiao 1973, section 5.2).  Without dice noise that is Student's t with M - 1 degrees of
freedom, as in Rubin's rules.

Limits are Wilson's with the effective number of games (Lott and Reiter 2020, Am. Stat. 74,
109-115), so they stay inside [0, 1] and work when no game or every game is won.  Differences and
means of cells put such limits together by squares (Newcombe 1998, Stat. Med. 17, 873-890; Zou and
Donner 2008, Stat. Med. 27, 1693-1702), with the correlation of cells measured on blocks of
shared games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.stats.intervals import CONFIDENCE, Z, block_variance, wilson
from sim.tally import Tally

#: Equally likely values of a variance over which `half_width` averages.
_STEPS = 2000


@dataclass(frozen=True, eq=False)
class Estimate:
    """A number with its 95 % intervals.

    Attributes:
        value: a win rate, or a difference or mean of win rates (probability).
        low, high: limits from games only.
        total_low, total_high: limits with unknown facts; they contain the former.
        per_completion: the number in each completion; shape (1,) where completions cannot be
            told apart (one completion, or fewer than two games in some): the total interval is
            then the one from games.  Of independent numbers: in each pair of completions.
    """

    value: float
    low: float
    high: float
    total_low: float
    total_high: float
    per_completion: np.ndarray

    @property
    def agreeing(self) -> int:
        """In how many completions the number has the sign of `value`."""
        return int((np.sign(self.per_completion) == np.sign(self.value)).sum())


def win_rate(tally: Tally) -> Estimate:
    """The win rate of a cell with at least one game."""
    return contrast([tally], [1.0])


def mean_rate(tallies: Sequence[Tally]) -> Estimate:
    """The mean win rate of several cells, each counting the same."""
    return contrast(tallies, np.full(len(tallies), 1 / len(tallies)))


def difference(first: Sequence[Tally], second: Sequence[Tally]) -> Estimate:
    """Mean win rate of the cells `first` less that of the cells `second`, paired by game."""
    weights = np.r_[np.full(len(first), 1 / len(first)), np.full(len(second), -1 / len(second))]
    return contrast([*first, *second], weights)


def independent_difference(first: Estimate, second: Estimate) -> Estimate:
    """`first` less `second`, which share neither games nor completions, as two modes with cards of their own.

    The distances to the limits add by squares (Newcombe 1998, method 10), in both intervals;
    `per_completion` holds every completion of one less every completion of the other.
    """
    low, high, total_low, total_high = (
        side * float(np.hypot(getattr(first, ours) - first.value, getattr(second, theirs) - second.value))
        for side, ours, theirs in (
            (-1, "low", "high"),
            (1, "high", "low"),
            (-1, "total_low", "total_high"),
            (1, "total_high", "total_low"),
        )
    )
    value = first.value - second.value
    pairs = np.subtract.outer(first.per_completion, second.per_completion).ravel()
    return Estimate(value, value + low, value + high, value + total_low, value + total_high, pairs)


def contrast(tallies: Sequence[Tally], weights: Sequence[float] | np.ndarray) -> Estimate:
    """The weighted sum of the win rates of cells that were played with the same completions.

    Only completions with games in each of the cells count; ValueError if there is none, or if
    the tallies have different numbers of completions.
    """
    if len({tally.completions for tally in tallies}) != 1:
        raise ValueError("only cells with the same completions can be compared")
    weights = np.asarray(weights, float)
    wins, games = _told_apart(np.stack([t.wins for t in tallies]), np.stack([t.games for t in tallies]))
    rates = wins.sum(axis=2) / games.sum(axis=2)
    per_completion = weights @ rates
    noise, overlap = _noise(wins, games, rates, weights)

    all_wins, all_games = wins.sum(axis=(1, 2)), games.sum(axis=(1, 2))
    cell_rates = all_wins / all_games
    value = float(weights @ cell_rates)
    variance = overlap * (weights**2 @ (cell_rates * (1 - cell_rates) / all_games))
    wide = half_width(per_completion, noise) if len(per_completion) > 1 else 0.0
    low, high = _limits(all_wins, all_games, weights, overlap, Z)
    if variance > 0:
        total = _limits(all_wins, all_games, weights, overlap, max(Z, wide / np.sqrt(variance)))
    else:  # no dice show in the estimate, so there is nothing to widen
        total = _in_range(min(low, value - wide), max(high, value + wide), weights)
    return Estimate(value, low, high, *total, per_completion)


def half_width(per_completion: np.ndarray, noise: float) -> float:
    """Half the total interval of a number known in M >= 2 completions, before it is bent to its range.

    `noise` is the mean variance of one completion's value that comes from dice.
    """
    from scipy.optimize import brentq  # here, for they take half a second that a short run does not need
    from scipy.special import chdtri, ndtr

    m = len(per_completion)
    between = per_completion.var(ddof=1)
    chi_square = chdtri(m - 1, (np.arange(_STEPS) + 0.5) / _STEPS)
    spread = np.sqrt(np.maximum((1 + 1 / m) * (m - 1) * between / chi_square - noise, noise / m))
    if between == 0 and noise == 0:
        return 0.0
    outside = lambda half: 2 * ndtr(-half / spread).mean() - (1 - CONFIDENCE)
    return float(brentq(outside, 0, 10 * spread.max(), xtol=1e-9))


def _told_apart(wins: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Counts (cells, completions, blocks) of the completions that all cells have played.

    Where some completion has fewer than two blocks, what differs between completions cannot be
    told from dice: all are taken as one, each of them a block.
    """
    shared = (games.sum(axis=2) > 0).all(axis=0)
    if not shared.any():
        raise ValueError("no game to estimate from")
    wins, games = wins[:, shared], games[:, shared]
    if ((games > 0).any(axis=0).sum(axis=1) < 2).any():
        return wins.sum(axis=2)[:, None, :], games.sum(axis=2)[:, None, :]
    return wins, games


def _noise(wins: np.ndarray, games: np.ndarray, rates: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    """Variance of one completion's contrast from dice, and its ratio to that of unrelated cells."""
    played = np.any(games > 0, axis=0)
    if played.sum(axis=1).min() < 2:  # a single game or block
        return 0.0, 1.0
    residuals = weights[:, None, None] * (wins - rates[..., None] * games) / games.sum(axis=2, keepdims=True)
    noise = float(block_variance(residuals.sum(axis=0), played).mean())
    unrelated = float(block_variance(residuals, played).mean(axis=1).sum())
    return noise, noise / unrelated if unrelated > 0 else 1.0


def _limits(wins: np.ndarray, games: np.ndarray, weights: np.ndarray, overlap: float, z: float) -> tuple[float, float]:
    """Limits of a weighted sum from the Wilson limits of its cells."""
    rates = wins / games
    low, high = wilson(wins, games, z)
    down = weights * np.where(weights > 0, rates - low, rates - high)
    up = weights * np.where(weights > 0, high - rates, low - rates)
    value, scale = weights @ rates, np.sqrt(overlap)
    lower, upper = value - scale * np.sqrt((down**2).sum()), value + scale * np.sqrt((up**2).sum())
    return _in_range(lower, upper, weights)


def _in_range(low: float, high: float, weights: np.ndarray) -> tuple[float, float]:
    """Limits cut to what a sum of win rates with these weights can be."""
    return max(float(low), float(np.minimum(weights, 0).sum())), min(float(high), float(np.maximum(weights, 0).sum()))
