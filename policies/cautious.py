"""Cautious: keeps investigators alive and supplies up, and clears storms before they bring doom."""

from __future__ import annotations

from policies.parts.answer import answer
from policies.parts.compile import policy
from policies.parts.temper import by_mode

_TEMPERS = by_mode(supplies=0.06, harm=1.1, life=2.0, storms=1.0)


@policy
def cautious(game, deck, choice):
    """Harm and storms weighed more than they are worth."""
    return answer(game, deck, choice, _TEMPERS[deck.mode])
