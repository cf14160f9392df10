"""The doom track (H-8)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import awaken, ended
from sim.arkham.rules.compile import rule, void
from sim.arkham.state import DOOM


@rule(void)
def add_doom(t):
    """One doom; the last space awakens (H-9.1)."""
    g = t.game
    if ended(t):
        return
    g.doom += 1
    log.note(t, log.DOOM_ADDED, g.doom, 0, 0)
    if g.doom >= t.town.doom_track:
        awaken(t, DOOM)


@rule(void)
def take_doom(t):
    """One doom less (H-6.5)."""
    g = t.game
    if g.doom > 0:
        g.doom -= 1
        log.note(t, log.DOOM_TAKEN, g.doom, 0, 0)
