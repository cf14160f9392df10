"""Every legal way to fill a task with dice (C-6.4 .. C-6.7), by trying all of them."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

VALUE = {"1": 1, "2": 2, "3": 3, "4": 4, "W": 4}  # C-2.3; L, P and T count nothing
SYMBOLS = {"L": "L", "P": "P", "T": "T", "W": "LPT"}  # C-2.3


class Needs(NamedTuple):
    """What a task asks for: each symbol a string of the faces allowed, each number an investigation N."""

    symbols: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


def groups_for(
    number: int, dice: frozenset[int], faces: dict[int, str], anything: bool = False
) -> list[frozenset[int]]:
    """Sets of dice that pay investigation `number`: dropping any die would be too little (C-6.6, R:EXCESS_DICE)."""
    showing = [die for die in dice if faces[die] in VALUE]
    found = []
    for size in range(1, len(showing) + 1):
        for group in combinations(showing, size):
            total = sum(VALUE[faces[die]] for die in group)
            needless = any(total - VALUE[faces[die]] >= number for die in group)
            if total >= number and (anything or not needless):
                found.append(frozenset(group))
    return found


def ways(needs: Needs, faces: dict[int, str], anything: bool = False) -> set[frozenset[int]]:
    """All sets of dice that fill a task exactly; `faces` are those of the usable dice."""
    return _fill(needs, frozenset(faces), faces, anything, {})


def _fill(needs, dice, faces, anything, known) -> set[frozenset[int]]:
    if (needs, dice) in known:
        return known[needs, dice]
    if needs.symbols:
        symbol, rest = needs.symbols[0], Needs(needs.symbols[1:], needs.numbers)
        groups = [frozenset([die]) for die in dice if set(SYMBOLS.get(faces[die], "")) & set(symbol)]
    elif needs.numbers:
        rest = Needs((), needs.numbers[1:])
        groups = groups_for(needs.numbers[0], dice, faces, anything)
    else:
        return {frozenset()}
    found = {group | more for group in groups for more in _fill(rest, dice - group, faces, anything, known)}
    known[needs, dice] = found
    return found
