"""The rows of a card as an attempt, and chances of it that are kept: what decks and completions ask for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sim.cards.notation import Requirement, Tasks
from sim.exact.holds import FREE
from sim.exact.pools import GREEN_DICE, pools
from sim.exact.problem import MAX_ROWS, Attempt, Row
from sim.exact.solved import success, table
from sim.rules.state import DICE, EMPTY_TASK, MAX_TASKS, NO_MONSTER_TASK, PARTIAL_TASK

__all__ = ["MAX_ROWS", "Attempt", "Row", "attempt_rows", "card_chances", "requirement_chances", "success"]


def attempt_rows(tasks: Tasks, monsters: Sequence[Requirement] = ()) -> tuple[Row, ...]:
    """The rows of a card with `monsters` on it: each on the next free monster task, else below the bottom row.

    A monster task without a monster is a row as printed, an empty one none at all; a monster
    replaces the row or the boxed part (C-11.7, C-11.8).  On an ordered card the rows below come
    last (C-6.2).
    """
    waiting = list(monsters)
    rows: list[Row] = []
    for task in tasks.rows:
        wanted = task.full
        if task.monster_task != NO_MONSTER_TASK and waiting:
            monster = waiting.pop(0)
            wanted = task.uncovered + monster if task.monster_task == PARTIAL_TASK else monster
        elif task.monster_task == EMPTY_TASK:
            continue
        rows.append(Row(wanted, (1 << len(rows)) - 1 if tasks.ordered else 0))
    above = (1 << len(rows)) - 1 if tasks.ordered else 0
    return (*rows, *(Row(monster, above) for monster in waiting))


# --- tables without focus -----------------------------------------------------------------------------
_POOLS = tuple((min(n, GREEN_DICE), int(n > GREEN_DICE), int(n > GREEN_DICE + 1)) for n in range(DICE + 1))


@lru_cache(maxsize=4096)
def card_chances(tasks: Tasks) -> np.ndarray:
    """Chance to complete the rows of a card that are still open, with nothing but dice.

    No focus, clue, item, spell or terror effect, no monsters; costs are not counted.

    Returns float32 of shape (16, 9), read-only: ``[done, dice]`` where bit r of `done` stands
    for row r and `dice` are left to roll, of which the seventh is yellow and the eighth red.
    """
    present = [r for r, task in enumerate(tasks.rows) if task.monster_task != EMPTY_TASK]
    rows = tuple(Row(row.requirement.dice, row.after) for row in attempt_rows(tasks))
    solved = table(Attempt(rows, yellow=1, red=1, focus=False, every_state=True))
    chances = np.zeros((1 << MAX_TASKS, DICE + 1), np.float32)
    columns = [pools().of[pool] for pool in _POOLS]
    for done in range(1 << MAX_TASKS):
        chances[done] = solved[sum((done >> r & 1) << i for i, r in enumerate(present)), 0, 0, columns]
    chances.flags.writeable = False
    return chances


def requirement_chances(requirement: Requirement) -> np.ndarray:
    """Chance to complete one row; float32 of shape (9,), ``[dice]``, as in `card_chances`."""
    solved = table(Attempt((Row(requirement.dice),), yellow=1, red=1, focus=False, every_state=True))
    return solved[0, 0, 0, [pools().of[pool] for pool in _POOLS]]


def difficulty(tasks: Tasks) -> float:
    """Chance to complete a card with six green dice and nothing else, monster tasks without monsters."""
    return float(card_chances(tasks)[0, GREEN_DICE])


# --- with a focus --------------------------------------------------------------------------------------
def focused_chances(tasks: Tasks) -> tuple[float, float]:
    """Chance to complete a card with six green dice and a focus, and with the yellow and the red die besides.

    As in `card_chances` nothing else is at hand; kept on disk.
    """
    rows = tuple(Row(row.requirement.dice, row.after) for row in attempt_rows(tasks))
    if not rows:
        return 1.0, 1.0
    solved = table(Attempt(rows, yellow=1, red=1))[0, FREE, -1]
    green, coloured = (float(solved[pools().of[GREEN_DICE, n, n]]) for n in (0, 1))
    return green, coloured
