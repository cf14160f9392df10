"""What dice show, as multisets of faces.

Faces are numbered 0 to 7: investigation 1, 2, 3, 4, then lore, peril, terror, wild.  A multiset
of up to eight dice is a number below `MULTISETS`; 0 is the empty one, and those of fewer dice
come first.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
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


#: ``_CHOOSE[n, k]``: ways to choose k of n
_CHOOSE = np.array([[comb(n, k) for k in range(FACES + 1)] for n in range(DICE + FACES + 1)])


def _all_counts(dice: int, faces: int) -> np.ndarray:
    """The multisets of up to `dice` dice as counts of faces, int64 (n, faces), in the order of `_place`."""
    thrown = np.array(list(combinations_with_replacement(range(faces + 1), dice)))  # face `faces`: no die
    counts = np.stack([(thrown == face).sum(axis=1) for face in range(faces)], axis=1)
    found = np.empty_like(counts)
    found[_place(counts)] = counts
    return found


def _place(counts: np.ndarray) -> np.ndarray:
    """The number of each multiset among those with as many faces: fewest dice first."""
    faces = counts.shape[1]
    rest = counts.sum(axis=1)
    place = np.where(rest > 0, _CHOOSE[rest + faces - 1, faces], 0)  # those of fewer dice
    for face in range(faces - 1):
        more = rest - counts[:, face]  # those with more dice of this face come first
        place = place + np.where(more > 0, _CHOOSE[more + faces - 2 - face, faces - 1 - face], 0)
        rest = more
    return place


def _neighbours(counts: np.ndarray, change: int) -> np.ndarray:
    """The numbers of all multisets with one die more or less, TOO_MANY where there is none."""
    most = counts.sum(axis=1).max()
    found = np.full(counts.shape, TOO_MANY)
    for face in range(counts.shape[1]):
        changed = counts.copy()
        changed[:, face] += change
        there = (changed[:, face] >= 0) & (changed.sum(axis=1) <= most)
        found[there, face] = _place(changed[there])
    return found


@lru_cache(maxsize=1)
def multisets() -> Multisets:
    """The multisets of up to eight dice of eight faces."""
    counts = _all_counts(DICE, FACES)
    return Multisets(counts.astype(np.int8), counts.sum(axis=1), _neighbours(counts, 1))


@lru_cache(maxsize=1)
def green_rolls(dice: int = DICE - 2) -> GreenRolls:
    """The results of 0 to `dice` green dice."""
    counts = _all_counts(dice, SIDES)
    size = counts.sum(axis=1)
    with_all_faces = np.zeros((len(counts), FACES), np.int64)
    with_all_faces[:, OF_GREEN] = counts
    ways = [factorial(n) / prod(map(factorial, row)) for n, row in zip(size.tolist(), counts.tolist(), strict=True)]
    return GreenRolls(
        _place(with_all_faces),
        np.searchsorted(size, np.arange(dice + 2)),
        np.array(ways) / SIDES**size,
        _neighbours(counts, 1),
        _neighbours(counts, -1),
        (counts > 0) @ (1 << np.arange(SIDES)),
        counts[:, OF_GREEN.index(TERROR)].copy(),
    )
