"""A policy of one's own: greedy, but keeps off cards with two storms or more.

Play it with ``omens run --policy policies/examples/patient.py:patient``.
"""

from policies import policy
from policies.greedy import greedy
from sim.rules.choices import MOVE
from sim.rules.state import ENTRANCE


@policy
def patient(game, deck, choice):
    """Take greedy's way unless it leads through storms: then the calmest card."""
    answer = greedy(game, deck, choice)
    if choice.kind == MOVE:
        for i in range(choice.n):
            here, there = choice.options[i].a, choice.options[answer].a
            if here != ENTRANCE and there != ENTRANCE and game.slots[there].storms >= 2:
                if game.slots[here].storms < game.slots[there].storms:
                    answer = i
    return answer
