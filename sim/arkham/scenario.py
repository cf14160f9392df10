"""A scenario: an Ancient One, a number of players, and what is changed about rules, rates and board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.arkham.facts import facts
from sim.arkham.rates import RATES, rate_of_group
from sim.arkham.rulings import RULINGS, rulings_in_force
from sim.arkham.state import MAX_PLAYERS, MOST_CARDS, SEALS_TO_WIN
from sim.errors import OmensError
from sim.names import known_name

EXTRAS = ("none", "closed", "sealed")  # NO_EXTRA, EXTRA_CLOSED, EXTRA_SEALED of sim.arkham.state


def ancient_ones() -> tuple[str, ...]:
    """Their names as words of the command line."""
    return tuple(one.name.lower() for one in facts().ancient_ones)


def unstable_locations() -> tuple[str, ...]:
    """Names of the locations at which gates open, in the order of the board's file."""
    return tuple(place.name for place in facts().locations if place.unstable)


@dataclass(frozen=True)
class Scenario:
    """What is played.

    `texts` says whether the texts of Mythos cards act; `rulings` and `rates` hold what differs from the
    defaults; `sealed` are locations sealed from the start; `extra` is one open gate that is ``closed`` or
    ``sealed`` for nothing once `extra_at` Mythos cards are on the table.

    Raises OmensError for anything unknown or out of range.
    """

    ancient_one: str = "azathoth"
    players: int = 1
    texts: bool = True
    rulings: Mapping[str, str] = field(default_factory=dict)
    rates: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    sealed: tuple[str, ...] = ()
    extra: str = "none"
    extra_at: int = 4

    def __post_init__(self) -> None:
        """Check every value."""
        known_name(self.ancient_one, ancient_ones(), "Ancient One")
        known_name(self.extra, EXTRAS, "extra")
        if not 1 <= self.players <= MAX_PLAYERS:
            raise OmensError(f"players: expected a number from 1 to {MAX_PLAYERS}, found {self.players}")
        if not 1 <= self.extra_at <= MOST_CARDS:
            raise OmensError(f"--extra-at: {self.extra_at} is out of range; 1 to {MOST_CARDS} would be right")
        for name in self.sealed:
            known_name(name, unstable_locations(), "--sealed, location")
        if len(self.sealed) >= SEALS_TO_WIN:
            raise OmensError(
                f"--sealed: {len(self.sealed)} seals win the game before it begins (H-12.1); "
                f"{SEALS_TO_WIN - 1} at most would be right"
            )
        for name, value in self.rulings.items():
            known_name(value, RULINGS[known_name(name, RULINGS, "ruling")].values, f"ruling {name}, value")
        for name in self.rates:
            known_name(name, RATES, "rate")

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for a manifest."""
        return {
            "ancient_one": self.ancient_one,
            "players": self.players,
            "texts": self.texts,
            "rulings": rulings_in_force(self.rulings),
            "rates": {name: rate_of_group(name, self.rates, self.players) for name in RATES},
            "sealed": list(self.sealed),
            "extra": self.extra,
            "extra_at": self.extra_at,
        }
