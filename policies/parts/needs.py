"""What the open tasks of the card under attempt still need, and the chance to get it."""

from __future__ import annotations

from policies.parts.compile import Requirement, Temper_t, boolean, float64, int64, part
from policies.parts.worth import failure_worth, success_worth
from sim.rules.dice import SYMBOLS, VALUES
from sim.rules.state import (
    DICE,
    MAX_INVESTIGATION,
    ON_MARKER,
    ON_SPELL,
    POOL,
    RED_DIE,
    SUPPLY,
    YELLOW_DIE,
)

_BATTLE_STAKE = 1.5  # a doom token removed, and the next attack comes nearer with every turn lost


@part(int64)
def dice_to_roll(game, deck):
    """Dice of the pool; before the first roll of a phase, those that will be in it."""
    first = game.attempt.rolls == 0
    n = 0
    for d in range(DICE):
        place = game.dice[d].place
        if place == POOL or (first and place == SUPPLY and d < YELLOW_DIE):
            n += 1
    return n


@part(int64)
def secured_dice(game, deck):
    """Dice on spells and markers, usable besides the pool (C-6.3)."""
    n = 0
    for d in range(DICE):
        if game.dice[d].place == ON_SPELL or game.dice[d].place == ON_MARKER:
            n += 1
    return n


@part(float64, Temper_t)
def stake(game, deck, temper):
    """What success is worth more than failure in the attempt that runs."""
    if game.attempt.battle == 1:
        return _BATTLE_STAKE
    card = game.slots[game.attempt.slot].card
    return success_worth(game, deck, card, temper) - failure_worth(game, deck, card, game.active, temper)


@part(float64, int64, int64)
def chance_left(game, deck, without, dice):
    """Chance to complete the open rows with `dice` in the pool, those of the set `without` counted as done.

    An estimate: each monster's row is weighed as if it were alone.
    """
    dice = max(0, min(dice, DICE))
    if game.attempt.battle == 1:
        return deck.ancient_one.chance[dice]
    a = game.attempt
    done = a.rows_done
    chance = 1.0
    for r in range(a.n_rows):
        row = a.rows[r]
        closed = row.done == 1 or (without >> r) & 1 == 1
        if row.printed >= 0 and (closed or row.monster >= 0):
            done |= 1 << row.printed
        if row.monster >= 0 and not closed:
            chance *= deck.monsters[row.monster].chance[dice]
    return chance * deck.adventures[game.slots[a.slot].card].chance[done, dice]


@part(boolean, int64)
def is_next(game, deck, row):
    """May this open row be completed now? (C-6.2)"""
    a = game.attempt
    if deck.adventures[game.slots[a.slot].card].ordered == 1:
        for r in range(row):
            if a.rows[r].done == 0:
                return False
    return True


@part(int64, Requirement)
def dice_needed(game, deck, requirement):
    """The fewest dice that can fill a requirement."""
    n = 0
    for m in range(1, 8):
        n += requirement.symbols[m]
    for i in range(MAX_INVESTIGATION):
        if requirement.investigation[i] > 0:
            n += (requirement.investigation[i] + game.investigation_bonus + 2) // 3
    return n


@part(int64, int64)
def size(game, deck, dice):
    """How many dice a set holds."""
    n = 0
    while dice > 0:
        n += dice & 1
        dice >>= 1
    return n


@part(boolean, Requirement, int64)
def fills_alone(game, deck, requirement, face):
    """Does one die with this face fill a requirement that needs one die?"""
    for m in range(1, 8):
        if requirement.symbols[m] > 0:
            return SYMBOLS[face] & m != 0
    return VALUES[face] >= requirement.investigation[0] + game.investigation_bonus


@part(boolean, int64)
def _usable(game, deck, die):
    place = game.dice[die].place
    return place in (POOL, ON_SPELL, ON_MARKER)


@part(int64, Requirement, int64, int64)
def match(game, deck, requirement, changed, face):
    """Dice of the roll that a requirement can use, and how many it lacks: ``dice | lacking << 8``.

    Die `changed` (-1: none) is taken to show `face`.  Symbols take the first die that fits,
    pure ones before split ones and red last; investigation takes the highest dice left.
    Quick and nearly always right; what is legal is the engine's business.
    """
    used = 0
    lacking = 0
    for m in (1, 2, 4, 3, 5, 6, 7):
        for _ in range(requirement.symbols[m]):
            found = False
            for d in range(DICE):
                shown = face if d == changed else game.dice[d].face
                if (used >> d) & 1 == 0 and SYMBOLS[shown] & m != 0 and _usable(game, deck, d):
                    used |= 1 << d
                    found = True
                    break
            if not found:
                lacking += 1
    for i in range(MAX_INVESTIGATION):
        number = requirement.investigation[i]
        if number > 0:
            number += game.investigation_bonus
        while number > 0:
            best = -1
            most = 0
            for d in range(DICE):
                value = VALUES[face if d == changed else game.dice[d].face]
                if value > most and (used >> d) & 1 == 0 and _usable(game, deck, d):
                    most = value
                    best = d
            if best < 0:
                lacking += (number + 2) // 3
                break
            used |= 1 << best
            number -= most
    return used | lacking << 8


@part(int64, int64, int64)
def nearest_row(game, deck, changed, face):
    """The row that lacks fewest dice: ``dice it can use | lacking << 8 | row << 16``; die `changed` shows `face`.

    Of rows that lack as many the one that can use more dice.  In battle the combat task is row 0.
    """
    if game.attempt.battle == 1:
        return match(game, deck, deck.ancient_one.task, changed, face)
    a = game.attempt
    best = 255 << 8
    best_value = -1000
    for r in range(a.n_rows):
        if a.rows[r].done == 1 or not is_next(game, deck, r):
            continue
        found = match(game, deck, a.rows[r].requirement, changed, face)
        value = size(game, deck, found & 255) - 16 * (found >> 8)
        if value > best_value:
            best_value = value
            best = found | r << 16
    return best


@part(boolean)
def terror_wanted(game, deck):
    """Does an open row ask for terror and nothing less? Yellow dice do not show it (C-2.2)."""
    if game.attempt.battle == 1:
        return deck.ancient_one.task.symbols[4] > 0
    a = game.attempt
    wanted = 0
    for r in range(a.n_rows):
        if a.rows[r].done == 0:
            wanted += a.rows[r].requirement.symbols[4]
    return wanted > 0


@part(int64, int64)
def die_rank(game, deck, die):
    """How dear a die is to roll with: red most, then yellow, then green; yellow least where terror is wanted."""
    if die == RED_DIE:
        return 3
    if die == YELLOW_DIE:
        return 0 if terror_wanted(game, deck) else 2
    return 1
