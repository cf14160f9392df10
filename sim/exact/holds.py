"""Dice held outside the pool: on the own marker and on spells (C-7.5 to C-7.10, C-13.8 to C-13.11).

The marker is free to take a die, empty for good, or holds a die of some face.  A spell is spent,
holds a green die, which may be taken back and rolled, or a yellow or red one, of which only the
face can be used (C-13.10), or is still free.  Equal spells are interchangeable, so the spells
together are a multiset.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from sim.exact.faces import FACES, OF_GREEN, OF_RED, OF_YELLOW, SIDES

# --- the marker ---------------------------------------------------------------------------
NOTHING = 0  # holds no die, and will not
FREE = FACES + 1  # may take one; 1 to FACES: holds a die of that face, counted from 1
MARKERS = FACES + 2

# --- a spell --------------------------------------------------------------------------------
_SPENT = 0
_GREEN = 1  # 1 to 6: holds a green die, by side
_OTHER_FACES = tuple(sorted({*OF_YELLOW, *OF_RED}))
_OTHER = _GREEN + SIDES  # 7 to 13: holds a yellow or red die, by face
_FREE = _OTHER + len(_OTHER_FACES)
MAX_SPELLS = 2


class Spells(NamedTuple):
    """All ways in which a number of spells can stand; what is used up comes first."""

    held: np.ndarray  # int64 (ways, MAX_SPELLS): faces of dice held, -1 for none; dice first
    n_held: np.ndarray  # int64 (ways,)
    n_green: np.ndarray  # int64 (ways,): green ones among them
    left: np.ndarray  # int64 (ways, 1 << MAX_SPELLS): the way with a set of the held dice used on a task
    back: np.ndarray  # int64 (ways, MAX_SPELLS): with a green die taken back into the pool, -1 where it cannot be
    with_green: np.ndarray  # int64 (ways, SIDES): with a green die secured, -1 where no spell is free
    with_yellow: np.ndarray  # int64 (ways, SIDES)
    with_red: np.ndarray  # int64 (ways, SIDES)


def _face(spell: int) -> int:
    return OF_GREEN[spell - _GREEN] if spell < _OTHER else _OTHER_FACES[spell - _OTHER]


@lru_cache(maxsize=8)
def spells(number: int, free: bool = True) -> Spells:
    """The ways in which `number` spells can stand; the last one is all free, unless none is `free` any more."""
    listed = list(combinations_with_replacement(range(_FREE + free), number))
    listed.sort(key=lambda way: (sum(1 + (spell == _FREE) for spell in way if spell), way))
    place = {way: i for i, way in enumerate(listed)}
    n = len(listed)
    held, left = np.full((n, MAX_SPELLS), -1), np.zeros((n, 1 << MAX_SPELLS), np.int64)
    back, counts, greens = np.full((n, MAX_SPELLS), -1), np.zeros(n, np.int64), np.zeros(n, np.int64)
    secured = np.full((3, n, SIDES), -1)

    def changed(way: tuple[int, ...], was: int, becomes: int) -> tuple[int, ...]:
        rest = list(way)
        rest.remove(was)
        return tuple(sorted((*rest, becomes)))

    for i, way in enumerate(listed):
        dice = [spell for spell in way if spell not in (_SPENT, _FREE)]
        counts[i] = len(dice)
        greens[i] = sum(spell < _OTHER for spell in dice)
        held[i, : len(dice)] = [_face(spell) for spell in dice]
        for used in range(1 << len(dice)):
            after = way
            for j, spell in enumerate(dice):
                if used >> j & 1:
                    after = changed(after, spell, _SPENT)
            left[i, used] = place[after]
        for j, spell in enumerate(dice):
            if spell < _OTHER:
                back[i, j] = place[changed(way, spell, _SPENT)]
        if _FREE in way:
            for side in range(SIDES):
                holding = (_GREEN + side, *(_OTHER + _OTHER_FACES.index(of[side]) for of in (OF_YELLOW, OF_RED)))
                for colour, spell in enumerate(holding):
                    secured[colour, i, side] = place[changed(way, _FREE, spell)]
    return Spells(held, counts, greens, left, back, *secured)


def way_holding(face: int) -> int:
    """The number in ``spells(1)`` of a spell that holds a die of this face: a green one if there is such a side."""
    return _GREEN + OF_GREEN.index(face) if face in OF_GREEN else _OTHER + _OTHER_FACES.index(face)
