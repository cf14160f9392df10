"""Rumors: what they do at the end of every later Mythos phase, and how they end (H-11.5)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import awaken, ended
from sim.arkham.rules.chance import die
from sim.arkham.rules.compile import boolean, int64, rule, void
from sim.arkham.rules.cup import from_cup
from sim.arkham.rules.doom import add_doom
from sim.arkham.rules.gates import unseal_all
from sim.arkham.rules.monsters import place_monster
from sim.arkham.rules.mythos_deck import under_deck
from sim.arkham.rules.terror import lose_ally, raise_terror
from sim.arkham.state import (
    CUP,
    DISTURBING_THE_DEAD,
    GOOD_WORK_UNDONE,
    GREAT_RITUAL,
    MOST_TERROR,
    ON_RUMOR,
    SOUTHSIDE_STRANGLER,
    STARS_ARE_RIGHT,
    TERRIBLE_EXPERIMENT,
)

GOOD_WORK_COUNTERS, GOOD_WORK_FAILS = 6, 10
RITUAL_FAILS = 5
EXPERIMENT_MONSTERS, EXPERIMENT_FAILS = 5, 8
STRANGLER_CLUES, DISTURBING_TROPHIES = 5, 2
UNLUCKY = 2  # a die at most this


@rule(int64)
def rumor_effect(t):
    """The effect of the rumor in play; -1: none is."""
    return t.town.cards[t.game.rumor].effect if t.game.rumor >= 0 else -1


@rule(void)
def _one_more_on_card(t):
    """A monster comes from the cup onto the card, where it does not count (H-5.1)."""
    g = t.game
    token = from_cup(t)
    if token < 0:
        awaken(t, CUP)
        return
    g.place[token] = ON_RUMOR
    g.on_rumor += 1
    log.note(t, log.MONSTER_CAME, token, ON_RUMOR, 0)


@rule(void, int64)
def rumor_comes(t, card):
    """It stays, unless another is in play: then its text is ignored (H-3.5)."""
    g = t.game
    if g.rumor >= 0:
        log.note(t, log.RUMOR_IGNORED, card, 0, 0)
        under_deck(t, card)
        return
    g.rumor = card
    g.rumor_since = g.phase
    g.counters = 0
    log.note(t, log.RUMOR_CAME, card, 0, 0)
    effect = rumor_effect(t)
    if effect == GOOD_WORK_UNDONE:
        g.counters = GOOD_WORK_COUNTERS
    elif effect == TERRIBLE_EXPERIMENT:
        for _ in range(EXPERIMENT_MONSTERS):
            if not ended(t):
                _one_more_on_card(t)


@rule(void, boolean)
def rumor_leaves(t, passed):
    """A finished rumor goes into the box, or under the deck (RUMOR_DONE)."""
    g = t.game
    if g.rumor < 0:  # awakening has discarded it (H-9.6)
        return
    log.note(t, log.RUMOR_PASSED if passed else log.RUMOR_FAILED, g.rumor, 0, 0)
    if t.town.rulings.RUMOR_DONE == 1:
        under_deck(t, g.rumor)
    g.rumor = -1
    g.counters = 0


@rule(void)
def _experiment_fails(t):
    """Terror becomes 10 and the monsters enter the streets of the rumor's neighbourhood."""
    g = t.game
    street = t.town.cards[g.rumor].a
    raise_terror(t, MOST_TERROR - g.terror)
    for token in range(t.town.n_tokens):
        if g.place[token] == ON_RUMOR and not ended(t):
            g.on_rumor -= 1
            place_monster(t, token, street)
    rumor_leaves(t, False)


@rule(boolean)
def _unlucky(t):
    roll = die(t)
    log.note(t, log.RUMOR_ACTED, t.game.rumor, roll, 0)
    return roll <= UNLUCKY


@rule(void, int64)
def _act(t, effect):
    """What the rumor does this time."""
    g = t.game
    if effect == DISTURBING_THE_DEAD:
        if _unlucky(t):
            raise_terror(t, 1)
    elif effect == STARS_ARE_RIGHT:
        if _unlucky(t):
            add_doom(t)
    elif effect == GOOD_WORK_UNDONE:
        for _ in range(2):
            if _unlucky(t):
                g.counters += 1
    elif effect == GREAT_RITUAL:
        g.counters += 1
    elif effect == SOUTHSIDE_STRANGLER:
        lose_ally(t)
    elif effect == TERRIBLE_EXPERIMENT:
        _one_more_on_card(t)


@rule(boolean, int64)
def _has_failed(t, effect):
    g = t.game
    return (
        (effect == DISTURBING_THE_DEAD and g.terror >= MOST_TERROR)
        or (effect == GOOD_WORK_UNDONE and g.counters >= GOOD_WORK_FAILS)
        or (effect == GREAT_RITUAL and g.counters >= RITUAL_FAILS)
        or (effect == SOUTHSIDE_STRANGLER and g.allies == 0)
        or (effect == TERRIBLE_EXPERIMENT and g.on_rumor >= EXPERIMENT_FAILS)
    )


@rule(void)
def rumor_acts(t):
    """At the end of every Mythos phase after the one in which it came."""
    g = t.game
    effect = rumor_effect(t)
    if effect < 0 or g.rumor_since == g.phase:
        return
    if not _has_failed(t, effect):  # it may have: terror reaches 10 by other means too
        _act(t, effect)
    if ended(t) or not _has_failed(t, effect):
        return
    if effect == TERRIBLE_EXPERIMENT:
        _experiment_fails(t)
        return
    if effect == GOOD_WORK_UNDONE:
        unseal_all(t)
    elif effect == GREAT_RITUAL:
        g.two_cards = 1
    rumor_leaves(t, False)
