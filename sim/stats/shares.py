"""How much of the spread of a number comes from which group of inputs: shares by pick-freeze.

Two independent draws A and B of all groups, and for each group the draw A with that group taken
from B: what changes then is that group's doing (Sobol' 1993; first-order shares as in Saltelli et
al. 2010, Comput. Phys. Commun. 181, 259-270; total shares as in Jansen 1999).  Every number is
measured twice, with dice of its own; products of one measurement with the other hold no noise of
dice on the mean, so squares and variances are made of such products.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_RESAMPLES = 1000


@dataclass(frozen=True)
class Shares:
    """Of the variance of one number, by group: shape (groups,) each; shares of 1, with standard errors.

    `first` is what the group does alone, `total` what it does together with others.  Shares are noisy and may
    lie outside 0 to 1; they mean nothing where `variance` is not well above its error.
    """

    variance: float
    variance_error: float
    first: np.ndarray
    first_error: np.ndarray
    total: np.ndarray
    total_error: np.ndarray

    @property
    def clear(self) -> bool:
        """Whether there is a variance to share out, as far as the measurements show."""
        return self.variance > 2 * self.variance_error


def shares(a: np.ndarray, b: np.ndarray, mixed: np.ndarray, seed: int = 0) -> Shares:
    """Shares from measurements of a number.

    `a` and `b` have shape (draws, 2): two measurements in each draw of all groups; `mixed` has shape
    (draws, groups, 2): in draw A with one group from B.  Errors are those of a bootstrap over draws.
    """
    parts, whole = _parts(a, b, mixed), variance(np.concatenate([a, b]))
    random = np.random.default_rng(seed)
    draws = random.integers(len(a), size=(_RESAMPLES, len(a)))
    again = np.stack([_parts(a[chosen], b[chosen], mixed[chosen]) for chosen in draws])
    wholes = np.array([variance(np.concatenate([a[chosen], b[chosen]])) for chosen in draws])
    with np.errstate(divide="ignore", invalid="ignore"):
        share = parts / whole
        # of a ratio by the delta method: the variance may come near zero, and the ratio then jumps
        error = (again - share * wholes[:, None, None]).std(axis=0) / abs(whole)
    return Shares(whole, float(wholes.std()), share[0], error[0], share[1], error[1])


def _parts(a: np.ndarray, b: np.ndarray, mixed: np.ndarray) -> np.ndarray:
    """Variance that the groups make alone and in all, shape (2, groups)."""
    change = mixed - a[:, None, :]
    from_mean = b - np.concatenate([a, b]).mean(axis=0)
    first = _crossed(from_mean[:, None, :], change).mean(axis=0)
    total = (change[..., 0] * change[..., 1]).mean(axis=0) / 2
    return np.stack([first, total])


def variance(measured: np.ndarray) -> float:
    """Variance of a number of which each draw is measured twice, shape (draws, 2), without that of the dice."""
    centred = measured - measured.mean(axis=0)
    return float((centred[:, 0] * centred[:, 1]).sum() / (len(measured) - 1))


def _crossed(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The product of one measurement of x with the other of y, both ways on the mean."""
    return (x[..., 0] * y[..., 1] + x[..., 1] * y[..., 0]) / 2
