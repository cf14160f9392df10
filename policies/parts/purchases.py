"""What to buy at the Camp, and for whom (D-A10)."""

from __future__ import annotations

from policies.parts.compile import Temper_t, float64, part, weighs
from policies.parts.effects import points_worth
from policies.parts.worth import CARD, TROPHY_POINT, doom_worth, time_left
from sim.rules import operations as op
from sim.rules.state import ALLY, COMMON, SPELL, UNIQUE
from sim.worth import PER_UNIT

_STORMS, _ALLY, _UNIQUE_OR_CLUE, _COMMON_OR_SPELL, _HEAL = 6, 5, 4, 3, 2  # prices
_REMOVED = 5  # storm markers for the price of 6
_FULL = 4  # storm markers that bring doom at midnight
_HEALED = 2
_SAVED = 0.7  # share of a trophy's worth that it keeps while there is time to spend it
_EVEN = 1e-3  # for each card that the beneficiary holds already


@part(float64, Temper_t)
def _storms_worth(game, deck, temper):
    """Five markers off the cards: the full ones would bring doom."""
    markers = 0
    full = 0
    for slot in range(game.n_slots):
        markers += game.slots[slot].storms
        if game.slots[slot].storms >= _FULL:
            full += 1
    doom = min(full, _REMOVED) * doom_worth(game, deck) * temper.storms
    return -doom - min(markers, _REMOVED) * PER_UNIT[op.STORM] * temper.harm


@weighs
def purchase_worth(game, deck, choice, option, temper):
    """CAMP: the best bargain, if it beats keeping the trophies; near the end they are worth nothing."""
    if option.a == 0:
        return 0.0
    left = time_left(game, deck)
    price = option.a * TROPHY_POINT * _SAVED * left
    if option.a == _STORMS:
        return _storms_worth(game, deck, temper) * min(1.0, 2 * left) - price
    if option.a == _HEAL:
        code = op.STAMINA if option.b == 0 else op.SANITY
        return points_worth(game, deck, option.c, code, _HEALED, temper) - price
    if option.a == _ALLY:
        worth = CARD[ALLY]
    elif option.a == _UNIQUE_OR_CLUE:
        worth = CARD[UNIQUE] if option.b == 0 else PER_UNIT[op.CLUE]
    elif option.a == _COMMON_OR_SPELL:
        worth = CARD[COMMON] if option.b == 0 else CARD[SPELL]
    else:
        return -price  # another top card is no better on average
    return worth * left - price - _EVEN * game.investigators[option.c].n_hand
