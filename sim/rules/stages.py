"""The adventure deck of the stage (A-11.4, A-11.5, R-7.3)."""

from __future__ import annotations

from sim.rules.compile import rule, void
from sim.rules.decks import show_top_back
from sim.rules.log import STAGE, observe
from sim.rules.state import GONE, IN_DECK, STAGE_I


@rule(void)
def use_stage_two_deck(t):
    """The Stage I deck leaves the game, Stage II is dealt from now on; cards in play and trophies stay."""
    g = t.game
    if g.stage == 2:
        return
    g.stage = 2
    t.hidden.rings[STAGE_I].n = 0
    g.deck_size[STAGE_I] = 0
    for card in range(t.deck.n_adventures):
        if g.adventure_place[card] == IN_DECK and t.deck.adventures[card].stage == 1:
            g.adventure_place[card] = GONE
    show_top_back(t)
    observe(t, STAGE, 2, 0, 0, 0)
