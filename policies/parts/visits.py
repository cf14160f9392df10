"""Where to go, with foresight: chances, dangers and the storms that a visit takes away (D-C3, D-A2)."""

from __future__ import annotations

from policies.parts.chances import chance_at, position_of
from policies.parts.compile import Choice, Temper_t, float64, int64, part
from policies.parts.crowd import past_markers
from policies.parts.destinations import dice_in_hand, green_dice
from policies.parts.effects import effect_worth, points_worth
from policies.parts.outcomes import gain, loss
from policies.parts.storms import FULL
from policies.parts.worth import DANGER, POINT, SAFE, TROPHY_POINT, beyond_points
from sim.rules import operations as op
from sim.rules.state import ALASKA, DICE, ENTRANCE, IN_PLAY, IN_TROPHIES, ORDINARY, STORMS_CHILL, WIND_FROM_NORTH
from sim.tables import FOCUS_FREE

_PER_MONSTER = 0.6  # chance left by each monster's row besides the others
_HALF = 0.5
_CLUE = 0.2  # what a clue adds to a chance p: this share of p (1 - p)
_REST_PRICE, _REST = 2, 2  # trophies for points
_CALM_PRICE, _CALMED = 6, 5  # trophies for storm markers


# --- chances -----------------------------------------------------------------------------------
@part(float64, int64, int64, int64, int64, int64, Temper_t)
def chance_of(game, deck, card, monsters, player, green, helped, temper):
    """Chance that an attempt at a card succeeds: the one place that asks the odds."""
    if deck.adventures[card].odds_at > 0:
        chance = chance_at(game, deck, card, position_of(game, deck, 0, FOCUS_FREE, green, 0, 0))
        yellow, red = min(helped, 1), helped // 2
        if helped > 0:
            more = chance_at(game, deck, card, position_of(game, deck, 0, FOCUS_FREE, green, yellow, red))
            chance += temper.use * (more - chance)
    else:
        row = deck.adventures[card].chance[0]
        chance = row[min(green, DICE)]
        more = row[min(green + helped, DICE)]
        chance += temper.use * (more - chance)
        chance += temper.focus * chance * (1 - chance)
    spare = chance * (1 - chance)
    if game.investigators[player].clues > 0:
        chance += _CLUE * spare
    for _ in range(monsters):
        chance *= _PER_MONSTER
    return chance


# --- storms ------------------------------------------------------------------------------------
@part(float64, int64)
def storm_points(game, deck, code):
    """Points that a storm marker takes on average: SANITY or STAMINA."""
    n = 0
    for i in range(deck.n_storms):
        penalty = deck.storms[i].penalty
        for k in range(penalty.start, penalty.start + penalty.size):
            if deck.ops[k].code == code:
                n -= deck.ops[k].amount
    return n / max(1, deck.n_storms)


@part(float64, int64, int64, float64)
def danger_after(game, deck, points, markers, taken):
    """Mean danger of being devoured once so many markers each may have taken a point (binomial)."""
    if markers == 0:
        return DANGER[max(0, min(points, SAFE))]
    total = 0.0
    weight = (1 - taken) ** markers
    for k in range(markers + 1):
        total += weight * (1.0 if points - k <= 0 else DANGER[min(points - k, SAFE)])
        weight *= (markers - k) / (k + 1) * taken / (1 - taken)
    return total


@part(float64, int64, int64, int64, float64, float64, Temper_t)
def _storms_danger(game, deck, points, penalty, markers, taken, chance, temper):
    """What the storms add to the danger for one kind of points, if a failure takes `penalty` more of them."""
    if markers == 0:
        return 0.0
    kept = danger_after(game, deck, points, markers, taken) - DANGER[max(0, min(points, SAFE))]
    left = points - penalty
    lost = danger_after(game, deck, left, markers, taken) - DANGER[max(0, min(left, SAFE))]
    return temper.life * (chance * kept + (1 - chance) * max(0.0, lost))


# --- options -----------------------------------------------------------------------------------
@part(float64, int64, int64, int64, int64, int64, float64, float64, Temper_t)
def _visit(game, deck, slot, card, player, green, helped, sanity, stamina, temper):
    """An attempt at a card that lies (or may lie) in `slot`, its storms first; each worth the marker that goes."""
    s = game.slots[slot]
    facts = deck.adventures[card]
    me = game.investigators[player]
    if temper.clear > 0 and s.monsters > 0:
        dice = min(DICE, green + int(temper.use * helped + _HALF))
        chance, worth = past_markers(game, deck, slot, card, dice, temper)
        chance += temper.focus * chance * (1 - chance)
        worth += chance * gain(game, deck, card, player, temper)
    else:
        chance = chance_of(game, deck, card, s.monsters, player, green, helped, temper)
        worth = chance * (gain(game, deck, card, player, temper) + s.monsters * TROPHY_POINT)
    worth += (1 - chance) * loss(game, deck, card, player, temper)
    if s.storms > 0:
        back = 1 if deck.ancient_one.ability == WIND_FROM_NORTH else 0  # on the bare card comes one at once
        worth -= (s.storms - back) * temper.price_storm
        chill = 1 if deck.ancient_one.ability == STORMS_CHILL and me.at != slot else 0
        if chill == 1:
            worth += beyond_points(game, deck, me.stamina, -1, temper) - POINT
        worth += temper.harm * s.storms * deck.storm_worth
        worth -= _storms_danger(game, deck, me.sanity, facts.loses_sanity, s.storms, sanity, chance, temper)
        worth -= _storms_danger(game, deck, me.stamina - chill, facts.loses_stamina, s.storms, stamina, chance, temper)
        if s.storms >= FULL:
            worth -= temper.full * temper.price_doom
    return worth


@part(float64, int64, int64, int64, int64, float64, float64, Temper_t)
def _facedown(game, deck, slot, player, green, helped, sanity, stamina, temper):
    """The mean over the cards with this back that may lie there, and the back's own effect (A-3.3, A-3.7)."""
    s = game.slots[slot]
    total = 0.0
    n = 0
    for card in range(deck.n_adventures):
        if game.adventure_place[card] == IN_PLAY or game.adventure_place[card] == IN_TROPHIES:
            continue
        facts = deck.adventures[card]
        if facts.kind == ORDINARY and facts.back == s.back and facts.stage == s.stage:
            entry = facts.entry
            total += effect_worth(game, deck, entry.start, entry.start + entry.size, player, temper)
            total += _visit(game, deck, slot, card, player, green, helped, sanity, stamina, temper)
            n += 1
    arrive = deck.backs[s.back].arrive
    worth = effect_worth(game, deck, arrive.start, arrive.start + arrive.size, player, temper)
    return worth - deck.backs[s.back].midnight_worth + total / max(1, n)


@part(float64, int64, Temper_t)
def _camp(game, deck, player, temper):
    """A turn at the Camp: points for who needs them, or storms off the cards."""
    me = game.investigators[player]
    if me.card < 0 or me.trophies < _REST_PRICE:
        return temper.idle
    worth = points_worth(game, deck, player, op.SANITY, _REST, temper)
    worth = max(worth, points_worth(game, deck, player, op.STAMINA, _REST, temper))
    if deck.mode == ALASKA and me.trophies >= _CALM_PRICE:
        worth = max(worth, -_CALMED * temper.price_storm - _CALM_PRICE * TROPHY_POINT)
    return temper.idle * temper.live + worth


@part(int64, Choice, Temper_t)
def visit(game, deck, choice, temper):
    """MOVE: to the card whose attempt, storms, Entry or back are worth most together."""
    player = choice.player
    green = green_dice(game, deck)
    helped = dice_in_hand(game, deck, player)
    sanity = storm_points(game, deck, op.SANITY)
    stamina = storm_points(game, deck, op.STAMINA)
    best = 0
    most = -1e9
    for i in range(choice.n):
        option = choice.options[i]
        slot = option.a
        if slot == ENTRANCE:
            worth = _camp(game, deck, player, temper)
        elif game.slots[slot].faceup == 0:
            worth = _facedown(game, deck, slot, player, green, helped, sanity, stamina, temper)
        else:
            card = game.slots[slot].card
            worth = _visit(game, deck, slot, card, player, green, helped, sanity, stamina, temper)
            if option.b == 0:
                entry = deck.adventures[card].entry
                worth += effect_worth(game, deck, entry.start, entry.start + entry.size, player, temper)
        if worth > most:
            most = worth
            best = i
    return best
