"""Items, spells, clues and abilities: whether their help is worth them just now (D-C3, D-C5, D-C6)."""

from __future__ import annotations

from policies.parts.compile import Choice, Temper_t, float64, int64, part
from policies.parts.effects import effect_worth
from policies.parts.needs import (
    chance_left,
    counts_shown,
    dice_needed,
    nearest_row,
    pool_size,
    secured_dice,
    size,
    stake,
    useful_for,
)
from policies.parts.worth import CARD, TROPHY_POINT, kept_worth
from sim.rules import operations as op
from sim.rules.choices import DONE, USE_ABILITY, USE_CARD, USE_CLUE
from sim.rules.state import ON_SPELL
from sim.worth import PER_UNIT

_MONSTER = 2 * TROPHY_POINT  # trophies for a monster defeated
_IN_PASSING = 0.01  # worth of a change that is free
_SYMBOL, _EITHER = 1 / 6, 1 / 4  # chance that a die shows what a row lacks: a symbol; perhaps investigation
_BOTH_DICE = 2  # of an ability that gives the yellow and the red one


# --- worths ------------------------------------------------------------------------------------
@part(float64, int64, int64, Temper_t)
def _more_dice_worth(game, deck, now, more, temper):
    """What dice beside the `now` ones add to the attempt."""
    return (chance_left(game, deck, 0, now + more) - chance_left(game, deck, 0, now)) * stake(game, deck, temper)


@part(float64, int64, Temper_t)
def _another_roll_worth(game, deck, nearest, temper):
    """What rolling again adds where the roll would fail: the nearest row may be filled, and no die is lost."""
    a = game.attempt
    pool = pool_size(game, deck)
    battle = a.battle == 1
    requirement = deck.ancient_one.task if battle else a.rows[nearest >> 8].requirement
    chance = _SYMBOL if requirement.investigation[0] == 0 else _EITHER
    free = max(0, pool - size(game, deck, useful_for(game, deck, nearest)))
    filled = (1 - (1 - chance) ** free) ** (nearest & 255)
    after = 1.0
    if not battle:
        after = chance_left(game, deck, 1 << (nearest >> 8), pool - dice_needed(game, deck, requirement))
    return filled * (after - chance_left(game, deck, 0, pool - 1)) * stake(game, deck, temper)


@part(float64, Temper_t)
def _defeat_worth(game, deck, temper):
    """A monster less: best one whose row is open in the attempt that runs."""
    a = game.attempt
    if a.slot < 0:
        return _MONSTER
    best = 0.0
    dice = pool_size(game, deck) + secured_dice(game, deck)
    for r in range(a.n_rows):
        if a.rows[r].monster >= 0 and a.rows[r].done == 0:
            best = max(best, chance_left(game, deck, 1 << r, dice) - chance_left(game, deck, 0, dice))
    return _MONSTER + best * stake(game, deck, temper)


@part(float64, int64, Temper_t)
def price(game, deck, card, temper):
    """What a card could bring another time, a part of it for each use that it has left."""
    facts = deck.items[card]
    uses = max(1, facts.tokens - game.item_tokens[card])
    return kept_worth(game, deck, CARD[facts.kind], temper) * temper.thrift / uses


@part(float64, int64, int64, int64, Temper_t)
def card_use_worth(game, deck, player, card, nearest, temper):
    """What using a card brings, less its price; `nearest` is the row of `nearest_row`, -1 before a roll."""
    facts = deck.items[card]
    worth = 0.0
    dice = 0
    i = facts.effect.start
    stop = i + facts.effect.size
    while i < stop:
        o = deck.ops[i]
        after = i + 1 + o.size
        if o.code == op.GAIN_YELLOW or o.code == op.GAIN_RED or o.code == op.GAIN_YELLOW_EVEN_IF_LOCKED:
            dice += 1
        elif o.code == op.REROLL:
            if nearest >= 0:
                worth += _another_roll_worth(game, deck, nearest, temper)
        elif o.code == op.DEFEAT:
            worth += _defeat_worth(game, deck, temper)
        else:
            worth += effect_worth(game, deck, i, after, player, temper)
        i = after
    if dice > 0 and (game.attempt.slot >= 0 or game.attempt.battle == 1):
        worth += _more_dice_worth(game, deck, pool_size(game, deck) + secured_dice(game, deck), dice, temper)
    return worth - price(game, deck, card, temper)


# --- choices -----------------------------------------------------------------------------------
@part(int64, Choice, Temper_t)
def untimed(game, deck, choice, temper):
    """UNTIMED: any card that brings more than it may bring later."""
    best = 0
    most = 0.0
    for i in range(choice.n):
        if choice.options[i].a == DONE:
            if most <= 0.0:
                best = i
            continue
        worth = card_use_worth(game, deck, choice.player, choice.options[i].b, -1, temper)
        if worth > most:
            most = worth
            best = i
    return best


@part(float64, Choice, int64, Temper_t)
def pool_worth(game, deck, choice, i, temper):
    """POOL_STEP: what one of its options brings."""
    option = choice.options[i]
    if option.a == USE_CARD:
        return card_use_worth(game, deck, choice.player, option.b, -1, temper)
    if option.a == USE_ABILITY:  # a card or clue given up for dice, or dice for nothing
        now = pool_size(game, deck) + secured_dice(game, deck)
        worth = _more_dice_worth(game, deck, now, _BOTH_DICE, temper)
        if option.b >= 0:
            return worth - price(game, deck, option.b, temper)
        if option.c == 1:
            return worth - kept_worth(game, deck, PER_UNIT[op.CLUE], temper) * temper.thrift
        return worth + _IN_PASSING
    return 0.0 if game.dice[option.b].place == ON_SPELL else _IN_PASSING  # TAKE_DIE: what costs nothing


@part(int64, Choice, Temper_t)
def pool(game, deck, choice, temper):
    """POOL_STEP: dice and cards where they raise the chance enough; dice on spells stay where they are."""
    best = 0
    most = 0.0
    for i in range(choice.n):
        if choice.options[i].a == DONE:
            if most <= 0.0:
                best = i
            continue
        worth = pool_worth(game, deck, choice, i, temper)
        if worth > most:
            most = worth
            best = i
    return best


@part(float64, Choice, int64, int64, int64, Temper_t)
def _change_worth(game, deck, choice, i, counts, nearest, temper):
    option = choice.options[i]
    if option.a == USE_CARD:
        return card_use_worth(game, deck, choice.player, option.b, nearest, temper)
    worth = _another_roll_worth(game, deck, nearest, temper)
    if option.a == USE_CLUE:
        return worth - kept_worth(game, deck, PER_UNIT[op.CLUE], temper) * temper.thrift
    if option.b < 0:  # an ability that rolls again
        return worth / 2 + _IN_PASSING
    changed = counts - (1 << 4 * game.dice[option.b].face) + (1 << 4 * option.c)
    return worth + _IN_PASSING if nearest_row(game, deck, changed) & 255 == 0 else -1.0


@part(int64, Choice, Temper_t)
def change(game, deck, choice, temper):
    """CHANGE: nothing while a task can be completed; else whatever helps most to complete one."""
    counts = counts_shown(game, deck)
    nearest = nearest_row(game, deck, counts)
    best = 0
    most = 0.0
    for i in range(choice.n):
        if choice.options[i].a == DONE:
            if most <= 0.0:
                best = i
        elif nearest & 255 > 0:
            worth = _change_worth(game, deck, choice, i, counts, nearest, temper)
            if worth > most:
                most = worth
                best = i
    return best
