"""A turn, and a whole game (C-4)."""

from __future__ import annotations

from sim.rules.alaska.wind import wind_from_north
from sim.rules.attempt import resolution
from sim.rules.battle import attack_ancient_one, awaken
from sim.rules.choices import DAILY, ask, begin, option
from sim.rules.clock import advance_clock
from sim.rules.compile import boolean, rule, void
from sim.rules.doom import AWAKENING_DUE, BATTLE_IS_ON, end_game, stopped
from sim.rules.entrance import purchase
from sim.rules.investigators import OUT, SANITY_POINT, STAMINA_POINT, ability, can_regain, player_after, regain
from sim.rules.locks import return_lent_dice
from sim.rules.log import TURN_STARTS, observe
from sim.rules.midnight import midnight
from sim.rules.movement import movement
from sim.rules.rlyeh.missions import fulfil_missions
from sim.rules.setup import setup
from sim.rules.state import (
    CAPPED,
    ENTRANCE,
    HEAL_SANITY_DAILY,
    HEAL_STAMINA_DAILY,
    TURN_LIMIT,
    UNDECIDED,
    WIND_FROM_NORTH,
)
from sim.rules.usable import untimed_cards


# --- start of the turn -------------------------------------------------------------------------
@rule(void)
def _daily_abilities(t):
    """Abilities at the start of any player's turn, each owner for himself (C-4.2, D-C2)."""
    g = t.game
    for owner in range(t.deck.players):
        power = ability(t, owner)
        if (power != HEAL_SANITY_DAILY and power != HEAL_STAMINA_DAILY) or g.investigators[owner].ability_used == 1:
            continue
        stat = SANITY_POINT if power == HEAL_SANITY_DAILY else STAMINA_POINT
        begin(t, DAILY, owner, stat)
        option(t, -1, -1, 0, 0, 0)
        for p in range(t.deck.players):
            if can_regain(t, p, stat):
                option(t, owner, p, 0, 0, 0)
        chosen = t.choice.options[ask(t)]
        if chosen.a >= 0:
            g.investigators[owner].ability_used = 1
            regain(t, chosen.b, stat, 1)


@rule(void)
def _start_of_turn(t):
    """Before Movement: daily abilities and Ithaqua's wind, in any order (D-C24)."""
    g = t.game
    _daily_abilities(t)
    if t.deck.ancient_one.ability == WIND_FROM_NORTH and g.awakened == 0:
        wind_from_north(t)
        _daily_abilities(t)


# --- the clock phase ------------------------------------------------------------------------------
@rule(void)
def _settle_awakening(t):
    """The doom track is full: the Ancient One awakens at this checkpoint (C-15.6, C-15.9)."""
    if t.game.awakened == AWAKENING_DUE and t.game.outcome == UNDECIDED:
        awaken(t)


@rule(void)
def _clock_phase(t):
    """Entrance purchase, untimed cards, the advance (C-14.1); Expeditious holds the hand (A-12.1)."""
    g = t.game
    if g.awakened == 0 and g.gone == 0:
        fulfil_missions(t, g.active)
        purchase(t)
        if g.awakened == 0:
            untimed_cards(t)
    _settle_awakening(t)
    if g.outcome != UNDECIDED:
        return
    if g.expeditious == 0:
        advance_clock(t)
        _settle_awakening(t)


# --- a turn ------------------------------------------------------------------------------------------
@rule(void)
def _act(t):
    """Movement and Resolution, or the attack of a battle turn (C-4.1, C-17.1)."""
    g = t.game
    me = g.investigators[g.active]
    if me.card < 0:  # C-17.7: devoured players' turns only advance the clock
        return
    _start_of_turn(t)
    if g.awakened == BATTLE_IS_ON:
        attack_ancient_one(t)
        return
    if stopped(t) or g.gone == 1:
        return
    fulfil_missions(t, g.active)
    if stopped(t) or g.gone == 1:
        return
    movement(t)
    if stopped(t) or g.gone == 1 or me.at == ENTRANCE:
        return
    resolution(t)


@rule(void)
def take_turn(t):
    """One player's turn and the midnight after it (C-4)."""
    g = t.game
    g.turn += 1
    g.in_turn = 1
    g.gone = 0
    g.expeditious = 0
    g.resolved_in_turn = 0
    t.hidden.rolls = 0
    observe(t, TURN_STARTS, g.turn, g.active, 0, 0)
    _act(t)
    _settle_awakening(t)
    if g.outcome == UNDECIDED:
        _clock_phase(t)
    return_lent_dice(t)
    g.in_turn = 0
    while g.outcome == UNDECIDED and g.strikes > 0:  # again only for R:MIDNIGHT_IN_MIDNIGHT=NEW_MIDNIGHT
        midnight(t)


@rule(boolean)
def _next_player(t):
    """The next player clockwise who has turns; False if there is none (C-1.1, C-16.8)."""
    g = t.game
    for k in range(1, t.deck.players + 1):
        p = player_after(t, k)
        if g.investigators[p].out != OUT:
            g.active = p
            return True
    return False


@rule(void)
def play_game(t):
    """Play a whole game; the records are zero but for the keys of ``hidden`` (C-18)."""
    g = t.game
    setup(t)
    _settle_awakening(t)
    while g.outcome == UNDECIDED:
        take_turn(t)
        if g.outcome == UNDECIDED and g.turn >= t.deck.rulings.turn_cap:  # C-18.3
            end_game(t, CAPPED, TURN_LIMIT)
        if g.outcome == UNDECIDED and not _next_player(t):
            return
