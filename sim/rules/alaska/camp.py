"""Storm markers bought off the cards at the Expedition Camp (A-3.18)."""

from __future__ import annotations

from sim.rules.alaska.storms import take_storm
from sim.rules.choices import CAMP_STORM, ask, begin, option
from sim.rules.compile import int64, rule, void

MOST_STORMS = 5


@rule(int64)
def storms_on_cards(t):
    """Storm markers that could be bought off."""
    n = 0
    for slot in range(t.game.n_slots):
        n += t.game.slots[slot].storms
    return n


@rule(void)
def remove_storms(t):
    """Up to five markers of the payer's choice go back to the pile."""
    g = t.game
    for left in range(MOST_STORMS, 0, -1):
        begin(t, CAMP_STORM, g.active, left)
        option(t, -1, 0, 0, 0, 0)
        for slot in range(g.n_slots):
            if g.slots[slot].storms > 0:
                option(t, slot, 0, 0, 0, 0)
        slot = t.choice.options[ask(t)].a
        if slot < 0:
            return
        take_storm(t, slot)
