"""Gaining and losing clues and cards, and what abilities add to it (C-9.3, C-13, C-19)."""

from __future__ import annotations

from sim.rules.choices import INSTEAD, LOSE_CARD, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.decks import deck_of, draw
from sim.rules.dice import on_spell
from sim.rules.hands import discard_card, of_class, take
from sim.rules.investigators import ability
from sim.rules.locks import free_spell
from sim.rules.log import CLUES, observe
from sim.rules.state import (
    ALLY,
    COMMON,
    EXTRA_COMMON,
    EXTRA_SPELL,
    EXTRA_UNIQUE,
    SPELL,
    SWAP_GAINS,
    UNIQUE,
)


@rule(void, int64, int64)
def gain_clues(t, player, n):
    """Gain clue tokens, or lose them for n < 0, as far as there are any."""
    me = t.game.investigators[player]
    me.clues = max(0, me.clues + n)
    observe(t, CLUES, player, n, 0, 0)


@rule(boolean, int64, int64)
def _draw(t, player, kind):
    card = draw(t, deck_of(kind))
    if card >= 0:
        take(t, player, card)
    return card >= 0


@rule(boolean, int64, int64)
def _gain_one(t, player, kind):
    """Draw one card; "Ashcan" Pete may take a clue or another class instead."""
    if kind >= ALLY or ability(t, player) != SWAP_GAINS:
        return _draw(t, player, kind)
    begin(t, INSTEAD, player, kind)
    option(t, 0, kind, 0, 0, 0)
    option(t, 1, 0, 0, 0, 0)
    for other in range(SPELL + 1):
        if other != kind:
            option(t, 2 + other, other, 0, 0, 0)
    chosen = t.choice.options[ask(t)]
    a, b = chosen.a, chosen.b
    if a == 1:
        gain_clues(t, player, 1)
        return True
    return _draw(t, player, b)


@rule(void, int64, int64, int64)
def gain_cards(t, player, kind, n):
    """Draw n cards of a class (C-9.3); some investigators draw one more (C-19)."""
    gained = False
    for _ in range(n):
        if _gain_one(t, player, kind):
            gained = True
    extra = ability(t, player)
    if gained and (
        (extra == EXTRA_COMMON and kind == COMMON)
        or (extra == EXTRA_UNIQUE and kind == UNIQUE)
        or (extra == EXTRA_SPELL and kind == SPELL)
    ):
        _draw(t, player, kind)


@rule(void, int64, int64)
def give_up_card(t, player, card):
    """A card is lost; dice on a lost spell are free (C-1.11, C-13.12)."""
    discard_card(t, player, card)
    if on_spell(t, card) != 0:
        free_spell(t, card)


@rule(void, int64, int64, int64)
def lose_cards(t, player, kind, n):
    """Lose n cards of a class, the loser picks which (A-12.8)."""
    g = t.game
    for _ in range(min(n, of_class(t, player, kind))):
        begin(t, LOSE_CARD, player, kind)
        me = g.investigators[player]
        for i in range(me.n_hand):
            if t.deck.items[me.hand[i]].kind == kind:
                option(t, me.hand[i], 0, 0, 0, 0)
        give_up_card(t, player, t.choice.options[ask(t)].a)
