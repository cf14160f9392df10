"""Dice-level play by exact chances: what `dice` estimates is read from the deck's tables where they cover it.

Worths are in Elder Signs: the chance of success times what success is worth more than failure, less what the
way there costs.  Beyond the tables, and where dice are rolled again, the rules of `dice` and `helps` answer.
"""

from __future__ import annotations

import numpy as np

from policies.parts import helps
from policies.parts.chances import (
    BEYOND,
    chance_at,
    die_of_pool,
    held_at,
    holding,
    position,
    row_done,
)
from policies.parts.compile import Choice, Numbers, Temper_t, float64, int64, part
from policies.parts.needs import stake
from policies.parts.outcomes import terror_worth
from policies.parts.worth import CARD, POINT, beyond_points, time_left
from sim.exact.faces import multisets
from sim.exact.problem import ENDS, NO_TERROR
from sim.rules import choices as ask
from sim.rules.choices import DONE, TAKE_DIE, USE_CARD
from sim.rules.state import (
    BEYOND_TABLES,
    BY_TABLE,
    DICE,
    MAX_TASKS,
    ON_MARKER,
    ON_SPELL,
    POOL,
    SPELL,
    TERROR,
    WILD,
    YELLOW_DIE,
)
from sim.tables import FOCUS_FREE, NONE_HELD

_PLUS = multisets().plus.astype(np.int16)
_TIE = 1e-5  # decides between options of the same chance
_HOPELESS = 1e-4
_TERROR_SHOWS = 0.5  # chance that a failed roll shows terror
_ALL_DICE = (1 << DICE) - 1
_WAYS = MAX_TASKS << DICE  # to complete a row, at most
_YELLOW, _RED = 1, 2  # bits of deck.items.gives


# --- positions --------------------------------------------------------------------------------------
@part(int64, int64)
def _without_die(game, deck, held):
    """The dice held once the die among them is used."""
    return FOCUS_FREE if held >= FOCUS_FREE else NONE_HELD


@part(float64, int64, int64)
def _best_discard(game, deck, at, dice_there):
    """Chance after the best discard among the colours of a set of pool dice (C-7.8)."""
    card = game.slots[game.attempt.slot].card
    best = 0.0
    greens = 0
    for d in range(DICE):
        if (dice_there >> d) & 1 == 0 or (d < YELLOW_DIE and greens > 0):
            continue
        greens += d < YELLOW_DIE
        best = max(best, chance_at(game, deck, card, at - die_of_pool(game, deck, d)))
    return best


@part(float64, int64, int64, int64)
def _focused(game, deck, at, die, dice_there):
    """Chance with a die of the pool put on the own marker and another one discarded (C-7.5, C-7.8)."""
    at -= die_of_pool(game, deck, die)
    rest = dice_there & ~(1 << die)
    held = held_at(game, deck, at)
    best = _best_discard(game, deck, holding(game, deck, at, NONE_HELD + game.dice[die].face), rest)
    if held > FOCUS_FREE:  # of two dice held a table knows one
        best = max(best, _best_discard(game, deck, holding(game, deck, at, held - FOCUS_FREE), rest))
    return best


@part(float64, int64, int64)
def _failed(game, deck, at, dice_there):
    """Chance once the roll has failed with this set of dice in the pool: terror, focus, discard (C-7)."""
    if dice_there == 0:
        return 0.0
    card = deck.adventures[game.slots[game.attempt.slot].card]
    terror = card.odds_terror
    if terror != NO_TERROR:
        for d in range(DICE):
            if (dice_there >> d) & 1 == 0:
                continue
            face = game.dice[d].face
            if face == TERROR or (face == WILD and deck.rulings.wild_is_terror == 1):
                if terror == ENDS:
                    return 0.0
                if face == TERROR:
                    dice_there &= ~(1 << d)
                    at -= 1  # terror is on green dice alone
    if dice_there == 0:
        return chance_at(game, deck, game.slots[game.attempt.slot].card, at)
    best = _best_discard(game, deck, at, dice_there)
    if held_at(game, deck, at) >= FOCUS_FREE and dice_there & (dice_there - 1) != 0:
        for d in range(DICE):
            if (dice_there >> d) & 1 == 1:
                best = max(best, _focused(game, deck, at, d, dice_there))
    return best


@part(float64, int64, Temper_t)
def _terror_price(game, deck, dice_there, temper):
    """What the terror effect costs if the roll fails with these dice in the pool; 0 where the chances know it."""
    card = deck.adventures[game.slots[game.attempt.slot].card]
    if card.odds_terror != NO_TERROR or card.terror_worth >= 0:
        return 0.0
    for d in range(DICE):
        if (dice_there >> d) & 1 == 1 and game.dice[d].face == TERROR:
            return terror_worth(game, deck, game.slots[game.attempt.slot].card, game.active, temper)
    return 0.0


@part(float64, int64, Temper_t)
def _cost_worth(game, deck, row, temper):
    """The points that completing a row takes (C-6.8)."""
    cost = game.attempt.rows[row].requirement
    me = game.investigators[game.active]
    worth = -POINT * (cost.sanity + cost.stamina)
    if cost.sanity > 0:
        worth += beyond_points(game, deck, me.sanity, -cost.sanity, temper)
    if cost.stamina > 0:
        worth += beyond_points(game, deck, me.stamina, -cost.stamina, temper)
    return worth


@part(int64)
def _pool(game, deck):
    dice_there = 0
    for d in range(DICE):
        if game.dice[d].place == POOL:
            dice_there |= 1 << d
    return dice_there


@part(int64, int64, int64)
def _after_use(game, deck, at, used):
    """The position once a set of dice of the pool, of spells and of markers lies on a task, the row itself aside."""
    for d in range(DICE):
        if (used >> d) & 1 == 1:
            if game.dice[d].place == POOL:
                at -= die_of_pool(game, deck, d)
            else:
                at = holding(game, deck, at, _without_die(game, deck, held_at(game, deck, at)))
    return at


# --- the roll as it stands --------------------------------------------------------------------------
@part(int64, Numbers)
def _list_completions(game, deck, found):
    """How many ways there are to complete a row now; each is a row (bits 8 on) and a set of dice.

    Every set of dice is looked up among those that fill a row exactly (sim/exact/fillings.py).
    """
    a = game.attempt
    card = deck.adventures[game.slots[a.slot].card]
    of = np.empty(DICE, np.int64)
    n = 0
    for d in range(DICE):
        place = game.dice[d].place
        if place == POOL or place == ON_SPELL or place == ON_MARKER:
            of[n] = d
            n += 1
    sets = np.empty(1 << n, np.int64)
    sets[0] = 0
    n_found = 0
    for subset in range(1, 1 << n):
        lowest = 0
        while (subset >> lowest) & 1 == 0:
            lowest += 1
        before = sets[subset & (subset - 1)]
        sets[subset] = _PLUS[before, game.dice[of[lowest]].face - 1]
    for r in range(a.n_rows):
        row = a.rows[r]
        if row.done == 1:
            continue
        fills = deck.fillings[card.fillings[row.printed]]
        for subset in range(1 << n):
            if (fills[sets[subset] >> 6] >> np.uint64(sets[subset] & 63)) & np.uint64(1) == 0:
                continue
            used = 0
            for i in range(n):
                used |= ((subset >> i) & 1) << of[i]
            found[n_found] = r << DICE | used
            n_found += 1
        if card.ordered == 1:
            break
    return n_found


@part(float64, int64, int64, float64, Numbers, Temper_t)
def _best_completion(game, deck, at, secured, worth_of_success, found, temper):
    """Worth of the best way among `found` to complete a row, one die of the pool counted as held; -1e9: none."""
    card = game.slots[game.attempt.slot].card
    best = -1e9
    for k in range(len(found)):
        row, used = found[k] >> DICE, found[k] & _ALL_DICE
        uses_secured = secured >= 0 and (used >> secured) & 1 == 1
        if uses_secured:
            used &= ~(1 << secured)
        after = _after_use(game, deck, at, used) + row_done(game, deck, row)
        chance = chance_at(game, deck, card, after)
        if secured >= 0 and not uses_secured:
            held = _without_die(game, deck, held_at(game, deck, after)) + game.dice[secured].face
            chance = max(chance, chance_at(game, deck, card, holding(game, deck, after, held)))
        best = max(best, chance * worth_of_success + _cost_worth(game, deck, row, temper))
    return best


@part(float64, int64, int64, float64, Numbers, Temper_t)
def _settled(game, deck, at, secured, worth_of_success, found, temper):
    """Worth of the roll as it stands, `secured` (a die of the pool, or -1) held on a spell."""
    dice_there = _pool(game, deck)
    failing = at
    if secured >= 0:
        dice_there &= ~(1 << secured)
        at -= die_of_pool(game, deck, secured)
        failing = holding(game, deck, at, _without_die(game, deck, held_at(game, deck, at)) + game.dice[secured].face)
    worth = _failed(game, deck, failing, dice_there) * worth_of_success + _terror_price(game, deck, dice_there, temper)
    return max(worth, _best_completion(game, deck, at, secured, worth_of_success, found, temper))


# --- answers --------------------------------------------------------------------------------------------
@part(int64, Choice, int64, Temper_t)
def _attempt(game, deck, choice, at, temper):
    """ATTEMPT: go on while the chance of success outweighs another terror effect."""
    goes_on, gives_up = (0, 1) if choice.options[0].a == 1 else (1, 0)
    a = game.attempt
    card = game.slots[a.slot].card
    facts = deck.adventures[card]
    chance = chance_at(game, deck, card, at)
    if a.rolls == 0 and facts.terror_worth >= 0:
        return goes_on
    if chance < _HOPELESS:
        return gives_up
    if facts.terror_worth >= 0 or facts.odds_terror != NO_TERROR:
        return goes_on
    terror = terror_worth(game, deck, card, game.active, temper)
    worth = chance * stake(game, deck, temper) + terror * _TERROR_SHOWS * (1 - chance)
    return goes_on if worth > 0 else gives_up


@part(int64, Choice, int64, Temper_t)
def _task(game, deck, choice, at, temper):
    """TASK: the row and the dice that leave the best chance for the rest, or none."""
    card = game.slots[game.attempt.slot].card
    worth_of_success = max(stake(game, deck, temper), _TIE)
    best = 0
    most = -np.inf
    for i in range(choice.n):
        option = choice.options[i]
        if option.a < 0:
            there = _pool(game, deck)
            worth = _failed(game, deck, at, there) * worth_of_success + _terror_price(game, deck, there, temper) - _TIE
        else:
            after = _after_use(game, deck, at, option.dice) + row_done(game, deck, option.a)
            worth = chance_at(game, deck, card, after) * worth_of_success + _cost_worth(game, deck, option.a, temper)
            worth -= _TIE * _TIE * (option.b >= 0) + _TIE * _TIE * (option.c >= 0)  # keep the cards that pay
        if worth > most:
            most = worth
            best = i
    return best


@part(int64, Choice, int64)
def _focus(game, deck, choice, at):
    """FOCUS: the die to set aside, on one's own marker before a teammate's (C-8.7), or none."""
    there = _pool(game, deck)
    held = held_at(game, deck, at)
    best = 0
    most = -1.0
    for i in range(choice.n):
        option = choice.options[i]
        if option.a < 0:
            worth = _best_discard(game, deck, at, there)
        elif option.a == choice.player:
            worth = _focused(game, deck, at, option.b, there) - _TIE
        else:
            after = holding(game, deck, at, _without_die(game, deck, held) + game.dice[option.b].face)
            rest = there & ~(1 << option.b)
            worth = _best_discard(game, deck, after - die_of_pool(game, deck, option.b), rest) - 2 * _TIE
        if worth > most:
            best = i
            most = worth
    return best


@part(int64, Choice, int64)
def _discard(game, deck, choice, at):
    """DISCARD: the colour that leaves the best chance."""
    card = game.slots[game.attempt.slot].card
    best = 0
    most = -1.0
    for i in range(choice.n):
        worth = chance_at(game, deck, card, at - die_of_pool(game, deck, choice.options[i].b))
        if worth > most:
            best = i
            most = worth
    return best


@part(int64, Choice, int64, Temper_t)
def _secure(game, deck, choice, at, temper):
    """SECURE: the die whose place on a spell is worth more than the spell, or none."""
    price = CARD[SPELL] * temper.thrift * time_left(game, deck)
    worth_of_success = stake(game, deck, temper)
    none = 0 if choice.options[0].a < 0 else choice.n - 1
    if worth_of_success < price:
        return none
    ways = np.empty(_WAYS, np.int64)
    found = ways[: _list_completions(game, deck, ways)]
    now = _settled(game, deck, at, -1, worth_of_success, found, temper)
    best = none
    most = now + price
    if worth_of_success < most:
        return none
    asked = 0  # faces by colour
    for i in range(choice.n):
        dice_set = choice.options[i].dice
        if dice_set == 0 or dice_set & (dice_set - 1) != 0:
            continue  # of two dice held a table knows one
        die = 0
        while (dice_set >> die) & 1 == 0:
            die += 1
        alike = 1 << (game.dice[die].face + 16 * max(0, die - YELLOW_DIE + 1))
        if asked & alike != 0:
            continue
        asked |= alike
        worth = _settled(game, deck, at, die, worth_of_success, found, temper)
        if worth > most:
            most = worth
            best = i
    return best


@part(float64, Choice, int64, int64, float64, Temper_t)
def _pool_worth(game, deck, choice, i, at, worth_of_success, temper):
    """Worth of a die or a card at step 3."""
    option = choice.options[i]
    card = game.slots[game.attempt.slot].card
    if option.a == TAKE_DIE:
        after = at + die_of_pool(game, deck, option.b)
        if game.dice[option.b].place == ON_SPELL:
            after = holding(game, deck, after, _without_die(game, deck, held_at(game, deck, at)))
        more = chance_at(game, deck, card, after) - chance_at(game, deck, card, at)
        return more * worth_of_success + (_TIE if game.dice[option.b].place != ON_SPELL else -_TIE)
    gives = deck.items[option.b].gives if option.a == USE_CARD else 0
    if gives == 0:
        return helps.pool_worth(game, deck, choice, i, temper)
    after = at
    if gives & _YELLOW and (at >> 4) & 15 == 0:
        after += 1 << 4
    if gives & _RED and (at >> 8) & 15 == 0:
        after += 1 << 8
    more = chance_at(game, deck, card, after) - chance_at(game, deck, card, at)
    return more * worth_of_success - helps.price(game, deck, option.b, temper)


@part(int64, Choice, int64, Temper_t)
def _add(game, deck, choice, at, temper):
    """POOL_STEP: dice and cards where they raise the chance enough."""
    worth_of_success = stake(game, deck, temper)
    best = 0
    most = 0.0
    for i in range(choice.n):
        if choice.options[i].a == DONE:
            if most <= 0.0:
                best = i
            continue
        worth = _pool_worth(game, deck, choice, i, at, worth_of_success, temper)
        if worth > most:
            most = worth
            best = i
    return best


@part(int64, Choice, Temper_t)
def by_table(game, deck, choice, temper):
    """The answer to a choice of dice from exact chances; -1 for what lies beyond the tables, which is noted."""
    kind = choice.kind
    choice.table = BEYOND_TABLES
    if kind == ask.CHANGE or kind == ask.REROLL_DICE or kind == ask.LOCK_DIE:
        return -1
    at = position(game, deck)
    if at == BEYOND:
        return -1
    choice.table = BY_TABLE
    if kind == ask.ATTEMPT:
        return _attempt(game, deck, choice, at, temper)
    if kind == ask.POOL_STEP:
        return _add(game, deck, choice, at, temper)
    if kind == ask.TASK:
        return _task(game, deck, choice, at, temper)
    if kind == ask.SECURE:
        return _secure(game, deck, choice, at, temper)
    if kind == ask.FOCUS:
        return _focus(game, deck, choice, at)
    return _discard(game, deck, choice, at)
