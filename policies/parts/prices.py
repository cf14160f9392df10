"""Shadow prices of what the table is short of: room for storms, doom, supplies, the group's time.

A policy with foresight weighs a storm marker by the doom that it will bring at the next
midnights (A-7.1), and everything that serves later turns by how many there will be.
"""

from __future__ import annotations

from policies.parts.battle import storm_in_battle
from policies.parts.compile import Temper_t, float64, part
from policies.parts.worth import ENOUGH_SUPPLIES
from sim.rules import operations as op
from sim.rules.state import ATTACK_STORM_TOLL, ORDINARY, WIND_FROM_NORTH, WINTER
from sim.worth import UNIT_WORTH

_ROOM = 3  # markers that a card holds without harm
_HOURS = 4
_LAST_DAY = 7  # before the skull
_DOUBT = 3.0  # markers by which a forecast may be wrong
_MARKER = UNIT_WORTH[op.STORM]  # the penalty of one
_SUPPLY = UNIT_WORTH[op.SUPPLY_ICON]


@part(float64)
def _of_ancient_one(game, deck):
    """Markers that the Ancient One adds at midnight, after the count (A-13.3)."""
    midnight = deck.ancient_one.midnight
    n = 0
    for i in range(midnight.start, midnight.start + midnight.size):
        if deck.ops[i].code == op.STORM:
            n += deck.ops[i].amount
    return float(n)


@part(float64, float64)
def _likely(game, deck, excess):
    """Chance that one marker more is a doom token more, `excess` markers beyond the room being expected."""
    return min(1.0, max(0.0, (excess + _DOUBT) / (2 * _DOUBT)))


@part(float64, float64, float64, Temper_t)
def marker_worth(game, deck, doom, hit, temper):
    """One more storm marker on the cards: its penalty, and the doom it will bring at this midnight or the next.

    `doom` is what a doom token is worth, `hit` a hit in the battle that is coming.
    """
    if game.awakened > 0:
        return 0.0
    room = 0
    markers = 0
    for slot in range(game.n_slots):
        if game.slots[slot].kind == ORDINARY:
            room += _ROOM
            markers += game.slots[slot].storms
    cleared = temper.cleared - (1.0 if deck.ancient_one.ability == WIND_FROM_NORTH else 0.0)
    day = game.day + 1
    last = _LAST_DAY
    if day > last and deck.season == WINTER:
        return _MARKER
    excess = markers - room - cleared * (_HOURS - 1 - game.hour) + deck.storms_of_day[min(day, last)]
    chance = temper.storm_now * _likely(game, deck, excess)
    if day < last or deck.season != WINTER:
        excess += deck.storms_of_day[min(day + 1, last)] + _of_ancient_one(game, deck) - cleared * _HOURS
        chance += temper.storm_next * _likely(game, deck, excess)
    if deck.ancient_one.attack == ATTACK_STORM_TOLL and deck.season != WINTER:  # Winter leaves no time to wait
        doom -= temper.night  # it awakens at the worst moment: all storms out, and it attacks at once (C-15.10)
    return _MARKER + doom * chance + storm_in_battle(game, deck, hit)


@part(float64, Temper_t)
def supply_worth(game, deck, temper):
    """One supply: at none everybody loses a stamina at midnight (A-8.6)."""
    short = max(0.0, 1 - game.supplies / ENOUGH_SUPPLIES)
    return _SUPPLY + temper.supplies * short * short
