"""Dice-level play: whether to roll, which task to complete, what to focus, secure, re-roll and discard.

These parts know the card under attempt and nothing of where the group is going, so they can
be combined with any strategy.
"""

from __future__ import annotations

from policies.parts.compile import Choice, Temper_t, float64, int64, part, weighs
from policies.parts.needs import (
    chance_left,
    dice_needed,
    dice_to_roll,
    die_rank,
    fills_alone,
    nearest_row,
    secured_dice,
    size,
    stake,
)
from policies.parts.worth import CARD, time_left
from sim.rules.state import (
    DICE,
    DISCARDED,
    LORE,
    ON_MARKER,
    ON_SPELL,
    ON_TASK,
    POOL,
    SPELL,
    SUPPLY,
    TERROR,
    YELLOW_DIE,
)

_TERROR_SHOWS = 0.5  # chance that a failed roll shows terror
_TIE = 1e-4  # decides between options of the same chance
_HOPELESS = 1e-3


# --- rolling -----------------------------------------------------------------------------
@weighs
def attempt_worth(game, deck, choice, option, temper):
    """ATTEMPT: go on while the chance of success outweighs another terror effect."""
    if option.a == 0:
        return 0.0
    chance = chance_left(game, deck, 0, dice_to_roll(game, deck) + secured_dice(game, deck))
    if chance < _HOPELESS:
        return -1.0
    terror = deck.adventures[game.slots[game.attempt.slot].card].terror_worth
    return chance * stake(game, deck, temper) + temper.harm * terror * _TERROR_SHOWS * (1 - chance)


@weighs
def discard_worth(game, deck, choice, option, temper):
    """DISCARD, BATTLE_DISCARD: the die least useful to roll with (all that stay are rolled again); never stop early."""
    if option.a < 0:
        return -10.0
    return -float(die_rank(game, deck, option.b))


@part(int64, Choice)
def reroll(game, deck, choice):
    """REROLL_DICE: all dice that the nearest row cannot use, `choice.context` at most; none if it lacks none."""
    nearest = nearest_row(game, deck, -1, 0)
    if (nearest >> 8) & 255 == 0:
        return 0
    dice = choice.mask & ~(nearest & 255)
    left = choice.context if choice.context > 0 else DICE
    chosen = 0
    for d in range(DICE):
        if (dice >> d) & 1 == 1 and left > 0:
            chosen |= 1 << d
            left -= 1
    return chosen


# --- completing --------------------------------------------------------------------------
@weighs
def task_worth(game, deck, choice, option, temper):
    """TASK: the chance that the dice left complete the rest; none: one die less and all still to do."""
    pool = dice_to_roll(game, deck)
    if option.a < 0:
        return chance_left(game, deck, 0, pool - 1)
    worth = chance_left(game, deck, 1 << option.a, pool - option.d)
    me = game.investigators[choice.player]
    requirement = game.attempt.rows[option.a].requirement
    if requirement.stamina > 0 and me.stamina - requirement.stamina <= 1:
        worth += _TIE * 10 if option.b >= 0 else -_TIE
    if requirement.sanity > 0 and me.sanity - requirement.sanity <= 1:
        worth += _TIE * 10 if option.c >= 0 else -_TIE
    return worth - _TIE * (option.dice >> YELLOW_DIE)  # green dice first


@weighs
def battle_task_worth(game, deck, choice, option, temper):
    """BATTLE_TASK: always, with as few dice as possible, green ones first."""
    if option.a < 0:
        return -100.0
    return -float(size(game, deck, option.dice)) - _TIE * (option.dice >> YELLOW_DIE)


# --- keeping dice ------------------------------------------------------------------------
@part(float64, int64)
def _rarity(game, deck, face):
    """How hard a face is to get back: symbols are on fewer faces than investigation, terror on green alone."""
    if face == TERROR:
        return 3 * _TIE
    return 2 * _TIE if face >= LORE else _TIE


@part(float64, int64, int64, int64)
def kept_worth(game, deck, die, nearest, pool):
    """Chance of success with this pool die set aside on its face and one more lost; -1 where it is no use.

    A die that fills a row alone closes it.  One of several that the `nearest` row needs is
    taken to be worth the two dice that keeping it costs.
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
        elif r == nearest >> 16 and (nearest >> die) & 1 == 1 and pool - 2 >= (nearest >> 8) & 255:
            best = max(best, chance_left(game, deck, 0, pool))
    return best + _rarity(game, deck, face) if best >= 0 else best


@part(int64, Choice)
def focus(game, deck, choice):
    """FOCUS: set a die aside if that beats rolling one more; one's own marker before a teammate's (C-8.7)."""
    pool = dice_to_roll(game, deck)
    nearest = nearest_row(game, deck, -1, 0)
    best = -1
    most = 0.0
    for i in range(choice.n):
        option = choice.options[i]
        if option.a < 0:
            worth = chance_left(game, deck, 0, pool - 1)
        else:
            worth = kept_worth(game, deck, option.b, nearest, pool)
            if option.a != choice.player:
                worth -= _TIE / 2
        if best < 0 or worth > most:
            best = i
            most = worth
    return best


@part(float64, int64, int64)
def _second_row_gain(game, deck, die, nearest):
    """What closing another row with a secured die adds to the chance once the `nearest` row is completed."""
    if (nearest >> die) & 1 == 1:
        return 0.0
    a = game.attempt
    first = nearest >> 16
    left = dice_to_roll(game, deck) - dice_needed(game, deck, a.rows[first].requirement)
    before = chance_left(game, deck, 1 << first, left)
    best = 0.0
    for r in range(a.n_rows):
        requirement = a.rows[r].requirement
        if r == first or a.rows[r].done == 1 or dice_needed(game, deck, requirement) != 1:
            continue
        if fills_alone(game, deck, requirement, game.dice[die].face):
            best = max(best, chance_left(game, deck, 1 << first | 1 << r, left - 1) - before)
    return best


@part(int64, Choice, Temper_t)
def secure(game, deck, choice, temper):
    """SECURE: hold dice on a spell when they are wanted and success is worth the spell.

    With nothing to complete now that is like focus; else a die may be held for a second row.
    """
    pool = dice_to_roll(game, deck)
    nearest = nearest_row(game, deck, -1, 0)
    lacks = (nearest >> 8) & 255 > 0
    gain = chance_left(game, deck, 0, pool + 1) - chance_left(game, deck, 0, pool - 1)
    worth_of_success = stake(game, deck, temper)
    price = CARD[SPELL] * temper.thrift * time_left(game, deck)
    best = 0
    most = 0.0
    for i in range(choice.n):
        option = choice.options[i]
        if option.a < 0:
            if most <= 0.0:
                best = i
            continue
        worth = 0.0
        for d in range(DICE):
            if (option.dice >> d) & 1 == 1:
                if not lacks:
                    worth += _second_row_gain(game, deck, d, nearest) - _TIE
                elif (nearest >> d) & 1 == 1:
                    worth += gain + _rarity(game, deck, game.dice[d].face)
                else:
                    worth -= 1.0
        worth = worth * worth_of_success - price
        if worth > most:
            most = worth
            best = i
    return best


# --- losing dice -------------------------------------------------------------------------
@weighs
def lock_worth(game, deck, choice, option, temper):
    """LOCK_DIE: a die that is spent already, else one not in use, else the least wanted."""
    place = game.dice[option.b].place
    if place in (ON_TASK, DISCARDED):
        return 5.0
    if place == SUPPLY:
        return 4.0
    if place == POOL:
        wanted = game.attempt.slot >= 0 and (nearest_row(game, deck, -1, 0) >> option.b) & 1 == 1
        return 2.0 if wanted else 3.0
    return 1.0 if place == ON_MARKER else 0.0 if place == ON_SPELL else -1.0
