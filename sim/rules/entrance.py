"""The entrance: a purchase at the start of the Clock phase (A-3.15..A-3.19, R-4.1..R-4.3)."""

from __future__ import annotations

from sim.rules.alaska.camp import remove_storms, storms_on_cards
from sim.rules.choices import CAMP, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.decks import deck_of, draw, show_top_back
from sim.rules.doom import stopped
from sim.rules.investigators import SANITY_POINT, STAMINA_POINT, can_regain, in_play, regain
from sim.rules.items import gain_cards, gain_clues
from sim.rules.log import BOUGHT, observe
from sim.rules.rlyeh.legion import omen_can_advance
from sim.rules.rlyeh.missions import fulfil_missions
from sim.rules.rlyeh.omen import advance_omen
from sim.rules.state import (
    ALASKA,
    ALLY,
    BUY_ALLY,
    BUY_CLUE,
    BUY_COMMON,
    BUY_NEW_TOP,
    BUY_OMEN,
    BUY_SANITY,
    BUY_SKILL,
    BUY_SPELL,
    BUY_STAMINA,
    BUY_STORMS,
    BUY_UNIQUE,
    COMMON,
    ENTRANCE,
    SKILL,
    SPELL,
    STAGE_I,
    STAGE_II,
    UNIQUE,
)
from sim.rules.trophies import adventure_to_deck, pay

REST = 2


@rule(int64)
def _current_deck(t):
    return STAGE_II if t.game.stage == 2 else STAGE_I


@rule(boolean, int64)
def _for_one(t, benefit):
    """Does it go to one investigator?"""
    return BUY_ALLY <= benefit <= BUY_SANITY


@rule(int64, int64)
def _class_of(t, benefit):
    """The class of item card that is bought, or -1."""
    if benefit == BUY_ALLY:
        return ALLY
    if benefit == BUY_SKILL:
        return SKILL
    if benefit == BUY_UNIQUE:
        return UNIQUE
    if benefit == BUY_COMMON:
        return COMMON
    return SPELL if benefit == BUY_SPELL else -1


@rule(boolean, int64, int64)
def _changes_something(t, benefit, player):
    """A purchase that would change nothing is not offered (A-3.19)."""
    kind = _class_of(t, benefit)
    if kind >= 0:
        return t.game.deck_size[deck_of(kind)] > 0
    if benefit == BUY_STAMINA:
        return can_regain(t, player, STAMINA_POINT)
    if benefit == BUY_SANITY:
        return can_regain(t, player, SANITY_POINT)
    if benefit == BUY_STORMS:
        return storms_on_cards(t) > 0
    if benefit == BUY_OMEN:
        return omen_can_advance(t)
    return benefit != BUY_NEW_TOP or t.game.deck_size[_current_deck(t)] > 0


@rule(void, int64, int64)
def _benefit(t, benefit, player):
    kind = _class_of(t, benefit)
    if kind >= 0:
        gain_cards(t, player, kind, 1)
    elif benefit == BUY_CLUE:
        gain_clues(t, player, 1)
    elif benefit == BUY_STAMINA or benefit == BUY_SANITY:
        regain(t, player, STAMINA_POINT if benefit == BUY_STAMINA else SANITY_POINT, REST)
    elif benefit == BUY_STORMS:
        remove_storms(t)
    elif benefit == BUY_OMEN:
        advance_omen(t)
    else:
        card = draw(t, _current_deck(t))
        show_top_back(t)
        adventure_to_deck(t, card)


@rule(void, int64, int64, int64)
def _offer(t, trophies, k, player):
    """Offer purchase k of this side of the entrance, for an investigator or (-1) for the table."""
    p = t.deck.purchases[t.game.entrance, k]
    if trophies >= p.price and _changes_something(t, p.benefit, player):
        option(t, p.price, p.which, player, p.benefit, 0)


@rule(boolean)
def _buy_one(t):
    g = t.game
    trophies = g.investigators[g.active].trophies
    n = t.deck.n_purchases[g.entrance]
    begin(t, CAMP, g.active, 0)
    option(t, 0, 0, -1, -1, 0)
    for k in range(n):
        benefit = t.deck.purchases[g.entrance, k].benefit
        if benefit < BUY_ALLY:
            _offer(t, trophies, k, -1)
    for p in range(t.deck.players):
        for k in range(n):
            if in_play(t, p) and _for_one(t, t.deck.purchases[g.entrance, k].benefit):
                _offer(t, trophies, k, p)
    for k in range(n):
        if t.deck.purchases[g.entrance, k].benefit == BUY_NEW_TOP:
            _offer(t, trophies, k, -1)
    chosen = t.choice.options[ask(t)]
    price, which, player, benefit = chosen.a, chosen.b, chosen.c, chosen.d
    if price == 0:
        return False
    g.purchases += 1
    observe(t, BOUGHT, price, which, player, benefit)
    pay(t, g.active, price)
    _benefit(t, benefit, player)
    return True


@rule(void)
def purchase(t):
    """Whoever stands on the entrance may buy once, also with trophies just won (A-3.15, A-3.16, R-4.1, R-4.2).

    After it missions may be fulfilled as well as before, in the order of the buyer's choice (D-R7).
    """
    g = t.game
    me = g.investigators[g.active]
    if g.gone == 1 or me.card < 0 or me.at != ENTRANCE or me.trophies == 0 or g.awakened > 0:
        return
    if t.deck.rulings.camp_same_turn == 1 and g.resolved_in_turn == 1:
        return
    rulings = t.deck.rulings
    once = rulings.camp_purchases == 0 if t.deck.mode == ALASKA else rulings.ship_purchases == 0
    while not stopped(t) and me.trophies > 0 and _buy_one(t):
        fulfil_missions(t, g.active)
        if once:
            return
