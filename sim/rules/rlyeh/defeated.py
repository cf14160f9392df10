"""What becomes of defeated Legions and completed missions (R-5.4..R-5.6, R-9.3)."""

from __future__ import annotations

from sim.rules.choices import LEGION_COST, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.doom import stopped
from sim.rules.effects import MONSTER_BACK, perform
from sim.rules.feasible import PART_TEST, fulfils
from sim.rules.investigators import begin_effect, in_play
from sim.rules.locks import open_locks
from sim.rules.log import LEGION_PAID, MISSION_TAKEN, observe
from sim.rules.monsters import leave_done, to_cup
from sim.rules.rlyeh.legion import legion_reappears
from sim.rules.state import ALASKA, AS_MISSION, LEGION, LOCK_OF_MONSTER, MISSION, MONSTER, ON_CARD

AT_ONCE = 0  # R:LEGION_COST_TIMING, R:MISSION_COLLECT


@rule(boolean, int64, int64)
def _pays(t, m, player):
    """Does the active investigator pay the cost on the Legion's back (R-5.4, D-R4)?"""
    cost = t.deck.monsters[m].cost
    begin_effect(t)
    if not in_play(t, player) or not fulfils(t, cost.start, cost.size, player, PART_TEST, False):
        return False
    begin(t, LEGION_COST, player, m)
    option(t, 1, 0, 0, 0, 0)
    option(t, 0, 0, 0, 0, 0)
    return t.choice.options[ask(t)].a == 1


@rule(void, int64)
def _settle_legion(t, m):
    """Paid, it waits for whoever defeated it to collect it (R-5.5); else it reappears elsewhere (R-5.6)."""
    g = t.game
    player = g.active
    if not _pays(t, m, player):
        legion_reappears(t, m)
        return
    g.monsters[m].paid = 1
    observe(t, LEGION_PAID, m, player, 0, 0)
    cost = t.deck.monsters[m].cost
    before = g.in_batch
    g.in_batch = MONSTER_BACK  # C-15.11
    perform(t, cost.start, cost.size, player)
    g.in_batch = before


@rule(void, int64, int64)
def _take_mission(t, m, player):
    """A completed mission lies before its owner, and is no trophy (R-9.3)."""
    leave_done(t, m)
    marker = t.game.monsters[m]
    marker.where = AS_MISSION
    marker.at = player
    marker.defeated = 0
    observe(t, MISSION_TAKEN, m, player, 0, 0)
    open_locks(t, LOCK_OF_MONSTER, m)


@rule(void)
def settle_defeated(t):
    """Markers just defeated that a rule treats at once."""
    if t.deck.mode == ALASKA:
        return
    for m in range(t.deck.n_monsters):
        marker = t.game.monsters[m]
        if stopped(t):
            return
        if marker.where != ON_CARD or marker.defeated == 0:
            continue
        kind = t.deck.monsters[m].kind
        if kind == LEGION and marker.paid == 0 and t.deck.rulings.legion_cost_timing == AT_ONCE:
            _settle_legion(t, m)
        elif kind == MISSION and t.deck.rulings.mission_collect == AT_ONCE:
            _take_mission(t, m, marker.by)


@rule(boolean, int64, int64)
def taken_as_monster(t, m, player):
    """Is a defeated marker collected as a monster is? Missions are not, nor Legions that give no trophy (R-5.5)."""
    facts = t.deck.monsters[m]
    if facts.kind == MONSTER:
        return True
    if facts.kind == MISSION:
        _take_mission(t, m, player)
        return False
    if t.game.monsters[m].paid == 0:
        _settle_legion(t, m)
        if t.game.monsters[m].paid == 0:
            return False
    if facts.trophy <= 0 or t.deck.rulings.legion_trophy == 1:
        to_cup(t, m)
        return False
    return True
