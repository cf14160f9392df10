"""Choices inside effects: what a text would do just now, to whom, and which part of it is best."""

from __future__ import annotations

import numpy as np

from policies.parts.compile import Temper_t, boolean, float64, int64, part, weighs
from policies.parts.ship import legion_worth, omen_worth
from policies.parts.worth import CARD, POINT, beyond_points, doom_worth, kept_worth, stage_two_now, time_left
from sim.rules import operations as op
from sim.rules.state import SPELL, UNIQUE
from sim.worth import PER_TEXT, PER_UNIT, SHARE


# --- points --------------------------------------------------------------------------------
@part(float64, int64, int64, int64, Temper_t)
def points_worth(game, deck, player, code, amount, temper):
    """Sanity or stamina gained or lost by one investigator, who may be full or close to his end."""
    me = game.investigators[player]
    if me.card < 0:
        return 0.0
    facts = deck.investigators[me.card]
    now = me.sanity if code == op.SANITY else me.stamina
    most = facts.sanity if code == op.SANITY else facts.stamina
    change = min(amount, most - now)
    worth = POINT * change + beyond_points(game, deck, now, change, temper)
    if temper.foresight == 0:
        return worth
    return worth + change * (temper.price_sanity if code == op.SANITY else temper.price_stamina)


@part(float64, int64, int64, int64, int64, Temper_t)
def _points_of(game, deck, player, code, amount, target, temper):
    """The same by target: the active one, or the one whom it serves best."""
    if target == op.ACTOR:
        return points_worth(game, deck, player, code, amount, temper)
    best = -np.inf
    for p in range(deck.players):
        best = max(best, points_worth(game, deck, p, code, amount, temper))
    return best


# --- whole effects -------------------------------------------------------------------------
@part(int64, int64, int64)
def cards_of(game, deck, player, kind):
    """How many cards of a class a player holds."""
    me = game.investigators[player]
    n = 0
    for i in range(me.n_hand):
        if deck.items[me.hand[i]].kind == kind:
            n += 1
    return n


@part(float64, int64, int64, Temper_t)
def _simple_worth(game, deck, place, player, temper):
    """One simple operation."""
    o = deck.ops[place]
    amount = o.amount
    if o.code in (op.SANITY, op.STAMINA):
        return _points_of(game, deck, player, o.code, amount, o.target, temper)
    if o.code == op.DOOM or (o.code == op.SIGN and amount < 0 and game.signs == 0):
        doom = temper.price_doom if temper.foresight > 0 else doom_worth(game, deck, temper)
        return doom * abs(amount) * (1 if amount > 0 or o.code == op.SIGN else -1)
    if o.code == op.SUPPLY_ICON and amount < 0 and game.supplies + amount < 0:
        return points_worth(game, deck, player, op.STAMINA, game.supplies + amount, temper)
    if temper.foresight > 0 and (o.code == op.STORM or o.code in (op.SUPPLY_ICON, op.SUPPLIES_TEXT)):
        return amount * (temper.price_storm if o.code == op.STORM else temper.price_supply)
    if temper.foresight > 0 and o.code in (op.CLOCK, op.EXPEDITIOUS):
        return temper.turn * amount * (1 if o.code == op.EXPEDITIOUS else -1)
    if (temper.foresight > 0 or temper.live > 0) and o.code == op.STAGE_TWO:
        return stage_two_now(game, deck, temper) * amount
    if temper.foresight > 0 and o.code == op.GATE:
        return temper.gate * amount * time_left(game, deck)
    if temper.foresight > 0 and o.code == op.SIGN:
        return amount * temper.price_sign
    if temper.live > 0 and o.code == op.LEGION:
        return legion_worth(game, deck, temper) * amount
    if temper.live > 0 and o.code == op.OMEN:
        return omen_worth(game, deck, amount, temper)
    if op.COMMON_CARD <= o.code <= op.SKILL_CARD:
        if amount < 0 and o.target == op.ACTOR:
            amount = max(amount, -cards_of(game, deck, player, o.code - op.COMMON_CARD))
        return amount * kept_worth(game, deck, PER_UNIT[o.code], temper)
    worth = PER_UNIT[o.code] * amount + PER_TEXT[o.code]
    return worth * temper.harm if worth < 0 else worth


@part(float64, int64, int64, int64, Temper_t)
def _body_worth(game, deck, start, stop, player, temper):
    """A stretch inside a composite: simple operations as of now, what is nested deeper as it is in general."""
    total = 0.0
    i = start
    while i < stop:
        o = deck.ops[i]
        if o.code == op.BRANCH:  # parts taken one after the other
            i += 1
            continue
        total += o.worth if o.size > 0 else _simple_worth(game, deck, i, player, temper)
        i += 1 + o.size
    return total


@part(boolean, int64, int64, int64)
def _payable(game, deck, start, stop, player):
    """Has a player the cards, clues and trophies that an alternative takes, and may it so be chosen (A-12.3)?"""
    me = game.investigators[player]
    for i in range(start, stop):
        o = deck.ops[i]
        if o.amount >= 0 or o.target != op.ACTOR:
            continue
        if op.COMMON_CARD <= o.code <= op.SKILL_CARD:
            if cards_of(game, deck, player, o.code - op.COMMON_CARD) < -o.amount:
                return False
        elif (o.code == op.CLUE and me.clues < -o.amount) or (o.code == op.TROPHY and me.trophies < -o.amount):
            return False
    return True


@part(float64, int64, int64, Temper_t)
def _composite_worth(game, deck, place, player, temper):
    """A composite operation: its best alternative, each investigator's part, or what it may bring."""
    o = deck.ops[place]
    after = place + 1 + o.size
    if o.code in (op.CHOOSE, op.SPLIT):
        best = -np.inf
        j = place + 1
        while j < after:
            end = j + 1 + deck.ops[j].size
            if temper.live == 0 or _payable(game, deck, j + 1, end, player):
                best = max(best, _body_worth(game, deck, j + 1, end, player, temper))
            j = end
        return best if best > -np.inf else 0.0
    if o.code == op.EACH:
        total = 0.0
        for p in range(deck.players):
            total += _body_worth(game, deck, place + 1, after, p, temper)
        return total
    worth = _body_worth(game, deck, place + 1, after, player, temper)
    return max(0.0, worth) if o.code == op.MAY else SHARE[o.code] * worth


@part(float64, int64, int64, int64, Temper_t)
def effect_worth(game, deck, start, stop, player, temper):
    """What ``deck.ops[start:stop]`` would bring, with `player` as the one it is about."""
    total = 0.0
    i = start
    while i < stop:
        if deck.ops[i].size > 0:
            total += _composite_worth(game, deck, i, player, temper)
        else:
            total += _simple_worth(game, deck, i, player, temper)
        i += 1 + deck.ops[i].size
    return total


# --- options -------------------------------------------------------------------------------
@weighs
def branch_worth(game, deck, choice, option, temper):
    """SPLIT_GROUP, EITHER: the part that is worth most."""
    start = option.b + 1
    return effect_worth(game, deck, start, start + deck.ops[option.b].size, choice.player, temper)


@weighs
def optional_worth(game, deck, choice, option, temper):
    """OPTIONAL: take what is worth its price."""
    if option.a == 0:
        return 0.0
    start = option.b + 1
    return effect_worth(game, deck, start, start + deck.ops[option.b].size, choice.player, temper)


@weighs
def icon_worth(game, deck, choice, option, temper):
    """ICON_ORDER: gains before losses, so that a loss comes after what makes up for it (C-15.5)."""
    return deck.ops[option.a].worth


@weighs
def target_worth(game, deck, choice, option, temper):
    """TARGET: a gain for whoever needs it most, a loss for whoever feels it least."""
    code = abs(choice.context)
    amount = 1 if choice.context > 0 else -1
    if code in (op.SANITY, op.STAMINA):
        return points_worth(game, deck, option.a, code, amount, temper)
    return -float(amount * game.investigators[option.a].n_hand)  # cards and clues: evenly


@weighs
def mythos_worth(game, deck, choice, option, temper):
    """MYTHOS_OPTION: the better half of the card."""
    card = deck.mythos[choice.context]
    program = card.top if option.a == 0 else card.bottom
    return effect_worth(game, deck, program.start, program.start + program.size, choice.player, temper)


@weighs
def instead_worth(game, deck, choice, option, temper):
    """INSTEAD: the dearest class; a clue is worth less than any card."""
    if option.a == 1:
        return 0.0
    return CARD[option.b]


@weighs
def class_worth(game, deck, choice, option, temper):
    """FREE_CARD: a spell, since its die waits for the face that is wanted."""
    return 1.0 if option.a == SPELL else 0.5 if option.a == UNIQUE else 0.0


@weighs
def newcomer_worth(game, deck, choice, option, temper):
    """REPLACEMENT: whoever brings most."""
    facts = deck.investigators[option.a]
    worth = facts.clues * PER_UNIT[op.CLUE] + facts.free * CARD[SPELL]
    for kind in range(len(facts.cards)):
        worth += facts.cards[kind] * CARD[kind]
    return worth


@weighs
def daily_worth(game, deck, choice, option, temper):
    """DAILY: a point for whoever needs it most; nobody, if all are full (C-4.2)."""
    if option.a < 0:
        return 0.0
    code = op.SANITY if choice.context == 0 else op.STAMINA
    return points_worth(game, deck, option.b, code, 1, temper)
