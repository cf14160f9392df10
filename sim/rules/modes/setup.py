"""What a mode lays out besides the common table (A-2, R-2)."""

from __future__ import annotations

from sim.rules.compile import rule, void
from sim.rules.rlyeh.amulet import gain_amulet
from sim.rules.state import IN_STOCKPILE, LEGION, RLYEH


@rule(void)
def lay_out_mode(t):
    """R'lyeh Rising: the omen on its space, the Legions in their stockpile, one token of the amulet (R-2.2..R-2.7)."""
    if t.deck.mode != RLYEH:
        return
    g = t.game
    g.omen = t.deck.track_start
    for m in range(t.deck.n_monsters):
        if t.deck.monsters[m].kind == LEGION:
            g.monsters[m].where = IN_STOCKPILE
    gain_amulet(t)
