"""A failed roll: terror, focus or assist, and a die discarded (C-7)."""

from __future__ import annotations

from sim.rules.choices import DISCARD, FOCUS, TERROR_ORDER, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.dice import count, discard, on_marker, one_of_each, pool
from sim.rules.doom import stopped
from sim.rules.investigators import ability, in_play
from sim.rules.log import DISCARDED_DIE, FOCUSED, TERROR_STRUCK, observe
from sim.rules.resolving import resolve
from sim.rules.state import (
    DICE,
    DISCARDED,
    LOCKED_DICE_AND_NO_MYTHOS,
    NO_MONSTERS_NO_TERROR,
    ON_MARKER,
    POOL,
    TERROR,
    WILD,
)
from sim.rules.tasks import nothing_left

OF_CARD, OF_MYTHOS = 0, 1


@rule(boolean)
def terror_shown(t):
    """Does any pool die show terror after steps 5 to 7? (C-7.1, R:WILD_IS_TERROR)"""
    for d in range(DICE):
        if t.game.dice[d].place == POOL:
            face = t.game.dice[d].face
            if face == TERROR or (face == WILD and t.deck.rulings.wild_is_terror == 1):
                return True
    return False


@rule(boolean, int64)
def _acts(t, of):
    """Has this source a terror effect that acts now (R:TERROR_SCOPE)?"""
    g = t.game
    a = g.attempt
    per_phase = t.deck.rulings.terror_scope == 1
    if of == OF_CARD:
        if per_phase and a.terror_of_card == 1:
            return False
        return t.deck.adventures[g.slots[a.slot].card].terror.size > 0
    if per_phase and a.terror_of_mythos == 1:
        return False
    return g.mythos_terror.size > 0 and ability(t, g.active) != LOCKED_DICE_AND_NO_MYTHOS


@rule(void, int64)
def _strike(t, of):
    g = t.game
    a = g.attempt
    if stopped(t) or g.gone == 1 or a.void == 1 or (a.failed == 0 and nothing_left(t)) or not _acts(t, of):
        return
    observe(t, TERROR_STRUCK, of, a.slot, 0, 0)
    if of == OF_CARD:
        a.terror_of_card = 1
        terror = t.deck.adventures[g.slots[a.slot].card].terror
        resolve(t, terror.start, terror.size, g.active, a.slot)
    else:
        a.terror_of_mythos = 1
        resolve(t, g.mythos_terror.start, g.mythos_terror.size, g.active, a.slot)


@rule(void)
def _terror(t):
    """8a: each terror effect once, however many dice show terror; the order is the player's (D-C9).

    An effect that ends the attempt does not spare the other one: both are mandatory (C-7.1),
    and what it skips are 8b and 8c (C-7.4).  Only where the phase itself is over after the
    first, by C-5.16, C-8.13 or C-16.4, there is no 8a any more; and a Mythos card that the
    first sends to the box takes its effect along (R-7.5).
    """
    g = t.game
    if not terror_shown(t) or ability(t, g.active) == NO_MONSTERS_NO_TERROR:
        return
    of_card = _acts(t, OF_CARD)
    of_mythos = _acts(t, OF_MYTHOS)
    first = OF_CARD
    if of_card and of_mythos:
        begin(t, TERROR_ORDER, g.active, 0)
        option(t, OF_CARD, 0, 0, 0, 0)
        option(t, OF_MYTHOS, 0, 0, 0, 0)
        first = t.choice.options[ask(t)].a
    for k in range(2):
        of = first if k == 0 else 1 - first
        if (of == OF_CARD and of_card) or (of == OF_MYTHOS and of_mythos):
            _strike(t, of)


@rule(void, int64)
def _offer_marker(t, player):
    if on_marker(t, player) >= 0:  # C-7.7
        return
    dice = one_of_each(t)
    for d in range(DICE):
        if (dice >> d) & 1 == 1:
            option(t, player, d, 0, 0, 0)


@rule(void)
def _focus_or_assist(t):
    """8b: one pool die to the own marker, once a phase, or to another's on this card (C-7.5, C-7.6)."""
    g = t.game
    a = g.attempt
    begin(t, FOCUS, g.active, 0)
    option(t, -1, -1, 0, 0, 0)
    if a.focused == 0:
        _offer_marker(t, g.active)
    for p in range(t.deck.players):
        if p != g.active and in_play(t, p) and g.investigators[p].at == a.slot:
            _offer_marker(t, p)
    chosen = t.choice.options[ask(t)]
    player, die = chosen.a, chosen.b
    if player < 0:
        return
    if player == g.active:
        a.focused = 1
    g.dice[die].place = ON_MARKER
    g.dice[die].at = player
    observe(t, FOCUSED, player, die, 0, 0)


@rule(void)
def discard_one(t):
    """8c: discard one pool die (C-7.8)."""
    g = t.game
    begin(t, DISCARD, g.active, 0)
    dice = one_of_each(t)
    for d in range(DICE):
        if (dice >> d) & 1 == 1:
            option(t, 0, d, 0, 0, 0)
    die = t.choice.options[ask(t)].b
    discard(t, die, DISCARDED)
    g.attempt.emptied_by_discard = 1
    observe(t, DISCARDED_DIE, g.active, die, 0, 0)


@rule(void)
def failed_roll(t):
    """8a to 8c in strict order; a terror effect may end the attempt, empty the pool or leave no task open.

    Of 8b and 8c nothing is done then, or what the pool allows (C-7.4, C-7.11, C-5.16).
    """
    g = t.game
    g.attempt.emptied_by_discard = 1
    _terror(t)
    if stopped(t) or g.gone == 1 or g.attempt.void == 1 or g.attempt.failed == 1 or nothing_left(t):
        return
    if count(pool(t)) >= 2:
        _focus_or_assist(t)
    if pool(t) != 0:
        discard_one(t)
