"""H-13.1, H-13.2: the reference values of the Arkham Horror clock while nobody acts and no text does."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from arkham import Arkham, card
from twins.arkham import key_of, printed

from policies.arkham import load
from sim.arkham.play import play, row_dtype
from sim.arkham.scenario import Scenario
from sim.arkham.state import CAUSES
from sim.arkham.town import build_town

SEED = 31
GAMES = 40_000
FREQUENCIES = Counter(row["gate"] for row in printed("mythos") if row["gate"] != "-")

# --- H-13.1 ------------------------------------------------------------------------------------------
#: n: chance that the n-th card is a surge, and gates open after it
EXACT = {
    1: (0, 1), 2: (0.1068, 1.893), 3: (0.2017, 2.692), 5: (0.3610, 4.044), 8: (0.5387, 5.592), 10: (0.6258, 6.381),
    15: (0.7697, 7.785), 20: (0.8481, 8.683),
}  # fmt: skip


def open_gates(n: int) -> Fraction:
    """Expected gates after n cards."""
    return sum(1 - Fraction(comb(66 - f, n), comb(66, n)) for f in FREQUENCIES.values())


def surge_chance(n: int) -> Fraction:
    return 1 - open_gates(n) + open_gates(n - 1)


@pytest.mark.parametrize("n", EXACT)
def test_h131_the_formula(n):
    """H-13.1: to the digits given."""
    surge, gates = EXACT[n]
    assert float(surge_chance(n)) == pytest.approx(surge, abs=0.5e-4)
    assert float(open_gates(n)) == pytest.approx(gates, abs=0.5e-3)


def test_e152_h131_the_second_card():
    """E-152, H-13.1"""
    assert surge_chance(2) == Fraction(458, 4290)


def test_h131_the_engine():
    """H-13.1: with every end out of reach, plain draws from the 66 gate cards; 8,000 games.

    Doom is the number of open gates then.  Fourteen means within 4.5 standard errors: a false alarm in 10,000 runs.
    """
    table = Arkham(texts=False)
    town, hidden = table.town, table.hidden
    town["gates_that_awaken"], town["doom_track"] = 99, 99
    table.game["terror"] = -99  # far from 10, and monsters return to the cup
    table.policy = load("idle")
    town["cards"]["type"] = 0  # no rumor is redrawn
    hidden["deck"]["cards"][:66] = [card(row["name"]) for row in printed("mythos") if row["type"] != "reshuffle"]
    hidden["deck"]["n"] = hidden["deck"]["unordered"] = 66
    table.logs["on"] = 0
    doom = np.zeros((8_000, 20))
    for game in range(len(doom)):
        played = table.again(key_of(SEED, game))
        played.play_game()
        assert played.game["cards"] > 20
        doom[game] = played.game["doom_by"][:20]
    for n in (2, 3, 5, 8, 10, 15, 20):
        gates, surges = doom[:, n - 1], 1 - (doom[:, n - 1] - doom[:, n - 2])
        for seen, expected in ((gates, open_gates(n)), (surges, surge_chance(n))):
            assert abs(seen.mean() - float(expected)) < 4.5 * seen.std() / len(doom) ** 0.5


# --- H-13.2 ------------------------------------------------------------------------------------------
#: players: mean cards, deciles 1, 5, 9, shares by gates and by terror 10, mean terror, mean surges
SIMULATED = {
    1: (14.9, (10, 14, 21), 0.90, 0.10, 4.75, 7.0),
    3: (11.5, (8, 11, 16), 0.97, 0.03, 3.2, 4.5),
    5: (8.7, (6, 8, 12), 0.99, 0.01, 3.5, 2.8),
    7: (6.5, (5, 6, 9), 0.94, 0.06, 4.0, 1.6),
}
#: Half a unit of the last digit given, with the error of the table itself.
ROUNDING = {"cards": 0.05, "share": 0.005, "terror": 0.05, "surges": 0.05}


@pytest.mark.parametrize("players", SIMULATED)
def test_h132_nobody_acts(players):
    """H-13.2: 40,000 games each, no doom-track end.

    Tolerance: half a unit of the last digit and four standard errors of the difference of two samples, the table's
    of 40,000 games as well; deciles exactly.  Six comparisons of four rows: a false alarm in 600 runs at most.
    """
    town = build_town(Scenario(players=players, texts=False))
    town["doom_track"] = 99
    rows = np.zeros(GAMES, row_dtype)
    play(town, load("idle"), SEED, range(GAMES), rows)
    cards, deciles, gates, terror10, terror, surges = SIMULATED[players]

    def near(values: np.ndarray, table: float, rounding: float) -> bool:
        error = 2**0.5 * values.std() / GAMES**0.5
        return abs(values.mean() - table) < rounding + 4 * error

    assert near(rows["cards"], cards, ROUNDING["cards"])
    assert tuple(np.quantile(rows["cards"], (0.1, 0.5, 0.9))) == deciles
    assert near(rows["cause"] == CAUSES.index("gates"), gates, ROUNDING["share"])
    assert near(rows["cause"] == CAUSES.index("terror10"), terror10, ROUNDING["share"])
    assert near(rows["terror"], terror, ROUNDING["terror"] if players > 1 else 0.005)
    assert near(rows["surges"], surges, ROUNDING["surges"])
