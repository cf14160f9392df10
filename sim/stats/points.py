"""A win rate as a sum of points: a logistic model on counts, in whole points as in clinical scores.

log odds of winning = constant + an effect for each factor's level, without interactions (binomial GLM).
A point is a fixed step of log odds, and a level's points are how far it lies below the easiest level of its
factor, rounded (Sullivan, Massaro and D'Agostino 2004, Stat. Med. 23, 1631-1660).  The constant is fitted
again with the rounded points.  How far the predictions are from what was played is the calibration error: of
rounding, of whatever does not add up, and of chance.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.errors import OmensError
from sim.stats.intervals import CONFIDENCE

_FAR = 20.0  # log odds that no finite effect has
_LEAST = 3  # completions to leave one out of


@dataclass(frozen=True)
class Level:
    """A level of a factor: `log_odds` below the easiest one, with 95 % limits (nan where unknown), and points."""

    factor: str
    name: str
    points: int
    log_odds: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class PointsTable:
    """Points that add up to a win rate.

    Attributes:
        unit: log odds that a point costs.
        constant: log odds at no points.
        levels: factor by factor, the easiest first.
        cells: indices of the cells that the model is of.
        observed, model, predicted: win rates of these cells, as played, by the model and by the points.
        explained: share of the deviance from one rate for all that the model explains.
        left_out: (factor, level, "never" or "always" won), which have no finite effect.
    """

    unit: float
    constant: float
    levels: list[Level]
    cells: np.ndarray
    observed: np.ndarray
    model: np.ndarray
    predicted: np.ndarray
    explained: float
    left_out: list[tuple[str, str, str]]

    @property
    def worst(self) -> int:
        """The place in `cells` that the points predict worst."""
        return int(np.abs(self.observed - self.predicted).argmax())

    @property
    def mean_error(self) -> float:
        """Mean absolute error of the points (probability)."""
        return float(np.abs(self.observed - self.predicted).mean())

    def rate(self, points: float) -> float:
        """Win rate at a sum of points."""
        return float(1 / (1 + np.exp(self.unit * points - self.constant)))


def points_table(factors: Mapping[str, Sequence[str]], wins: np.ndarray, games: np.ndarray, unit: float) -> PointsTable:
    """Fit the model to cells and round it.

    `factors` holds each factor's level in every cell; `wins` and `games` have the shape (cells, completions).
    The limits of effects are those under the cards as they are, one more draw of the unknown facts.

    Raises OmensError where there is nothing to tell apart, or where wins and losses are so parted that no
    finite model fits.
    """
    cells, left_out = _with_both_endings(factors, wins.sum(axis=1), games.sum(axis=1))
    kept = {name: np.array(levels)[cells] for name, levels in factors.items()}
    if not len(cells):
        raise OmensError("score: every cell is always won or always lost; more games or other cells would be right")
    design, names = _design(kept)
    if len(names) == len(factors):
        raise OmensError("score: all cells that are won and lost are alike; two levels of something would be right")
    wins, games = wins[cells], games[cells]
    fit = _fit(design, wins.sum(axis=1), games.sum(axis=1))
    if fit is None:
        raise OmensError("score: some cells are only won or only lost, so no points fit; more games would be right")
    contrasts = _below_the_easiest(names, fit.params)
    below = contrasts @ fit.params
    half = _half_widths(design, wins, games, contrasts)
    points = np.rint(below / unit)
    has = np.column_stack([kept[factor] == level for factor, level in names])  # (cells, levels)
    total = has @ points
    constant = _constant(-unit * total, wins.sum(axis=1), games.sum(axis=1))
    levels = [
        Level(*name, int(points[i]), float(below[i]), float(below[i] - half[i]), float(below[i] + half[i]))
        for i, name in enumerate(names)
    ]
    order = {name: i for i, name in enumerate(kept)}
    return PointsTable(
        unit,
        constant,
        sorted(levels, key=lambda level: (order[level.factor], level.log_odds)),
        cells,
        wins.sum(axis=1) / games.sum(axis=1),
        fit.fittedvalues,
        1 / (1 + np.exp(unit * total - constant)),
        float(1 - fit.deviance / fit.null_deviance) if fit.null_deviance > 0 else 1.0,
        left_out,
    )


def _with_both_endings(
    factors: Mapping[str, Sequence[str]], wins: np.ndarray, games: np.ndarray
) -> tuple[np.ndarray, list[tuple[str, str, str]]]:
    """The cells without the levels that are never or always won, and those levels; one may leave another."""
    kept, left_out = np.ones(len(wins), bool), []
    again = True
    while again:
        again = False
        for name, levels in factors.items():
            for level in dict.fromkeys(np.array(levels)[kept].tolist()):
                mine = kept & (np.array(levels) == level)
                if 0 < wins[mine].sum() < games[mine].sum():
                    continue
                left_out.append((name, level, "always" if wins[mine].sum() else "never"))
                kept, again = kept & ~mine, True
    return np.flatnonzero(kept), left_out


def _design(factors: Mapping[str, np.ndarray]) -> tuple[np.ndarray, list[tuple[str, str]]]:
    """Constant and a column for every level, (cells, 1 + levels); factors with one level are all alike."""
    columns, names = [np.ones(len(next(iter(factors.values()))))], []
    for name, levels in factors.items():
        for level in dict.fromkeys(levels.tolist()):
            columns.append((levels == level).astype(float))
            names.append((name, level))
    return np.column_stack(columns), names


def _below_the_easiest(names: Sequence[tuple[str, str]], params: np.ndarray) -> np.ndarray:
    """Rows that, times the parameters, say how far each level lies below the easiest one of its factor."""
    rows = np.zeros((len(names), len(params)))
    for i, (factor, _) in enumerate(names):
        rivals = [k for k, (other, _) in enumerate(names) if other == factor]
        rows[i, 1 + max(rivals, key=lambda k: params[1 + k])] += 1
        rows[i, 1 + i] -= 1
    return rows


def _fit(design: np.ndarray, wins: np.ndarray, games: np.ndarray) -> Any:
    """The fitted GLM; None where its effects are not finite."""
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    counts = np.column_stack([wins, games - wins])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # of parted wins and losses, which are told below
        fit = GLM(counts, design, family=Binomial()).fit(tol_criterion="params")  # deviances of millions never settle
    return fit if fit.converged and np.abs(design @ fit.params).max() < _FAR else None


def _constant(offset: np.ndarray, wins: np.ndarray, games: np.ndarray) -> float:
    """The constant with which these log odds promise as many wins as were played (the likelihood's equation)."""
    from scipy.optimize import brentq
    from scipy.special import expit

    far = np.abs(offset).max() + _FAR + np.log(games.sum())
    return float(brentq(lambda constant: games @ expit(constant + offset) - wins.sum(), -far, far))


def _half_widths(design: np.ndarray, wins: np.ndarray, games: np.ndarray, contrasts: np.ndarray) -> np.ndarray:
    """Half widths of contrasts by a jackknife over completions; nan where leaving one out leaves no fit.

    The jackknife gives the variance of a mean over M completions; that of one more draw about it is M + 1
    times as large (as in sim/stats/completions.py, with the dice of each completion's games left in it).
    """
    completions = wins.shape[1]
    unknown = np.full(len(contrasts), np.nan)
    if completions < _LEAST:
        return unknown
    found = []
    for c in range(completions):
        fit = _fit(design, np.delete(wins, c, axis=1).sum(axis=1), np.delete(games, c, axis=1).sum(axis=1))
        if fit is None:
            return unknown
        found.append(contrasts @ fit.params)
    spread = np.var(found, axis=0) * (completions - 1) * (completions + 1)
    from scipy.special import stdtrit

    return stdtrit(completions - 1, (1 + CONFIDENCE) / 2) * np.sqrt(spread)
