"""What a replay sees: events, in order, if anybody looks."""

from __future__ import annotations

from sim.arkham.rules.compile import int64, rule, void
from sim.arkham.state import LOG_EVENTS

EVENTS = (
    "CARD_DRAWN",  # a card; b 1: for its gate only
    "REDRAWN",  # a card put under the deck in the setup
    "DECK_SHUFFLED",
    "SEAL_HOLDS",  # a location
    "GATE_OPENED",  # a location, b marker
    "SURGE",  # a location, b monsters
    "MONSTER_CAME",  # a token, b place
    "TO_OUTSKIRTS",  # a token
    "OUTSKIRTS_EMPTIED",  # a monsters that were there
    "TO_CUP",  # a token, b place it left
    "CLUE_PLACED",  # a location, b 1: taken at once
    "CLUES_GONE",  # a location, b how many
    "MOVED",  # a token, b from, c to
    "TERROR_ROSE",  # a level
    "ALLY_LEFT",  # a allies left in the deck
    "SHOP_CLOSED",  # a location
    "DOOM_ADDED",  # a doom
    "DOOM_TAKEN",  # a doom
    "ENVIRONMENT_CAME",  # a card
    "RUMOR_CAME",  # a card
    "RUMOR_IGNORED",  # a card
    "RUMOR_ACTED",  # a card, b die or counters
    "RUMOR_PASSED",  # a card
    "RUMOR_FAILED",  # a card
    "GATE_CLOSED",  # a location, b marker, c 1: by a card
    "CHECK_FAILED",  # a location
    "GATE_SEALED",  # a location, b 1: with an Elder Sign
    "SEALS_GONE",
    "BEATEN",  # a token, b place
    "CLUES_TAKEN",  # a location, b how many
    "FOUND",  # a act
    "RETURNED",  # a 0 gate, 1 monster; b marker or token
    "LOST",  # an investigator, in time and space
    "TURN",  # a phase that comes next
    "ENDED",  # a cause
)
(
    CARD_DRAWN, REDRAWN, DECK_SHUFFLED, SEAL_HOLDS, GATE_OPENED, SURGE, MONSTER_CAME, TO_OUTSKIRTS, OUTSKIRTS_EMPTIED,
    TO_CUP, CLUE_PLACED, CLUES_GONE, MOVED, TERROR_ROSE, ALLY_LEFT, SHOP_CLOSED, DOOM_ADDED, DOOM_TAKEN,
    ENVIRONMENT_CAME, RUMOR_CAME, RUMOR_IGNORED, RUMOR_ACTED, RUMOR_PASSED, RUMOR_FAILED, GATE_CLOSED, CHECK_FAILED,
    GATE_SEALED, SEALS_GONE, BEATEN, CLUES_TAKEN, FOUND, RETURNED, LOST, TURN, ENDED,
) = range(len(EVENTS))  # fmt: skip


@rule(void, int64, int64, int64, int64)
def _record(t, code, a, b, c):
    log = t.log
    if log.n < LOG_EVENTS:
        event = log.events[log.n]
        event.code = code
        event.a = a
        event.b = b
        event.c = c
        log.n += 1


@rule(void, int64, int64, int64, int64, inline=True)
def note(t, code, a, b, c):
    """Note an event, if anybody looks."""
    if t.log.on != 0:
        _record(t, code, a, b, c)
