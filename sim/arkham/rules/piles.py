"""Piles that are drawn from the top and put back below: the Mythos deck, the stack of gate markers (H-2.4).

A shuffled pile is one whose order is not settled yet: each draw settles the top, which is any of the
unordered ones with the same chance.  What is put below comes after them.
"""

from __future__ import annotations

from sim.arkham.rules.chance import random_below
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.state import CARDS, Pile


@rule(int64, Pile, int64, inline=True)
def off_pile(t, pile, purpose):
    """What lies on top, off the pile; `purpose` names its stream.  There must be something."""
    if pile.unordered > 0:
        at = (pile.top + random_below(t, purpose, pile.drawn, pile.unordered)) % CARDS
        card = pile.cards[at]
        pile.cards[at] = pile.cards[pile.top]
        pile.unordered -= 1
    else:
        card = pile.cards[pile.top]
    pile.drawn += 1
    pile.top = (pile.top + 1) % CARDS
    pile.n -= 1
    return card


@rule(void, Pile, int64, inline=True)
def under_pile(t, pile, card):
    """Put a card or marker below all others."""
    pile.cards[(pile.top + pile.n) % CARDS] = card
    pile.n += 1


@rule(void, Pile, int64)
def new_pile(t, pile, n):
    """Cards or markers 0 to n - 1, shuffled."""
    for card in range(n):
        pile.cards[card] = card
    pile.top = 0
    pile.n = pile.unordered = n
