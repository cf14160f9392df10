"""Stage II: the island rises (R-7)."""

from __future__ import annotations

from sim.rules.adventures import enter_special
from sim.rules.compile import rule, void
from sim.rules.decks import shuffle_deck
from sim.rules.mythos_deck import end_current, lay_mythos
from sim.rules.rlyeh.amulet import lay_out_amulet
from sim.rules.stages import use_stage_two_deck
from sim.rules.state import MYTHOS

RLYEH_RISEN = 2  # its place in the chain of Specials
_RLYEH_SHUFFLE = 1 << 20  # position of this shuffle: beyond those of setup and of later reshuffles


@rule(void)
def rise(t):
    """The procedure of R-7.3, at once and once only; cards in play and trophies stay (R-7.4, R-7.6)."""
    g = t.game
    if g.stage == 2 or g.awakened == 2:  # in the battle there is no island (C-17.10)
        return
    use_stage_two_deck(t)  # a
    g.omen = 0  # b
    lay_out_amulet(t)  # c, d
    if t.deck.rulings.current_mythos_stage2 == 0:  # e, R-7.5
        end_current(t)
    lay_mythos(t)
    shuffle_deck(t, MYTHOS, t.hidden.rings[MYTHOS].n, _RLYEH_SHUFFLE)
    enter_special(t, RLYEH_RISEN)  # f
