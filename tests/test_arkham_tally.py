"""Sums over the clock's games, from rows made up by hand."""

import numpy as np
import pytest

from sim.arkham.play import row_dtype
from sim.arkham.run import Cell
from sim.arkham.state import GATES, TERROR10, VICTORY
from sim.arkham.tally import ClockTally, records

CELL = Cell("yig", 2, "idle")


def rows_of(*games: tuple[int, int, list[int]]) -> np.ndarray:
    """Games as (cards, cause, terror after each card but the last)."""
    rows = np.zeros(len(games), row_dtype)
    for row, (cards, cause, terror) in zip(rows, games, strict=True):
        row["cards"], row["cause"] = cards, cause
        row["terror_by"][: len(terror)] = terror
        row["terror"] = terror[-1]
    return rows


def tally(*games) -> ClockTally:
    found = ClockTally(CELL)
    found.add(rows_of(*games))
    return found


FOUR = ((2, GATES, [1]), (4, GATES, [0, 2, 5]), (4, TERROR10, [0, 1, 9]), (3, VICTORY, [0, 3]))


def test_cards_causes_and_survival():
    found = tally(*FOUR)
    assert found.games == 4 and found.mean_cards()[0] == 13 / 4
    # deviations -1.25, .75, .75, -.25: variance 2.75 / 3; half width 1.96 sqrt(variance / 4)
    assert found.mean_cards()[1] == pytest.approx(1.959964 * np.sqrt(2.75 / 3 / 4), rel=1e-6)
    assert found.survival()[:5].tolist() == [1, 1, 0.75, 0.5, 0]
    causes = found.causes()
    assert (causes["gates"], causes["terror10"], causes["victory"], causes["doom"]) == (0.5, 0.25, 0.25, 0)
    assert found.wins == 1 and "unfinished" not in causes


def test_quantiles_are_numbers_that_games_lasted():
    found = tally(*FOUR)
    assert [found.quantile(share) for share in (0.1, 0.25, 0.26, 0.5, 0.9)] == [2, 2, 3, 3, 4]


def test_the_course_holds_games_still_going():
    """The game of 2 cards counts after its first alone, and none after its last."""
    course = tally(*FOUR).course["terror"]
    assert course[0, :2].tolist() == [3, 1] and course[0].sum() == 4
    assert course[1, 1:4].tolist() == [1, 1, 1] and course[1].sum() == 3
    assert course[2, 5] == course[2, 9] == 1 and course[2].sum() == 2
    assert course[3:].sum() == 0


def test_sums_do_not_depend_on_how_rows_come():
    one, two = ClockTally(CELL), tally(*FOUR)
    for game in FOUR:
        one.add(rows_of(game))
    assert records([one]) == records([two])
