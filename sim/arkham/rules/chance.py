"""Random events: each a function of the game's key, its purpose, and how many of its kind came before.

So a policy that changes nothing about the deck meets the same cards, and the same monsters as long as it
draws as many.
"""

from __future__ import annotations

from sim.arkham.rules.compile import int64, rule
from sim.chance import below, word

# purposes
CARD_WORD, MARKER_WORD, MONSTER_WORD, DIE_WORD, ENCOUNTER_WORD, PLACE_WORD, TURN_WORD = range(21, 28)


@rule(int64, int64, int64, int64, inline=True)
def random_below(t, purpose, position, n):
    """A whole number in 0..n-1."""
    return below(word(t.hidden.key, purpose, position), n)


@rule(int64)
def die(t):
    """A roll of a six-sided die."""
    t.hidden.dice += 1
    return 1 + random_below(t, DIE_WORD, t.hidden.dice, 6)


@rule(int64, int64)
def successes(t, dice):
    """Successes, fives and sixes, of a check with so many dice."""
    n = 0
    for _ in range(dice):
        if die(t) >= 5:
            n += 1
    return n


@rule(int64, int64, int64, int64)
def happenings(t, purpose, position, thousandths):
    """How often something happens that does so `thousandths` / 1000 times on average, as evenly as can be."""
    return (thousandths + random_below(t, purpose, position, 1000)) // 1000
