"""Made-up games of a whole grid, for tests of what is done with rows: no rule is behind them."""

import numpy as np

from sim.rules.state import (
    ALL_DEVOURED,
    AWAKENING_LOST,
    BATTLE_LOST,
    BATTLE_WON,
    ENOUGH_SIGNS,
    LOSS,
    MAX_NIGHTS,
    TIME_RAN_OUT,
    WIN,
)
from sim.tally import Cell, Tally, row_dtype

ANCIENT_ONES = ("Rhan-Tegoth", "Rlim-Shaikorth", "Ithaqua")
EASE = {"Rhan-Tegoth": 0.6, "Rlim-Shaikorth": -0.1, "Ithaqua": -0.9, "summer": 0.3, "winter": -0.3}


def rows_of(cell: Cell, games: int, completions: int, seed: int) -> np.ndarray:
    """Rows of `games` games: game k shares its luck, and its completion the cards, with all cells."""
    rng = np.random.default_rng([seed, 1])
    rows = np.zeros(games, row_dtype)
    rows["game"] = np.arange(games)
    rows["completion"] = rows["game"] % completions
    cards = rng.normal(0, 0.4, completions)[rows["completion"]]
    luck = rng.logistic(size=games)
    own = np.random.default_rng([seed, len(cell.policy), cell.players, len(cell.ancient_one), len(cell.season)])
    ease = EASE[cell.ancient_one] + EASE[cell.season] + 0.1 * cell.players + 0.3 * (cell.policy == "greedy") - 1.2
    score = ease + cards + luck + 0.5 * own.normal(size=games)
    won = score > 0
    winter = cell.season == "winter"
    causes = [BATTLE_LOST, AWAKENING_LOST, ALL_DEVOURED] + [TIME_RAN_OUT] * (4 * winter)
    rows["outcome"] = np.where(won, WIN, LOSS)
    rows["cause"] = np.where(won, ENOUGH_SIGNS, own.choice(causes, games))
    rows["cause"][won & (own.random(games) < 0.1)] = BATTLE_WON
    last = np.clip(own.normal(5.5 - 0.4 * won + 2.5 * (not winter), 1.3, games).round(), 1, 6 if winter else 20)
    rows["midnights"] = np.where(rows["cause"] == TIME_RAN_OUT, 6, last)
    rows["turns"] = 4 * rows["midnights"] + own.integers(1, 5, games)
    rows["day"] = np.minimum(rows["midnights"] + 1, 7)
    rows["awakened"] = np.isin(rows["cause"], [BATTLE_LOST, BATTLE_WON, AWAKENING_LOST, ALL_DEVOURED])
    rows["devoured"] = own.poisson(0.2 * cell.players, games)
    nights = np.arange(1, MAX_NIGHTS + 1)
    pace = {"doom": 1.4, "signs": 0.9 + 0.5 * won, "supplies": -1.5, "storms": 2.0}
    start = {"doom": 0, "signs": 0, "supplies": 15, "storms": 0}
    most = {"doom": 12, "signs": 14, "supplies": 60, "storms": 24}
    for name, step in pace.items():
        course = start[name] + np.multiply.outer(np.full(games, step), nights) + own.normal(0, 1.5, (games, MAX_NIGHTS))
        course = np.clip(course.round(), 0, most[name])
        rows[f"night_{name}"] = np.where(nights <= rows["midnights"][:, None], course, -1)
        rows[name] = course[np.arange(games), np.minimum(rows["midnights"], MAX_NIGHTS) - 1]
    return rows


def grid(
    games: int = 400,
    completions: int = 20,
    ancient_ones=ANCIENT_ONES,
    seasons=("summer", "winter"),
    players=(1, 2, 4, 8),
    policies=("greedy",),
    seed: int = 7,
) -> list[Tally]:
    """Tallies of a made-up grid."""
    tallies = []
    for policy in policies:
        for ancient_one in ancient_ones:
            for season in seasons:
                for number in players:
                    cell = Cell("alaska", ancient_one, season, number, policy)
                    tally = Tally(cell, completions)
                    tally.add(rows_of(cell, games, completions, seed))
                    tallies.append(tally)
    return tallies
