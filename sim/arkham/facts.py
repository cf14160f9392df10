"""What is printed, from the CSV files of ``cards/``; each value with where it is from.

All facts of this game are known, so nothing is drawn from priors here.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.arkham import state
from sim.errors import OmensError

FOLDER = Path(__file__).parent / "cards"

SYMBOLS = ("Crescent", "Circle", "Hexagon", "Square", "Diamond", "Slash", "Plus", "Triangle", "Star")  # H-11.3
MOVEMENTS = ("normal", "fast", "stationary", "flying", "unique")
TYPES = ("headline", "mystic", "urban", "weather", "rumor", "reshuffle")

_RUMORS = {
    "Disturbing the Dead": state.DISTURBING_THE_DEAD,
    "Good Work Undone": state.GOOD_WORK_UNDONE,
    "The Great Ritual": state.GREAT_RITUAL,
    "The Southside Strangler Strikes": state.SOUTHSIDE_STRANGLER,
    "The Stars Are Right": state.STARS_ARE_RIGHT,
    "The Terrible Experiment": state.TERRIBLE_EXPERIMENT,
}
_EXPERIMENT_STREET = "Miskatonic U."  # H-11.5


@dataclass(frozen=True)
class Location:
    """A location of the board; `closes_at` is the terror that closes it, 0 for none (H-7.4)."""

    name: str
    neighbourhood: str
    unstable: bool
    closes_at: int


@dataclass(frozen=True)
class Monster:
    """A kind of monster (H-11.3)."""

    name: str
    count: int
    mask: bool
    movement: str
    symbol: str
    toughness: int


@dataclass(frozen=True)
class World:
    """A world behind gates, with the symbol and closing modifier of its markers (H-11.6)."""

    name: str
    copies: int
    symbol: str
    modifier: int


@dataclass(frozen=True)
class Limits:
    """What depends on the number of players (H-1.1)."""

    players: int
    monster_limit: int
    outskirts: int
    gates_that_awaken: int
    monsters_per_gate: int


@dataclass(frozen=True)
class AncientOne:
    """An Ancient One: spaces of the doom track, and powers that touch the clock (H-8.3)."""

    name: str
    doom: int
    powers: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """A Mythos card (H-11.2): `effect` is a code of `sim.arkham.state`, `about` what it concerns."""

    name: str
    type: str
    gate: int
    clue: int
    white: tuple[str, ...]
    black: tuple[str, ...]
    effect: int
    about: tuple[int, ...]


@dataclass(frozen=True)
class Facts:
    """Everything printed; locations and kinds of monster are known by their place in these lists."""

    locations: tuple[Location, ...]
    streets: tuple[str, ...]
    monsters: tuple[Monster, ...]
    worlds: tuple[World, ...]
    limits: tuple[Limits, ...]
    ancient_ones: tuple[AncientOne, ...]
    cards: tuple[Card, ...]

    def area_name(self, area: int) -> str:
        """Where a monster is, in words."""
        if area < len(self.locations):
            return self.locations[area].name
        if area < state.AREAS:
            return f"{self.streets[area - state.FIRST_STREET]} streets"
        places = ("the Sky", "the Outskirts", "the rumor", "the cup", "the trophies", "the box")
        return places[area - state.SKY]


# --- reading ---------------------------------------------------------------------------------
def _rows(file: str, make: Callable[[dict[str, str]], Any]) -> tuple[Any, ...]:
    """Each line of a file as `make` reads it; OmensError with file and line for one that it cannot."""
    path = FOLDER / file
    found = []
    with path.open(newline="", encoding="utf-8") as lines:
        reader = csv.DictReader(lines)
        for row in reader:
            try:
                found.append(make(row))
            except (KeyError, ValueError) as error:
                raise OmensError(f"{path.name}, line {reader.line_num}: {error} is not expected here") from error
    return tuple(found)


def _one_of(word: str, known: Sequence[str]) -> str:
    if word not in known:
        raise ValueError(f"'{word}' (one of {', '.join(known)} would be right)")
    return word


def _place(word: str, known: Sequence[str]) -> int:
    """The place of a name in a list; -1 for ``-``."""
    return -1 if word == "-" else known.index(_one_of(word, known))


def _words(cell: str) -> tuple[str, ...]:
    return tuple(_one_of(word, SYMBOLS) for word in cell.split()) if cell != "-" else ()


class _Effects:
    """The short notation of what a card does to the clock, in the file of Mythos cards."""

    def __init__(
        self, locations: Sequence[str], streets: Sequence[str], monsters: Sequence[str], worlds: Sequence[str]
    ):
        self.locations, self.streets, self.monsters, self.worlds = locations, streets, monsters, worlds

    def read(self, name: str, text: str) -> tuple[int, tuple[int, ...]]:
        """The effect's code and what it is about; ValueError for a text that says nothing known."""
        if text in _PLAIN:
            return _PLAIN[text], ()
        if text == "rumor":
            about = (self._street(_EXPERIMENT_STREET),) if _RUMORS[name] == state.TERRIBLE_EXPERIMENT else ()
            return _RUMORS[name], about
        for verb, read in self._verbs().items():
            if text.startswith(f"{verb} "):
                return read(text.removeprefix(f"{verb} "))
        raise ValueError(f"effect '{text}'")

    def _street(self, name: str) -> int:
        return state.FIRST_STREET + _place(name, self.streets)

    def _verbs(self) -> dict[str, Callable[[str], tuple[int, tuple[int, ...]]]]:
        return {
            "terror": lambda points: (state.TERROR, (int(points),)),
            "drive off": lambda kinds: (state.DRIVE_OFF, tuple(_place(k, self.monsters) for k in kinds.split(", "))),
            "spawn": lambda street: (state.SPAWN, (self._street(street),)),
            "clear": lambda street: (state.CLEAR_NEIGHBOURHOOD, (self._street(street),)),
            "revive": self._revive,
            "sealing": lambda clues: (state.SEALING_CHEAPER, (-int(clues),)),
            "harder": lambda world: (state.WORLD_HARDER, (_place(world, self.worlds),)),
        }

    def _revive(self, text: str) -> tuple[int, tuple[int, ...]]:
        kind, _, location = text.partition(" at ")
        return state.REVIVE, (_place(kind, self.monsters), _place(location, self.locations))


_PLAIN = {
    "-": state.NOTHING,
    "reshuffle": state.NOTHING,
    "clear all streets": state.CLEAR_STREETS,
    "clear all locations": state.CLEAR_LOCATIONS,
    "clear Sky and Outskirts": state.CLEAR_SKY,
    "terror frozen": state.TERROR_FROZEN,
    "flying frozen": state.FLYING_FROZEN,
    "fast slowed": state.FAST_SLOWED,
    "no sealing": state.NO_SEALING,
}


def _location(row: dict[str, str]) -> Location:
    closes = row["closes_at_terror"]
    return Location(
        row["location"],
        row["neighbourhood"],
        _one_of(row["unstable"], ("yes", "no")) == "yes",
        0 if closes == "-" else int(closes),
    )


def _monster(row: dict[str, str]) -> Monster:
    return Monster(
        row["name"],
        int(row["count"]),
        _one_of(row["mask"], ("yes", "no")) == "yes",
        _one_of(row["movement"], MOVEMENTS),
        _one_of(row["symbol"], SYMBOLS),
        int(row["toughness"]),
    )


def _ancient_one(row: dict[str, str]) -> AncientOne:
    powers = () if row["power"] == "-" else tuple(row["power"].split(", "))
    return AncientOne(row["name"], int(row["doom"]), powers)


@lru_cache
def facts() -> Facts:
    """All facts; OmensError with file and line for a cell that cannot be read."""
    locations = _rows("board.csv", _location)
    streets = _rows("streets.csv", lambda row: row["street"])
    monsters = _rows("monsters.csv", _monster)
    worlds = _rows(
        "gates.csv",
        lambda row: World(row["world"], int(row["copies"]), _one_of(row["symbol"], SYMBOLS), int(row["modifier"])),
    )
    names = [place.name for place in locations]
    unstable = [place.name for place in locations if place.unstable]
    effects = _Effects(names, streets, [m.name for m in monsters], [world.name for world in worlds])

    def card(row: dict[str, str]) -> Card:
        return Card(
            row["name"],
            _one_of(row["type"], TYPES),
            _place(row["gate"], unstable),
            _place(row["clue"], unstable),
            _words(row["white"]),
            _words(row["black"]),
            *effects.read(row["name"], row["effect"]),
        )

    return Facts(
        locations,
        streets,
        monsters,
        worlds,
        _rows("limits.csv", lambda row: Limits(*(int(row[name]) for name in Limits.__dataclass_fields__))),
        _rows("ancient_ones.csv", _ancient_one),
        _rows("mythos.csv", card),
    )
