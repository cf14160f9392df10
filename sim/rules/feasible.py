"""Can an effect be carried out, and would it do anything? (A-9.4, A-12.4, C-1.18, C-13.14)"""

from __future__ import annotations

from sim.rules import operations as op
from sim.rules.alaska.storms import storm_spaces
from sim.rules.compile import boolean, int64, rule
from sim.rules.dice import count, pool
from sim.rules.hands import of_class
from sim.rules.investigators import can_regain, in_play
from sim.rules.monsters import cup_size, undefeated
from sim.rules.pool import can_grant
from sim.rules.state import COMMONS, MAX_PLAYERS, OTHER_WORLDS, RED_DIE, STAGE_I, STAGE_II, YELLOW_DIE

_EVERYBODY = (1 << MAX_PLAYERS) - 1
SPLIT_GROUP_TEST, EITHER_TEST, WHOLE_TEST = range(3)  # C-1.18, A-9.4: how strict


@rule(boolean, int64, int64, int64)
def _can_lose(t, code, n, player):
    me = t.game.investigators[player]
    if code == op.CLUE:
        return me.clues >= n
    if code == op.TROPHY:
        return me.trophies >= n
    if op.COMMON_CARD <= code <= op.ALLY_CARD:
        return of_class(t, player, code - op.COMMON_CARD) >= n
    return True


@rule(boolean, int64, int64, int64, int64)
def can_do(t, code, amount, player, test):
    """Can one simple operation be carried out in full?

    Losing sanity or stamina, adding doom, Lost Elder Sign and Lost Supply always can;
    storms, monsters and gains are limited only for the bottom option of a Mythos card.
    """
    g = t.game
    if amount < 0:
        if code == op.DOOM:
            return g.doom >= -amount
        if code == op.SUPPLIES_TEXT:
            return g.supplies >= -amount
        return _can_lose(t, code, -amount, player)
    if code == op.REMOVE_MONSTER or code == op.DEFEAT:
        return undefeated(t) >= amount
    if test == SPLIT_GROUP_TEST:
        return True
    if op.COMMON_CARD <= code <= op.ALLY_CARD:
        return g.deck_size[COMMONS + code - op.COMMON_CARD] >= amount
    if code == op.GATE:
        return g.deck_size[OTHER_WORLDS] >= amount
    if code == op.EXTRA_ADVENTURE:
        return g.deck_size[STAGE_II if g.stage == 2 else STAGE_I] >= amount
    if test == WHOLE_TEST and code == op.STORM:
        return g.pile >= amount and storm_spaces(t) >= amount
    if test == WHOLE_TEST and code == op.MONSTER:
        return cup_size(t) >= amount
    return True


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
def _in_play(t):
    players = 0
    for p in range(t.deck.players):
        if in_play(t, p):
            players |= 1 << p
    return players


@rule(boolean, int64, int64, int64)
def _cards_for(t, first, size, n):
    """Are there cards enough for n investigators to gain what a stretch gives to each?"""
    i = first
    while i < first + size:
        o = t.deck.ops[i]
        if op.COMMON_CARD <= o.code <= op.ALLY_CARD:
            if t.game.deck_size[COMMONS + o.code - op.COMMON_CARD] < n * o.amount:
                return False
        i += 1 + o.size
    return True


@rule(int64, int64, int64, int64)
def _for_whom(t, i, base, test):
    """For which players, as a set, op i with its body can be carried out; its body is known already."""
    o = t.deck.ops[i]
    if o.code == op.BRANCH:
        return _together(t, i + 1, o.size, base, False)
    if o.code == op.CHOOSE or o.code == op.SPLIT:
        return _together(t, i + 1, o.size, base, True)
    if o.code == op.EACH:
        everybody = _in_play(t)
        if test != SPLIT_GROUP_TEST and not _cards_for(t, i + 1, o.size, count(everybody)):
            return 0
        return _EVERYBODY if _together(t, i + 1, o.size, base, False) & everybody == everybody else 0
    if o.size > 0:
        return _EVERYBODY
    players = 0
    for p in range(t.deck.players):
        if can_do(t, o.code, o.amount, p, test):
            players |= 1 << p
    return players


@rule(boolean, int64, int64, int64, int64, boolean)
def fulfils(t, start, size, player, test, any_part):
    """Can a stretch of ops be carried out: all of it, or with `any_part` at least one of it?

    Bodies follow their op, so one pass from the end knows every body before its op.
    """
    if size == 0:
        return True
    for i in range(start + size - 1, start - 1, -1):
        t.hidden.feasible[i - start] = _for_whom(t, i, start, test)
    return (_together(t, start, size, start, any_part) >> player) & 1 == 1


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
    if op.COMMON_CARD <= code <= op.ALLY_CARD and o.amount > 0:
        return g.deck_size[COMMONS + code - op.COMMON_CARD] > 0
    return o.size == 0 and code != op.BRANCH


@rule(boolean, int64, int64, int64)
def does_something(t, start, size, player):
    """Would using a card with this effect change anything? (C-13.14)"""
    for i in range(start, start + size):
        if _useful(t, i, player):
            return True
    return False
