"""The day track and the storm doom: the first two steps of midnight (A-6, A-7)."""

from __future__ import annotations

from sim.rules.alaska.storms import MOST_ON_CARD, place_storms
from sim.rules.compile import int64, rule, void
from sim.rules.doom import add_doom, end_game, stopped
from sim.rules.investigators import STAMINA_POINT, devour_fallen, in_play, lose_points, player_after
from sim.rules.log import DAY, observe
from sim.rules.state import LOSS, TIME_RAN_OUT, WINTER

LAST_DAY, SKULL = 7, 8
SKULL_DOOM = 2


@rule(void)
def advance_day(t):
    """Step 1: the token moves; its space brings storms (A-6.1).

    The skull loses in Winter before anything else (A-6.4); in Summer it brings two doom,
    the token goes back to Day 7, and seven storms come whatever Day 7 had (A-6.3).
    """
    g = t.game
    g.day += 1
    storms = t.deck.storms_of_day[g.day]
    if g.day == SKULL:
        if t.deck.season == WINTER:
            observe(t, DAY, SKULL, 0, 0, 0)
            end_game(t, LOSS, TIME_RAN_OUT)
            return
        for _ in range(SKULL_DOOM):
            if not stopped(t):
                add_doom(t)
        g.day = LAST_DAY
    if g.awakened > 0 or stopped(t):
        storms = 0
    observe(t, DAY, g.day, storms, 0, 0)
    place_storms(t, storms, g.active)


@rule(int64)
def _full_adventures(t):
    n = 0
    for slot in range(t.game.n_slots):
        if t.game.slots[slot].storms == MOST_ON_CARD:
            n += 1
    return n


@rule(void)
def storm_doom(t):
    """Step 2: one doom for every adventure with four storms, counted before the first (A-7.1)."""
    g = t.game
    n = _full_adventures(t)
    k = 0
    while k < n and not stopped(t):
        add_doom(t)
        g.storm_doom += 1
        k += 1
        if t.deck.rulings.four_storm_check == 1:  # R:FOUR_STORM_CHECK=REEVALUATE
            n = max(n, _full_adventures(t))


@rule(void)
def without_supplies(t):
    """Step 3d: without supplies each investigator loses 1 stamina (A-8.6, R:SUMMER_TRACK_TEXT)."""
    g = t.game
    if g.supplies > 0 or (t.deck.season == 0 and t.deck.rulings.summer_track_text == 1):
        return
    g.hold_devouring += 1
    for k in range(t.deck.players):
        p = player_after(t, k)
        if in_play(t, p):
            lose_points(t, p, STAMINA_POINT, 1)
    g.hold_devouring -= 1
    devour_fallen(t)
