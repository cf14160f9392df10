"""The monster cup (H-2.3): a list; one drawn at random leaves its place to the last, one put back is the last."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.chance import MONSTER_WORD, random_below
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.state import IN_CUP


@rule(int64, inline=True)
def from_cup(t):
    """A monster drawn from the cup; -1 where it is empty (H-4.4)."""
    h = t.hidden
    if h.n_cup == 0:
        return -1
    at = random_below(t, MONSTER_WORD, h.monsters_drawn, h.n_cup)
    h.monsters_drawn += 1
    token = h.cup[at]
    h.n_cup -= 1
    h.cup[at] = h.cup[h.n_cup]
    return token


@rule(void, int64, inline=True)
def to_cup(t, token):
    """Put a monster back; whoever calls this keeps the counts of where it was."""
    h = t.hidden
    log.note(t, log.TO_CUP, token, t.game.place[token], 0)
    h.cup[h.n_cup] = token
    h.n_cup += 1
    t.game.place[token] = IN_CUP
