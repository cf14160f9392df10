"""A whole game."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import end, ended
from sim.arkham.rules.compile import rule, void
from sim.arkham.rules.mythos_phase import keep_course, mythos_phase
from sim.arkham.rules.setup import first_card
from sim.arkham.rules.turn import investigators_turn
from sim.arkham.state import MOST_CARDS, UNFINISHED


@rule(void)
def play_game(t):
    """From the first card to awakening or victory; the records hold what `set_up` makes, and the game's key."""
    first_card(t)
    keep_course(t)
    while not ended(t):
        log.note(t, log.TURN, t.game.phase, 0, 0)
        investigators_turn(t)
        if not ended(t):
            mythos_phase(t)
            keep_course(t)
        if t.game.cards >= MOST_CARDS:
            end(t, UNFINISHED)
