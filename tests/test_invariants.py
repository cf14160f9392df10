"""The invariants of the rules in every state of thousands of games (C-18.2, A-15)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from deep_deck import deep_deck
from invariants import broken, broken_sequence, misplaced
from lively import play_lively

import policies
from sim.cards.completion import complete
from sim.cards.loading import load_cards
from sim.deck import build_deck
from sim.play import new_records, play
from sim.rules import log
from sim.scenario import ANCIENT_ONES, SEASONS, Scenario
from sim.tally import row_dtype

PLAYERS = range(1, 9)
CELLS = list(itertools.product(ANCIENT_ONES, SEASONS, PLAYERS))
SEED = 20
#: Events between effects.
CALM = (log.TURN_STARTS, log.ROLLED, log.FOCUSED, log.DISCARDED_DIE, log.MIDNIGHT_STEP, log.NIGHT_ENDS)


def deck_of(ancient_one: str, season: str, players: int, completion: int) -> np.ndarray:
    scenario = Scenario(ancient_one=ancient_one, season=season, players=players)
    return build_deck(complete(load_cards(), SEED, completion), scenario)


def play_logged(deck: np.ndarray, name: str, game: int) -> None:
    """A game with a shipped policy, looked at in every question and between effects."""
    events, games = [], []
    more, first = True, 0
    while more:  # again for every stretch that the log can hold
        records = new_records()
        records.log["first"] = first
        play(deck, policies.load(name), SEED, range(game, game + 1), np.zeros(1, row_dtype), records=records)
        kept = records.log[0]
        events.append(kept["events"][: kept["n"]])
        games.append(kept["games"][: kept["n"]])
        first += int(kept["n"])
        more = bool(kept["full"])
    states = np.concatenate(games)
    codes = np.concatenate(events)
    calm = np.isin(codes["code"], CALM)
    seen = calm | (codes["code"] == log.ASKED)
    assert broken(states[seen], deck[0], calm[seen]) == []
    assert broken_sequence(codes, states) == []
    assert misplaced(records.game[0], records.hidden[0], deck[0]) == []


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("ancient_one", ANCIENT_ONES)
def test_invariants_at_every_question_of_random_games(ancient_one, season):
    """C-18.2, A-15: 1 to 8 players, answers at random."""
    for completion, players in enumerate(PLAYERS):
        deck = deck_of(ancient_one, season, players, completion)
        for game in range(4):
            play_lively(deck, SEED, game)


@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_at_every_question_of_random_games_of_rlyeh_rising(players):
    """R-16, C-18.2: made-up cards, rulings at random."""
    for number in range(12):
        ancient_one = ANCIENT_ONES[number % len(ANCIENT_ONES)]
        deck = deep_deck(deck_of(ancient_one, "winter", players, number % 4), 100 * players + number)
        for game in range(4):
            play_lively(deck, SEED, game)


@pytest.mark.parametrize("name", policies.names())
def test_invariants_in_a_policys_games(name):
    """C-18.2, A-15: every Ancient One, both seasons, 1 to 8 players."""
    for completion, cell in enumerate(CELLS[::7]):
        play_logged(deck_of(*cell, completion), name, completion)


@pytest.mark.slow
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(map(str, cell)))
def test_invariants_in_thousands_of_games(cell):
    """C-18.2, A-15"""
    for completion in range(3):
        deck = deck_of(*cell, completion)
        for game in range(4):
            play_lively(deck, SEED, 100 * completion + game)
        for name in policies.names():
            play_logged(deck, name, 100 * completion)
