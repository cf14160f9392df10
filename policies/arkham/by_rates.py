"""Acting by the rates of the scenario: the parts that policies put together.

What a policy does is a set of bits; how often it does each stands in ``town.rates``.
"""

from __future__ import annotations

import numpy as np

from policies.arkham.compile import float64, int64, part
from sim.arkham.rules import choices as ask
from sim.arkham.state import GOOD_WORK_UNDONE, ON_RUMOR
from sim.chance import mix

CLOSING, SEALING, FIGHTING, RUMORS, RETURNING = (1 << i for i in range(5))
EVERYTHING = (1 << 5) - 1


@part(int64, int64, float64)
def times(game, town, choice, act, rate):
    """How often an act is done this turn: `rate` on average, as evenly as whole numbers allow.

    The random bits of the turn are the same for every policy.
    """
    bits = mix(choice.turn_word + np.uint64(act))
    return int(rate + (bits >> np.uint64(11)) * 2.0**-53)


@part(float64, int64, int64)
def rate(game, town, choice, act, does):
    """How often a turn an act is wanted by a policy that `does` these things."""
    rates = town.rates
    if act == ask.ACT_VISIT and does & CLOSING:
        return rates.closings
    if act == ask.ACT_BEAT and does & FIGHTING:
        return rates.beaten
    if act == ask.ACT_GATHER and does & (SEALING | RUMORS):
        return rates.clues
    if act == ask.FIND_SIGN and does & SEALING:
        return rates.elder_signs
    if act == ask.FIND_SPELL and does & RUMORS:
        return rates.spells
    if act == ask.FIND_ALLY and does & RUMORS:
        return rates.allies
    if act == ask.ACT_PAY and does & RUMORS:
        return rates.rumors
    if act == ask.ACT_RETURN and does & RETURNING:
        return rates.returned
    return 0.0


@part(int64, int64, int64)
def _wanted(game, town, choice, act, does):
    """How often this turn; clues for Good Work Undone are all paid on the same visit."""
    wanted = times(game, town, choice, act, rate(game, town, choice, act, does))
    if act == ask.ACT_PAY and wanted > 0 and town.cards[game.rumor].effect == GOOD_WORK_UNDONE:
        return game.did[act] + 1
    return wanted


@part(int64, int64)
def next_act(game, town, choice, does):
    """The last of the acts listed that is still wanted, so that clues and items come before gates; else rest."""
    best = 0
    for i in range(1, choice.n):
        act = choice.options[i].a
        if game.did[act] < _wanted(game, town, choice, act, does):
            best = i
    return best


@part(int64)
def at_gate(game, town, choice):
    """An Elder Sign where there is one, else the check with more dice."""
    last = choice.n - 1
    if choice.options[last].a == ask.ELDER_SIGN:
        return last
    return ask.LORE if town.rates.lore >= town.rates.fight else ask.FIGHT


@part(int64)
def monster(game, town, choice):
    """One on a rumor's card first; none whose defeat brings doom while there is another."""
    best = 0
    for i in range(choice.n):
        if choice.options[i].b == ON_RUMOR:
            return i
        if choice.options[best].a == town.doom_per_kind:
            best = i
    return best


@part(int64)
def richest(game, town, choice):
    """The location with the most clues."""
    best = 0
    for i in range(1, choice.n):
        if game.clues[choice.options[i].a] > game.clues[choice.options[best].a]:
            best = i
    return best


@part(int64, int64)
def answer(game, town, choice, does):
    """The answer of a policy that `does` these things."""
    kind = choice.kind
    if kind == ask.TURN:
        return next_act(game, town, choice, does)
    if kind == ask.GATE:
        return at_gate(game, town, choice)
    if kind == ask.SEAL:
        return 1 if does & SEALING and times(game, town, choice, 32, town.rates.sealing) > 0 else 0
    if kind == ask.BEAT:
        return monster(game, town, choice)
    if kind == ask.GATHER:
        return richest(game, town, choice)
    if kind == ask.RUMOR:
        return 1
    if kind == ask.TROPHY:
        return choice.n - 1
    return 0
