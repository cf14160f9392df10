"""Monsters: where they appear, how they leave (C-11)."""

from __future__ import annotations

from sim.chance import below, word
from sim.rules.chance import CUP_WORD
from sim.rules.choices import FLIP_MONSTER, PLACE_MONSTER, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.locks import has_lock, open_locks, shut_lock
from sim.rules.log import MONSTER_APPEARED, MONSTER_DEFEATED, MONSTER_REMOVED, observe
from sim.rules.state import (
    BOTTOM,
    IN_CUP,
    IN_STOCKPILE,
    LEGION,
    LOCK_OF_MONSTER,
    MISSION,
    NO_CARD,
    NO_MONSTER_TASK,
    NO_MONSTERS_NO_TERROR,
    ON_CARD,
    PARTIAL_TASK,
    SPECIAL,
)


@rule(int64, int64, int64)
def waits_on_row(t, slot, row):
    """The marker on a monster task, defeated or not, or -1."""
    if t.game.slots[slot].monsters == 0:
        return -1
    for m in range(t.deck.n_monsters):
        marker = t.game.monsters[m]
        if marker.where == ON_CARD and marker.at == slot and marker.row == row:
            return m
    return -1


@rule(boolean, int64, int64)
def _is_free_task(t, slot, row):
    """A vacant monster task not yet completed in the running attempt (C-11.2, C-11.6, C-11.16)."""
    g = t.game
    s = g.slots[slot]
    if s.faceup == 0 or s.kind == NO_CARD or s.kind == SPECIAL:
        return False
    if t.deck.adventures[s.card].tasks[row].monster_task == NO_MONSTER_TASK:
        return False
    if g.attempt.slot == slot and ((g.attempt.rows_done | g.attempt.boxes_done) >> row) & 1 == 1:
        return False
    return waits_on_row(t, slot, row) < 0


@rule(void, int64)
def _offer_free_tasks(t, slot):
    s = t.game.slots[slot]
    if s.faceup == 1 and s.kind != NO_CARD:
        for row in range(t.deck.adventures[s.card].n_tasks):
            if _is_free_task(t, slot, row):
                option(t, slot, row, 0, 0, 0)


@rule(int64)
def cup_size(t):
    """Markers in the cup."""
    n = 0
    for m in range(t.deck.n_monsters):
        if t.game.monsters[m].where == IN_CUP:
            n += 1
    return n


@rule(int64)
def _draw_from_cup(t):
    n = cup_size(t)
    if n == 0:
        return -1
    k = below(word(t.hidden.key, CUP_WORD, t.hidden.cup_draws), n)
    t.hidden.cup_draws += 1
    for m in range(t.deck.n_monsters):
        if t.game.monsters[m].where == IN_CUP:
            if k == 0:
                return m
            k -= 1
    return -1


@rule(void, int64, int64, int64)
def _put(t, m, slot, row):
    g = t.game
    marker = g.monsters[m]
    marker.where = ON_CARD
    marker.at = slot
    marker.row = row
    marker.defeated = 0
    s = g.slots[slot]
    s.monsters += 1
    if row == BOTTOM:
        s.bottom += 1
    if g.attempt.slot == slot:
        g.attempt.rows_changed = 1
    observe(t, MONSTER_APPEARED, m, slot, row, 0)
    if t.deck.monsters[m].lock >= 0 and not has_lock(t, LOCK_OF_MONSTER, m):  # a Legion keeps its die
        shut_lock(t, LOCK_OF_MONSTER, m, t.deck.monsters[m].lock)


@rule(boolean)
def nothing_appears(t):
    """Kate Winthrop's turn (C-19), or the Ancient One is awake."""
    g = t.game
    if g.awakened == 2:
        return True
    card = g.investigators[g.active].card
    return g.in_turn == 1 and card >= 0 and t.deck.investigators[card].ability == NO_MONSTERS_NO_TERROR


@rule(void, int64)
def _offer_even_spread(t, but):
    """Below the bottom row of a card with the fewest bottom monsters (C-11.3, C-11.4); never on card `but`."""
    g = t.game
    fewest = 1000
    for slot in range(g.n_slots):
        if slot != but and g.slots[slot].kind != NO_CARD and g.slots[slot].kind != SPECIAL:
            fewest = min(fewest, g.slots[slot].bottom)
    for slot in range(g.n_slots):
        s = g.slots[slot]
        if slot != but and s.kind != NO_CARD and s.kind != SPECIAL and s.bottom == fewest:
            option(t, slot, BOTTOM, 0, 0, 0)


@rule(boolean, int64, int64, int64)
def place(t, m, here, but):
    """Marker m comes into play: on a free monster task if there is one, else evenly below (C-11.1..C-11.4).

    With `here` >= 0 it appears on that card, evenness ignored (C-11.5, C-11.17); never on card `but`.
    Without any place nothing happens.
    """
    g = t.game
    begin(t, PLACE_MONSTER, g.active, m)
    if here >= 0:
        _offer_free_tasks(t, here)
        if t.choice.n == 0:
            option(t, here, BOTTOM, 0, 0, 0)
    else:
        for slot in range(g.n_slots):
            if slot != but:
                _offer_free_tasks(t, slot)
        if t.choice.n == 0:
            _offer_even_spread(t, but)
    if t.choice.n == 0:
        return False
    chosen = t.choice.options[ask(t)]
    _put(t, m, chosen.a, chosen.b)
    return True


@rule(void, int64)
def appear(t, here):
    """One monster of the cup appears (C-11.1..C-11.5)."""
    g = t.game
    if nothing_appears(t):
        return
    if here >= 0 and (g.slots[here].kind == SPECIAL or g.slots[here].kind == NO_CARD):
        return
    m = _draw_from_cup(t)
    if m >= 0:  # R:EMPTY_CUP
        place(t, m, here, -1)


@rule(int64)
def free_tasks(t):
    """Free monster tasks in play."""
    n = 0
    for slot in range(t.game.n_slots):
        s = t.game.slots[slot]
        if s.faceup == 1 and s.kind != NO_CARD:
            for row in range(t.deck.adventures[s.card].n_tasks):
                if _is_free_task(t, slot, row):
                    n += 1
    return n


@rule(void, int64)
def leave_card(t, m):
    """A marker is no longer on its card."""
    g = t.game
    marker = g.monsters[m]
    if marker.at < 0:
        return
    s = g.slots[marker.at]
    s.monsters -= 1
    if marker.row == BOTTOM:
        s.bottom -= 1
    if g.attempt.slot == marker.at:
        g.attempt.rows_changed = 1


@rule(void, int64)
def leave_done(t, m):
    """A defeated marker leaves its card at once: what it covered stays done for this attempt (C-11.10, R-5.6)."""
    g = t.game
    a = g.attempt
    marker = g.monsters[m]
    if marker.at >= 0 and marker.at == a.slot and marker.row != BOTTOM:
        task = t.deck.adventures[g.slots[a.slot].card].tasks[marker.row]
        if task.monster_task == PARTIAL_TASK:
            a.boxes_done |= 1 << marker.row
        else:
            a.rows_done |= 1 << marker.row
    leave_card(t, m)


@rule(void, int64)
def keep_defeated(t, slot):
    """A card leaves play: its defeated markers wait beside the table to be collected (C-8.3)."""
    for m in range(t.deck.n_monsters):
        marker = t.game.monsters[m]
        if marker.where == ON_CARD and marker.at == slot and marker.defeated == 1:
            leave_card(t, m)
            marker.at = -1


@rule(void, int64)
def to_cup(t, m):
    """A marker leaves its card or pile for the cup, a Legion for its stockpile; its lock opens at once (C-11.11)."""
    g = t.game
    marker = g.monsters[m]
    if marker.where == ON_CARD:
        leave_card(t, m)
    marker.where = IN_STOCKPILE if t.deck.monsters[m].kind == LEGION else IN_CUP
    marker.defeated = 0
    marker.paid = 0
    open_locks(t, LOCK_OF_MONSTER, m)


@rule(void, int64)
def remove(t, m):
    """Remove Monster: to the cup, no trophy (A-12.1)."""
    observe(t, MONSTER_REMOVED, m, t.game.monsters[m].at, 0, 0)
    to_cup(t, m)


@rule(void, int64, int64)
def defeat(t, m, player):
    """Turn a marker face down; it is collected at the end of the phase (C-11.9, C-11.15)."""
    g = t.game
    g.monsters[m].defeated = 1
    g.monsters[m].by = player
    if g.attempt.slot == g.monsters[m].at:
        g.attempt.rows_changed = 1
    observe(t, MONSTER_DEFEATED, m, g.monsters[m].at, player, 0)


@rule(boolean, int64)
def within_reach(t, m):
    """Is this marker an undefeated one in play that the running effect can defeat or remove (R-9.2)?"""
    marker = t.game.monsters[m]
    if marker.where != ON_CARD or marker.defeated == 1:
        return False
    if t.deck.monsters[m].kind != MISSION:
        return True
    return t.game.by_item == 0 and t.deck.rulings.mission_immunity == 0


@rule(int64)
def undefeated(t):
    """Undefeated monsters in play that the running effect can defeat or remove."""
    n = 0
    for m in range(t.deck.n_monsters):
        if within_reach(t, m):
            n += 1
    return n


@rule(void, int64)
def settle_on_flip(t, slot):
    """Monsters on a card being flipped go onto its free monster tasks, the rest stays below (A-3.6)."""
    g = t.game
    while g.slots[slot].bottom > 0:
        begin(t, FLIP_MONSTER, g.active, slot)
        for row in range(t.deck.adventures[g.slots[slot].card].n_tasks):
            if not _is_free_task(t, slot, row):
                continue
            for m in range(t.deck.n_monsters):
                marker = g.monsters[m]
                if marker.where == ON_CARD and marker.at == slot and marker.row == BOTTOM and marker.defeated == 0:
                    option(t, m, row, 0, 0, 0)
        if t.choice.n == 0:
            return
        chosen = t.choice.options[ask(t)]
        g.monsters[chosen.a].row = chosen.b
        g.slots[slot].bottom -= 1
