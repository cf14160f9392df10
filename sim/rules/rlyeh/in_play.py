"""Legions in play (R-5.3): the one count of them, for the rules, the row of a game and the policies."""

from __future__ import annotations

from numba import types

from sim.rules.compile import kernel
from sim.rules.state import LEGION, ON_CARD, Deck, Game


@kernel(types.int64(Game, Deck, types.int64))
def legions_on_adventures(game, deck, defeated):
    """Legions on adventures: the undefeated ones, and with `defeated` not 0 those not yet collected too."""
    n = 0
    for m in range(deck.n_monsters):
        marker = game.monsters[m]
        if deck.monsters[m].kind == LEGION and marker.where == ON_CARD and marker.at >= 0:
            if marker.defeated == 0 or defeated != 0:
                n += 1
    return n
