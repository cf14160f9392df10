"""Resolving a text or a box of icons, and what is settled after it (C-8.3, C-9.2, C-15.11)."""

from __future__ import annotations

from sim.rules.choices import ICON_ORDER, VICTIM, ask, begin, option
from sim.rules.compile import int64, rule, void
from sim.rules.doom import stopped
from sim.rules.effects import MONSTER_BACK, choose_investigator, cut_off, perform
from sim.rules.investigators import STAMINA_POINT, begin_effect, in_play, lose_points
from sim.rules.locks import open_locks
from sim.rules.log import COLLECTED, observe
from sim.rules.monsters import to_cup
from sim.rules.rlyeh.defeated import settle_defeated, taken_as_monster
from sim.rules.state import AS_TROPHY, LOCK_OF_MONSTER, NO_CARD, ON_CARD, SIGN_WOUNDS, UNDECIDED
from sim.rules.trophies import win_monster

SIGN_WOUND = 2


@rule(void, int64, int64, int64)
def _in_chosen_order(t, start, size, player):
    """The icons of a box in the order of the active player's choice (C-9.2, D-C14)."""
    done = 0
    while not cut_off(t):
        begin(t, ICON_ORDER, player, start)
        i = start
        k = 0
        while i < start + size:
            if (done >> k) & 1 == 0:
                option(t, i, k, 0, 0, 0)
            k += 1
            i += 1 + t.deck.ops[i].size
        if t.choice.n == 0:
            return
        chosen = t.choice.options[ask(t)]
        i = chosen.a
        done |= 1 << chosen.b
        perform(t, i, 1 + t.deck.ops[i].size, player)


@rule(void)
def _settle_signs(t):
    """Rhan-Tegoth: signs were added, one investigator loses 2 stamina (A-13.1, A-13.2, A-13.4)."""
    g = t.game
    if g.signs_added == 0:
        return
    g.signs_added = 0
    if t.deck.ancient_one.ability != SIGN_WOUNDS or g.outcome != UNDECIDED:
        return
    begin_effect(t)
    victim = choose_investigator(t, VICTIM, g.active)
    if victim >= 0:
        g.double_doom = 1
        lose_points(t, victim, STAMINA_POINT, SIGN_WOUND)
        g.double_doom = 0


@rule(void, int64, int64, int64, int64)
def resolve_box(t, start, size, player, batch):
    """The icons of one reward or penalty box, storm marker or monster back: a batch (C-15.11)."""
    if size == 0 or t.game.investigators[player].card < 0:
        return
    g = t.game
    before = g.in_batch
    g.in_batch = batch
    begin_effect(t)
    if t.deck.rulings.reward_order == 1 or 1 + t.deck.ops[start].size >= size:
        perform(t, start, size, player)
    else:
        _in_chosen_order(t, start, size, player)
    g.in_batch = before
    _settle_signs(t)
    settle_defeated(t)


@rule(void, int64, int64)
def collect(t, m, player):
    """Collect a defeated monster: trophy, its back, then its lock opens (C-8.3, C-12.5).

    A back may cost this very trophy; then its lock opened on the way to the cup.  What belongs
    to one who is no longer in play goes there at once (C-16.3).
    """
    if not in_play(t, player):
        to_cup(t, m)
        return
    if not taken_as_monster(t, m, player):
        return
    back = t.deck.monsters[m].collected
    win_monster(t, player, m)
    observe(t, COLLECTED, m, player, 0, 0)
    resolve_box(t, back.start, back.size, player, MONSTER_BACK)
    if t.game.monsters[m].where == AS_TROPHY:
        open_locks(t, LOCK_OF_MONSTER, m)


@rule(void)
def settle_effect(t):
    """What follows a text: signs, then monsters that it defeated outside a Resolution phase (C-11.15)."""
    g = t.game
    _settle_signs(t)
    settle_defeated(t)
    if g.in_resolution == 0 and g.awakened != 2:
        for m in range(t.deck.n_monsters):
            if stopped(t):
                return
            if g.monsters[m].where == ON_CARD and g.monsters[m].defeated == 1:
                collect(t, m, g.monsters[m].by)


@rule(void, int64, int64, int64, int64)
def resolve(t, start, size, player, here):
    """Any other text: every token acts at once (C-15.11); `here` is the place of its card, or -1.

    At midnight `player` may be one who is out (C-16.8): then only what concerns him falls away.
    Monsters defeated by it outside a Resolution phase are collected at once (C-11.15).
    """
    if size == 0:
        return
    g = t.game
    before, before_card = g.here, g.here_card
    g.here = here
    g.here_card = t.hidden.front[here] if here >= 0 and g.slots[here].kind != NO_CARD else -1
    begin_effect(t)
    perform(t, start, size, player)
    g.here = before
    g.here_card = before_card
    g.by_item = 0  # what follows is no longer the item's doing
    settle_effect(t)
