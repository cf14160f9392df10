"""Can an effect be carried out, and would it do anything? (A-9.4, A-12.4, C-1.18, C-13.14)"""

from __future__ import annotations

from sim.rules import operations as op
from sim.rules.alaska.storms import storm_spaces
from sim.rules.compile import boolean, int64, rule
from sim.rules.decks import deck_of
from sim.rules.dice import count, pool
from sim.rules.hands import of_class
from sim.rules.investigators import can_regain, concerned
from sim.rules.monsters import cup_size, undefeated
from sim.rules.pool import can_grant
from sim.rules.rlyeh.amulet import tokens_of_group
from sim.rules.rlyeh.legion import omen_can_advance, stockpile
from sim.rules.state import (
    AMULET_TOKENS,
    MAX_PLAYERS,
    OTHER_WORLD,
    OTHER_WORLDS,
    RED_DIE,
    STAGE_I,
    STAGE_II,
    YELLOW_DIE,
)

_EVERYBODY = (1 << MAX_PLAYERS) - 1
PART_TEST, WHOLE_TEST = range(2)  # and C-1.18, A-9.4: how strict
ENDLESS = 1 << 14  # more than any text asks for


@rule(boolean, int64)
def concerns_investigator(t, code):
    """Is this operation done to one investigator?"""
    return op.SANITY <= code <= op.SUPPLY_ICON or op.SET_SANITY <= code <= op.DEVOUR or code == op.REROLL


@rule(int64)
def other_worlds(t):
    """Other Worlds in play."""
    n = 0
    for slot in range(t.game.n_slots):
        if t.game.slots[slot].kind == OTHER_WORLD:
            n += 1
    return n


# --- one operation ------------------------------------------------------------------------
@rule(int64, int64, int64)
def _owned(t, code, player):
    """How much of what an operation takes from an investigator he has."""
    me = t.game.investigators[player]
    if code == op.CLUE:
        return me.clues
    if code == op.TROPHY:
        return me.trophies
    if op.COMMON_CARD <= code <= op.SKILL_CARD:
        return of_class(t, player, code - op.COMMON_CARD)
    return ENDLESS


@rule(int64, int64, boolean, int64)
def _in_stock(t, code, loses, test):
    """How much of what an operation takes from the table there is.

    Adding doom, Lost Elder Sign and Lost Supply always can be carried out; storms and monsters
    are limited only for the bottom option of a Mythos card.
    """
    g = t.game
    if loses:
        if code == op.DOOM:
            return g.doom
        if code == op.AMULET:
            return tokens_of_group(t)
        return g.supplies if code == op.SUPPLIES_TEXT else ENDLESS
    if code == op.REMOVE_MONSTER or code == op.DEFEAT:
        return undefeated(t)
    if op.COMMON_CARD <= code <= op.SKILL_CARD:
        return g.deck_size[deck_of(code - op.COMMON_CARD)]
    if code == op.GATE:
        return g.deck_size[OTHER_WORLDS]
    if code == op.EXTRA_ADVENTURE:
        return g.deck_size[STAGE_II if g.stage == 2 else STAGE_I]
    if test == WHOLE_TEST and code == op.STORM:
        return min(g.pile, storm_spaces(t))
    if test == WHOLE_TEST and code == op.LEGION:
        return stockpile(t)
    return cup_size(t) if test == WHOLE_TEST and code == op.MONSTER else ENDLESS


@rule(boolean, int64, int64, int64)
def can_do(t, i, player, test):
    """Can the simple operation at place i be carried out in full, by itself?

    What is addressed to an investigator who is not there cannot (C-16.6); Lost Supply always can.
    """
    o = t.deck.ops[i]
    loses = o.amount < 0
    if not concerns_investigator(t, o.code) or not loses:
        if _in_stock(t, o.code, loses, test) < abs(o.amount):
            return False
    if not concerns_investigator(t, o.code) or o.code == op.SUPPLY_ICON:
        return True
    if o.target == op.ACTOR:
        return concerned(t, player) and (not loses or _owned(t, o.code, player) >= -o.amount)
    total = 0
    for p in range(t.deck.players):
        if concerned(t, p):
            total += _owned(t, o.code, p)
    return not loses or total >= -o.amount


# --- whole texts --------------------------------------------------------------------------
@rule(int64, int64, int64, int64, boolean)
def _together(t, first, size, base, any_one):
    """Players for whom all ops of a stretch can be carried out, or at least one of them."""
    players = 0 if any_one else _EVERYBODY
    i = first
    while i < first + size:
        value = t.hidden.feasible[i - base]
        players = players | value if any_one else players & value
        i += 1 + t.deck.ops[i].size
    return players


@rule(int64)
def _concerned(t):
    """The players whose investigators the running effect concerns, as a set."""
    players = 0
    for p in range(t.deck.players):
        if concerned(t, p):
            players |= 1 << p
    return players


@rule(int64, int64, int64, int64)
def _for_whom(t, i, base, test):
    """For which players, as a set, op i with its body can be carried out; its body is known already."""
    o = t.deck.ops[i]
    if o.code == op.BRANCH:
        return _together(t, i + 1, o.size, base, False)
    if o.code == op.CHOOSE or o.code == op.SPLIT:
        return _together(t, i + 1, o.size, base, True)
    if o.code == op.EACH:
        everybody = _concerned(t)
        return _EVERYBODY if _together(t, i + 1, o.size, base, False) & everybody == everybody else 0
    if o.size > 0:
        return _EVERYBODY
    players = 0
    for p in range(t.deck.players):
        if can_do(t, i, p, test):
            players |= 1 << p
    return players


@rule(int64, int64, int64, int64, boolean)
def _of_body(t, first, size, base, least):
    """What the ops of a body ask for together, or the one that asks for least."""
    total = ENDLESS if least else 0
    i = first
    while i < first + size:
        value = t.hidden.asked[i - base]
        total = min(total, value) if least else total + value
        i += 1 + t.deck.ops[i].size
    return total


@rule(int64, int64, boolean)
def _times(t, code, from_stock):
    """How often a composite carries its body out; nothing is asked for by what is optional or comes later."""
    if code == op.EACH:
        return count(_concerned(t)) if from_stock else 1
    if code == op.PER_OTHER_WORLD:
        return other_worlds(t)
    if code == op.IF_MONSTER:
        return 1 if undefeated(t) > 0 else 0
    return 1 if code == op.BRANCH else 0


@rule(int64, int64, int64, int64, boolean, boolean)
def _asked_for(t, start, size, code, loses, from_stock):
    """How much of one thing a text asks for in all: of the table's stock, or of the acting investigator."""
    for i in range(start + size - 1, start - 1, -1):
        o = t.deck.ops[i]
        if o.code == op.CHOOSE or o.code == op.SPLIT:
            value = _of_body(t, i + 1, o.size, start, True)
        elif o.size > 0:
            value = min(ENDLESS, _times(t, o.code, from_stock) * _of_body(t, i + 1, o.size, start, False))
        else:
            same = o.code == code and (o.amount < 0) == loses and (from_stock or o.target == op.ACTOR)
            value = abs(o.amount) if same else 0
        t.hidden.asked[i - start] = value
    return _of_body(t, start, size, start, False)


@rule(boolean, int64, int64, int64, int64)
def _enough(t, start, size, player, test):
    """Is there enough for all operations of a text that take from the same (A-9.4)?"""
    for i in range(start, start + size):
        o = t.deck.ops[i]
        if o.size > 0 or o.code == op.BRANCH:
            continue
        loses = o.amount < 0
        from_stock = not (loses and concerns_investigator(t, o.code))
        if from_stock:
            there_is = _in_stock(t, o.code, loses, test)
        else:
            there_is = _owned(t, o.code, player) if concerned(t, player) else ENDLESS
        if there_is < ENDLESS and _asked_for(t, start, size, o.code, loses, from_stock) > there_is:
            return False
    return True


@rule(boolean, int64, int64, int64, int64, boolean)
def fulfils(t, start, size, player, test, any_part):
    """Can a stretch of ops be carried out: all of it, or with `any_part` at least one of it?

    Bodies follow their op, so one pass from the end knows every body before its op.
    """
    if size == 0:
        return True
    for i in range(start + size - 1, start - 1, -1):
        t.hidden.feasible[i - start] = _for_whom(t, i, start, test)
    if (_together(t, start, size, start, any_part) >> player) & 1 == 0:
        return False
    return any_part or _enough(t, start, size, player, test)


# --- would it do anything? ------------------------------------------------------------------
@rule(boolean, int64, int64, int64, int64)
def _regains(t, code, amount, target, player):
    stat = 0 if code == op.SANITY else 1
    if amount < 0:
        return True
    if target == op.ACTOR:
        return can_regain(t, player, stat)
    for p in range(t.deck.players):
        if can_regain(t, p, stat):
            return True
    return False


@rule(boolean, int64, int64)
def _useful(t, i, player):
    """Would one op change anything?"""
    g = t.game
    o = t.deck.ops[i]
    code = o.code
    if code == op.SANITY or code == op.STAMINA:
        return _regains(t, code, o.amount, o.target, player)
    if code == op.GAIN_YELLOW or code == op.GAIN_YELLOW_EVEN_IF_LOCKED:
        return can_grant(t, YELLOW_DIE, 1 if code == op.GAIN_YELLOW_EVEN_IF_LOCKED else 0)
    if code == op.GAIN_RED:
        return can_grant(t, RED_DIE, 0)
    if code == op.REROLL:
        return pool(t) != 0
    if code == op.DEFEAT or code == op.REMOVE_MONSTER:
        return undefeated(t) > 0
    if code == op.DOOM and o.amount < 0:
        return g.doom > 0
    if op.COMMON_CARD <= code <= op.SKILL_CARD and o.amount > 0:
        return g.deck_size[deck_of(code - op.COMMON_CARD)] > 0
    if code == op.AMULET:
        return tokens_of_group(t) > 0 if o.amount < 0 else tokens_of_group(t) < AMULET_TOKENS
    if code == op.OMEN and o.amount > 0:
        return omen_can_advance(t)
    return o.size == 0 and code != op.BRANCH


@rule(boolean, int64, int64, int64)
def does_something(t, start, size, player):
    """Would using a card with this effect change anything? (C-13.14)"""
    for i in range(start, start + size):
        if _useful(t, i, player):
            return True
    return False
