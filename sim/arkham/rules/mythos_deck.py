"""The Mythos deck (H-2.4 to H-2.6): a ring of cards.

A shuffled deck is one whose order is not settled yet: each draw settles the top card, which is any of
the unordered ones with the same chance.  Cards put under the deck come after them.
"""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.chance import CARD_WORD, random_below
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.state import CARDS, RESHUFFLE


@rule(int64, inline=True)
def top_card(t):
    """The top card of whatever type, off the deck."""
    h = t.hidden
    if h.unordered > 0:
        at = (h.top + random_below(t, CARD_WORD, h.cards_drawn, h.unordered)) % CARDS
        card = h.deck[at]
        h.deck[at] = h.deck[h.top]
        h.unordered -= 1
    else:
        card = h.deck[h.top]
    h.cards_drawn += 1
    h.top = (h.top + 1) % CARDS
    h.n_deck -= 1
    return card


@rule(void, int64, inline=True)
def under_deck(t, card):
    """Put a card under the deck."""
    h = t.hidden
    h.deck[(h.top + h.n_deck) % CARDS] = card
    h.n_deck += 1


@rule(int64, inline=True)
def draw_card(t):
    """The next card that is no reshuffle card; that one shuffles the whole deck with it (H-2.6)."""
    card = top_card(t)
    while t.town.cards[card].type == RESHUFFLE:
        under_deck(t, card)
        t.hidden.unordered = t.hidden.n_deck
        log.note(t, log.DECK_SHUFFLED, 0, 0, 0)
        card = top_card(t)
    return card
