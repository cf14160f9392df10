"""Best dice play and what comes of it, straight from C-5 to C-7 and C-13, for a few dice.

Every roll, every set of dice that fills a row, every die to keep, focus, secure or discard is
tried in turn; nothing is left out because it looks needless.  Dice are pairs (colour, face).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from .matching import Needs, ways

SIDES = {"green": "123LPT", "yellow": "1234LP", "red": "234LPW"}
FREE, EMPTY = "free", "empty"  # of a marker or spell: may take a die; never (again) will
SAME = 1e-11  # plays that differ by less are equally good

Die = tuple[str, str]
Dice = tuple[Die, ...]


@dataclass(frozen=True)
class Row:
    """A row to complete; `after` are the rows above it that come first."""

    needs: Needs
    after: tuple[int, ...] = ()
    sanity: int = 0
    stamina: int = 0


class State(NamedTuple):
    """What stands at step 2."""

    done: frozenset[int]
    pool: tuple[str, ...]  # colours
    marker: object  # FREE, EMPTY or a die
    spells: tuple[object, ...]
    clues: int
    struck: bool = False  # has a terror effect acted in this phase?


class Outcome(NamedTuple):
    """What best play brings on the mean: success, tasks completed, terror effects, chance of each number of tasks."""

    success: float
    tasks: float
    terrors: float
    chances: tuple[float, ...]

    def better_than(self, other: Outcome) -> bool:
        """More success; as much, but more tasks; as many, but fewer terror effects."""
        if abs(self.success - other.success) > SAME:
            return self.success > other.success
        if abs(self.tasks - other.tasks) > SAME:
            return self.tasks > other.tasks
        return self.terrors < other.terrors - SAME


@dataclass(frozen=True)
class Attempt:
    """Rows, help and rulings of an attempt."""

    rows: tuple[Row, ...]
    green: int = 6
    yellow: int = 0
    red: int = 0
    focus: bool = True
    spells: int = 0
    clues: int = 0
    sanity: int = 99
    stamina: int = 99
    bonus: int = 0
    terror: str = "none"  # or "ends", "discards"
    empty_pool: str = "SECURED_ANY"
    terror_scope: str = "PER_ROLL"
    wild_is_terror: str = "NO"
    excess_dice: str = "IRREDUCIBLE"


def best(outcomes: Iterable[Outcome]) -> Outcome:
    chosen: Outcome | None = None
    for outcome in outcomes:
        if chosen is None or outcome.better_than(chosen):
            chosen = outcome
    assert chosen is not None
    return chosen


def mean(weighted: Iterable[tuple[float, Outcome]]) -> Outcome:
    success = tasks = terrors = 0.0
    chances: list[float] = []
    for chance, outcome in weighted:
        success += chance * outcome.success
        tasks += chance * outcome.tasks
        terrors += chance * outcome.terrors
        chances = chances or [0.0] * len(outcome.chances)
        for n, there in enumerate(outcome.chances):
            chances[n] += chance * there
    return Outcome(success, tasks, terrors, tuple(chances))


@cache
def rolls(pool: tuple[str, ...]) -> tuple[tuple[float, Dice], ...]:
    """What dice of these colours can show, with chances; one die beside the other, then sorted."""
    counted = Counter(
        tuple(sorted(zip(pool, faces, strict=True))) for faces in product(*(SIDES[colour] for colour in pool))
    )
    return tuple((n / 6 ** len(pool), dice) for dice, n in counted.items())


def parts(dice: Dice) -> Iterator[tuple[Dice, Dice]]:
    """Every set of these dice, and the rest."""
    found = set()
    for n in range(len(dice) + 1):
        for chosen in combinations(range(len(dice)), n):
            taken = tuple(dice[i] for i in chosen)
            if taken not in found:
                found.add(taken)
                yield taken, tuple(die for i, die in enumerate(dice) if i not in chosen)


def without(dice: Dice, die: Die) -> Dice:
    i = dice.index(die)
    return dice[:i] + dice[i + 1 :]


class Odds:
    """One attempt and all that has been found out about it."""

    def __init__(self, attempt: Attempt):
        self.a = attempt
        # the same questions come up again and again
        self.step_2, self.changed, self.fillings = cache(self._step_2), cache(self._changed), cache(self._fillings)

    def outcome(self) -> Outcome:
        a = self.a
        pool = ("green",) * a.green + ("yellow",) * a.yellow + ("red",) * a.red
        return self.step_2(State(frozenset(), pool, FREE if a.focus else EMPTY, (FREE,) * a.spells, a.clues), False)

    def _fillings(self, row: int, faces: tuple[str, ...]) -> set[frozenset[int]]:
        """Places of the dice of every way to fill a row."""
        needs = self.a.rows[row].needs
        raised = Needs(needs.symbols, tuple(number + self.a.bonus for number in needs.numbers))
        return ways(raised, dict(enumerate(faces)), self.a.excess_dice == "ANY")

    # --- steps 2 and 3 --------------------------------------------------------------------------------
    def ended(self, done: frozenset[int]) -> Outcome:
        rows = len(self.a.rows)
        return Outcome(float(len(done) == rows), len(done), 0.0, tuple(float(n == len(done)) for n in range(rows + 1)))

    def usable(self, s: State) -> bool:
        on_spell = any(spell not in (FREE, EMPTY) for spell in s.spells)
        on_marker = s.marker not in (FREE, EMPTY)
        return {
            "SECURED_ANY": on_spell or on_marker,
            "SECURED_SPELLS": on_spell,
            "STRICT": False,
        }[self.a.empty_pool]

    def _step_2(self, s: State, after_discard: bool) -> Outcome:
        over = self.ended(s.done)
        if len(s.done) == len(self.a.rows):
            return over
        if not s.pool and after_discard and not self.usable(s):  # C-5.14
            return over
        plays = [over]  # declared failure
        for i, spell in enumerate(s.spells):
            if spell not in (FREE, EMPTY) and spell[0] == "green":  # C-13.10
                spells = (*s.spells[:i], EMPTY, *s.spells[i + 1 :])
                pool = tuple(sorted((*s.pool, "green")))
                plays.append(self.step_2(State(s.done, pool, s.marker, spells, s.clues, s.struck), False))
        if s.pool or self.usable(s):
            plays.append(mean((chance, self.changed(s, dice, s.clues)) for chance, dice in rolls(s.pool)))
        return best(plays)

    # --- steps 4 to 8 ---------------------------------------------------------------------------------
    def _changed(self, s: State, dice: Dice, clues: int) -> Outcome:
        """Step 5."""
        plays = [self.secured(s, dice, s.marker, s.spells, clues)]
        if clues and dice:
            plays += [self.rerolled(s, kept, again, clues - 1) for kept, again in parts(dice) if again]
        return best(plays)

    def rerolled(self, s: State, kept: Dice, again: Dice, clues: int) -> Outcome:
        rolled = rolls(tuple(colour for colour, _ in again))
        return mean((chance, self.changed(s, tuple(sorted((*kept, *new))), clues)) for chance, new in rolled)

    def secured(self, s: State, dice: Dice, marker: object, spells: tuple[object, ...], clues: int) -> Outcome:
        """Step 7."""
        plays = [self.step_8(s, dice, marker, spells, clues)]
        if FREE in spells:
            i = spells.index(FREE)
            for die in set(dice):
                plays.append(self.secured(s, without(dice, die), marker, (*spells[:i], die, *spells[i + 1 :]), clues))
        return best(plays)

    def step_8(self, s: State, dice: Dice, marker: object, spells: tuple[object, ...], clues: int) -> Outcome:
        plays = [self.failed(s, dice, marker, spells, clues)]
        held = (marker, *spells)
        usable = [*dice, *(die for die in held if die not in (FREE, EMPTY))]
        for row in self.open_rows(s.done):
            for filling in self.fillings(row, tuple(face for _, face in usable)):
                pool = tuple(colour for i, (colour, _) in enumerate(dice) if i not in filling)
                used = iter(i in filling for i in range(len(dice), len(usable)))
                left = [EMPTY if die not in (FREE, EMPTY) and next(used) else die for die in held]
                after = State(s.done | {row}, pool, left[0], tuple(left[1:]), clues, s.struck)
                plays.append(self.step_2(after, False))
        return best(plays)

    def open_rows(self, done: frozenset[int]) -> list[int]:
        """Rows that may be completed next: in order, and the payer keeps a point (C-6.2, C-6.8)."""
        found = []
        for r, row in enumerate(self.a.rows):
            sanity = self.a.sanity - sum(self.a.rows[d].sanity for d in done) - row.sanity
            stamina = self.a.stamina - sum(self.a.rows[d].stamina for d in done) - row.stamina
            dear = (row.sanity and sanity <= 0) or (row.stamina and stamina <= 0)
            if r not in done and done.issuperset(row.after) and not dear:
                found.append(r)
        return found

    # --- steps 8a to 8c -------------------------------------------------------------------------------
    def failed(self, s: State, dice: Dice, marker: object, spells: tuple[object, ...], clues: int) -> Outcome:
        if not dice:
            return self.ended(s.done)
        terror = any(face == "T" or (face == "W" and self.a.wild_is_terror == "YES") for _, face in dice)
        strikes = terror and not (s.struck and self.a.terror_scope == "PER_PHASE")
        struck = s.struck or strikes
        if strikes and self.a.terror == "ends":
            return self.hurt(self.ended(s.done))
        if strikes and self.a.terror == "discards":
            dice = tuple(die for die in dice if die[1] != "T")

        def discarded(left: Dice, marker: object) -> Iterator[Outcome]:
            for die in set(left):
                pool = tuple(colour for colour, _ in without(left, die))
                yield self.step_2(State(s.done, pool, marker, spells, clues, struck), True)

        if not dice:  # C-7.11
            return self.hurt(self.step_2(State(s.done, (), marker, spells, clues, struck), True))
        plays = list(discarded(dice, marker))
        if marker == FREE and len(dice) >= 2:
            for die in set(dice):
                plays += discarded(without(dice, die), die)
        return self.hurt(best(plays)) if strikes else best(plays)

    def hurt(self, outcome: Outcome) -> Outcome:
        return Outcome(outcome.success, outcome.tasks, outcome.terrors + 1, outcome.chances)
