"""Locked dice (C-12) and spells emptied by them."""

from __future__ import annotations

from sim.rules.choices import LOCK_DIE, LOCK_SERVED, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.dice import colour, on_spell
from sim.rules.hands import discard_card, holder
from sim.rules.log import LOCK_OPENED, LOCK_SHUT, observe
from sim.rules.state import (
    DICE,
    LOCK_OF_MYTHOS,
    LOCKED,
    MAX_LOCKS,
    ON_SPELL,
    REMOVED,
    SUPPLY,
)


@rule(int64, int64)
def lock_of_die(t, die):
    """The lock that owns a die (even one lent for a turn, C-12.6), or -1."""
    for k in range(t.game.n_locks):
        if t.game.locks[k].die == die:
            return k
    return -1


@rule(void, int64)
def drop_empty_spell(t, card):
    """A spell without dice is discarded (C-13.11)."""
    if on_spell(t, card) == 0:
        player = holder(t, card)
        if player >= 0:
            discard_card(t, player, card)


@rule(void, int64, int64)
def _lock(t, k, die):
    g = t.game
    d = g.dice[die]
    spell = d.at if d.place == ON_SPELL else -1
    d.place = LOCKED
    d.at = k
    g.locks[k].die = die
    observe(t, LOCK_SHUT, k, die, g.locks[k].kind, g.locks[k].of)
    if spell >= 0:
        drop_empty_spell(t, spell)  # C-12.2


@rule(boolean, int64, int64)
def _same_die(t, a, b):
    x = t.game.dice[a]
    y = t.game.dice[b]
    return x.place == y.place and x.face == y.face and x.at == y.at


@rule(void, int64)
def _take_die(t, k):
    """A lock takes a die of its colour at once, from wherever it lies but another lock (C-12.1)."""
    g = t.game
    begin(t, LOCK_DIE, g.active, k)
    last = -1
    for die in range(DICE):
        place = g.dice[die].place
        if colour(die) != g.locks[k].colour or place == REMOVED or place == LOCKED or lock_of_die(t, die) >= 0:
            continue
        if last >= 0 and _same_die(t, last, die):
            continue  # equal dice are one option
        option(t, 0, die, 0, 0, 0)
        last = die
    if t.choice.n > 0:
        _lock(t, k, t.choice.options[ask(t)].b)


@rule(void, int64, int64, int64)
def shut_lock(t, kind, of, tint):
    """A locked-die icon comes into view (C-12.1); without a free die it waits (C-12.3)."""
    g = t.game
    if g.n_locks >= MAX_LOCKS:
        return
    k = g.n_locks
    g.n_locks += 1
    g.locks[k].kind = kind
    g.locks[k].of = of
    g.locks[k].colour = tint
    g.locks[k].die = -1
    _take_die(t, k)


@rule(void, int64)
def _serve_waiting(t, die):
    """No lock owns this die any more: one that waits for its colour takes it (C-12.3)."""
    g = t.game
    begin(t, LOCK_SERVED, g.active, die)
    for k in range(g.n_locks):
        if g.locks[k].die < 0 and g.locks[k].colour == colour(die):
            option(t, k, die, 0, 0, 0)
    if t.choice.n > 0:
        _lock(t, t.choice.options[ask(t)].a, die)


@rule(void, int64)
def free_die(t, die):
    """A die becomes free, unless a lock waits for it."""
    t.game.dice[die].place = SUPPLY
    t.game.dice[die].face = 0
    _serve_waiting(t, die)


@rule(int64, int64)
def _forget_lock(t, k):
    """Take lock k off the list; the die it owned, if that die lies locked, else -1."""
    g = t.game
    die = g.locks[k].die
    observe(t, LOCK_OPENED, k, die, g.locks[k].kind, g.locks[k].of)
    g.n_locks -= 1
    last = g.n_locks
    if k != last:
        g.locks[k] = g.locks[last]
        moved = g.locks[k].die
        if moved >= 0 and g.dice[moved].place == LOCKED:
            g.dice[moved].at = k
    return die if die >= 0 and g.dice[die].place == LOCKED else -1


@rule(boolean, int64, int64)
def has_lock(t, kind, of):
    """Is a lock of this card or marker in view, with a die or waiting for one?"""
    for k in range(t.game.n_locks):
        if t.game.locks[k].kind == kind and t.game.locks[k].of == of:
            return True
    return False


@rule(void, int64, int64)
def open_locks(t, kind, of):
    """The locks of a card, marker or Mythos card open (C-12.5)."""
    k = t.game.n_locks - 1
    while k >= 0:
        lock = t.game.locks[k]
        if lock.kind == kind and lock.of == of:
            lent = lock.die
            die = _forget_lock(t, k)
            if die >= 0:
                free_die(t, die)
            elif lent >= 0:
                _serve_waiting(t, lent)
            k = t.game.n_locks
        k -= 1


@rule(void)
def remove_locked_dice(t):
    """Awakening: the Mythos card's dice are free, those of cards and monsters leave the game (C-15.8)."""
    g = t.game
    while g.n_locks > 0:
        k = g.n_locks - 1
        of_mythos = g.locks[k].kind == LOCK_OF_MYTHOS
        lent = g.locks[k].die
        die = _forget_lock(t, k)
        if of_mythos:
            if die >= 0:
                g.dice[die].place = SUPPLY
        elif lent >= 0:
            spell = g.dice[lent].at if g.dice[lent].place == ON_SPELL else -1
            g.dice[lent].place = REMOVED
            if spell >= 0:
                drop_empty_spell(t, spell)


@rule(void)
def return_lent_dice(t):
    """Dice used in spite of a lock go back to it at the end of the turn (C-12.6)."""
    g = t.game
    k = 0
    while k < g.n_locks:
        die = g.locks[k].die
        if die >= 0 and g.dice[die].place != LOCKED:
            _lock(t, k, die)
        k += 1


@rule(void, int64)
def free_spell(t, card):
    """The dice on a spell become free (C-13.12)."""
    for die in range(DICE):
        if t.game.dice[die].place == ON_SPELL and t.game.dice[die].at == card:
            free_die(t, die)
