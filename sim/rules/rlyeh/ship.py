"""The Ultima Thule sinks (R-4.4..R-4.7)."""

from __future__ import annotations

from sim.rules.compile import rule, void
from sim.rules.log import SHIP_SANK, observe
from sim.rules.rlyeh.amulet import lose_amulet
from sim.rules.rlyeh.stage_two import rise


@rule(void)
def sink(t):
    """The entrance is flipped, an amulet token lost, Stage II begins if it has not (R-4.6, R-4.7).

    It interrupts the running effect, which then goes on.
    """
    t.game.entrance = 1
    observe(t, SHIP_SANK, 0, 0, 0, 0)
    if t.deck.rulings.sink_amulet == 0:
        lose_amulet(t)
    rise(t)
