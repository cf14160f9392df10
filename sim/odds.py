"""Exact odds: chances of cards and of tasks as typed, with the help that is at hand (C-5 to C-7).

Every roll and every choice of dice is weighed, see sim/exact.  The module can be called: ``sim.odds("lore | inv 3")``
gives a data frame.

Cards are known in part: the dice rows of all, but hardly any boxes, costs and terror effects.
Where they are unknown the chances are those of the known dice rows, or the mean over completions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.cards.completion import complete
from sim.cards.facts import Adventure, Cards
from sim.cards.notation import Requirement, Tasks, format_requirement, format_tasks, parse_tasks
from sim.errors import OmensError
from sim.exact.cards import attempt_rows, focused_chances
from sim.exact.faces import SIDES, multisets
from sim.exact.fillings import fillings
from sim.exact.holds import MAX_SPELLS, spells
from sim.exact.pools import GREEN_DICE, pools
from sim.exact.problem import MAX_ROWS, Attempt, Row
from sim.exact.solved import success
from sim.rulings import ruling_number
from sim.tables import terror_of

if TYPE_CHECKING:
    import pandas as pd

#: Rulings that act on the chance of an attempt.
RULINGS = ("EMPTY_POOL", "TERROR_SCOPE", "WILD_IS_TERROR", "EXCESS_DICE")
MOST_CLUES = 9
MOST_SECONDS = 300.0
# Seconds of one core for a result of a pool in a state; measured (benchmarks/odds.py), only ever a rough guess.
_SECONDS_A_RESULT = {False: 10e-9, True: 250e-9}


@dataclass(frozen=True)
class Help:
    """What the investigator brings: dice, focus, spells that each secure a die, clues, and points for costs."""

    green: int = GREEN_DICE
    yellow: int = 0
    red: int = 0
    focus: bool = True
    spells: int = 0
    clues: int = 0
    sanity: int | None = None  # None: enough
    stamina: int | None = None

    def check(self) -> None:
        """OmensError unless there are so many dice in the game and the method holds it."""
        for name, least, most in (
            ("green", 0, GREEN_DICE),
            ("yellow", 0, 1),
            ("red", 0, 1),
            ("spells", 0, MAX_SPELLS),
            ("clues", 0, MOST_CLUES),
            ("sanity", 1, 99),
            ("stamina", 1, 99),
        ):
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise OmensError(f"--{name}: {value} is out of range; {least} to {most} would be right")

    def __str__(self) -> str:
        """In words, as for the foot of a table."""
        parts = [f"{self.green} green"]
        parts += [name for name in ("yellow", "red", "focus") if getattr(self, name)]
        parts += [f"{n} {word}{'s' * (n > 1)}" for n, word in ((self.spells, "spell"), (self.clues, "clue")) if n]
        parts += [f"{name} {getattr(self, name)}" for name in ("sanity", "stamina") if getattr(self, name) is not None]
        return ", ".join(parts)


#: Columns of the table of a deck: what six green dice are helped by.
DECK_HELP: Mapping[str, Help] = {
    "green": Help(focus=False),
    "yellow": Help(focus=False, yellow=1),
    "red": Help(focus=False, red=1),
    "yellow_red": Help(focus=False, yellow=1, red=1),
    "clue": Help(focus=False, clues=1),
    "spell": Help(focus=False, spells=1),
    "focus": Help(),
    "focus_yellow_red": Help(yellow=1, red=1),
}


@dataclass(frozen=True)
class Question:
    """One set of rows to be asked about: of a card, or as typed."""

    name: str
    tasks: Tasks
    terror: int
    unknown: tuple[str, ...] = ()  # what of the card is not known and left out here
    completions: tuple[tuple[Tasks, int], ...] = ()  # tasks and terror effect in each


# --- questions --------------------------------------------------------------------------------------
def adventures_of(cards: Cards) -> tuple[Adventure, ...]:
    """All cards that are attempted, Other Worlds last."""
    return (*cards.adventures, *cards.other_worlds)


def question_of(card: Adventure, filled: Sequence[Adventure] = (), terror: int | None = None) -> Question:
    """The question about a card; `filled` is what completions make of it, `terror` overrides its effect."""
    tasks = card.tasks or card.dice or next((way.tasks for way in filled), None)
    if tasks is None:
        raise OmensError(f"{card.name}: its tasks are unknown; --completions N would draw them")
    unknown = [] if card.tasks else ["boxes and costs"]
    unknown += ["terror effect"] if card.terror is None and terror is None else []
    ways = tuple((way.tasks, terror_of(way.terror) if terror is None else terror) for way in filled if way.tasks)
    own = terror_of(card.terror) if terror is None else terror
    return Question(card.name, tasks, own, tuple(unknown), ways if unknown else ())


def completed(cards: Cards, names: Sequence[str], seed: int, number: int) -> dict[str, list[Adventure]]:
    """Named cards as the first `number` completions of a seed fill them in."""
    found: dict[str, list[Adventure]] = {name: [] for name in names}
    for index in range(number):
        for card in adventures_of(complete(cards, seed, index)):
            if card.name in found:
                found[card.name].append(card)
    return found


# --- attempts ---------------------------------------------------------------------------------------
def attempt_of(
    tasks: Tasks, terror: int, monsters: Sequence[Requirement], help: Help, ruled: Mapping[str, str]
) -> Attempt:
    """The attempt, with only those rulings told apart that can matter.

    Raises OmensError for no row at all, or for more than the method holds.
    """
    rows = attempt_rows(tasks, monsters)
    if not rows:
        raise OmensError(f"'{format_tasks(tasks)}': expected a row to complete, or --monster for its monster task")
    if len(rows) > MAX_ROWS:
        raise OmensError(f"--monster: {len(rows)} rows with all monsters; up to {MAX_ROWS} can be solved")
    number = {name: ruling_number(name, ruled[name]) for name in RULINGS if name in ruled}
    return Attempt(
        rows,
        **asdict(help),
        terror=terror,
        empty_pool=number.get("EMPTY_POOL", 0),
        once=bool(number.get("TERROR_SCOPE")),
        wild_is_terror=bool(number.get("WILD_IS_TERROR")),
        excess=bool(number.get("EXCESS_DICE")),
    )


def seconds(attempt: Attempt, distribution: bool = False) -> float:
    """About how long an attempt takes to solve on one core: results of all its pools, in all its states."""
    p = pools()
    inside = (p.green <= attempt.green) & (p.yellow <= attempt.yellow) & (p.red <= attempt.red)
    results = int((p.first[1:] - p.first[:-1])[inside].sum())
    held = (2 + SIDES) if attempt.focus else 1
    states = (1 << len(attempt.rows)) * held * len(spells(attempt.spells).n_held) * (attempt.clues + 1)
    return states * results * len(attempt.rows) / 2 * _SECONDS_A_RESULT[distribution]


def check_work(attempts: Sequence[Attempt], distribution: bool = False) -> None:
    """OmensError, with what to lower, if solving all of them would take more than some minutes."""
    total = sum(seconds(attempt, distribution) for attempt in attempts)
    if total <= MOST_SECONDS:
        return
    help = attempts[0]
    lower = [f"--{name}" for name in ("spells", "clues") if getattr(help, name)]
    lower += ["--completions"] if len(attempts) > 1 else []
    lower += ["--distribution"] if distribution else []
    raise OmensError(
        f"odds: about {total / 60:.0f} minutes of work; lower {', '.join(lower) or 'the number of rows'}"
        f" to come below {MOST_SECONDS / 60:.0f}"
    )


def why_hopeless(attempt: Attempt) -> str:
    """Why an attempt with no chance has none, in a few words."""
    dice = attempt.green + attempt.yellow + attempt.red
    fewest = []
    for row in attempt.rows:
        words = format_requirement(row.requirement)
        fills = fillings(row.requirement.dice, attempt.bonus, attempt.excess)
        fewest.append(_fewest_dice(fills))
        if fewest[-1] > dice:
            many = f"{fewest[-1]} dice" if fewest[-1] <= GREEN_DICE + 2 else "more than all dice"
            return f"'{words}' needs {many}, there are {dice}"
        alone = replace(attempt, rows=(Row(row.requirement),))
        if success(replace(alone, sanity=None, stamina=None)) == 0:
            return f"no roll of these dice completes '{words}'"
        if success(alone) == 0:
            return f"the points do not pay for '{words}'"
    if sum(fewest) > dice:
        return f"the rows need {sum(fewest)} dice, there are {dice}"
    return "the rows cannot be completed together"


def _fewest_dice(fills: np.ndarray) -> int:
    return int(multisets().size[fills].min(initial=99))


# --- answers ----------------------------------------------------------------------------------------
def answer(
    question: Question,
    monsters: Sequence[Requirement],
    help: Help,
    ruled: Mapping[str, str],
    distribution: bool,
    done: Callable[[int], None] = lambda attempts: None,
) -> dict[str, Any]:
    """What is known of the question under this help, as one record.

    Chances are probabilities.  With completions they are means over them, and `success_low` and
    `success_high` the least and the most in one.
    """
    record: dict[str, Any] = {
        "name": question.name,
        "tasks": format_tasks(question.tasks),
        "monsters": [format_requirement(monster) for monster in monsters],
        **asdict(help),
    }
    attempts = attempts_of(question, monsters, help, ruled)
    solved = []
    for attempt in attempts:
        solved.append(_solve(attempt, distribution))
        done(1)
    for key in solved[0]:
        record[key] = _mean([each[key] for each in solved])
    record["success_low"] = min(each["success"] for each in solved)
    record["success_high"] = max(each["success"] for each in solved)
    record["completions"] = len(question.completions)
    record["unknown"] = list(question.unknown)
    record["note"] = why_hopeless(attempts[0]) if record["success"] == 0 else ""
    return record


def attempts_of(
    question: Question, monsters: Sequence[Requirement], help: Help, ruled: Mapping[str, str]
) -> list[Attempt]:
    """The attempts of a question: one for each completion, or that of what is known."""
    ways = question.completions or ((question.tasks, question.terror),)
    return [attempt_of(tasks, terror, monsters, help, ruled) for tasks, terror in ways]


def _solve(attempt: Attempt, distribution: bool) -> dict[str, Any]:
    if not distribution:
        return {"success": success(attempt)}
    from sim.exact.best_play import BestPlay

    outcome = BestPlay(attempt).outcome()
    return {
        "success": outcome.success,
        "tasks_completed": outcome.tasks,
        "terror_effects": outcome.terror_effects,
        "by_tasks": list(outcome.by_tasks),
    }


def _mean(values: Sequence[Any]) -> Any:
    if isinstance(values[0], list):
        longest = max(map(len, values))
        return [sum(v[n] if n < len(v) else 0.0 for v in values) / len(values) for n in range(longest)]
    return sum(values) / len(values)


def deck_chances(card: Adventure, help: Mapping[str, Help], ruled: Mapping[str, str]) -> dict[str, Any]:
    """The chances of a card's known rows for each kind of help, as one record."""
    question = question_of(card)
    own = {name: success(attempt_of(question.tasks, question.terror, (), each, ruled)) for name, each in help.items()}
    kind = card.kind or "other world"
    return {"name": card.name, "kind": kind, "stage": card.stage, "tasks": format_tasks(question.tasks), **own}


@dataclass(frozen=True)
class CardChance:
    """Chance of an adventure's known dice rows with six green dice and a focus, and with yellow and red besides."""

    name: str
    green: float
    coloured: float


def card_chances_of(cards: Cards) -> tuple[CardChance, ...]:
    """Every adventure of which the dice rows are known; the first time it takes some seconds."""
    rows = {card.name: card.dice or card.tasks for card in adventures_of(cards)}
    return tuple(CardChance(name, *focused_chances(tasks)) for name, tasks in rows.items() if tasks)


# --- in a notebook ----------------------------------------------------------------------------------
def odds_frame(tasks: str | Sequence[str], **help: Any) -> pd.DataFrame:
    """The exact chance of tasks under best dice play; a row for each of `tasks`.

    `help` is that of ``omens odds``: green, yellow, red, focus, spells, clues, sanity, stamina.

    >>> import sim
    >>> float(sim.odds("lore > inv 3 > peril", focus=False)["success"][0].round(6))
    0.60596
    """
    import pandas as pd  # half a second that the command does not need

    chosen = Help(**help)
    chosen.check()
    texts = [tasks] if isinstance(tasks, str) else list(tasks)
    return pd.DataFrame(
        [answer(Question("", parse_tasks(text), 0), (), chosen, {}, distribution=False) for text in texts]
    )[["tasks", "success"]]


class _Callable(ModuleType):
    """The module as a function, so that ``sim.odds(...)`` works beside ``import sim.odds``."""

    def __call__(self, tasks: str | Sequence[str], **help: Any) -> pd.DataFrame:
        """See `odds_frame`."""
        return odds_frame(tasks, **help)


sys.modules[__name__].__class__ = _Callable
