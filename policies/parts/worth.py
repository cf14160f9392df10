"""What success, failure, points and cards are worth just now, in Elder Signs (see also sim/worth.py)."""

from __future__ import annotations

import numpy as np

from policies.parts.compile import Temper_t, float64, int64, part
from sim.rules import operations as op
from sim.rules.state import SPECIAL, WINTER
from sim.worth import UNIT_WORTH

POINT = UNIT_WORTH[op.SANITY]  # of sanity or stamina, while there are many
TROPHY_POINT = UNIT_WORTH[op.TROPHY]
DOOM = UNIT_WORTH[op.DOOM]
#: by class of card: common, unique, spell, ally
CARD = np.array([UNIT_WORTH[code] for code in (op.COMMON_CARD, op.UNIQUE_CARD, op.SPELL_CARD, op.ALLY_CARD)])
ENOUGH_SUPPLIES = 15  # as at the start
_LAST_DAY = 7  # of Winter
_BATTLE = 0.2
_DOOM_NEAR = 8.0  # spaces left at which Summer begins to end


@part(float64)
def time_left(game, deck):
    """The share of the game that is probably still to come: Winter counts days, Summer doom, the battle little."""
    if game.awakened > 0:
        return _BATTLE
    if deck.season == WINTER:
        return max(0.0, (_LAST_DAY + 1 - game.day) / _LAST_DAY)
    return min(1.0, max(0.0, (deck.ancient_one.doom - game.doom) / _DOOM_NEAR))


@part(float64)
def doom_worth(game, deck):
    """A doom token: dearer near the end of the track; the last space brings the final battle (C-15.6)."""
    left = deck.ancient_one.doom - game.doom
    return DOOM * (3.0 if left <= 1 else 1.5 if left <= 3 else 1.0)


@part(float64, int64, int64, Temper_t)
def beyond_points(game, deck, points, lost, temper):
    """What losing some of few points costs beyond their usual worth; the last one costs a life."""
    if lost <= 0:
        return 0.0
    if lost >= points:
        return -temper.life
    return -2 * POINT * lost / (points - lost)


@part(float64, int64, Temper_t)
def success_worth(game, deck, card, temper):
    """Rewards and trophy of an adventure."""
    facts = deck.adventures[card]
    worth = facts.reward_worth + max(facts.trophy, 0) * TROPHY_POINT + facts.signs * temper.signs
    if facts.kind == SPECIAL:
        worth += temper.specials
    if facts.supplies > 0 and game.supplies < ENOUGH_SUPPLIES:
        worth += facts.supplies * temper.supplies * (1 - game.supplies / ENOUGH_SUPPLIES)
    return worth


@part(float64, int64, int64, Temper_t)
def failure_worth(game, deck, card, player, temper):
    """Penalties of an adventure for a player, who may not have the points to pay them."""
    facts = deck.adventures[card]
    me = game.investigators[player]
    return (
        temper.harm * facts.penalty_worth
        + beyond_points(game, deck, me.sanity, facts.loses_sanity, temper)
        + beyond_points(game, deck, me.stamina, facts.loses_stamina, temper)
    )
