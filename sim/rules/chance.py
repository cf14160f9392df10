"""What is random in a game: the purposes of its streams (`sim.chance`), and shuffling."""

from __future__ import annotations

from numba import types

from sim.chance import GOLDEN, below, mix, word
from sim.rules.compile import kernel

# purposes
DICE_WORD, DECK_WORD, CUP_WORD, STORM_WORD, POLICY_WORD, AMULET_WORD = range(1, 7)


@kernel(types.void(types.int16[:], types.int64, types.uint64, types.int64))
def shuffle(cards, n, key, position):
    """Fisher-Yates of ``cards[:n]``; `position` names the deck."""
    state = word(key, DECK_WORD, position)
    for i in range(n - 1, 0, -1):
        state += GOLDEN
        j = below(mix(state), i + 1)
        keep = cards[i]
        cards[i] = cards[j]
        cards[j] = keep
