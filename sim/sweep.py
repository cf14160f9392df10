"""Values of a scenario over a range: what each does to the win rate, and which one gives a wanted rate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.special import expit, logit

from sim.comparison import Compared
from sim.errors import OmensError
from sim.names import known_name
from sim.scenario import SETTINGS
from sim.stats.completions import Estimate, difference, mean_rate
from sim.stats.intervals import Z
from sim.stats.paired import Pairs

MOST_POINTS = 200
_RANGE = re.compile(r"(\d{1,5})\.\.(\d{1,5})(?:\.\.(\d{1,4}))?")


@dataclass(frozen=True)
class Knob:
    """A setting and the values that it is given."""

    name: str
    values: tuple[int, ...]


def parse_knob(text: str) -> Knob:
    """``NAME=LOW..HIGH``, ``NAME=LOW..HIGH..STEP`` or ``NAME=V1,V2,...``.

    Raises OmensError for an unknown setting, one that is no single number, or an empty range.
    """
    name, _, value = (part.strip() for part in text.partition("="))
    name = known_name(name.lower(), SETTINGS, "setting")
    if SETTINGS[name].count != (1, 1):
        raise OmensError(f"setting {name}: a list of numbers cannot be swept over; one number would be right")
    if found := _RANGE.fullmatch(value):
        low, high, step = (int(part or 1) for part in found.groups())
        values = tuple(range(low, high + 1, max(step, 1)))
    elif re.fullmatch(r"\d{1,5}(,\d{1,5})*", value):
        values = tuple(dict.fromkeys(map(int, value.split(","))))
    else:
        values = ()
    if not values:
        raise OmensError(f"setting {name}: expected a range as 6..10 or 6..10..2, found '{value[:40]}'")
    return Knob(name, values)


def is_swept(text: str) -> bool:
    """Whether the words of ``--set`` name a range."""
    return ".." in text.partition("=")[2]


def points_of(knobs: Sequence[Knob]) -> list[dict[str, int]]:
    """All combinations of the knobs' values; OmensError where they are too many."""
    found = [dict(zip((knob.name for knob in knobs), values, strict=True)) for values in product(*_values(knobs))]
    if len(found) > MOST_POINTS:
        raise OmensError(f"{len(found)} values in all; {MOST_POINTS} at most would be right")
    return found


def _values(knobs: Sequence[Knob]) -> list[tuple[int, ...]]:
    return [knob.values for knob in knobs]


def words_of(point: dict[str, int]) -> str:
    """A point as the words of a variant."""
    return " ".join(f"{name}={value}" for name, value in point.items())


@dataclass(frozen=True)
class Point:
    """One value, or pair of values: its win rate, and the paired difference from the scenario as it is."""

    values: dict[str, int]
    rate: Estimate
    pairs: Pairs
    change: Estimate


def swept(found: Compared, points: Sequence[dict[str, int]]) -> list[Point]:
    """What a comparison of the plain scenario with a variant for each of `points` says of them."""
    base = found.tallies[0]
    return [
        Point(values, mean_rate(tallies), comparison.pooled, difference(tallies, base))
        for values, tallies, comparison in zip(points, found.tallies[1:], found.comparisons, strict=True)
    ]


@dataclass(frozen=True)
class Root:
    """The value of a knob that gives a wanted win rate, between the values that it can have.

    `low` and `high` are 95 % limits from games, infinite where no value near gives the rate for sure.
    """

    value: float
    low: float
    high: float
    slope: float  # log odds of winning a unit of the knob


def solve(points: Sequence[Point], wanted: float) -> Root:
    """Where a logistic curve through the points meets the `wanted` win rate.

    The limits are Fieller's (1954, J. R. Stat. Soc. B 16) on the log odds.  Raises OmensError where the knob
    does not move the win rate, or no value in the range comes near.
    """
    import statsmodels.api as sm

    (name,) = points[0].values
    x = np.array([point.values[name] for point in points], float)
    won = np.array([point.pairs.wins_b for point in points])
    games = np.array([point.pairs.games for point in points])
    middle = x.mean()
    design = sm.add_constant(x - middle)
    fit = sm.GLM(np.column_stack([won, games - won]), design, family=sm.families.Binomial()).fit()
    (level, slope), covariance = fit.params, fit.cov_params()
    if abs(slope) < Z * np.sqrt(covariance[1, 1]):
        raise OmensError(
            f"{name} does not move the win rate between {x.min():g} and {x.max():g}, as far as these games show"
        )
    level -= logit(wanted)
    value = middle - level / slope
    if not x.min() - 0.5 <= value <= x.max() + 0.5:
        ends = expit(fit.params[0] + slope * (np.array([x.min(), x.max()]) - middle))
        raise OmensError(
            f"{name} from {x.min():g} to {x.max():g} gives {100 * ends.min():.1f} to {100 * ends.max():.1f} % won, "
            f"never {100 * wanted:g} %; a wider range might"
        )
    low, high = _fieller(level, slope, covariance)
    return Root(float(value), middle + low, middle + high, float(slope))


def _fieller(level: float, slope: float, covariance: np.ndarray) -> tuple[float, float]:
    """Limits of -level / slope."""
    a = slope**2 - Z**2 * covariance[1, 1]
    b = level * slope - Z**2 * covariance[0, 1]
    c = level**2 - Z**2 * covariance[0, 0]
    root = np.sqrt(max(b * b - a * c, 0.0))
    ends = sorted(((-b - root) / a, (-b + root) / a))
    return float(ends[0]), float(ends[1])
