"""Monsters, missions and Legions on a card: how far they stand in the way, and what defeating them is worth.

They stay where they are until somebody defeats them, and a failed attempt keeps what it has defeated (C-11.9):
so a crowded card is cleared in one visit and resolved in another.  Where the temper's `clear` is 0 nothing of
this is weighed.
"""

from __future__ import annotations

from numba import types

from policies.parts.compile import Temper_t, float64, int64, part
from policies.parts.needs import chance_left, dice_needed, stake
from policies.parts.ship import afloat
from policies.parts.worth import TROPHY_POINT
from sim.rules.state import BOTTOM, DICE, LEGION, MISSION, ON_CARD

_LEAST_STAKE = 0.2  # of a success that is worth hardly more than a failure


@part(float64, int64, Temper_t)
def gone_worth(game, deck, marker, temper):
    """What defeating a marker brings: it blocks no card and no die any more; trophy, reward and cost (R-5.4).

    A Legion less is worth something for the ship.
    """
    facts = deck.monsters[marker]
    worth = temper.clear - facts.midnight_worth + facts.collected_worth
    if facts.kind != MISSION:
        worth += max(facts.trophy, 0) * TROPHY_POINT
    if facts.kind == LEGION:
        worth += facts.cost_worth + afloat(game, deck, temper)
    if facts.lock >= 0:
        worth += temper.die
    return worth


@part(types.UniTuple(float64, 2), int64, int64, int64, Temper_t)
def past_markers(game, deck, slot, card, dice, temper):
    """Chance that an attempt with so many `dice` gets past the markers in `slot` and resolves `card`, and their worth.

    An estimate: one marker after the other, each with the dice that those before need not.  The worth is that
    of all that will be defeated on the way, whatever becomes of the card.
    """
    chance = 1.0
    cleared = 0.0
    done = 0
    left = game.slots[slot].monsters  # a loop over all markers is long
    for m in range(deck.n_monsters):
        marker = game.monsters[m]
        if left == 0:
            break
        if marker.where != ON_CARD or marker.at != slot or marker.defeated == 1:
            continue
        left -= 1
        chance *= deck.monsters[m].chance[dice]
        cleared += chance * gone_worth(game, deck, m, temper)
        dice = max(0, dice - dice_needed(game, deck, deck.monsters[m].task))
        if marker.row != BOTTOM:
            done |= 1 << marker.row
    return chance * deck.adventures[card].chance[done, dice], cleared


@part(float64, Temper_t)
def sign_as_chance(game, deck, temper):
    """Chance of success that is worth as much as an Elder Sign, for `prospect`; 0 where no marker is in the attempt."""
    a = game.attempt
    if temper.clear == 0 or a.battle == 1 or game.slots[a.slot].monsters == 0:
        return 0.0
    return 1 / max(stake(game, deck, temper), _LEAST_STAKE)


@part(float64, int64, float64, Temper_t)
def row_cleared(game, deck, row, sign, temper):
    """What completing a row of the attempt adds by the marker on it, as a chance of success; 0 without one."""
    marker = game.attempt.rows[row].monster
    if sign == 0 or marker < 0:
        return 0.0
    return gone_worth(game, deck, marker, temper) * sign


@part(float64, int64, int64, float64, Temper_t)
def prospect(game, deck, closed, dice, sign, temper):
    """What the attempt still promises, as a chance of success: that itself, and the marker most worth having.

    `closed` and `dice` as for `chance_left`; `sign` is `sign_as_chance`, the same for a whole question.
    """
    chance = chance_left(game, deck, closed, dice)
    if sign == 0:
        return chance
    a = game.attempt
    dice = max(0, min(dice, DICE))
    best = 0.0
    for r in range(a.n_rows):
        m = a.rows[r].monster
        if m >= 0 and a.rows[r].done == 0 and (closed >> r) & 1 == 0:
            best = max(best, deck.monsters[m].chance[dice] * gone_worth(game, deck, m, temper))
    return chance + best * sign
