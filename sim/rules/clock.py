"""The clock: advancing it, and strikes (C-14.1..C-14.3, C-14.8)."""

from __future__ import annotations

from sim.rules.compile import rule, void
from sim.rules.doom import add_doom
from sim.rules.log import CLOCK_MOVED, STRIKE, observe

EXTRA_DOOM, NEW_MIDNIGHT = 0, 1  # R:MIDNIGHT_IN_MIDNIGHT
HOURS = 4  # the hand is on XII, III, VI or IX (C-1.9)


@rule(void)
def advance_clock(t):
    """Move the hand three hours; reaching XII is a strike.

    The first strike of a turn brings the midnight after it, each further one a doom token
    (R:EXTRA_STRIKE_DOOM); XII reached within a midnight likewise (R:MIDNIGHT_IN_MIDNIGHT).
    """
    g = t.game
    g.hour = (g.hour + 1) % HOURS
    observe(t, CLOCK_MOVED, g.hour, 0, 0, 0)
    if g.hour != 0:
        return
    if g.in_midnight == 1 and t.deck.rulings.midnight_in_midnight != NEW_MIDNIGHT:
        observe(t, STRIKE, 0, 1, 0, 0)
        if t.deck.rulings.midnight_in_midnight == EXTRA_DOOM:
            add_doom(t)
        return
    g.strikes += 1
    observe(t, STRIKE, g.strikes, 0, 0, 0)
    if g.strikes > 1:
        if t.deck.rulings.extra_strike_doom == 1:
            g.late_doom += 1
        else:
            add_doom(t)
