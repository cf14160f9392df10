"""What a group of investigators manages: assumptions of the model, none of them a fact.

A rate is for each investigator and turn, unless its description says otherwise.  Policies read the rates
and act as often, as evenly as whole numbers allow; ``idle`` reads none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.arkham.state import MAX_PLAYERS
from sim.errors import OmensError
from sim.names import add_once, known_name, named_values


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate: default, largest value, why it is what it is, whether for each investigator, and in whole numbers."""

    default: float
    most: float
    doc: str
    each: bool = True
    whole: bool = False


RATES: Mapping[str, Rate] = {
    "closings": Rate(
        0.1, 8, "gates an investigator comes back to explored and closes: the way there, two turns inside, the way on"
    ),
    "sealing": Rate(1, 1, "share of closed gates that are sealed where the clues are there", each=False),
    "clues": Rate(0.3, 8, "locations whose clues an investigator takes"),
    "elder_signs": Rate(0.01, 1, "Elder Sign items an investigator finds, of four in the game"),
    "spells": Rate(0.05, 8, "spells an investigator gains and keeps for a rumor"),
    "allies": Rate(0.02, 8, "allies an investigator wins"),
    "beaten": Rate(0.25, 8, "monsters an investigator beats"),
    "rumors": Rate(0.25, 1, "chance that the group pays for a rumor in a turn in which it can", each=False),
    "returned": Rate(0, 8, "trophies an investigator returns"),
    "first_clues": Rate(1, 10, "clues an investigator begins with"),
    "lore": Rate(0, 20, "dice of the Lore check before the gate's modifier; 0: closing always succeeds", False, True),
    "fight": Rate(0, 20, "dice of the Fight check before the gate's modifier; 0: closing always succeeds", False, True),
    "encounter_gates": Rate(0, 4, "gates that encounters open in a turn, with a monster each", each=False),
    "lost": Rate(0, 4, "investigators lost in time and space in a turn", each=False),
}


def parse_rates(words: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """``NAME=NUMBER``, or ``NAME=N1,...,N8`` for groups of one to eight, as a mapping.

    One number is for each investigator where the rate is; eight are for the whole group.  Raises OmensError
    for an unknown name, or numbers that are none, too few, or out of range.
    """
    found: dict[str, tuple[float, ...]] = {}
    for word, value in named_values(words, "rate", "NAME=NUMBER, as closings=0.2"):
        name = known_name(word.lower(), RATES, "rate")
        add_once(found, name, _numbers(name, value), "rate")
    return found


def _numbers(name: str, value: str) -> tuple[float, ...]:
    try:
        numbers = tuple(float(part) for part in value.split(","))
    except ValueError:
        numbers = ()
    most, whole = RATES[name].most, RATES[name].whole
    most_of_group = most * (MAX_PLAYERS if RATES[name].each else 1)
    in_range = all(0 <= n <= (most_of_group if len(numbers) > 1 else most) for n in numbers)
    if len(numbers) not in (1, MAX_PLAYERS) or not in_range or (whole and any(n % 1 for n in numbers)):
        one = f"a {'whole ' if whole else ''}number from 0 to {most:g}"
        eight = f"{MAX_PLAYERS} {'whole ' if whole else ''}numbers from 0 to {most_of_group:g}"
        right = f"{one}, or {eight} for groups of 1 to {MAX_PLAYERS}"
        raise OmensError(f"rate {name}: expected {right}, found '{value[:40]}'")
    return numbers


def rate_of_group(name: str, changed: Mapping[str, tuple[float, ...]], players: int) -> float:
    """The rate of a whole group of `players`."""
    numbers = changed.get(name, (RATES[name].default,))
    if len(numbers) > 1:
        return numbers[players - 1]
    return numbers[0] * (players if RATES[name].each else 1)
