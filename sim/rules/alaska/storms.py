"""Storm markers: placing them, and taking them off cards (A-10.1..A-10.6, A-10.9)."""

from __future__ import annotations

from sim.chance import below, word
from sim.rules.chance import STORM_WORD
from sim.rules.choices import STORM_PLACE, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.log import STORM_PLACED, STORM_RETURNED, observe
from sim.rules.state import ORDINARY

STORMS_OF_ICON = 3
MOST_ON_CARD = 4


@rule(int64)
def draw_storm(t):
    """Take a facedown marker out of the pile at random (A-10.1)."""
    h = t.hidden
    g = t.game
    k = below(word(h.key, STORM_WORD, h.storm_draws), g.pile)
    h.storm_draws += 1
    marker = h.pile[k]
    g.pile -= 1
    h.pile[k] = h.pile[g.pile]
    return marker


@rule(void, int64)
def return_storm(t, marker):
    """Mix a marker face down into the pile."""
    t.hidden.pile[t.game.pile] = marker
    t.game.pile += 1


@rule(boolean, int64)
def _has_space(t, slot):
    s = t.game.slots[slot]
    return s.kind == ORDINARY and s.storms < MOST_ON_CARD


@rule(int64)
def storm_spaces(t):
    """Markers that still find a place on cards."""
    n = 0
    for slot in range(t.game.n_slots):
        if t.game.slots[slot].kind == ORDINARY:
            n += MOST_ON_CARD - t.game.slots[slot].storms
    return n


@rule(void, int64, int64)
def put_storm(t, slot, marker):
    """Lay a marker face down on a card."""
    s = t.game.slots[slot]
    t.hidden.storms[slot, s.facedown] = marker
    s.facedown += 1
    s.storms += 1
    observe(t, STORM_PLACED, slot, s.storms, 0, 0)


@rule(void, int64, int64)
def place_storms(t, n, player):
    """Place n markers one by one where `player` (for the group) wishes (A-10.1).

    In a Resolution phase the active investigator's own card is taken only when all
    others are full (A-10.4).  Without a marker or a place nothing happens (A-10.6).
    """
    g = t.game
    own = g.investigators[g.active].at if g.in_resolution == 1 else -1
    drawn = min(n, g.pile)
    for left in range(drawn, 0, -1):
        begin(t, STORM_PLACE, player, left)
        for slot in range(g.n_slots):
            if slot != own and _has_space(t, slot):
                option(t, slot, 0, 0, 0, 0)
        if t.choice.n == 0 and own >= 0 and _has_space(t, own):
            option(t, own, 0, 0, 0, 0)
        if t.choice.n == 0:
            return
        slot = t.choice.options[ask(t)].a
        put_storm(t, slot, draw_storm(t))


@rule(void, int64)
def take_storm(t, slot):
    """One facedown marker of a card goes back to the pile."""
    s = t.game.slots[slot]
    s.storms -= 1
    s.facedown -= 1
    return_storm(t, t.hidden.storms[slot, s.facedown])
    observe(t, STORM_RETURNED, slot, s.storms, -1, 0)


@rule(void, int64)
def clear_storms(t, slot):
    """All markers of a card that leaves play go back to the pile (A-10.9)."""
    while t.game.slots[slot].facedown > 0:
        take_storm(t, slot)


@rule(void)
def place_icon_storms(t):
    """A storm icon: three markers (A-10.10, A-12.1)."""
    place_storms(t, STORMS_OF_ICON, t.game.active)
