"""The terror track (H-7)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import check_terror_ten, ended
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.rules.cup import to_cup
from sim.arkham.rules.doom import add_doom
from sim.arkham.rules.environments import in_force
from sim.arkham.state import LOCATIONS, MOST_TERROR, TERROR_FROZEN, UNSTABLE


@rule(void)
def empty_outskirts(t):
    """All monsters of the Outskirts return to the cup, the first to have come first."""
    g = t.game
    log.note(t, log.OUTSKIRTS_EMPTIED, g.n_outskirts, 0, 0)
    for i in range(g.n_outskirts):
        to_cup(t, g.outskirts[i])
    g.n_outskirts = 0


@rule(void, int64)
def _close_shop(t, shop):
    """A shop closes for good; monsters there move into the street (H-7.4)."""
    log.note(t, log.SHOP_CLOSED, shop, 0, 0)
    for i in range(t.game.in_town):
        token = t.game.monsters[i]
        if t.game.place[token] == shop:
            t.game.place[token] = t.town.street_of[shop]
            log.note(t, log.MOVED, token, shop, t.town.street_of[shop])


@rule(void)
def lose_ally(t):
    """One random ally of the deck leaves the game; allies are alike for the clock (H-7.3)."""
    g = t.game
    if g.allies > 0:
        g.allies -= 1
        log.note(t, log.ALLY_LEFT, g.allies, 0, 0)


@rule(void)
def _one_step(t):
    g = t.game
    g.terror += 1
    log.note(t, log.TERROR_ROSE, g.terror, 0, 0)
    lose_ally(t)
    if g.terror % 3 == 0:
        for shop in range(UNSTABLE, LOCATIONS):
            if t.town.shop[shop] == g.terror:
                _close_shop(t, shop)
    if g.terror == MOST_TERROR:  # H-7.5
        empty_outskirts(t)
        if t.town.rulings.TERROR10_DOOM == 1:
            add_doom(t)
        check_terror_ten(t)


@rule(void, int64)
def raise_terror(t, points):
    """Terror rises point by point (H-7.2); beyond 10 each point is a doom (H-7.6)."""
    g = t.game
    frozen = in_force(t, TERROR_FROZEN)
    for _ in range(points):
        if ended(t):
            return
        if g.terror < MOST_TERROR:
            if not frozen:
                _one_step(t)
        elif not frozen or t.town.rulings.FROZEN_SCOPE == 1:
            add_doom(t)
