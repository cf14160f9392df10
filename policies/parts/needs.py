"""What the open tasks of the card under attempt still need, and the chance to get it.

Dice that may fill a task now (the pool, dice on spells and on markers, C-6.3) are summed up
in *counts*: four bits a face, face f from bit 4 f on.
"""

from __future__ import annotations

import numpy as np

from policies.parts.battle import STAKE
from policies.parts.compile import Requirement, Temper_t, boolean, float64, int64, part
from policies.parts.outcomes import failure, success
from sim.rules.dice import SYMBOLS, VALUES
from sim.rules.state import (
    DICE,
    LORE,
    MAX_INVESTIGATION,
    ON_MARKER,
    ON_SPELL,
    PERIL,
    POOL,
    RED_DIE,
    SUPPLY,
    TERROR,
    WILD,
    YELLOW_DIE,
)

_PURE_FIRST = np.array([1, 2, 4, 3, 5, 6, 7])  # masks of symbols
_SPLIT = np.array([3, 5, 6, 7])  # masks of symbols that more than one face fills
_LOWEST, _HIGHEST = 1, 4  # faces of investigation


# --- dice ------------------------------------------------------------------------------------
@part(int64)
def pool_size(game, deck):
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


@part(boolean, int64)
def _usable(game, deck, die):
    place = game.dice[die].place
    return place == POOL or place == ON_SPELL or place == ON_MARKER


@part(int64)
def counts_shown(game, deck):
    """How many usable dice show each face."""
    counts = 0
    for d in range(DICE):
        if _usable(game, deck, d):
            counts += 1 << 4 * game.dice[d].face
    return counts


@part(int64, int64)
def size(game, deck, dice):
    """How many dice a set holds."""
    n = 0
    while dice != 0:
        dice &= dice - 1  # takes the lowest away; compilers know this as the processor's own count
        n += 1
    return n


@part(boolean)
def _terror_wanted(game, deck):
    """Does an open row ask for terror and nothing less? Yellow dice do not show it (C-2.2)."""
    a = game.attempt
    if a.battle == 1:
        return deck.ancient_one.task.symbols[4] > 0
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
        return 0 if _terror_wanted(game, deck) else 2
    return 1


# --- chances ---------------------------------------------------------------------------------
@part(float64, int64, int64)
def chance_left(game, deck, closed, dice):
    """Chance to complete the open rows with `dice` in the pool, those of the set `closed` counted as done.

    An estimate: each monster's row is weighed as if it were alone.  In battle the chance of a hit.
    """
    dice = max(0, min(dice, DICE))
    a = game.attempt
    if a.battle == 1:
        return deck.ancient_one.chance[dice]
    slot = game.slots[a.slot]
    done = a.rows_done
    chance = 1.0
    if closed > 0 or slot.monsters > 0:
        for r in range(a.n_rows):
            row = a.rows[r]
            done_row = row.done == 1 or (closed >> r) & 1 == 1
            if row.printed >= 0 and (done_row or row.monster >= 0):
                done |= 1 << row.printed
            if row.monster >= 0 and not done_row:
                chance *= deck.monsters[row.monster].chance[dice]
    return chance * deck.adventures[slot.card].chance[done, dice]


@part(float64, Temper_t)
def stake(game, deck, temper):
    """What success is worth more than failure in the attempt that runs."""
    if game.attempt.battle == 1:
        return STAKE
    card = game.slots[game.attempt.slot].card
    return success(game, deck, card, game.active, temper) - failure(game, deck, card, game.active, temper)


# --- one row ---------------------------------------------------------------------------------
@part(int64, Requirement)
def dice_needed(game, deck, requirement):
    """The fewest dice that can fill a requirement."""
    n = 0
    for m in range(1, 8):
        n += requirement.symbols[m]
    for i in range(MAX_INVESTIGATION):
        if requirement.investigation[i] == 0:
            break
        n += (requirement.investigation[i] + game.investigation_bonus + 2) // 3
    return n


@part(boolean, Requirement, int64)
def fills_alone(game, deck, requirement, face):
    """Does one die with this face fill a requirement that needs one die?"""
    for m in range(1, 8):
        if requirement.symbols[m] > 0:
            return SYMBOLS[face] & m != 0
    return VALUES[face] >= requirement.investigation[0] + game.investigation_bonus


@part(int64, Requirement, int64)
def lacking(game, deck, requirement, counts):
    """How many dice a requirement lacks of those counted; 0: it can be filled, or nearly surely so.

    Several investigation numbers are taken as one sum; what is legal is the engine's business.
    """
    lore = (counts >> 4 * LORE) & 15
    peril = (counts >> 4 * PERIL) & 15
    terror = (counts >> 4 * TERROR) & 15
    short = 0
    lore -= requirement.symbols[1]
    peril -= requirement.symbols[2]
    terror -= requirement.symbols[4]
    if lore < 0:
        short -= lore
        lore = 0
    if peril < 0:
        short -= peril
        peril = 0
    if terror < 0:
        short -= terror
        terror = 0
    for m in _SPLIT:
        for _ in range(requirement.symbols[m]):
            if m & 1 != 0 and lore > 0:
                lore -= 1
            elif m & 2 != 0 and peril > 0:
                peril -= 1
            elif m & 4 != 0 and terror > 0:
                terror -= 1
            else:
                short += 1
    wild = (counts >> 4 * WILD) & 15
    used = min(wild, short)
    short -= used
    points = _HIGHEST * (wild - used)
    for face in range(_LOWEST, _HIGHEST + 1):
        points += face * ((counts >> 4 * face) & 15)
    for i in range(MAX_INVESTIGATION):
        if requirement.investigation[i] == 0:
            break
        points -= requirement.investigation[i] + game.investigation_bonus
    return short if points >= 0 else short + (2 - points) // 3


@part(int64, Requirement)
def useful_dice(game, deck, requirement):
    """The dice of the roll that a requirement can use, as a set.

    Symbols take the first die that fits, pure ones before split ones and red last;
    investigation takes the highest dice left.
    """
    lore = peril = terror = 0  # dice that can be each
    valued = 0  # dice that count as n, from bit 8 n on
    for d in range(DICE):
        if _usable(game, deck, d):
            face = game.dice[d].face
            symbols = SYMBOLS[face]
            valued |= 1 << (8 * VALUES[face] + d)
            lore |= (symbols & 1) << d
            peril |= ((symbols >> 1) & 1) << d
            terror |= (symbols >> 2) << d
    used = 0
    for m in _PURE_FIRST:
        for _ in range(requirement.symbols[m]):
            fits = (lore if m & 1 != 0 else 0) | (peril if m & 2 != 0 else 0) | (terror if m & 4 != 0 else 0)
            fits &= ~used
            used |= fits & -fits
    for i in range(MAX_INVESTIGATION):
        number = requirement.investigation[i]
        if number == 0:
            break
        number += game.investigation_bonus
        for value in range(_HIGHEST, _LOWEST - 1, -1):
            dice = (valued >> 8 * value) & 255 & ~used
            while dice != 0 and number > 0:
                used |= dice & -dice
                dice &= dice - 1
                number -= value
    return used


# --- all rows --------------------------------------------------------------------------------
@part(int64, int64)
def nearest_row(game, deck, counts):
    """The row that lacks fewest of the dice counted: ``lacking | row << 8``; of equals the one that needs more dice.

    On an ordered card it is the first open row (C-6.2).  In battle the combat task is row 0.
    """
    a = game.attempt
    if a.battle == 1:
        return lacking(game, deck, deck.ancient_one.task, counts)
    ordered = deck.adventures[game.slots[a.slot].card].ordered == 1
    best = 255
    least = 1 << 20
    for r in range(a.n_rows):
        row = a.rows[r]
        if row.done == 1:
            continue
        short = lacking(game, deck, row.requirement, counts)
        value = 16 * short - dice_needed(game, deck, row.requirement)
        if value < least:
            least = value
            best = short | r << 8
        if ordered:
            break
    return best


@part(int64, int64)
def useful_for(game, deck, nearest):
    """The dice that the row found by `nearest_row` can use."""
    a = game.attempt
    if a.battle == 1:
        return useful_dice(game, deck, deck.ancient_one.task)
    return useful_dice(game, deck, a.rows[nearest >> 8].requirement)
