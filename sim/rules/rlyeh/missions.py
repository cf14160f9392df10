"""Missions: their rewards, paid for with trophies (R-9.4)."""

from __future__ import annotations

from sim.rules.choices import MISSION_REWARD, ask, begin, option
from sim.rules.compile import int64, rule, void
from sim.rules.doom import stopped
from sim.rules.effects import REWARDS
from sim.rules.log import MISSION_FULFILLED, observe
from sim.rules.resolving import resolve_box, settle_effect
from sim.rules.state import ALASKA, AS_MISSION, OUT_OF_GAME
from sim.rules.trophies import pay


@rule(void, int64)
def fulfil_missions(t, player):
    """At the start of the owner's Movement or Clock phase, as many as he can pay for and wants (D-R7)."""
    if t.deck.mode == ALASKA:
        return
    g = t.game
    while not stopped(t) and g.gone == 0 and g.investigators[player].card >= 0:
        begin(t, MISSION_REWARD, player, 0)
        option(t, -1, 0, 0, 0, 0)
        for m in range(t.deck.n_monsters):
            marker = g.monsters[m]
            price = t.deck.monsters[m].trophy
            if marker.where == AS_MISSION and marker.at == player and g.investigators[player].trophies >= price:
                option(t, m, price, 0, 0, 0)
        m = t.choice.options[ask(t)].a
        if m < 0:
            return
        pay(t, player, t.deck.monsters[m].trophy)
        g.monsters[m].where = OUT_OF_GAME
        observe(t, MISSION_FULFILLED, m, player, 0, 0)
        reward = t.deck.monsters[m].collected
        resolve_box(t, reward.start, reward.size, player, REWARDS)
        settle_effect(t)
