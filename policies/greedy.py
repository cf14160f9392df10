"""Greedy: goes at once for the best reward that it can likely get."""

from __future__ import annotations

from policies.answer import answer
from policies.compile import policy
from policies.temper import Temper

_TEMPER = Temper()


@policy
def greedy(game, deck, choice):
    """Every option weighed by what it brings now."""
    return answer(game, deck, choice, _TEMPER)
