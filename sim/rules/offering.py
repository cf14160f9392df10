"""Giving up one item, clue, spell or ally where an Ancient One demands it (A-13.1)."""

from __future__ import annotations

from sim.rules.choices import OFFERING, ask, begin, option
from sim.rules.compile import boolean, int64, rule
from sim.rules.items import gain_clues, give_up_card

NOTHING, A_CLUE, A_CARD = range(3)


@rule(boolean, int64, int64)
def offers(t, player, context):
    """Does this investigator discard one thing? He may always decline (D-A13)."""
    me = t.game.investigators[player]
    begin(t, OFFERING, player, context)
    option(t, NOTHING, -1, 0, 0, 0)
    if me.clues > 0:
        option(t, A_CLUE, -1, 0, 0, 0)
    for i in range(me.n_hand):
        option(t, A_CARD, me.hand[i], 0, 0, 0)
    chosen = t.choice.options[ask(t)]
    a, b = chosen.a, chosen.b
    if a == A_CLUE:
        gain_clues(t, player, -1)
    elif a == A_CARD:
        give_up_card(t, player, b)
    return a != NOTHING
