"""What dice show, as multisets of faces.

Faces are numbered 0 to 7: investigation 1, 2, 3, 4, then lore, peril, terror, wild.  A multiset
of up to eight dice is a number below `MULTISETS`; 0 is the empty one, and those of fewer dice
come first.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np

from sim.rules.dice import FACES as FACES_OF_COLOUR
from sim.rules.state import DICE, GREEN, RED, YELLOW

FACES = 8
MULTISETS = comb(DICE + FACES, FACES)
SIDES = 6
TOO_MANY = -1  # a multiset of more dice than there are
#: faces of a green, a yellow and a red die (C-2.2)
OF_GREEN, OF_YELLOW, OF_RED = (tuple(int(face) - 1 for face in FACES_OF_COLOUR[c]) for c in (GREEN, YELLOW, RED))
LORE, PERIL, TERROR, WILD = range(4, 8)


class Multisets(NamedTuple):
    """All multisets of faces, fewest dice first."""

    counts: np.ndarray  # int8 (MULTISETS, FACES)
    size: np.ndarray  # int64 (MULTISETS,)
    plus: np.ndarray  # int64 (MULTISETS, FACES): with one die more, or TOO_MANY


class GreenRolls(NamedTuple):
    """All results of green dice alone, fewest dice first: of `n` dice those from ``first[n]`` to ``first[n + 1]``."""

    multiset: np.ndarray  # int64 (rolls,)
    first: np.ndarray  # int64 (dice + 2,)
    chance: np.ndarray  # float64 (rolls,): among the results of as many dice
    plus: np.ndarray  # int64 (rolls, SIDES): with one die more, or TOO_MANY
    minus: np.ndarray  # int64 (rolls, SIDES): with one die less, or TOO_MANY
    shown: np.ndarray  # int64 (rolls,): the sides that are there, as a set
    terrors: np.ndarray  # int64 (rolls,)


def _counts(dice: int, faces: int) -> list[tuple[int, ...]]:
    if faces == 1:
        return [(dice,)]
    return [(first, *rest) for first in range(dice, -1, -1) for rest in _counts(dice - first, faces - 1)]


def _neighbours(listed: list[tuple[int, ...]], faces: int, change: int) -> np.ndarray:
    place = {counts: i for i, counts in enumerate(listed)}
    found = np.full((len(listed), faces), TOO_MANY)
    for i, counts in enumerate(listed):
        for face in range(faces):
            found[i, face] = place.get((*counts[:face], counts[face] + change, *counts[face + 1 :]), TOO_MANY)
    return found


@lru_cache(maxsize=1)
def multisets() -> Multisets:
    """The multisets of up to eight dice of eight faces."""
    listed = [counts for dice in range(DICE + 1) for counts in _counts(dice, FACES)]
    counts = np.array(listed, np.int8)
    return Multisets(counts, counts.sum(axis=1, dtype=np.int64), _neighbours(listed, FACES, 1))


@lru_cache(maxsize=1)
def green_rolls(dice: int = DICE - 2) -> GreenRolls:
    """The results of 0 to `dice` green dice."""
    listed = [counts for n in range(dice + 1) for counts in _counts(n, SIDES)]
    all_plus = multisets().plus
    multiset = np.zeros(len(listed), np.int64)
    chance = np.zeros(len(listed))
    for i, counts in enumerate(listed):
        for face, n in zip(OF_GREEN, counts, strict=True):
            for _ in range(n):
                multiset[i] = all_plus[multiset[i], face]
        ways = factorial(sum(counts)) // prod(factorial(n) for n in counts)
        chance[i] = ways / SIDES ** sum(counts)
    sizes = np.array([sum(counts) for counts in listed])
    return GreenRolls(
        multiset,
        np.searchsorted(sizes, np.arange(dice + 2)),
        chance,
        _neighbours(listed, SIDES, 1),
        _neighbours(listed, SIDES, -1),
        np.array([sum(1 << side for side, n in enumerate(counts) if n) for counts in listed]),
        np.array([counts[OF_GREEN.index(TERROR)] for counts in listed]),
    )
