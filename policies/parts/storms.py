"""Storm markers: the danger they are, where to put them, which to send away (D-A6, D-A7, D-A10)."""

from __future__ import annotations

from policies.parts.appeal import appeal
from policies.parts.compile import Choice, float64, int64, part, weighs
from sim.rules import operations as op
from sim.rules.state import ORDINARY

FULL = 4  # markers on a card that bring doom at midnight
_ROOM = 3  # markers that a card holds without harm
_HOURS = 4
_CLEARED = 2.0  # markers that each turn until midnight takes off the cards anyhow
_DOUBT = 3.0  # markers by which the count may be wrong
_EVER = 0.05  # a marker gone now may save a doom token on a later day
_LAST = 7  # day of which the storms come again and again
_ALONE = 0.1  # kept off cards on which somebody stands
_CROWD = 0.02


@part(float64)
def excess(game, deck):
    """Markers for which there will be no room at midnight, three a card; below 0 there is room left.

    Counts those on the cards, those of the next day and of the Ancient One, and what the
    turns until then take away.
    """
    cards = 0
    markers = 0
    for slot in range(game.n_slots):
        s = game.slots[slot]
        if s.kind == ORDINARY:
            cards += 1
            markers += s.storms
    coming = deck.storms_of_day[min(game.day + 1, _LAST)]
    midnight = deck.ancient_one.midnight
    for i in range(midnight.start, midnight.start + midnight.size):
        if deck.ops[i].code == op.STORM:
            coming += deck.ops[i].amount
    return markers + coming - _ROOM * cards - _CLEARED * (_HOURS - 1 - game.hour)


@part(int64)
def full_cards(game, deck):
    """Cards with four markers."""
    n = 0
    for slot in range(game.n_slots):
        if game.slots[slot].storms >= FULL:
            n += 1
    return n


@part(float64, float64, int64)
def _doom_at_midnight(game, deck, excess_, full):
    """Doom tokens to expect (A-7.1): one a full card, or one a marker too many."""
    if excess_ <= -_DOUBT:
        return float(full)
    if excess_ < _DOUBT:
        excess_ = (excess_ + _DOUBT) ** 2 / (4 * _DOUBT)
    return max(float(full), excess_)


@part(float64, int64, int64, float64, int64)
def doom_saved(game, deck, markers, cleared, excess_, full):
    """Doom tokens that taking `markers` off the cards saves, `cleared` of the `full` cards among them."""
    before = _doom_at_midnight(game, deck, excess_, full)
    after = _doom_at_midnight(game, deck, excess_ - markers, full - cleared)
    return before - after + _EVER * markers


# --- options -------------------------------------------------------------------------------------
@part(int64, Choice)
def place(game, deck, choice):
    """STORM: three where nobody wants to go; a fourth only where there is no room, on the card to be visited next."""
    best = 0
    most = -1e9
    for i in range(choice.n):
        slot = choice.options[i].a
        s = game.slots[slot]
        worth = -appeal(game, deck, slot) - _CROWD * s.storms
        if s.storms >= _ROOM:
            worth = appeal(game, deck, slot) - 100.0
        for p in range(deck.players):
            if game.investigators[p].at == slot:
                worth -= _ALONE
        if worth > most:
            most = worth
            best = i
    return best


@weighs
def order_worth(game, deck, choice, option, temper):
    """STORM_ORDER: gains before losses."""
    return deck.storms[option.a].penalty_worth


@weighs
def removed_worth(game, deck, choice, option, temper):
    """CAMP_STORM: full cards first, then those worth going to; never stop early."""
    if option.a < 0:
        return -100.0
    return 10.0 * game.slots[option.a].storms + appeal(game, deck, option.a)
