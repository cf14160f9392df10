"""The Mythos deck of the stage, and the end of the current card (C-14.9, C-14.10, R-7.3 e)."""

from __future__ import annotations

from sim.rules.compile import rule, void
from sim.rules.decks import lay
from sim.rules.locks import open_locks
from sim.rules.state import LOCK_OF_MYTHOS, MYTHOS


@rule(void)
def end_current(t):
    """The old card's lasting effects end and its lock opens (C-14.9)."""
    g = t.game
    g.investigation_bonus = 0
    g.mythos_terror.size = 0
    g.mythos_midnight.size = 0
    if g.mythos >= 0:
        open_locks(t, LOCK_OF_MYTHOS, g.mythos)
    g.mythos = -1


@rule(void)
def lay_mythos(t):
    """All Mythos cards of the current stage, in order, as a deck that is to be shuffled."""
    ring = t.hidden.rings[MYTHOS]
    ring.n = 0
    ring.head = 0
    for card in range(t.deck.n_mythos):
        stage = t.deck.mythos[card].stage
        if stage == 0 or stage == t.game.stage:
            lay(t, MYTHOS, card)
