"""Dice pools by colour: up to six green dice, one yellow, one red (C-2.1), and how many results each has."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from sim.exact.faces import SIDES
from sim.rules.state import YELLOW_DIE

GREEN_DICE = YELLOW_DIE  # dice 0 to 5 are green


class Pools(NamedTuple):
    """All pools, fewest dice first; number 0 is the empty one."""

    green: np.ndarray  # int64 (pools,)
    yellow: np.ndarray
    red: np.ndarray
    size: np.ndarray
    of: np.ndarray  # int64 (GREEN_DICE + 1, 2, 2): the pool of so many dice of each colour
    first: np.ndarray  # int64 (pools + 1,): where the results of a pool stand among those of all


@lru_cache(maxsize=1)
def pools() -> Pools:
    """The 28 pools."""
    listed = sorted(np.ndindex(GREEN_DICE + 1, 2, 2), key=lambda pool: (sum(pool), pool))
    of = np.zeros((GREEN_DICE + 1, 2, 2), np.int64)
    for i, pool in enumerate(listed):
        of[pool] = i
    results = [comb(g + SIDES - 1, g) * SIDES ** (y + r) for g, y, r in listed]
    columns = np.array(listed, np.int64)
    return Pools(
        np.ascontiguousarray(columns[:, 0]),
        np.ascontiguousarray(columns[:, 1]),
        np.ascontiguousarray(columns[:, 2]),
        columns.sum(axis=1),
        of,
        np.concatenate([[0], np.cumsum(results)]),
    )
