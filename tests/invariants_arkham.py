"""The invariants of the Arkham Horror clock (H-13.3): of the open state, at every question, and at a game's end."""

from __future__ import annotations

import numpy as np
from numba import types

from sim.arkham.state import (
    AREAS,
    COURSE,
    IN_CUP,
    MARKERS,
    MOST_TERROR,
    NOT_IN_GAME,
    ON_RUMOR,
    OUTSKIRTS,
    POLICY,
    SEALS_TO_WIN,
    SKY,
    TOKENS,
    TROPHY,
    UNDECIDED,
    UNSTABLE,
    Game,
    Town,
)
from sim.chance import below
from sim.compiled import compiled

SOURCES = ("sim/arkham/state.py", "sim/chance.py", "tests/invariants_arkham.py")

#: What can be broken, in the order of the checks.
BROKEN = (
    "terror is 0 to 10", "terror never falls", "every monster is somewhere", "monsters in town as listed",
    "monsters in the Outskirts as listed", "trophies and the rumor's monsters as counted",
    "the Outskirts hold 8 - p, none at terror 10", "the limit below terror 10", "gates as marked",
    "no gate at a seal", "gate markers once", "clues as counted, none at a gate", "doom is below the track",
    "gates are fewer than awaken", "seals are fewer than win", "allies are eleven at most",
)  # fmt: skip


@compiled(types.int64(Game, Town), *SOURCES)
def monsters_broken(g, town):
    """The first broken invariant of terror and monsters; -1 for none."""
    if g.terror < 0 or g.terror > MOST_TERROR:
        return 0
    for n in range(min(g.cards, COURSE) - 1):
        if g.terror_by[n] > max(g.terror_by[n + 1], g.terror):
            return 1
    counts = np.zeros(NOT_IN_GAME + 1, np.int64)
    for token in range(TOKENS):
        place = g.place[token]
        if place < 0 or place > NOT_IN_GAME or (place == NOT_IN_GAME) != (token >= town.n_tokens):
            return 2
        counts[place] += 1
    in_town = 0
    for place in range(AREAS):
        in_town += counts[place]
    if in_town + counts[SKY] != g.in_town:
        return 3
    seen = np.zeros(TOKENS, np.int64)
    for i in range(g.in_town):
        token = g.monsters[i]
        seen[token] += 1
        if g.place[token] > SKY or seen[token] > 1:
            return 3
    if counts[OUTSKIRTS] != g.n_outskirts:
        return 4
    for i in range(g.n_outskirts):
        token = g.outskirts[i]
        seen[token] += 1
        if g.place[token] != OUTSKIRTS or seen[token] > 1:
            return 4
    if counts[TROPHY] != g.monster_trophies or counts[ON_RUMOR] != g.on_rumor:
        return 5
    if g.n_outskirts > 8 - town.players or (g.terror == MOST_TERROR and g.n_outskirts > 0):
        return 6
    if g.terror < MOST_TERROR and g.in_town > town.players + 3:
        return 7
    return -1


@compiled(types.int64(Game, Town), *SOURCES)
def gates_broken(g, town):
    """The first broken invariant of gates, seals, clues and tracks; -1 for none."""
    markers = np.zeros(MARKERS, np.int64)
    gates = seals = clues = 0
    for location in range(UNSTABLE):
        is_open = g.gate[location] >= 0
        if is_open != ((g.open >> location) & 1 == 1):
            return 8
        if is_open and g.sealed[location] != 0:
            return 9
        if is_open:
            gates += 1
            markers[g.gate[location]] += 1
            if g.clues[location] != 0:
                return 11
        seals += g.sealed[location]
        clues += g.clues[location]
    for i in range(g.n_trophies):
        markers[g.trophies[i]] += 1
    if gates != g.n_gates or seals != g.n_seals:
        return 8
    if markers.max() > 1:
        return 10
    if clues != g.n_clues:
        return 11
    if g.cause == UNDECIDED and (g.doom < 0 or g.doom >= town.doom_track):
        return 12
    if g.cause == UNDECIDED and gates >= town.gates_that_awaken:
        return 13
    if g.cause == UNDECIDED and seals >= SEALS_TO_WIN:
        return 14
    if g.allies < 0 or g.allies + g.allies_held > 11:
        return 15
    return -1


@compiled(types.int64(Game, Town), *SOURCES)
def broken(g, town):
    """The first broken invariant of an open state, a place in ``BROKEN``; -1 for none."""
    first = monsters_broken(g, town)
    return first if first >= 0 else gates_broken(g, town)


@compiled(POLICY, *SOURCES, nogil=True)
def watchful(game, town, choice):
    """Any legal option with the same chance; out of range, and telling what, where an invariant is broken."""
    found = broken(game, town)
    return below(choice.word, choice.n) if found < 0 else -1 - found


def in_pile(pile: np.void) -> list[int]:
    """What lies in a pile, from the top down, settled or not."""
    return [int(pile["cards"][(pile["top"] + i) % len(pile["cards"])]) for i in range(pile["n"])]


def misplaced(game: np.void, hidden: np.void, town: np.void) -> list[str]:
    """What of the hidden state disagrees with the open one (H-13.3), in words."""
    wrong = []
    cup = sorted(int(token) for token in hidden["cup"][: hidden["n_cup"]])
    if cup != [int(token) for token in np.flatnonzero(game["place"] == IN_CUP)]:
        wrong.append("the cup holds other monsters than are nowhere else")
    stack = in_pile(hidden["stack"])
    board = [int(marker) for marker in game["gate"] if marker >= 0]
    if sorted(stack + board + game["trophies"][: game["n_trophies"]].tolist()) != list(range(MARKERS)):
        wrong.append("stack, board and trophies are not the 16 markers")
    deck = in_pile(hidden["deck"])
    if len(set(deck)) != len(deck) or game["environment"] in deck or game["rumor"] in deck:
        wrong.append("a card is twice in the game")
    if not 0 <= hidden["deck"]["unordered"] <= hidden["deck"]["n"]:
        wrong.append("more cards without an order than there are")
    return wrong
