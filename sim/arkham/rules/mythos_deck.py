"""The Mythos deck (H-2.4 to H-2.6)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.chance import CARD_WORD
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.rules.piles import off_pile, under_pile
from sim.arkham.state import RESHUFFLE


@rule(int64, inline=True)
def top_card(t):
    """The top card of whatever type, off the deck."""
    return off_pile(t, t.hidden.deck, CARD_WORD)


@rule(void, int64, inline=True)
def under_deck(t, card):
    """Put a card under the deck."""
    under_pile(t, t.hidden.deck, card)


@rule(int64, inline=True)
def draw_card(t):
    """The next card that is no reshuffle card; that one shuffles the whole deck with it (H-2.6)."""
    card = top_card(t)
    while t.town.cards[card].type == RESHUFFLE:
        under_deck(t, card)
        t.hidden.deck.unordered = t.hidden.deck.n
        log.note(t, log.DECK_SHUFFLED, 0, 0, 0)
        card = top_card(t)
    return card
