"""Storms at the start of a Resolution phase: all flipped, then resolved one by one (A-10.7, A-10.8)."""

from __future__ import annotations

from sim.rules.alaska.storms import return_storm
from sim.rules.choices import STORM_ORDER, ask, begin, option
from sim.rules.compile import int64, rule, void
from sim.rules.doom import stopped
from sim.rules.effects import STORMS
from sim.rules.log import STORM_RESOLVED, STORMS_REVEALED, observe
from sim.rules.resolving import resolve_box


@rule(void, int64, int64)
def _resolved(t, slot, k):
    """Revealed marker k goes back into the pile (A-10.7)."""
    g = t.game
    marker = g.revealed[k]
    g.n_revealed -= 1
    g.revealed[k] = g.revealed[g.n_revealed]
    if g.attempt.void == 0:  # with a card that left, its count went too
        g.slots[slot].storms -= 1
    return_storm(t, marker)
    observe(t, STORM_RESOLVED, slot, marker, 0, 0)


@rule(void, int64)
def _reveal(t, slot):
    g = t.game
    s = g.slots[slot]
    for k in range(s.facedown):
        g.revealed[k] = t.hidden.storms[slot, k]
    g.n_revealed = s.facedown
    s.facedown = 0
    observe(t, STORMS_REVEALED, slot, g.n_revealed, 0, 0)


@rule(void, int64)
def _return_blanks(t, slot):
    g = t.game
    k = 0
    while k < g.n_revealed:
        if t.deck.storms[g.revealed[k]].penalty.size == 0:
            _resolved(t, slot, k)
        else:
            k += 1


@rule(int64)
def _choose_next(t):
    """Which revealed penalty comes next; equal ones are one option (D-A7)."""
    g = t.game
    begin(t, STORM_ORDER, g.active, g.n_revealed)
    for k in range(g.n_revealed):
        seen = False
        for i in range(k):
            if t.deck.storms[g.revealed[i]].penalty.start == t.deck.storms[g.revealed[k]].penalty.start:
                seen = True
        if not seen:
            option(t, g.revealed[k], k, 0, 0, 0)
    return t.choice.options[ask(t)].b


@rule(void, int64)
def resolve_storms(t, slot):
    """Flip all storms on one's card and take their penalties, one batch (A-10.7, C-15.11).

    Once the investigator is devoured the rest is dropped and the markers return (A-10.8).
    """
    g = t.game
    if g.slots[slot].facedown == 0:
        return
    _reveal(t, slot)
    _return_blanks(t, slot)
    player = g.active
    g.in_batch = STORMS
    g.here = slot
    g.here_card = g.slots[slot].card
    while g.n_revealed > 0:
        k = 0
        if not stopped(t) and g.gone == 0:
            k = _choose_next(t)
            marker = g.revealed[k]
            penalty = t.deck.storms[marker].penalty
            resolve_box(t, penalty.start, penalty.size, player, STORMS)
        _resolved(t, slot, k)
    g.in_batch = 0
    g.here = -1
    g.here_card = -1
