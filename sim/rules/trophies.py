"""Trophies: taking, paying and giving them up (C-10)."""

from __future__ import annotations

from sim.rules.choices import PAY, ask, begin, option
from sim.rules.compile import int64, rule, void
from sim.rules.decks import put_under, show_top_back
from sim.rules.log import TROPHIES_PAID, observe
from sim.rules.monsters import leave_card, to_cup
from sim.rules.state import (
    AS_MISSION,
    AS_TROPHY,
    GONE,
    IN_CUP,
    IN_DECK,
    IN_TROPHIES,
    OTHER_WORLD,
    OTHER_WORLDS,
    OUT_OF_GAME,
    SPECIAL,
    STAGE_I,
    STAGE_II,
)

ADVENTURE, MONSTER = 0, 1  # kinds of trophy


@rule(void, int64)
def adventure_to_deck(t, card):
    """A card that left play or a trophy pile goes under its own deck (C-8.11, C-10.3).

    Specials and, from Stage II on, Stage I cards leave the game (A-11.2, A-11.5).
    """
    g = t.game
    facts = t.deck.adventures[card]
    out = facts.kind == SPECIAL or (facts.stage == 1 and g.stage == 2)
    if out or (facts.kind != OTHER_WORLD and t.deck.rulings.adventure_discard == 1):
        g.adventure_place[card] = GONE
        return
    g.adventure_place[card] = IN_DECK
    if facts.kind == OTHER_WORLD:
        put_under(t, OTHER_WORLDS, card)
    else:
        put_under(t, STAGE_II if facts.stage == 2 else STAGE_I, card)
        show_top_back(t)


@rule(void, int64, int64)
def win_adventure(t, player, card):
    """Take a resolved card as a trophy, or lay it away if it is worth none (C-8.2, A-11.2)."""
    g = t.game
    facts = t.deck.adventures[card]
    if facts.trophy < 0 or (facts.kind == SPECIAL and t.deck.rulings.special_trophy == 1):
        g.adventure_place[card] = GONE
        return
    g.adventure_place[card] = IN_TROPHIES
    g.adventure_owner[card] = player
    g.investigators[player].trophies += facts.trophy


@rule(void, int64, int64)
def win_monster(t, player, m):
    """Collect a defeated marker as a trophy (C-8.3); its lock is opened by the caller."""
    g = t.game
    leave_card(t, m)
    marker = g.monsters[m]
    marker.where = AS_TROPHY
    marker.at = player
    marker.defeated = 0
    g.investigators[player].trophies += t.deck.monsters[m].trophy


@rule(void, int64, int64, int64)
def give_up(t, player, kind, which):
    """One trophy leaves: an adventure under its deck, a monster into the cup (C-10.3)."""
    g = t.game
    worth = t.deck.adventures[which].trophy if kind == ADVENTURE else t.deck.monsters[which].trophy
    g.investigators[player].trophies -= worth
    observe(t, TROPHIES_PAID, player, kind, which, worth)
    if kind == ADVENTURE:
        adventure_to_deck(t, which)
    else:
        to_cup(t, which)


@rule(int64, int64, int64)
def _worth_up_to(t, player, most):
    """Total worth of a player's trophies of at most `most` each."""
    g = t.game
    total = 0
    for card in range(t.deck.n_adventures):
        if g.adventure_place[card] == IN_TROPHIES and g.adventure_owner[card] == player:
            worth = t.deck.adventures[card].trophy
            if worth <= most:
                total += worth
    for m in range(t.deck.n_monsters):
        if g.monsters[m].where == AS_TROPHY and g.monsters[m].at == player:
            worth = t.deck.monsters[m].trophy
            if worth <= most:
                total += worth
    return total


@rule(void, int64, int64, int64)
def _offer(t, player, most, owed):
    """Offer each trophy that can be next in a set without a needless one.

    Given in falling order, the last trophy is the smallest and is given only while
    something is owed, so no trophy of the set could be left out (C-10.2, R:TROPHY_SET).
    """
    g = t.game
    any_set = t.deck.rulings.trophy_set == 1
    for card in range(t.deck.n_adventures):
        if g.adventure_place[card] == IN_TROPHIES and g.adventure_owner[card] == player:
            worth = t.deck.adventures[card].trophy
            if 0 < worth <= most and (any_set or worth >= owed or _worth_up_to(t, player, worth) >= owed):
                option(t, ADVENTURE, card, worth, owed, 0)
    for m in range(t.deck.n_monsters):
        if g.monsters[m].where == AS_TROPHY and g.monsters[m].at == player:
            worth = t.deck.monsters[m].trophy
            if 0 < worth <= most and (any_set or worth >= owed or _worth_up_to(t, player, worth) >= owed):
                option(t, MONSTER, m, worth, owed, 0)


@rule(void, int64, int64)
def pay(t, player, price):
    """Give trophies worth at least `price`; no change is given (C-10.2); all, if they are worth less (C-10.6)."""
    g = t.game
    owed = min(price, g.investigators[player].trophies)
    most = 1000
    while owed > 0:
        begin(t, PAY, player, owed)
        _offer(t, player, most, owed)
        if t.choice.n == 0:
            return
        o = t.choice.options[ask(t)]
        kind, which, worth = o.a, o.b, o.c
        owed -= worth
        if t.deck.rulings.trophy_set == 0:
            most = worth
        give_up(t, player, kind, which)


@rule(void, int64)
def lose_all(t, player):
    """A devoured investigator's trophies: adventures under their decks, monsters to the cup (C-16.3)."""
    g = t.game
    for card in range(t.deck.n_adventures):
        if g.adventure_place[card] == IN_TROPHIES and g.adventure_owner[card] == player:
            g.investigators[player].trophies -= t.deck.adventures[card].trophy
            adventure_to_deck(t, card)
    for m in range(t.deck.n_monsters):
        if g.monsters[m].where == AS_TROPHY and g.monsters[m].at == player:
            g.investigators[player].trophies -= t.deck.monsters[m].trophy
            to_cup(t, m)  # its lock may be asked about: the total is right by then
        elif g.monsters[m].where == AS_MISSION and g.monsters[m].at == player:
            g.monsters[m].where = IN_CUP if t.deck.rulings.mission_devoured == 0 else OUT_OF_GAME
