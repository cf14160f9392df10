"""Greedy: goes at once for the best reward that it can likely get."""

from __future__ import annotations

from policies.parts.answer import answer
from policies.parts.compile import policy
from policies.parts.temper import by_mode

_TEMPERS = by_mode()


@policy
def greedy(game, deck, choice):
    """Every option weighed by what it brings now."""
    return answer(game, deck, choice, _TEMPERS[deck.mode])
