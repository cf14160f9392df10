"""Random: any legal option with the same chance, the yardstick of what choices are worth."""

from __future__ import annotations

import numpy as np

from policies.parts.compile import policy
from sim.chance import below, mix
from sim.rules.state import DICE


@policy
def random(game, deck, choice):
    """An option at random; of dice, each with a chance of one half while more are allowed."""
    if choice.mask == 0:
        return below(choice.word, choice.n)
    left = choice.context if choice.context > 0 else DICE
    first = below(choice.word, DICE)  # where to begin, so that a limit favours no die
    coins = mix(choice.word)
    dice = 0
    for i in range(DICE):
        die = (first + i) % DICE
        if left > 0 and (choice.mask >> die) & 1 == 1 and (coins >> np.uint64(die)) & np.uint64(1) == 1:
            dice |= 1 << die
            left -= 1
    return dice
