"""Completions: known facts kept, unknown ones drawn within their priors, groups apart from each other."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cards as tasks_of_cards
from strategies import effects

from sim.cards.checks import dice_of, has
from sim.cards.columns import FILES
from sim.cards.complete_others import storms, tracks
from sim.cards.completion import GROUPS, complete
from sim.cards.draws import Draws, Menu, draws
from sim.cards.facts import is_unknown
from sim.cards.loading import load_cards, shipped
from sim.cards.notation import Step, format_effect, format_tasks
from sim.cards.priors import ItemText, all_priors, named_prior, prior
from sim.deck import build_deck
from sim.errors import OmensError
from sim.rules import state
from sim.scenario import ANCIENT_ONES, Scenario

SEED = 20160208
MANY = 60
PLAYED = [file for file in FILES if file not in ("donors", "backs")]


@lru_cache(maxsize=MANY)
def completion(index):
    return complete(load_cards(), SEED, index)


def values(cards, files=PLAYED):
    """Every value by file, card and column."""
    return {
        (file, card.name, column): getattr(card, column)
        for file in files
        for card in cards.kind(file)
        for column in FILES[file].columns
        if column not in ("source", "dice")
    }


# --- known and unknown ----------------------------------------------------------------------
def test_known_values_are_never_changed():
    for index in range(5):
        drawn = values(completion(index))
        for key, known in values(load_cards()).items():
            if not is_unknown(known):
                assert drawn[key] == known, key
            elif isinstance(known, tuple):  # known in part: that part first
                assert drawn[key][: len(known) - 1] == known[:-1], key


def test_nothing_stays_unknown_and_every_value_fits_its_column():
    for index in range(MANY):
        cards = completion(index)
        for file in [*PLAYED, "backs"]:
            for card in cards.kind(file):
                for name, column in FILES[file].columns.items():
                    value = getattr(card, name)
                    if name == "dice" and value is None:
                        continue
                    assert not is_unknown(value), (file, card.name, name)
                    assert column.value(column.cell(value)) == value, (file, card.name, name)


def test_completions_are_functions_of_seed_and_number():
    assert values(complete(load_cards(), SEED, 3)) == values(completion(3))
    assert values(completion(3)) != values(completion(4))
    assert values(complete(load_cards(), SEED + 1, 3)) != values(completion(3))


@pytest.mark.parametrize("group", list(GROUPS))
def test_a_group_is_drawn_again_alone(group):
    """Only values of the group move, and of a card whose stage moves those that follow the stage."""
    mine = {(file, column) for file, columns in GROUPS[group].items() for column in columns}
    own, moved, staged = set(), set(), set()
    for other in range(1, 6):
        again = values(complete(load_cards(), SEED, 0, {group: other}))
        changed = {key for key, value in values(completion(0)).items() if again[key] != value}
        staged |= {name for _, name, column in changed if column == "stage"}
        moved |= {(file, name, column) for file, name, column in changed if (file, column) not in mine}
        own |= changed - moved
    assert own
    assert {name for _, name, _ in moved} <= staged
    assert staged <= {"The Forgotten Explorer", "The Pillar of Secrets"}


@pytest.mark.parametrize(
    ("file", "card", "column", "cell"),
    [
        ("adventures", "Avalanche", "trophy", "3"),
        ("adventures", "Avalanche", "penalty", "doom +1"),
        ("monsters", "Byakhee", "task", "lore"),
        ("investigators", "Wendy Adams", "common", "1"),
        ("ancient_ones", "Rhan-Tegoth", "doom", "9"),
        ("items", "Tent", "effect", "yellow"),
        ("storms", "Storm marker 4", "penalty", "-"),
    ],
)
def test_filling_a_blank_in_changes_no_other_card(tmp_path, file, card, column, cell):
    """So a user sees what his reading does, and nothing else (the icons of a track follow its length)."""
    header, *rows = shipped(file).decode().splitlines()
    at = header.split(",").index(column)
    rows = [_with_cell(row, at, cell) if row.startswith(f"{card},") else row for row in rows]
    (tmp_path / f"{file}.csv").write_text("\n".join([header, *rows]), encoding="utf-8")
    own = values(complete(load_cards(tmp_path), SEED, 0))
    changed = {key for key, value in values(completion(0)).items() if own[key] != value}
    assert changed <= {(file, card, column), (file, card, "icons")}
    assert FILES[file].columns[column].cell(own[file, card, column]) == cell


def _with_cell(row, at, cell):
    cells = next(csv.reader([row]))
    assert cells[at] == ""
    cells[at] = cell
    return ",".join(f'"{each}"' for each in cells)


def test_wrong_groups_and_numbers_are_refused():
    with pytest.raises(OmensError, match="group reward: unknown"):
        complete(load_cards(), 1, 0, {"reward": 2})
    with pytest.raises(OmensError, match="from 0 on"):
        complete(load_cards(), 1, -1)


_CELLS = st.one_of(
    st.sampled_from(
        ["", "-", "1", "2?", "9", "terror; ?", "storm 3; ?", "doom +9; sign -9; ?", "[]", "[] | lore", "red"]
    ),
    st.sampled_from(["lore, [inv 3, peril/terror], sanity 5", "inv 20, inv 20, inv 20, inv 20 > clock", "1, 2, 3"]),
    effects.map(format_effect),
    tasks_of_cards.map(format_tasks),
)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([name for name in FILES if name != "donors"]),
    st.lists(st.tuples(st.integers(1, 63), st.integers(1, 13), _CELLS), min_size=1, max_size=5),
    st.integers(0, 50),
)
def test_whatever_can_be_loaded_can_be_completed_and_built(tmp_path_factory, name, changes, index):
    """A search over card data: no crash, and nothing unknown left."""
    folder = tmp_path_factory.mktemp("cards")
    rows = list(csv.reader(shipped(name).decode().splitlines()))
    for row, column, cell in changes:
        cells = rows[1 + row % (len(rows) - 1)]
        before = list(cells)
        cells[1 + column % (len(cells) - 2)] = cell
        if not _can_be_loaded(folder, name, rows):
            cells[:] = before
    _can_be_loaded(folder, name, rows)
    cards = complete(load_cards(folder), SEED, index)
    for files in GROUPS.values():
        for file, columns in files.items():
            for card in cards.kind(file):
                assert not any(is_unknown(getattr(card, column)) for column in columns)
    for one in ANCIENT_ONES:
        deck = build_deck(cards, Scenario(ancient_one=one))[0]
        assert 1 <= deck["ancient_one"]["doom"] <= 24


def _can_be_loaded(folder, name, rows):
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    try:
        load_cards(folder)
    except OmensError:
        return False
    return True


# --- what is printed ------------------------------------------------------------------------
def test_stage_one_gives_no_signs_and_no_other_worlds():
    """A-11.8; an Elder Sign that is lost is a penalty, not a reward."""
    for index in range(MANY):
        for card in completion(index).adventures:
            if card.stage == 1:
                assert not has(card.reward, "sign") and not has(card.reward, "gate"), card.name


def test_stage_two_gives_signs_and_other_worlds_and_is_more_dangerous():
    """A-11.8: in the mean of many completions."""
    count = Counter()
    for index in range(MANY):
        for card in completion(index).adventures:
            if card.kind == "alaskan":
                count[card.stage, "cards"] += 1
                count[card.stage, "sign"] += has(card.reward, "sign")
                count[card.stage, "gate"] += has(card.reward, "gate")
                count[card.stage, "supply"] += has(card.reward, "supply")
                count[card.stage, "text"] += bool(card.terror or card.entry or card.midnight)
                count[card.stage, "doom"] += has(card.penalty, "doom")
    share = {key: count[key] / count[key[0], "cards"] for key in count}
    assert share[2, "sign"] > 0.5
    assert share[2, "gate"] > 0.05
    assert share[1, "supply"] > share[2, "supply"] > 0
    assert share[1, "supply"] > 0.25
    assert share[2, "text"] > share[1, "text"]
    assert share[2, "doom"] > share[1, "doom"]


def test_rows_ask_for_the_printed_dice():
    """Boxes and costs are drawn, dice never; Specials hold no monster (A-11.1)."""
    for index in range(20):
        for known, card in zip(load_cards().adventures, completion(index).adventures, strict=True):
            assert dice_of(card.tasks) == dice_of(known.dice)
            if card.kind == "special":
                assert not any(row.monster_task for row in card.tasks.rows)


def test_a_card_shows_one_text_at_most():
    for index in range(20):
        for card in completion(index).adventures:
            assert sum(bool(text) for text in (card.terror, card.entry, card.midnight)) <= 1


def test_storm_tables():
    """A-6.1, A-6.2: Winter is as read or a neighbour of it, Summer lies between its readings and never above Winter."""
    for index in range(MANY):
        table = {season: [d.storms for d in completion(index).tracks if d.season == season] for season in (0, 1)}
        summer, winter = table[state.SUMMER], table[state.WINTER]
        assert winter[:5] == [0, 0, 4, 5, 6]
        assert abs(winter[5] - 8) <= 1 and abs(winter[6] - 9) <= 1
        assert summer[:2] == [0, 0]
        for low, drawn, high in zip([3, 4, 5, 6], summer[2:6], [4, 5, 6, 8], strict=True):
            assert low <= drawn <= high
        assert 7 <= summer[6] <= 9
        for days in (summer, winter):
            assert days == sorted(days)
        assert all(s <= w for s, w in zip(summer, winter, strict=True))


def shares(numbers):
    """How often each number occurs, as a share of all."""
    return {number: n / len(numbers) for number, n in Counter(numbers).items()}


def expected(menu):
    return {value: weight / sum(menu.weights) for value, weight in zip(menu.values, menu.weights, strict=True)}


def alone(group, fill, records, index):
    """Completion `index` of one group of facts, as `complete` draws it."""
    numbers = draws(SEED, list(GROUPS).index(group), index, 1 + len(records), 1)
    return fill(records, [own for (own,) in numbers])


def test_a_group_drawn_alone_is_the_one_of_the_completion():
    assert alone("track", tracks, load_cards().tracks, 3) == completion(3).tracks
    assert alone("storm_faces", storms, load_cards().storms, 3) == completion(3).storms


# Shares of 2,000 draws: standard deviation below 0.0112, bounds 0.05; false alarm below 1 in 100,000.
DRAWN = 2000


def test_days_are_drawn_as_their_priors_say():
    """A-6.2: Winter's Day 6 and Summer's Day 7 as their menus, neither reading of Summer's other days preferred."""
    drawn = [
        {(d.season, d.day): d.storms for d in alone("track", tracks, load_cards().tracks, i)} for i in range(DRAWN)
    ]
    winter_6 = {8 + step: share for step, share in expected(prior("track.neighbour")).items()}
    assert shares([days[state.WINTER, 6] for days in drawn]) == pytest.approx(winter_6, abs=0.05)
    summer_7 = expected(named_prior("tracks", "Summer day 7", "storms"))
    assert shares([days[state.SUMMER, 7] for days in drawn]) == pytest.approx(summer_7, abs=0.05)
    for day, light in ((3, 3), (4, 4), (5, 5)):
        found = shares([days[state.SUMMER, day] for days in drawn])
        assert found == pytest.approx({light: 0.5, light + 1: 0.5}, abs=0.05)


def test_what_is_known_holds_against_what_is_drawn():
    """A-6.1: a day that a user fills in low keeps the days before it at most as high."""
    days = tuple(replace(d, storms=4) if d.name == "Summer day 6" else d for d in load_cards().tracks)
    for index in range(200):
        summer = [d.storms for d in alone("track", tracks, days, index) if d.season == state.SUMMER]
        assert summer[5] == 4
        assert summer == sorted(summer)


def test_ancient_ones_keep_their_order_of_difficulty():
    """A-13.1: signs, doom spaces and share of storm icons never fall; no icon on the last space (C-15.12)."""
    for index in range(MANY):
        average, hard, insane = completion(index).ancient_ones
        assert average.signs < hard.signs < insane.signs
        assert average.doom <= hard.doom <= insane.doom
        assert len(average.icons) / average.doom <= len(hard.icons) / hard.doom <= len(insane.icons) / insane.doom
        for one in (average, hard, insane):
            assert one.icons
            assert one.icons[-1] < one.doom


def test_unknown_investigators_are_plain():
    """A-14, C-19: values that add up to 10, no ability, two or three starting cards."""
    for index in range(MANY):
        for person in completion(index).investigators[17:]:
            assert person.sanity + person.stamina == 10
            assert min(person.sanity, person.stamina) >= 3
            assert person.ability == state.NO_ABILITY
            assert 2 <= person.clues + person.common + person.unique + person.spell + person.ally + person.free <= 3


def test_unknown_items_do_what_their_class_does():
    """C-19.1, C-2.6: common mostly yellow, unique mostly red, spells mostly secure one die."""
    count = Counter()
    for index in range(MANY):
        for item in completion(index).items:
            if item.name.endswith("(unseen)"):
                count[item.kind] += 1
                count[item.kind, "yellow"] += item.effect == (Step("yellow"),)
                count[item.kind, "red"] += has(item.effect, "red")
                count[item.kind, "one"] += item.secures == 1
    assert count[state.COMMON, "yellow"] > 0.5 * count[state.COMMON]
    assert count[state.UNIQUE, "red"] > 0.5 * count[state.UNIQUE]
    assert count[state.SPELL, "one"] > 0.5 * count[state.SPELL]


def test_storm_markers_are_blank_as_often_as_the_prior_says():
    """A-10.7: the number of blanks has the prior's distribution, and nothing else moves it."""
    markers = load_cards().storms
    blanks = [sum(m.penalty == () for m in alone("storm_faces", storms, markers, i)) for i in range(DRAWN)]
    assert shares(blanks) == pytest.approx(expected(prior("storm_faces.blanks")), abs=0.05)


def test_seventeen_cards_have_a_group_of_another_expansion():
    """17 of 60 cards by a reviewer's count; mean of 60 completions.

    The standard deviation of one completion is below 4, of the mean 0.5; bounds 5 of them off.
    """

    def foreign(effect):
        return any(
            step.word == "split" and any(part[0].word in ("blessing", "curse") for part in step.parts)
            for step in effect
        )

    counts = [
        sum(
            foreign(card.reward) or foreign(card.penalty) for card in completion(i).adventures if card.kind == "alaskan"
        )
        for i in range(MANY)
    ]
    assert abs(sum(counts) / MANY - 17) < 2.5


# --- draws and priors ---------------------------------------------------------------------------
def test_menus_by_hand():
    menu = Menu(("a", "b", "c"), (1.0, 2.0, 1.0))
    assert [menu.at(x) for x in (0, 0.249, 0.25, 0.749, 0.75, 0.999)] == ["a", "a", "b", "b", "c", "c"]
    assert menu.keep([True, False, True]) == Menu(("a", "c"), (1.0, 1.0))
    assert menu.keep([False] * 3) is None


def test_draws_of_a_row_do_not_depend_on_the_number_of_rows():
    few, many = draws(1, 2, 3, rows=2, columns=2), draws(1, 2, 3, rows=9, columns=2)
    menu = Menu(tuple(range(100)), (1.0,) * 100)
    for i in range(2):
        for j in range(2):
            assert [few[i][j].pick(menu) for _ in range(20)] == [many[i][j].pick(menu) for _ in range(20)]


def test_draws_never_run_out():
    own = Draws([0.2, 0.7])
    assert [own.chance(0.5) for _ in range(6)] == [True, False] * 3
    assert own.one_of((1, 2, 3)) == 1


def test_every_prior_has_a_reason_and_weights():
    by_name, named = all_priors()
    for each in (*by_name.values(), *named.values()):
        assert len(each.reason) >= 8
        if isinstance(each.value, Menu):
            assert all(weight > 0 for weight in each.value.weights)
        elif isinstance(each.value, float):
            assert 0 < each.value < 1


def test_priors_of_single_values_name_cards_and_columns_that_are_there_and_unknown():
    facts = values(load_cards())
    for key in all_priors()[1]:
        assert is_unknown(facts[key]), key


def test_items_of_the_priors_can_be_used():
    """C-13.8: only securing cards secure dice, and they do nothing else."""
    for name, each in all_priors()[0].items():
        if name.startswith("items."):
            for text in each.value.values:
                assert isinstance(text, ItemText)
                assert (text.when == state.WHEN_SECURING) == (text.secures > 0) == (not text.effect)
