"""Items, spells, clues and abilities: whether their help is worth them just now (D-C3, D-C5, D-C6)."""

from __future__ import annotations

from policies.parts.compile import Choice, Temper_t, float64, int64, part, weighs
from policies.parts.effects import effect_worth
from policies.parts.needs import chance_left, dice_needed, dice_to_roll, nearest_row, secured_dice, size, stake
from policies.parts.worth import CARD, TROPHY_POINT, time_left
from sim.rules import operations as op
from sim.rules.choices import DONE, USE_ABILITY, USE_CARD, USE_CLUE
from sim.rules.state import ON_SPELL
from sim.worth import PER_UNIT

_MONSTER = 2 * TROPHY_POINT  # trophies for a monster defeated
_IN_PASSING = 0.01  # worth of a change that is free
_SYMBOL, _EITHER = 1 / 6, 1 / 4  # chance that a die shows what a row lacks: a symbol; perhaps investigation
_NO = -1.0


# --- worths ----------------------------------------------------------------------------------
@part(float64, int64, Temper_t)
def more_dice_worth(game, deck, dice, temper):
    """What some more dice in the pool add to the attempt."""
    now = dice_to_roll(game, deck) + secured_dice(game, deck)
    return (chance_left(game, deck, 0, now + dice) - chance_left(game, deck, 0, now)) * stake(game, deck, temper)


@part(float64, Temper_t)
def _another_roll_worth(game, deck, temper):
    """What rolling again adds where the roll would fail: the nearest row may be filled, and no die is lost."""
    nearest = nearest_row(game, deck, -1, 0)
    lacking = (nearest >> 8) & 255
    pool = dice_to_roll(game, deck)
    battle = game.attempt.battle == 1
    requirement = deck.ancient_one.task if battle else game.attempt.rows[nearest >> 16].requirement
    chance = _SYMBOL if requirement.investigation[0] == 0 else _EITHER
    free = max(0, pool - size(game, deck, nearest & 255))
    filled = (1 - (1 - chance) ** free) ** lacking
    after = 1.0
    if not battle:
        after = chance_left(game, deck, 1 << (nearest >> 16), pool - dice_needed(game, deck, requirement))
    return filled * (after - chance_left(game, deck, 0, pool - 1)) * stake(game, deck, temper)


@part(float64, Temper_t)
def _defeat_worth(game, deck, temper):
    """A monster less: best one whose row is open in the attempt that runs."""
    a = game.attempt
    if a.slot < 0 or a.battle == 1:
        return _MONSTER
    best = 0.0
    dice = dice_to_roll(game, deck) + secured_dice(game, deck)
    for r in range(a.n_rows):
        if a.rows[r].monster >= 0 and a.rows[r].done == 0:
            best = max(best, chance_left(game, deck, 1 << r, dice) - chance_left(game, deck, 0, dice))
    return _MONSTER + best * stake(game, deck, temper)


@part(float64, int64, int64, Temper_t)
def card_use_worth(game, deck, player, card, temper):
    """What using a card brings, less its price: what it could bring another time."""
    facts = deck.items[card]
    uses = max(1, facts.tokens - game.item_tokens[card])
    worth = -CARD[facts.kind] * temper.thrift * time_left(game, deck) / uses
    dice = 0
    i = facts.effect.start
    while i < facts.effect.start + facts.effect.size:
        o = deck.ops[i]
        after = i + 1 + o.size
        if o.code in (op.GAIN_YELLOW, op.GAIN_RED, op.GAIN_YELLOW_EVEN_IF_LOCKED):
            dice += 1
        elif o.code == op.REROLL:
            worth += _another_roll_worth(game, deck, temper)
        elif o.code == op.DEFEAT:
            worth += _defeat_worth(game, deck, temper)
        else:
            worth += effect_worth(game, deck, i, after, player, temper)
        i = after
    if dice > 0 and (game.attempt.slot >= 0 or game.attempt.battle == 1):
        worth += more_dice_worth(game, deck, dice, temper)
    return worth


# --- options ---------------------------------------------------------------------------------
@weighs
def untimed_worth(game, deck, choice, option, temper):
    """UNTIMED: any card that brings more than it may bring later."""
    if option.a == DONE:
        return 0.0
    return card_use_worth(game, deck, choice.player, option.b, temper)


@weighs
def pool_worth(game, deck, choice, option, temper):
    """POOL_STEP: dice and cards where they raise the chance enough; secured dice stay where they are."""
    if option.a == DONE:
        return 0.0
    if option.a == USE_CARD:
        return card_use_worth(game, deck, choice.player, option.b, temper)
    if option.a == USE_ABILITY:  # a card or clue given up for dice, or dice for nothing
        price = CARD[deck.items[option.b].kind] if option.b >= 0 else PER_UNIT[op.CLUE]
        return more_dice_worth(game, deck, 2, temper) - price * temper.thrift * time_left(game, deck)
    return _NO if game.dice[option.b].place == ON_SPELL else _IN_PASSING  # TAKE_DIE: what costs nothing


@part(float64, Choice, int64, Temper_t)
def _change_worth(game, deck, choice, i, temper):
    option = choice.options[i]
    if option.a == USE_CARD:
        return card_use_worth(game, deck, choice.player, option.b, temper)
    worth = _another_roll_worth(game, deck, temper)
    if option.a == USE_CLUE:
        return worth - PER_UNIT[op.CLUE] * temper.thrift * time_left(game, deck)
    if option.c == 0:  # an ability that rolls again
        return worth / 2 + _IN_PASSING
    still_lacking = (nearest_row(game, deck, option.b, option.c) >> 8) & 255
    return worth + _IN_PASSING if still_lacking == 0 else _NO


@part(int64, Choice, Temper_t)
def change(game, deck, choice, temper):
    """CHANGE: nothing while a task can be completed; else whatever helps most to complete one."""
    lacking = (nearest_row(game, deck, -1, 0) >> 8) & 255
    best = 0
    most = 0.0
    for i in range(choice.n):
        if choice.options[i].a == DONE:
            if most <= 0.0:
                best = i
        elif lacking > 0:
            worth = _change_worth(game, deck, choice, i, temper)
            if worth > most:
                most = worth
                best = i
    return best
