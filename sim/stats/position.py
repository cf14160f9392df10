"""How often games are won from a position: what the moment of an event alone lets one expect.

A logistic regression, fitted to how the games went on.  Every distinct position is given some of
the overall win rate beforehand, as many games in all as the model has coefficients (Clogg, Rubin,
Schenker, Schultz and Weidman 1991, J. Am. Stat. Assoc. 86, 68-78), so coefficients stay finite
where all games of a day, or nearly all games, are lost or won.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

#: Coefficients are set before this many steps; at more the last step is as good as any.
_STEPS = 50


def expected_wins(factors: Mapping[str, np.ndarray], measures: Mapping[str, np.ndarray], won: np.ndarray) -> np.ndarray:
    """The chance to win (probability) that the model gives each of n events, shape (n,).

    `factors` are whole numbers of which each value has a coefficient of its own, `measures` numbers
    that enter with their squares and products; all have shape (n,), as has `won` (bool).
    """
    rate = won.mean() if len(won) else 0.0
    if rate in (0.0, 1.0):
        return np.full(len(won), float(rate))
    import pandas as pd

    place = pd.DataFrame({**factors, **measures}).groupby([*factors, *measures]).ngroup().to_numpy()
    _, first = np.unique(place, return_index=True)
    design = _design(
        {name: values[first] for name, values in factors.items()},
        {name: values[first].astype(float) for name, values in measures.items()},
    )
    games = np.bincount(place).astype(float)
    wins = np.bincount(place, weights=won)
    return _fitted(design, wins, games, rate)[place]


def _design(factors: dict[str, np.ndarray], measures: dict[str, np.ndarray]) -> np.ndarray:
    """A column for the mean, each further value of a factor, each measure, square and product."""
    size = len(next(iter({**factors, **measures}.values())))
    columns = [np.ones(size)]
    for values in factors.values():
        columns += [(values == value).astype(float) for value in np.unique(values)[1:]]
    varying = [_standard(values) for values in measures.values() if np.ptp(values) > 0]
    columns += [*varying, *(values**2 for values in varying), *(a * b for a, b in combinations(varying, 2))]
    return np.stack(columns, axis=1)


def _standard(values: np.ndarray) -> np.ndarray:
    return (values - values.mean()) / values.std()


def _fitted(design: np.ndarray, wins: np.ndarray, games: np.ndarray, rate: float) -> np.ndarray:
    """Fitted probabilities of the distinct positions, the rows of `design`."""
    import warnings

    import statsmodels.api as sm
    from statsmodels.tools.sm_exceptions import ConvergenceWarning, PerfectSeparationWarning, SingularMatrixWarning

    added = design.shape[1] / len(design)
    counts = np.stack([wins + added * rate, games - wins + added * (1 - rate)], axis=1)
    with warnings.catch_warnings(), np.errstate(divide="ignore", invalid="ignore"):
        # few positions: there are many best coefficients, all with the same fit
        for harmless in (ConvergenceWarning, PerfectSeparationWarning, SingularMatrixWarning):
            warnings.simplefilter("ignore", harmless)
        return np.asarray(sm.GLM(counts, design, family=sm.families.Binomial()).fit(maxiter=_STEPS).fittedvalues)
