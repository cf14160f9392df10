"""Where to go: what an attempt at each card would bring (D-C3, D-A2)."""

from __future__ import annotations

from policies.parts.compile import Temper_t, float64, int64, part, weighs
from policies.parts.worth import (
    POINT,
    TROPHY_POINT,
    beyond_points,
    doom_worth,
    failure_worth,
    success_worth,
    time_left,
)
from sim.rules.state import DICE, ENTRANCE, ON_SPELL, STORMS_CHILL, SUPPLY, YELLOW_DIE

_PER_MONSTER = 0.7  # chance left by each monster's row besides the others
_FOCUS = 0.35  # what focus adds to a chance p: at most this share of p (1 - p)
_HELPED = 0.3  # a card or clue in hand counts as a die where success is worth so much
_FULL = 4  # storm markers that bring doom at midnight
_CAMP_HEALS = 2  # trophies for two points


@part(int64)
def green_dice(game, deck):
    """Green dice for an attempt now, those on spells among them since their faces can be used."""
    n = 0
    for d in range(YELLOW_DIE):
        if game.dice[d].place == SUPPLY or game.dice[d].place == ON_SPELL:
            n += 1
    return n


@part(float64, int64, int64)
def appeal(game, deck, slot, stage):
    """How much anybody would want to come to a card, storms and monsters aside."""
    s = game.slots[slot]
    if s.faceup == 1:
        return deck.adventures[s.card].attempt_worth
    back = deck.backs[s.back]
    return back.attempt_worth[stage] + back.arrive_worth


@part(float64, int64, int64, Temper_t)
def _storms_worth(game, deck, slot, player, temper):
    """The storm markers of a card: their penalties, and the doom they no longer bring."""
    s = game.slots[slot]
    if s.storms == 0:
        return 0.0
    worth = temper.harm * s.storms * deck.storm_worth
    if s.storms >= _FULL:
        worth -= temper.storms * doom_worth(game, deck) * min(1.0, 2 * time_left(game, deck))
    me = game.investigators[player]
    if min(me.sanity, me.stamina) == 1:
        worth -= 0.1 * s.storms * temper.life  # about one marker in ten takes that very point
    return worth


@part(float64, int64, int64, int64, Temper_t)
def _faceup_worth(game, deck, slot, player, dice, temper):
    s = game.slots[slot]
    card = deck.adventures[s.card]
    me = game.investigators[player]
    success = success_worth(game, deck, s.card, temper) + s.monsters * TROPHY_POINT
    if success > _HELPED and me.n_hand + me.clues > 0:
        dice = min(dice + 1, DICE)
    chance = card.chance[0, dice]
    chance += _FOCUS * chance * (1 - chance)
    for _ in range(s.monsters):
        chance *= _PER_MONSTER
    failure = failure_worth(game, deck, s.card, player, temper) + temper.harm * card.terror_worth
    return chance * (success - card.midnight_worth) + (1 - chance) * failure


@part(float64, int64, int64, int64, Temper_t)
def visit_worth(game, deck, slot, player, dice, temper):
    """An attempt at the card in `slot` by a player who is to go there with `dice` green dice."""
    s = game.slots[slot]
    worth = _storms_worth(game, deck, slot, player, temper)
    if s.faceup == 1:
        return worth + _faceup_worth(game, deck, slot, player, dice, temper)
    return worth + appeal(game, deck, slot, s.stage) - temper.harm * s.monsters * TROPHY_POINT


@part(float64, int64, Temper_t)
def camp_worth(game, deck, player, temper):
    """A turn at the Camp: two points of health for who needs them, else hardly anything."""
    me = game.investigators[player]
    if me.card < 0 or me.trophies < _CAMP_HEALS:
        return -1.0
    return -beyond_points(game, deck, min(me.sanity, me.stamina), 1, temper) / 2


@weighs
def move_worth(game, deck, choice, option, temper):
    """MOVE: the worth of the attempt there; whoever comes anew meets the card's Entry effect (A-3.8, A-3.9)."""
    if option.a == ENTRANCE:
        return camp_worth(game, deck, choice.player, temper)
    worth = visit_worth(game, deck, option.a, choice.player, green_dice(game, deck), temper)
    if option.b == 1:
        return worth
    s = game.slots[option.a]
    if s.faceup == 1:
        worth += temper.harm * deck.adventures[s.card].entry_worth
    if s.storms > 0 and deck.ancient_one.ability == STORMS_CHILL:
        worth += beyond_points(game, deck, game.investigators[choice.player].stamina, 1, temper) - POINT
    return worth
