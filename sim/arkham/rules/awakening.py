"""What ends a game is noted here, once; everything after looks at it (H-9, H-9.7)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.compile import boolean, int64, rule, void
from sim.arkham.rules.cup import to_cup
from sim.arkham.state import MOST_TERROR, ON_RUMOR, TERROR10, UNDECIDED


@rule(boolean, inline=True)
def ended(t):
    """Is the game over?"""
    return t.game.cause != UNDECIDED


@rule(void, int64)
def end(t, cause):
    """End the game, unless it has ended."""
    g = t.game
    if ended(t):
        return
    g.cause = cause
    g.doom_at_end = g.doom
    log.note(t, log.ENDED, cause, 0, 0)


@rule(void, int64)
def awaken(t, cause):
    """The Ancient One awakens: the doom track fills, environment and rumor go (H-9.6)."""
    g = t.game
    if ended(t):
        return
    end(t, cause)
    g.doom = t.town.doom_track
    g.environment = -1
    g.rumor = -1
    if g.on_rumor > 0:
        for token in range(t.town.n_tokens):
            if g.place[token] == ON_RUMOR:
                to_cup(t, token)
        g.on_rumor = 0


@rule(void, inline=True)
def check_terror_ten(t):
    """Terror 10 and twice the normal monster limit in Arkham and the Sky (H-9.5)."""
    g = t.game
    enough = 2 * t.town.limit
    if g.terror < MOST_TERROR or g.in_town < enough:
        return
    if g.in_town == enough or t.town.rulings.TERROR10_COUNT == 0:
        awaken(t, TERROR10)
