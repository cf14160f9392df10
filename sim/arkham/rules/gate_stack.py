"""The stack of gate markers (H-2.4): a ring, shuffled like the Mythos deck; spent markers go under it (H-6.7)."""

from __future__ import annotations

from sim.arkham.rules.chance import MARKER_WORD, random_below
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.state import MARKERS


@rule(int64)
def draw_marker(t):
    """The top marker, -1 where the stack is empty."""
    h = t.hidden
    if h.n_stack == 0:
        return -1
    if h.stack_unordered > 0:
        at = (h.stack_top + random_below(t, MARKER_WORD, h.markers_drawn, h.stack_unordered)) % MARKERS
        marker = h.stack[at]
        h.stack[at] = h.stack[h.stack_top]
        h.stack_unordered -= 1
    else:
        marker = h.stack[h.stack_top]
    h.markers_drawn += 1
    h.stack_top = (h.stack_top + 1) % MARKERS
    h.n_stack -= 1
    return marker


@rule(void, int64)
def under_stack(t, marker):
    """Put a marker under the stack."""
    h = t.hidden
    h.stack[(h.stack_top + h.n_stack) % MARKERS] = marker
    h.n_stack += 1
