"""What success, failure, points and cards are worth just now, in Elder Signs (see also sim/worth.py)."""

from __future__ import annotations

import numpy as np

from policies.parts.battle import hope, outlook
from policies.parts.compile import Temper_t, float64, int64, part
from sim.rules import operations as op
from sim.rules.state import AMULET_TOKENS, AWAKENS_NEEDING_SIGNS, IN_PILE, RLYEH, SIGN_WOUNDS, SPECIAL, WINTER
from sim.worth import UNIT_WORTH

POINT = UNIT_WORTH[op.SANITY]  # of sanity or stamina, while there are many
TROPHY_POINT = UNIT_WORTH[op.TROPHY]
DOOM = UNIT_WORTH[op.DOOM]
#: by class of card: common, unique, spell, ally, skill
CARD = np.array([UNIT_WORTH[code] for code in range(op.COMMON_CARD, op.SKILL_CARD + 1)])
_NO_FEAR = 1.1  # a battle surely won is worth a little more than none: it ends the game in time
#: chance of being devoured soon with 0, 1, 2 ... points left
DANGER = np.array([1.0, 0.55, 0.3, 0.16, 0.08, 0.04, 0.02, 0.01])
SAFE = len(DANGER) - 1
ENOUGH_SUPPLIES = 15  # as at the start
_WOUND = 2  # stamina
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


@part(float64, Temper_t)
def in_time(game, deck, temper):
    """How likely Winter leaves the turns for the Elder Signs still missing; 1 in Summer, which has no end (A-6.4)."""
    if temper.battle > 0:
        return 0.0
    if deck.season != WINTER or game.awakened > 0:
        return 1.0
    turns = 4 * (_LAST_DAY + 1 - game.day) - game.hour
    missing = deck.ancient_one.signs - game.signs
    return 1 / (1 + np.exp(missing - temper.rate * turns))


@part(float64, float64, Temper_t)
def doom_before_battle(game, deck, won, temper):
    """A doom token, the battle that it brings being won with chance `won` once the group is let in (C-15.6, A-13.1)."""
    left = max(deck.ancient_one.doom - game.doom, 1)
    sheet = deck.ancient_one
    if sheet.awakens == AWAKENS_NEEDING_SIGNS and game.signs < sheet.awakens_signs:
        won = 0.0
    dread = temper.doom * (1 + temper.last_doom / left) * (1 - temper.fear * won)
    hurry = 1 - in_time(game, deck, temper)
    return hurry * temper.win * won / left - (1 - hurry) * dread


@part(float64, Temper_t)
def doom_worth(game, deck, temper):
    """A doom token: dearer near the end of the track, cheap where the battle that it brings can be won (C-15.6)."""
    if temper.foresight > 0:
        return doom_before_battle(game, deck, outlook(game, deck), temper)
    left = deck.ancient_one.doom - game.doom
    worth = DOOM * (2.0 if left <= 1 else 1.5 if left <= 3 else 1.0)
    return worth * (1 - _NO_FEAR * hope(game, deck))


@part(float64, float64, Temper_t)
def kept_worth(game, deck, worth, temper):
    """A card or clue of so much `worth` with the whole game to come: what is left of it now."""
    left = worth * time_left(game, deck)
    if temper.foresight == 0:
        return left
    return left * temper.cards + temper.price_card


@part(float64, Temper_t)
def stage_two_now(game, deck, temper):
    """Stage II: the Elder Signs are there, and dangers that ask for dice (A-11.8, R-7.9).

    In R'lyeh Rising every token of the amulet that is missing locks a die (R-7.3).
    """
    worth = temper.stage_two
    if deck.mode == RLYEH:
        for token in range(AMULET_TOKENS):
            if game.amulet[token] == IN_PILE:
                worth -= temper.die
    return worth


@part(float64, int64, int64, Temper_t)
def beyond_points(game, deck, points, change, temper):
    """What gaining or losing sanity or stamina means beyond the usual worth of points: the danger of being devoured."""
    after = max(0, min(points + change, SAFE))
    return temper.life * (DANGER[min(points, SAFE)] - DANGER[after])


@part(float64, Temper_t)
def wound_worth(game, deck, temper):
    """Rhan-Tegoth wounds one investigator for a sign, the strongest if the group can choose (A-13.1)."""
    most = 0
    for p in range(deck.players):
        if game.investigators[p].card >= 0:
            most = max(most, game.investigators[p].stamina)
    return beyond_points(game, deck, most, -_WOUND, temper) - _WOUND * POINT


@part(float64, int64, Temper_t)
def success_worth(game, deck, card, temper):
    """Rewards and trophy of an adventure."""
    facts = deck.adventures[card]
    worth = facts.reward_worth + max(facts.trophy, 0) * TROPHY_POINT + facts.signs * temper.signs
    if facts.kind == SPECIAL:
        worth += temper.specials
    if facts.signs > 0 and deck.ancient_one.ability == SIGN_WOUNDS:
        worth += wound_worth(game, deck, temper)
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
        + beyond_points(game, deck, me.sanity, -facts.loses_sanity, temper)
        + beyond_points(game, deck, me.stamina, -facts.loses_stamina, temper)
    )
