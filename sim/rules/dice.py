"""Dice: where each of the eight lies, and rolling them (C-1.4..C-1.7, C-2)."""

from __future__ import annotations

import numpy as np
from numba import types

from sim.chance import word
from sim.rules.chance import DICE_WORD
from sim.rules.compile import int64, kernel, rule, void
from sim.rules.state import (
    DICE,
    DISCARDED,
    GREEN,
    LORE,
    ON_MARKER,
    ON_SPELL,
    ON_TASK,
    PERIL,
    POOL,
    RED,
    RED_DIE,
    SUPPLY,
    TERROR,
    WILD,
    YELLOW,
    YELLOW_DIE,
)

#: C-2.2, by colour
FACES = np.array(
    [[1, 2, 3, LORE, PERIL, TERROR], [1, 2, 3, 4, LORE, PERIL], [2, 3, 4, LORE, PERIL, WILD]],
    dtype=np.int8,
)
#: the bits of a task's symbols that a face can be: lore 1, peril 2, terror 4 (C-2.3)
SYMBOLS = np.array([0, 0, 0, 0, 0, 1, 2, 4, 7], dtype=np.int8)
#: what a face counts as investigation (C-2.3: wild is 4)
VALUES = np.array([0, 1, 2, 3, 4, 0, 0, 0, 4], dtype=np.int8)

_LOW = np.uint64(0xFFFFFFFF)
_SIX = np.uint64(6)
_HALF = np.uint64(32)


@kernel(types.int64(types.int64))
def colour(die):
    """Dice 0..5 are green, 6 is yellow, 7 is red."""
    if die == YELLOW_DIE:
        return YELLOW
    return RED if die == RED_DIE else GREEN


@kernel(types.int64(types.int64))
def count(dice):
    """How many dice a set holds."""
    n = 0
    while dice != 0:
        dice &= dice - 1  # takes the lowest away; compilers know this as the processor's own count
        n += 1
    return n


@rule(int64)
def pool(t):
    """The dice pool as a set (C-1.4)."""
    dice = 0
    for d in range(DICE):
        if t.game.dice[d].place == POOL:
            dice |= 1 << d
    return dice


@rule(int64)
def one_of_each(t):
    """Of the pool the lowest die of each colour and face, as a set: equal dice are one option."""
    dice = 0
    seen = 0
    for d in range(DICE):
        die = t.game.dice[d]
        face = 1 << die.face if colour(d) == GREEN else 0
        if die.place == POOL and seen & face == 0:
            dice |= 1 << d
            seen |= face
    return dice


@rule(void, int64)
def roll(t, dice):
    """Roll a set of dice.  Die d shows the same face for the same turn and number of roll,
    whichever other dice are rolled with it; each half of the word serves four dice
    (bias of a face below 6^4 / 2^32)."""
    g = t.game
    bits = word(t.hidden.dice_key, DICE_WORD, g.turn * 4096 + t.hidden.rolls)
    t.hidden.rolls += 1
    rest = bits & _LOW
    for d in range(DICE):
        if d == 4:
            rest = bits >> _HALF
        rest = (rest & _LOW) * _SIX
        if dice & (1 << d) != 0:
            g.dice[d].face = FACES[colour(d), np.int64(rest >> _HALF)]
            g.dice_rolled += 1


@rule(void, int64, int64)
def discard(t, die, place):
    """Take a die out of use for the rest of this phase: DISCARDED or ON_TASK (C-1.7, C-6.11)."""
    die_ = t.game.dice[die]
    die_.place = place
    die_.spent = 1


@rule(void)
def return_dice(t):
    """Used, discarded and marker dice and the pool go back to the supply (C-8.5, C-7.9)."""
    g = t.game
    for d in range(DICE):
        place = g.dice[d].place
        if place == POOL or place == ON_TASK or place == ON_MARKER or place == DISCARDED:
            g.dice[d].place = SUPPLY
            g.dice[d].face = 0
        g.dice[d].spent = 0


@rule(int64, int64)
def on_spell(t, card):
    """The dice secured on a spell, as a set (C-1.5)."""
    dice = 0
    for d in range(DICE):
        if t.game.dice[d].place == ON_SPELL and t.game.dice[d].at == card:
            dice |= 1 << d
    return dice


@rule(int64, int64)
def on_marker(t, player):
    """The die on an investigator's marker, or -1 (C-7.7)."""
    for d in range(DICE):
        if t.game.dice[d].place == ON_MARKER and t.game.dice[d].at == player:
            return d
    return -1
