"""Whatever the card data within the loader's limits: no crash, no hang, no illegal state."""

from __future__ import annotations

import pytest
from deep_deck import deep_deck
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from lively import play_lively
from wild_cards import Wild, wild_cards, wild_sea

from sim.cards.completion import complete
from sim.cards.loading import load_cards
from sim.deck import build_deck
from sim.rules.state import UNDECIDED
from sim.scenario import Scenario

BASE = build_deck(complete(load_cards(), 0, 0), Scenario(players=8))
SEA = deep_deck(BASE, 0)
PHASES = (Phase.explicit, Phase.generate)  # a failing deck is large however long it is shrunk
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


def plays_well(wild: Wild, seed: int) -> None:
    """A game answered at random ends, and every state of it is legal."""
    assert play_lively(wild.decks, seed, 0)["outcome"] != UNDECIDED  # C-18.3 at the latest


@settings(max_examples=100, deadline=None, derandomize=True, phases=PHASES, suppress_health_check=CHECKS)
@given(wild_cards(BASE), st.integers(0, 2**32))
def test_any_cards_can_be_played(wild, seed):
    plays_well(wild, seed)


@settings(max_examples=100, deadline=None, derandomize=True, phases=PHASES, suppress_health_check=CHECKS)
@given(wild_sea(SEA), st.integers(0, 2**32))
def test_any_cards_of_rlyeh_rising_can_be_played(wild, seed):
    """R-16"""
    plays_well(wild, seed)


@pytest.mark.slow
@settings(max_examples=200, deadline=None, derandomize=True, phases=PHASES, suppress_health_check=CHECKS)
@given(wild_cards(BASE), st.integers(0, 2**32))
def test_many_cards_can_be_played(wild, seed):
    plays_well(wild, seed)
