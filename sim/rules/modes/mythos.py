"""Which options of a Mythos card a mode allows (A-9.2, R-10.1)."""

from __future__ import annotations

from sim.rules.compile import boolean, int64, rule
from sim.rules.feasible import WHOLE_TEST, fulfils
from sim.rules.state import ALASKA


@rule(boolean, int64, int64)
def bottom_allowed(t, start, size):
    """May the group take the bottom option, whose text this is?

    In Alaska only if its whole effect can be carried out; in R'lyeh Rising always.
    """
    return t.deck.mode != ALASKA or fulfils(t, start, size, t.game.active, WHOLE_TEST, False)
