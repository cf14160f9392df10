"""Headlines: what they do to the clock (H-11.2, H-11.4)."""

from __future__ import annotations

from sim.arkham.rules.awakening import ended
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.rules.monsters import draw_monster, drive_off, place_monster, send_to_cup
from sim.arkham.rules.terror import empty_outskirts, raise_terror
from sim.arkham.state import (
    AREAS,
    CLEAR_LOCATIONS,
    CLEAR_NEIGHBOURHOOD,
    CLEAR_SKY,
    CLEAR_STREETS,
    DRIVE_OFF,
    FIRST_STREET,
    REVIVE,
    SKY,
    SPAWN,
    TERROR,
    TROPHY,
)

SPAWNED = 2


@rule(int64, int64, inline=True)
def _street(t, area):
    """The street of an area's neighbourhood."""
    return t.town.street_of[area] if area < FIRST_STREET else area


@rule(void, int64, int64)
def _clear(t, effect, street):
    """Monsters of the areas named return to the cup."""
    i = 0
    while i < t.game.in_town:
        token = t.game.monsters[i]
        area = t.game.place[token]
        if (
            (effect == CLEAR_SKY and area == SKY)
            or (effect == CLEAR_STREETS and FIRST_STREET <= area < AREAS)
            or (effect == CLEAR_LOCATIONS and area < FIRST_STREET)
            or (effect == CLEAR_NEIGHBOURHOOD and area < AREAS and _street(t, area) == street)
        ):
            send_to_cup(t, token)
        else:
            i += 1


@rule(void, int64, int64)
def _revive(t, kind, location):
    """Trophies of a kind come back to life at a location."""
    for token in range(t.town.n_tokens):
        if t.town.kind[token] == kind and t.game.place[token] == TROPHY and not ended(t):
            t.game.monster_trophies -= 1
            place_monster(t, token, location)


@rule(void, int64)
def headline(t, card):
    """Carry out a headline."""
    text = t.town.cards[card]
    effect = text.effect
    if effect == TERROR:
        raise_terror(t, text.a)
    elif effect == DRIVE_OFF:
        driven = drive_off(t, text.a)
        if text.b >= 0:
            driven += drive_off(t, text.b)
        if driven > 0:
            raise_terror(t, 1)
    elif effect == SPAWN:  # SPAWN_LIMIT: within the limit
        for _ in range(SPAWNED):
            if not ended(t):
                draw_monster(t, text.a)
    elif effect == REVIVE:
        _revive(t, text.a, text.b)
    elif CLEAR_NEIGHBOURHOOD <= effect <= CLEAR_SKY:
        _clear(t, effect, text.a)
        if effect == CLEAR_SKY:
            empty_outskirts(t)
