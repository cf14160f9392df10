"""Best dice play against figures of 169 published adventures.

`data/exact_odds.csv` holds success chances in percent for 5 and 6 green dice, and 6 with the yellow,
the red or both (figures given with the rules for this project, computed apart from it by exact dynamic
programming): without focus, with focus, and with focus under EMPTY_POOL=STRICT.  Of the four cards
whose terror effect touches dice they are the chances as if there were no such effect, so these are
compared.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sim.cards.notation import parse_tasks
from sim.exact.cards import Attempt, attempt_rows, card_chances, success
from sim.exact.problem import DISCARDS, ENDS, SECURED_ANY, STRICT

DICE = {"green_5": (5, 0, 0), "green_6": (6, 0, 0), "yellow": (6, 1, 0), "red": (6, 0, 1), "both": (6, 1, 1)}
HELP = {"": (False, SECURED_ANY), "_focus": (True, SECURED_ANY), "_focus_strict": (True, STRICT)}
LEFT = {"green_5": 5, "green_6": 6, "yellow": 7, "both": 8}  # dice in the tables without focus


def reference_rows():
    with open(Path(__file__).parent / "data" / "exact_odds.csv", newline="") as file:
        return list(csv.DictReader(file))


ROWS = reference_rows()


def figures(row, dice=DICE):
    """What is asked and the figure in percent, for each column."""
    rows = attempt_rows(parse_tasks(row["tasks"]))
    for name in dice:
        for suffix, (focus, empty_pool) in HELP.items():
            yield Attempt(rows, *DICE[name], focus=focus, empty_pool=empty_pool), float(row[name + suffix])


def test_all_rows_and_columns_are_there():
    assert len(ROWS) == 169
    assert {row["terror"] for row in ROWS} == {"-", "fail", "discard_terror"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_figures_of_a_published_adventure(row):
    for attempt, percent in figures(row):
        assert 100 * success(attempt) == pytest.approx(percent, abs=1e-6), attempt


@pytest.mark.parametrize("row", [row for row in ROWS if row["terror"] != "-"], ids=lambda row: row["name"])
def test_a_terror_effect_that_touches_dice_costs_chances(row):
    effect = {"fail": ENDS, "discard_terror": DISCARDS}[row["terror"]]
    (attempt, percent), *_ = figures(row, ["green_6"])
    assert 100 * success(Attempt(attempt.rows, focus=False, terror=effect)) < percent - 0.1


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_tables_without_focus(row):
    chances = card_chances(parse_tasks(row["tasks"]))
    for name, dice in LEFT.items():
        assert 100 * chances[0, dice] == pytest.approx(float(row[name]), abs=1e-5)  # float32
