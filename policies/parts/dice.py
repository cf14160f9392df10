"""Dice-level play: whether to roll, which task to complete, what to focus, secure, re-roll and discard.

These parts know the card under attempt and nothing of where the group is going, so they can
be combined with any strategy.
"""

from __future__ import annotations

from policies.parts.compile import Choice, Temper_t, float64, int64, part, weighs
from policies.parts.crowd import prospect, row_cleared, sign_as_chance
from policies.parts.needs import (
    chance_left,
    counts_shown,
    dice_needed,
    die_rank,
    fills_alone,
    nearest_row,
    pool_size,
    secured_dice,
    size,
    stake,
    useful_for,
)
from policies.parts.outcomes import terror_worth
from policies.parts.worth import CARD, kept_worth
from sim.rules.state import DICE, DISCARDED, LORE, ON_MARKER, ON_SPELL, ON_TASK, POOL, SPELL, SUPPLY, TERROR, YELLOW_DIE

_TERROR_SHOWS = 0.5  # chance that a failed roll shows terror
_TIE = 1e-4  # decides between options of the same chance
_HOPELESS = 1e-3
_LAST_POINT = 1  # left by a task's cost: better paid by a card


# --- rolling -----------------------------------------------------------------------------------
@part(int64, Choice, Temper_t)
def attempt(game, deck, choice, temper):
    """ATTEMPT: go on while the chance of success outweighs another terror effect."""
    goes_on, gives_up = (0, 1) if choice.options[0].a == 1 else (1, 0)
    a = game.attempt
    card = game.slots[a.slot].card
    harmless = deck.adventures[card].terror_worth >= 0
    if a.rolls == 0 and harmless:
        return goes_on
    sign = sign_as_chance(game, deck, temper)
    chance = prospect(game, deck, 0, pool_size(game, deck) + secured_dice(game, deck), sign, temper)
    if chance < _HOPELESS:
        return gives_up
    if harmless:
        return goes_on
    terror = terror_worth(game, deck, card, choice.player, temper)
    worth = chance * stake(game, deck, temper) + terror * _TERROR_SHOWS * (1 - chance)
    return goes_on if worth > 0 else gives_up


@part(int64, Choice)
def discard(game, deck, choice):
    """DISCARD: the die least useful to roll with, since all that stay are rolled again."""
    best = 0
    least = 100
    for i in range(choice.n):
        rank = die_rank(game, deck, choice.options[i].b)
        if rank < least:
            least = rank
            best = i
    return best


@part(int64, Choice)
def reroll(game, deck, choice):
    """REROLL_DICE: all dice that the nearest row cannot use, `choice.context` at most; none if it lacks none."""
    nearest = nearest_row(game, deck, counts_shown(game, deck))
    if nearest & 255 == 0:
        return 0
    dice = choice.mask & ~useful_for(game, deck, nearest)
    left = choice.context if choice.context > 0 else DICE
    chosen = 0
    for d in range(DICE):
        if (dice >> d) & 1 == 1 and left > 0:
            chosen |= 1 << d
            left -= 1
    return chosen


# --- completing --------------------------------------------------------------------------------
@part(int64, Choice, Temper_t)
def task(game, deck, choice, temper):
    """TASK: the row and the dice that leave the best chance for the rest; none, if one die less is better still."""
    pool = pool_size(game, deck)
    me = game.investigators[choice.player]
    sign = sign_as_chance(game, deck, temper)
    best = 0
    most = -1.0
    row, dice, chance = -1, -1, 0.0
    for i in range(choice.n):
        option = choice.options[i]
        if option.a < 0:
            worth = prospect(game, deck, 0, pool - 1, sign, temper) - _TIE
        else:
            if option.a != row or option.d != dice:
                row, dice = option.a, option.d
                chance = prospect(game, deck, 1 << row, pool - dice, sign, temper)
                chance += row_cleared(game, deck, row, sign, temper)
            worth = chance - _TIE * (option.dice >> YELLOW_DIE)  # green dice first
            requirement = game.attempt.rows[row].requirement
            if option.b >= 0 and me.stamina - requirement.stamina > _LAST_POINT:
                worth -= _TIE  # keep the card
            if option.c >= 0 and me.sanity - requirement.sanity > _LAST_POINT:
                worth -= _TIE
        if worth > most:
            most = worth
            best = i
    return best


@weighs
def battle_task_worth(game, deck, choice, option, temper):
    """BATTLE_TASK: always, with as few dice as possible, green ones first."""
    if option.a < 0:
        return -100.0
    return -size(game, deck, option.dice) - _TIE * (option.dice >> YELLOW_DIE)


# --- keeping dice ------------------------------------------------------------------------------
@part(float64, int64)
def _rarity(game, deck, face):
    """How hard a face is to get back: symbols are on fewer faces than investigation, terror on green alone."""
    if face == TERROR:
        return 3 * _TIE
    return 2 * _TIE if face >= LORE else _TIE


@part(float64, int64, int64, int64, int64)
def _kept_worth(game, deck, die, nearest, useful, pool):
    """Chance of success with this pool die set aside on its face and one more lost; -1 where it is no use.

    A die that fills a row alone closes it.  One of several `useful` ones that the nearest
    row needs is taken to be worth the two dice that keeping it costs.
    """
    a = game.attempt
    face = game.dice[die].face
    best = -1.0
    for r in range(a.n_rows):
        requirement = a.rows[r].requirement
        if a.rows[r].done == 1:
            continue
        if dice_needed(game, deck, requirement) == 1:
            if fills_alone(game, deck, requirement, face):
                best = max(best, chance_left(game, deck, 1 << r, pool - 2))
        elif r == nearest >> 8 and (useful >> die) & 1 == 1 and pool - 2 >= nearest & 255:
            best = max(best, chance_left(game, deck, 0, pool))
    return best + _rarity(game, deck, face) if best >= 0 else best


@part(int64, Choice)
def focus(game, deck, choice):
    """FOCUS: set a die aside if that beats rolling one more; one's own marker before a teammate's (C-8.7)."""
    pool = pool_size(game, deck)
    nearest = nearest_row(game, deck, counts_shown(game, deck))
    useful = useful_for(game, deck, nearest)
    best = 0
    most = -1.0
    for i in range(choice.n):
        option = choice.options[i]
        if option.a < 0:
            worth = chance_left(game, deck, 0, pool - 1)
        else:
            worth = _kept_worth(game, deck, option.b, nearest, useful, pool)
            if option.a != choice.player:
                worth -= _TIE / 2
        if worth > most:
            best = i
            most = worth
    return best


@part(int64, int64)
def _for_second_row(game, deck, first):
    """Dice that would fill another row alone once row `first` is completed, where that row is not easy anyway."""
    a = game.attempt
    useful = useful_for(game, deck, first << 8)
    dice = 0
    for r in range(a.n_rows):
        requirement = a.rows[r].requirement
        if r != first and a.rows[r].done == 0 and dice_needed(game, deck, requirement) == 1:
            for d in range(DICE):
                if game.dice[d].place == POOL and fills_alone(game, deck, requirement, game.dice[d].face):
                    dice |= 1 << d
    return dice & ~useful


@part(int64, Choice, Temper_t)
def secure(game, deck, choice, temper):
    """SECURE: hold dice on a spell when they are wanted and success is worth the spell.

    With nothing to complete now that is like focus; else a die may be held for a second row.
    """
    price = kept_worth(game, deck, CARD[SPELL], temper) * temper.thrift
    worth_of_success = stake(game, deck, temper)
    pool = pool_size(game, deck)
    none = 0 if choice.options[0].a < 0 else choice.n - 1
    if worth_of_success * (1 - chance_left(game, deck, 0, pool - 1)) < price:
        return none
    nearest = nearest_row(game, deck, counts_shown(game, deck))
    if nearest & 255 > 0:
        wanted = useful_for(game, deck, nearest)
        gain = chance_left(game, deck, 0, pool + 1) - chance_left(game, deck, 0, pool - 1)
    else:
        first = nearest >> 8
        wanted = _for_second_row(game, deck, first) if game.attempt.battle == 0 else 0
        left = pool - dice_needed(game, deck, game.attempt.rows[first].requirement)
        gain = chance_left(game, deck, 1 << first, left + 1) - chance_left(game, deck, 1 << first, left)
    best = none
    most = 0.0
    for i in range(choice.n):
        dice = choice.options[i].dice
        if dice & wanted == 0 or dice & ~wanted != 0:
            continue
        worth = size(game, deck, dice) * gain * worth_of_success - price
        for d in range(DICE):
            if (dice >> d) & 1 == 1:
                worth += _rarity(game, deck, game.dice[d].face)
        if worth > most:
            most = worth
            best = i
    return best


# --- losing dice -------------------------------------------------------------------------------
@weighs
def lock_worth(game, deck, choice, option, temper):
    """LOCK_DIE: a die that is spent already, else one not in use, else the least wanted."""
    place = game.dice[option.b].place
    if place == ON_TASK or place == DISCARDED:
        return 5.0
    if place == SUPPLY:
        return 4.0
    if place == POOL:
        a = game.attempt
        if a.slot < 0 and a.battle == 0:
            return 3.0
        useful = useful_for(game, deck, nearest_row(game, deck, counts_shown(game, deck)))
        return 2.0 if (useful >> option.b) & 1 == 1 else 3.0
    return 1.0 if place == ON_MARKER else 0.0 if place == ON_SPELL else -1.0
