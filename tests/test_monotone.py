"""What makes the game easier must not make it harder: paired games, common random numbers.

Every comparison plays the same games twice and looks at those that only one of the two wins.
If the change does nothing, the share of these that the easier one loses is a half; a test
fails if it is so large that it would be seen once in 10,000 times (one-sided sign test).
Seeds are fixed.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import policies
from sim.cards.completion import complete
from sim.cards.loading import load_cards
from sim.deck import build_deck
from sim.play import play
from sim.rules.state import WIN
from sim.scenario import Scenario
from sim.tally import row_dtype

FALSE_ALARM = 1e-4
GAMES, COMPLETIONS, SEED = 600, 4, 31

#: Name: the harder game and the easier one.  More doom spaces are compared where an awakening loses:
#: elsewhere a short track also means few tokens to remove in the final battle (C-17.8).
EASIER = {
    "more doom spaces (C-15.2, A-13.1)": (
        {"ithaqua.doom": (8,), "ithaqua.awakens_signs": (60,), "ithaqua.signs": (6,)},
        {"ithaqua.doom": (14,), "ithaqua.awakens_signs": (60,), "ithaqua.signs": (6,)},
    ),
    "fewer signs (C-15.4)": ({"rhan-tegoth.signs": (12,)}, {"rhan-tegoth.signs": (8,)}),
    "fewer storms on the track (A-6.1)": (
        {"winter.table": (0, 2, 6, 8, 9, 9, 9)},
        {"winter.table": (0, 0, 0, 1, 2, 2, 3)},
    ),
    "more supplies (A-2.4)": ({"supplies": (4,)}, {"supplies": (25,)}),
}


def wins(policy: str, settings: dict, games: int = GAMES, season: str = "winter") -> np.ndarray:
    ancient_one = "ithaqua" if "ithaqua.doom" in settings else "rhan-tegoth"
    scenario = Scenario(ancient_one=ancient_one, season=season, players=2, settings=settings)
    found = np.zeros(games, row_dtype)
    for completion in range(COMPLETIONS):
        deck = build_deck(complete(load_cards(), SEED, completion), scenario)
        part = range(completion * games // COMPLETIONS, (completion + 1) * games // COMPLETIONS)
        play(deck, policies.load(policy), SEED, part, found[part.start : part.stop], name=policy)
    return found["outcome"] == WIN


def not_worse(easier: np.ndarray, harder: np.ndarray) -> None:
    gained, lost = np.count_nonzero(easier & ~harder), np.count_nonzero(harder & ~easier)
    assert gained + lost > 0  # the change reaches the game
    assert stats.binomtest(lost, gained + lost, 0.5, alternative="greater").pvalue > FALSE_ALARM


@pytest.mark.parametrize("policy", ["greedy", "cautious"])
@pytest.mark.parametrize("change", EASIER)
def test_an_easier_game_is_not_harder(policy, change):
    harder, easier = EASIER[change]
    not_worse(wins(policy, easier), wins(policy, harder))


def test_random_almost_never_wins():
    """At most 5 of 600 games, even in Summer."""
    assert np.count_nonzero(wins("random", {}, season="summer")) <= 5


@pytest.mark.parametrize("policy", [name for name in policies.names() if name != "random"])
def test_every_sensible_policy_wins_more_than_random(policy):
    """One-sided sign test; it fails a policy no better than random all but once in 10,000 times."""
    sensible, random = wins(policy, {}, season="summer"), wins("random", {}, season="summer")
    gained, lost = np.count_nonzero(sensible & ~random), np.count_nonzero(random & ~sensible)
    assert stats.binomtest(gained, gained + lost, 0.5, alternative="greater").pvalue < FALSE_ALARM
