"""The card facts of R'lyeh Rising: what is known, how the rest is completed, and a user's own files."""

from __future__ import annotations

import csv
from collections import Counter
from functools import lru_cache

import pytest
from typer.testing import CliRunner

from sim.cards.checks import dice_of, has
from sim.cards.columns import FILES_OF
from sim.cards.completion import GROUPS_OF, complete, count_facts
from sim.cards.draws import Menu
from sim.cards.facts import CONFIDENCE, is_unknown, source_of
from sim.cards.loading import NAMES_OF, load_cards, shipped
from sim.cards.notation import parse_effect, parse_tasks
from sim.cards.priors import all_priors
from sim.cards.programs import compile_effect, in_play
from sim.cards.words import describe_effect
from sim.commands.cards import IDENTITY, app
from sim.entrances import SHIP_PRICES, purchases_at
from sim.errors import OmensError
from sim.rules import state

SEED = 20170118
MANY = 60
FILES = FILES_OF["rlyeh"]
SPECIALS = ("Calling", "Echoes of the Dream", "R'lyeh Risen", "The Sleeper Wakes")
LORDS = ("Hydra", "Dagon", "Cthulhu")


def facts():
    return load_cards(None, "rlyeh")


@lru_cache(maxsize=MANY)
def completion(index):
    return complete(facts(), SEED, index)


def values(cards):
    """Every value by file, card and column."""
    return {
        (file, card.name, column): getattr(card, column)
        for file, about in FILES.items()
        if file not in ("donors", "backs")
        for card in cards.kind(file)
        for column in about.columns
        if column not in ("source", "dice")
    }


# --- what is known -------------------------------------------------------------------------
def test_numbers_of_cards():
    """R-1.1: components of the mode, with the core game's."""
    cards = facts()
    pacific = Counter(card.stage for card in cards.adventures if card.kind == "pacific")
    assert pacific == {1: 30, 2: 30}
    assert tuple(card.name for card in cards.adventures if card.kind == "special") == SPECIALS
    assert [card.stage for card in cards.adventures if card.kind == "special"] == [1, 1, 2, 2]
    deep = Counter(item.kind for item in cards.items if item.expansion == "deep")
    assert deep == {state.COMMON: 3, state.UNIQUE: 3, state.SPELL: 3, state.ALLY: 3, state.SKILL: 12}
    assert sum(person.expansion == "deep" for person in cards.investigators) == 8
    assert [row.markers for row in cards.legion] == [15]
    assert (len(cards.missions), len(cards.amulet), len(cards.dark_waters)) == (5, 3, 1)
    assert Counter(card.stage for card in cards.mythos) == {1: 20, 2: 20}  # R:MYTHOS_SPLIT
    assert {offer.name for offer in cards.wreckage} == set(SHIP_PRICES)
    assert cards.storms == cards.tracks == ()


def test_any_ancient_one_may_be_chosen():
    """R-2.3: the three of the other mode too, with the same facts."""
    ours, theirs = facts().ancient_ones, load_cards().ancient_ones
    assert tuple(one.name for one in ours[3:]) == LORDS
    assert ours[:3] == theirs


def test_the_core_game_is_shared_and_the_other_expansion_is_not():
    """R-1.2, R-2.4: new cards are mixed into those of the core game."""
    ours, theirs = facts(), load_cards()
    assert ours.other_worlds == theirs.other_worlds
    assert ours.donors == theirs.donors
    for file in ("items", "monsters", "investigators"):
        core = [card for card in theirs.kind(file) if card.expansion == "core"]
        assert [card for card in ours.kind(file) if card.expansion == "core"] == core
        assert not any(card.expansion == "ice" for card in ours.kind(file))


def test_items_stand_by_class_whichever_file_they_stood_in():
    """So the rows of the core game and the mode's own draw alike in a folder of a user's own."""
    for cards in (facts(), load_cards()):
        kinds = [item.kind for item in cards.items]
        assert kinds == sorted(kinds)


def test_dice_of_adventures():
    dice = {card.name: card.dice for card in facts().adventures}
    assert dice["Calling"] == parse_tasks("terror | inv 2, lore")
    assert dice["Echoes of the Dream"] == parse_tasks("terror/peril, terror/lore > inv 1, inv 2, peril")
    assert dice["Maelstrom"] == parse_tasks("inv 1 > lore, lore > inv 1, inv 1")
    assert dice["Lost Arcana"] == parse_tasks("inv 8, lore, lore")
    assert all(dice.values())


def test_what_no_source_shows_is_blank():
    """R-15: nothing unknown is written as a fact."""
    cards = facts()
    for card in cards.adventures:
        texts = (card.tasks, card.lock, card.trophy, card.reward, card.penalty, card.terror, card.entry, card.midnight)
        assert texts == (None,) * 8
    counted = count_facts(cards)
    for group in ("missions", "legion", "dark_waters", "amulet", "wreckage", "mythos"):
        assert counted[group][0] == 0, group
    sheets = [getattr(one, column) for one in cards.ancient_ones[3:] for column in ("signs", "doom", "icons", "task")]
    assert sheets == [None] * 12


def test_every_known_value_has_a_source():
    cards = facts()
    for file, about in FILES.items():
        for card in cards.kind(file):
            for column in about.columns:
                if column not in IDENTITY and getattr(card, column) is not None:
                    source = source_of(card, column)
                    assert source is not None, (file, card.name, column)
                    assert source.key in cards.sources
                    assert source.confidence in CONFIDENCE


def test_every_cell_is_read_and_written_alike():
    for file, about in FILES.items():
        for card in facts().kind(file):
            for name, column in about.columns.items():
                value = getattr(card, name)
                assert column.value(column.cell(value)) == value


def test_every_column_that_can_be_blank_is_in_one_group():
    groups = GROUPS_OF["rlyeh"].values()
    grouped = [(file, column) for files in groups for file, columns in files.items() for column in columns]
    blankable = {
        (file, name)
        for file, about in FILES.items()
        for name, column in about.columns.items()
        if name not in IDENTITY and not (column.required and name != "tasks")
    }
    assert len(grouped) == len(set(grouped))
    assert set(grouped) == {pair for pair in blankable if pair[0] != "donors" and pair[1] != "dice"}


# --- words of the mode ------------------------------------------------------------------------
def test_words_belong_to_their_mode():
    """R-12, A-12.1: omen, amulet and Legion here; storms and supplies in Alaska."""
    reward = {mode: files["adventures"].columns["reward"] for mode, files in FILES_OF.items()}
    for word, mode, other in (("omen +1", "rlyeh", "alaska"), ("legion 1", "rlyeh", "alaska"),
                              ("amulet -1", "rlyeh", "alaska"), ("storm 3", "alaska", "rlyeh"),
                              ("supply +1", "alaska", "rlyeh")):  # fmt: skip
        assert reward[mode].value(word) == parse_effect(word)
        with pytest.raises(OmensError, match="expected"):
            reward[other].value(word)


def test_skills_are_in_play_here_alone():
    """R-11.1, A-12.5: in Alaska a group with a skill is forbidden."""
    split = parse_effect("split(skill -1, doom +1)")
    assert in_play(split, "rlyeh") == split
    assert in_play(split, "alaska") == parse_effect("doom +1")
    assert compile_effect(parse_effect("skill +1"), "rlyeh")
    assert compile_effect(parse_effect("skill +1"), "alaska") == ()
    assert in_play(parse_effect("split(blessing +1, clue +1)"), "rlyeh") == parse_effect("clue +1")


def test_effects_of_the_mode_in_words():
    text = describe_effect(parse_effect("omen +1; omen -2; amulet +1; legion 2; skill +1"))
    assert text == ("advance the omen, retreat the omen 2 times, 1 token of the amulet, 2 Legions appear, 1 skill")


# --- completions ------------------------------------------------------------------------------
def test_nothing_stays_unknown_and_every_value_fits_its_column():
    for index in range(MANY):
        for file, about in FILES.items():
            for card in completion(index).kind(file):
                for name, column in about.columns.items():
                    value = getattr(card, name)
                    if name == "dice" and value is None:
                        continue
                    assert not is_unknown(value), (file, card.name, name)
                    assert column.value(column.cell(value)) == value, (file, card.name, name)


def test_known_values_are_never_changed():
    for index in range(5):
        drawn = values(completion(index))
        for key, known in values(facts()).items():
            if not is_unknown(known):
                assert drawn[key] == known, key


@pytest.mark.parametrize("group", [group for group in GROUPS_OF["rlyeh"] if group != "stages"])
def test_a_group_is_drawn_again_alone(group):
    mine = {(file, column) for file, columns in GROUPS_OF["rlyeh"][group].items() for column in columns}
    moved = set()
    for other in range(1, 6):
        again = values(complete(facts(), SEED, 0, {group: other}))
        moved |= {(file, column) for (file, card, column), value in values(completion(0)).items()
                  if again[file, card, column] != value}  # fmt: skip
    assert moved
    assert moved <= mine


def test_a_sheet_of_both_modes_is_drawn_alike_in_both():
    for index in range(10):
        ours, theirs = completion(index).ancient_ones[:3], complete(load_cards(), SEED, index).ancient_ones
        assert [(one.doom, one.signs, one.icons, one.task) for one in ours] == [
            (one.doom, one.signs, one.icons, one.task) for one in theirs
        ]


def test_ancient_ones_keep_their_order_of_difficulty():
    """R-13.3: average, hard, insane; R-13.2: each has Legion icons, none on the last space (C-15.12)."""
    drawn = set()
    for index in range(MANY):
        average, hard, insane = sheets = completion(index).ancient_ones[3:]
        assert average.signs < hard.signs < insane.signs
        assert average.doom < hard.doom < insane.doom
        assert len(average.icons) / average.doom <= len(hard.icons) / hard.doom <= len(insane.icons) / insane.doom
        for one in sheets:
            assert one.icons and one.icons[-1] < one.doom
            assert 1 <= one.signs - one.doom <= 3
            assert one.attack_effects
        drawn.add(tuple((one.signs, one.doom) for one in sheets))
    assert len(drawn) > 10


def test_stage_one_gives_items_and_omen_advances_stage_two_signs_and_other_worlds():
    """R-7.9."""
    count = Counter()
    for index in range(MANY):
        for card in completion(index).adventures:
            if card.stage == 1:
                assert not has(card.reward, "sign") and not has(card.reward, "gate"), card.name
            if card.kind == "pacific":
                count[card.stage, "cards"] += 1
                for word in ("sign", "gate", "omen", "common"):
                    count[card.stage, word] += has(card.reward, word)
                count[card.stage, "text"] += bool(card.terror or card.entry or card.midnight)
                count[card.stage, "doom"] += has(card.penalty, "doom")
    share = {key: count[key] / count[key[0], "cards"] for key in count}
    assert share[2, "sign"] > 0.5
    assert share[2, "gate"] > 0.05
    assert share[1, "omen"] > 0.25 > share[2, "omen"]
    assert share[1, "common"] > 0.1
    assert share[2, "text"] > share[1, "text"]
    assert share[2, "doom"] > share[1, "doom"]


def test_specials_bring_each_other():
    """R-14.2, R-7.2: and Echoes of the Dream Stage II; R-14.1: they hold no markers."""
    for index in range(MANY):
        calling, echoes, risen, sleeper = completion(index).adventures[60:]
        assert has(calling.reward, "next_special") and not has(calling.reward, "stage_2")
        assert has(echoes.reward, "stage_2") and not has(echoes.reward, "next_special")
        assert has(risen.reward, "next_special") and not has(risen.reward, "stage_2")
        assert has(sleeper.reward, "sign")
        for card in (calling, echoes, risen, sleeper):
            assert not any(row.monster_task for row in card.tasks.rows)


def test_rows_ask_for_the_printed_dice():
    for index in range(20):
        for known, card in zip(facts().adventures, completion(index).adventures, strict=True):
            assert dice_of(card.tasks) == dice_of(known.dice)


def test_nothing_of_alaska_is_drawn():
    """No storms, no supplies: not even where its priors serve; but its Ancient Ones keep their texts (R-2.3)."""
    for index in range(MANY):
        cards = completion(index)
        for file in FILES:
            for card in cards.kind(file):
                if file == "ancient_ones" and card.name not in LORDS:
                    continue
                for column in FILES[file].columns:
                    value = getattr(card, column)
                    if isinstance(value, tuple) and column not in ("icons", "source"):
                        assert not any(has(value, word) for word in ("storm", "supply", "supplies")), card


def test_dark_waters_start_left_of_the_rightmost_space():
    """R-6.3, R-6.5: Stage II is not offered before the omen has advanced."""
    tracks = [completion(index).dark_waters[0] for index in range(MANY)]
    assert all(1 <= track.start < track.spaces for track in tracks)
    assert len({(track.spaces, track.start) for track in tracks}) > 5


def test_amulet_dice_exist():
    """R-8.1, C-2.1: three dice, of which at most one can be the yellow one and one the red one."""
    drawn = [Counter(space.die for space in completion(index).amulet) for index in range(MANY)]
    assert all(dice[state.YELLOW] <= 1 and dice[state.RED] <= 1 for dice in drawn)
    assert len({tuple(sorted(dice.items())) for dice in drawn}) > 1


def test_legions_cost_something_when_defeated():
    """R-5.4."""
    for index in range(MANY):
        (legion,) = completion(index).legion
        assert legion.cost
        assert legion.markers == 15


def test_missions_have_a_price_and_a_reward():
    """R-9.4."""
    for index in range(MANY):
        for mission in completion(index).missions:
            assert mission.price >= 2
            assert mission.reward


def test_the_wreckage_is_weaker_than_the_ship():
    """R-4.8: nothing is cheaper there, and something is missing more often than not."""
    missing = []
    for index in range(MANY):
        offers = completion(index).wreckage
        assert all(offer.price == -1 or offer.price > SHIP_PRICES[offer.name] for offer in offers)
        missing.append(sum(offer.price == -1 for offer in offers))
    assert 2 < sum(missing) / MANY < 4  # 10 offers, 3 in 10 gone; standard deviation of the mean 0.19


def test_purchases_stand_from_the_dearest_down_each_with_its_place():
    """Price and place tell a purchase from any other, the ship's included (R-4.3): it has two things for 4 trophies."""
    found = purchases_at([("common", 4), ("ally", 6), ("omen", -1), ("clue", 4), ("unique", 4)])
    assert found == (
        (6, 0, state.BUY_ALLY), (4, 2, state.BUY_COMMON), (4, 3, state.BUY_CLUE), (4, 0, state.BUY_UNIQUE),
    )  # fmt: skip


def test_skills_last():
    """R-12.1: they stay as their text says."""
    for index in range(20):
        for item in completion(index).items:
            if item.kind == state.SKILL:
                assert item.tokens >= 2 and not item.any_turn


def test_every_prior_has_a_reason_and_names_something_unknown():
    general, single = all_priors("rlyeh")
    for each in (*general.values(), *single.values()):
        assert len(each.reason) >= 8
        if isinstance(each.value, Menu):
            assert all(weight > 0 for weight in each.value.weights)
    assert not any(name.startswith(("track.", "storm_faces.")) for name in general)
    known = values(facts())
    own = {key for key in single if key not in all_priors("alaska")[1]}
    assert {card for _, card, _ in own} == {*LORDS, *SPECIALS}
    assert all(is_unknown(known[key]) for key in own)


# --- a user's own files -----------------------------------------------------------------------
def with_cell(folder, file, card, column, cell):
    """Write a shipped file into a folder with one cell changed."""
    rows = list(csv.reader(shipped(file, "rlyeh").decode().splitlines()))
    at = rows[0].index(column)
    for row in rows:
        if row[0] == card:
            row[at] = cell
    with (folder / f"{file}.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(rows)
    return folder


@pytest.mark.parametrize(
    ("file", "card", "column", "cell"),
    [
        ("adventures", "Maelstrom", "reward", "omen +1"),
        ("missions", "Mission 2 (unseen)", "price", "4"),
        ("legion", "Deep One Legion", "trophy", "-"),
        ("dark_waters", "Dark Waters", "start", "2"),
        ("amulet", "Amulet space 2", "die", "red"),
        ("wreckage", "ally", "price", "-"),
        ("ancient_ones", "Dagon", "doom", "9"),
        ("items", "Deep skill 3 (unseen)", "effect", "yellow"),
        ("mythos", "Ocean 4 (unseen)", "top", "omen -1"),
    ],
)
def test_filling_a_blank_in_changes_no_other_card(tmp_path, file, card, column, cell):
    own = values(complete(load_cards(with_cell(tmp_path, file, card, column, cell), "rlyeh"), SEED, 0))
    changed = {key for key, value in values(completion(0)).items() if own[key] != value}
    assert changed <= {(file, card, column), (file, card, "icons")}
    assert FILES[file].columns[column].cell(own[file, card, column]) == cell


@pytest.mark.parametrize(
    ("file", "card", "column", "cell", "says"),
    [
        ("adventures", "Maelstrom", "kind", "alaskan", 'column "kind": expected pacific'),
        ("adventures", "Maelstrom", "reward", "storm 3", 'column "reward"'),
        ("adventures", "Calling", "kind", "pacific", "3 special adventures, expected 4"),
        ("adventures", "The Sleeper Wakes", "reward", "next_special", "no next_special on the last special"),
        ("mythos", "Ocean 1 (unseen)", "stage", "", 'column "stage": expected a value'),
        ("mythos", "Ocean 1 (unseen)", "stage", "3", "from 1 to 2"),
        ("legion", "Deep One Legion", "markers", "0", "from 1 to 30"),
        ("dark_waters", "Dark Waters", "spaces", "1", "from 2 to 20"),
        ("amulet", "Amulet space 1", "die", "blue", "expected green, yellow, red"),
        ("wreckage", "ally", "name", "alli", "expected ally"),
        ("missions", "Mission 1 (unseen)", "price", "0", "from 1 to 20"),
        ("items", "Blunderbuss", "kind", "weapon", "expected common, unique, spell, ally, skill"),
    ],
)  # fmt: skip
def test_a_wrong_cell_is_told_in_one_line(tmp_path, file, card, column, cell, says):
    with pytest.raises(OmensError) as error:
        load_cards(with_cell(tmp_path, file, card, column, cell), "rlyeh")
    assert says in str(error.value)
    assert f"{file}.csv" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_start_beyond_the_track_is_refused(tmp_path):
    """R-6.3."""
    path = tmp_path / "dark_waters.csv"
    path.write_text("name,spaces,start,source\nDark Waters,5,5,\n")
    with pytest.raises(
        OmensError, match=r'dark_waters\.csv, Dark Waters, column "start": expected a space from 1 to 4'
    ):
        load_cards(tmp_path, "rlyeh")


def test_too_many_markers_are_refused(tmp_path):
    with pytest.raises(OmensError, match="62 markers, expected at most 60"):
        rows = shipped("monsters", "rlyeh").decode() + "".join(f"M{n},,,,,,,\n" for n in range(20))
        (tmp_path / "monsters.csv").write_text(rows)
        load_cards(tmp_path, "rlyeh")


def test_files_of_the_other_mode_are_told(tmp_path):
    (tmp_path / "storms.csv").write_bytes(shipped("storms", "alaska"))
    with pytest.raises(OmensError, match="a card file of the Alaska Expedition; --mode alaska plays with it"):
        load_cards(tmp_path, "rlyeh")


def cards(*arguments):
    """What ``omens cards`` prints, line by line; mistakes are raised."""
    result = CliRunner().invoke(app, list(map(str, arguments)), standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.output.splitlines()


def test_export_check_and_use(tmp_path):
    folder = tmp_path / "own"
    assert "--mode rlyeh" in cards("export", folder, "--mode", "rlyeh")[0]
    assert sorted(path.stem for path in folder.iterdir()) == sorted(NAMES_OF["rlyeh"])
    assert load_cards(folder, "rlyeh").digest == facts().digest
    with_cell(folder, "amulet", "Amulet space 1", "die", "red")
    assert "can be played" in cards("check", folder, "--mode", "rlyeh")[0]
    lines = cards("status", "--mode", "rlyeh", "--cards", folder)
    assert ["amulet", "1", "2", "33%"] in [line.split() for line in lines]


def test_cards_of_the_mode_are_shown():
    lines = cards("list", "legion", "--mode", "rlyeh")
    assert ["Deep", "One", "Legion", "1", "5"] in [line.split() for line in lines]  # 15 markers are known
    assert cards("show", "calling", "--mode", "rlyeh")[0] == "Calling (adventures.csv)"
    with pytest.raises(OmensError, match="did you mean rlyeh"):
        cards("status", "--mode", "rlye")
