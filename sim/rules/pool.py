"""What enters and changes the dice pool by an effect (C-2.6..C-2.8, C-12.4, C-13)."""

from __future__ import annotations

from sim.rules.choices import REROLL_DICE, ask_dice, begin
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.dice import pool, roll
from sim.rules.investigators import ability
from sim.rules.locks import drop_empty_spell
from sim.rules.log import DIE_ADDED, REROLLED, observe
from sim.rules.state import DICE, LOCKED, LOCKED_DICE_AND_NO_MYTHOS, ON_SPELL, POOL, SUPPLY, YELLOW_DIE


@rule(boolean, int64, int64)
def can_grant(t, die, even_if_locked):
    """May an effect add the yellow or red die now: once a phase, not locked (C-2.7, C-12.4)?"""
    g = t.game
    if g.attempt.rolling == 0:
        return False
    had = g.attempt.yellow_had if die == YELLOW_DIE else g.attempt.red_had
    if had == 1 or g.dice[die].spent == 1:
        return False
    place = g.dice[die].place
    if place == LOCKED:
        return even_if_locked == 1 or ability(t, g.active) == LOCKED_DICE_AND_NO_MYTHOS
    return place == SUPPLY or place == ON_SPELL  # C-13.10


@rule(void, int64)
def into_pool(t, die):
    """A die joins the pool; off a spell, the emptied spell is discarded (C-13.10, C-13.11)."""
    d = t.game.dice[die]
    spell = d.at if d.place == ON_SPELL else -1
    d.place = POOL
    d.face = 0
    observe(t, DIE_ADDED, die, spell, 0, 0)
    if spell >= 0:
        drop_empty_spell(t, spell)


@rule(void, int64, int64)
def grant(t, die, even_if_locked):
    """Add the yellow or the red die (C-2.6)."""
    if not can_grant(t, die, even_if_locked):
        return
    if die == YELLOW_DIE:
        t.game.attempt.yellow_had = 1
    else:
        t.game.attempt.red_had = 1
    into_pool(t, die)


@rule(void, int64, int64)
def reroll(t, player, most):
    """Roll again any chosen part of the pool, at most `most` dice (C-13.1)."""
    mask = pool(t)
    begin(t, REROLL_DICE, player, most if most < DICE else 0)
    dice = ask_dice(t, mask, most)
    if dice != 0:
        roll(t, dice)
        observe(t, REROLLED, player, dice, 0, 0)
