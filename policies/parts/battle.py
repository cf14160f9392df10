"""The final battle: whether it can be won, which decides how bad doom is (C-17, A-13)."""

from __future__ import annotations

from policies.parts.compile import float64, part
from sim.rules.state import (
    ATTACK_OFFERING,
    ATTACK_STORM_TOLL,
    ATTACK_WOUND_AGAIN,
    AWAKENS_NEEDING_SIGNS,
    YELLOW_DIE,
)

_GREEN_DICE = YELLOW_DIE  # six
_WOUND = 2  # stamina that an attack of Rhan-Tegoth takes
_TURNS = 4  # between attacks
_LOST, _WON = 0.8, 1.6  # hits in reach for each doom token: battles surely lost and surely won


@part(float64)
def _attacks_survived(game, deck):
    """How many attacks the group outlives as it is."""
    points = 0
    wounds = 0
    things = 0
    for p in range(deck.players):
        me = game.investigators[p]
        if me.card >= 0:
            points += me.sanity + me.stamina - 1
            wounds += (me.stamina + _WOUND - 1) // _WOUND
            things += me.n_hand + me.clues
    attack = deck.ancient_one.attack
    if attack == ATTACK_WOUND_AGAIN:
        return float(wounds)
    if attack == ATTACK_STORM_TOLL:
        markers = 1 + game.sheet_storms
        for slot in range(game.n_slots):
            markers += game.slots[slot].storms
        return points / markers
    if attack == ATTACK_OFFERING:
        return 1.0 + things / deck.players
    return points / (2.0 * deck.players)


@part(float64)
def hope(game, deck):
    """How likely a battle against a full doom track is won as things stand, 0 to 1: a rough guess."""
    sheet = deck.ancient_one
    if sheet.awakens == AWAKENS_NEEDING_SIGNS and game.signs < sheet.awakens_signs:
        return 0.0
    hits = _TURNS * _attacks_survived(game, deck) * sheet.chance[_GREEN_DICE]
    return min(1.0, max(0.0, (hits / sheet.doom - _LOST) / (_WON - _LOST)))
