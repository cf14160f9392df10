"""A game as records: what is open, what is hidden, and what does not change.

``game``
    What everybody at the table can see.  A policy gets it.
``hidden``
    The orders of the Mythos deck and the gate markers, and the monster cup.
``town``
    The facts, the scenario, the rulings, the rates: fixed during a game (`sim.arkham.town`).

A monster is a number, its token; ``game.place`` says for each token where it is: an area of the board,
or one of the other places below.  Areas 0..10 are the unstable locations, those that most Mythos cards
name first; then come the other locations and the streets.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

MAX_PLAYERS = 8
TOKENS = 60  # monsters, masks included (H-2.3)
KINDS_OF_MONSTER = 32
CARDS = 67  # H-2.4
MARKERS = 16  # H-2.4
WORLDS = 8
SYMBOLS = 9

UNSTABLE, LOCATIONS, STREETS = 11, 26, 9
FIRST_STREET = LOCATIONS
AREAS = LOCATIONS + STREETS
# where else a monster can be
SKY, OUTSKIRTS, ON_RUMOR, IN_CUP, TROPHY, NOT_IN_GAME = range(AREAS, AREAS + 6)

MOST_TERROR = 10  # H-7.1
ALLIES = 11  # H-2.4
ELDER_SIGNS = 4  # items of that name (H-6.5)
SPELLS = 40
SEALS_TO_WIN = 6  # H-12.1
MOST_DOOM = 20
MOST_CARDS = 400  # Mythos cards after which a game is left unfinished
COURSE = 40  # Mythos cards after which terror and doom are kept

# types of Mythos card (H-11.1)
HEADLINE, MYSTIC, URBAN, WEATHER, RUMOR, RESHUFFLE = range(6)

# how monsters move (H-10)
NORMAL, FAST, STATIONARY, FLYING, UNIQUE = range(5)

# what the text of a Mythos card does to the clock (H-11.2)
(
    NOTHING, TERROR, DRIVE_OFF, SPAWN, CLEAR_NEIGHBOURHOOD, CLEAR_STREETS, CLEAR_LOCATIONS, CLEAR_SKY, REVIVE,
    TERROR_FROZEN, FLYING_FROZEN, FAST_SLOWED, NO_SEALING, SEALING_CHEAPER, WORLD_HARDER,
    DISTURBING_THE_DEAD, GOOD_WORK_UNDONE, GREAT_RITUAL, SOUTHSIDE_STRANGLER, STARS_ARE_RIGHT, TERRIBLE_EXPERIMENT,
) = range(21)  # fmt: skip

# how a game ends: the first five awaken the Ancient One (H-9), the sixth is H-12
UNDECIDED, DOOM, GATES, MARKERS_GONE, CUP, TERROR10, VICTORY, UNFINISHED = range(8)
CAUSES = ("undecided", "doom", "gates", "markers", "cup", "terror10", "victory", "unfinished")

# what the scenario adds once (`sim.arkham.scenario`)
NO_EXTRA, EXTRA_CLOSED, EXTRA_SEALED = range(3)

MAX_OPTIONS = 64
LOG_EVENTS = 8192
ACTS = 9  # of an investigators' turn (`sim.arkham.rules.choices`)


def _dtype(*fields) -> np.dtype:
    return np.dtype(list(fields), align=True)


card_dtype = _dtype(
    ("type", "i1"),
    ("gate", "i1"),  # an unstable location, -1 for none
    ("clue", "i1"),
    ("effect", "i1"),
    ("a", "i1"),  # what it is about: a kind of monster, a street, a world, a number
    ("b", "i1"),
    ("white", "i2"),  # bit s: monsters with symbol s follow the white arrow
    ("black", "i2"),
)
monster_dtype = _dtype(("movement", "i1"), ("symbol", "i1"), ("toughness", "i1"), ("kept", "i1"))  # kept: as a trophy
world_dtype = _dtype(("symbol", "i1"), ("modifier", "i1"))
#: Rulings in the order of `sim.arkham.rulings.RULINGS`: the place of the value in force.
rulings_dtype = _dtype(
    ("TERROR10_DOOM", "i1"),
    ("SURGE_COUNT", "i1"),
    ("FROZEN_SCOPE", "i1"),
    ("OVERFLOW_WHEN_FROZEN", "i1"),
    ("RUMOR_DONE", "i1"),
    ("SETUP_REDRAW", "i1"),
    ("TERROR10_COUNT", "i1"),
    ("SPAWN_LIMIT", "i1"),
)
#: Rates in the order of `sim.arkham.rates.RATES`, for the whole group, per turn where that applies.
rates_dtype = _dtype(
    ("closings", "f8"),
    ("sealing", "f8"),
    ("clues", "f8"),
    ("elder_signs", "f8"),
    ("spells", "f8"),
    ("allies", "f8"),
    ("beaten", "f8"),
    ("rumors", "f8"),
    ("returned", "f8"),
    ("first_clues", "f8"),
    ("lore", "f8"),
    ("fight", "f8"),
    ("encounter_gates", "f8"),
    ("lost", "f8"),
)
town_dtype = _dtype(
    ("players", "i2"),
    ("limit", "i2"),  # H-1.1
    ("outskirts", "i2"),
    ("gates_that_awaken", "i2"),
    ("monsters_per_gate", "i2"),
    ("doom_track", "i2"),  # H-8.3
    ("seal_cost", "i2"),
    ("no_weather", "i1"),  # Ithaqua
    ("one_more_success", "i1"),  # Yog-Sothoth
    ("doom_per_lost", "i1"),  # Yig
    ("doom_per_kind", "i1"),  # Yig: the kind of monster whose defeat brings doom, -1 for none
    ("texts", "i1"),  # whether card texts act
    ("extra", "i1"),
    ("extra_at", "i2"),
    ("sealed", "i2"),  # bit L: location L is sealed from the start
    ("n_tokens", "i2"),
    ("kind", "i1", (TOKENS,)),  # of each token
    ("monsters", monster_dtype, (KINDS_OF_MONSTER,)),
    ("worlds", world_dtype, (WORLDS,)),
    ("world_of", "i1", (MARKERS,)),
    ("cards", card_dtype, (CARDS,)),
    ("street_of", "i1", (LOCATIONS,)),
    ("shop", "i1", (LOCATIONS,)),  # terror that closes it (H-7.4), 0: none does
    ("rulings", rulings_dtype),
    ("rates", rates_dtype),
)
game_dtype = _dtype(
    ("cause", "i2"),  # of the end; UNDECIDED while it goes on
    ("cards", "i2"),  # Mythos cards resolved, that of the setup included
    ("phase", "i2"),  # Mythos phases, the setup's included
    ("doom", "i2"),
    ("doom_at_end", "i2"),  # before H-9.6 fills the track
    ("terror", "i2"),
    ("allies", "i2"),  # in the deck
    ("in_town", "i2"),  # monsters in Arkham and the Sky, see `monsters`
    ("n_outskirts", "i2"),
    ("n_gates", "i2"),
    ("open", "i2"),  # bit L: a gate is open at location L
    ("opened_now", "i2"),  # bit L: it opened in this Mythos phase, or in the turn after it
    ("opened_before", "i2"),  # the same, a phase earlier
    ("n_seals", "i2"),
    ("n_clues", "i2"),  # on the board
    ("surges", "i2"),
    ("opened", "i2"),
    ("overflows", "i2"),
    ("environment", "i2"),  # a card, -1: none
    ("rumor", "i2"),
    ("rumor_since", "i2"),  # phase in which it came
    ("counters", "i2"),  # on the rumor
    ("on_rumor", "i2"),  # monsters there
    ("two_cards", "i2"),  # the Great Ritual has failed
    ("clues_held", "i2"),
    ("spells", "i2"),
    ("allies_held", "i2"),
    ("signs_held", "i2"),
    ("signs_left", "i2"),  # Elder Sign items that may still be found
    ("n_trophies", "i2"),  # gate trophies
    ("monster_trophies", "i2"),
    ("beaten", "i2"),
    ("closed", "i2"),
    ("visited", "i2"),  # bit L: that gate has been visited this turn
    ("extra_done", "i2"),
    ("questions", "i4"),
    ("fault_kind", "i2"),
    ("fault_answer", "i8"),
    ("did", "i2", (ACTS,)),  # acts of this turn
    ("gate", "i1", (UNSTABLE,)),  # marker there, -1: none
    ("sealed", "i1", (UNSTABLE,)),
    ("clues", "i1", (UNSTABLE,)),
    ("place", "i1", (TOKENS,)),
    ("monsters", "i1", (TOKENS,)),  # tokens in Arkham and the Sky, in order of arrival
    ("outskirts", "i1", (MAX_PLAYERS,)),  # tokens there, in order of arrival
    ("trophies", "i1", (MARKERS,)),  # markers
    # terror and doom after Mythos card n + 1 at place n; what has not been reached is 0
    ("terror_by", "i1", (COURSE,)),
    ("doom_by", "i1", (COURSE,)),
)
#: A pile of cards or markers, a ring: the top is at place `top`; the first `unordered` of its `n` have no order yet.
pile_dtype = _dtype(
    ("cards", "i1", (CARDS,)),
    ("top", "i2"),
    ("n", "i2"),
    ("unordered", "i2"),
    ("drawn", "i2"),  # so far
)
hidden_dtype = _dtype(
    ("key", "u8"),
    ("deck", pile_dtype),  # Mythos cards
    ("stack", pile_dtype),  # gate markers
    ("cup", "i1", (TOKENS,)),
    ("n_cup", "i2"),
    ("monsters_drawn", "i4"),
    ("dice", "i4"),
)
option_dtype = _dtype(("a", "i2"), ("b", "i2"))
choice_dtype = _dtype(
    ("kind", "i2"),
    ("context", "i2"),
    ("n", "i2"),
    ("word", "u8"),  # 64 random bits of this question
    ("turn_word", "u8"),  # 64 random bits of this turn: the same for every policy
    ("options", option_dtype, (MAX_OPTIONS,)),
)
event_dtype = _dtype(("code", "i2"), ("a", "i2"), ("b", "i2"), ("c", "i2"))
log_dtype = _dtype(("on", "i8"), ("n", "i8"), ("events", event_dtype, (LOG_EVENTS,)))

Game = from_dtype(game_dtype)
Hidden = from_dtype(hidden_dtype)
Town = from_dtype(town_dtype)
Choice = from_dtype(choice_dtype)
Pile = from_dtype(pile_dtype)
Log = from_dtype(log_dtype)

#: The signature of every policy: ``policy(game, town, choice) -> answer``.
POLICY = types.int64(Game, Town, Choice)
Policy = types.FunctionType(POLICY)


class Table(NamedTuple):
    """All that a rule needs, passed as one value through the rules."""

    game: object
    hidden: object
    town: object
    choice: object
    log: object
    policy: object


Table_t = types.NamedTuple((Game, Hidden, Town, Choice, Log, Policy), Table)
