"""Tasks: which rows are open, and every legal way to fill one with dice (C-6).

Usable dice are grouped by place, colour and face, so equal dice give one option.  A way to
fill a row is a set of dice that takes the lowest of each group first; the search is
exhaustive (C-6.7).
"""

from __future__ import annotations

import numpy as np
from numba import types

from sim.rules.choices import option
from sim.rules.compile import boolean, int64, kernel, rule, void
from sim.rules.dice import SYMBOLS, VALUES, count
from sim.rules.monsters import waits_on_row
from sim.rules.state import (
    BOTTOM,
    DICE,
    EMPTY_TASK,
    LOCKED_DICE_AND_NO_MYTHOS,
    LORE,
    MAX_FOUND,
    MAX_INVESTIGATION,
    MAX_NEEDS,
    MAX_OPEN,
    ON_CARD,
    ON_MARKER,
    ON_SPELL,
    PARTIAL_TASK,
    PERIL,
    POOL,
    TERROR,
    WILD,
    YELLOW_DIE,
    Requirement,
)

GREEN_DICE = 63  # dice 0..5, as a set
#: Faces by their investigation, those without any last (0: not rolled yet).
HIGHEST_FIRST = np.array([WILD, 4, 3, 2, 1, LORE, PERIL, TERROR, 0], dtype=np.int8)
#: Masks of symbols in the order in which needs are filled: pure ones, then those of two, then of three.
PURE_FIRST = np.array([1, 2, 4, 3, 5, 6, 7], dtype=np.int8)
#: By face: 1 in the 8 bits from 8 m on for each mask m of symbols that the face can be.
SHOWN = np.array([sum(1 << 8 * m for m in range(1, 8) if m & can_be) for can_be in SYMBOLS.tolist()])
_GREEN_BEST, _OTHER_BEST = 3, 4  # highest investigation a green, a yellow or red die can show
_ANY_SYMBOL, _NO_TERROR = 7, 3  # symbols that a green or red die, or the yellow one, can show


# --- rows ------------------------------------------------------------------------------
@kernel(types.void(Requirement, Requirement))
def add_requirement(to, more):
    """Ask for `more` besides what `to` asks for already, in one roll."""
    for m in range(8):
        to.symbols[m] += more.symbols[m]
    k = 0
    for i in range(MAX_INVESTIGATION):
        if more.investigation[i] > 0:
            while k < MAX_INVESTIGATION - 1 and to.investigation[k] > 0:
                k += 1
            to.investigation[k] = more.investigation[i]
    to.sanity += more.sanity
    to.stamina += more.stamina
    to.clock += more.clock


@kernel(types.void(Requirement))
def clear_requirement(requirement):
    """Ask for nothing."""
    for m in range(8):
        requirement.symbols[m] = 0
    for i in range(MAX_INVESTIGATION):
        requirement.investigation[i] = 0
    requirement.sanity = 0
    requirement.stamina = 0
    requirement.clock = 0


@rule(void, int64, int64)
def _new_row(t, printed, monster):
    a = t.game.attempt
    row = a.rows[a.n_rows]
    clear_requirement(row.requirement)
    row.printed = printed
    row.monster = monster
    row.done = 0
    a.n_rows += 1


@rule(void, int64)
def _printed_row(t, i):
    """The row of printed task i, with what a monster on it replaces (C-11.7)."""
    g = t.game
    a = g.attempt
    task = t.deck.adventures[g.slots[a.slot].card].tasks[i]
    monster = waits_on_row(t, a.slot, i)
    if task.monster_task == EMPTY_TASK and monster < 0:
        return
    _new_row(t, i, -1)
    row = a.rows[a.n_rows - 1]
    row.done = (a.rows_done >> i) & 1
    if monster < 0:
        boxed_done = (a.boxes_done >> i) & 1 == 1
        add_requirement(row.requirement, task.uncovered if boxed_done else task.full)
        return
    if task.monster_task == PARTIAL_TASK:
        add_requirement(row.requirement, task.uncovered)
    if g.monsters[monster].defeated == 1:  # C-11.16: what it covers is done
        if task.monster_task != PARTIAL_TASK:
            row.done = 1
    else:
        row.monster = monster
        add_requirement(row.requirement, t.deck.monsters[monster].task)


@rule(void)
def build_rows(t):
    """List the rows of the card under attempt: printed ones, then monsters below (C-1.8, C-11.8)."""
    g = t.game
    a = g.attempt
    a.n_rows = 0
    a.rows_changed = 0
    slot = g.slots[a.slot]
    for i in range(t.deck.adventures[slot.card].n_tasks):
        _printed_row(t, i)
    if slot.monsters == 0:
        return
    for m in range(t.deck.n_monsters):
        marker = g.monsters[m]
        if marker.where == ON_CARD and marker.at == a.slot and marker.row == BOTTOM and marker.defeated == 0:
            _new_row(t, -1, m)
            add_requirement(a.rows[a.n_rows - 1].requirement, t.deck.monsters[m].task)


@rule(boolean)
def all_done(t):
    """Is no task of the card under attempt open? (C-5.9, C-5.18)"""
    a = t.game.attempt
    if a.rows_changed == 1:
        build_rows(t)
    for r in range(a.n_rows):
        if a.rows[r].done == 0:
            return False
    return True


@rule(boolean)
def nothing_left(t):
    """In an attempt: did an effect take the last open task away? (C-5.16, R:LAST_TASK_GONE)"""
    return t.game.attempt.slot >= 0 and t.deck.rulings.last_task_gone == 0 and all_done(t)


# --- usable dice -----------------------------------------------------------------------
@rule(void)
def sort_dice(t):
    """Sort the dice that may fill a task now by face: the pool, dice on any spell, dice on markers (C-6.3)."""
    m = t.hidden.matching
    m.n = 0
    for face in range(WILD + 1):
        m.of_face[face] = 0
    pool = 0
    shown = 0
    investigation = 0
    for d in range(DICE):
        die = t.game.dice[d]
        if die.place == POOL:
            pool |= 1 << d
        elif die.place != ON_SPELL and die.place != ON_MARKER:
            continue
        m.of_face[die.face] |= 1 << d
        shown += SHOWN[die.face]
        investigation += VALUES[die.face]
    m.pool = pool
    m.shown = shown
    m.investigation = investigation


@rule(void, int64, int64)
def _add_group(t, dice, face):
    m = t.hidden.matching
    m.dice[m.n] = dice
    m.value[m.n] = VALUES[face]
    m.symbols[m.n] = SYMBOLS[face]
    m.n += 1


@rule(void)
def _group_dice(t):
    """Group the sorted dice: equal green dice of the pool are one group, every other die is one of its own."""
    m = t.hidden.matching
    for face in HIGHEST_FIRST:
        dice = m.of_face[face]
        green = dice & m.pool & GREEN_DICE
        if green != 0:
            _add_group(t, green, face)
        rest = dice & ~green
        while rest != 0:
            die = rest & -rest
            _add_group(t, die, face)
            rest &= ~die


# --- filling ---------------------------------------------------------------------------
@rule(void, Requirement, int64)
def list_needs(t, requirement, bonus):
    """What a row needs, one entry a symbol: pure symbols, split ones, then investigation."""
    m = t.hidden.matching
    n = 0
    for mask in PURE_FIRST:
        for _ in range(requirement.symbols[mask]):
            if n < MAX_NEEDS:
                m.symbol[n] = mask
                m.number[n] = 0
                n += 1
    for i in range(MAX_INVESTIGATION):
        if requirement.investigation[i] > 0 and n < MAX_NEEDS:
            m.symbol[n] = 0
            m.number[n] = requirement.investigation[i] + bonus  # C-6.13
            n += 1
    m.n_needs = n


@rule(void, int64, int64, int64, int64)
def _try_later(t, need, group, total, used):
    m = t.hidden.matching
    if m.n_open < MAX_OPEN:
        o = m.open[m.n_open]
        o.need = need
        o.group = group
        o.total = total
        o.used = used
        m.n_open += 1


@rule(void, int64)
def _found(t, used):
    """Note a way to fill the row, once."""
    m = t.hidden.matching
    for k in range(m.n_found):
        if m.found[k] == used:
            return
    if m.n_found < MAX_FOUND:
        m.found[m.n_found] = used
        m.n_found += 1


@rule(void, int64, int64, int64, int64)
def _extend(t, need, group, total, used):
    """Try every die for need number `need`, from `group` on; `total` is its investigation so far.

    Groups come with the highest investigation first, so a sum reaches its number with its
    smallest die last: every set of dice found is irreducible (C-6.6).
    """
    m = t.hidden.matching
    symbol = m.symbol[need]
    for i in range(group, m.n):
        free = m.dice[i] & ~used
        if free == 0:
            continue
        more = used | (free & -free)
        if symbol != 0:
            if m.symbols[i] & symbol != 0:
                same = need + 1 < m.n_needs and m.symbol[need + 1] == symbol
                _try_later(t, need + 1, i if same else 0, 0, more)
            continue
        if m.value[i] == 0:
            return
        reached = total + m.value[i]
        if reached >= m.number[need]:
            _try_later(t, need + 1, 0, 0, more)
        if reached < m.number[need] or t.deck.rulings.excess_dice == 1:  # R:EXCESS_DICE=ANY
            _try_later(t, need, i, reached, more)


@rule(boolean, Requirement)
def _plainly_short(t, requirement):
    """Do the sorted dice lack a symbol or investigation, whatever way they are laid?"""
    m = t.hidden.matching
    for symbols in range(1, 8):
        if requirement.symbols[symbols] > (m.shown >> (8 * symbols)) & 255:
            return True
    total = 0
    for i in range(MAX_INVESTIGATION):
        if requirement.investigation[i] == 0:
            break
        total += requirement.investigation[i]
    return total > m.investigation


@rule(int64, Requirement, int64)
def ways(t, requirement, bonus):
    """Find all ways to fill a requirement with the sorted dice; their number."""
    m = t.hidden.matching
    m.n_found = 0
    if _plainly_short(t, requirement):
        return 0
    if m.n == 0:
        _group_dice(t)
    list_needs(t, requirement, bonus)
    m.n_open = 0
    _try_later(t, 0, 0, 0, 0)
    while m.n_open > 0:
        m.n_open -= 1
        o = m.open[m.n_open]
        need, used = o.need, o.used
        if need == m.n_needs:
            _found(t, used)
        else:
            _extend(t, need, o.group, o.total, used)
    return m.n_found


@rule(int64)
def investigation_bonus(t):
    """What the current Mythos card adds to every investigation requirement (C-6.13)."""
    g = t.game
    if g.investigation_bonus == 0:
        return 0
    card = g.investigators[g.active].card
    if card >= 0 and t.deck.investigators[card].ability == LOCKED_DICE_AND_NO_MYTHOS:
        return 0
    return g.investigation_bonus


@rule(boolean, int64)
def in_order(t, row):
    """On an ordered card printed rows go from top to bottom, monsters below them last (C-6.2)."""
    a = t.game.attempt
    if t.deck.adventures[t.game.slots[a.slot].card].ordered == 0:
        return True
    for r in range(row):
        if a.rows[r].done == 0 and a.rows[r].printed >= 0:
            return False
    return True


@rule(void, int64, int64, int64, int64)
def offer_row(t, row, stamina_card, sanity_card, bonus):
    """Offer every way to complete a row, with the cards that pay its costs in part (C-6.8, C-6.9)."""
    g = t.game
    requirement = g.attempt.rows[row].requirement
    me = g.investigators[g.active]
    n = ways(t, requirement, bonus)
    for pay_stamina in range(2 if stamina_card >= 0 and requirement.stamina > 0 else 1):
        for pay_sanity in range(2 if sanity_card >= 0 and requirement.sanity > 0 else 1):
            if requirement.stamina > 0 and me.stamina - requirement.stamina + pay_stamina <= 0:
                continue
            if requirement.sanity > 0 and me.sanity - requirement.sanity + pay_sanity <= 0:
                continue
            for k in range(n):
                used = t.hidden.matching.found[k]
                option(
                    t,
                    row,
                    stamina_card if pay_stamina == 1 else -1,
                    sanity_card if pay_sanity == 1 else -1,
                    count(used & t.hidden.matching.pool),
                    used,
                )


@rule(void)
def offer_battle_task(t):
    """Offer every way to fill the Ancient One's combat task (C-17.3)."""
    n = ways(t, t.deck.ancient_one.task, 0)
    for k in range(n):
        used = t.hidden.matching.found[k]
        option(t, 0, 0, 0, count(used & t.hidden.matching.pool), used)


# --- R:AUTO_FAIL -----------------------------------------------------------------------
@rule(void, int64, int64, int64)
def _extend_hopefully(t, need, total, used):
    """Like `_extend`, with pool dice showing whatever they can show."""
    m = t.hidden.matching
    for i in range(m.n):
        free = m.dice[i] & ~used
        if free == 0:
            continue
        more = used | (free & -free)
        rolls = m.dice[i] & m.pool != 0
        if m.symbol[need] != 0:
            shows = (_NO_TERROR if m.dice[i] == 1 << YELLOW_DIE else _ANY_SYMBOL) if rolls else m.symbols[i]
            if shows & m.symbol[need] != 0:
                _try_later(t, need + 1, 0, 0, more)
            continue
        best = _GREEN_BEST if m.dice[i] <= GREEN_DICE else _OTHER_BEST
        value = best if rolls else m.value[i]
        if total + value >= m.number[need]:
            _try_later(t, need + 1, 0, 0, more)
        elif value > 0:
            _try_later(t, need, 0, total + value, more)


@rule(boolean)
def _might_fill(t):
    """Could the grouped dice, with whatever they may yet show, fill the listed needs?"""
    m = t.hidden.matching
    m.n_open = 0
    _try_later(t, 0, 0, 0, 0)
    while m.n_open > 0:
        m.n_open -= 1
        o = m.open[m.n_open]
        need, total, used = o.need, o.total, o.used
        if need == m.n_needs:
            return True
        _extend_hopefully(t, need, total, used)
    return False


@rule(boolean)
def hopeless(t):
    """Can the remaining dice not possibly complete any open task? (R:AUTO_FAIL)"""
    a = t.game.attempt
    sort_dice(t)
    _group_dice(t)
    bonus = investigation_bonus(t)
    for r in range(a.n_rows):
        if a.rows[r].done == 0 and in_order(t, r):
            list_needs(t, a.rows[r].requirement, bonus)
            if _might_fill(t):
                return False
    return True
