"""The awakening and the final battle (C-15.8, C-17, A-13)."""

from __future__ import annotations

from sim.rules.adventures import send_to_entrance
from sim.rules.alaska.storms import draw_storm, return_storm
from sim.rules.attempt import clear_attempt, spend_dice
from sim.rules.choices import BATTLE_DISCARD, BATTLE_TASK, SHARE, VICTIM, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.dice import pool, return_dice
from sim.rules.doom import BATTLE_IS_ON, end_game, remove_doom
from sim.rules.effects import choose_investigator
from sim.rules.failed_roll import discard_one
from sim.rules.investigators import (
    SANITY_POINT,
    STAMINA_POINT,
    begin_effect,
    check_all_out,
    devour_fallen,
    in_play,
    lose_points,
    player_after,
)
from sim.rules.locks import remove_locked_dice
from sim.rules.log import ATTACK, AWAKENED, BATTLE_HIT, observe
from sim.rules.mythos_deck import end_current
from sim.rules.offering import offers
from sim.rules.resolving import resolve
from sim.rules.rolling import change_results, fill_pool, pool_step, roll_pool, secure_dice, secured_die_usable
from sim.rules.state import (
    ATTACK_EFFECTS,
    ATTACK_OFFERING,
    ATTACK_STORM_TOLL,
    AWAKENING_LOST,
    AWAKENS_NEEDING_SIGNS,
    AWAKENS_TAKING_STORMS,
    GONE,
    LOSS,
    NO_CARD,
    ON_CARD,
    OUT_OF_GAME,
    UNDECIDED,
)
from sim.rules.tasks import offer_battle_task, sort_dice
from sim.rules.usable import untimed_cards

ATTACK_WOUND = 2


# --- awakening ---------------------------------------------------------------------------------
@rule(void, int64)
def _clear_slot(t, slot):
    """An adventure with all on it leaves play (C-15.8 c)."""
    g = t.game
    s = g.slots[slot]
    send_to_entrance(t, slot)
    for k in range(s.facedown):
        return_storm(t, t.hidden.storms[slot, k])
    g.adventure_place[t.hidden.front[slot]] = GONE
    s.kind = NO_CARD
    s.card = -1
    s.storms = 0
    s.facedown = 0
    s.monsters = 0
    s.bottom = 0


@rule(void)
def _take_storms(t):
    """Rlim-Shaikorth: all storm markers in play go onto the sheet (A-13.1)."""
    g = t.game
    for slot in range(g.n_slots):
        s = g.slots[slot]
        g.sheet_storms += s.facedown
        s.storms = 0
        s.facedown = 0


@rule(void)
def _clear_board(t):
    g = t.game
    for slot in range(g.n_slots):
        if g.slots[slot].kind != NO_CARD:
            _clear_slot(t, slot)
    for m in range(t.deck.n_monsters):
        if g.monsters[m].where == ON_CARD:
            g.monsters[m].where = OUT_OF_GAME
            g.monsters[m].defeated = 0


@rule(void)
def awaken(t):
    """The Ancient One awakens (C-15.8): Mythos card off, its text, the board cleared, locked dice gone."""
    g = t.game
    g.awakened = BATTLE_IS_ON
    g.in_batch = 0
    g.in_resolution = 0
    observe(t, AWAKENED, g.doom, g.signs, 0, 0)
    end_current(t)
    sheet = t.deck.ancient_one
    if sheet.awakens == AWAKENS_NEEDING_SIGNS and g.signs < sheet.awakens_signs:
        end_game(t, LOSS, AWAKENING_LOST)
        return
    if sheet.awakens == AWAKENS_TAKING_STORMS:
        _take_storms(t)
    return_dice(t)  # C-15.13
    remove_locked_dice(t)
    _clear_board(t)
    g.attempt.slot = -1
    g.top_back = -1
    check_all_out(t)  # its doom may have come from the last of them


# --- an investigator's attack --------------------------------------------------------------------
@rule(boolean)
def _hit(t):
    """Assign dice to the combat task if they fill it and the player wants to (C-17.3, D-C22)."""
    g = t.game
    sort_dice(t)
    begin(t, BATTLE_TASK, g.active, g.attempt.rolls)
    option(t, -1, 0, 0, 0, 0)
    offer_battle_task(t)
    chosen = t.choice.options[ask(t)]
    a, dice = chosen.a, chosen.dice
    if a < 0:
        return False
    spend_dice(t, dice)
    observe(t, BATTLE_HIT, g.active, dice, 0, 0)
    remove_doom(t)
    g.attempt.emptied_by_discard = 0
    return True


@rule(boolean)
def _stops(t):
    """After a roll without a hit: stop, or discard one die and roll again (C-17.4)."""
    begin(t, BATTLE_DISCARD, t.game.active, 0)
    option(t, 0, 0, 0, 0, 0)
    option(t, -1, 0, 0, 0, 0)
    return t.choice.options[ask(t)].a < 0


@rule(void)
def attack_ancient_one(t):
    """A turn of the battle up to the clock advance (C-17.1..C-17.4, C-17.11)."""
    g = t.game
    g.battle_turns += 1
    clear_attempt(t, -1)
    g.attempt.battle = 1
    fill_pool(t)
    while g.outcome == UNDECIDED and g.gone == 0:
        pool_step(t)
        if g.gone == 1 or (pool(t) == 0 and not secured_die_usable(t)):
            break
        roll_pool(t)
        change_results(t)
        secure_dice(t)
        untimed_cards(t)
        if g.outcome != UNDECIDED or g.gone == 1:
            break
        if _hit(t):
            if pool(t) == 0 and not secured_die_usable(t):
                break
            continue
        if pool(t) == 0 or _stops(t):
            break
        discard_one(t)
        if pool(t) == 0 and not secured_die_usable(t):
            break
    return_dice(t)
    g.attempt.battle = 0


# --- the Ancient One's attack -------------------------------------------------------------------
@rule(void)
def _wound_again(t):
    """Rhan-Tegoth: one investigator loses 2 stamina; whoever it devours brings 2 doom and another attack."""
    g = t.game
    again = True
    while again and g.outcome == UNDECIDED:
        begin_effect(t)
        victim = choose_investigator(t, VICTIM, g.active)
        if victim < 0:
            return
        g.double_doom = 1
        lose_points(t, victim, STAMINA_POINT, ATTACK_WOUND)
        g.double_doom = 0
        again = not in_play(t, victim)


@rule(void)
def _storm_toll(t):
    """Rlim-Shaikorth: one more marker on the sheet, then the group loses that many points (A-13.5)."""
    g = t.game
    if g.pile > 0:
        draw_storm(t)
        g.sheet_storms += 1
    for left in range(g.sheet_storms, 0, -1):
        if g.outcome != UNDECIDED:
            return
        begin(t, SHARE, g.active, left)
        for p in range(t.deck.players):
            if in_play(t, p):
                option(t, p, SANITY_POINT, 0, 0, 0)
                option(t, p, STAMINA_POINT, 0, 0, 0)
        if t.choice.n == 0:
            return
        chosen = t.choice.options[ask(t)]
        player, stat = chosen.a, chosen.b
        lose_points(t, player, stat, 1)


@rule(void)
def _offering_or_devoured(t):
    """Ithaqua: each investigator discards one thing or is devoured (A-13.1), all choices first (C-1.16, C-16.9)."""
    g = t.game
    g.hold_devouring += 1
    for k in range(t.deck.players):
        p = player_after(t, k)
        if in_play(t, p) and not offers(t, p, 1):
            lose_points(t, p, SANITY_POINT, g.investigators[p].sanity)
    g.hold_devouring -= 1
    devour_fallen(t)


@rule(void)
def ancient_one_attacks(t):
    """The attack at midnight (C-17.5), then once-per-day abilities are fresh (R:BATTLE_REFRESH)."""
    g = t.game
    sheet = t.deck.ancient_one
    observe(t, ATTACK, sheet.attack, g.sheet_storms, 0, 0)
    if sheet.attack == ATTACK_EFFECTS:
        resolve(t, sheet.attack_effects.start, sheet.attack_effects.size, g.active, -1)
    elif sheet.attack == ATTACK_OFFERING:
        _offering_or_devoured(t)
    elif sheet.attack == ATTACK_STORM_TOLL:
        _storm_toll(t)
    else:
        _wound_again(t)
    if t.deck.rulings.battle_refresh == 0:
        for p in range(t.deck.players):
            g.investigators[p].ability_used = 0
