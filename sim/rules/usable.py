"""Using cards in hand: when each may be used, and using it (C-13)."""

from __future__ import annotations

from sim.rules import operations as op
from sim.rules.choices import DONE, UNTIMED, USE_CARD, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.dice import on_spell
from sim.rules.doom import stopped
from sim.rules.feasible import does_something
from sim.rules.hands import discard_card
from sim.rules.log import CARD_LEFT, observe
from sim.rules.resolving import resolve
from sim.rules.state import ALLY, SKILL, WHEN_COST, WHEN_UNTIMED
from sim.rules.tasks import nothing_left


@rule(void, int64)
def _by_item(t, card):
    """Items and spells act otherwise than allies and skills on a mission (R-9.2)."""
    kind = t.deck.items[card].kind
    t.game.by_item = 0 if kind == ALLY or kind == SKILL else 1


@rule(boolean, int64, int64, int64)
def usable(t, player, card, when):
    """May this card be used at this moment, and would it do something? (C-13.4, C-13.5, C-13.14)"""
    facts = t.deck.items[card]
    if facts.when != when or on_spell(t, card) != 0:
        return False
    _by_item(t, card)
    useful = does_something(t, facts.effect.start, facts.effect.size, player)
    t.game.by_item = 0
    return useful


@rule(void, int64, int64)
def use_card(t, player, card):
    """Use a card: it is spent unless tokens keep it a while (C-1.11, C-13.13)."""
    g = t.game
    facts = t.deck.items[card]
    g.item_tokens[card] += 1
    observe(t, CARD_LEFT, player, card, 1, g.item_tokens[card])
    if g.item_tokens[card] >= facts.tokens:
        discard_card(t, player, card)
    _by_item(t, card)
    resolve(t, facts.effect.start, facts.effect.size, player, g.attempt.slot)
    g.by_item = 0  # a text of nothing resolves nothing


@rule(int64, int64, int64)
def offer_cards(t, player, when):
    """Offer every card of this hand that may be used now; how many."""
    me = t.game.investigators[player]
    n = 0
    if (me.timings >> when) & 1 == 0:
        return 0
    for i in range(me.n_hand):
        card = me.hand[i]
        if t.deck.items[card].when == when and usable(t, player, card, when):
            option(t, USE_CARD, card, 0, 0, 0)
            n += 1
    return n


@rule(void)
def untimed_cards(t):
    """The active investigator may use untimed cards (C-13.4)."""
    g = t.game
    player = g.active
    moments = (1 << WHEN_UNTIMED) | (1 << WHEN_COST)
    while not stopped(t) and g.gone == 0 and g.investigators[player].timings & moments != 0:
        begin(t, UNTIMED, player, 0)
        option(t, DONE, -1, 0, 0, 0)
        n = offer_cards(t, player, WHEN_UNTIMED) + offer_cards(t, player, WHEN_COST)
        if n == 0:
            return
        chosen = t.choice.options[ask(t)]
        if chosen.a == DONE:
            return
        use_card(t, player, chosen.b)
        if nothing_left(t):
            return


@rule(int64, int64, int64)
def card_that_pays(t, player, stat):
    """A card that may pay one point of a sanity (0) or stamina (1) cost (C-6.9), or -1."""
    me = t.game.investigators[player]
    if (me.timings >> WHEN_COST) & 1 == 0:
        return -1
    for i in range(me.n_hand):
        facts = t.deck.items[me.hand[i]]
        if facts.when == WHEN_COST and t.deck.ops[facts.effect.start].code == op.SANITY + stat:
            return me.hand[i]
    return -1
