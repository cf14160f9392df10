"""The notation of tasks and effects: reading, writing, refusing, and the arrays it becomes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cards, effects, requirements

from sim.cards.notation import (
    NotationError,
    Requirement,
    Step,
    Task,
    Tasks,
    format_effect,
    format_tasks,
    parse_effect,
    parse_requirement,
    parse_tasks,
)
from sim.cards.programs import compile_effect, effect_of, in_play, requirement_of, requirement_record, task_records
from sim.cards.words import describe, describe_effect, describe_tasks, listed
from sim.rules.operations import (
    ACTOR,
    ANY,
    BRANCH,
    CHOOSE,
    CLUE,
    COUNTED,
    EACH,
    LOCK,
    MAY,
    SANITY,
    SIGN,
    STORM,
    SUPPLY_ICON,
    TROPHY,
)
from sim.rules.state import EMPTY_TASK, NO_MONSTER_TASK, PARTIAL_TASK, RED, TOTAL_TASK, op_dtype

LORE, PERIL, TERROR = 1, 2, 4


# --- tasks ------------------------------------------------------------------------------
def row(*symbols, inv=(), **costs):
    return Requirement(tuple(sorted(symbols)), tuple(sorted(inv)), **costs)


@pytest.mark.parametrize(
    ("text", "rows", "ordered"),
    [
        ("inv 5", [Task(full=row(inv=[5]))], False),  # E-1
        ("lore, inv 4", [Task(full=row(LORE, inv=[4]))], False),  # E-2
        ("peril/terror, terror", [Task(full=row(PERIL | TERROR, TERROR))], False),  # E-6
        ("inv 1, inv 1, inv 1", [Task(full=row(inv=[1, 1, 1]))], False),  # E-10: three dice
        ("lore, sanity 2", [Task(full=row(LORE, sanity=2))], False),  # E-16
        ("inv 3, clock", [Task(full=row(inv=[3], clock=1))], False),  # E-19
        ("lore > inv 3", [Task(full=row(LORE)), Task(full=row(inv=[3]))], True),  # C-6.2
        ("lore | inv 3", [Task(full=row(LORE)), Task(full=row(inv=[3]))], False),
        ("[] | lore", [Task(EMPTY_TASK), Task(full=row(LORE))], False),  # C-11.7, empty
        ("[inv 3, lore]", [Task(TOTAL_TASK, row(LORE, inv=[3]))], False),  # C-11.7, total
        ("lore, [inv 1]", [Task(PARTIAL_TASK, row(LORE, inv=[1]), row(LORE))], False),  # C-11.7, partial
        ("LORE,stamina 1", [Task(full=row(LORE, stamina=1))], False),
    ],
)
def test_tasks_read(text, rows, ordered):
    assert parse_tasks(text) == Tasks(tuple(rows), ordered)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("pril", "character 1", 'expected "peril"'),
        ("inv", "at the end", "number from 1 to 20"),
        ("inv 21", "character 5", "number from 1 to 20"),
        ("inv 0", "character 5", "number from 1 to 20"),
        ("inv 999999999999999999999", "character 5", "number from 1 to 20"),
        ("inv -3", "character 5", "number from 1 to 20"),
        ("lore,", "at the end", "a requirement"),
        ("lore | inv 3 > peril", "character 14", '"|" between all tasks or none'),
        ("lore > inv 3 | peril", "character 14", '">" between all tasks or none'),
        ("lore|lore|lore|lore|lore", "character 21", "no more than 4 tasks"),
        ("[inv 3", "at the end", '"]"'),
        ("[] lore", "character 4", "end of the cell"),
        ("lore, [peril] , lore", "character 15", "end of the cell"),
        ("lore,lore,lore,lore,lore,lore,lore,lore,lore", "at the end", "at most 8 dice"),
        ("inv 1,inv 1,inv 1,inv 1,inv 1", "at the end", "at most 4 investigation numbers"),
        ("lore, sanity 3, sanity 3", "at the end", "a cost of at most 5"),
        ("lore/peril/", "at the end", "lore, peril or terror"),
        ("lore ☃", "character 6", "end of the cell"),
    ],
)
def test_tasks_refused_with_place_and_expectation(text, place, expected):
    with pytest.raises(NotationError) as error:
        parse_tasks(text)
    assert place in str(error.value)
    assert expected in str(error.value)


@given(cards)
def test_tasks_written_and_read_again_are_the_same(card):
    assert parse_tasks(format_tasks(card)) == card


@given(st.text(st.characters(max_codepoint=0x2FF), max_size=80))
def test_any_text_is_read_or_refused(text):
    for parse in (parse_tasks, parse_effect, parse_requirement):
        try:
            parse(text)
        except NotationError as error:
            assert "\n" not in str(error).replace(text, "")


@given(requirements)
def test_requirement_records_hold_every_die_and_cost(requirement):
    record = requirement_record(requirement)
    assert record["symbols"].sum() == len(requirement.symbols)
    assert sorted(n for n in record["investigation"] if n) == list(requirement.investigation)
    assert requirement_of(record) == requirement


def test_task_records_of_a_partial_monster_task():
    """C-11.7: with the monster there only the lore is left of the row, without it both."""
    record = task_records(parse_tasks("lore, [inv 1, peril/terror] | []"))
    assert record["monster_task"].tolist() == [PARTIAL_TASK, EMPTY_TASK, NO_MONSTER_TASK, NO_MONSTER_TASK]
    assert record[0]["uncovered"]["symbols"].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
    assert record[0]["uncovered"]["investigation"].sum() == 0
    assert record[0]["full"]["symbols"].tolist() == [0, 1, 0, 0, 0, 0, 1, 0]
    assert record[0]["full"]["investigation"].sum() == 1


# --- effects ----------------------------------------------------------------------------
UNWEIGHED = 0.0  # worth of an op, see sim/worth.py


def ops(effect):
    return np.array([(*op, UNWEIGHED) for op in compile_effect(parse_effect(effect))], op_dtype)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sign +1; storm 3", [(SIGN, 1, ACTOR, 0), (STORM, 3, ACTOR, 0)]),
        ("sanity +1 @any", [(SANITY, 1, ANY, 0)]),
        ("lock red", [(LOCK, RED, ACTOR, 0)]),
        ("each(sanity -1)", [(EACH, 0, 0, 1), (SANITY, -1, ACTOR, 0)]),
        ("sanity -1 @each", [(EACH, 0, 0, 1), (SANITY, -1, ACTOR, 0)]),
        # Winter's Song: each investigator loses 1 sanity or adds a storm marker
        (
            "each(choose(sanity -1, storm 1))",
            [
                (EACH, 0, 0, 5),
                (CHOOSE, 0, 0, 4),
                (BRANCH, 0, 0, 1),
                (SANITY, -1, 0, 0),
                (BRANCH, 0, 0, 1),
                (STORM, 1, 0, 0),
            ],
        ),
        # Port of Anchorage: 1 trophy for 2 supplies
        (
            "may(trophy -1, supply +2)",
            [(MAY, 0, 0, 4), (BRANCH, 0, 0, 1), (TROPHY, -1, 0, 0), (BRANCH, 0, 0, 1), (SUPPLY_ICON, 2, 0, 0)],
        ),
        # E-177, A-12.5: without the other expansion the clue must be taken
        ("split(blessing +1, clue +1)", [(CLUE, 1, ACTOR, 0)]),
        ("curse +1", []),
        ("each(curse +1)", []),
        ("split(curse +1, skill -1)", []),
        ("may(trophy -1, blessing +1)", []),
        ("clock", [(COUNTED["clock"], 1, ACTOR, 0)]),
    ],
)
def test_effects_become_ops(text, expected):
    assert compile_effect(parse_effect(text)) == tuple(expected)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("suply +2", "character 1", 'expected "supply"'),
        ("supply 2", "character 8", "after + or -"),
        ("supply + 2", "character 8", "after + or -"),
        ("supply +99", "character 8", "from 1 to 30"),
        ("supply +0", "character 8", "from 1 to 30"),
        ("trophy +1", "character 8", "after -"),
        ("investigation -1", "character 15", "after +"),
        ("storm 29", "character 7", "from 1 to 28"),  # 28 markers
        ("storm -3", "character 7", "from 1 to 28"),
        ("lock blue", "character 6", "green, yellow or red"),
        ("sanity -1 @all", "character 12", "active, any or each"),
        ("storm 3 @any", "character 9", "end of the cell"),
        ("choose(sanity -1)", "character 17", 'another part of "choose"'),
        ("split(doom +1, doom +1, doom +1)", "character 23", '")"'),
        ("each(sanity -1", "at the end", '")"'),
        ("each(each(each(each(each(doom +1)))))", "character 25", "no more than 4 brackets"),
        ("doom +1;", "at the end", "an effect"),
        ("; doom +1", "character 1", "an effect"),
        ("?", "character 1", "an effect"),
        ("doom +1; ?; doom +1", "character 11", "end of the cell"),
        ("; ".join(["doom +1"] * 41), "character", "at most 40 effects"),
        ("doom +1 doom +1", "character 9", "end of the cell"),
    ],
)
def test_effects_refused_with_place_and_expectation(text, place, expected):
    with pytest.raises(NotationError) as error:
        parse_effect(text)
    assert place in str(error.value)
    assert expected in str(error.value)


def test_words_out_of_place_are_refused():
    assert parse_effect("doom +1", ("doom",)) == (Step("doom", 1),)
    with pytest.raises(NotationError, match="may stand in this column"):
        parse_effect("fail", ("doom",))


def test_a_partly_known_effect_ends_with_a_question_mark():
    assert parse_effect("next_special; ?") == (Step("next_special"), Step("?"))
    assert format_effect(parse_effect("next_special; ?")) == "next_special; ?"


@given(effects)
def test_effects_written_and_read_again_are_the_same(effect):
    text = format_effect(effect)
    try:
        again = parse_effect(text)
    except NotationError as error:
        assert "at most 40 effects" in str(error)
        return
    assert again == effect


@given(effects)
def test_ops_stand_for_the_effect_without_icons_out_of_play(effect):
    program = np.array([(*op, UNWEIGHED) for op in compile_effect(effect)], op_dtype)
    assert effect_of(program) == in_play(effect)
    assert describe_effect(effect)


@given(effects)
def test_sizes_of_ops_add_up(effect):
    """Every body lies inside its composite, and branches fill theirs exactly."""
    program = list(compile_effect(effect))

    def walk(start, stop):
        i = start
        while i < stop:
            _, _, _, size = program[i]
            assert i + 1 + size <= stop
            walk(i + 1, i + 1 + size)
            i += 1 + size
        assert i == stop

    walk(0, len(program))


# --- words --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sign +1; storm 3", "1 Elder Sign, 3 storm markers"),
        ("sign -1; doom +2", "lose 1 Elder Sign, 2 doom tokens"),
        ("doom -1", "remove 1 doom token"),
        ("sanity +1 @any", "any one investigator: regain 1 sanity"),
        ("each(choose(sanity -1, storm 1))", "each investigator: either lose 1 sanity or 1 storm marker"),
        ("may(trophy -1, supply +2)", "may lose 1 trophy for: 2 supplies"),
        ("lock green", "a green die is locked"),
        ("next_midnight(clock 2)", "at the next midnight: advance the clock 2 times"),
    ],
)
def test_effects_in_words(text, words):
    assert describe(ops(text)) == words


def test_nothing_in_words():
    assert describe(np.zeros(0, op_dtype)) == "nothing"


def test_tasks_in_words():
    text = describe_tasks(parse_tasks("inv 3, lore/peril, sanity 1 > [] > lore, [inv 1]"))
    assert text == (
        "investigation 3 + lore or peril, costs 1 sanity, then empty monster task, "
        "then lore + investigation 1 (monster task)"
    )


def test_lists_in_words():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
