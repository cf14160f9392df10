"""Placing storm markers (A-10.1 .. A-10.6)."""

from __future__ import annotations

from dataclasses import dataclass

from . import Play, choose

MOST = 4


@dataclass
class Place:
    """A card in play, as far as storms are concerned."""

    ordinary: bool
    storms: int = 0


@dataclass
class Board:
    """Cards by place, the pile, and the place of the investigator whose Resolution phase it is."""

    places: dict[int, Place]
    pile: int
    own: int | None = None


def place_storms(board: Board, count: int) -> Play:
    """Draw `count` markers, or what the pile holds, then place them one by one."""
    drawn = min(count, board.pile)
    for _ in range(drawn):
        room = {name for name, place in board.places.items() if place.ordinary and place.storms < MOST}
        elsewhere = room - {board.own}
        room = elsewhere or room
        if not room:
            return  # back to the pile
        chosen = yield from choose("STORM", room)
        board.places[chosen].storms += 1
        board.pile -= 1
