"""The Deep One Legion: fifteen markers of an open stockpile (R-5)."""

from __future__ import annotations

from sim.rules.compile import boolean, int64, rule, void
from sim.rules.monsters import leave_done, nothing_appears, place, to_cup
from sim.rules.rlyeh.in_play import legions_on_adventures
from sim.rules.rlyeh.ship import sink
from sim.rules.state import IN_STOCKPILE

SINKS_SHIP = 4


@rule(int64)
def stockpile(t):
    """Legions that can still appear."""
    n = 0
    for m in range(t.deck.n_monsters):
        if t.game.monsters[m].where == IN_STOCKPILE:
            n += 1
    return n


@rule(boolean)
def omen_can_advance(t):
    """Would Advance Omen change anything: in Stage II it takes a Legion off an adventure (R-8.6)?"""
    return t.game.stage == 1 or legions_on_adventures(t.game, t.deck, 0) > 0


@rule(int64)
def legions_in_play(t):
    """Legions on adventures, by default undefeated ones (R-5.3, R:LEGION_COUNT)."""
    return legions_on_adventures(t.game, t.deck, t.deck.rulings.legion_count)


@rule(void)
def _sink_if_four(t):
    """Four in play: the ship sinks at once (R-4.4)."""
    if t.game.entrance == 0 and legions_in_play(t) >= SINKS_SHIP:
        sink(t)


@rule(void)
def legion_appears(t):
    """One Legion of the stockpile appears as monsters do; an empty stockpile gives nothing (R-5.1)."""
    if nothing_appears(t):
        return
    for m in range(t.deck.n_monsters):
        if t.game.monsters[m].where == IN_STOCKPILE:
            if place(t, m, -1, -1):
                _sink_if_four(t)
            return


@rule(void, int64)
def legion_reappears(t, m):
    """A Legion whose cost is not paid goes to another card, or back to the stockpile (R-5.6, R-5.7).

    Its lock stays shut on the way: the icon never leaves play.
    """
    g = t.game
    left = g.monsters[m].at
    leave_done(t, m)
    g.monsters[m].defeated = 0
    g.monsters[m].where = IN_STOCKPILE
    if not place(t, m, -1, left):
        to_cup(t, m)
        return
    _sink_if_four(t)
