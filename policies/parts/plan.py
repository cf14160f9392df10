"""Strategy with foresight: all choices but those of dice."""

from __future__ import annotations

from policies.parts.answer import decide
from policies.parts.compile import Choice, Temper_t, int64, part
from policies.parts.visits import visit
from sim.rules import choices as ask


@part(int64, Choice, Temper_t)
def plan(game, deck, choice, temper):
    """Answer a choice of strategy; a `temper` with foresight turns the judgements that are shared."""
    if choice.kind == ask.MOVE:
        return visit(game, deck, choice, temper)
    return decide(game, deck, choice, temper)
