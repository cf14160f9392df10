"""Chances of a card: against reference figures and against a twin that shares no code with it.

`data/odds_nofocus.csv` holds the success chances in percent with 5 and 6 green dice of the tasks of
160 published adventures whose terror effect does not touch dice (figures given with the rules for
this project, computed apart from it by exact dynamic programming).
"""

import csv
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.cards.notation import Requirement, Task, Tasks, parse_tasks
from sim.odds import card_chances, requirement_chances
from sim.rules.state import EMPTY_TASK, PARTIAL_TASK, TOTAL_TASK


def chance(text, dice=6, done=0):
    return card_chances(parse_tasks(text))[done, dice]


def reference_rows():
    with open(Path(__file__).parent / "data" / "odds_nofocus.csv", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", reference_rows(), ids=lambda row: row["tasks"])
def test_published_adventures(row):
    assert 100 * chance(row["tasks"], 5) == pytest.approx(float(row["five_green"]), abs=2e-5)
    assert 100 * chance(row["tasks"], 6) == pytest.approx(float(row["six_green"]), abs=2e-5)


@pytest.mark.parametrize(
    ("tasks", "percent"),
    [
        ("lore", 97.8263),
        ("lore | lore", 84.9671),
        ("lore | peril", 92.3830),
        ("lore | lore | lore", 55.7068),
        ("lore | peril | terror", 80.3377),
        ("lore, lore", 53.7248),
        ("inv 5", 94.0880),
        ("inv 7", 65.2121),
        ("inv 9", 29.5707),
        ("inv 12", 4.0851),
        ("inv 4, inv 4", 36.5534),
        ("peril, peril > lore, lore", 7.4133),
        ("terror/peril, terror/lore | terror/peril, terror/lore", 72.5921),
    ],
)
def test_e_20(tasks, percent):
    assert 100 * chance(tasks) == pytest.approx(percent, abs=5.1e-5)


def fills(dice, requirement):
    """Whether these dice, all of them, pay `requirement`, a list of sets of symbols and of numbers (C-6.4, C-6.5)."""
    if not requirement:
        return not dice
    first, *rest = requirement
    if isinstance(first, int):
        groups = (g for n in range(1, len(dice) + 1) for g in combinations(range(len(dice)), n))
        return any(
            sum(dice[i] for i in g if isinstance(dice[i], int)) >= first
            and all(isinstance(dice[i], int) for i in g)
            and fills(tuple(d for i, d in enumerate(dice) if i not in g), rest)
            for g in groups
        )
    return any(d in first and fills(dice[:i] + dice[i + 1 :], rest) for i, d in enumerate(dice))


def twin(rows, ordered, dice):
    """The chance by walking through every single roll of distinguishable dice."""

    @cache
    def fewest(roll, row):
        sizes = (n for n in range(len(roll) + 1) if any(fills(d, rows[row]) for d in combinations(roll, n)))
        return next(sizes, None)

    @cache
    def value(open_rows, left):
        if not open_rows:
            return Fraction(1)
        if left == 0:
            return Fraction(0)
        total = Fraction(0)
        for roll in product((1, 2, 3, "lore", "peril", "terror"), repeat=left):
            shown = tuple(sorted(roll, key=str))
            best = value(open_rows, left - 1)
            for row in open_rows[:1] if ordered else open_rows:
                used = fewest(shown, row)
                if used is not None:
                    best = max(best, value(tuple(r for r in open_rows if r != row), left - used))
            total += best
        return total / 6**left

    return float(value(tuple(range(len(rows))), dice))


symbol_sets = st.sets(st.sampled_from(["lore", "peril", "terror"]), min_size=1)
rows_of_cards = st.lists(st.lists(st.integers(1, 6) | symbol_sets, min_size=1, max_size=3), min_size=1, max_size=3)


def as_text(rows, ordered):
    words = [[f"inv {r}" if isinstance(r, int) else "/".join(sorted(r)) for r in row] for row in rows]
    return (" > " if ordered else " | ").join(", ".join(row) for row in words)


@settings(max_examples=60, deadline=None)
@given(rows_of_cards, st.booleans(), st.integers(1, 4))
def test_twin_agrees(rows, ordered, dice):
    ordered = ordered and len(rows) > 1  # the arrow of a single row has no place in the text
    assert chance(as_text(rows, ordered), dice) == pytest.approx(twin(rows, ordered, dice), abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(rows_of_cards, st.booleans())
def test_more_dice_or_fewer_rows_never_hurt(rows, ordered):
    tasks = parse_tasks(as_text(rows, ordered))
    chances = card_chances(tasks)
    assert np.all(np.diff(chances, axis=1) >= 0)
    assert np.all((chances >= 0) & (chances <= 1))
    for done in range(16):
        for row in range(len(tasks.rows)):
            assert np.all(chances[done | 1 << row] >= chances[done])


def test_rows_done_leave_the_others():
    assert chance("lore | inv 3", done=0b01) == pytest.approx(chance("inv 3"), rel=1e-6)
    assert chance("lore | inv 3", done=0b10) == pytest.approx(chance("lore"), rel=1e-6)
    assert chance("lore | inv 3", dice=0, done=0b11) == 1
    assert chance("lore | inv 3", dice=0, done=0b01) == 0


def test_a_row_without_dice_needs_a_roll():  # C-5.5
    assert list(card_chances(Tasks((Task(full=Requirement(clock=1)),)))[0]) == [0, 1, 1, 1, 1, 1, 1, 1, 1]


def test_vacant_monster_tasks():  # C-11.7
    tasks = parse_tasks("lore | peril, peril")
    first, second = tasks.rows
    empty = replace(tasks, rows=(first, Task(EMPTY_TASK)))
    assert card_chances(empty)[0, 6] == chance("lore")
    for kind in (TOTAL_TASK, PARTIAL_TASK):
        boxed = replace(tasks, rows=(first, replace(second, monster_task=kind)))
        assert card_chances(boxed)[0, 6] == chance("lore | peril, peril")


def test_rows_beyond_the_printed_ones_count_as_done():
    chances = card_chances(parse_tasks("lore"))
    assert all(np.array_equal(chances[done], chances[done & 1]) for done in range(16))


def test_a_single_requirement_is_a_card_of_one_row():
    tasks = parse_tasks("inv 4, lore/terror")
    assert np.array_equal(requirement_chances(tasks.rows[0].full), card_chances(tasks)[0])


def test_results_are_shared_and_cannot_be_written():
    chances = card_chances(parse_tasks("inv 4"))
    assert (chances.dtype, chances.shape) == (np.float32, (16, 9))
    with pytest.raises(ValueError, match="read-only"):
        chances[0, 0] = 1
