"""The end of an attempt: success and failure (C-8)."""

from __future__ import annotations

from sim.rules.adventures import ORDINARY_SLOTS, deal, send_to_entrance, vacate
from sim.rules.choices import COLLECT, LOSE_POINT, ask, begin, option
from sim.rules.compile import int64, rule, void
from sim.rules.dice import on_marker
from sim.rules.doom import stopped
from sim.rules.effects import PENALTIES, REWARDS
from sim.rules.investigators import SANITY_POINT, STAMINA_POINT, devour_fallen, in_play, lose_points, player_after
from sim.rules.log import FAILED, RESOLVED, SUCCEEDED, observe
from sim.rules.resolving import collect, resolve_box
from sim.rules.state import ON_CARD, ORDINARY
from sim.rules.trophies import win_adventure


@rule(void)
def collect_defeated(t):
    """Monsters defeated in this phase, in the active player's order (C-8.3, D-C12)."""
    g = t.game
    while not stopped(t):
        begin(t, COLLECT, g.active, 0)
        for m in range(t.deck.n_monsters):
            if g.monsters[m].where == ON_CARD and g.monsters[m].defeated == 1:
                option(t, m, 0, 0, 0, 0)
        if t.choice.n == 0:
            return
        m = t.choice.options[ask(t)].a
        collect(t, m, g.monsters[m].by)


@rule(void)
def succeed(t):
    """Step 9: to the entrance, trophy and replacement, monsters, rewards (C-8.1..C-8.4)."""
    g = t.game
    slot = g.attempt.slot
    card = g.slots[slot].card
    kind = g.slots[slot].kind
    player = g.active
    g.successes += 1
    g.resolved_in_turn = 1
    observe(t, SUCCEEDED, player, slot, card, 0)
    g.attempt.slot = -1
    send_to_entrance(t, slot)
    win_adventure(t, player, card)
    vacate(t, slot)
    observe(t, RESOLVED, player, slot, card, 0)
    if kind == ORDINARY and slot < ORDINARY_SLOTS:
        deal(t, slot, 0)
    collect_defeated(t)
    if stopped(t) or g.gone == 1:
        return
    reward = t.deck.adventures[card].reward
    g.here = -1
    g.here_card = card
    resolve_box(t, reward.start, reward.size, player, REWARDS)
    g.here_card = -1


@rule(void, int64)
def _assistants_lose(t, slot):
    """Each other investigator with a die on the marker loses 1 sanity or stamina (C-8.7, D-C13, C-16.4).

    All lose before anybody is devoured (C-1.16, C-16.9).
    """
    g = t.game
    if stopped(t) or g.gone == 1:
        return
    g.hold_devouring += 1
    for k in range(1, t.deck.players):
        p = player_after(t, k)
        if not in_play(t, p) or g.investigators[p].at != slot or on_marker(t, p) < 0:
            continue
        begin(t, LOSE_POINT, p, 0)
        option(t, SANITY_POINT, 0, 0, 0, 0)
        option(t, STAMINA_POINT, 0, 0, 0, 0)
        lose_points(t, p, t.choice.options[ask(t)].a, 1)
    g.hold_devouring -= 1
    devour_fallen(t)


@rule(void, int64)
def _penalties(t, slot):
    g = t.game
    if stopped(t) or g.gone == 1:
        return
    penalty = t.deck.adventures[g.slots[slot].card].penalty
    g.here = slot
    g.here_card = g.slots[slot].card
    resolve_box(t, penalty.start, penalty.size, g.active, PENALTIES)
    g.here = -1
    g.here_card = -1


@rule(void)
def fail(t):
    """Monsters first, then assistants' losses and penalties (C-8.6..C-8.9, R:FAIL_ORDER)."""
    g = t.game
    slot = g.attempt.slot
    observe(t, FAILED, g.active, slot, g.slots[slot].card, 0)
    collect_defeated(t)
    if t.deck.rulings.fail_order == 1:
        _penalties(t, slot)
        _assistants_lose(t, slot)
    else:
        _assistants_lose(t, slot)
        _penalties(t, slot)
