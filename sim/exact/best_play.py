"""What comes of best dice play, and that play: the best choice in every state (C-5 to C-7).

Which of several plays counts as best is said in sim/exact/expectation.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sim.exact.expectation import (
    CHANCES,
    SAME,
    SUCCESS,
    TASKS,
    TERRORS,
    reroll_means,
    settle_all,
    solve_means,
)
from sim.exact.faces import OF_GREEN, OF_RED, OF_YELLOW, SIDES, TERROR, multisets
from sim.exact.fillings import fillings
from sim.exact.holds import FREE, MARKERS, NOTHING
from sim.exact.pools import pools
from sim.exact.problem import DISCARDS, ENDS, Attempt, Problem, problem
from sim.rules.state import GREEN, RED, YELLOW

_SIDES_OF = (OF_GREEN, OF_YELLOW, OF_RED)
_SLABS = 4


class Die(NamedTuple):
    """A die: its colour (GREEN, YELLOW, RED) and its face (sim/exact/faces.py)."""

    colour: int
    face: int


class State(NamedTuple):
    """What stands at step 2 of an attempt: pool by colour, rows done as a set, marker and spells (sim/exact/holds.py).

    `struck`: whether a terror effect that acts once in the phase has acted.
    """

    green: int
    yellow: int
    red: int
    done: int
    marker: int
    way: int
    clues: int
    struck: int = 0


class Play(NamedTuple):
    """The best thing to do with a roll.

    Attributes:
        kind: "re-roll" (a clue), "complete" a row, or "fail".
        row: the row completed.
        dice: the dice rolled again, or those of the pool used on the row; held ones are used too if `then` lacks them.
        secured: dice put on spells before, at step 7.
        focused: the die put on the own marker.
        discarded: colour of the die discarded, None if the roll is completed or nothing is left to discard.
        then: the state after it; None when the attempt is over, and for a re-roll.
    """

    kind: str
    row: int = -1
    dice: tuple[Die, ...] = ()
    secured: tuple[Die, ...] = ()
    focused: Die | None = None
    discarded: int | None = None
    then: State | None = None


@dataclass(frozen=True)
class Outcome:
    """What best play brings from a state on.

    Attributes:
        success: chance that the attempt succeeds.
        tasks: expected number of tasks completed at the end, those done before included.
        terror_effects: expected number of failed rolls that show terror and set an effect off
            (C-7.1), whether the card has one or not; with R:TERROR_SCOPE=PER_PHASE at most 1.
        by_tasks: chance of each number of tasks completed, from 0 on.
    """

    success: float
    tasks: float
    terror_effects: float
    by_tasks: tuple[float, ...]


def _better(line: np.ndarray, than: np.ndarray) -> bool:
    """The order of sim/exact/expectation.py."""
    for column, sign in ((SUCCESS, 1), (TASKS, 1), (TERRORS, -1)):
        if abs(line[column] - than[column]) > SAME:
            return bool(sign * line[column] > sign * than[column])
    return False


class BestPlay:
    """An attempt solved with all that comes of it; every state and roll that it can meet may be asked about."""

    def __init__(self, attempt: Attempt) -> None:
        """Solve `attempt`; takes up to a hundred times as long as its chance alone."""
        self.attempt = attempt
        self._problem: Problem = problem(attempt)
        acted = 2 if attempt.once else 1
        ways = len(self._problem.n_held)
        self._sizes = (acted, 1 << len(attempt.rows), MARKERS, ways, len(pools().size), attempt.clues + 1)
        self._states = int(np.prod(self._sizes))
        self._means = np.zeros((self._states + self._sizes[1], CHANCES + len(attempt.rows) + 1))
        solve_means(self._problem, self._means, self._sizes)
        self._settled = lru_cache(maxsize=_SLABS)(self._settle)

    @property
    def start(self) -> State:
        """The state in which the attempt begins."""
        a = self.attempt
        return State(a.green, a.yellow, a.red, 0, FREE if a.focus else NOTHING, self._sizes[3] - 1, a.clues)

    def outcome(self, state: State | None = None) -> Outcome:
        """What comes of a state; of the whole attempt if none is given."""
        line = self._means[self._number(state or self.start)]
        success, tasks, terrors, *by_tasks = map(float, line)
        return Outcome(success, tasks, terrors, tuple(by_tasks))

    def gives_up(self, state: State) -> bool:
        """Step 2: whether nothing is to be gained by going on (C-5.2)."""
        return not _better(self._means[self._number(state)], self._means[self._states + state.done])

    def taken_back(self, state: State) -> State | None:
        """Step 3: the state with a green die taken off a spell, where that is best (C-13.10); else None."""
        for way in self._problem.back[state.way]:
            if way >= 0:
                more = state._replace(green=state.green + 1, way=int(way))
                if not _better(self._means[self._number(state)], self._means[self._number(more)]):
                    return more
        return None

    def choice(self, state: State, roll: Sequence[Die]) -> Play:
        """Steps 5 to 8c: the best thing to do with a roll of the pool of `state`.

        After a re-roll ask again, with a clue less.  Raises ValueError for a roll of other dice.
        """
        colours = [die.colour for die in roll]
        if tuple(colours.count(colour) for colour in (GREEN, YELLOW, RED)) != (state.green, state.yellow, state.red):
            raise ValueError(f"roll {list(roll)}: not of the pool {state[:3]}")
        settled = self._settled(state.struck, state.done, state.marker)
        code = int(settled[state.way, state.clues, self._place(roll)])
        again = self._again(state, roll, code, settled) if state.clues and roll else None
        if again is not None:
            return Play("re-roll", dice=again)
        return next(self._explained(state, tuple(roll), code, ()))

    # --- numbers ------------------------------------------------------------------------------------
    def _number(self, state: State) -> int:
        if state.done == self._sizes[1] - 1:
            return self._states + state.done
        pool = pools().of[state.green, state.yellow, state.red]
        place = (state.struck, state.done, state.marker, state.way, pool, state.clues)
        return int(np.ravel_multi_index(place, self._sizes))

    def _state(self, number: int) -> State | None:
        if number >= self._states:
            return None
        struck, done, marker, way, pool, clues = map(int, np.unravel_index(number, self._sizes))
        dice = (int(pools().green[pool]), int(pools().yellow[pool]), int(pools().red[pool]))
        return State(*dice, done, marker, way, clues, struck)

    def _sides(self, roll: Sequence[Die]) -> tuple[int, int, int]:
        """Number of the green roll, sides of the yellow and red die; `SIDES` for none."""
        greens, sides = 0, [SIDES, SIDES]
        for die in roll:
            side = _SIDES_OF[die.colour].index(die.face)
            if die.colour == GREEN:
                greens = int(self._problem.roll_plus[greens, side])
            else:
                sides[die.colour - 1] = side
        return greens, sides[0], sides[1]

    def _place(self, roll: Sequence[Die]) -> int:
        p = self._problem
        greens, yellow, red = self._sides(roll)
        n = sum(die.colour == GREEN for die in roll)
        pool = pools().of[n, int(yellow < SIDES), int(red < SIDES)]
        sides = (yellow if yellow < SIDES else 0) * (SIDES if red < SIDES else 1) + (red if red < SIDES else 0)
        return int(p.results[pool] + sides * (p.first[n + 1] - p.first[n]) + greens - p.first[n])

    def _settle(self, struck: int, done: int, marker: int) -> np.ndarray:
        settled = np.zeros((self._sizes[3], self._sizes[5], self._problem.results[-1]), np.int64)
        settle_all(self._problem, self._means, self._sizes, struck, done, marker, settled, False)
        return settled

    # --- step 5 -------------------------------------------------------------------------------------
    def _again(self, state: State, roll: Sequence[Die], code: int, settled: np.ndarray) -> tuple[Die, ...] | None:
        """The dice that a clue rolls again, where that is better than to let the roll stand."""
        best = self._means[code >> 1].copy()
        best[TERRORS] += code & 1
        kept = np.zeros((SIDES + 1, SIDES + 1, len(self._problem.chance), self._means.shape[1]))
        pool = int(pools().of[state.green, state.yellow, state.red])
        reroll_means(self._problem, self._means, state.way, pool, state.clues, settled, kept)
        again = None
        for n in range(1, len(roll) + 1):
            for chosen in combinations(range(len(roll)), n):
                greens, yellow, red = self._sides([die for i, die in enumerate(roll) if i not in chosen])
                if _better(kept[yellow, red, greens], best):
                    best = kept[yellow, red, greens]
                    again = tuple(roll[i] for i in chosen)
        return again

    # --- steps 7 and 8 ------------------------------------------------------------------------------
    def _explained(self, state: State, dice: tuple[Die, ...], code: int, secured: tuple[Die, ...]) -> Iterator[Play]:
        """The plays that lead where `code` says, securing as few dice as can be."""
        then, struck = self._state(code >> 1), code & 1
        done = then.done if then else (code >> 1) - self._states
        if done == state.done:
            yield from self._failures(state, dice, then, struck, secured)
        else:
            yield from self._completions(state, dice, then, done, secured)
        for i, die in enumerate(dice):
            of_colour = (self._problem.with_green, self._problem.with_yellow, self._problem.with_red)[die.colour]
            way = int(of_colour[state.way, _SIDES_OF[die.colour].index(die.face)])
            if way >= 0:
                rest = dice[:i] + dice[i + 1 :]
                yield from self._explained(state._replace(way=way), rest, code, (*secured, die))

    def _completions(
        self, state: State, dice: tuple[Die, ...], then: State | None, done: int, secured: tuple[Die, ...]
    ) -> Iterator[Play]:
        row = (done & ~state.done).bit_length() - 1
        fills = fillings(self.attempt.rows[row].requirement.dice, self.attempt.bonus, self.attempt.excess)
        for faces, marker, way in self._held(state):
            if then is not None and (marker, way) != (then.marker, then.way):
                continue
            for n in range(len(dice) + 1):
                for used in combinations(range(len(dice)), n):
                    number = 0
                    for face in (*faces, *(dice[i].face for i in used)):
                        number = int(multisets().plus[number, face])
                    left = [die.colour for i, die in enumerate(dice) if i not in used]
                    if fills[number] and (then is None or _counts(left) == then[:3]):
                        yield Play("complete", row, tuple(dice[i] for i in used), secured, then=then)

    def _held(self, state: State) -> Iterator[tuple[list[int], int, int]]:
        """Faces of every set of held dice, and the marker and spells without them."""
        p = self._problem
        on_marker = [] if state.marker in (NOTHING, FREE) else [state.marker - 1]
        for with_marker in range(1 + len(on_marker)):
            for used in range(1 << int(p.n_held[state.way])):
                faces = [int(p.held[state.way, j]) for j in range(int(p.n_held[state.way])) if used >> j & 1]
                marker = NOTHING if with_marker else state.marker
                yield faces + on_marker * with_marker, marker, int(p.left[state.way, used])

    def _failures(
        self, state: State, dice: tuple[Die, ...], then: State | None, struck: int, secured: tuple[Die, ...]
    ) -> Iterator[Play]:
        if struck and self.attempt.terror == DISCARDS:
            dice = tuple(die for die in dice if die.face != TERROR)
        if then is None:  # over: a terror effect ends it, or the pool is empty
            last = len(dice) == 1 and not (struck and self.attempt.terror == ENDS)
            yield Play("fail", secured=secured, discarded=dice[0].colour if last else None)
            return
        if state.way != then.way:
            return
        if not dice:
            yield Play("fail", secured=secured, then=then)
        for focused in (None,) if then.marker == state.marker else dice:
            if focused is not None and focused.face != then.marker - 1:
                continue
            left = [die.colour for die in dice]
            if focused is not None:
                left.remove(focused.colour)
            for colour in sorted(set(left)):
                rest = left.copy()
                rest.remove(colour)
                if _counts(rest) == then[:3]:
                    yield Play("fail", secured=secured, focused=focused, discarded=colour, then=then)


def _counts(colours: list[int]) -> tuple[int, int, int]:
    return colours.count(GREEN), colours.count(YELLOW), colours.count(RED)
