"""Storm markers: where to put them, which to take first, which to send away (D-A6, D-A7, D-A10)."""

from __future__ import annotations

from policies.parts.compile import weighs
from policies.parts.destinations import appeal
from policies.parts.worth import doom_worth

_THREE = 3  # still free at midnight
_CROWD = 0.02  # for each marker there already: spread what is left


@weighs
def storm_worth(game, deck, choice, option, temper):
    """STORM: never a fourth while another card has room, and then where nobody wants to go."""
    s = game.slots[option.a]
    worth = -appeal(game, deck, option.a, s.stage) - _CROWD * s.storms
    for p in range(deck.players):
        if game.investigators[p].at == option.a:
            worth -= 0.1  # he will flip them in his next turn, like it or not
    if s.storms >= _THREE:
        worth += 2 * doom_worth(game, deck)
    return worth


@weighs
def storm_order_worth(game, deck, choice, option, temper):
    """STORM_ORDER: gains before losses."""
    return deck.storms[option.a].penalty_worth


@weighs
def camp_storm_worth(game, deck, choice, option, temper):
    """CAMP_STORM: full cards first, then those worth going to; never stop early."""
    if option.a < 0:
        return -100.0
    s = game.slots[option.a]
    return 10.0 * s.storms + appeal(game, deck, option.a, s.stage)
