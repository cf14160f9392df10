"""Choices that only R'lyeh Rising asks for: Stage II, Legions, the amulet, missions (D-R3..D-R10)."""

from __future__ import annotations

from policies.parts import monsters
from policies.parts.compile import weighs
from policies.parts.effects import effect_worth
from policies.parts.ship import legion_worth
from policies.parts.worth import TROPHY_POINT, stage_two_now
from sim.rules import choices as ask
from sim.rules.rlyeh.in_play import legions_on_adventures
from sim.rules.state import ON_SPACE, RED

_LOCKED_DIE = 0.25  # a die missing for the rest of the game
_DIE = 0.1  # by which a red die is dearer than a yellow one, and that than a green one
_SINKS_SHIP = 4  # Legions in play


@weighs
def stage_two_worth(game, deck, choice, option, temper):
    """STAGE_TWO_OFFER: the Elder Signs are there (R-7.9), and dice are locked for the tokens that are missing."""
    if option.a == 0:
        return 0.0
    return stage_two_now(game, deck, temper)


@weighs
def legion_cost_worth(game, deck, choice, option, temper):
    """LEGION_COST: its cost against a Legion that comes back, the dearer the nearer the ship is to sinking (R-4.4)."""
    if option.a == 0:
        return 0.0
    legion = deck.monsters[choice.context]
    worth = effect_worth(game, deck, legion.cost.start, legion.cost.start + legion.cost.size, choice.player, temper)
    worth += max(legion.trophy, 0) * TROPHY_POINT - legion_worth(game, deck, temper)
    if game.entrance == 0 and legions_on_adventures(game, deck, 0) >= _SINKS_SHIP - 1:
        worth += _LOCKED_DIE  # sinking costs a token
    return worth


@weighs
def lost_token_worth(game, deck, choice, option, temper):
    """LOST_TOKEN: one that keeps no die free, then the one with the plainest die."""
    placed = 1.0 if game.amulet[option.a] == ON_SPACE else 0.0
    return -placed - _DIE * min(deck.amulet[option.a], RED)


@weighs
def mission_worth(game, deck, choice, option, temper):
    """MISSION_REWARD: what is worth its trophies."""
    if option.a < 0:
        return 0.0
    reward = deck.monsters[option.a].collected
    worth = effect_worth(game, deck, reward.start, reward.start + reward.size, choice.player, temper)
    return worth - option.b * TROPHY_POINT


@weighs
def deep_worth(game, deck, choice, option, temper):
    """Any of them."""
    kind = choice.kind
    if kind == ask.STAGE_TWO_OFFER:
        return stage_two_worth(game, deck, choice, option, temper)
    if kind == ask.LEGION_COST:
        return legion_cost_worth(game, deck, choice, option, temper)
    if kind == ask.REMOVED_LEGION:
        return monsters.removed_worth(game, deck, choice, option, temper)
    if kind == ask.AMULET_TOKEN:
        return float(option.a)  # a die more, for nothing
    if kind == ask.LOST_TOKEN:
        return lost_token_worth(game, deck, choice, option, temper)
    if kind == ask.MISSION_REWARD:
        return mission_worth(game, deck, choice, option, temper)
    return 0.0
