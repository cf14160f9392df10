"""All choices of a sensible policy, put together from its parts.

``answer`` is ``play_dice`` for what happens inside an attempt and ``decide`` for all else.  A
policy of one's own may keep one of them and replace the other, or take single kinds of choice
out of them.  A kind that neither knows gets the first option.
"""

from __future__ import annotations

import numpy as np

from policies.parts import deep, dice, effects, helps, losses, monsters, purchases, storms
from policies.parts.compile import Choice, Temper_t, boolean, int64, part, weighs
from policies.parts.destinations import move
from sim.rules import choices as ask


# --- inside an attempt -----------------------------------------------------------------------
@part(boolean, Choice)
def is_about_dice(game, deck, choice):
    """Is this a choice of dice-level play, rather than of strategy?"""
    kind = choice.kind
    return (
        ask.ATTEMPT <= kind <= ask.TASK
        or kind == ask.FOCUS
        or kind == ask.DISCARD
        or kind == ask.LOCK_DIE
        or kind == ask.BATTLE_TASK
        or kind == ask.BATTLE_DISCARD
    )


@weighs
def _dice_worth(game, deck, choice, option, temper):
    if choice.kind == ask.BATTLE_TASK:
        return dice.battle_task_worth(game, deck, choice, option, temper)
    if choice.kind == ask.LOCK_DIE:
        return dice.lock_worth(game, deck, choice, option, temper)
    return float(option.a)  # BATTLE_DISCARD: go on


@part(int64, Choice, Temper_t)
def play_dice(game, deck, choice, temper):
    """Answer a choice of dice-level play."""
    kind = choice.kind
    if kind == ask.ATTEMPT:
        return dice.attempt(game, deck, choice, temper)
    if kind == ask.POOL_STEP:
        return helps.pool(game, deck, choice, temper)
    if kind == ask.TASK:
        return dice.task(game, deck, choice, temper)
    if kind == ask.SECURE:
        return dice.secure(game, deck, choice, temper)
    if kind == ask.CHANGE:
        return helps.change(game, deck, choice, temper)
    if kind == ask.DISCARD:
        return dice.discard(game, deck, choice)
    if kind == ask.FOCUS:
        return dice.focus(game, deck, choice)
    if kind == ask.REROLL_DICE:
        return dice.reroll(game, deck, choice)
    best = 0
    most = -np.inf
    for i in range(choice.n):
        worth = _dice_worth(game, deck, choice, choice.options[i], temper)
        if worth > most:
            most = worth
            best = i
    return best


# --- strategy --------------------------------------------------------------------------------
@weighs
def _marker_worth(game, deck, choice, option, temper):
    """Storms and monsters, and what R'lyeh Rising asks."""
    kind = choice.kind
    if kind == ask.STORM_ORDER:
        return storms.order_worth(game, deck, choice, option, temper)
    if kind == ask.CAMP_STORM:
        return storms.removed_worth(game, deck, choice, option, temper)
    if kind == ask.PLACE_MONSTER:
        return monsters.place_worth(game, deck, choice, option, temper)
    if kind == ask.FLIP_MONSTER:
        return monsters.flip_worth(game, deck, choice, option, temper)
    if kind == ask.REMOVED_MONSTER:
        return monsters.removed_worth(game, deck, choice, option, temper)
    if kind == ask.DEFEATED_MONSTER:
        return monsters.defeated_worth(game, deck, choice, option, temper)
    if kind == ask.COLLECT:
        return monsters.collect_worth(game, deck, choice, option, temper)
    return deep.deep_worth(game, deck, choice, option, temper)


@weighs
def _loss_worth(game, deck, choice, option, temper):
    """What is given up or suffered."""
    kind = choice.kind
    if kind == ask.PAY:
        return losses.paid_worth(game, deck, choice, option, temper)
    if kind == ask.LOSE_POINT:
        return losses.lost_point_worth(game, deck, choice, option, temper)
    if kind == ask.LOSE_CARD:
        return losses.lost_card_worth(game, deck, choice, option, temper)
    if kind == ask.VICTIM:
        return losses.victim_worth(game, deck, choice, option, temper)
    if kind == ask.SHARE:
        return losses.share_worth(game, deck, choice, option, temper)
    if kind == ask.OFFERING:
        return losses.offering_worth(game, deck, choice, option, temper)
    return _marker_worth(game, deck, choice, option, temper)


@weighs
def _strategy_worth(game, deck, choice, option, temper):
    """The alternatives of texts, and what else brings something."""
    kind = choice.kind
    if kind == ask.ICON_ORDER:
        return effects.icon_worth(game, deck, choice, option, temper)
    if kind in (ask.SPLIT_GROUP, ask.EITHER):
        return effects.branch_worth(game, deck, choice, option, temper)
    if kind == ask.OPTIONAL:
        return effects.optional_worth(game, deck, choice, option, temper)
    if kind == ask.TARGET:
        return effects.target_worth(game, deck, choice, option, temper)
    if kind == ask.MYTHOS_OPTION:
        return effects.mythos_worth(game, deck, choice, option, temper)
    if kind == ask.DAILY:
        return effects.daily_worth(game, deck, choice, option, temper)
    if kind == ask.INSTEAD:
        return effects.instead_worth(game, deck, choice, option, temper)
    if kind == ask.FREE_CARD:
        return effects.class_worth(game, deck, choice, option, temper)
    if kind == ask.REPLACEMENT:
        return effects.newcomer_worth(game, deck, choice, option, temper)
    return _loss_worth(game, deck, choice, option, temper)


@part(int64, Choice, Temper_t)
def decide(game, deck, choice, temper):
    """Answer a choice of strategy: the option worth most, the first of equals."""
    kind = choice.kind
    if kind == ask.MOVE:
        return move(game, deck, choice, temper)
    if kind == ask.STORM_PLACE:
        return storms.place(game, deck, choice)
    if kind == ask.UNTIMED:
        return helps.untimed(game, deck, choice, temper)
    if kind == ask.CAMP:
        return purchases.purchase(game, deck, choice, temper)
    best = 0
    most = -np.inf
    for i in range(choice.n):
        worth = _strategy_worth(game, deck, choice, choice.options[i], temper)
        if worth > most:
            most = worth
            best = i
    return best


@part(int64, Choice, Temper_t)
def answer(game, deck, choice, temper):
    """Answer any choice."""
    if is_about_dice(game, deck, choice):
        return play_dice(game, deck, choice, temper)
    return decide(game, deck, choice, temper)
