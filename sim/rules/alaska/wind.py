"""Ithaqua's ability at the start of each turn (A-13.1, A-13.4)."""

from __future__ import annotations

from sim.rules.alaska.storms import draw_storm, put_storm
from sim.rules.choices import STORM_PLACE, ask, begin, option
from sim.rules.compile import rule, void
from sim.rules.offering import offers
from sim.rules.state import ORDINARY


@rule(void)
def wind_from_north(t):
    """One storm on every adventure without one, unless the active investigator discards something.

    If the pile is too small the group picks the adventures (A-13.4); from an empty one nothing
    comes, as in R'lyeh Rising, and nothing is asked for.
    """
    g = t.game
    bare = 0
    for slot in range(g.n_slots):
        if g.slots[slot].kind == ORDINARY and g.slots[slot].storms == 0:
            bare += 1
    if bare == 0 or g.pile == 0 or offers(t, g.active, 0):
        return
    for left in range(min(bare, g.pile), 0, -1):
        begin(t, STORM_PLACE, g.active, left)
        for slot in range(g.n_slots):
            if g.slots[slot].kind == ORDINARY and g.slots[slot].storms == 0:
                option(t, slot, 0, 0, 0, 0)
        slot = t.choice.options[0].a if g.pile >= t.choice.n else t.choice.options[ask(t)].a
        put_storm(t, slot, draw_storm(t))
