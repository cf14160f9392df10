"""Where to go: what an attempt at each card would bring (D-C3, D-A2)."""

from __future__ import annotations

from policies.parts.appeal import appeal
from policies.parts.compile import Choice, Temper_t, float64, int64, part
from policies.parts.crowd import past_markers
from policies.parts.outcomes import failure, success
from policies.parts.storms import FULL, doom_saved, excess, full_cards
from policies.parts.worth import POINT, TROPHY_POINT, beyond_points, doom_worth
from sim.rules.state import DICE, ENTRANCE, ON_SPELL, STORMS_CHILL, SUPPLY, YELLOW_DIE
from sim.worth import FOCUS

_PER_MONSTER = 0.7  # chance left by each monster's row besides the others
_CLUE = 0.3  # what a clue adds to a chance p: this share of p (1 - p)
_MATTERS = 0.4  # success worth so much gets the help of items
_REST_PRICE, _REST = 2, 2  # trophies for points


@part(int64)
def green_dice(game, deck):
    """Green dice for an attempt now, those on spells among them since their faces can be used."""
    n = 0
    for d in range(YELLOW_DIE):
        if game.dice[d].place == SUPPLY or game.dice[d].place == ON_SPELL:
            n += 1
    return n


@part(int64, int64)
def dice_in_hand(game, deck, player):
    """Yellow and red dice that a player's cards could add."""
    me = game.investigators[player]
    gives = 0
    for i in range(me.n_hand):
        gives |= deck.items[me.hand[i]].gives
    return (gives & 1) + (gives >> 1)


@part(float64, int64, int64, int64, int64, Temper_t)
def faceup_worth(game, deck, slot, player, green, helped, temper):
    """An attempt at a faceup card with so many green dice, and `helped` more where success matters."""
    s = game.slots[slot]
    card = deck.adventures[s.card]
    worth = success(game, deck, s.card, player, temper) - card.midnight_worth
    cleared = 0.0
    crowded = temper.clear > 0 and s.monsters > 0
    if not crowded:
        worth += s.monsters * TROPHY_POINT
    dice = min(green + helped, DICE) if worth > _MATTERS else green
    if crowded:
        chance, cleared = past_markers(game, deck, slot, s.card, dice, temper)
    else:
        chance = card.chance[0, dice]
    spare = chance * (1 - chance)
    chance += FOCUS * spare
    if game.investigators[player].clues > 0:
        chance += _CLUE * spare
    if not crowded:
        for _ in range(s.monsters):
            chance *= _PER_MONSTER
    lost = failure(game, deck, s.card, player, temper)
    if temper.live == 0:
        lost += temper.harm * card.terror_worth
    return chance * worth + (1 - chance) * lost + cleared


@part(float64, int64, Temper_t)
def _storms_hurt(game, deck, slot, temper):
    """The penalties of the storm markers that will be flipped."""
    return temper.harm * game.slots[slot].storms * deck.storm_worth


@part(float64, int64, int64, Temper_t)
def _arrival_worth(game, deck, slot, player, temper):
    """What coming anew brings: Entry effects, and Rlim-Shaikorth's chill (A-3.8, A-13.1)."""
    s = game.slots[slot]
    worth = temper.harm * deck.adventures[s.card].entry_worth if s.faceup == 1 else 0.0
    if s.storms > 0 and deck.ancient_one.ability == STORMS_CHILL:
        worth += beyond_points(game, deck, game.investigators[player].stamina, -1, temper) - POINT
    return worth


@part(float64, int64, Temper_t)
def camp_worth(game, deck, player, temper):
    """A turn at the Camp: two points of health for who needs them, else hardly anything."""
    me = game.investigators[player]
    if me.card < 0 or me.trophies < _REST_PRICE:
        return temper.idle
    return temper.idle * temper.live + beyond_points(game, deck, min(me.sanity, me.stamina), _REST, temper)


@part(int64, Choice, Temper_t)
def move(game, deck, choice, temper):
    """MOVE: to the card whose attempt, storms and Entry effect are worth most together (A-3.8, A-3.9)."""
    player = choice.player
    green = green_dice(game, deck)
    helped = dice_in_hand(game, deck, player)
    doom = doom_worth(game, deck, temper) * temper.storms
    too_many = excess(game, deck)
    full = full_cards(game, deck)
    best = 0
    most = -1e9
    for i in range(choice.n):
        option = choice.options[i]
        slot = option.a
        if slot == ENTRANCE:
            worth = camp_worth(game, deck, player, temper)
        else:
            s = game.slots[slot]
            if s.faceup == 1:
                worth = faceup_worth(game, deck, slot, player, green, helped, temper)
            else:
                worth = appeal(game, deck, slot) - s.monsters * TROPHY_POINT
                if temper.live > 0:
                    worth -= deck.backs[s.back].midnight_worth
            if s.storms > 0:
                worth += _storms_hurt(game, deck, slot, temper)
                worth -= doom * doom_saved(game, deck, s.storms, s.storms // FULL, too_many, full)
            if option.b == 0:
                worth += _arrival_worth(game, deck, slot, player, temper)
        if worth > most:
            most = worth
            best = i
    return best
