"""Rush: Specials and Elder Signs first, whatever they cost."""

from __future__ import annotations

from policies.parts.answer import answer
from policies.parts.compile import policy
from policies.parts.temper import by_mode

_TEMPERS = by_mode(signs=2.0, specials=0.6, supplies=0.0, harm=0.8, life=1.2, storms=0.6, stage_two=1.0)


@policy
def rush(game, deck, choice):
    """What ends the game well, and soon, weighed more than all else."""
    return answer(game, deck, choice, _TEMPERS[deck.mode])
