"""The one door through which every choice of the investigators goes.

A policy gets the open state, the town and one question with its legal options; it answers with the index
of an option.  It is never asked where there is one option.

============== ==================================================================== ========
kind           fields of an option                                                  decision
============== ==================================================================== ========
SURGE_GATE     a location of the gate that gets one monster more                    D-H1
LIMIT_GATE     a location of the gate that gets the next monster that fits          D-H2
CLUE           a 1 an investigator there takes it, 0 nobody; context: location      D-H3
GATE           a LEAVE, LORE, FIGHT or ELDER_SIGN; context: location                D-H4
SEAL           a 1 seal with clues, 0 not; context: location                        D-H4
TROPHY         a 0 gate, 1 monster; b marker or kind of monster                     D-H5
RUMOR          a 1 pay, 0 not; context: the rumor's effect                          D-H6
TURN           a one of the acts below                                              D-H9
VISIT          a location of an open gate, the likeliest to be named again first    D-H9
BEAT           a kind of monster, b place                                           D-H9
GATHER         a location whose clues are taken                                     D-H9
============== ==================================================================== ========

Acts of TURN: REST ends the turn; FIND_SIGN, FIND_SPELL and FIND_ALLY bring an Elder Sign item, a spell or an
ally; the others lead to the question of that name (ACT_VISIT to GATE after it, ACT_PAY to RUMOR, ACT_RETURN
to TROPHY).
"""

from __future__ import annotations

import numpy as np

from sim.arkham.rules.chance import TURN_WORD
from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.state import MAX_OPTIONS
from sim.chance import mix, word

KINDS = (
    "SURGE_GATE",
    "LIMIT_GATE",
    "CLUE",
    "GATE",
    "SEAL",
    "TROPHY",
    "RUMOR",
    "TURN",
    "VISIT",
    "BEAT",
    "GATHER",
)
SURGE_GATE, LIMIT_GATE, CLUE, GATE, SEAL, TROPHY, RUMOR, TURN, VISIT, BEAT, GATHER = range(len(KINDS))

# acts of a turn
REST, ACT_VISIT, ACT_BEAT, ACT_GATHER, FIND_SIGN, FIND_SPELL, FIND_ALLY, ACT_PAY, ACT_RETURN = range(9)
# what to do at a gate
LEAVE, LORE, FIGHT, ELDER_SIGN = range(4)


class PolicyError(Exception):
    """A policy answered out of range; the game record tells which question it was."""


@rule(void, int64, int64, inline=True)
def begin(t, kind, context):
    """Start a question; options follow with `option`, then `ask`."""
    c = t.choice
    c.kind = kind
    c.context = context
    c.n = 0


@rule(void, int64, int64, inline=True)
def option(t, a, b):
    """Add one legal option to the question."""
    c = t.choice
    if c.n < MAX_OPTIONS:
        c.options[c.n].a = a
        c.options[c.n].b = b
        c.n += 1


@rule(void, inline=True)
def begin_turn_of_words(t):
    """New random bits for the questions of a turn, which depend on its number alone."""
    t.choice.turn_word = word(t.hidden.key, TURN_WORD, t.game.phase)
    t.game.questions = 0


@rule(int64, inline=True)
def ask(t):
    """The policy's answer: an index below ``choice.n``."""
    c = t.choice
    if c.n <= 1:
        return 0
    g = t.game
    g.questions += 1
    c.word = mix(c.turn_word + np.uint64(g.questions))
    answer = t.policy(g, t.town, c)
    if answer < 0 or answer >= c.n:
        g.fault_kind = c.kind
        g.fault_answer = answer
        raise PolicyError
    return answer
