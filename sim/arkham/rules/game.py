"""A whole game."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import end, ended
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.rules.mythos_phase import mythos_phase
from sim.arkham.rules.setup import first_card
from sim.arkham.rules.turn import investigators_turn
from sim.arkham.state import COURSE, MOST_CARDS, UNFINISHED


@rule(void, int64)
def _keep_course(t, before):
    """Terror and doom after the cards of a phase, of which there were `before` cards before it."""
    g = t.game
    for n in range(before, min(g.cards, COURSE)):
        g.terror_by[n] = g.terror
        g.doom_by[n] = g.doom


@rule(void)
def play_game(t):
    """From the first card to awakening or victory; the records hold what `set_up` makes, and the game's key."""
    first_card(t)
    _keep_course(t, 0)
    while not ended(t):
        log.note(t, log.TURN, t.game.phase, 0, 0)
        investigators_turn(t)
        before = t.game.cards
        if not ended(t):
            mythos_phase(t)
        if not ended(t):
            _keep_course(t, before)
        if t.game.cards >= MOST_CARDS:
            end(t, UNFINISHED)
