"""What each choice is worth: how often an option is offered and taken, and what forbidding it costs.

An option counts as offered when a player could have chosen something else.  Its cost is the experiment's: the
same games without it (sim/forbidding.py), so it holds for the policy that plays and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from sim.batch import deck_of, names_of
from sim.errors import OmensError
from sim.forbidding import OPTIONS_OF, place_of, places_of
from sim.grid import Run
from sim.lab.comparison import Compared, records
from sim.lab.history import histories
from sim.rules.choices import CAMP
from sim.rules.log import ASKED
from sim.spread import Chunk, How, chunks, side_by_side
from sim.stats.intervals import CONFIDENCE

_LITTLE = 0.01  # a cost that is surely below it is hardly one (probability)
_CHUNK = 500  # games whose histories are read at a time


@dataclass(frozen=True)
class Choice:
    """An option: how often it came up, and what doing without it costs.

    Attributes:
        name: as sim/forbidding.py has it.
        offered, taken: questions in all games.
        games: games played; `games_offered` those in which it was offered.
        cost: win rate with the option less that without it (probability), with 95 % limits from games
            and, as `total_low` and `total_high`, with unknown facts.
        p_adjusted: McNemar's p, corrected for the number of options that were tried (Holm 1979).
    """

    name: str
    offered: int
    taken: int
    games_offered: int
    games: int
    cost: float = 0.0
    low: float = 0.0
    high: float = 0.0
    total_low: float = 0.0
    total_high: float = 0.0
    p_adjusted: float = 1.0

    @property
    def verdict(self) -> str:
        """In a few words; worth and harm are shown at 5 % over all options that were tried."""
        if not self.offered:
            return "never offered"
        if self.p_adjusted < 1 - CONFIDENCE:
            return "worth it" if self.cost > 0 else "better left"
        if not self.taken and not self.cost:
            return "never taken"
        return "hardly worth it" if self.high < _LITTLE else "open"


def checked(run: Run, names: Sequence[str]) -> list[str]:
    """The options of these names, each once, or all there are; OmensError for an unknown one."""
    cards = names_of(run, run.cells[0], 0)
    for name in names:
        place_of(name, cards, "--option", run.mode)
    return list(dict.fromkeys(names)) or list(OPTIONS_OF[run.mode])


def questions(lines: np.ndarray) -> Iterator[np.ndarray]:
    """The lines of a history that tell of choices, a question at a time.

    A purchase begins with buying nothing; the options of another question rise, and those of one question
    have their card and turn in common.
    """
    asked = lines[lines["code"] == ASKED]
    if not len(asked):
        return
    before, after = asked[:-1], asked[1:]
    other = np.zeros(len(before), bool)
    for name in ("a", "day", "turn"):
        other |= before[name] != after[name]
    rises = (before["b"] < after["b"]) & (before["c"] == after["c"])
    other |= np.where(after["a"] == CAMP, after["b"] == 0, ~rises)
    yield from np.split(asked, np.flatnonzero(other) + 1)


def counts(run: Run, names: Sequence[str], how: How, advance: Callable[[int], None] = lambda games: None) -> np.ndarray:
    """How often each option was offered and taken, and in how many games it was offered: shape (options, 3).

    Raises OmensError as `sim.lab.history.histories` does.
    """
    total = np.zeros((len(names), 3), np.int64)
    for chunk, found in side_by_side(partial(_counts, run, tuple(names)), chunks(run, _CHUNK), how):
        total += found
        advance(len(chunk.games))
    return total


def _counts(run: Run, names: tuple[str, ...], chunk: Chunk) -> np.ndarray:
    cell = run.cells[chunk.cell]
    places = [
        [places_of(name, names_of(run, cell, completion), deck_of(run, cell, completion)[0]) for name in names]
        for completion in range(min(run.completions, run.games))
    ]
    total = np.zeros((len(names), 3), np.int64)
    for row, lines in histories(run, chunk):
        mine = np.zeros_like(total)
        for question in questions(lines):
            for i, mine_at in enumerate(places[row["completion"]]):
                fits = np.any([_is(place, question) for place in mine_at], axis=0)
                mine[i, 0] += fits.any()
                mine[i, 1] += question["d"][fits].any()
        mine[:, 2] = mine[:, 0] > 0
        total += mine
    return total


def _is(place: tuple[int, int, int, int], question: np.ndarray) -> np.ndarray:
    """Which options of a question are the one at this place of sim/forbidding.py."""
    kind, a, b, card = place
    which = b if kind == CAMP else card
    return (question["a"] == kind) & (question["b"] == a) & ((which < 0) | (question["c"] == which))


def without(run: Run, name: str) -> Run:
    """The run in which an option may not be taken."""
    return replace(run, forbidden=(*run.forbidden, name))


def worths(names: Sequence[str], found: np.ndarray, compared: Compared | None, games: int) -> list[Choice]:
    """Every option with its counts and its cost, the dearest to do without first and those never offered last.

    `compared` holds the run itself and those without each option that was offered, in this order; None if none
    was.  `games` are those that were counted.  Raises OmensError where a comparison was stopped before its
    first game.
    """
    each = [Choice(name, int(o), int(t), int(g), games) for name, (o, t, g) in zip(names, found, strict=True)]
    if compared is None:
        return each
    if not all(comparison.pooled.games for comparison in compared.comparisons):
        raise OmensError("choices: stopped before any option was tried")
    costs = iter(records(compared))
    known = [_with_cost(choice, next(costs)) if choice.offered else choice for choice in each]
    return sorted(known, key=lambda choice: (not choice.offered, -choice.cost))


def _with_cost(choice: Choice, record: dict) -> Choice:
    """The comparison's numbers are without the option less with it; a cost is the other way round."""
    return replace(
        choice,
        cost=0.0 - record["difference"],
        low=0.0 - record["ci_high"],
        high=0.0 - record["ci_low"],
        total_low=0.0 - record["total_high"],
        total_high=0.0 - record["total_low"],
        p_adjusted=record["p_adjusted"],
    )
