"""The short notation of tasks and effects in the card files, read and written.

Tasks of a card::

    inv 2, lore | peril/terror      two tasks in any order; comma between requirements, slash for either/or
    lore > inv 3 > peril            a downward arrow: from top to bottom (C-6.2)
    lore, sanity 1 | inv 3, clock   costs of a task: sanity n, stamina n, clock (C-6.8, C-6.10)
    [] | lore                       an empty monster task (C-11.7)
    [inv 3, lore] | peril           a monster replaces the whole row
    lore, [inv 1] | peril           a monster replaces only the boxed part

Effects (words in `sim.rules.operations`)::

    supply +2; storm 3              one after the other
    choose(sanity -1, storm 1)      parts divided by commas, effects inside a part by semicolons
    sanity +1 @any                  any one investigator (A-12.1); @each is short for each(...)
    next_special; ?                 and more that could not be read

A cell ``-`` holds nothing, a blank one is unknown; both are the business of the files' loader.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sim.errors import OmensError
from sim.rules.operations import COLOURED, COMPOSITES, COUNTED, PLAIN, SIGNED, TARGETS
from sim.rules.state import DICE, EMPTY_TASK, MAX_TASKS, NO_MONSTER_TASK, PARTIAL_TASK, TOTAL_TASK

SYMBOLS = {"lore": 1, "peril": 2, "terror": 4}  # bits of requirement_dtype.symbols
COSTS = ("sanity", "stamina", "clock")
COLOURS = ("green", "yellow", "red")  # GREEN, YELLOW, RED of sim.rules.state
#: Words of expansions that are not in play, by mode: icons that do nothing, groups that are forbidden (A-12.5, R-11.1).
FOREIGN_OF = {"alaska": ("blessing", "curse", "skill"), "rlyeh": ("blessing", "curse")}
FOREIGN = FOREIGN_OF["alaska"]
MORE = "?"  # the last step of an effect of which only a part is known

MAX_INVESTIGATION = 20
MAX_COST = 5
MAX_NUMBERS = 4  # investigation numbers in one row
MAX_NESTING = 4
MAX_STEPS = 40  # of one cell, parts included
_MOST = {"storm": 28, "supply": 30, "supplies": 30, "sanity": 6, "stamina": 6, "reroll": DICE}
_MOST_OTHERWISE = 9
_ONLY_MINUS = ("trophy", "supplies")
_ONLY_PLUS = ("investigation",)
_TARGETABLE = ("sanity", "stamina", "clue", "common", "unique", "spell", "ally", "skill")
_TOKEN = re.compile(r"\s*(?:(?P<word>[a-z_]\w*)|(?P<number>[+-]?\d+)|(?P<mark>\S))", re.IGNORECASE | re.ASCII)


class NotationError(OmensError):
    """A cell that cannot be read: its text, the place, and what was expected there."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """What one row asks for: dice, and costs paid once (C-6.4, C-6.5, C-6.8)."""

    symbols: tuple[int, ...] = ()  # one mask of `SYMBOLS` a die, ascending
    investigation: tuple[int, ...] = ()  # ascending
    sanity: int = 0
    stamina: int = 0
    clock: int = 0

    def __add__(self, other: Requirement) -> Requirement:
        """Both in one row."""
        return Requirement(
            tuple(sorted(self.symbols + other.symbols)),
            tuple(sorted(self.investigation + other.investigation)),
            self.sanity + other.sanity,
            self.stamina + other.stamina,
            self.clock + other.clock,
        )

    @property
    def dice(self) -> Requirement:
        """The requirement without its costs."""
        return Requirement(self.symbols, self.investigation)


@dataclass(frozen=True, slots=True)
class Task:
    """One printed row; under a monster only `uncovered` stays (C-11.7)."""

    monster_task: int = NO_MONSTER_TASK
    full: Requirement = Requirement()
    uncovered: Requirement = Requirement()


@dataclass(frozen=True, slots=True)
class Tasks:
    """The rows of a card, and whether they are done from top to bottom (C-6.2)."""

    rows: tuple[Task, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One operation of an effect; `parts` only in composites."""

    word: str
    amount: int = 1
    target: str = "active"
    parts: tuple[Effect, ...] = ()


Effect = tuple[Step, ...]


class _Reader:
    """The tokens of a cell, one after the other, with places for messages."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = [(m.lastgroup or "mark", m) for m in _TOKEN.finditer(text)]
        self.tokens = [(kind, m[kind].lower(), m.start(kind)) for kind, m in found]
        self.next = 0
        self.steps = 0

    def peek(self) -> str:
        """The next token, or an empty string at the end."""
        return self.tokens[self.next][1] if self.next < len(self.tokens) else ""

    def kind(self) -> str | None:
        """word, number or mark."""
        return self.tokens[self.next][0] if self.next < len(self.tokens) else None

    def take(self, *marks: str) -> bool:
        """Step over one of the marks, if it is next."""
        if self.peek() in marks and self.peek():
            self.next += 1
            return True
        return False

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise self.error(f'"{mark}"')

    def word(self, known: Iterable[str], what: str) -> str:
        """The next token, which has to be one of the known words."""
        found = self.peek()
        if self.kind() != "word":
            raise self.error(what)
        if found not in known:
            near = difflib.get_close_matches(found, list(known), 1)
            raise self.error(f'"{near[0]}"' if near else what)
        self.next += 1
        return found

    def number(self, least: int, most: int, sign: str = "") -> int:
        """A whole number; `sign` lists the signs of which it has to begin with one."""
        found = self.peek()
        what = f"a number from {least} to {most}" + (f" after {' or '.join(sign)}" if sign else "")
        signed = found[:1] in ("+", "-")
        digits = found[1:] if signed else found
        fits = self.kind() == "number" and signed == bool(sign) and (not sign or found[0] in sign)
        if not fits or len(digits) > 4 or not least <= int(digits) <= most:
            raise self.error(what)
        self.next += 1
        return int(found)

    def end(self) -> None:
        if self.next < len(self.tokens):
            raise self.error("the end of the cell")

    def error(self, expected: str) -> NotationError:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        if self.next < len(self.tokens):
            _, found, place = self.tokens[self.next]
            return NotationError(f"'{shown}', character {place + 1}: expected {expected}, found '{found[:20]}'")
        return NotationError(f"'{shown}': expected {expected} at the end")


# --- tasks ------------------------------------------------------------------------------
def parse_tasks(text: str) -> Tasks:
    """The tasks of a card.

    Raises NotationError for anything but the notation above, more than MAX_TASKS rows, a row
    that no eight dice can fill, or a mixture of ``|`` and ``>``.
    """
    reader = _Reader(text)
    rows = [_row(reader)]
    divider = reader.peek() if reader.peek() in ("|", ">") else ""
    while divider and reader.take(divider):
        if len(rows) == MAX_TASKS:
            raise reader.error(f"no more than {MAX_TASKS} tasks")
        rows.append(_row(reader))
    if reader.peek() in ("|", ">"):
        raise reader.error(f'"{divider}" between all tasks or none')
    reader.end()
    return Tasks(tuple(rows), divider == ">")


def parse_requirement(text: str) -> Requirement:
    """The single row of a monster or of an Ancient One."""
    reader = _Reader(text)
    requirement = _requirement(reader)
    reader.end()
    return requirement


def _row(reader: _Reader) -> Task:
    if reader.take("["):
        if reader.take("]"):
            return Task(EMPTY_TASK)
        full = _requirement(reader)
        reader.need("]")
        return Task(TOTAL_TASK, full)
    uncovered = _requirement(reader)
    if not reader.take("["):
        return Task(NO_MONSTER_TASK, uncovered)
    boxed = _requirement(reader)
    reader.need("]")
    return Task(PARTIAL_TASK, _fillable(reader, uncovered + boxed), uncovered)


def _requirement(reader: _Reader) -> Requirement:
    """Items divided by commas, up to a box, the end of the row or of the cell."""
    total = _item(reader)
    while reader.take(","):
        if reader.peek() == "[":
            return total
        total += _item(reader)
    return _fillable(reader, total)


def _fillable(reader: _Reader, requirement: Requirement) -> Requirement:
    if len(requirement.symbols) + len(requirement.investigation) > DICE:
        raise reader.error(f"a row for at most {DICE} dice")
    if len(requirement.investigation) > MAX_NUMBERS:
        raise reader.error(f"a row of at most {MAX_NUMBERS} investigation numbers")
    if max(requirement.sanity, requirement.stamina, requirement.clock) > MAX_COST:
        raise reader.error(f"a cost of at most {MAX_COST}")
    return requirement


def _item(reader: _Reader) -> Requirement:
    word = reader.word(("inv", *SYMBOLS, *COSTS), "a requirement (inv N, lore, peril, terror, or a cost)")
    if word == "inv":
        return Requirement(investigation=(reader.number(1, MAX_INVESTIGATION),))
    if word == "clock":
        return Requirement(clock=1)
    if word in COSTS:
        points = reader.number(1, MAX_COST)
        return Requirement(sanity=points) if word == "sanity" else Requirement(stamina=points)
    mask = SYMBOLS[word]
    while reader.take("/"):
        mask |= SYMBOLS[reader.word(SYMBOLS, "lore, peril or terror")]
    return Requirement(symbols=(mask,))


def format_requirement(requirement: Requirement) -> str:
    """The notation of a requirement, in the rulebook's order of symbols."""
    items = [f"inv {n}" for n in requirement.investigation]
    items += ["/".join(name for name, bit in SYMBOLS.items() if mask & bit) for mask in requirement.symbols]
    items += [f"{cost} {getattr(requirement, cost)}" for cost in ("sanity", "stamina") if getattr(requirement, cost)]
    return ", ".join(items + ["clock"] * requirement.clock)


def format_tasks(tasks: Tasks) -> str:
    """The notation of a card's tasks."""
    return (" > " if tasks.ordered else " | ").join(map(_format_row, tasks.rows))


def _format_row(task: Task) -> str:
    if task.monster_task == PARTIAL_TASK:
        return f"{format_requirement(task.uncovered)}, [{format_requirement(boxed(task))}]"
    full = format_requirement(task.full)
    return full if task.monster_task == NO_MONSTER_TASK else f"[{full}]"


def boxed(task: Task) -> Requirement:
    """The part of a partial monster task that a monster covers."""
    symbols, numbers = list(task.full.symbols), list(task.full.investigation)
    for mask in task.uncovered.symbols:
        symbols.remove(mask)
    for n in task.uncovered.investigation:
        numbers.remove(n)
    full, kept = task.full, task.uncovered
    return Requirement(
        tuple(symbols),
        tuple(numbers),
        full.sanity - kept.sanity,
        full.stamina - kept.stamina,
        full.clock - kept.clock,
    )


# --- effects ----------------------------------------------------------------------------
WORDS = tuple(dict.fromkeys((*SIGNED, *COUNTED, *PLAIN, *COLOURED, *COMPOSITES, *FOREIGN)))


def parse_effect(text: str, words: Collection[str] = WORDS) -> Effect:
    """The steps of an effect that holds only the given words.

    Raises NotationError for an unknown word (with the nearest right one), a number out of its
    range, parts that are too many, too few or too deep, or a word out of place.
    """
    reader = _Reader(text)
    steps = _steps(reader, words, 0)
    if reader.take(MORE):
        steps = (*steps, Step(MORE))
    reader.end()
    return steps


def _steps(reader: _Reader, words: Collection[str], depth: int) -> Effect:
    steps = [_step(reader, words, depth)]
    while reader.take(";"):
        if depth == 0 and reader.peek() == MORE:
            break
        steps.append(_step(reader, words, depth))
    return tuple(steps)


def _step(reader: _Reader, words: Collection[str], depth: int) -> Step:
    reader.steps += 1
    if reader.steps > MAX_STEPS:
        raise reader.error(f"at most {MAX_STEPS} effects in one cell")
    word = reader.word(words, "an effect that may stand in this column")
    if word in COMPOSITES:
        return _composite(reader, words, word, depth)
    if word in COLOURED:
        return Step(word, COLOURS.index(reader.word(COLOURS, "green, yellow or red")))
    most = _MOST.get(word, _MOST_OTHERWISE)
    if word in SIGNED or word in FOREIGN:
        sign = "-" if word in _ONLY_MINUS else "+" if word in _ONLY_PLUS else "+-"
        return _aimed(reader, Step(word, reader.number(1, most, sign)))
    if word in COUNTED and reader.kind() == "number":
        return Step(word, reader.number(1, most))
    return Step(word)


def _aimed(reader: _Reader, step: Step) -> Step:
    if step.word not in _TARGETABLE or not reader.take("@"):
        return step
    target = reader.word((*TARGETS, "each"), "active, any or each")
    if target == "each":
        return Step("each", parts=((step,),))
    return Step(step.word, step.amount, target)


def _composite(reader: _Reader, words: Collection[str], word: str, depth: int) -> Step:
    _, least, most = COMPOSITES[word]
    if depth == MAX_NESTING:
        raise reader.error(f"no more than {MAX_NESTING} brackets inside each other")
    reader.need("(")
    parts = [_steps(reader, words, depth + 1)]
    while len(parts) < most and reader.take(","):
        parts.append(_steps(reader, words, depth + 1))
    if len(parts) < least:
        raise reader.error(f'a comma and another part of "{word}"')
    reader.need(")")
    return Step(word, parts=tuple(parts))


def format_effect(effect: Effect) -> str:
    """The notation of an effect; ``-`` for nothing."""
    return "; ".join(map(_format_step, effect)) or "-"


def _format_step(step: Step) -> str:
    if step.parts:
        return f"{step.word}({', '.join(map(format_effect, step.parts))})"
    if step.word in COLOURED:
        return f"{step.word} {COLOURS[step.amount]}"
    if step.word in COUNTED:
        return f"{step.word} {step.amount}"
    if step.word in SIGNED or step.word in FOREIGN:
        aim = "" if step.target == "active" else f" @{step.target}"
        return f"{step.word} {step.amount:+d}{aim}"
    return step.word
