"""Policies in whole games: random almost never wins, and sensible play beats it everywhere.

Policies meet the same games (common random numbers); each claim is an exact one-sided sign
test over the games that only one of two policies wins.  Seeds are fixed.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy import stats

import policies
from sim.batch import play_chunk
from sim.grid import plan_cells
from sim.rules.state import WIN
from sim.scenario import ANCIENT_ONES, SEASONS
from sim.spread import Chunk
from sim.tally import Cell

SENSIBLE = [name for name in policies.names() if name != "random"]
PLAYERS = (1, 2, 8)
CELLS = list(product(ANCIENT_ONES, SEASONS, PLAYERS))
GAMES, COMPLETIONS, SEED = 540, 6, 77
FALSE_ALARM = 1e-2


@cache
def wins(policy: str, ancient_one: str, season: str, players: int) -> np.ndarray:
    cell = Cell("alaska", ancient_one, season, players, policy)
    run = plan_cells([cell], games=GAMES, completions=COMPLETIONS, seed=SEED)
    return play_chunk(run, Chunk(0, range(GAMES)))["outcome"] == WIN


def sign_test(better: np.ndarray, worse: np.ndarray) -> float:
    """Chance of so many games for `better` and no more, were both as good."""
    ahead, behind = np.count_nonzero(better & ~worse), np.count_nonzero(worse & ~better)
    return stats.binomtest(behind, ahead + behind, 0.5, alternative="less").pvalue if ahead + behind else 1.0


@pytest.mark.slow
def test_random_almost_never_wins():
    """At most one game in twenty over the whole grid; a battle against Rhan-Tegoth with many players can be luck."""
    assert np.mean([wins("random", *cell) for cell in CELLS]) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("policy", SENSIBLE)
@pytest.mark.parametrize("ancient_one", ANCIENT_ONES)
def test_sensible_play_beats_random(policy, ancient_one):
    """Surely so over all cells of an Ancient One, and in no cell the other way."""
    cells = [cell for cell in CELLS if cell[0] == ancient_one]
    better = np.concatenate([wins(policy, *cell) for cell in cells])
    worse = np.concatenate([wins("random", *cell) for cell in cells])
    assert sign_test(better, worse) < FALSE_ALARM
    for cell in cells:
        assert np.count_nonzero(wins(policy, *cell)) >= np.count_nonzero(wins("random", *cell)), cell
