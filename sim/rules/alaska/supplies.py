"""Supplies (A-8)."""

from __future__ import annotations

from sim.rules.compile import int64, rule, void
from sim.rules.log import SUPPLIES, observe


@rule(void, int64)
def gain_supplies(t, n):
    """Add supplies up to the cap, if there is one (R:SUPPLY_CAP)."""
    g = t.game
    g.supplies += n
    cap = t.deck.rulings.supply_cap
    if cap > 0 and g.supplies > cap:
        g.supplies = cap
    observe(t, SUPPLIES, n, 0, 0, 0)


@rule(int64, int64)
def lose_supplies(t, n):
    """Take n supplies or what there is (A-8.2); how many could not be taken."""
    g = t.game
    taken = min(n, g.supplies)
    g.supplies -= taken
    observe(t, SUPPLIES, -taken, 0, 0, 0)
    return n - taken
