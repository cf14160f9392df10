"""Score intervals for win rates, and the variance that blocks of shared games show."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

#: Two-sided confidence of every interval of the program.
CONFIDENCE = 0.95
#: The normal quantile that belongs to it, of (1 + CONFIDENCE) / 2.
Z = 1.959963984540054


def wilson(wins: ArrayLike, games: ArrayLike, z: float = Z) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper limit of a win rate: the rates that `z` standard errors do not exclude.

    `wins` and `games` (at least 1) have the same shape, and so have the limits.  They keep
    inside [0, 1] and are of use at no win and at no loss (Wilson 1927, J. Am. Stat. Assoc. 22).
    The same limits as scipy's ``binomtest(...).proportion_ci(method="wilson")``, for arrays and
    for any `z`.
    """
    wins, games = np.asarray(wins, float), np.asarray(games, float)
    rate = wins / games
    middle = (wins + z * z / 2) / (games + z * z)
    half = z * np.sqrt(games) * np.sqrt(rate * (1 - rate) + z * z / (4 * games)) / (games + z * z)
    # the limits meet 0 and 1 exactly, not up to rounding
    low = np.where(wins == 0, 0.0, np.maximum(middle - half, 0.0))
    high = np.where(wins == games, 1.0, np.minimum(middle + half, 1.0))
    return low, high


def block_variance(residuals: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Variance of a sum of independent block residuals: shape (completions, blocks) to (completions,).

    `residuals` are each block's part of the error of an estimate, `played` says which blocks hold
    games; each completion needs two of those (ratio estimator, Cochran 1977, section 2.11).
    """
    blocks = played.sum(axis=-1)
    return (residuals**2).sum(axis=-1) * blocks / (blocks - 1)
