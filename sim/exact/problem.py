"""An attempt as numbers: what the solver reads (sim/exact/attempt.py)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import types

from sim.cards.notation import Requirement
from sim.exact.faces import FACES, MULTISETS, OF_RED, OF_YELLOW, SIDES, TOO_MANY, green_rolls, multisets
from sim.exact.fillings import fillings
from sim.exact.holds import spells
from sim.exact.pools import GREEN_DICE, pools
from sim.rules.state import DICE

MAX_ROWS = 6
#: R:EMPTY_POOL
SECURED_ANY, SECURED_SPELLS, STRICT = range(3)
#: terror effects that touch the dice (C-7.4, C-7.11)
NO_TERROR, ENDS, DISCARDS = range(3)
SOURCES = ("sim/exact", "sim/rules/state.py", "sim/rules/dice.py")


class Problem(NamedTuple):
    """Rows, dice and rulings of one attempt; arrays as in `Multisets`, `GreenRolls`, `Pools` and `Spells`."""

    fewest: np.ndarray  # int64 (rows,): fewest dice that fill a row
    open: np.ndarray  # int64 (1 << rows,): rows that may be completed next, by the rows done (C-6.2, C-6.8)
    extras: np.ndarray  # int64 (MULTISETS,): number of a multiset of dice that are not green ones of the pool
    fills: np.ndarray  # uint8 (rows, extras, green rolls): how many green dice besides all the extras, as a set
    plus: np.ndarray  # of Multisets
    first: np.ndarray  # of GreenRolls
    chance: np.ndarray
    roll_plus: np.ndarray
    roll_minus: np.ndarray
    shown: np.ndarray
    terrors: np.ndarray
    green: np.ndarray  # of Pools
    yellow: np.ndarray
    red: np.ndarray
    size: np.ndarray
    pool_of: np.ndarray
    results: np.ndarray
    held: np.ndarray  # of Spells
    n_held: np.ndarray
    n_green: np.ndarray
    left: np.ndarray
    back: np.ndarray
    with_green: np.ndarray
    with_yellow: np.ndarray
    with_red: np.ndarray
    yellow_face: np.ndarray  # int64 (7,): face of each side, and nothing
    red_face: np.ndarray
    start: int  # pool at the beginning
    focus: int  # 1: the marker may take a die
    clues: int
    empty_pool: int  # R:EMPTY_POOL
    terror: int  # NO_TERROR, ENDS or DISCARDS
    once: int  # 1: a terror effect acts once in the phase (R:TERROR_SCOPE)
    wild_is_terror: int
    every_state: int  # 1: solve states too that this attempt itself cannot reach


def _numba_type() -> types.NamedTuple:
    def array(dims: int, of: types.Type = types.int64) -> types.Array:
        return types.Array(of, dims, "C", readonly=False)

    special = {"fills": array(3, types.uint8), "chance": array(1, types.float64)}
    dims = {"roll_plus": 2, "roll_minus": 2, "plus": 2, "pool_of": 3, "held": 2, "left": 2, "back": 2}
    dims |= {"with_green": 2, "with_yellow": 2, "with_red": 2}
    numbers = ("start", "focus", "clues", "empty_pool", "terror", "once", "wild_is_terror", "every_state")
    fields = [
        special.get(name, types.int64 if name in numbers else array(dims.get(name, 1))) for name in Problem._fields
    ]
    return types.NamedTuple(fields, Problem)


Problem_t = _numba_type()


@lru_cache(maxsize=8)
def _extras(most: int) -> tuple[np.ndarray, np.ndarray]:
    """Multisets of at most `most` dice numbered, int64 (MULTISETS,), and each of them together with each green roll."""
    sets, rolls = multisets(), green_rolls()
    few = np.flatnonzero(sets.size <= most)
    number = np.full(MULTISETS, TOO_MANY)
    number[few] = np.arange(len(few))
    together = np.tile(rolls.multiset, (len(few), 1))
    for e, counts in enumerate(sets.counts[few]):
        for face in np.repeat(np.arange(FACES), counts):
            row = together[e]
            together[e] = np.where(row == TOO_MANY, TOO_MANY, sets.plus[row, face])
    return number, together


def _fill_masks(fills: np.ndarray, most: int) -> np.ndarray:
    """Of each roll, how many green dice may fill a row besides all of the extras: sets of numbers, uint8."""
    rolls = green_rolls()
    _, together = _extras(most)
    exactly = fills[together] & (together != TOO_MANY)
    masks = np.zeros(together.shape, np.uint8)
    for n in range(GREEN_DICE + 1):
        here = slice(rolls.first[n], rolls.first[n + 1])
        masks[:, here] = exactly[:, here].astype(np.uint8) << n
        for side in range(SIDES):
            fewer = rolls.minus[here, side]
            masks[:, here] |= np.where(fewer == TOO_MANY, 0, masks[:, fewer])
    return masks


@lru_cache(maxsize=512)
def _masks_of(requirement: Requirement, bonus: int, excess: bool, most: int) -> np.ndarray:
    return _fill_masks(fillings(requirement.dice, bonus, excess), most)


@dataclass(frozen=True)
class Row:
    """A task of the attempt: what it asks for, and the rows that must be completed before it (as a set)."""

    requirement: Requirement
    after: int = 0


@dataclass(frozen=True)
class Attempt:
    """One attempt: its rows, the dice and help at hand, and the rulings."""

    rows: tuple[Row, ...]
    green: int = GREEN_DICE
    yellow: int = 0
    red: int = 0
    focus: bool = True
    spells: int = 0  # each secures one die
    clues: int = 0
    sanity: int | None = None  # of the investigator, for rows that cost points; None: enough
    stamina: int | None = None
    bonus: int = 0  # added to every investigation number (C-6.13)
    terror: int = NO_TERROR
    empty_pool: int = SECURED_ANY
    once: bool = False  # R:TERROR_SCOPE=PER_PHASE
    wild_is_terror: bool = False
    excess: bool = False  # R:EXCESS_DICE=ANY
    held_only: bool = False  # the spells may hold dice from before, but take none
    every_state: bool = False  # solve states too that only other attempts at these rows can reach


def problem(attempt: Attempt) -> Problem:
    """The attempt as arrays."""
    most = attempt.yellow + attempt.red + attempt.focus + attempt.spells
    masks = [_masks_of(row.requirement.dice, attempt.bonus, attempt.excess, most) for row in attempt.rows]
    fewest = [_fewest(row.requirement, attempt) for row in attempt.rows]
    sets, rolls, all_pools, stands = multisets(), green_rolls(), pools(), spells(attempt.spells, not attempt.held_only)
    return Problem(
        np.array(fewest, np.int64),
        _open_rows(attempt),
        _extras(most)[0],
        np.stack(masks),
        sets.plus,
        rolls.first,
        rolls.chance,
        rolls.plus,
        rolls.minus,
        rolls.shown,
        rolls.terrors,
        *all_pools,
        *stands,
        np.array([*OF_YELLOW, TOO_MANY]),
        np.array([*OF_RED, TOO_MANY]),
        int(all_pools.of[attempt.green, attempt.yellow, attempt.red]),
        int(attempt.focus),
        attempt.clues,
        attempt.empty_pool,
        attempt.terror,
        int(attempt.once),
        int(attempt.wild_is_terror),
        int(attempt.every_state),
    )


def _fewest(requirement: Requirement, attempt: Attempt) -> int:
    fills = fillings(requirement.dice, attempt.bonus, attempt.excess)
    return int(multisets().size[fills].min(initial=DICE + 1))


def _open_rows(attempt: Attempt) -> np.ndarray:
    """The rows that may be completed next, by the rows done: order and costs (C-6.2, C-6.8)."""
    found = np.zeros(1 << len(attempt.rows), np.int64)
    for done in range(len(found)):
        for r, row in enumerate(attempt.rows):
            if not done >> r & 1 and row.after & ~done == 0 and _affordable(attempt, done | 1 << r, row):
                found[done] |= 1 << r
    return found


def _affordable(attempt: Attempt, done: int, last: Row) -> bool:
    """Does the payer keep a point of what the last of the completed rows costs?"""
    for stat in ("sanity", "stamina"):
        points = getattr(attempt, stat)
        paid = sum(getattr(row.requirement, stat) for r, row in enumerate(attempt.rows) if done >> r & 1)
        if points is not None and getattr(last.requirement, stat) > 0 and points - paid <= 0:
            return False
    return True
