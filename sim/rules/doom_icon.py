"""What a space of the doom track brings besides doom (A-10.10, R-13.2)."""

from __future__ import annotations

from sim.rules.alaska.storms import place_icon_storms
from sim.rules.compile import int64, rule, void
from sim.rules.rlyeh.legion import legion_appears
from sim.rules.state import LEGION_ICON, STORM_ICON


@rule(void, int64)
def doom_icon(t, icon):
    """The icon of a space that a doom token has just covered."""
    if icon == STORM_ICON:
        place_icon_storms(t)
    elif icon == LEGION_ICON:
        legion_appears(t)
