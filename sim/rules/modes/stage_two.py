"""How Stage II begins where a text says so (A-11.4, R-7.2)."""

from __future__ import annotations

from sim.rules.compile import rule, void
from sim.rules.rlyeh.stage_two import rise
from sim.rules.stages import use_stage_two_deck
from sim.rules.state import ALASKA

ECHOES = 1  # the place of "Echoes of the Dream" in the chain of Specials


@rule(void)
def begin_stage_two(t):
    """The text that acts begins Stage II; that of "Echoes of the Dream" by R:ECHOES_ADVANCES."""
    if t.deck.mode == ALASKA:
        use_stage_two_deck(t)
    elif t.deck.rulings.echoes_advances == 0 or t.game.here_card != t.deck.specials[ECHOES]:
        rise(t)
