"""Investigators: sanity and stamina, being devoured, and who comes next (C-9.5, C-16)."""

from __future__ import annotations

from sim.rules.choices import FREE_CARD, REPLACEMENT, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.decks import deck_of, draw, take_out
from sim.rules.dice import discard, on_marker
from sim.rules.doom import AWAKENING_DUE, add_doom, end_game
from sim.rules.hands import discard_card, take
from sim.rules.locks import free_spell
from sim.rules.log import DEVOURED, LOST_POINT, NEW_INVESTIGATOR, REGAINED, observe
from sim.rules.monsters import to_cup
from sim.rules.state import (
    ALL_DEVOURED,
    BATTLE_LOST,
    COMMONS,
    DISCARDED,
    ENTRANCE,
    INVESTIGATORS,
    LOSS,
    MAX_ADVENTURES,
    ON_CARD,
    SPELL,
)
from sim.rules.trophies import lose_all

SANITY_POINT, STAMINA_POINT = 0, 1
ONLY_CLOCK, OUT = 1, 2  # values of investigator.out


@rule(boolean, int64)
def in_play(t, player):
    """Has this player an investigator?"""
    return t.game.investigators[player].card >= 0


@rule(int64, int64)
def player_after(t, k):
    """The k-th player in turn order from the active one."""
    p = t.game.active + k
    return p if p < t.deck.players else p - t.deck.players


@rule(int64, int64)
def ability(t, player):
    """The ability of a player's investigator."""
    card = t.game.investigators[player].card
    return t.deck.investigators[card].ability if card >= 0 else 0


@rule(void, int64, int64)
def _draw_printed_card(t, player, kind):
    card = draw(t, COMMONS + kind)
    if card >= 0:
        take(t, player, card)


@rule(void, int64, int64)
def enter(t, player, card):
    """An investigator with full values and starting cards on the entrance (C-3.6, C-16.5)."""
    g = t.game
    me = g.investigators[player]
    facts = t.deck.investigators[card]
    me.card = card
    me.sanity = facts.sanity
    me.stamina = facts.stamina
    me.clues = facts.clues
    me.at = ENTRANCE
    me.ability_used = 0
    me.trophies = 0
    observe(t, NEW_INVESTIGATOR, player, card, 0, 0)
    if facts.own >= 0:
        deck = deck_of(t.deck.items[facts.own].kind)
        before = g.deck_size[deck]
        take_out(t, deck, facts.own)
        if g.deck_size[deck] < before:
            take(t, player, facts.own)
    for kind in range(4):
        for _ in range(facts.cards[kind]):
            _draw_printed_card(t, player, kind)
    for _ in range(facts.free):
        begin(t, FREE_CARD, player, 0)
        for kind in range(SPELL + 1):
            if g.deck_size[COMMONS + kind] > 0:
                option(t, kind, 0, 0, 0, 0)
        if t.choice.n > 0:
            _draw_printed_card(t, player, t.choice.options[ask(t)].a)


@rule(void, int64)
def draw_investigator(t, player):
    """Take an unused investigator, at random or by choice (R:INVESTIGATOR_PICK); none left: out (C-16.8)."""
    ring = t.hidden.rings[INVESTIGATORS]
    if ring.n == 0:
        t.game.investigators[player].out = OUT
        return
    if t.deck.rulings.investigator_pick == 0:
        enter(t, player, draw(t, INVESTIGATORS))
        return
    begin(t, REPLACEMENT, player, 0)
    for i in range(ring.n):
        option(t, ring.cards[(ring.head + i) % MAX_ADVENTURES], 0, 0, 0, 0)
    card = t.choice.options[ask(t)].a
    take_out(t, INVESTIGATORS, card)
    enter(t, player, card)


@rule(void, int64)
def _leave_goods(t, player):
    """All that a devoured investigator had goes back (C-16.3, C-13.12, C-7.12)."""
    g = t.game
    me = g.investigators[player]
    while me.n_hand > 0:
        card = me.hand[me.n_hand - 1]
        discard_card(t, player, card)
        free_spell(t, card)
    lose_all(t, player)
    for m in range(t.deck.n_monsters):
        marker = g.monsters[m]
        if marker.where == ON_CARD and marker.defeated == 1 and marker.by == player:
            to_cup(t, m)
    die = on_marker(t, player)
    if die >= 0:
        discard(t, die, DISCARDED)
    me.clues = 0
    me.card = -1
    me.at = ENTRANCE


@rule(void)
def check_all_out(t):
    """Nobody in play is a loss (C-16.8, C-17.8); an awakening that is due comes first (C-15.6)."""
    g = t.game
    if g.awakened == AWAKENING_DUE:
        return
    for p in range(t.deck.players):
        if in_play(t, p):
            return
    end_game(t, LOSS, BATTLE_LOST if g.awakened > 0 else ALL_DEVOURED)


@rule(void, int64)
def devour(t, player):
    """Devoured: doom, goods back, a new investigator (C-16.2..C-16.8, C-17.7)."""
    g = t.game
    g.devoured += 1
    observe(t, DEVOURED, player, g.investigators[player].card, g.double_doom, 0)
    for _ in range(2 if g.double_doom == 1 else 1):
        add_doom(t)
    _leave_goods(t, player)
    if g.in_turn == 1 and player == g.active:
        g.gone = 1  # C-16.4
    if g.awakened > 0:  # C-16.7, C-17.7
        g.investigators[player].out = ONLY_CLOCK
        check_all_out(t)
        return
    draw_investigator(t, player)
    if g.investigators[player].out == OUT:
        check_all_out(t)


@rule(boolean, int64)
def fallen(t, player):
    """Has this investigator lost all sanity or stamina, and waits to be devoured (C-16.9)?"""
    me = t.game.investigators[player]
    return me.card >= 0 and (me.sanity <= 0 or me.stamina <= 0)


@rule(void)
def begin_effect(t):
    """Note whom an effect finds in play: those who come for the devoured meanwhile are not hit by it (C-16.6)."""
    for p in range(t.deck.players):
        t.hidden.present[p] = t.game.investigators[p].card


@rule(boolean, int64)
def concerned(t, player):
    """Can the running effect do anything to this player's investigator (C-16.6, C-16.9)?

    Not to one who has entered since it began, and not to one who waits to be devoured.
    """
    card = t.game.investigators[player].card
    return card >= 0 and card == t.hidden.present[player] and not fallen(t, player)


@rule(void, int64, int64, int64)
def lose_points(t, player, stat, n):
    """Lose n sanity or stamina; at 0 devoured at once (C-16.1), or later if losses are held (C-16.9)."""
    g = t.game
    me = g.investigators[player]
    if me.card < 0 or n <= 0:
        return
    if stat == SANITY_POINT:
        me.sanity = max(0, me.sanity - n)
    else:
        me.stamina = max(0, me.stamina - n)
    observe(t, LOST_POINT, player, stat, n, 0)
    if fallen(t, player) and g.hold_devouring == 0:
        devour(t, player)


@rule(void)
def devour_fallen(t):
    """After losses of several: the fallen one by one in turn order (C-16.9)."""
    for k in range(t.deck.players):
        p = player_after(t, k)
        if fallen(t, p):
            devour(t, p)


@rule(void, int64, int64, int64)
def regain(t, player, stat, n):
    """Regain points, never above the maximum (C-9.5)."""
    me = t.game.investigators[player]
    if me.card < 0:
        return
    facts = t.deck.investigators[me.card]
    if stat == SANITY_POINT:
        me.sanity = min(facts.sanity, me.sanity + n)
    else:
        me.stamina = min(facts.stamina, me.stamina + n)
    observe(t, REGAINED, player, stat, n, 0)


@rule(boolean, int64, int64)
def can_regain(t, player, stat):
    """Is this investigator below the maximum?"""
    me = t.game.investigators[player]
    if me.card < 0:
        return False
    facts = t.deck.investigators[me.card]
    return me.sanity < facts.sanity if stat == SANITY_POINT else me.stamina < facts.stamina
