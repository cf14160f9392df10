"""Midnight: the master sequence (C-14.4, A-5)."""

from __future__ import annotations

from sim.rules.alaska.day_track import advance_day, storm_doom, without_supplies
from sim.rules.battle import ancient_one_attacks, awaken
from sim.rules.choices import EFFECT_ORDER, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.doom import AWAKENING_DUE, BATTLE_IS_ON, add_doom, stopped
from sim.rules.log import MIDNIGHT_STEP, NIGHT_ENDS, observe
from sim.rules.mythos import draw_mythos
from sim.rules.resolving import resolve
from sim.rules.rlyeh.legion import legions_in_play
from sim.rules.state import ALASKA, MAX_NIGHTS, NO_CARD, ON_CARD, UNDECIDED

(
    DAY_STEP,
    STORM_DOOM_STEP,
    ANCIENT_ONE_STEP,
    MONSTERS_STEP,
    ADVENTURES_STEP,
    OTHERS_STEP,
    OLD_MYTHOS_STEP,
    NEW_MYTHOS_STEP,
) = range(8)
FROM_MONSTER, FROM_FRONT, FROM_BACK = range(3)  # sources of "At Midnight" effects


# --- effects inside a letter ------------------------------------------------------------------
@rule(void, int64, int64)
def _list(t, source, which):
    """Note one effect of this letter; lists are taken when the letter begins (C-14.6)."""
    h = t.hidden
    h.listed[2 * h.n_listed] = source
    h.listed[2 * h.n_listed + 1] = which
    h.n_listed += 1


@rule(boolean, int64, int64)
def _still_acts(t, source, which):
    """A monster still on a card, a card still in play and on the same side (A-3.4, A-5.3)."""
    g = t.game
    if source == FROM_MONSTER:
        return g.monsters[which].where == ON_CARD and g.monsters[which].defeated == 0
    return g.slots[which].kind != NO_CARD and g.slots[which].faceup == (1 if source == FROM_FRONT else 0)


@rule(void, int64, int64)
def _act(t, source, which):
    g = t.game
    if source == FROM_MONSTER:
        text = t.deck.monsters[which].midnight
        resolve(t, text.start, text.size, g.active, g.monsters[which].at)
    elif source == FROM_FRONT:
        text = t.deck.adventures[g.slots[which].card].midnight
        resolve(t, text.start, text.size, g.active, which)
    else:
        text = t.deck.backs[g.slots[which].back].midnight
        resolve(t, text.start, text.size, g.active, which)


@rule(void)
def _act_in_order(t):
    """The listed effects in the order that the group chooses (A-5.1, D-A12)."""
    h = t.hidden
    done = 0
    while not stopped(t):
        begin(t, EFFECT_ORDER, t.game.active, 0)
        for k in range(h.n_listed):
            if (done >> k) & 1 == 0 and _still_acts(t, h.listed[2 * k], h.listed[2 * k + 1]):
                option(t, h.listed[2 * k], h.listed[2 * k + 1], k, 0, 0)
        if t.choice.n == 0:
            return
        chosen = t.choice.options[ask(t)]
        source, which = chosen.a, chosen.b
        done |= 1 << chosen.c
        _act(t, source, which)


# --- the steps ----------------------------------------------------------------------------------
@rule(void)
def _monsters(t):
    """3b: monsters with a midnight icon, wherever they lie (A-5.3)."""
    t.hidden.n_listed = 0
    for m in range(t.deck.n_monsters):
        marker = t.game.monsters[m]
        if marker.where == ON_CARD and marker.defeated == 0 and t.deck.monsters[m].midnight.size > 0:
            _list(t, FROM_MONSTER, m)
    _act_in_order(t)


@rule(void)
def _adventures(t):
    """3c: faceup texts, facedown backs, Specials and Other Worlds (A-3.4, A-11.6)."""
    g = t.game
    t.hidden.n_listed = 0
    for slot in range(g.n_slots):
        s = g.slots[slot]
        if s.kind == NO_CARD:
            continue
        if s.faceup == 1:
            if t.deck.adventures[s.card].midnight.size > 0:
                _list(t, FROM_FRONT, slot)
        elif t.deck.backs[s.back].midnight.size > 0:
            _list(t, FROM_BACK, slot)
    _act_in_order(t)


@rule(void, int64)
def _step_of_mode(t, step):
    """The day track and its card are Alaska's; R'lyeh Rising has no such steps (R-13.1)."""
    if t.deck.mode != ALASKA:
        return
    if step == DAY_STEP:
        advance_day(t)
    elif step == STORM_DOOM_STEP:
        storm_doom(t)
    else:
        without_supplies(t)  # 3d


@rule(void, int64)
def _step(t, step):
    g = t.game
    observe(t, MIDNIGHT_STEP, step, 0, 0, 0)
    if step == DAY_STEP or step == STORM_DOOM_STEP or step == OTHERS_STEP:
        _step_of_mode(t, step)
    elif step == ANCIENT_ONE_STEP:
        text = t.deck.ancient_one.midnight
        resolve(t, text.start, text.size, g.active, -1)
    elif step == MONSTERS_STEP:
        _monsters(t)
    elif step == ADVENTURES_STEP:
        _adventures(t)
    elif step == OLD_MYTHOS_STEP:
        text = g.mythos_midnight
        resolve(t, text.start, text.size, g.active, -1)
    else:
        draw_mythos(t)


@rule(void)
def _late_doom(t):
    """Before the first step (R:EXTRA_STRIKE_DOOM=AT_MIDNIGHT)."""
    g = t.game
    while g.late_doom > 0 and not stopped(t):
        g.late_doom -= 1
        add_doom(t)


@rule(void)
def _note_night(t):
    """Counters after this midnight, for the row of the game."""
    g = t.game
    if g.nights < MAX_NIGHTS:
        night = g.night[g.nights]
        night.doom = g.doom
        night.signs = g.signs
        night.supplies = g.supplies
        night.storms = 0
        for slot in range(g.n_slots):
            night.storms += g.slots[slot].storms
        night.omen = g.omen
        night.legions = legions_in_play(t)
    g.nights += 1
    observe(t, NIGHT_ENDS, g.nights, 0, 0, 0)


@rule(void)
def _battle_midnight(t):
    """In the battle only the attack; with R:DAY_IN_BATTLE=ACTIVE the day token moves first (C-17.5, A-5.5)."""
    g = t.game
    if t.deck.rulings.day_in_battle == 1 and t.deck.mode == ALASKA:
        advance_day(t)
    if g.outcome == UNDECIDED:
        ancient_one_attacks(t)


@rule(void)
def midnight(t):
    """Once, after the turn (C-14.4); an awakening ends the sequence (A-5.2, C-15.10)."""
    g = t.game
    g.in_midnight = 1
    g.strikes = 0
    _late_doom(t)
    if g.awakened == BATTLE_IS_ON:
        _battle_midnight(t)
    else:
        for step in range(NEW_MYTHOS_STEP + 1):
            if not stopped(t):
                _step(t, step)
        if g.awakened == AWAKENING_DUE and g.outcome == UNDECIDED:
            awaken(t)
            if g.outcome == UNDECIDED and t.deck.rulings.awaken_at_midnight == 0:
                ancient_one_attacks(t)
        elif g.outcome == UNDECIDED:
            for p in range(t.deck.players):  # 6: refresh
                g.investigators[p].ability_used = 0
    if g.outcome == UNDECIDED:
        _note_night(t)
    g.in_midnight = 0
