"""The Ultima Thule sinks (R-4.4..R-4.7)."""

from __future__ import annotations

from sim.rules.compile import rule, void
from sim.rules.log import SHIP_SANK, observe
from sim.rules.rlyeh.amulet import lose_amulet
from sim.rules.rlyeh.stage_two import rise
from sim.rules.state import UNDECIDED


@rule(void)
def settle_sinking(t):
    """Four Legions came into play: the entrance is flipped, an amulet token lost, Stage II begins (R-4.7).

    It interrupts the running effect, which then goes on.
    """
    g = t.game
    if g.sinking == 0:
        return
    g.sinking = 0
    if g.awakened > 0 or g.outcome != UNDECIDED:
        return
    g.entrance = 1
    observe(t, SHIP_SANK, 0, 0, 0, 0)
    if t.deck.rulings.sink_amulet == 0:
        lose_amulet(t)
    rise(t)
