"""Monster movement (H-10): it changes no count, and says which monsters a headline finds where.

Investigators have no place in this model, so nothing holds a monster back: those that fly take to the
Sky and stay there, and those with a text of their own, which is about investigators, stay.
"""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.rules.environments import in_force
from sim.arkham.state import (
    FAST,
    FAST_SLOWED,
    FIRST_STREET,
    FLYING,
    FLYING_FROZEN,
    NORMAL,
    SKY,
    STREETS,
)


@rule(int64, int64, int64, inline=True)
def next_area(t, area, step):
    """The area an arrow leads to: out of a location into its street, then round the streets."""
    if area < FIRST_STREET:
        return t.town.street_of[area]
    return FIRST_STREET + (area - FIRST_STREET + step + STREETS) % STREETS


@rule(void, int64, int64, inline=True)
def _move(t, token, area):
    log.note(t, log.MOVED, token, t.game.place[token], area)
    t.game.place[token] = area


@rule(void, int64, inline=True)
def move_monsters(t, card):
    """Monsters whose symbol the card shows follow its arrows (H-10.1 to H-10.3)."""
    g = t.game
    white = t.town.cards[card].white
    black = t.town.cards[card].black
    for i in range(g.in_town):
        token = g.monsters[i]
        area = g.place[token]
        if area == SKY:
            continue
        monster = t.town.monsters[t.town.kind[token]]
        bit = 1 << monster.symbol
        if (white | black) & bit == 0:
            continue
        if monster.movement == FLYING:
            if not in_force(t, FLYING_FROZEN):
                _move(t, token, SKY)
            continue
        step = 1 if white & bit != 0 else -1
        if monster.movement == NORMAL or monster.movement == FAST:
            _move(t, token, next_area(t, area, step))
        if monster.movement == FAST and not in_force(t, FAST_SLOWED):
            _move(t, token, next_area(t, g.place[token], step))
