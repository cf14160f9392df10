"""Exact chances of the attempt that runs, read from the deck's tables (sim/tables.py).

Where an attempt stands is one number, its *position*: four bits each for green dice in the pool, yellow and
red ones, then eight for the dice held, then the rows done.
"""

from __future__ import annotations

from policies.parts.compile import float64, int64, part
from sim.rules.state import DICE, ON_MARKER, ON_SPELL, POOL, RED_DIE, YELLOW_DIE
from sim.tables import FOCUS_FREE, HOLDS, NONE_HELD, POOLS

BEYOND = -1  # the position of an attempt that the tables do not cover
_YELLOW, _RED, _HELD, _DONE = 4, 8, 12, 20  # first bits
_COUNT, _HELD_BITS = 15, 255


@part(int64, int64, int64, int64, int64, int64)
def position_of(game, deck, done, held, green, yellow, red):
    """The position with these rows done, dice held and dice in the pool."""
    return green | yellow << _YELLOW | red << _RED | held << _HELD | done << _DONE


@part(int64)
def position(game, deck):
    """Where the attempt stands, or BEYOND.

    That is in battle, with monsters on the card or half a row done by one, with dearer tasks, or two dice held.
    """
    a = game.attempt
    if a.battle == 1 or a.slot < 0 or game.investigation_bonus > 0 or a.boxes_done > 0:
        return BEYOND
    slot = game.slots[a.slot]
    card = deck.adventures[slot.card]
    if card.odds_at == 0 or slot.monsters > 0:
        return BEYOND
    held = FOCUS_FREE if a.focused == 0 else NONE_HELD
    none = held
    green, yellow, red = 0, 0, 0
    for d in range(DICE):
        place = game.dice[d].place
        if place == POOL:
            if d == YELLOW_DIE:
                yellow = 1
            elif d == RED_DIE:
                red = 1
            else:
                green += 1
        elif place == ON_SPELL or place == ON_MARKER:
            if held != none:
                return BEYOND
            held = none + game.dice[d].face
    done = 0
    for r in range(a.n_rows):
        if a.rows[r].done == 1:
            done |= 1 << card.odds_row[a.rows[r].printed]
    return position_of(game, deck, done, held, green, yellow, red)


@part(float64, int64, int64)
def chance_at(game, deck, card, at):
    """Chance of success at a position, of one of the deck's adventures that has a table."""
    facts = deck.adventures[card]
    done, held = at >> _DONE, (at >> _HELD) & _HELD_BITS
    pool = 4 * (at & _COUNT) + 2 * ((at >> _YELLOW) & _COUNT) + ((at >> _RED) & _COUNT)
    return deck.odds[facts.odds_at + (done * HOLDS + held) * POOLS + pool]


@part(int64, int64)
def row_done(game, deck, row):
    """What completing a row of the attempt adds to a position."""
    card = deck.adventures[game.slots[game.attempt.slot].card]
    return 1 << (_DONE + card.odds_row[game.attempt.rows[row].printed])


@part(int64, int64)
def die_of_pool(game, deck, die):
    """What a die of the pool adds to a position."""
    if die == YELLOW_DIE:
        return 1 << _YELLOW
    return 1 << _RED if die == RED_DIE else 1


@part(int64, int64)
def dice_in_pool(game, deck, at):
    """How many dice a position has in the pool."""
    return (at & _COUNT) + ((at >> _YELLOW) & _COUNT) + ((at >> _RED) & _COUNT)


@part(int64, int64)
def held_at(game, deck, at):
    """The dice held at a position, numbered as in sim/tables.py."""
    return (at >> _HELD) & _HELD_BITS


@part(int64, int64, int64)
def holding(game, deck, at, held):
    """The position with other dice held."""
    return at & ~(_HELD_BITS << _HELD) | held << _HELD
