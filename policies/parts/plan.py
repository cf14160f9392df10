"""Strategy with foresight: all choices but those of dice."""

from __future__ import annotations

from policies.parts.answer import decide
from policies.parts.compile import Choice, Temper_t, int64, part
from policies.parts.moment import priced
from policies.parts.visits import visit
from sim.rules import choices as ask


@part(int64, Choice, Temper_t)
def plan(game, deck, choice, temper):
    """Answer a choice of strategy; a `temper` with foresight turns the judgements that are shared."""
    kind = choice.kind
    if kind == ask.MOVE:
        return visit(game, deck, choice, priced(game, deck, temper))
    if kind == ask.STORM_PLACE or kind == ask.PAY or kind == ask.ICON_ORDER or kind == ask.STORM_ORDER:
        return decide(game, deck, choice, temper)  # what these weigh has no price of the moment
    return decide(game, deck, choice, priced(game, deck, temper))
