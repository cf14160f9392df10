"""Gates: opened (H-3.3), closed and sealed (H-6)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import awaken, ended
from sim.arkham.rules.chance import successes
from sim.arkham.rules.compile import boolean, int64, rule, void
from sim.arkham.rules.doom import add_doom, take_doom
from sim.arkham.rules.environments import in_force
from sim.arkham.rules.gate_stack import draw_marker, under_stack
from sim.arkham.rules.monsters import draw_monster, leave_outskirts, send_to_cup
from sim.arkham.rules.victory import check_victory
from sim.arkham.state import (
    GATES,
    MARKERS_GONE,
    NO_SEALING,
    SEALING_CHEAPER,
    UNSTABLE,
    WORLD_HARDER,
)


@rule(void, int64, int64)
def open_gate(t, location, monsters):
    """Doom, a marker, clues off, the count of open gates, then monsters: in this order (H-3.3)."""
    g = t.game
    add_doom(t)
    if ended(t):
        return
    marker = draw_marker(t)
    if marker < 0:
        awaken(t, MARKERS_GONE)  # H-9.3
        return
    g.gate[location] = marker
    g.open |= 1 << location
    g.opened_now |= 1 << location
    g.n_gates += 1
    g.opened += 1
    log.note(t, log.GATE_OPENED, location, marker, 0)
    if g.clues[location] > 0:
        log.note(t, log.CLUES_GONE, location, g.clues[location], 0)
        g.n_clues -= g.clues[location]
        g.clues[location] = 0
    if g.n_gates >= t.town.gates_that_awaken:
        awaken(t, GATES)  # H-9.2
    for _ in range(monsters):
        if ended(t):
            return
        draw_monster(t, location)


@rule(void, int64)
def _monsters_return(t, symbol):
    """All monsters with the gate's symbol return from Arkham, the Sky and the Outskirts (H-6.3)."""
    i = 0
    while i < t.game.in_town:
        token = t.game.monsters[i]
        if t.town.monsters[t.town.kind[token]].symbol == symbol:
            send_to_cup(t, token)
        else:
            i += 1
    leave_outskirts(t, symbol)


@rule(void, int64, boolean)
def close_gate(t, location, by_card):
    """The marker becomes a trophy (H-6.2), or, closed by a card's effect, goes under the stack (H-6.6)."""
    g = t.game
    marker = g.gate[location]
    g.gate[location] = -1
    g.open &= ~(1 << location)
    g.n_gates -= 1
    g.closed += 1
    log.note(t, log.GATE_CLOSED, location, marker, 1 if by_card else 0)
    if by_card:
        under_stack(t, marker)
    else:
        g.trophies[g.n_trophies] = marker
        g.n_trophies += 1
    _monsters_return(t, t.town.worlds[t.town.world_of[marker]].symbol)


@rule(boolean)
def may_seal(t):
    """Does nothing in play forbid sealing?"""
    return not in_force(t, NO_SEALING)


@rule(int64)
def seal_cost(t):
    """Clues that a seal costs now (H-6.4)."""
    cost = t.town.seal_cost
    if in_force(t, SEALING_CHEAPER):
        cost -= t.town.cards[t.game.environment].a
    return max(0, cost)


@rule(void, int64)
def seal(t, location):
    """Stable for good: no gate and no monster appears there (H-6.1)."""
    t.game.sealed[location] = 1
    t.game.n_seals += 1


@rule(void, int64)
def seal_with_clues(t, location):
    """Directly after closing (H-6.4)."""
    t.game.clues_held -= seal_cost(t)
    seal(t, location)
    log.note(t, log.GATE_SEALED, location, 0, 0)
    check_victory(t)


@rule(void, int64)
def seal_with_elder_sign(t, location):
    """Closes without a check; the item leaves the game, doom falls by one (H-6.5)."""
    t.game.signs_held -= 1
    close_gate(t, location, False)
    seal(t, location)
    log.note(t, log.GATE_SEALED, location, 1, 0)
    take_doom(t)
    check_victory(t)


@rule(void)
def unseal_all(t):
    """All seals leave the board (H-11.5, Good Work Undone)."""
    for location in range(UNSTABLE):
        t.game.sealed[location] = 0
    t.game.n_seals = 0
    log.note(t, log.SEALS_GONE, 0, 0, 0)


@rule(boolean, int64, int64)
def closing_check(t, location, dice):
    """A Lore or Fight check with the gate's modifier (H-6.2); without dice given it always succeeds."""
    if dice == 0:
        return True
    world = t.town.world_of[t.game.gate[location]]
    modifier = t.town.worlds[world].modifier
    if in_force(t, WORLD_HARDER) and t.town.cards[t.game.environment].a == world:
        modifier -= 1
    needed = 1 + t.town.one_more_success
    return successes(t, max(0, dice + modifier)) >= needed
