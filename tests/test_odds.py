"""Tables of the chances of a card without help (`card_chances`): best play itself is in test_odds_twin.py."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import odds as twin
from twins.matching import Needs

from sim.cards.notation import Requirement, Task, Tasks, parse_tasks
from sim.exact.cards import card_chances, requirement_chances
from sim.rules.state import EMPTY_TASK, PARTIAL_TASK, TOTAL_TASK


def chance(text, dice=6, done=0):
    return card_chances(parse_tasks(text))[done, dice]


symbol_sets = st.sets(st.sampled_from(["lore", "peril", "terror"]), min_size=1)
rows_of_cards = st.lists(st.lists(st.integers(1, 6) | symbol_sets, min_size=1, max_size=3), min_size=1, max_size=3)


def by_twin(rows, ordered, dice):
    needs = [
        Needs(
            tuple("".join(sorted(name[0].upper() for name in each)) for each in row if not isinstance(each, int)),
            tuple(each for each in row if isinstance(each, int)),
        )
        for row in rows
    ]
    attempt = twin.Attempt(
        tuple(twin.Row(each, tuple(range(r)) if ordered else ()) for r, each in enumerate(needs)),
        green=dice,
        focus=False,
    )
    return twin.Odds(attempt).outcome().success


def as_text(rows, ordered):
    words = [[f"inv {r}" if isinstance(r, int) else "/".join(sorted(r)) for r in row] for row in rows]
    return (" > " if ordered else " | ").join(", ".join(row) for row in words)


@settings(max_examples=60, deadline=None)
@given(rows_of_cards, st.booleans(), st.integers(1, 4))
def test_twin_agrees(rows, ordered, dice):
    ordered = ordered and len(rows) > 1  # the arrow of a single row has no place in the text
    assert chance(as_text(rows, ordered), dice) == pytest.approx(by_twin(rows, ordered, dice), abs=1e-6)


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
