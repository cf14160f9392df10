"""Building the pool, rolling it, changing results and securing dice (C-5 steps 3, 4, 5, 7)."""

from __future__ import annotations

from sim.rules.choices import (
    CHANGE,
    DONE,
    POOL_STEP,
    SECURE,
    TAKE_DIE,
    USE_ABILITY,
    USE_CARD,
    USE_CLUE,
    ask,
    begin,
    option,
)
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.dice import FACES, colour, count, on_spell, one_of_each, pool, roll
from sim.rules.doom import stopped
from sim.rules.investigators import SANITY_POINT, ability, in_play, lose_points, player_after
from sim.rules.items import gain_clues, give_up_card
from sim.rules.log import FACE_CHANGED, ROLLED, SECURED, observe
from sim.rules.pool import can_grant, grant, into_pool, reroll
from sim.rules.state import (
    COMMON,
    DICE,
    DISCARD_FOR_DICE,
    FREE_DICE_IN_OTHER_WORLDS,
    GREEN,
    LOCKED,
    LOCKED_DICE_AND_NO_MYTHOS,
    LORE,
    ON_MARKER,
    ON_SPELL,
    OTHER_WORLD,
    PERIL,
    POOL,
    RAISE_INVESTIGATION,
    RED_DIE,
    REROLL_TWO_DAILY,
    SANITY_FOR_RESULT,
    SECOND_REROLL,
    SPELL,
    SUPPLY,
    TERROR,
    TERROR_TO_LORE,
    TERROR_TO_PERIL,
    WHEN_BEFORE_ROLLING,
    WHEN_COST,
    WHEN_POOL,
    WHEN_ROLLED,
    WHEN_SECURING,
    WHEN_UNTIMED,
    YELLOW_DIE,
)
from sim.rules.tasks import nothing_left
from sim.rules.usable import offer_cards, usable, use_card


# --- step 3: the pool ---------------------------------------------------------------------
@rule(void)
def fill_pool(t):
    """First pool: all green dice not locked and not secured (C-5.3)."""
    for d in range(DICE):
        if t.game.dice[d].place == SUPPLY and colour(d) == GREEN:
            t.game.dice[d].place = POOL
            t.game.dice[d].face = 0


@rule(boolean)
def secured_die_usable(t):
    """A die on any spell, or on a marker on this card: enough to go on without a pool (C-5.13)."""
    ruling = t.deck.rulings.empty_pool  # SECURED_ANY, SECURED_SPELLS, STRICT
    if ruling == 2:
        return False
    for d in range(DICE):
        place = t.game.dice[d].place
        if place == ON_SPELL or (place == ON_MARKER and ruling == 0):
            return True
    return False


@rule(void)
def _offer_dice(t):
    """Green dice that may join: off spells, freed in this phase, or locked for Sister Mary (C-13.10, C-12.8)."""
    g = t.game
    free = ability(t, g.active) == LOCKED_DICE_AND_NO_MYTHOS
    for d in range(DICE):
        die = g.dice[d]
        if colour(d) != GREEN:
            continue
        freed = die.place == SUPPLY and die.spent == 0
        lent = die.place == LOCKED and free and die.spent == 0
        if die.place == ON_SPELL or freed or lent:
            option(t, TAKE_DIE, d, 0, 0, 0)


@rule(void)
def _offer_dice_abilities(t):
    """Gloria Goldberg and Jenny Barnes (C-19)."""
    g = t.game
    power = ability(t, g.active)
    if power != FREE_DICE_IN_OTHER_WORLDS and power != DISCARD_FOR_DICE:
        return
    if not can_grant(t, YELLOW_DIE, 0) and not can_grant(t, RED_DIE, 0):
        return
    if power == FREE_DICE_IN_OTHER_WORLDS:
        if g.attempt.battle == 0 and g.slots[g.attempt.slot].kind == OTHER_WORLD:
            option(t, USE_ABILITY, -1, 0, 0, 0)
        return
    me = g.investigators[g.active]
    if me.clues > 0:
        option(t, USE_ABILITY, -1, 1, 0, 0)
    for i in range(me.n_hand):
        kind = t.deck.items[me.hand[i]].kind
        if (kind == COMMON or kind == SPELL) and on_spell(t, me.hand[i]) == 0:
            option(t, USE_ABILITY, me.hand[i], 0, 0, 0)


@rule(void, int64, int64)
def _use_dice_ability(t, card, clue):
    if clue == 1:
        gain_clues(t, t.game.active, -1)
    elif card >= 0:
        give_up_card(t, t.game.active, card)
    grant(t, YELLOW_DIE, 0)
    grant(t, RED_DIE, 0)


@rule(void)
def pool_step(t):
    """Step 3 in any order: dice off spells, cards and abilities that add dice or need no time (C-5.4)."""
    g = t.game
    player = g.active
    g.attempt.rolling = 1
    while not stopped(t) and g.gone == 0 and g.attempt.void == 0:
        begin(t, POOL_STEP, player, g.attempt.rolls)
        option(t, DONE, -1, 0, 0, 0)
        _offer_dice(t)
        if g.investigators[player].n_hand > 0:
            offer_cards(t, player, WHEN_POOL)
            offer_cards(t, player, WHEN_BEFORE_ROLLING)
            offer_cards(t, player, WHEN_UNTIMED)
            offer_cards(t, player, WHEN_COST)
        _offer_dice_abilities(t)
        chosen = t.choice.options[ask(t)]
        a, b, c = chosen.a, chosen.b, chosen.c
        if a == DONE:
            break
        if a == TAKE_DIE:
            into_pool(t, b)
        elif a == USE_CARD:
            use_card(t, player, b)
            if nothing_left(t):
                break
        else:
            _use_dice_ability(t, b, c)
    g.attempt.rolling = 0


# --- step 4 ------------------------------------------------------------------------------
@rule(void)
def roll_pool(t):
    """Roll the whole pool, even if it is empty (C-5.5, C-5.13)."""
    a = t.game.attempt
    a.rolls += 1
    a.ability_used = 0
    dice = pool(t)
    if dice != 0:
        roll(t, dice)
    observe(t, ROLLED, t.game.active, dice, a.rolls, 0)


# --- step 5: changing results ----------------------------------------------------------------
@rule(void, int64)
def _offer_faces(t, power):
    """Abilities that act once per roll on one pool die (C-13.6, C-19)."""
    g = t.game
    dice = one_of_each(t)
    for d in range(DICE):
        if (dice >> d) & 1 == 0:
            continue
        face = g.dice[d].face
        if power == RAISE_INVESTIGATION:
            if face < 3 or (face == 3 and colour(d) != GREEN):
                option(t, USE_ABILITY, d, face + 1, 0, 0)
        elif power == TERROR_TO_LORE:
            if face == TERROR:
                option(t, USE_ABILITY, d, LORE, 0, 0)
        elif power == TERROR_TO_PERIL:
            if face == TERROR:
                option(t, USE_ABILITY, d, PERIL, 0, 0)
        elif face == t.deck.investigators[g.investigators[g.active].card].result:
            for k in range(6):
                if FACES[colour(d), k] != face:
                    option(t, USE_ABILITY, d, FACES[colour(d), k], 0, 0)


@rule(void, int64)
def _offer_changes(t, player):
    """What a player may do to the results: own clues and abilities, cards that act now (C-5.6)."""
    g = t.game
    me = g.investigators[player]
    power = ability(t, player)
    dice = pool(t)
    if player == g.active and dice != 0:
        if me.clues > 0:
            option(t, USE_CLUE, -1, 0, 0, 0)
        if g.attempt.ability_used == 0 and (
            power == RAISE_INVESTIGATION
            or power == TERROR_TO_LORE
            or power == TERROR_TO_PERIL
            or (power == SANITY_FOR_RESULT and me.sanity > 1)
        ):
            _offer_faces(t, power)
    if power == REROLL_TWO_DAILY and me.ability_used == 0 and dice != 0:
        option(t, USE_ABILITY, -1, 0, 0, 0)
    if player == g.active:
        offer_cards(t, player, WHEN_ROLLED)
    elif g.any_turn_cards > 0:
        for i in range(me.n_hand):
            if t.deck.items[me.hand[i]].any_turn == 1 and usable(t, player, me.hand[i], WHEN_ROLLED):
                option(t, USE_CARD, me.hand[i], 0, 0, 0)


@rule(void, int64)
def _spend_clue(t, player):
    """Re-roll any part of the pool; Joe Diamond a second time (C-13.1, C-19)."""
    gain_clues(t, player, -1)
    reroll(t, player, DICE)
    if ability(t, player) == SECOND_REROLL:
        reroll(t, player, DICE)


@rule(void, int64, int64, int64)
def _use_ability(t, player, die, face):
    g = t.game
    if die < 0:  # Mandy Thompson
        g.investigators[player].ability_used = 1
        reroll(t, player, 2)
        return
    g.attempt.ability_used = 1
    if ability(t, player) == SANITY_FOR_RESULT:
        lose_points(t, player, SANITY_POINT, 1)
    g.dice[die].face = face
    observe(t, FACE_CHANGED, player, die, face, 0)


@rule(boolean, int64)
def _change_by(t, player):
    """One change by one player; False when he wants none."""
    begin(t, CHANGE, player, t.game.attempt.rolls)
    option(t, DONE, -1, 0, 0, 0)
    _offer_changes(t, player)
    if t.choice.n == 1:
        return False
    chosen = t.choice.options[ask(t)]
    a, b, c = chosen.a, chosen.b, chosen.c
    if a == DONE:
        return False
    if a == USE_CLUE:
        _spend_clue(t, player)
    elif a == USE_CARD:
        use_card(t, player, b)
    else:
        _use_ability(t, player, b, c)
    return True


@rule(void)
def change_results(t):
    """Step 5: changes by anybody entitled, in any number and order, until nobody wants one."""
    g = t.game
    again = True
    while again:
        again = False
        for k in range(t.deck.players):
            p = player_after(t, k)
            while in_play(t, p) and not stopped(t) and g.gone == 0 and _change_by(t, p):
                if nothing_left(t):
                    return
                again = t.deck.players > 1


# --- step 7: securing -----------------------------------------------------------------------
@rule(int64)
def _equal_below(t):
    """For each pool die, 8 bits from bit 8 d on, the set of equal dice below it."""
    g = t.game
    below = 0
    for d in range(YELLOW_DIE):
        for e in range(d):
            if g.dice[e].place == POOL and g.dice[e].face == g.dice[d].face:
                below |= 1 << (8 * d + e)
    return below


@rule(boolean, int64, int64)
def _lowest_of_their_kind(t, dice, below):
    """Of equal dice the lowest are taken first, so that equal sets are one option."""
    passed_over = 0
    for d in range(YELLOW_DIE):
        if (dice >> d) & 1 == 1:
            passed_over |= (below >> (8 * d)) & 255 & ~dice
    return passed_over == 0


@rule(void, int64, int64, int64)
def _offer_sets(t, card, mask, most):
    """Offer every set of one to `most` pool dice to secure on a spell."""
    single = one_of_each(t)
    for d in range(DICE):
        if (single >> d) & 1 == 1:
            option(t, card, 0, 0, 0, 1 << d)
    if most == 1:
        return
    below = _equal_below(t)
    dice = mask
    while dice > 0:
        if 1 < count(dice) <= most and _lowest_of_their_kind(t, dice, below):
            option(t, card, 0, 0, 0, dice)
        dice = (dice - 1) & mask


@rule(void, int64, int64)
def _offer_spells(t, player, mask):
    me = t.game.investigators[player]
    for i in range(me.n_hand):
        card = me.hand[i]
        facts = t.deck.items[card]
        if facts.when == WHEN_SECURING and on_spell(t, card) == 0 and (player == t.game.active or facts.any_turn == 1):
            _offer_sets(t, card, mask, facts.secures)


@rule(void, int64)
def _secure_by(t, player):
    """Cast securing spells; how many dice one holds is fixed now (C-13.8)."""
    g = t.game
    while (g.investigators[player].timings >> WHEN_SECURING) & 1 == 1:
        mask = pool(t)
        if mask == 0:
            return
        begin(t, SECURE, player, 0)
        option(t, -1, 0, 0, 0, 0)
        _offer_spells(t, player, mask)
        if t.choice.n == 1:
            return
        chosen = t.choice.options[ask(t)]
        card, dice = chosen.a, chosen.dice
        if card < 0:
            return
        for d in range(DICE):
            if (dice >> d) & 1 == 1:
                g.dice[d].place = ON_SPELL
                g.dice[d].at = card
        observe(t, SECURED, player, card, dice, 0)


@rule(void)
def secure_dice(t):
    """Step 7: the active investigator's spells, and others' that act in any turn (C-13.3)."""
    g = t.game
    _secure_by(t, g.active)
    if g.any_turn_cards > 0:
        for k in range(1, t.deck.players):
            p = player_after(t, k)
            if in_play(t, p):
                _secure_by(t, p)
