"""The one door through which every choice of a player goes (design: "Choices").

The engine writes a question into ``choice``: its kind, the player asked, the legal
options.  The policy answers with the index of an option; where ``choice.mask`` is not
zero, with a set of dice (bit i is die i) inside that mask instead.  A question with a
single answer is never asked.

What an option's fields mean, by kind (rule ids in brackets):

================== =============================================================== ==========
kind               fields of an option                                             decision
================== =============================================================== ==========
MOVE               a slot, or ENTRANCE; b 1 if it means staying                    D-C3, D-A2
ATTEMPT            a 1 attempt, 0 declare failure                                  D-C4
POOL               a action, see below; b card or die                              D-C5
CHANGE             a action; b card or die; c new face; player owns the effect     D-C6, D-A14
REROLL             (mask) dice to roll again; context: most dice allowed, 0 any    D-C6
SECURE             a card or -1 for none; dice set of dice to secure               D-C7
TASK               a row of game.attempt.rows or -1 for none; b card that pays the
                   stamina cost or -1; c card that pays the sanity cost or -1;
                   dice set of dice used; d pool dice used                         D-C8
TERROR_ORDER       a 0 the adventure's effect first, 1 the Mythos card's           D-C9
FOCUS              a player whose marker takes it or -1 for none; b die            D-C10
DISCARD            b die                                                           D-C11
COLLECT            a monster collected next                                        D-C12
LOSE_POINT         a 0 sanity, 1 stamina                                           D-C13
ICON_ORDER         a place in deck.ops of the icon resolved next                   D-C14
TARGET             a player; context: operation                                    D-C14, D-A9
LOSE_CARD          a card given up                                                 D-C14, D-A9
PAY                a 0 adventure, 1 monster; b which; c worth; d still owed        D-C15
PLACE_MONSTER      a slot; b row, or BOTTOM; context: monster                      D-C17, D-R5
LOCK_DIE           b die                                                           D-C18, D-R11
LOCK_SERVED        a lock                                                          D-C18
UNTIMED            a action; b card                                                D-C3, D-C11, D-C19
EFFECT_ORDER       a kind of source, b which                                       D-C20, D-A12, D-R12
REPLACEMENT        a investigator card                                             D-C1, D-C21
BATTLE_TASK        a 0 assign, -1 do not; dice set of dice used                    D-C22
BATTLE_DISCARD     a -1 stop; b die to discard before rolling again                D-C22
OPTIONAL           a 1 yes, 0 no; context: operation, or see below                 D-C23, D-A3
STORM              a slot; context: markers still to place                         D-A6
STORM_ORDER        a storm marker resolved next                                    D-A7
SPLIT_GROUP        a part; b place in deck.ops                                     D-A8
EITHER             a part; b place in deck.ops                                     D-A3, D-A5
REMOVED_MONSTER    a monster                                                       D-A9
DEFEATED_MONSTER   a monster                                                       D-C6, D-A14
CAMP               a price or 0 for none; b option of that price; c beneficiary;
                   d what it buys                                                  D-A10, D-R2
CAMP_STORM         a slot a marker is taken from, or -1 to stop                    D-A10
MYTHOS_OPTION      a 0 top, 1 bottom; context: Mythos card                         D-A11, D-R8
VICTIM             a player                                                        D-A13
SHARE              a player; b 0 sanity, 1 stamina                                 D-A13
OFFERING           a 0 nothing, 1 clue, 2 card b                                   D-A13
DAILY              a player whose ability it is or -1 for none; b target           D-C2, D-C24
FREE_CARD          a class                                                         D-C1
FIRST_PLAYER       a player                                                        D-C1
FLIP_MONSTER       a monster; b row it goes to                                     D-A4
INSTEAD            a 0 take it, 1 clue, 2 common, 3 unique, 4 spell                D-C23
STAGE_TWO_OFFER    a 1 begin Stage II, 0 decline                                   D-R3
LEGION_COST        a 1 pay, 0 refuse; context: Legion                              D-R4
REMOVED_LEGION     a Legion that leaves the game                                   D-R9
AMULET_TOKEN       a 1 place it, 0 keep it; context: token                         D-R6
LOST_TOKEN         a token given back                                              D-R10
MISSION_REWARD     a mission paid for or -1 for none; b its price                  D-R7
================== =============================================================== ==========

Actions of POOL, CHANGE and UNTIMED: DONE, USE_CARD (b card), USE_CLUE,
USE_ABILITY (b die and c new face, or b card given up), TAKE_DIE (b die off a spell).
"""

from __future__ import annotations

from sim.chance import word
from sim.rules.chance import POLICY_WORD
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.log import ASKED, note, observe_choice
from sim.rules.state import BEYOND_TABLES, BY_TABLE, MAX_OPTIONS, NO_TABLE

KINDS = [
    "MOVE",
    "ATTEMPT",
    "POOL",
    "CHANGE",
    "REROLL",
    "SECURE",
    "TASK",
    "TERROR_ORDER",
    "FOCUS",
    "DISCARD",
    "COLLECT",
    "LOSE_POINT",
    "ICON_ORDER",
    "TARGET",
    "LOSE_CARD",
    "PAY",
    "PLACE_MONSTER",
    "LOCK_DIE",
    "LOCK_SERVED",
    "UNTIMED",
    "EFFECT_ORDER",
    "REPLACEMENT",
    "BATTLE_TASK",
    "BATTLE_DISCARD",
    "OPTIONAL",
    "STORM",
    "STORM_ORDER",
    "SPLIT_GROUP",
    "EITHER",
    "REMOVED_MONSTER",
    "DEFEATED_MONSTER",
    "CAMP",
    "CAMP_STORM",
    "MYTHOS_OPTION",
    "VICTIM",
    "SHARE",
    "OFFERING",
    "DAILY",
    "FREE_CARD",
    "FIRST_PLAYER",
    "FLIP_MONSTER",
    "INSTEAD",
    "STAGE_TWO_OFFER",
    "LEGION_COST",
    "REMOVED_LEGION",
    "AMULET_TOKEN",
    "LOST_TOKEN",
    "MISSION_REWARD",
]
(
    MOVE, ATTEMPT, POOL_STEP, CHANGE, REROLL_DICE, SECURE, TASK, TERROR_ORDER, FOCUS, DISCARD, COLLECT, LOSE_POINT,
    ICON_ORDER, TARGET, LOSE_CARD, PAY, PLACE_MONSTER, LOCK_DIE, LOCK_SERVED, UNTIMED, EFFECT_ORDER, REPLACEMENT,
    BATTLE_TASK, BATTLE_DISCARD, OPTIONAL, STORM_PLACE, STORM_ORDER, SPLIT_GROUP, EITHER, REMOVED_MONSTER,
    DEFEATED_MONSTER, CAMP, CAMP_STORM, MYTHOS_OPTION, VICTIM, SHARE, OFFERING, DAILY, FREE_CARD, FIRST_PLAYER,
    FLIP_MONSTER, INSTEAD, STAGE_TWO_OFFER, LEGION_COST, REMOVED_LEGION, AMULET_TOKEN, LOST_TOKEN, MISSION_REWARD,
) = range(len(KINDS))  # fmt: skip

DONE, USE_CARD, USE_CLUE, USE_ABILITY, TAKE_DIE = range(5)


class PolicyError(Exception):
    """A policy answered out of range; the game record tells which question it was."""


@rule(void, int64, int64, int64)
def begin(t, kind, player, context):
    """Start a question; options follow with `option`, then `ask`."""
    c = t.choice
    c.kind = kind
    c.player = player
    c.context = context
    c.mask = 0
    c.n = 0


@rule(void, int64, int64, int64, int64, int64)
def option(t, a, b, c, d, dice):
    """Add one legal option to the question."""
    k = t.choice.n
    if k >= MAX_OPTIONS:
        return
    o = t.choice.options[k]
    o.a = a
    o.b = b
    o.c = c
    o.d = d
    o.dice = dice
    t.choice.n = k + 1


@rule(void, int64)
def _note_choice(t, answer):
    """A line of the history for every option of a kind that can be forbidden: ASKED, kind, a, card, 1 if taken."""
    c = t.choice
    if c.kind != CAMP and c.kind != MYTHOS_OPTION and c.kind != SPLIT_GROUP and c.kind != EITHER:
        return
    for i in range(c.n):
        o = c.options[i]
        which = o.b if c.kind == CAMP else c.context if c.kind == MYTHOS_OPTION else t.game.here_card
        note(t, ASKED, c.kind, o.a, which, 1 if i == answer else 0)


@rule(int64)
def _answer(t):
    """Put the question to the policy."""
    c = t.choice
    g = t.game
    g.decisions += 1
    c.word = word(t.hidden.key, POLICY_WORD, g.decisions)
    c.table = NO_TABLE
    answer = t.policy(g, t.deck, c)
    if c.table == BY_TABLE:
        g.by_table += 1
    elif c.table == BEYOND_TABLES:
        g.beyond_tables += 1
    return answer


@rule(boolean, int64)
def _forbidden(t, place):
    """Does the scenario forbid this option?"""
    c = t.choice
    o = c.options[place]
    card = c.context if c.kind == MYTHOS_OPTION else t.game.here_card
    for k in range(t.deck.n_forbidden):
        f = t.deck.forbidden[k]
        if f.kind == c.kind and f.a == o.a and (f.b == -1 or f.b == o.b) and (f.card == -1 or f.card == card):
            return True
    return False


@rule(void)
def _leave_out_forbidden(t):
    """Take away the options that the scenario forbids, unless these are all there are."""
    c = t.choice
    kept = 0
    for i in range(c.n):
        if not _forbidden(t, i):
            c.options[kept] = c.options[i]
            kept += 1
    if kept > 0:
        c.n = kept


@rule(int64)
def ask(t):
    """The policy's answer: an index below ``choice.n``; never asked when there is one option."""
    c = t.choice
    if t.deck.n_forbidden > 0:
        _leave_out_forbidden(t)
    if c.n <= 1:
        return 0
    answer = _answer(t)
    if answer < 0 or answer >= c.n:
        t.game.fault_kind = c.kind
        t.game.fault_answer = answer
        raise PolicyError
    if t.log.first >= 0:
        if t.log.history == 1:
            _note_choice(t, answer)
        else:
            observe_choice(t, ASKED, answer)
    return answer


@rule(int64, int64, int64)
def ask_dice(t, mask, most):
    """The policy's answer to a question about dice: any subset of `mask` of at most `most` dice."""
    c = t.choice
    c.mask = mask
    if mask == 0:
        return 0
    answer = _answer(t)
    n = 0
    rest = answer
    while rest > 0:
        n += rest & 1
        rest >>= 1
    if answer < 0 or answer & ~mask != 0 or n > most:
        t.game.fault_kind = c.kind
        t.game.fault_answer = answer
        raise PolicyError
    if t.log.first >= 0 and t.log.history == 0:
        observe_choice(t, ASKED, answer)
    return answer
