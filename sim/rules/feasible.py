"""Can an effect be carried out, and would it do anything? (A-9.4, A-12.4, C-1.18, C-13.14)"""

from __future__ import annotations

from sim.rules import operations as op
from sim.rules.alaska.storms import storm_spaces
from sim.rules.compile import boolean, int64, rule
from sim.rules.dice import pool
from sim.rules.hands import of_class
from sim.rules.investigators import can_regain, in_play
from sim.rules.monsters import cup_size, undefeated
from sim.rules.pool import can_grant
from sim.rules.state import COMMONS, OTHER_WORLDS, RED_DIE, YELLOW_DIE

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


@rule(boolean, int64, int64, int64, int64, int64)
def can_do(t, code, amount, target, player, test):
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
        if target == op.EACH_ONE:
            for p in range(t.deck.players):
                if in_play(t, p) and not _can_lose(t, code, -amount, p):
                    return False
            return True
        return _can_lose(t, code, -amount, player)
    if code == op.REMOVE_MONSTER or code == op.DEFEAT:
        return undefeated(t) >= amount
    if test == SPLIT_GROUP_TEST:
        return True
    if op.COMMON_CARD <= code <= op.ALLY_CARD:
        return g.deck_size[COMMONS + code - op.COMMON_CARD] >= amount
    if code == op.GATE:
        return g.deck_size[OTHER_WORLDS] >= amount
    if test == WHOLE_TEST and code == op.STORM:
        return g.pile >= amount and storm_spaces(t) >= amount
    if test == WHOLE_TEST and code == op.MONSTER:
        return cup_size(t) >= amount
    return True


@rule(boolean, int64, int64, int64, int64, boolean)
def fulfils(t, start, size, player, test, any_part):
    """Can a stretch of ops be carried out: all of it, or with `any_part` at least one of it?"""
    i = start
    end = start + size
    while i < end:
        o = t.deck.ops[i]
        fine = True
        if o.code == op.CHOOSE or o.code == op.SPLIT:
            fine = False
            j = i + 1
            while j < i + 1 + o.size:
                if fulfils(t, j + 1, t.deck.ops[j].size, player, test, False):
                    fine = True
                j += 1 + t.deck.ops[j].size
        elif o.code == op.EACH:
            for p in range(t.deck.players):
                if in_play(t, p) and not fulfils(t, i + 1, o.size, p, test, False):
                    fine = False
        elif o.size == 0:
            fine = can_do(t, o.code, o.amount, o.target, player, test)
        if fine == any_part:
            return fine
        i += 1 + o.size
    return not any_part or size == 0


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


@rule(boolean, int64, int64, int64)
def does_something(t, start, size, player):
    """Would using a card with this effect change anything? (C-13.14)"""
    g = t.game
    i = start
    while i < start + size:
        o = t.deck.ops[i]
        useful = True
        if o.code == op.SANITY or o.code == op.STAMINA:
            useful = _regains(t, o.code, o.amount, o.target, player)
        elif o.code == op.GAIN_YELLOW or o.code == op.GAIN_YELLOW_EVEN_IF_LOCKED:
            useful = can_grant(t, YELLOW_DIE, 1 if o.code == op.GAIN_YELLOW_EVEN_IF_LOCKED else 0)
        elif o.code == op.GAIN_RED:
            useful = can_grant(t, RED_DIE, 0)
        elif o.code == op.REROLL:
            useful = pool(t) != 0
        elif o.code == op.DEFEAT or o.code == op.REMOVE_MONSTER:
            useful = undefeated(t) > 0
        elif o.code == op.DOOM and o.amount < 0:
            useful = g.doom > 0
        elif op.COMMON_CARD <= o.code <= op.ALLY_CARD and o.amount > 0:
            useful = g.deck_size[COMMONS + o.code - op.COMMON_CARD] > 0
        elif o.code == op.CHOOSE:
            useful = False
            j = i + 1
            while j < i + 1 + o.size:
                if does_something(t, j + 1, t.deck.ops[j].size, player):
                    useful = True
                j += 1 + t.deck.ops[j].size
        if useful:
            return True
        i += 1 + o.size
    return False
