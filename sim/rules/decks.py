"""Face-down decks (C-3.10): shuffled once; drawn from the top; returned under the bottom."""

from __future__ import annotations

from numba import types

from sim.rules.chance import shuffle
from sim.rules.compile import int64, kernel, rule, void
from sim.rules.state import COMMONS, MAX_ADVENTURES, SKILL, SKILLS, STAGE_I, STAGE_II


@kernel(types.int64(types.int64))
def deck_of(kind):
    """The deck of a class of item card."""
    return SKILLS if kind == SKILL else COMMONS + kind


@rule(void, int64, int64, int64)
def shuffle_deck(t, deck, n, position):
    """Shuffle the n cards lying in ``ring.cards[:n]``; `position` names the shuffle."""
    ring = t.hidden.rings[deck]
    ring.head = 0
    ring.n = n
    shuffle(ring.cards, n, t.hidden.key, position)
    t.game.deck_size[deck] = n


@rule(void, int64, int64)
def lay(t, deck, card):
    """Lay a card on a deck that is being made."""
    ring = t.hidden.rings[deck]
    ring.cards[ring.n] = card
    ring.n += 1


@rule(int64, int64)
def draw(t, deck):
    """The top card, or -1 from an empty deck (C-1.12)."""
    ring = t.hidden.rings[deck]
    if ring.n == 0:
        return -1
    card = ring.cards[ring.head]
    ring.head = (ring.head + 1) % MAX_ADVENTURES
    ring.n -= 1
    t.game.deck_size[deck] = ring.n
    return card


@rule(void, int64, int64)
def put_under(t, deck, card):
    """Put a card face down under its deck (C-1.11)."""
    ring = t.hidden.rings[deck]
    ring.cards[(ring.head + ring.n) % MAX_ADVENTURES] = card
    ring.n += 1
    t.game.deck_size[deck] = ring.n


@rule(void, int64, int64)
def take_out(t, deck, card):
    """Take a named card out of the deck, if it is there."""
    ring = t.hidden.rings[deck]
    kept = 0
    for i in range(ring.n):
        other = ring.cards[(ring.head + i) % MAX_ADVENTURES]
        if other != card:
            ring.cards[(ring.head + kept) % MAX_ADVENTURES] = other
            kept += 1
    ring.n = kept
    t.game.deck_size[deck] = kept


@rule(void)
def show_top_back(t):
    """The back of the current adventure deck's top card is open information (A-3.7)."""
    ring = t.hidden.rings[STAGE_II if t.game.stage == 2 else STAGE_I]
    t.game.top_back = t.deck.adventures[ring.cards[ring.head]].back if ring.n > 0 else -1
