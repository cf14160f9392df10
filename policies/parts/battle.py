"""The final battle: whether it can be won, which decides how bad doom is (C-17, A-13)."""

from __future__ import annotations

import numpy as np

from policies.parts.compile import Temper_t, float64, int64, part
from sim.rules import operations as op
from sim.rules.state import (
    ATTACK_OFFERING,
    ATTACK_STORM_TOLL,
    ATTACK_WOUND_AGAIN,
    AWAKENS_NEEDING_SIGNS,
    ORDINARY,
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


# --- with foresight ------------------------------------------------------------------------------
_STEEP = 5.0  # how surely more hits than doom tokens win
_HITS_OF_CARD = 0.15  # that an item, spell or clue brings once
STAKE = 1.5  # of a hit in battle: a doom token removed, and the next attack comes nearer with every turn lost
_SIGNS_PER_DOOM = 0.5  # that come while the track fills
FULL_CARD = 4  # markers on a card
LAST_DAY = 7
_SURE = 0.8  # a battle that needs nothing more
_KEPT = 0.1  # hits that a card brings later rather than now, once the battle is on


@part(float64)
def hits_a_turn(game, deck):
    """Doom tokens that a turn of the battle removes: the first hit, and perhaps a second with the dice left."""
    sheet = deck.ancient_one
    need = 0
    for m in range(1, 8):
        need += sheet.task.symbols[m]
    for number in sheet.task.investigation:
        need += (number + 2) // 3
    return sheet.chance[_GREEN_DICE] * (1 + sheet.chance[max(0, _GREEN_DICE - need)])


@part(float64)
def toll(game, deck):
    """Points that Rlim-Shaikorth's first or next attack will take: all storms in play, and one more (A-13.1).

    It mostly awakens at midnight, once the storms of the day are there too.
    """
    markers = game.sheet_storms
    if game.awakened == 0:
        room = 0
        for slot in range(game.n_slots):
            s = game.slots[slot]
            if s.kind == ORDINARY:
                markers += s.storms
                room += FULL_CARD - s.storms
        markers += min(room, deck.storms_of_day[min(game.day + 1, LAST_DAY)])
    return 1.0 + markers


@part(float64)
def attacks_outlived(game, deck):
    """Attacks after which the group still fights, if it awoke now; those who fall count for a part."""
    attack = deck.ancient_one.attack
    total = 0.0
    for p in range(deck.players):
        me = game.investigators[p]
        if me.card >= 0:
            if attack == ATTACK_WOUND_AGAIN:
                total += (me.stamina - 1) / _WOUND
            elif attack == ATTACK_OFFERING:
                total += (me.n_hand + me.clues) / deck.players
            else:
                total += me.sanity + me.stamina - 2
    if attack == ATTACK_STORM_TOLL:  # the toll rises by one each time
        first = toll(game, deck) - 0.5
        return np.sqrt(first * first + 2 * total) - first
    return total if attack == ATTACK_WOUND_AGAIN or attack == ATTACK_OFFERING else total / (2 * deck.players)


@part(float64, int64)
def admitted(game, deck, signs):
    """How likely, having so many, there will be the Elder Signs without which the awakening loses (A-13.1)."""
    sheet = deck.ancient_one
    if sheet.awakens != AWAKENS_NEEDING_SIGNS or game.awakened > 0:
        return 1.0
    missing = sheet.awakens_signs - signs
    if missing <= 0:
        return 1.0
    return max(0.0, 1 - missing / (1.0 + _SIGNS_PER_DOOM * (sheet.doom - game.doom)))


@part(float64)
def outlook(game, deck):
    """How likely a battle against a full track would be won if it began now and were admitted, 0 to 1."""
    sheet = deck.ancient_one
    hits = _TURNS * attacks_outlived(game, deck) * hits_a_turn(game, deck)
    if sheet.attack != ATTACK_OFFERING:
        for p in range(deck.players):
            hits += _HITS_OF_CARD * (game.investigators[p].n_hand + game.investigators[p].clues)
    doom = game.doom if game.awakened > 0 else sheet.doom
    return 1 / (1 + np.exp(-_STEEP * (hits / max(1, doom) - 1)))


@part(float64, Temper_t)
def _nearness(game, deck, temper):
    """0 while the battle is far, 1 when it begins."""
    return max(0.0, 1 - (deck.ancient_one.doom - game.doom) / temper.near)


@part(float64, float64, Temper_t)
def sign_in_battle(game, deck, won, temper):
    """What an Elder Sign more does for being let into the battle at all (A-13.1); `won` is its outlook."""
    more = admitted(game, deck, game.signs + 1) - admitted(game, deck, game.signs)
    near = _nearness(game, deck, temper)
    if more <= 0.0 or near <= 0.0:
        return 0.0
    return temper.win * near * more * won


@part(float64, float64, Temper_t)
def worth_of_hit(game, deck, won, temper):
    """What one hit more in a battle that is coming is worth now, its outlook being `won`; nothing while it is far."""
    if game.awakened > 0:
        return STAKE
    sheet = deck.ancient_one
    near = _nearness(game, deck, temper)
    if temper.win <= 0 or near <= 0:
        return 0.0
    matters = _STEEP * won * (1 - won) + (temper.hoard if won < _SURE else 0.0)
    return temper.win * near * admitted(game, deck, game.signs) * matters / sheet.doom


@part(float64, int64, float64)
def point_in_battle(game, deck, code, hit):
    """What a point of SANITY or STAMINA is worth for the battle that is coming, in which a hit is worth `hit`."""
    attack = deck.ancient_one.attack
    if attack == ATTACK_OFFERING or (attack == ATTACK_WOUND_AGAIN and code != op.STAMINA):
        return 0.0
    if hit <= 0.0:
        return 0.0
    attacks = 1.0 / _WOUND if attack == ATTACK_WOUND_AGAIN else 1.0 / (toll(game, deck) + attacks_outlived(game, deck))
    return hit * _TURNS * hits_a_turn(game, deck) * attacks


@part(float64, float64)
def card_in_battle(game, deck, hit):
    """What an item, spell or clue is worth for the battle that is coming, in which a hit is worth `hit`."""
    if hit <= 0.0:
        return 0.0
    if deck.ancient_one.attack == ATTACK_OFFERING:
        return hit * _TURNS * hits_a_turn(game, deck) / deck.players
    return hit * (_HITS_OF_CARD if game.awakened == 0 else _KEPT)


@part(float64, float64)
def storm_in_battle(game, deck, hit):
    """What a storm marker on the cards means for Rlim-Shaikorth's attacks; not above 0."""
    if deck.ancient_one.attack != ATTACK_STORM_TOLL or hit <= 0.0:
        return 0.0
    attacks = attacks_outlived(game, deck)
    return -hit * _TURNS * hits_a_turn(game, deck) * attacks / (toll(game, deck) + attacks)
