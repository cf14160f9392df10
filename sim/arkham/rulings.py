"""The rulings of this game: readings where the rules leave more than one, the default first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.names import add_once, known_name, named_values


@dataclass(frozen=True, slots=True)
class Ruling:
    """The values of a ruling and what it is about."""

    values: tuple[str, ...]
    note: str


RULINGS: Mapping[str, Ruling] = {
    "TERROR10_DOOM": Ruling(("ONLY_BEYOND", "ALSO_ON_REACHING"), "H-7.7: whether reaching terror 10 adds a doom"),
    "SURGE_COUNT": Ruling(("MAX_GATES_PLAYERS", "GATES_ONLY"), "H-4.1: how many monsters a surge brings"),
    "FROZEN_SCOPE": Ruling(
        ("RISE_AND_DOOM", "RISE_ONLY"), "H-11.4: whether frozen terror also stops the doom beyond 10"
    ),
    "OVERFLOW_WHEN_FROZEN": Ruling(("EMPTY_NO_RISE",), "H-11.4: the Outskirts overflow while terror is frozen"),
    "RUMOR_DONE": Ruling(("BOX", "UNDER_DECK"), "H-3.5: where a finished rumor goes"),
    "SETUP_REDRAW": Ruling(("UNDER_DECK",), "H-2.5: where cards redrawn in the setup go"),
    "TERROR10_COUNT": Ruling(("AT_LEAST", "EXACT"), "H-9.5: twice the limit or more, or twice the limit exactly"),
    "SPAWN_LIMIT": Ruling(("APPLIES",), "H-11.2: whether monsters that headlines bring obey the limit"),
}


def parse_rulings(words: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` words as a mapping; OmensError for an unknown name or value, or a name given twice."""
    found: dict[str, str] = {}
    for word, value in named_values(words, "ruling", "NAME=VALUE, as SURGE_COUNT=GATES_ONLY"):
        name = known_name(word.upper(), RULINGS, "ruling")
        add_once(found, name, known_name(value.upper(), RULINGS[name].values, f"ruling {name}, value"), "ruling")
    return found


def rulings_in_force(changed: Mapping[str, str]) -> dict[str, str]:
    """Every ruling's value."""
    return {name: changed.get(name, ruling.values[0]) for name, ruling in RULINGS.items()}
