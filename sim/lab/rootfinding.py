"""Which value of a knob gives a wanted win rate: stochastic root finding over whole numbers.

Games are spent where they tell most: after a look at the ends and the middle of the range, each
further look goes to the two values on either side of where the win rate passes the wanted one, as far as
the games so far tell (as in the recursion of Wu 1985, J. Am. Stat. Assoc. 80, 974-984).
All values are played on the same decks and dice.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.special import logit
from scipy.stats import t as student

from sim.batch import play_chunk
from sim.errors import OmensError
from sim.grid import Run
from sim.interrupts import Stop, interrupts
from sim.spread import Chunk, How, side_by_side
from sim.stats.completions import Estimate, mean_rate
from sim.stats.intervals import CONFIDENCE, Z
from sim.tally import Tally

#: Games of each cell at one value between two looks.
LOOK = 500
#: Wins and losses at each value besides those played (Haldane 1956, Ann. Hum. Genet. 20, 309-311).
_EXTRA = 0.5


@dataclass(frozen=True)
class Curve:
    """Log odds of winning ``slope * (value - middle) + level``, with the covariance of (level, slope)."""

    middle: float
    level: float
    slope: float
    covariance: np.ndarray

    def root(self, wanted: float) -> float:
        """The value at which the `wanted` share of games is won."""
        return self.middle + (logit(wanted) - self.level) / self.slope

    def moves(self) -> bool:
        """Whether the slope is told from zero."""
        return abs(self.slope) > Z * np.sqrt(self.covariance[1, 1])

    def limits(self, wanted: float, z: float) -> tuple[float, float]:
        """Limits of the root by Fieller (1954, J. R. Stat. Soc. B 16); infinite where the slope may be zero."""
        level = self.level - logit(wanted)
        variance, shared, steep = self.covariance[0, 0], self.covariance[0, 1], self.covariance[1, 1]
        a = self.slope**2 - z**2 * steep
        if a <= 0:
            return -np.inf, np.inf
        b = level * self.slope - z**2 * shared
        root = np.sqrt(max(b * b - a * (level**2 - z**2 * variance), 0.0))
        return self.middle + (-b - root) / a, self.middle + (-b + root) / a


@dataclass(frozen=True)
class Root:
    """The value of a knob that gives a wanted win rate, between the values that it can have.

    `low` and `high` are 95 % limits from games, the total ones hold the unknown facts too; `nearest` is the
    value nearest to it of those that the knob can have, and `rate` the win rate there.
    """

    value: float
    low: float
    high: float
    total_low: float
    total_high: float
    nearest: int
    rate: Estimate
    reason: str


@dataclass
class Search:
    """Games played so far: a tally for each cell, by value of the knob."""

    name: str
    wanted: float
    runs: dict[int, Run]  # by value, in order
    tallies: dict[int, list[Tally]] = field(init=False)

    def __post_init__(self) -> None:
        """Start with no games."""
        self.tallies = {
            value: [Tally(cell, min(run.completions, run.games)) for cell in run.cells]
            for value, run in self.runs.items()
        }

    @property
    def values(self) -> list[int]:
        """All values of the knob."""
        return list(self.runs)

    @property
    def played(self) -> list[int]:
        """Those at which games have been played."""
        return [value for value in self.values if self.tallies[value][0].n_games]

    def games_of_a_cell(self) -> int:
        """At all values together."""
        return sum(tallies[0].n_games for tallies in self.tallies.values())

    def counts(self, value: int) -> tuple[np.ndarray, np.ndarray]:
        """Wins and games, all cells together: shape (completions, blocks); a block holds the same games in all."""
        tallies = self.tallies[value]
        return np.sum([t.wins for t in tallies], axis=0), np.sum([t.games for t in tallies], axis=0)

    def bracket(self) -> tuple[int, int]:
        """Places in `played` of the two values between which the win rate passes the wanted one.

        The rates are made monotone first (isotonic regression); the two next to an end where the rate
        does not get so far.
        """
        wins, games = np.array([[part.sum() for part in self.counts(value)] for value in self.played]).T
        rates = (wins + 0.5) / (games + 1)
        rising = bool(rates[-1] >= rates[0])
        smooth = isotonic_regression(rates, weights=games, increasing=rising).x
        below = smooth < self.wanted if rising else smooth >= self.wanted
        above = min(max(int(below.sum()), 1), len(self.played) - 1)
        return above - 1, above

    def next_values(self) -> list[int]:
        """Where the next games tell most: on either side of the root."""
        values, played = self.values, self.played
        if len(played) < min(3, len(values)):
            return list(dict.fromkeys([values[0], values[len(values) // 2], values[-1]]))
        low, high = (played[place] for place in self.bracket())
        inside = [value for value in values if low <= value <= high]
        if len(inside) > 2:
            root = min(max(_fit(self, [low, high]).root(self.wanted), low), high)
            above = min(max(int(np.searchsorted(inside, root)), 1), len(inside) - 1)
            return inside[above - 1 : above + 1]
        return [low, high]

    def near(self) -> list[int]:
        """The played values next to the root: a curve is straight only so far."""
        played, values = self.played, self.values
        low, high = (values.index(played[place]) for place in self.bracket())
        return [value for value in values[max(low - 1, 0) : high + 2] if value in played]


def _fit(search: Search, values: Sequence[int], over_completions: bool = False) -> Curve:
    """A logistic curve through the games at `values`.

    The covariance is a sandwich estimator (Liang and Zeger 1986, Biometrika 73, 13-22): with blocks of games
    as clusters, since the same games are played at all values and in all cells, or `over_completions` with
    these.  Half a win and half a loss more at each value keep it finite where all or no games are won.
    """
    import statsmodels.api as sm

    wins, games = map(np.array, zip(*(search.counts(value) for value in values), strict=True))
    completions, blocks = wins.shape[1:]
    share = _EXTRA * games / games.sum(axis=(1, 2), keepdims=True)
    clusters = np.arange(completions)[:, None] * (1 if over_completions else blocks)
    clusters = clusters + (np.zeros(blocks, int) if over_completions else np.arange(blocks))
    there = games > 0
    x = np.broadcast_to(np.array(values, float)[:, None, None], games.shape)[there]
    middle = float(np.average(x, weights=games[there]))
    outcome = np.column_stack([(wins + share)[there], (games - wins + share)[there]])
    model = sm.GLM(outcome, sm.add_constant(x - middle, has_constant="add"), family=sm.families.Binomial())
    groups = np.broadcast_to(clusters, games.shape)[there]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # all or no games won: the interval says so
        fit = model.fit(cov_type="cluster", cov_kwds={"groups": groups})
    return Curve(middle, float(fit.params[0]), float(fit.params[1]), np.asarray(fit.cov_params()))


def find_root(
    name: str,
    runs: dict[int, Run],
    wanted: float,
    how: How,
    *,
    until: float | None = None,
    advance: Callable[[int], None] = lambda games: None,
) -> tuple[Root, Search]:
    """Search the value of knob `name` whose share of won games (mean over cells) is `wanted`.

    `runs` are the same run with each value of the knob, in rising order; ``run.games`` is how many games of
    each cell may be played at all values together; `until` is a half width in units of the knob at which to
    stop.  Raises OmensError where the knob does not move the win rate or no value comes near it.
    """
    search = Search(name, wanted, runs)
    most = next(iter(runs.values())).games
    stop = Stop()
    reason = ""
    with interrupts(stop):
        while not reason and not stop.pressed:
            left = most - search.games_of_a_cell()
            todo = search.next_values()[: left // LOOK]
            if not todo:
                reason = f"all {most:,} games of each cell are played"
                break
            _look(search, todo, how, advance)
            near_the_root = set(search.next_values()) <= set(search.played)
            if until is not None and near_the_root and _half_width(search) <= until:
                reason = f"the interval is narrower than {until:g} either way"
    return _root(search, reason or "stopped by hand"), search


def _look(search: Search, values: Sequence[int], how: How, advance: Callable[[int], None]) -> None:
    """Play the next games of each cell at these values."""
    for value in values:
        run, tallies = search.runs[value], search.tallies[value]
        first = tallies[0].n_games
        todo = (Chunk(cell, range(first, first + LOOK)) for cell in range(len(run.cells)))
        for chunk, rows in side_by_side(partial(play_chunk, run), todo, how):
            tallies[chunk.cell].add(rows)
            advance(len(rows))


def _half_width(search: Search) -> float:
    low, high = _fit(search, search.near()).limits(search.wanted, Z)
    return (high - low) / 2


def _root(search: Search, reason: str) -> Root:
    """What the games say; OmensError where they do not say it."""
    if len(search.played) < 2:
        raise OmensError(f"{search.name}: stopped before two values were played")
    _check_reached(search)
    near = search.near()
    curve = _fit(search, near)
    value = curve.root(search.wanted)
    low, high = curve.limits(search.wanted, Z)
    total_low, total_high = _total_limits(search, near, low, high)
    nearest = min(search.played, key=lambda each: abs(each - value))
    return Root(value, low, high, total_low, total_high, nearest, mean_rate(search.tallies[nearest]), reason)


def _check_reached(search: Search) -> None:
    """OmensError where the games show no value that gives the wanted rate."""
    ends = f"{search.name} from {search.values[0]} to {search.values[-1]}"
    rates = [mean_rate(search.tallies[value]) for value in search.played]
    low, high = min(rate.low for rate in rates), max(rate.high for rate in rates)
    if not low <= search.wanted <= high:
        least, most = min(rate.value for rate in rates), max(rate.value for rate in rates)
        raise OmensError(
            f"{ends} gives {100 * least:.1f} to {100 * most:.1f} % won, never {100 * search.wanted:g} %; "
            "a wider range might"
        )
    if not _fit(search, search.played).moves():
        raise OmensError(f"{ends} does not move the win rate, as far as these games show; more --games might")


def _total_limits(search: Search, near: Sequence[int], low: float, high: float) -> tuple[float, float]:
    """Limits with unknown facts: those of the cards as they are, not of the mean over completions.

    With V the covariance from games and C the one over M completions the covariance is V + (M + 1)(C - V),
    as in sim/stats/completions.py, on M - 1 degrees of freedom.
    """
    completions = search.tallies[near[0]][0].completions
    if completions < 2:
        return low, high
    z = float(student.ppf((1 + CONFIDENCE) / 2, completions - 1))
    games, both = _fit(search, near), _fit(search, near, over_completions=True)
    wide = replace(
        games, covariance=games.covariance + (completions + 1) * _positive(both.covariance - games.covariance)
    )
    wide_low, wide_high = wide.limits(search.wanted, z)
    return min(low, wide_low), max(high, wide_high)


def _positive(matrix: np.ndarray) -> np.ndarray:
    """The nearest matrix that is a covariance."""
    sizes, directions = np.linalg.eigh(matrix)
    return (directions * np.maximum(sizes, 0.0)) @ directions.T


def record(root: Root, search: Search) -> dict[str, Any]:
    """The answer as values that JSON knows; infinite limits are null."""

    def known(limit: float) -> float | None:
        return float(limit) if np.isfinite(limit) else None

    points = []
    for value in search.played:
        rate = mean_rate(search.tallies[value])
        points.append({
            search.name: value,
            "games": sum(tally.n_games for tally in search.tallies[value]),
            "win_rate": rate.value, "ci_low": rate.low, "ci_high": rate.high,
            "total_low": rate.total_low, "total_high": rate.total_high,
        })  # fmt: skip
    return {
        "knob": search.name,
        "wanted": search.wanted,
        "value": root.value,
        "low": known(root.low),
        "high": known(root.high),
        "total_low": known(root.total_low),
        "total_high": known(root.total_high),
        "nearest": root.nearest,
        "win_rate": root.rate.value,
        "reason": root.reason,
        "points": points,
    }
