"""What to buy at the entrance, and for whom (D-A10, D-R2)."""

from __future__ import annotations

import numpy as np

from policies.parts.compile import Choice, Option, Temper_t, float64, int64, part
from policies.parts.effects import points_worth
from policies.parts.storms import doom_saved, excess, full_cards
from policies.parts.worth import CARD, TROPHY_POINT, doom_worth, kept_worth, time_left
from sim.rules import operations as op
from sim.rules.state import (
    ALLY,
    BUY_ALLY,
    BUY_CLUE,
    BUY_COMMON,
    BUY_OMEN,
    BUY_SANITY,
    BUY_SKILL,
    BUY_SPELL,
    BUY_STAMINA,
    BUY_STORMS,
    BUY_UNIQUE,
    COMMON,
    SKILL,
    SPELL,
    UNIQUE,
)
from sim.worth import PER_UNIT

_PRICE_OF_STORMS, _REMOVED = 6, 5
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
    bought = option.d
    if bought == BUY_STORMS:
        return storms
    if bought == BUY_STAMINA or bought == BUY_SANITY:
        stat = op.STAMINA if bought == BUY_STAMINA else op.SANITY
        return points_worth(game, deck, option.c, stat, _HEALED, temper)
    if bought == BUY_OMEN:
        return PER_UNIT[op.OMEN]
    if bought == BUY_ALLY:
        worth = CARD[ALLY]
    elif bought == BUY_SKILL:
        worth = CARD[SKILL]
    elif bought == BUY_UNIQUE:
        worth = CARD[UNIQUE]
    elif bought == BUY_CLUE:
        worth = PER_UNIT[op.CLUE]
    elif bought == BUY_COMMON:
        worth = CARD[COMMON]
    elif bought == BUY_SPELL:
        worth = CARD[SPELL]
    else:
        return 0.0  # another top card is no better on average
    return kept_worth(game, deck, worth, temper) - _EVEN * game.investigators[option.c].n_hand


@part(int64, Choice, Temper_t)
def purchase(game, deck, choice, temper):
    """CAMP: the best bargain, if it beats saving up; the storms may be worth saving for."""
    left = time_left(game, deck)
    storms = _storms_worth(game, deck, temper)
    each = _SAVED * max(TROPHY_POINT * left, storms / _PRICE_OF_STORMS)
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
