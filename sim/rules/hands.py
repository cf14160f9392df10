"""Cards in hand: taking, leaving, and going under the deck (C-1.11)."""

from __future__ import annotations

from sim.rules.compile import int64, rule, void
from sim.rules.decks import deck_of, put_under
from sim.rules.log import CARD_DRAWN, CARD_LEFT, observe


@rule(void, int64)
def _note_timings(t, player):
    me = t.game.investigators[player]
    me.timings = 0
    for i in range(me.n_hand):
        me.timings |= 1 << t.deck.items[me.hand[i]].when


@rule(void, int64, int64)
def take(t, player, card):
    """Add a card to a hand."""
    me = t.game.investigators[player]
    me.hand[me.n_hand] = card
    me.n_hand += 1
    me.timings |= 1 << t.deck.items[card].when
    t.game.item_tokens[card] = 0
    if t.deck.items[card].any_turn == 1:
        t.game.any_turn_cards += 1
    observe(t, CARD_DRAWN, player, card, 0, 0)


@rule(void, int64, int64)
def discard_card(t, player, card):
    """Put a card of a hand face down under its deck."""
    me = t.game.investigators[player]
    kept = 0
    for i in range(me.n_hand):
        if me.hand[i] != card:
            me.hand[kept] = me.hand[i]
            kept += 1
    if kept == me.n_hand:
        return
    me.n_hand = kept
    _note_timings(t, player)
    if t.deck.items[card].any_turn == 1:
        t.game.any_turn_cards -= 1
    put_under(t, deck_of(t.deck.items[card].kind), card)
    observe(t, CARD_LEFT, player, card, 0, 0)


@rule(int64, int64)
def holder(t, card):
    """The player who holds a card, or -1."""
    for p in range(t.deck.players):
        me = t.game.investigators[p]
        for i in range(me.n_hand):
            if me.hand[i] == card:
                return p
    return -1


@rule(int64, int64, int64)
def of_class(t, player, kind):
    """How many cards of a class a player holds."""
    me = t.game.investigators[player]
    n = 0
    for i in range(me.n_hand):
        if t.deck.items[me.hand[i]].kind == kind:
            n += 1
    return n
