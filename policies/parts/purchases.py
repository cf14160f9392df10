"""What to buy at the Camp, and for whom (D-A10)."""

from __future__ import annotations

import numpy as np

from policies.parts.compile import Choice, Option, Temper_t, float64, int64, part
from policies.parts.effects import points_worth
from policies.parts.storms import doom_saved, excess, full_cards
from policies.parts.worth import CARD, TROPHY_POINT, doom_worth, kept_worth, time_left
from sim.rules import operations as op
from sim.rules.state import ALLY, COMMON, SPELL, UNIQUE
from sim.worth import PER_UNIT

_STORMS, _ALLY, _UNIQUE_OR_CLUE, _COMMON_OR_SPELL, _HEAL = 6, 5, 4, 3, 2  # prices
_REMOVED = 5  # storm markers for the price of 6
_HEALED = 2
_SAVED = 0.4  # share of a trophy's worth that it keeps while there is time to spend it
_EVEN = 1e-3  # for each card that the beneficiary holds already


@part(float64, Temper_t)
def _storms_worth(game, deck, temper):
    """Five markers off the cards, full ones first."""
    markers = 0
    for slot in range(game.n_slots):
        markers += game.slots[slot].storms
    markers = min(markers, _REMOVED)
    if temper.foresight > 0:
        return -markers * temper.price_storm
    full = full_cards(game, deck)
    saved = doom_saved(game, deck, markers, min(full, _REMOVED), excess(game, deck), full)
    return -doom_worth(game, deck, temper) * temper.storms * saved - markers * PER_UNIT[op.STORM] * temper.harm


@part(float64, Option, float64, Temper_t)
def _benefit(game, deck, option, storms, temper):
    """What a purchase brings, when taking storms away is worth `storms`."""
    if option.a == _STORMS:
        return storms
    if option.a == _HEAL:
        return points_worth(game, deck, option.c, op.STAMINA if option.b == 0 else op.SANITY, _HEALED, temper)
    if option.a == _ALLY:
        worth = CARD[ALLY]
    elif option.a == _UNIQUE_OR_CLUE:
        worth = CARD[UNIQUE] if option.b == 0 else PER_UNIT[op.CLUE]
    elif option.a == _COMMON_OR_SPELL:
        worth = CARD[COMMON] if option.b == 0 else CARD[SPELL]
    else:
        return 0.0  # another top card is no better on average
    return kept_worth(game, deck, worth, temper) - _EVEN * game.investigators[option.c].n_hand


@part(int64, Choice, Temper_t)
def purchase(game, deck, choice, temper):
    """CAMP: the best bargain, if it beats saving up; the storms may be worth saving for."""
    left = time_left(game, deck)
    storms = _storms_worth(game, deck, temper)
    each = _SAVED * max(TROPHY_POINT * left, storms / _STORMS)
    best = 0
    most = -np.inf
    for i in range(choice.n):
        option = choice.options[i]
        worth = 0.0
        if option.a > 0:
            worth = _benefit(game, deck, option, storms, temper) - each * option.a
        if worth > most:
            most = worth
            best = i
    return best
