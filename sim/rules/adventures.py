"""Adventure cards in play: entering, being flipped, leaving (A-2.6, A-3, A-11, C-8.10)."""

from __future__ import annotations

from sim.rules.alaska.storms import clear_storms
from sim.rules.compile import int64, rule, void
from sim.rules.decks import draw, show_top_back
from sim.rules.locks import open_locks, shut_lock
from sim.rules.log import CARD_DISCARDED, FLIPPED, OTHER_WORLD_ENTERED, REPLACED, SPECIAL_ENTERED, observe
from sim.rules.monsters import keep_defeated, settle_on_flip, to_cup
from sim.rules.state import (
    ENTRANCE,
    IN_PLAY,
    LOCK_OF_CARD,
    MAX_SLOTS,
    NO_CARD,
    ON_CARD,
    ORDINARY,
    OTHER_WORLD,
    OTHER_WORLDS,
    SPECIAL,
    STAGE_I,
    STAGE_II,
)
from sim.rules.trophies import adventure_to_deck

ORDINARY_SLOTS = 6


@rule(int64)
def free_slot(t):
    """A place for one more card, or -1."""
    g = t.game
    for slot in range(ORDINARY_SLOTS, g.n_slots):
        if g.slots[slot].kind == NO_CARD:
            return slot
    if g.n_slots >= MAX_SLOTS:
        return -1
    g.n_slots += 1
    return g.n_slots - 1


@rule(void, int64, int64, int64, int64)
def put_in_play(t, slot, card, kind, faceup):
    """Lay a card into a place; a faceup lock icon takes its die at once (A-2.6, C-12.7)."""
    g = t.game
    facts = t.deck.adventures[card]
    s = g.slots[slot]
    s.kind = kind
    s.faceup = faceup
    s.card = card if faceup == 1 else -1
    s.back = facts.back
    s.stage = facts.stage
    s.storms = 0
    s.facedown = 0
    s.monsters = 0
    s.bottom = 0
    t.hidden.front[slot] = card
    if faceup == 0:  # C-1.14: where the card is would tell what lies facedown
        return
    g.adventure_place[card] = IN_PLAY
    if facts.lock >= 0:
        shut_lock(t, LOCK_OF_CARD, slot, facts.lock)


@rule(void, int64, int64)
def deal(t, slot, faceup):
    """Deal the top card of the current adventure deck into a place (A-3.14); an empty deck leaves it empty (C-8.12)."""
    g = t.game
    card = draw(t, STAGE_II if g.stage == 2 else STAGE_I)
    if card < 0:
        g.slots[slot].kind = NO_CARD
        return
    put_in_play(t, slot, card, ORDINARY, faceup)
    show_top_back(t)
    observe(t, REPLACED, slot, card if faceup == 1 else -1, 0, 0)


@rule(void)
def enter_other_world(t):
    """A Gate: one Other World faceup (C-9.3); an empty deck gives nothing (C-1.12)."""
    if t.game.deck_size[OTHER_WORLDS] == 0:
        return
    slot = free_slot(t)
    if slot < 0:
        return
    card = draw(t, OTHER_WORLDS)
    put_in_play(t, slot, card, OTHER_WORLD, 1)
    observe(t, OTHER_WORLD_ENTERED, slot, card, 0, 0)


@rule(void, int64)
def enter_special(t, position):
    """The Special at this place of the chain enters play faceup (A-11.3, A-11.4)."""
    if position >= 4 or t.deck.specials[position] < 0:
        return
    card = t.deck.specials[position]
    slot = free_slot(t)
    if slot < 0 or t.game.adventure_place[card] == IN_PLAY:
        return
    put_in_play(t, slot, card, SPECIAL, 1)
    observe(t, SPECIAL_ENTERED, slot, card, 0, 0)


@rule(void)
def add_extra_adventure(t):
    """An extra Alaskan Adventure, facedown, until resolved (C-14.9)."""
    if t.game.deck_size[STAGE_II if t.game.stage == 2 else STAGE_I] == 0:
        return
    slot = free_slot(t)
    if slot >= 0:
        deal(t, slot, 0)


@rule(void, int64)
def flip(t, slot):
    """Turn a card up: its monsters move to monster tasks, its lock acts (A-3.6, A-3.21)."""
    s = t.game.slots[slot]
    s.faceup = 1
    s.card = t.hidden.front[slot]
    t.game.adventure_place[s.card] = IN_PLAY
    observe(t, FLIPPED, slot, s.card, 0, 0)
    settle_on_flip(t, slot)
    if t.deck.adventures[s.card].lock >= 0:
        shut_lock(t, LOCK_OF_CARD, slot, t.deck.adventures[s.card].lock)


@rule(void, int64)
def send_to_entrance(t, slot):
    """Everybody on a card goes to the entrance (C-8.1, C-8.10)."""
    for p in range(t.deck.players):
        if t.game.investigators[p].card >= 0 and t.game.investigators[p].at == slot:
            t.game.investigators[p].at = ENTRANCE


@rule(void, int64)
def vacate(t, slot):
    """Take the card itself out of its place; its storms go back, its lock opens (A-10.9, C-12.5)."""
    clear_storms(t, slot)
    if t.game.slots[slot].monsters > 0:
        keep_defeated(t, slot)
    t.game.slots[slot].kind = NO_CARD
    t.game.slots[slot].faceup = 0
    t.game.slots[slot].card = -1
    open_locks(t, LOCK_OF_CARD, slot)


@rule(void, int64, int64)
def discard_adventure(t, slot, replaced):
    """An effect discards a card (C-8.10); under attempt, that ends the phase (C-8.13)."""
    g = t.game
    kind = g.slots[slot].kind
    if kind == NO_CARD or kind == SPECIAL:
        return
    card = t.hidden.front[slot]
    observe(t, CARD_DISCARDED, slot, card, 0, 0)
    send_to_entrance(t, slot)
    for m in range(t.deck.n_monsters):
        if g.monsters[m].where == ON_CARD and g.monsters[m].at == slot and g.monsters[m].defeated == 0:
            to_cup(t, m)
    if g.attempt.slot == slot:
        g.attempt.void = 1
    adventure_to_deck(t, card)
    vacate(t, slot)
    if replaced == 1 and kind == ORDINARY:
        deal(t, slot, 0)
