"""What success and failure of an attempt bring as things stand, with foresight."""

from __future__ import annotations

from policies.parts.compile import Temper_t, float64, int64, part
from policies.parts.effects import effect_worth, points_worth
from policies.parts.worth import TROPHY_POINT, failure_worth, success_worth, wound_worth
from sim.rules import operations as op
from sim.rules.state import SIGN_WOUNDS, SPECIAL

_TERROR = 0.5  # chance that a failing attempt meets terror
_REST_PRICE, _REST = 2, 2  # trophies for points


@part(float64, int64, int64, Temper_t)
def gain(game, deck, card, player, temper):
    """Success: rewards, trophy, and no more text at midnight."""
    facts = deck.adventures[card]
    reward = facts.reward
    worth = effect_worth(game, deck, reward.start, reward.start + reward.size, player, temper)
    trophies = max(facts.trophy, 0)
    worth += trophies * TROPHY_POINT * temper.trophies - facts.midnight_worth
    if facts.kind == SPECIAL:
        worth += temper.specials
    if facts.signs > 0 and deck.ancient_one.ability == SIGN_WOUNDS:
        worth += wound_worth(game, deck, temper)
    me = game.investigators[player]
    if me.trophies + trophies >= _REST_PRICE:
        rest = points_worth(game, deck, player, op.SANITY, _REST, temper)
        rest = max(rest, points_worth(game, deck, player, op.STAMINA, _REST, temper))
        worth += temper.heal * rest
    return worth


@part(float64, int64, int64, Temper_t)
def success(game, deck, card, player, temper):
    """What resolving an adventure brings, as far as the temper looks."""
    if temper.foresight > 0:
        return gain(game, deck, card, player, temper)
    worth = success_worth(game, deck, card, temper)
    if temper.live > 0:
        facts = deck.adventures[card]
        reward = facts.reward
        worth += effect_worth(game, deck, reward.start, reward.start + reward.size, player, temper) - facts.reward_worth
    return worth


@part(float64, int64, int64, Temper_t)
def failure(game, deck, card, player, temper):
    """What failing at it costs, as far as the temper looks; terror too where that looks at the table."""
    if temper.foresight > 0 or temper.live > 0:
        return loss(game, deck, card, player, temper)
    return failure_worth(game, deck, card, player, temper)


@part(float64, int64, int64, Temper_t)
def terror_worth(game, deck, card, player, temper):
    """The terror effect of an adventure, once."""
    facts = deck.adventures[card]
    if temper.live == 0:
        return temper.harm * facts.terror_worth
    return effect_worth(game, deck, facts.terror.start, facts.terror.start + facts.terror.size, player, temper)


@part(float64, int64, int64, Temper_t)
def loss(game, deck, card, player, temper):
    """Failure: penalties, and terror on the way."""
    facts = deck.adventures[card]
    penalty = facts.penalty
    worth = effect_worth(game, deck, penalty.start, penalty.start + penalty.size, player, temper)
    terror = facts.terror
    if terror.size > 0:
        worth += _TERROR * effect_worth(game, deck, terror.start, terror.start + terror.size, player, temper)
    return worth
