"""Values of a scenario over a range: what each does to the win rate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from sim.errors import OmensError
from sim.lab.comparison import Compared
from sim.names import known_name
from sim.scenario import SETTINGS
from sim.stats.completions import Estimate, difference, mean_rate
from sim.stats.paired import Strata

MOST_POINTS = 200
_RANGE = re.compile(r"([0-9]{1,5})\.\.([0-9]{1,5})(?:\.\.([0-9]{1,4}))?")


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
        values = tuple(range(low, high + 1, step)) if step else ()
    elif re.fullmatch(r"[0-9]{1,5}(,[0-9]{1,5})*", value):
        values = tuple(dict.fromkeys(map(int, value.split(","))))
    else:
        values = ()
    if not values:
        raise OmensError(f"setting {name}: expected a range as 6..10 or 6..10..2, found '{value[:40]}'")
    least, most = SETTINGS[name].least, SETTINGS[name].most
    if not least <= min(values) <= max(values) <= most:
        raise OmensError(f"setting {name}: expected numbers from {least} to {most}, found {value[:40]}")
    return Knob(name, values)


def is_swept(text: str) -> bool:
    """Whether the words of ``--set`` give one number several values."""
    name, _, value = text.partition("=")
    setting = SETTINGS.get(name.strip().lower())
    return ".." in value or ("," in value and setting is not None and setting.count == (1, 1))


def points_of(knobs: Sequence[Knob]) -> list[dict[str, int]]:
    """All combinations of the knobs' values; OmensError where they are too many."""
    number = prod(len(knob.values) for knob in knobs)
    if number > MOST_POINTS:
        raise OmensError(f"{number} values in all; {MOST_POINTS} at most would be right")
    names = [knob.name for knob in knobs]
    return [dict(zip(names, values, strict=True)) for values in product(*(knob.values for knob in knobs))]


def words_of(point: dict[str, int]) -> str:
    """A point as the words of a variant."""
    return " ".join(f"{name}={value}" for name, value in point.items())


@dataclass(frozen=True)
class Point:
    """One value, or pair of values: its win rate, and the paired difference from the scenario as it is."""

    values: dict[str, int]
    rate: Estimate
    pairs: Strata
    change: Estimate


def swept(found: Compared, points: Sequence[dict[str, int]]) -> list[Point]:
    """What a comparison of the plain scenario with a variant for each of `points` says of them."""
    base = found.tallies[0]
    return [
        Point(values, mean_rate(tallies), comparison.pooled, difference(tallies, base))
        for values, tallies, comparison in zip(points, found.tallies[1:], found.comparisons, strict=True)
    ]
