"""The Resolution phase: an attempt, roll by roll (C-5).

The numbers in comments are the steps of C-5.
"""

from __future__ import annotations

from sim.rules.alaska.reveal import resolve_storms
from sim.rules.choices import ATTEMPT, TASK, ask, begin, option
from sim.rules.clock import advance_clock
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.dice import discard, pool, return_dice
from sim.rules.doom import stopped
from sim.rules.ending import collect_defeated, fail, succeed
from sim.rules.failed_roll import failed_roll
from sim.rules.hands import discard_card
from sim.rules.investigators import SANITY_POINT, STAMINA_POINT, ability
from sim.rules.locks import drop_empty_spell
from sim.rules.log import PHASE_VOID, TASK_COMPLETED, observe
from sim.rules.monsters import defeat
from sim.rules.rlyeh.defeated import settle_defeated
from sim.rules.rolling import change_results, fill_pool, pool_step, roll_pool, secure_dice, secured_die_usable
from sim.rules.state import ANY_NUMBER_OF_TASKS, DICE, ON_SPELL, ON_TASK
from sim.rules.tasks import (
    all_done,
    build_rows,
    hopeless,
    in_order,
    investigation_bonus,
    nothing_left,
    offer_row,
    sort_dice,
)
from sim.rules.usable import card_that_pays, untimed_cards


@rule(boolean)
def _cut_short(t):
    """Has something ended the phase: the game, the investigator, the card (C-8.13, C-16.4)?"""
    g = t.game
    return stopped(t) or g.gone == 1 or g.attempt.void == 1


# --- step 8: completing a task ---------------------------------------------------------------
@rule(void, int64)
def spend_dice(t, dice):
    """Dice assigned to a task stay on it (C-6.11); a spell emptied so is discarded (C-13.11)."""
    for d in range(DICE):
        if (dice >> d) & 1 == 0:
            continue
        die = t.game.dice[d]
        spell = die.at if die.place == ON_SPELL else -1
        discard(t, d, ON_TASK)
        if spell >= 0:
            drop_empty_spell(t, spell)


@rule(void, int64, int64, int64)
def _pay_costs(t, row, stamina_card, sanity_card):
    """Sanity, stamina and clock symbols of a completed row, once (C-6.8..C-6.10)."""
    g = t.game
    me = g.investigators[g.active]
    cost = g.attempt.rows[row].requirement
    stamina, sanity, hours = cost.stamina, cost.sanity, cost.clock
    if stamina_card >= 0:
        discard_card(t, g.active, stamina_card)
        stamina -= 1
    if sanity_card >= 0:
        discard_card(t, g.active, sanity_card)
        sanity -= 1
    me.stamina -= stamina
    me.sanity -= sanity
    for _ in range(hours):
        if not stopped(t):
            advance_clock(t)


@rule(void, int64, int64, int64, int64)
def _complete(t, row, dice, stamina_card, sanity_card):
    g = t.game
    a = g.attempt
    printed, monster = a.rows[row].printed, a.rows[row].monster
    spend_dice(t, dice)
    a.rows[row].done = 1
    if printed >= 0:
        a.rows_done |= 1 << printed
    a.emptied_by_discard = 0
    observe(t, TASK_COMPLETED, a.slot, row, dice, printed)
    _pay_costs(t, row, stamina_card, sanity_card)
    if monster >= 0:
        defeat(t, monster, g.active)
        settle_defeated(t)


@rule(boolean)
def _complete_task(t):
    """Complete one open task if the player wants to; was one completed? (C-5.8, D-C8)"""
    g = t.game
    a = g.attempt
    if a.rows_changed == 1:
        build_rows(t)
    sort_dice(t)
    bonus = investigation_bonus(t)
    stamina_card = sanity_card = -1
    if g.investigators[g.active].n_hand > 0:
        stamina_card = card_that_pays(t, g.active, STAMINA_POINT)
        sanity_card = card_that_pays(t, g.active, SANITY_POINT)
    begin(t, TASK, g.active, a.rolls)
    option(t, -1, -1, -1, 0, 0)
    for row in range(a.n_rows):
        if a.rows[row].done == 0 and in_order(t, row):
            offer_row(t, row, stamina_card, sanity_card, bonus)
    chosen = t.choice.options[ask(t)]
    row, dice, pay_stamina, pay_sanity = chosen.a, chosen.dice, chosen.b, chosen.c
    if row < 0:
        return False
    _complete(t, row, dice, pay_stamina, pay_sanity)
    return True


@rule(boolean)
def _complete_tasks(t):
    """One task a roll (C-6.1), or any number for Amanda Sharpe (C-19)."""
    if not _complete_task(t):
        return False
    if ability(t, t.game.active) == ANY_NUMBER_OF_TASKS:
        while not _cut_short(t) and not all_done(t) and _complete_task(t):
            continue
    return True


# --- the loop ----------------------------------------------------------------------------------
@rule(boolean)
def _declares_failure(t):
    """Step 2: attempt, or declare failure (C-5.2, D-C4)."""
    begin(t, ATTEMPT, t.game.active, t.game.attempt.rolls)
    option(t, 1, 0, 0, 0, 0)
    option(t, 0, 0, 0, 0, 0)
    return t.choice.options[ask(t)].a == 0


@rule(boolean)
def _out_of_dice(t):
    """No pool and no usable secured die (C-5.12, C-5.13)."""
    return pool(t) == 0 and not secured_die_usable(t)


GOES_ON, SUCCESS, FAILURE, CUT = range(4)


@rule(int64)
def _standing(t):
    """How the attempt stands after effects: cut short, no task open any more (C-5.16), or as before."""
    if _cut_short(t):
        return CUT
    return SUCCESS if nothing_left(t) else GOES_ON


@rule(int64)
def _roll_and_change(t):
    """Steps 4 to 7: the roll, changes, dice secured; how the attempt stands after them."""
    roll_pool(t)  # 4
    change_results(t)  # 5
    standing = _standing(t)
    if standing != GOES_ON:
        return standing
    secure_dice(t)  # 7
    untimed_cards(t)
    return _standing(t)


@rule(int64)
def _one_roll(t):
    """Steps 2 to 8 once; how the attempt stands after them."""
    a = t.game.attempt
    if _declares_failure(t):
        return FAILURE
    if a.emptied_by_discard == 1 and _out_of_dice(t):  # C-5.14
        return FAILURE
    pool_step(t)  # 3
    standing = _standing(t)
    if standing != GOES_ON:
        return standing
    if _out_of_dice(t) or (t.deck.rulings.auto_fail == 1 and hopeless(t)):
        return FAILURE
    standing = _roll_and_change(t)  # 4 to 7
    if standing != GOES_ON:
        return standing
    completed = _complete_tasks(t)  # 8
    if _cut_short(t):
        return CUT
    if all_done(t):
        return SUCCESS
    if completed:
        return GOES_ON
    if pool(t) == 0:
        return FAILURE
    failed_roll(t)  # 8a-8c
    standing = _standing(t)
    if standing != CUT and a.failed == 1:
        return FAILURE
    if standing != GOES_ON:
        return standing
    if _out_of_dice(t):
        return FAILURE
    untimed_cards(t)  # 8d
    return _standing(t)


@rule(void, int64)
def clear_attempt(t, slot):
    """Nothing rolled, nothing done yet."""
    a = t.game.attempt
    a.slot = slot
    a.n_rows = 0
    a.rows_done = 0
    a.boxes_done = 0
    a.rows_changed = 1
    a.rolls = 0
    a.focused = 0
    a.yellow_had = 0
    a.red_had = 0
    a.terror_of_card = 0
    a.terror_of_mythos = 0
    a.ability_used = 0
    a.failed = 0
    a.void = 0
    a.emptied_by_discard = 0
    a.battle = 0


@rule(void)
def resolution(t):
    """The Resolution phase of the active investigator on his card (C-5, A-3.13)."""
    g = t.game
    slot = g.investigators[g.active].at
    clear_attempt(t, slot)
    g.in_resolution = 1
    resolve_storms(t, slot)  # 1
    if not _cut_short(t):
        g.attempts += 1
        build_rows(t)
        fill_pool(t)
        state = GOES_ON
        while state == GOES_ON:
            state = _one_roll(t)
        if state == SUCCESS:
            succeed(t)
        elif state == FAILURE:
            fail(t)
    if g.attempt.void == 1:
        observe(t, PHASE_VOID, g.active, slot, 0, 0)
    if not stopped(t):
        collect_defeated(t)  # C-8.13, C-11.15
    if g.awakened == 0:
        return_dice(t)
    g.attempt.slot = -1
    g.in_resolution = 0
