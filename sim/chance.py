"""Random words as a function of (game key, purpose, position): the keyed streams of every game.

Every random event has a purpose and a position inside it, so a game is the same game for
any number of jobs, any chunk size and any backend, and two policies meet the same decks
and, turn by turn, the same dice.  Purposes are each game's own.  The mixer is the finaliser
of splitmix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import numpy as np
from numba import types

from sim.compiled import compiled

SOURCE = "sim/chance.py"


def _kernel(signature):
    return compiled(signature, SOURCE, lazy=True)


GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)


@_kernel(types.uint64(types.uint64))
def mix(x):
    """splitmix64's finaliser: a bijection of 64-bit words."""
    x = (x ^ (x >> np.uint64(30))) * _M1
    x = (x ^ (x >> np.uint64(27))) * _M2
    return x ^ (x >> np.uint64(31))


@_kernel(types.uint64(types.uint64, types.uint64))
def game_key(seed, game):
    """The key of game number `game` of a run."""
    return mix(mix(seed + GOLDEN) + (game + np.uint64(1)) * GOLDEN)


@_kernel(types.uint64(types.uint64, types.int64, types.int64))
def word(key, purpose, position):
    """64 random bits for one event."""
    return mix(key + np.uint64(purpose) * _M1 + np.uint64(position + 1) * GOLDEN)


@_kernel(types.int64(types.uint64, types.int64))
def below(bits, n):
    """A whole number in 0..n-1 from the upper 32 bits of a word (bias below n/2^32)."""
    return np.int64(((bits >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
