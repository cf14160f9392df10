"""What a card text is worth, in Elder Signs: the judgement that deck building and policies share.

Worths are opinions, not facts: no rule depends on them.  The weights of the core game's icons
are one analyst's, judged by feel; those that only Alaska has are set beside them with a
reason each.  A policy that thinks otherwise multiplies them or walks ``deck.ops`` itself.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from sim.compiled import compiled
from sim.rules import operations as op
from sim.rules.state import ORDINARY, Deck, op_dtype, program_dtype

POINT = 1 / 12  # the analyst counts in twelfths of an Elder Sign

#: Elder Signs for each unit of an operation's amount; what is missing is worth nothing.
UNIT_WORTH = {
    op.SIGN: 1.0,
    op.DOOM: -1.1,
    op.SANITY: 0.75 * POINT,
    op.STAMINA: 0.75 * POINT,
    op.CLUE: 2 * POINT,  # the analyst says 1, but one more roll turns many an attempt
    op.COMMON_CARD: 2 * POINT,
    op.UNIQUE_CARD: 3 * POINT,
    op.SPELL_CARD: 4 * POINT,
    op.ALLY_CARD: 5 * POINT,
    op.SKILL_CARD: 4 * POINT,  # a card that stays
    op.TROPHY: POINT,
    op.SUPPLY_ICON: 0.75 * POINT,  # the last one lost costs a stamina
    op.SUPPLIES_TEXT: 0.6 * POINT,  # as above, without the substitute
    op.GATE: 6 * POINT,  # a card more to choose from, often with a sign
    op.MONSTER: -3 * POINT,
    op.MONSTER_HERE: -3 * POINT,
    op.MONSTER_ON_FREE_TASKS: -6 * POINT,  # two free tasks are usual
    op.STORM: -0.75 * POINT,  # its penalty is mild, but the fourth on a card is doom
    op.CLOCK: -1 / 6,
    op.EXPEDITIOUS: 1 / 6,  # a clock step saved
    op.REMOVE_MONSTER: 3 * POINT,
    op.DEFEAT: 4 * POINT,  # its trophy besides
    op.NEXT_SPECIAL: 0.6,  # the only way to Stage II
    op.STAGE_TWO: 1.0,  # the only way to Elder Signs
    op.FAIL_ATTEMPT: -4 * POINT,
    op.DISCARD_TERROR: -0.5 * POINT,
    op.SET_SANITY: -POINT,
    op.SET_STAMINA: -POINT,
    op.DEVOUR: -2.0,  # its doom, and all that the investigator held
    op.AWAKEN: -5.0,  # a battle against a full track
    op.GAIN_YELLOW: 2 * POINT,
    op.GAIN_RED: 3 * POINT,
    op.GAIN_YELLOW_EVEN_IF_LOCKED: 2 * POINT,
    op.REROLL: 0.3 * POINT,
    op.INVESTIGATION: -3 * POINT,  # on every card for a day
    op.LOCK: -3 * POINT,
    op.EXTRA_ADVENTURE: POINT,
    op.OMEN: 2 * POINT,  # a step to Stage II, and away from Legions
    op.AMULET: 5 * POINT,  # a die of Stage II
    op.LEGION: -4 * POINT,  # a monster of which four sink the ship
}
#: Operations whose amount is no number of things.
_ONCE = (op.SET_SANITY, op.SET_STAMINA, op.LOCK)
USUAL_DICE = 7  # six green ones, and one by an item where success matters
#: What focus adds to a plain chance p of success: this share of p (1 - p).
FOCUS = 0.5
#: How often the body of a composite acts, on average.
SHARE = np.ones(op.IF_MONSTER + 1)
SHARE[op.TERROR_EFFECT] = 0.5  # of a day's Mythos card
SHARE[op.PER_OTHER_WORLD] = 0.5  # in play
SHARE[op.IF_MONSTER] = 0.7


def _table(once: bool) -> np.ndarray:
    table = np.zeros(op.IF_MONSTER + 1)
    for code, worth in UNIT_WORTH.items():
        if (code in _ONCE) == once:
            table[code] = worth
    return table


PER_UNIT = _table(once=False)
PER_TEXT = _table(once=True)

_SOURCES = ("sim/rules/state.py", "sim/rules/operations.py", "sim/worth.py")
_Ops = types.Array(from_dtype(op_dtype), 1, "A", aligned=False)
boolean = types.boolean
_Decks = types.Array(Deck, 1, "C")
_Program = from_dtype(program_dtype)


@compiled(types.float64(_Ops, types.int64, types.int64, boolean), *_SOURCES)
def _of_body(ops, start, stop, best):
    """Worth of a stretch whose ops are weighed already: their sum, or the best of them."""
    total = -np.inf if best else 0.0
    i = start
    while i < stop:
        total = max(total, ops[i].worth) if best else total + ops[i].worth
        i += 1 + ops[i].size
    return total


@compiled(types.void(_Ops, types.int64), *_SOURCES)
def weigh_ops(ops, players):
    """Fill ``worth`` of all ops for a group of `players`.

    Bodies follow their op, so one pass from the end knows every body before its op.  Of
    alternatives the best counts; "each investigator" counts `players` times.
    """
    for i in range(len(ops) - 1, -1, -1):
        o = ops[i]
        if o.size == 0:
            o.worth = PER_UNIT[o.code] * o.amount + PER_TEXT[o.code]
            continue
        worth = _of_body(ops, i + 1, i + 1 + o.size, o.code == op.CHOOSE or o.code == op.SPLIT)
        if o.code == op.MAY:
            o.worth = max(worth, 0.0)
        else:
            o.worth = worth * SHARE[o.code] * (players if o.code == op.EACH else 1)


@compiled(types.float64(_Ops, _Program), *_SOURCES)
def _worth(ops, program):
    return _of_body(ops, program.start, program.start + program.size, False)


def program_worth(ops: np.ndarray, program: np.void, players: int = 1) -> float:
    """Worth in Elder Signs of one effect; 0 for an empty one.

    `ops` has dtype `op_dtype`, `program` is a record of `program_dtype`.
    """
    ops = ops.copy()
    weigh_ops(ops, players)
    return _worth(ops, program)


@compiled(types.int64(_Ops, _Program, types.int64, types.int64), *_SOURCES)
def _amount(ops, program, code, sign):
    """What an effect surely does of one operation to the active investigator, gains (`sign` 1) or losses (-1) alone."""
    total = 0
    i = program.start
    while i < program.start + program.size:
        o = ops[i]
        if o.code == code and o.amount * sign > 0 and o.target != op.ANY:
            total += o.amount * sign
        i += 1 if o.code == op.EACH else 1 + o.size
    return total


@compiled(types.void(_Decks), *_SOURCES)
def _fill_adventures(decks):
    d = decks[0]
    of_back = np.zeros((len(d.backs), 3))
    cards = np.zeros((len(d.backs), 3))
    for i in range(d.n_adventures):
        card = d.adventures[i]
        card.reward_worth = _worth(d.ops, card.reward)
        card.penalty_worth = _worth(d.ops, card.penalty)
        card.terror_worth = _worth(d.ops, card.terror)
        card.entry_worth = _worth(d.ops, card.entry)
        card.midnight_worth = _worth(d.ops, card.midnight)
        card.loses_sanity = _amount(d.ops, card.penalty, op.SANITY, -1)
        card.loses_stamina = _amount(d.ops, card.penalty, op.STAMINA, -1)
        card.signs = _amount(d.ops, card.reward, op.SIGN, 1)
        card.supplies = _amount(d.ops, card.reward, op.SUPPLY_ICON, 1)
        success = card.reward_worth + max(card.trophy, 0) * PER_UNIT[op.TROPHY]
        p = card.chance[0, USUAL_DICE]
        p += FOCUS * p * (1 - p)
        card.attempt_worth = card.entry_worth + p * success + (1 - p) * (card.penalty_worth + card.terror_worth)
        if card.kind == ORDINARY:
            of_back[card.back, card.stage] += card.attempt_worth
            cards[card.back, card.stage] += 1
    for i in range(len(d.backs)):
        for stage in range(3):
            d.backs[i].attempt_worth[stage] = of_back[i, stage] / max(cards[i, stage], 1)


@compiled(types.void(_Decks), *_SOURCES)
def fill_worths(decks):
    """Fill every field of ``decks[0]`` that is a judgement or a summary of effects: all that deck building calls.

    The effects and the chances must be there.
    """
    d = decks[0]
    weigh_ops(d.ops, d.players)
    for i in range(len(d.backs)):
        back = d.backs[i]
        back.arrive_worth = _worth(d.ops, back.arrive)
        back.midnight_worth = _worth(d.ops, back.midnight)
    for i in range(d.n_monsters):
        monster = d.monsters[i]
        monster.collected_worth = _worth(d.ops, monster.collected)
        monster.cost_worth = _worth(d.ops, monster.cost)
        monster.midnight_worth = _worth(d.ops, monster.midnight)
    for i in range(d.n_items):
        effect = d.items[i].effect
        yellow = _amount(d.ops, effect, op.GAIN_YELLOW, 1) + _amount(d.ops, effect, op.GAIN_YELLOW_EVEN_IF_LOCKED, 1)
        red = _amount(d.ops, effect, op.GAIN_RED, 1)
        d.items[i].gives = (1 if yellow > 0 else 0) + (2 if red > 0 else 0)
    for i in range(d.n_mythos):
        d.mythos[i].top_worth = _worth(d.ops, d.mythos[i].top)
        d.mythos[i].bottom_worth = _worth(d.ops, d.mythos[i].bottom)
    total = 0.0
    for i in range(d.n_storms):
        d.storms[i].penalty_worth = _worth(d.ops, d.storms[i].penalty)
        total += d.storms[i].penalty_worth
    d.storm_worth = total / max(d.n_storms, 1)
    _fill_adventures(decks)
