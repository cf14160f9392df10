"""Chances of completing a card with a pool of dice: what a policy steers by.

Exact for a plain attempt: green dice only, best play, and nothing but rolling, completing
tasks and discarding (no focus, clue, item, spell or terror effect; costs are not counted).
A yellow or red die is taken for one more green die, so a pool of 8 has an entry too.

The state of such an attempt is (rows done, dice left).  Of a roll, the best of these is
taken: an open row, with the fewest dice that fill it, or no row and one die less (C-7.8).
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial, prod

import numpy as np
from numba import types

from sim.compiled import compiled
from sim.rules.state import DICE, EMPTY_TASK, MAX_TASKS, task_dtype

_LORE, _PERIL, _TERROR = 1, 2, 4  # bits of `requirement.symbols`
_IMPOSSIBLE = 99  # dice: more than there are
_SOURCES = ("sim/rules/state.py", "sim/odds.py")


def card_chances(tasks: np.ndarray, n_tasks: int, ordered: bool) -> np.ndarray:
    """Chance to complete the rows of a card that are still open.

    `tasks` has dtype `task_dtype`, of which the first `n_tasks` are printed on the card;
    `ordered` for a card with a downward arrow (C-6.2).  Rows are taken as printed, without
    monsters, so an empty monster task is no row (C-11.7).

    Returns probabilities, float32 of shape (16, 9), read-only: ``[done, dice]`` where bit r
    of `done` stands for row r and `dice` green dice are left to roll.
    """
    return _card_chances(np.ascontiguousarray(tasks[:n_tasks], task_dtype).tobytes(), bool(ordered))


def requirement_chances(requirement: np.void) -> np.ndarray:
    """Chance to complete one row; float32 of shape (9,), ``[dice]``, read-only.

    `requirement` is a record of `requirement_dtype`.
    """
    task = np.zeros(1, task_dtype)
    task["full"] = requirement
    return card_chances(task, 1, False)[0]


@lru_cache(maxsize=4096)
def _card_chances(tasks_as_bytes: bytes, ordered: bool) -> np.ndarray:
    tasks = np.frombuffer(tasks_as_bytes, task_dtype)
    absent = (1 << MAX_TASKS) - (1 << len(tasks))
    for row, task in enumerate(tasks):
        if task["monster_task"] == EMPTY_TASK:
            absent |= 1 << row
    rolls, weights = _rolls()
    dice_used = np.full((MAX_TASKS, len(rolls)), _IMPOSSIBLE, np.int8)
    for row, task in enumerate(tasks):
        dice_used[row] = _dice_used(task["full"], rolls)
    chances = _best_play(dice_used, rolls.sum(axis=1), weights, absent, ordered).astype(np.float32)
    chances.flags.writeable = False
    return chances


@lru_cache(maxsize=1)
def _rolls() -> tuple[np.ndarray, np.ndarray]:
    """All results of 1 to 8 green dice up to order.

    Returns counts of the faces 1, 2, 3, L, P, T, int8 of shape (n, 6), fewest dice first,
    and the probability of each among the results of as many dice.
    """
    faces = 6
    rolls = [counts for dice in range(1, DICE + 1) for counts in _multisets(dice, faces)]
    weights = [
        factorial(sum(counts)) / prod(factorial(count) for count in counts) / faces ** sum(counts) for counts in rolls
    ]
    return np.array(rolls, np.int8), np.array(weights)


def _multisets(dice: int, faces: int) -> list[tuple[int, ...]]:
    if faces == 1:
        return [(dice,)]
    return [(first, *rest) for first in range(dice + 1) for rest in _multisets(dice - first, faces - 1)]


def _dice_used(requirement: np.void, rolls: np.ndarray) -> np.ndarray:
    """Fewest dice of each roll that fill `requirement`, int8 of shape (n,)."""
    numbers = [int(n) for n in requirement["investigation"] if n > 0]
    symbols = np.array(requirement["symbols"], np.int64)
    investigation = _investigation_dice(np.array(numbers, np.int64))
    used = investigation[rolls[:, 0], rolls[:, 1], rolls[:, 2]] + symbols.sum()
    return np.where(_symbols_fit(symbols, rolls[:, 3:]) & (used <= DICE), used, _IMPOSSIBLE).astype(np.int8)


def _symbols_fit(symbols: np.ndarray, shown: np.ndarray) -> np.ndarray:
    """Whether dice showing L, P, T (counts, shape (n, 3)) fill all symbols: Hall's marriage condition."""
    fits = np.ones(len(shown), bool)
    for allowed in range(1, _LORE + _PERIL + _TERROR + 1):
        demand = sum(symbols[s] for s in range(1, 8) if s & ~allowed == 0)
        supply = sum(shown[:, i] for i, face in enumerate((_LORE, _PERIL, _TERROR)) if face & allowed)
        fits &= demand <= supply
    return fits


@compiled(types.int64[:, :, ::1](types.int64[::1]), *_SOURCES)
def _investigation_dice(numbers):
    """Fewest dice that pay all `numbers` separately (C-6.5), by counts of 1, 2 and 3: int64 (9, 9, 9).

    Every group of dice is tried for every number, since paying greedily goes wrong (C-6.7).
    """
    fewest = np.zeros((DICE + 1, DICE + 1, DICE + 1), np.int64)
    for number in numbers:
        before = fewest
        fewest = np.full_like(before, _IMPOSSIBLE)
        for ones in range(DICE + 1):
            for twos in range(DICE + 1 - ones):
                for threes in range(DICE + 1 - ones - twos):
                    best = _IMPOSSIBLE
                    for a in range(ones + 1):
                        for b in range(twos + 1):
                            c = max(0, (number - a - 2 * b + 2) // 3)
                            if c <= threes:
                                best = min(best, a + b + c + before[ones - a, twos - b, threes - c])
                    fewest[ones, twos, threes] = best
    return fewest


@compiled(
    types.float64[:, ::1](types.int8[:, ::1], types.int64[::1], types.float64[::1], types.int64, types.boolean),
    *_SOURCES,
)
def _best_play(dice_used, dice_of_roll, weights, absent, ordered):
    """Values of all states by backward induction; `dice_used` is (rows, rolls), the rest (rolls,)."""
    everything = (1 << len(dice_used)) - 1
    value = np.zeros((everything + 1, DICE + 1))
    for done in range(everything, -1, -1):
        if done | absent == everything:
            value[done] = 1.0
            continue
        for i in range(len(weights)):  # fewest dice first: what a roll leads to is known
            dice = dice_of_roll[i]
            best = value[done, dice - 1]
            for row in range(len(dice_used)):
                if (done | absent) >> row & 1:
                    continue
                if dice_used[row, i] <= dice:
                    best = max(best, value[done | 1 << row, dice - dice_used[row, i]])
                if ordered:
                    break
            value[done, dice] += weights[i] * best
    return value
