"""A whole attempt, roll by roll (C-5 .. C-8), as a generator of questions and rolls."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import Play, Question, Roll, choose
from .matching import Needs, ways

GREEN = frozenset(range(6))
NOTHING = Needs()
SUPPLY, POOL, TASK, SPELL, MARKER, DISCARDED = "supply", "pool", "task", "spell", "marker", "discarded"


@dataclass
class Task:
    """Needs and costs of a row or of a monster."""

    needs: Needs = NOTHING
    sanity: int = 0
    stamina: int = 0
    clock: int = 0

    def __add__(self, other: Task) -> Task:
        needs = Needs(self.needs.symbols + other.needs.symbols, self.needs.numbers + other.needs.numbers)
        return Task(needs, self.sanity + other.sanity, self.stamina + other.stamina, self.clock + other.clock)


@dataclass
class Row:
    """A printed row (C-11.7): `box` is none, empty, total or partial; `uncovered` stays under a monster."""

    full: Task
    box: str = "none"
    uncovered: Task = field(default_factory=Task)


@dataclass
class Monster:
    """A marker on the card: on a row, or below the bottom row (None)."""

    task: Task
    row: int | None
    defeated: bool = False
    fate: str = "card"  # card, trophy


@dataclass
class Person:
    """A player's investigator."""

    sanity: int
    stamina: int
    clues: int = 0
    here: bool = False  # on the card under attempt


@dataclass
class Die:
    """Where a die lies and what it shows; `of` is the spell's card or the marker's player."""

    place: str = SUPPLY
    face: str = ""
    of: int = -1


@dataclass
class Table:
    """Everything that an attempt on one card can touch."""

    rows: list[Row]
    ordered: bool
    monsters: dict[int, Monster]
    dice: dict[int, Die]
    people: list[Person]
    active: int
    terror: list[tuple[str, int]]  # text of the card: (sanity | stamina, points), (fail, 0), (discard_terror, 0)
    mythos_terror: list[tuple[str, int]]
    penalty: tuple[str, int] | None
    casters: dict[int, int] = field(default_factory=dict)  # spell -> player
    bonus: int = 0  # C-6.13
    hour: int = 0
    strikes: int = 0
    doom: int = 0
    rulings: dict[str, str] = field(default_factory=dict)
    # the running phase
    done: set[int] = field(default_factory=set)
    focused: bool = False
    struck: set[str] = field(default_factory=set)
    gone: bool = False
    failed: bool = False

    @property
    def me(self) -> Person:
        return self.people[self.active]

    def others(self) -> list[int]:
        """The other players in turn order from the active one."""
        n = len(self.people)
        return [(self.active + k) % n for k in range(1, n)]

    def pool(self) -> list[int]:
        return [die for die, state in self.dice.items() if state.place == POOL]

    def kind(self, die: int) -> tuple[str, str]:
        colour = "green" if die in GREEN else "yellow" if die == 6 else "red"
        return colour, self.dice[die].face

    def kinds(self) -> dict[tuple[str, str], int]:
        """One pool die of every colour and face: equal ones are one option."""
        return {self.kind(die): die for die in sorted(self.pool(), reverse=True)}

    def secured(self) -> list[int]:
        """Usable secured dice: on any spell, on a marker on this card (C-6.3)."""
        return [
            die
            for die, state in self.dice.items()
            if state.place == SPELL or (state.place == MARKER and self.people[state.of].here)
        ]

    def can_go_on(self) -> bool:
        """A pool, or a secured die that lets the attempt go on without one (C-5.12, C-5.13, R:EMPTY_POOL)."""
        ruling = self.rulings.get("EMPTY_POOL", "SECURED_ANY")
        usable = [
            die
            for die in self.secured()
            if ruling == "SECURED_ANY" or (ruling == "SECURED_SPELLS" and self.dice[die].place == SPELL)
        ]
        return bool(self.pool() or usable)


# --- rows ----------------------------------------------------------------------------------
def open_tasks(t: Table) -> list[tuple[tuple[str, int], Task, int | None]]:
    """Open tasks from top to bottom: (name, what is required, the monster that it defeats)."""
    found = []
    for i, row in enumerate(t.rows):
        on_it = [number for number, monster in t.monsters.items() if monster.row == i]
        if i in t.done or (row.box == "empty" and not on_it):
            continue
        if not on_it:
            found.append((("row", i), row.full, None))
            continue
        rest = row.uncovered if row.box == "partial" else Task()
        found.append((("row", i), rest + t.monsters[on_it[0]].task, on_it[0]))
    for number, monster in sorted(t.monsters.items()):
        if monster.row is None and not monster.defeated:
            found.append((("monster", number), monster.task, number))
    return found


def _dice_options(t: Table, task: Task) -> set[frozenset]:
    """Sets of dice that fill a task, equal pool dice not told apart."""
    usable = {die: t.dice[die].face for die in t.pool() + t.secured()}
    needs = Needs(task.needs.symbols, tuple(n + t.bonus for n in task.needs.numbers))
    found = ways(needs, usable, t.rulings.get("EXCESS_DICE") == "ANY")
    return {described(t, dice) for dice in found}


def described(t: Table, dice) -> tuple:
    """A set of dice: of pool dice only how many of each kind, secured ones by number."""
    return tuple(sorted(t.kind(die) if t.dice[die].place == POOL else ("secured", str(die)) for die in dice))


def legal_tasks(t: Table) -> dict:
    """Step 8: (task, dice) -> the task; in order if there is an arrow, none that cannot be paid (C-6.2, C-6.8)."""
    tasks = open_tasks(t)
    if t.ordered:
        tasks = [task for task in tasks if task[0][0] == "row"][:1] or tasks  # monsters last, in any order
    legal = {}
    for name, task, monster in tasks:
        if (task.sanity and t.me.sanity <= task.sanity) or (task.stamina and t.me.stamina <= task.stamina):
            continue
        for dice in _dice_options(t, task):
            legal[name, dice] = (task, monster)
    return legal


def _take(t: Table, dice: tuple) -> None:
    """Lay the described dice on the task (C-6.11)."""
    for kind in dice:
        die = int(kind[1]) if kind[0] == "secured" else min(d for d in t.pool() if t.kind(d) == kind)
        t.dice[die].place = TASK


def advance_clock(t: Table) -> None:
    """C-14.3"""
    t.hour = (t.hour + 1) % 4
    if t.hour == 0:
        t.strikes += 1
        if t.strikes > 1:
            t.doom += 1


# --- a failed roll -----------------------------------------------------------------------------
def devoured(t: Table, player: int) -> None:
    """C-16: one doom, his marker die gone; a new investigator of 5/5 on the entrance."""
    t.doom += 1
    for die in t.dice.values():
        if die.place == MARKER and die.of == player:
            die.place = DISCARDED  # C-7.12
        elif die.place == SPELL and t.casters[die.of] == player:
            die.place = SUPPLY  # C-13.12
    t.people[player] = Person(5, 5)
    if player == t.active:
        t.gone = True
        t.monsters = {number: monster for number, monster in t.monsters.items() if not monster.defeated}  # C-16.3


def lose(t: Table, player: int, what: str, points: int) -> None:
    person = t.people[player]
    if what == "sanity":
        person.sanity -= points
    else:
        person.stamina -= points
    if person.sanity <= 0 or person.stamina <= 0:
        devoured(t, player)


def _strike(t: Table, text: list[tuple[str, int]]) -> None:
    for what, points in text:
        if t.gone:
            return
        if what == "fail":
            t.failed = True  # C-7.4: 8a is finished, 8b and 8c are skipped
        elif what == "discard_terror":
            for die in t.pool():
                if t.dice[die].face == "T":
                    t.dice[die].place = DISCARDED  # C-7.11
        else:
            lose(t, t.active, what, points)


def terror(t: Table) -> Play:
    """8a (C-7.1, C-7.2)"""
    faces = "TW" if t.rulings.get("WILD_IS_TERROR") == "YES" else "T"
    if not any(t.dice[die].face in faces for die in t.pool()):
        return
    texts = {"card": t.terror, "mythos": t.mythos_terror}
    acting = {name for name, text in texts.items() if text}
    if t.rulings.get("TERROR_SCOPE") == "PER_PHASE":
        acting -= t.struck
    while acting and not t.gone:
        name = yield from choose("TERROR_ORDER", acting)
        acting.remove(name)
        t.struck.add(name)
        _strike(t, texts[name])


def focus_or_assist(t: Table) -> Play:
    """8b (C-7.5 .. C-7.7)"""
    taken = {die.of for die in t.dice.values() if die.place == MARKER}
    markers = [t.active] if not t.focused else []
    markers += [player for player in t.others() if t.people[player].here]
    options = {(player, kind) for player in markers if player not in taken for kind in t.kinds()}
    chosen = yield from choose("FOCUS", options | {None})
    if chosen:
        player, kind = chosen
        die = t.dice[t.kinds()[kind]]
        die.place, die.of = MARKER, player
        t.focused |= player == t.active


def failed_roll(t: Table) -> Play:
    yield from terror(t)
    if t.gone or t.failed:
        return
    if len(t.pool()) >= 2:  # C-7.8
        yield from focus_or_assist(t)
    if t.pool():
        kind = yield from choose("DISCARD", t.kinds())
        t.dice[t.kinds()[kind]].place = DISCARDED


# --- the loop ----------------------------------------------------------------------------------
def _roll(t: Table, dice) -> Play:
    for die, face in (yield Roll(frozenset(dice))).items():
        t.dice[die].face = face


def fill_pool(t: Table) -> Play:
    """Step 3: green dice may be taken off spells (C-13.10)."""
    while True:
        on_spells = {die for die in GREEN if t.dice[die].place == SPELL}
        taken = yield from choose("POOL", on_spells | {None})
        if taken is None:
            return
        t.dice[taken].place = POOL


def change_results(t: Table) -> Play:
    """Step 5: clues (C-13.1)."""
    while t.me.clues and t.pool():
        if (yield from choose("CHANGE", {"done", "clue"})) == "done":
            return
        t.me.clues -= 1
        chosen = yield Question("REROLL", frozenset(t.pool()))  # any subset
        if chosen:
            yield from _roll(t, chosen)


def complete_task(t: Table) -> Play:
    """Step 8: was a task completed?"""
    legal = legal_tasks(t)
    chosen = yield from choose("TASK", {*legal, None})
    if chosen is None:
        return False
    (kind, number), dice = chosen
    task, monster = legal[chosen]
    _take(t, dice)
    if kind == "row":
        t.done.add(number)
    t.me.sanity -= task.sanity
    t.me.stamina -= task.stamina
    for _ in range(task.clock):
        advance_clock(t)
    if monster is not None:
        t.monsters[monster].defeated = True
    return True


def attempt(t: Table) -> Play:
    """The Resolution phase without storms; returns success, failure or gone."""
    for die in GREEN:
        if t.dice[die].place == SUPPLY:
            t.dice[die].place = POOL  # C-5.3
    result = None
    while result is None:
        result = yield from _one_roll(t)
    if result == "success":
        for person in t.people:
            person.here = False  # C-8.1
    for monster in t.monsters.values():  # C-8.3, C-8.6
        if monster.defeated:
            monster.fate = "trophy"
    if result == "failure":
        yield from _fail(t)
    for die in t.dice.values():
        if die.place not in (SUPPLY, SPELL):
            die.place = SUPPLY  # C-8.5
    return result


def _one_roll(t: Table) -> Play:
    if not (yield from choose("ATTEMPT", {True, False})):  # 2
        return "failure"
    yield from fill_pool(t)  # 3
    if not open_tasks(t):
        return "success"
    if not t.can_go_on():
        return "failure"
    yield from _roll(t, t.pool())  # 4
    yield from change_results(t)  # 5
    if (yield from complete_task(t)):  # 8
        return None if open_tasks(t) else "success"
    if not t.pool():
        return "failure"
    yield from failed_roll(t)
    if t.gone:
        return "gone"
    return "failure" if t.failed or not t.can_go_on() else None


def _fail(t: Table) -> Play:
    """Assistants' losses, then penalties (C-8.7, C-8.8)."""
    assistants = {die.of for die in t.dice.values() if die.place == MARKER} - {t.active}
    for player in t.others():
        if player in assistants:
            lose(t, player, (yield from choose("LOSE_POINT", {"sanity", "stamina"})), 1)
    if t.penalty:
        lose(t, t.active, *t.penalty)
