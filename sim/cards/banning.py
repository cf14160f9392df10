"""Cards that are not in play: the experiment of leaving one out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sim.cards.facts import Cards
from sim.errors import OmensError
from sim.names import known_name

#: Kinds of which a card can be left out; Specials and Ancient Ones cannot, the game needs them (A-11.3).
_KINDS = ("adventures", "other_worlds", "items", "monsters", "mythos", "storms", "missions", "investigators")


def check_banned(cards: Cards, names: Sequence[str]) -> None:
    """OmensError for a name that no card has, with the nearest right one, or that the game cannot do without."""
    for name in names:
        known = dict.fromkeys(card.name for kind in _KINDS for card in getattr(cards, kind))
        found = known_name(name, known, "cards.ban")
        if any(card.name == found and card.kind == "special" for card in cards.adventures):
            raise OmensError(f"cards.ban '{found}': a Special, which the game cannot do without (A-11.3)")


def without(cards: Cards, names: Sequence[str]) -> Cards:
    """The same cards without those of these names."""
    kept: dict[str, Any] = {
        kind: tuple(card for card in getattr(cards, kind) if card.name not in names) for kind in _KINDS
    }
    return replace(cards, **kept) if names else cards
