"""Where a monster may appear (C-11.2 .. C-11.6, C-11.16, C-11.17), and a Legion that moves on (R-5.6, R-5.7)."""

from __future__ import annotations

from dataclasses import dataclass, field

BELOW = -1


@dataclass
class Card:
    """A card in play, as far as monsters are concerned."""

    kind: str  # ordinary, special, other world
    faceup: bool
    monster_tasks: set[int] = field(default_factory=set)  # rows with a white border
    occupied: set[int] = field(default_factory=set)  # of these with a marker, defeated or not
    done: set[int] = field(default_factory=set)  # rows completed in the running attempt
    below: int = 0  # markers below the bottom row


def places(cards: dict[int, Card], here: int | None = None, but: int | None = None) -> set[tuple[int, int]]:
    """Legal places as (card, row); `here` is the card of "appears here", `but` the one that a Legion has left."""
    eligible = {name: card for name, card in cards.items() if card.kind != "special" and name != but}
    if here is not None:
        eligible = {name: card for name, card in eligible.items() if name == here}
    free = {
        (name, row)
        for name, card in eligible.items()
        if card.faceup
        for row in card.monster_tasks - card.occupied - card.done
    }
    if free:
        return free
    fewest = min((card.below for card in eligible.values()), default=0)
    return {(name, BELOW) for name, card in eligible.items() if card.below == fewest}
