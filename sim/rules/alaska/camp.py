"""The Expedition Camp: one purchase at the start of the Clock phase (A-3.15..A-3.19)."""

from __future__ import annotations

from sim.rules.alaska.storms import take_storm
from sim.rules.choices import CAMP, CAMP_STORM, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.decks import draw, show_top_back
from sim.rules.doom import stopped
from sim.rules.investigators import SANITY_POINT, STAMINA_POINT, can_regain, in_play, regain
from sim.rules.items import gain_cards, gain_clues
from sim.rules.log import BOUGHT, observe
from sim.rules.state import ALLIES, ALLY, COMMON, COMMONS, ENTRANCE, SPELL, SPELLS, STAGE_I, STAGE_II, UNIQUE, UNIQUES
from sim.rules.trophies import adventure_to_deck, pay

STORMS_PRICE, ALLY_PRICE, UNIQUE_PRICE, COMMON_PRICE, REST_PRICE, DISCARD_PRICE = 6, 5, 4, 3, 2, 1
MOST_STORMS = 5
REST = 2
FIRST, SECOND = 0, 1  # the two options of a price


@rule(int64)
def _storms_on_cards(t):
    n = 0
    for slot in range(t.game.n_slots):
        n += t.game.slots[slot].storms
    return n


@rule(void, int64, int64)
def _offer_for(t, trophies, player):
    """Purchases whose benefit can go to any one investigator; none that would change nothing (A-3.19)."""
    g = t.game
    if trophies >= ALLY_PRICE and g.deck_size[ALLIES] > 0:
        option(t, ALLY_PRICE, FIRST, player, 0, 0)
    if trophies >= UNIQUE_PRICE:
        if g.deck_size[UNIQUES] > 0:
            option(t, UNIQUE_PRICE, FIRST, player, 0, 0)
        option(t, UNIQUE_PRICE, SECOND, player, 0, 0)  # 1 clue
    if trophies >= COMMON_PRICE:
        if g.deck_size[COMMONS] > 0:
            option(t, COMMON_PRICE, FIRST, player, 0, 0)
        if g.deck_size[SPELLS] > 0:
            option(t, COMMON_PRICE, SECOND, player, 0, 0)
    if trophies >= REST_PRICE:
        if can_regain(t, player, STAMINA_POINT):
            option(t, REST_PRICE, FIRST, player, 0, 0)
        if can_regain(t, player, SANITY_POINT):
            option(t, REST_PRICE, SECOND, player, 0, 0)


@rule(int64)
def _current_deck(t):
    return STAGE_II if t.game.stage == 2 else STAGE_I


@rule(void)
def _remove_storms(t):
    """Up to five markers of the payer's choice go back to the pile."""
    g = t.game
    for left in range(MOST_STORMS, 0, -1):
        begin(t, CAMP_STORM, g.active, left)
        option(t, -1, 0, 0, 0, 0)
        for slot in range(g.n_slots):
            if g.slots[slot].storms > 0:
                option(t, slot, 0, 0, 0, 0)
        slot = t.choice.options[ask(t)].a
        if slot < 0:
            return
        take_storm(t, slot)


@rule(void, int64, int64, int64)
def _benefit(t, price, which, player):
    if price == STORMS_PRICE:
        _remove_storms(t)
    elif price == ALLY_PRICE:
        gain_cards(t, player, ALLY, 1)
    elif price == UNIQUE_PRICE:
        if which == FIRST:
            gain_cards(t, player, UNIQUE, 1)
        else:
            gain_clues(t, player, 1)
    elif price == COMMON_PRICE:
        gain_cards(t, player, COMMON if which == FIRST else SPELL, 1)
    elif price == REST_PRICE:
        regain(t, player, STAMINA_POINT if which == FIRST else SANITY_POINT, REST)
    else:
        card = draw(t, _current_deck(t))
        show_top_back(t)
        adventure_to_deck(t, card)


@rule(boolean)
def _buy_one(t):
    g = t.game
    trophies = g.investigators[g.active].trophies
    begin(t, CAMP, g.active, 0)
    option(t, 0, 0, -1, 0, 0)
    if trophies >= STORMS_PRICE and _storms_on_cards(t) > 0:
        option(t, STORMS_PRICE, FIRST, -1, 0, 0)
    for p in range(t.deck.players):
        if in_play(t, p):
            _offer_for(t, trophies, p)
    if trophies >= DISCARD_PRICE and g.deck_size[_current_deck(t)] > 0:
        option(t, DISCARD_PRICE, FIRST, -1, 0, 0)
    chosen = t.choice.options[ask(t)]
    price, which, player = chosen.a, chosen.b, chosen.c
    if price == 0:
        return False
    g.purchases += 1
    observe(t, BOUGHT, price, which, player, 0)
    pay(t, g.active, price)
    _benefit(t, price, which, player)
    return True


@rule(void)
def purchase(t):
    """Whoever stands on the Camp may buy once, also with trophies just won (A-3.15, A-3.16)."""
    g = t.game
    me = g.investigators[g.active]
    if g.gone == 1 or me.card < 0 or me.at != ENTRANCE or me.trophies == 0 or g.awakened > 0:
        return
    if t.deck.rulings.camp_same_turn == 1 and g.resolved_in_turn == 1:
        return
    while not stopped(t) and me.trophies > 0 and _buy_one(t):
        if t.deck.rulings.camp_purchases == 0:
            return
