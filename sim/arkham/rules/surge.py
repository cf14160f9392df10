"""Monster surges (H-4)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import ended
from sim.arkham.rules.choices import LIMIT_GATE, SURGE_GATE, ask, begin, option
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.rules.monsters import draw_monster, room
from sim.arkham.state import UNSTABLE


@rule(int64, inline=True)
def surge_size(t):
    """Monsters of a surge: as many as open gates or players, whichever is more (H-4.1)."""
    if t.town.rulings.SURGE_COUNT == 1:
        return t.game.n_gates
    return max(t.game.n_gates, t.town.players)


@rule(int64, int64, int64, int64)
def _one_of(t, kind, share, count):
    """A gate chosen among those with `count` in `share`, which has four bits for each location."""
    begin(t, kind, count)
    for location in range(UNSTABLE):
        if (t.game.open >> location) & 1 == 1:
            mine = (share >> (4 * location)) & 15
            if (kind == SURGE_GATE and mine == count) or (kind == LIMIT_GATE and mine > 0):
                option(t, location, 0)
    return t.choice.options[ask(t)].a


@rule(int64, int64, int64, inline=True)
def _shares(t, surging, monsters):
    """How many monsters each gate gets, four bits for each location (H-4.2)."""
    g = t.game
    each, more = 0, monsters
    while more >= g.n_gates:  # a division takes longer: this is once or twice
        more -= g.n_gates
        each += 1
    share = 0
    for location in range(UNSTABLE):
        if (g.open >> location) & 1 == 1:
            share += each << (4 * location)
    if more > 0:
        share += 1 << (4 * surging)
    for _ in range(more - 1):
        share += 1 << (4 * _one_of(t, SURGE_GATE, share, each))
    return share


@rule(void, int64, inline=True)
def _draw_shares(t, share):
    """Draw each gate's monsters, one at a time (H-5.4)."""
    location = 0
    while share != 0:
        for _ in range(share & 15):
            if ended(t):
                return
            draw_monster(t, location)
        share >>= 4
        location += 1


@rule(void, int64, inline=True)
def monster_surge(t, surging):
    """Monsters come out of every gate, and no doom is added (H-3.2)."""
    t.game.surges += 1
    monsters = surge_size(t)
    log.note(t, log.SURGE, surging, monsters, 0)
    share = _shares(t, surging, monsters)
    fitting = room(t)
    if fitting >= monsters:
        _draw_shares(t, share)
        return
    chosen = 0  # before drawing (H-4.3)
    for _ in range(fitting):
        one = 1 << (4 * _one_of(t, LIMIT_GATE, share, 0))
        chosen += one
        share -= one
    _draw_shares(t, chosen)
    _draw_shares(t, share)  # to the Outskirts, or to their gates should terror reach 10 meanwhile
