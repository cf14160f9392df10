"""Carrying out effects: the operations, and their order (C-1.15, C-9, A-12, R-12)."""

from __future__ import annotations

from sim.rules import operations as op
from sim.rules.adventures import add_extra_adventure, discard_adventure, enter_other_world, enter_special
from sim.rules.alaska.storms import place_storms
from sim.rules.alaska.supplies import gain_supplies, lose_supplies
from sim.rules.choices import (
    DEFEATED_MONSTER,
    EITHER,
    OPTIONAL,
    REMOVED_MONSTER,
    SPLIT_GROUP,
    TARGET,
    ask,
    begin,
    option,
)
from sim.rules.clock import advance_clock
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.dice import discard
from sim.rules.doom import add_doom, add_signs, fill_track, lose_sign, remove_doom, stopped
from sim.rules.feasible import PART_TEST, concerns_investigator, fulfils, other_worlds
from sim.rules.investigators import (
    SANITY_POINT,
    STAMINA_POINT,
    concerned,
    devour_fallen,
    lose_points,
    player_after,
    regain,
)
from sim.rules.items import gain_cards, gain_clues, lose_cards
from sim.rules.locks import shut_lock
from sim.rules.log import OPERATION, observe
from sim.rules.modes.stage_two import begin_stage_two
from sim.rules.monsters import appear, defeat, free_tasks, remove, undefeated, within_reach
from sim.rules.pool import grant, reroll
from sim.rules.rlyeh.amulet import gain_amulet, lose_amulet
from sim.rules.rlyeh.legion import legion_appears
from sim.rules.rlyeh.omen import advance_omen, retreat_omen
from sim.rules.state import (
    DICE,
    DISCARDED,
    LOCK_OF_MYTHOS,
    MAX_FRAMES,
    POOL,
    RED_DIE,
    RLYEH,
    TERROR,
    YELLOW_DIE,
)
from sim.rules.tasks import nothing_left
from sim.rules.trophies import pay

NO_BATCH, REWARDS, PENALTIES, STORMS, MONSTER_BACK = range(5)  # C-15.11
STRETCH, EACH_LOOP, COUNT_LOOP = range(3)  # kinds of frame


# --- operations on one investigator -----------------------------------------------------
@rule(void, int64, int64, int64)
def _points(t, player, stat, amount):
    if amount < 0:
        lose_points(t, player, stat, -amount)
    else:
        regain(t, player, stat, amount)


@rule(void, int64, int64, int64)
def _set_points(t, player, stat, value):
    me = t.game.investigators[player]
    now = me.sanity if stat == SANITY_POINT else me.stamina
    lose_points(t, player, stat, now - value)


@rule(void, int64, int64, int64)
def _cards(t, code, amount, player):
    if amount > 0:
        gain_cards(t, player, code - op.COMMON_CARD, amount)
    else:
        lose_cards(t, player, code - op.COMMON_CARD, -amount)


@rule(void, int64, int64)
def _supply_icon(t, player, amount):
    """Supply: +1 each; Lost Supply: -1 each, or a stamina where there is none (A-8.3, A-8.4).

    Icon by icon; once the loser is devoured his successor is not hit (C-16.6).
    """
    if amount > 0:
        gain_supplies(t, amount)
        return
    for _ in range(-amount):
        if stopped(t):
            return
        if lose_supplies(t, 1) > 0 and concerned(t, player):
            lose_points(t, player, STAMINA_POINT, 1)


@rule(void, int64, int64, int64)
def _choose_monsters(t, kind, n, player):
    """Remove Monster or "defeat a monster": any undefeated one in play (A-12.8, C-11.10)."""
    g = t.game
    for _ in range(min(n, undefeated(t))):
        begin(t, kind, player, 0)
        for m in range(t.deck.n_monsters):
            if within_reach(t, m):
                option(t, m, 0, 0, 0, 0)
        m = t.choice.options[ask(t)].a
        if kind == DEFEATED_MONSTER:
            defeat(t, m, player if t.deck.rulings.defeat_owner == 0 else g.active)
        else:
            remove(t, m)


@rule(void, int64, int64, int64)
def _to_one(t, code, amount, player):
    """One simple operation for one investigator."""
    g = t.game
    if code == op.SANITY:
        _points(t, player, SANITY_POINT, amount)
    elif code == op.STAMINA:
        _points(t, player, STAMINA_POINT, amount)
    elif code == op.CLUE:
        gain_clues(t, player, amount)
    elif op.COMMON_CARD <= code <= op.SKILL_CARD:
        _cards(t, code, amount, player)
    elif code == op.TROPHY:
        pay(t, player, -amount)
    elif code == op.SET_SANITY:
        _set_points(t, player, SANITY_POINT, amount)
    elif code == op.SET_STAMINA:
        _set_points(t, player, STAMINA_POINT, amount)
    elif code == op.DEVOUR:
        lose_points(t, player, SANITY_POINT, g.investigators[player].sanity)
    elif code == op.SUPPLY_ICON:
        _supply_icon(t, player, amount)
    elif code == op.REROLL:
        reroll(t, player, amount)


# --- operations on the table --------------------------------------------------------------
@rule(void, int64, int64)
def _doom(t, amount, signs):
    """Doom and Elder Sign icons, token by token (C-1.15)."""
    if amount > 0 and signs == 1:
        add_signs(t, amount)
        return
    for _ in range(abs(amount)):
        if stopped(t):
            return
        if signs == 1:
            lose_sign(t)
        elif amount > 0:
            add_doom(t)
        else:
            remove_doom(t)


@rule(void)
def _next_special(t):
    """The Special after the one whose text acts (A-11.3, R-14.2, R:SPECIAL_CHAIN)."""
    if t.deck.mode == RLYEH and t.deck.rulings.special_chain == 1:
        return
    for k in range(4):
        if t.deck.specials[k] >= 0 and t.deck.specials[k] == t.game.here_card:
            enter_special(t, k + 1)
            return


@rule(void)
def _discard_terror(t):
    """Pool dice that show terror are discarded (C-7.11)."""
    for d in range(DICE):
        if t.game.dice[d].place == POOL and t.game.dice[d].face == TERROR:
            discard(t, d, DISCARDED)


@rule(void, int64, int64, int64)
def _cards_on_table(t, code, n, player):
    """Operations that bring or take cards and markers, one by one."""
    g = t.game
    if code == op.STORM:
        place_storms(t, n, player)
    elif code == op.MONSTER_ON_FREE_TASKS:
        for _ in range(free_tasks(t)):
            appear(t, -1)
    elif code == op.REMOVE_MONSTER:
        _choose_monsters(t, REMOVED_MONSTER, n, player)
    elif code == op.DEFEAT:
        if concerned(t, player):  # who collects them otherwise (C-11.15)?
            _choose_monsters(t, DEFEATED_MONSTER, n, player)
    else:
        for _ in range(n):
            if stopped(t):
                return
            if code == op.GATE:
                enter_other_world(t)
            elif code == op.MONSTER:
                appear(t, -1)
            elif code == op.MONSTER_HERE:
                appear(t, g.here)
            elif code == op.LEGION:
                legion_appears(t)
            elif code == op.EXTRA_ADVENTURE:
                add_extra_adventure(t)


@rule(void, int64, int64)
def _omen_or_amulet(t, code, amount):
    """Icons of R'lyeh Rising, one by one (R-12)."""
    for _ in range(abs(amount)):
        if stopped(t):
            return
        if code == op.OMEN:
            if amount > 0:
                advance_omen(t)
            else:
                retreat_omen(t)
        elif amount > 0:
            gain_amulet(t)
        else:
            lose_amulet(t)


@rule(void, int64, int64)
def _lasting(t, code, amount):
    """Lasting parts of the current Mythos card; a card that has left in mid-effect has none (C-14.9, R-7.5)."""
    g = t.game
    if g.mythos < 0:
        return
    if code == op.INVESTIGATION:
        g.investigation_bonus += amount
    else:
        shut_lock(t, LOCK_OF_MYTHOS, g.mythos, amount)


@rule(void, int64, int64, int64)
def _to_table(t, code, amount, player):
    """One simple operation that concerns no single investigator."""
    g = t.game
    if code == op.SIGN:
        _doom(t, amount, 1)
    elif code == op.DOOM:
        _doom(t, amount, 0)
    elif code == op.SUPPLIES_TEXT:
        if amount > 0:
            gain_supplies(t, amount)
        else:
            short = lose_supplies(t, -amount)
            if t.deck.rulings.lose_supply_text == 1 and concerned(t, player):
                lose_points(t, player, STAMINA_POINT, short)
    elif code == op.CLOCK:
        for _ in range(amount):
            if not stopped(t):
                advance_clock(t)
    elif code == op.EXPEDITIOUS:
        g.expeditious = 1
    elif code == op.NEXT_SPECIAL:
        _next_special(t)
    elif code == op.STAGE_TWO:
        begin_stage_two(t)
    elif code == op.FAIL_ATTEMPT:
        if not nothing_left(t):  # C-5.16 came first
            g.attempt.failed = 1
    elif code == op.DISCARD_TERROR:
        _discard_terror(t)
    elif code == op.LEAVE:
        if g.here >= 0:
            discard_adventure(t, g.here, 0)
    elif code == op.AWAKEN:
        fill_track(t)
    elif code == op.GAIN_YELLOW or code == op.GAIN_YELLOW_EVEN_IF_LOCKED:
        grant(t, YELLOW_DIE, 1 if code == op.GAIN_YELLOW_EVEN_IF_LOCKED else 0)
    elif code == op.GAIN_RED:
        grant(t, RED_DIE, 0)
    elif code == op.INVESTIGATION or code == op.LOCK:
        _lasting(t, code, amount)
    elif code == op.OMEN or code == op.AMULET:
        _omen_or_amulet(t, code, amount)
    else:
        _cards_on_table(t, code, amount, player)


@rule(int64, int64, int64)
def choose_investigator(t, kind, player):
    """Any one investigator whom the running effect concerns (C-16.6), picked by `player`; -1 if there is none."""
    context = t.choice.context
    begin(t, kind, player, context)
    for p in range(t.deck.players):
        if concerned(t, p):
            option(t, p, 0, 0, 0, 0)
    return t.choice.options[ask(t)].a if t.choice.n > 0 else -1


@rule(void, int64, int64, int64)
def _to_any(t, code, amount, player):
    """Each point goes to an investigator of the player's choice (Healing, Respite; A-12.1).

    Those that fall are devoured when all points are dealt out (C-16.9).
    """
    g = t.game
    step = 1 if amount > 0 else -1
    g.hold_devouring += 1
    for _ in range(abs(amount)):
        if stopped(t):
            break
        t.choice.context = code if amount > 0 else -code
        target = choose_investigator(t, TARGET, player)
        if target >= 0:
            _to_one(t, code, step, target)
    g.hold_devouring -= 1
    if g.hold_devouring == 0:
        devour_fallen(t)


@rule(void, int64, int64)
def _simple(t, place, player):
    """One simple operation; what is addressed to an investigator who is gone is lost, but for supplies (C-16.6)."""
    o = t.deck.ops[place]
    code, amount, target = o.code, o.amount, o.target
    to_one = concerns_investigator(t, code) and target == op.ACTOR
    if to_one and code != op.SUPPLY_ICON and not concerned(t, player):
        return
    observe(t, OPERATION, place, player, 0, 0)
    if to_one:
        _to_one(t, code, amount, player)
    elif target == op.ANY and concerns_investigator(t, code):
        _to_any(t, code, amount, player)
    else:
        _to_table(t, code, amount, player)


# --- composites ---------------------------------------------------------------------------
@rule(int64, int64, int64)
def _choose_branch(t, place, player):
    """The part of CHOOSE or SPLIT that is taken; its place in deck.ops (C-1.18, A-12.3..A-12.7)."""
    g = t.game
    o = t.deck.ops[place]
    split = o.code == op.SPLIT
    free = g.in_batch == REWARDS if split else t.deck.rulings.either_or == 1
    any_part = split and t.deck.rulings.split_fulfil == 1
    for attempt in range(2):
        begin(t, SPLIT_GROUP if split else EITHER, player, place)
        j = place + 1
        branch = 0
        while j <= place + o.size:
            size = t.deck.ops[j].size
            if free or attempt == 1 or fulfils(t, j + 1, size, player, PART_TEST, any_part):
                option(t, branch, j, 0, 0, 0)
            branch += 1
            j += 1 + size
        if t.choice.n > 0:
            break
    return t.choice.options[ask(t)].b


@rule(boolean, int64, int64)
def _accepts(t, place, player):
    """Is the cost of a MAY payable, and does the player want it? (A-3.3, D-C23)"""
    cost = t.deck.ops[place + 1]
    if not fulfils(t, place + 2, cost.size, player, PART_TEST, False):
        return False
    begin(t, OPTIONAL, player, place)
    option(t, 1, place, 0, 0, 0)
    option(t, 0, place, 0, 0, 0)
    return t.choice.options[ask(t)].a == 1


@rule(int64, int64, int64, int64, int64, int64)
def _push(t, top, kind, place, end, player):
    """One more stretch or loop to carry out before what stands below it."""
    if top + 1 >= MAX_FRAMES:
        return top
    f = t.hidden.frames[top + 1]
    f.kind = kind
    f.player = player
    f.place = place
    f.end = end
    f.k = 0
    return top + 1


@rule(int64, int64)
def _next_investigator(t, top):
    """EACH: its body for the next investigator in turn order; at the end the fallen are devoured (C-16.9)."""
    g = t.game
    f = t.hidden.frames[top]
    while f.k < t.deck.players and not stopped(t):
        p = player_after(t, f.k)
        f.k += 1
        if concerned(t, p):
            return _push(t, top, STRETCH, f.place, f.end, p)
    g.hold_devouring -= 1
    if g.hold_devouring == 0:
        devour_fallen(t)
    return top - 1


@rule(int64, int64)
def _once_more(t, top):
    """PER_OTHER_WORLD: its body once for each."""
    f = t.hidden.frames[top]
    if f.k >= other_worlds(t) or stopped(t):
        return top - 1
    f.k += 1
    return _push(t, top, STRETCH, f.place, f.end, f.player)


@rule(int64, int64, int64)
def _begin_composite(t, top, i):
    """Start a composite operation at place i."""
    g = t.game
    o = t.deck.ops[i]
    code, body = o.code, o.size
    player = t.hidden.frames[top].player
    if code == op.CHOOSE or code == op.SPLIT:
        j = _choose_branch(t, i, player)
        return _push(t, top, STRETCH, j + 1, j + 1 + t.deck.ops[j].size, player)
    if code == op.EACH:
        g.hold_devouring += 1
        return _push(t, top, EACH_LOOP, i + 1, i + 1 + body, player)
    if code == op.PER_OTHER_WORLD:
        return _push(t, top, COUNT_LOOP, i + 1, i + 1 + body, player)
    if code == op.TERROR_EFFECT and g.mythos >= 0:
        g.mythos_terror.start = i + 1
        g.mythos_terror.size = body
    elif code == op.NEXT_MIDNIGHT and g.mythos >= 0:  # as in _lasting
        g.mythos_midnight.start = i + 1
        g.mythos_midnight.size = body
    elif code == op.MAY and concerned(t, player) and _accepts(t, i, player):
        return _push(t, top, STRETCH, i + 1, i + 1 + body, player)
    elif code == op.IF_MONSTER and undefeated(t) > 0:
        return _push(t, top, STRETCH, i + 1, i + 1 + body, player)
    return top


@rule(boolean)
def cut_off(t):
    """Does nothing of the running effect happen any more: stopped, or its turn is over (C-16.4)?

    Where the active investigator is devoured outside a turn the rest follows (C-1.15), but
    for what is addressed to him: his successor is not hit (C-16.6).
    """
    g = t.game
    return stopped(t) or (g.in_turn == 1 and g.gone == 1)


@rule(int64, int64)
def _next_op(t, top):
    """The next op of the stretch on top."""
    f = t.hidden.frames[top]
    if f.place >= f.end or cut_off(t):
        return top - 1
    i = f.place
    o = t.deck.ops[i]
    if o.code == op.BRANCH:  # parts taken one after the other
        f.place = i + 1
        return top
    f.place = i + 1 + o.size
    if o.size > 0:
        return _begin_composite(t, top, i)
    _simple(t, i, f.player)
    return top


@rule(void, int64, int64, int64)
def perform(t, start, size, player):
    """Carry out a stretch of ops for `player`, step by step, until something ends it (C-1.15)."""
    top = _push(t, -1, STRETCH, start, start + size, player)
    while top >= 0:
        kind = t.hidden.frames[top].kind
        if kind == STRETCH:
            top = _next_op(t, top)
        elif kind == EACH_LOOP:
            top = _next_investigator(t, top)
        else:
            top = _once_more(t, top)
