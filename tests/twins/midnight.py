"""The midnight sequence of the Alaska Expedition, and midnights of the battle (A-5 .. A-9, C-14.8, C-15.10, C-17)."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import Play, choose
from .storms import MOST, Board, place_storms

Text = list[tuple[str, int]]  # (what, how many): see `_carry_out`


@dataclass
class Person:
    """A player's investigator; None in `Night.people` where the player is out."""

    sanity: int
    stamina: int
    clues: int = 0
    common: int = 0  # common items in hand
    ability_used: bool = True


@dataclass
class Night:
    """Everything that a midnight can touch."""

    season: str
    day: int
    table: dict[int, int]  # day -> storm markers
    board: Board
    doom: int
    spaces: int
    icons: set[int]
    supplies: int
    people: list[Person | None]
    active: int  # the player of the last turn
    hour: int
    ancient_one: Text = field(default_factory=list)
    monsters: dict[int, Text] = field(default_factory=dict)
    fronts: dict[int, Text] = field(default_factory=dict)
    backs: dict[int, Text] = field(default_factory=dict)
    old_mythos: Text = field(default_factory=list)
    top: Text = field(default_factory=list)
    bottom: Text = field(default_factory=list)
    attack: Text = field(default_factory=list)  # of the Ancient One
    cup: int = 0
    commons: int = 0  # cards in the deck of common items
    outcome: str = ""
    awakened: bool = False
    battle: bool = False
    attacks: int = 0

    def over(self) -> bool:
        """Does the running text stop (C-15.6)? In the battle only the end of the game stops it."""
        return bool(self.outcome) or (self.awakened and not self.battle)

    def order(self) -> list[int]:
        """Players with an investigator, in turn order from the one of the last turn (C-16.9)."""
        n = len(self.people)
        return [p for k in range(n) if self.people[p := (self.active + k) % n]]


# --- what effects do --------------------------------------------------------------------------
def add_doom(t: Night) -> Play:
    """C-15.1, C-15.6, C-15.12, A-10.10"""
    if t.doom >= t.spaces or t.outcome:
        return
    t.doom += 1
    if t.battle:
        return  # C-17.6
    if t.doom == t.spaces:
        t.awakened = True
    elif t.doom in t.icons:
        yield from place_storms(t.board, 3)


def devour(t: Night, player: int) -> Play:
    """C-16.2, C-16.5, C-16.7, C-17.7"""
    t.people[player] = None
    yield from add_doom(t)
    if not t.awakened:
        t.people[player] = Person(5, 5, ability_used=False)  # C-16.11
    elif not any(t.people):
        t.outcome = "loss"  # C-17.8


def lose(t: Night, players: list[int], what: str, points: int) -> Play:
    """All lose first, then those at 0 are devoured one by one (C-16.9)."""
    hit = [person for player in players if (person := t.people[player])]
    for person in hit:
        setattr(person, what, getattr(person, what) - points)
    for player in t.order():
        person = t.people[player]
        if person in hit and (person.sanity <= 0 or person.stamina <= 0):
            yield from devour(t, player)


def _carry_out(t: Night, text: Text) -> Play:
    """A text step by step; it stops when the Ancient One awakens (C-15.11).

    It goes on after somebody was devoured, but hits only those who were there at its beginning (C-16.6).
    """
    there = list(t.people)
    for what, n in text:
        if t.over():
            return
        hit = [player for player in t.order() if t.people[player] is there[player]]
        if what == "storm":
            yield from place_storms(t.board, n)
        elif what == "doom":
            for _ in range(n):
                if not t.over():
                    yield from add_doom(t)
        elif what == "less doom":
            t.doom = max(0, t.doom - n)
            if t.battle and t.doom == 0:
                t.outcome = "win"  # C-17.8
        elif what in ("sanity", "stamina"):
            yield from lose(t, hit, what, n)
        elif what in ("own sanity", "own stamina"):  # C-1.17
            yield from lose(t, [t.active] if t.active in hit else [], what.removeprefix("own "), n)
        elif what == "lost supply":  # icon by icon
            for _ in range(n):
                if t.supplies:
                    t.supplies -= 1
                elif t.people[t.active] is there[t.active]:
                    yield from lose(t, [t.active], "stamina", 1)
        elif what == "supplies":
            t.supplies -= min(n, t.supplies)
        elif what == "clock":
            yield from _advance_clock(t, n)
        else:
            raise ValueError(what)


def _advance_clock(t: Night, n: int) -> Play:
    """Reaching XII within a midnight: a doom, no second midnight (C-14.8)."""
    for _ in range(n):
        if t.over():
            return
        t.hour = (t.hour + 1) % 4
        if t.hour == 0:
            yield from add_doom(t)


# --- the steps ------------------------------------------------------------------------------
def _day(t: Night) -> Play:
    """A-6"""
    if t.day < 7:
        t.day += 1
    elif t.season == "winter":
        t.outcome = "loss"
        return
    else:
        for _ in range(2):
            if not t.over():
                yield from add_doom(t)
        if not t.over():
            yield from place_storms(t.board, 7)  # as printed
        return
    yield from place_storms(t.board, t.table[t.day])


def _storm_doom(t: Night) -> Play:
    """A-7.1: counted before the first token."""
    for _ in range(sum(place.storms == MOST for place in t.board.places.values())):
        if not t.over():
            yield from add_doom(t)


def _letter(t: Night, sources: dict) -> Play:
    """Effects of one letter in the order that the group chooses (A-5.1)."""
    waiting = {name: text for name, text in sources.items() if text}
    while waiting and not t.over():
        name = yield from choose("EFFECT_ORDER", waiting)
        yield from _carry_out(t, waiting.pop(name))


def _no_supplies(t: Night) -> Play:
    """A-8.6"""
    if t.supplies == 0:
        yield from lose(t, t.order(), "stamina", 1)


def whole_effect(t: Night, text: Text) -> bool:
    """Can the bottom option be carried out in full (A-9.2, A-9.4)?"""
    people = [person for person in t.people if person]
    room = sum(MOST - place.storms for place in t.board.places.values() if place.ordinary)
    asked: dict[str, int] = {}
    for what, n in text:
        asked[what] = asked.get(what, 0) + n
    possible = {
        "storm": min(t.board.pile, room),
        "supplies": t.supplies,
        "less doom": t.doom,
        "monster": t.cup,
        "gain common": t.commons,
        "each clue": min((person.clues for person in people), default=0),
        "clue": t.people[t.active].clues if t.people[t.active] else 0,
        "common": t.people[t.active].common if t.people[t.active] else 0,
    }  # losing sanity or stamina, adding doom, moving the clock, Lost Supply always can
    own_clues = asked.get("clue", 0) + asked.get("each clue", 0)
    if "clue" in asked and own_clues > possible["clue"]:
        return False
    return all(n <= possible.get(what, n) for what, n in asked.items())


def mythos(t: Night) -> Play:
    """The option chosen by the group (A-9.1, A-9.2)."""
    return (yield from choose("MYTHOS_OPTION", {"top", "bottom"} if whole_effect(t, t.bottom) else {"top"}))


def _refresh(t: Night) -> None:
    """C-13.7, C-17.9"""
    for person in t.people:
        if person:
            person.ability_used = False


def _attack(t: Night) -> Play:
    """The text of the sheet (C-17.5)."""
    t.attacks += 1
    yield from _carry_out(t, t.attack)
    _refresh(t)


def midnight(t: Night) -> Play:
    """Steps 1 to 6; an awakening ends them, and the Ancient One attacks once (C-15.10).

    In the battle none of them happens, only the attack (A-5.5, C-17.5).
    """
    if t.battle:
        yield from _attack(t)
        return
    steps = [
        lambda: _day(t),
        lambda: _storm_doom(t),
        lambda: _carry_out(t, t.ancient_one),
        lambda: _letter(t, {("monster", m): text for m, text in t.monsters.items()}),
        lambda: _letter(
            t,
            {("front", slot): text for slot, text in t.fronts.items()}
            | {("back", slot): text for slot, text in t.backs.items()},
        ),
        lambda: _no_supplies(t),
        lambda: _carry_out(t, t.old_mythos),
    ]
    for step in steps:
        if not t.over():
            yield from step()
    if not t.over():
        chosen = yield from mythos(t)
        yield from _carry_out(t, t.top if chosen == "top" else t.bottom)
    if t.outcome:
        return
    if t.awakened:
        for place in t.board.places.values():  # C-15.8
            t.board.pile += place.storms
        t.board.places.clear()
        t.battle = True
        yield from _attack(t)
    else:
        _refresh(t)
