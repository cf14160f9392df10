"""Victory stops the clock (H-12.1)."""

from __future__ import annotations

from sim.arkham.rules.awakening import end
from sim.arkham.rules.compile import rule, void
from sim.arkham.state import SEALS_TO_WIN, VICTORY


@rule(void)
def check_victory(t):
    """After a gate was closed or sealed: none is open and trophies are enough, or six seals are on the board."""
    g = t.game
    if (g.n_gates == 0 and g.n_trophies >= t.town.players) or g.n_seals >= SEALS_TO_WIN:
        end(t, VICTORY)
