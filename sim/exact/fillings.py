"""Which dice fill a row exactly: every die used, none to spare (C-6.4 to C-6.7).

Fillings are built up need by need from no dice at all, so every assignment is found and none
is guessed.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sim.cards.notation import Requirement
from sim.exact.faces import FACES, LORE, MULTISETS, PERIL, TERROR, TOO_MANY, WILD, multisets

#: faces that count for a symbol of a requirement's mask (C-2.3, C-6.4)
_SYMBOLS = {1: LORE, 2: PERIL, 4: TERROR}
#: what a face counts as investigation (C-2.3)
_VALUES = np.array([1, 2, 3, 4, 0, 0, 0, 4])


@lru_cache(maxsize=4096)
def fillings(requirement: Requirement, bonus: int = 0, excess: bool = False) -> np.ndarray:
    """Whether each multiset of dice fills the dice part of `requirement`; bool (MULTISETS,), read-only.

    `bonus` is added to every investigation number (C-6.13).  With `excess` a group for an
    investigation number may hold dice that it does not need (R:EXCESS_DICE=ANY).
    """
    fills = np.zeros(MULTISETS, bool)
    fills[0] = True
    for mask in requirement.symbols:
        fills = _with_symbol(fills, mask)
    for number in requirement.investigation:
        fills = _with_investigation(fills, number + bonus, excess)
    fills.flags.writeable = False
    return fills


def _add(filled: np.ndarray, face: int) -> np.ndarray:
    """Multisets, each with one die more; those of too many dice left out."""
    more = multisets().plus[filled, face]
    return more[more != TOO_MANY]


def _with_symbol(fills: np.ndarray, mask: int) -> np.ndarray:
    found = np.zeros(MULTISETS, bool)
    for face in (WILD, *(face for bit, face in _SYMBOLS.items() if mask & bit)):
        found[_add(np.flatnonzero(fills), face)] = True
    return found


def _with_investigation(fills: np.ndarray, number: int, excess: bool) -> np.ndarray:
    found = np.zeros(MULTISETS, bool)
    for group in _groups(number, excess):
        more = np.flatnonzero(fills)
        for face in np.repeat(np.arange(FACES), group).tolist():
            more = _add(more, face)
        found[more] = True
    return found


@lru_cache(maxsize=64)
def _groups(number: int, excess: bool) -> np.ndarray:
    """The groups of dice that pay an investigation number, as counts of faces (C-6.5, C-6.6)."""
    counts = multisets().counts
    total = counts @ _VALUES
    smallest = np.where(counts > 0, _VALUES, 99).min(axis=1)
    plain = counts[:, _VALUES == 0].sum(axis=1) == 0
    enough = plain & (total >= number)
    return counts[enough if excess else enough & (total - smallest < number)]
