"""The doom track and the Elder Signs (C-15).

A full track and the last sign are noted here and settled where the rules say: the win at
once (C-15.4), the awakening at the token or at the end of the batch (C-15.6).
"""

from __future__ import annotations

from sim.rules.compile import boolean, int64, rule, void
from sim.rules.doom_icon import doom_icon
from sim.rules.log import DOOM_PLACED, DOOM_REMOVED, GAME_OVER, SIGN_GAINED, SIGN_LOST, observe
from sim.rules.state import BATTLE_WON, ENOUGH_SIGNS, UNDECIDED, WIN

AWAKENING_DUE, BATTLE_IS_ON = 1, 2


@rule(void, int64, int64)
def end_game(t, outcome, cause):
    """The game is decided; the first decision stands."""
    if t.game.outcome == UNDECIDED:
        t.game.outcome = outcome
        t.game.cause = cause
        observe(t, GAME_OVER, outcome, cause, 0, 0)


@rule(boolean)
def stopped(t):
    """Must the running effect stop: game over, or an awakening that waits for no batch (C-15.6)?"""
    g = t.game
    return g.outcome != UNDECIDED or (g.awakened == AWAKENING_DUE and g.in_batch == 0)


@rule(void)
def add_doom(t):
    """Put one doom token on the first free space (C-15.1, C-15.2)."""
    g = t.game
    sheet = t.deck.ancient_one
    if g.doom >= sheet.doom or g.outcome != UNDECIDED:
        return
    g.doom += 1
    g.doom_placed += 1
    observe(t, DOOM_PLACED, g.doom, 0, 0, 0)
    if g.awakened == BATTLE_IS_ON:  # C-17.6
        return
    if g.doom == sheet.doom:  # C-15.12
        g.awakened = AWAKENING_DUE
    elif g.awakened == 0:
        doom_icon(t, sheet.icon[g.doom])


@rule(void)
def fill_track(t):
    """An effect awakens the Ancient One: the empty spaces are filled first, without icons (C-15.7)."""
    g = t.game
    if g.awakened == BATTLE_IS_ON or g.outcome != UNDECIDED:
        return
    while g.doom < t.deck.ancient_one.doom:
        g.doom += 1
        g.doom_placed += 1
        observe(t, DOOM_PLACED, g.doom, 0, 0, 0)
    g.awakened = AWAKENING_DUE


@rule(void)
def remove_doom(t):
    """Take the last placed token off (C-15.3); the last one in battle wins (C-17.8)."""
    g = t.game
    if g.doom == 0:
        return
    g.doom -= 1
    observe(t, DOOM_REMOVED, g.doom, 0, 0, 0)
    if g.doom == 0 and g.awakened == BATTLE_IS_ON:
        end_game(t, WIN, BATTLE_WON)


@rule(void, int64)
def add_signs(t, n):
    """Elder Signs on the sheet; enough of them win at once (C-15.4, C-15.5)."""
    g = t.game
    g.signs += n
    g.signs_added = 1
    observe(t, SIGN_GAINED, g.signs, n, 0, 0)
    if g.signs >= t.deck.ancient_one.signs:
        end_game(t, WIN, ENOUGH_SIGNS)


@rule(void)
def lose_sign(t):
    """Lost Elder Sign: without one, a doom token (A-12.1)."""
    g = t.game
    if g.signs > 0:
        g.signs -= 1
        observe(t, SIGN_LOST, g.signs, 0, 0, 0)
    else:
        add_doom(t)
