"""The stack of gate markers (H-2.4); spent ones go under it (H-6.7)."""

from __future__ import annotations

from sim.arkham.rules.chance import MARKER_WORD
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.rules.piles import off_pile, under_pile


@rule(int64)
def draw_marker(t):
    """The top marker, -1 where the stack is empty."""
    if t.hidden.stack.n == 0:
        return -1
    return off_pile(t, t.hidden.stack, MARKER_WORD)


@rule(void, int64)
def under_stack(t, marker):
    """Put a marker under the stack."""
    under_pile(t, t.hidden.stack, marker)
