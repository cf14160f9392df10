"""What a replay sees: events with a copy of the open state after each of them.

A log holds the events from number ``log.first`` on, as many as fit; a longer game is
replayed again from the first event that did not fit.  With ``log.first`` = -1 nothing is kept.

With ``log.history`` = 1 it keeps, instead of events, a line for whatever becomes of a card and for
every option of a Camp purchase, a Mythos card and a split, with how the game stood then: what
statistics of cards are made of, at little cost.
"""

from __future__ import annotations

import numpy as np

from sim.rules.compile import int64, rule, void
from sim.rules.state import LOG_EVENTS, LOG_LINES, LOG_OPTIONS

EVENTS = [
    "ASKED",
    "GAME_STARTS",
    "TURN_STARTS",
    "MOVED",
    "FLIPPED",
    "STORMS_REVEALED",
    "STORM_RESOLVED",
    "ROLLED",
    "REROLLED",
    "FACE_CHANGED",
    "SECURED",
    "TASK_COMPLETED",
    "TERROR",
    "FOCUSED",
    "DISCARDED_DIE",
    "SUCCEEDED",
    "FAILED",
    "RESOLVED",
    "REPLACED",
    "COLLECTED",
    "OPERATION",
    "DOOM_PLACED",
    "DOOM_REMOVED",
    "SIGN_GAINED",
    "SIGN_LOST",
    "LOST_POINT",
    "REGAINED",
    "DEVOURED",
    "NEW_INVESTIGATOR",
    "CARD_DRAWN",
    "CARD_LEFT",
    "CLUES",
    "TROPHIES_PAID",
    "MONSTER_APPEARED",
    "MONSTER_DEFEATED",
    "MONSTER_REMOVED",
    "STORM_PLACED",
    "STORM_RETURNED",
    "SUPPLIES",
    "LOCK_SHUT",
    "LOCK_OPENED",
    "CLOCK_MOVED",
    "STRIKE",
    "BOUGHT",
    "MIDNIGHT_STEP",
    "DAY",
    "MYTHOS",
    "STAGE",
    "SPECIAL_ENTERED",
    "OTHER_WORLD_ENTERED",
    "AWAKENED",
    "ATTACK",
    "BATTLE_HIT",
    "GAME_OVER",
    "DIE_ADDED",
    "PHASE_VOID",
    "CARD_DISCARDED",
    "BACK_EFFECT",
    "ENTRY_EFFECT",
    "NIGHT_ENDS",
    "OMEN_MOVED",
    "SHIP_SANK",
    "LEGION_PAID",
    "LEGION_GONE",
    "AMULET_GAINED",
    "AMULET_PLACED",
    "AMULET_LOST",
    "MISSION_TAKEN",
    "MISSION_FULFILLED",
]
(
    ASKED, GAME_STARTS, TURN_STARTS, MOVED, FLIPPED, STORMS_REVEALED, STORM_RESOLVED, ROLLED, REROLLED, FACE_CHANGED,
    SECURED, TASK_COMPLETED, TERROR_STRUCK, FOCUSED, DISCARDED_DIE, SUCCEEDED, FAILED, RESOLVED, REPLACED, COLLECTED,
    OPERATION, DOOM_PLACED, DOOM_REMOVED, SIGN_GAINED, SIGN_LOST, LOST_POINT, REGAINED, DEVOURED, NEW_INVESTIGATOR,
    CARD_DRAWN, CARD_LEFT, CLUES, TROPHIES_PAID, MONSTER_APPEARED, MONSTER_DEFEATED, MONSTER_REMOVED, STORM_PLACED,
    STORM_RETURNED, SUPPLIES, LOCK_SHUT, LOCK_OPENED, CLOCK_MOVED, STRIKE, BOUGHT, MIDNIGHT_STEP, DAY, MYTHOS_DRAWN,
    STAGE, SPECIAL_ENTERED, OTHER_WORLD_ENTERED, AWAKENED, ATTACK, BATTLE_HIT, GAME_OVER, DIE_ADDED, PHASE_VOID,
    CARD_DISCARDED, BACK_EFFECT, ENTRY_EFFECT, NIGHT_ENDS, OMEN_MOVED, SHIP_SANK, LEGION_PAID, LEGION_GONE,
    AMULET_GAINED, AMULET_PLACED, AMULET_LOST, MISSION_TAKEN, MISSION_FULFILLED,
) = range(len(EVENTS))  # fmt: skip


@rule(void, int64, int64, int64, int64, int64)
def note(t, code, a, b, c, d):
    """One line of the history."""
    log = t.log
    g = t.game
    if log.n_lines >= LOG_LINES:
        log.full = 1
        return
    line = log.lines[log.n_lines]
    log.n_lines += 1
    line.code = code
    line.a = a
    line.b = b
    line.c = c
    line.d = d
    line.day = g.day
    line.turn = g.turn
    line.signs = g.signs
    line.doom = g.doom
    line.supplies = g.supplies
    line.devoured = g.devoured


#: Events that say what became of a card.
_OF_A_CARD = np.zeros(len(EVENTS), np.bool_)
_OF_A_CARD[
    [
        FLIPPED, REPLACED, SPECIAL_ENTERED, OTHER_WORLD_ENTERED, SUCCEEDED, FAILED, CARD_DRAWN, CARD_LEFT,
        MONSTER_APPEARED, MONSTER_DEFEATED, MYTHOS_DRAWN,
    ]
] = True  # fmt: skip


@rule(void, int64, int64, int64, int64, int64, int64)
def _record(t, code, a, b, c, d, dice):
    log = t.log
    number = log.seen
    log.seen = number + 1
    if log.n >= LOG_EVENTS:
        log.full = 1
    if number < log.first or log.full == 1:
        return
    event = log.events[log.n]
    event.code = code
    event.a = a
    event.b = b
    event.c = c
    event.d = d
    event.dice = dice
    event.first_option = log.n_options
    event.n_options = 0
    log.games[log.n] = t.game
    log.n += 1


@rule(void, int64, int64, int64, int64, int64)
def observe(t, code, a, b, c, d):
    """Note an event, if anybody looks."""
    if t.log.first >= 0:
        if t.log.history == 0:
            _record(t, code, a, b, c, d, 0)
        elif _OF_A_CARD[code]:
            note(t, code, a, b, c, d)


@rule(void, int64, int64)
def observe_choice(t, code, answer):
    """Note a question, its legal options and the answer."""
    c = t.choice
    log = t.log
    if log.n_options + c.n > LOG_OPTIONS:
        log.full = 1
    before = log.n
    _record(t, code, c.kind, c.player, c.context, answer, c.mask)
    if log.n > before:
        for i in range(c.n):
            log.options[log.n_options] = c.options[i]
            log.n_options += 1
        log.events[before].n_options = c.n
