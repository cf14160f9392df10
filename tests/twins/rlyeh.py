"""The omen, the amulet, the ship and Stage II (R-4.4 .. R-4.7, R-6, R-7.3, R-8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import Play, choose

PILE, OWNED, SPACE = "pile", "owned", "space"


@dataclass
class Sea:
    """What of the table these rules are about."""

    track: int
    omen: int
    colours: list[str]  # of the die on each space
    tokens: list[str]
    free: dict[str, int]  # dice that nothing locks, by colour
    stockpile: set[int]
    costs_token: bool = True  # R:SINK_AMULET
    on_arrival: bool = True  # R:STAGE2_OFFER
    locks_again: bool = True  # R:LOST_AMULET_RELOCK
    stage: int = 1
    sunk: bool = False
    in_play: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    holds: dict[int, bool] = field(default_factory=dict)  # spaces that lock: have they got their die?


def legion(sea: Sea) -> Play:
    """One appears (R-5.1); the fourth sinks the ship (R-4.4)."""
    if not sea.stockpile:
        return
    one = min(sea.stockpile)
    sea.stockpile.remove(one)
    sea.in_play.add(one)
    if len(sea.in_play) >= 4 and not sea.sunk:
        sea.sunk = True
        if sea.costs_token:
            yield from lose_token(sea)
        stage_two(sea)


def stage_two(sea: Sea) -> None:
    """R-7.3 b to d."""
    if sea.stage == 2:
        return
    sea.stage, sea.omen = 2, 0
    sea.tokens = [SPACE if token == OWNED else token for token in sea.tokens]
    for space, token in enumerate(sea.tokens):
        if token == PILE:
            _lock(sea, space)


def _lock(sea: Sea, space: int) -> None:
    colour = sea.colours[space]
    sea.holds[space] = sea.free[colour] > 0
    sea.free[colour] -= sea.holds[space]


def gain_token(sea: Sea, drawn: int) -> Play:
    """R-8.3; `drawn` is the token that came out of the pile."""
    assert sea.tokens[drawn] == PILE
    sea.tokens[drawn] = OWNED
    if sea.stage == 1:
        return
    if not (yield from choose("AMULET_TOKEN", {(drawn, 0), (drawn, 1)}))[1]:
        return
    sea.tokens[drawn] = SPACE
    colour = sea.colours[drawn]
    if sea.holds.pop(drawn, False):
        sea.free[colour] += 1
        waiting = {space for space, has in sea.holds.items() if not has and sea.colours[space] == colour}
        if waiting:  # C-12.3
            served = yield from choose("LOCK_SERVED", waiting)
            sea.holds[served] = True
            sea.free[colour] -= 1


def lose_token(sea: Sea) -> Play:
    """R-8.4, R-12"""
    mine = {token for token, where in enumerate(sea.tokens) if where != PILE}
    if not mine:
        return
    lost = yield from choose("LOST_TOKEN", mine)
    kept_a_die_free = sea.tokens[lost] == SPACE
    sea.tokens[lost] = PILE
    if kept_a_die_free and sea.locks_again:
        _lock(sea, lost)


def advance(sea: Sea) -> Play:
    """R-6.1, R-6.3, R-8.6"""
    if sea.stage == 2:
        if sea.in_play:
            one = yield from choose("REMOVED_LEGION", sea.in_play)
            sea.in_play.remove(one)
            sea.gone.add(one)
        return
    arrives = sea.omen + 1 == sea.track
    stands_there = sea.omen == sea.track
    sea.omen = min(sea.omen + 1, sea.track)
    if stands_there or (arrives and sea.on_arrival):
        if (yield from choose("STAGE_TWO_OFFER", {0, 1})):
            stage_two(sea)


def retreat(sea: Sea) -> Play:
    """R-6.2; in Stage II a monster appears, which is no Legion (R-8.6)."""
    if sea.stage == 1 and sea.omen == 1:
        yield from legion(sea)
    elif sea.stage == 1:
        sea.omen -= 1
