"""Random: any legal option with the same chance, acts without end; for tests of the rules."""

from __future__ import annotations

from policies.arkham.compile import policy
from sim.chance import below


@policy
def random(game, town, choice):
    """An option at random."""
    return below(choice.word, choice.n)
