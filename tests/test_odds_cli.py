"""``omens odds``: what it prints, and one line for every mistake."""

from __future__ import annotations

import csv
import io
import json

import pytest

from sim import odds as chances
from sim.cards.loading import load_cards
from sim.cli import main

NAMES = {card.name for card in chances.adventures_of(load_cards())}  # the dice rows of all are known


def omens(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["odds", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def one(capsys, *arguments: str) -> dict:
    code, out, err = omens(capsys, *arguments, "--format", "json")
    assert (code, err) == (0, "")
    (record,) = json.loads(out)
    return record


# --- what it answers ----------------------------------------------------------------------------
def test_success_in_full_precision(capsys):
    record = one(capsys, "--tasks", "lore > inv 3 > peril")  # E-21
    assert record["success"] == pytest.approx(0.69783812, abs=5e-9)
    assert (record["tasks"], record["green"], record["focus"]) == ("lore > inv 3 > peril", 6, True)


def test_every_kind_of_help_reaches_the_solver(capsys):
    lore = ("--tasks", "lore, lore", "--green", "2")
    (bare, focus) = (one(capsys, *lore, "--no-focus")["success"], one(capsys, *lore)["success"])
    assert bare == pytest.approx(1 / 36)
    assert focus == pytest.approx(1 / 36)  # the second die is discarded (C-7.8)
    three = ("--tasks", "lore, lore", "--green", "3", "--no-focus")
    assert one(capsys, *three, "--spells", "1")["success"] > one(capsys, *three)["success"] + 0.01
    # one clue: keep a lore if one is there, else both again
    assert one(capsys, *lore, "--clues", "1", "--no-focus")["success"] == pytest.approx(1 / 36 + 10 / 216 + 25 / 36**2)
    assert one(capsys, *lore, "--yellow", "1", "--no-focus")["success"] == pytest.approx(
        16 / 216 + 200 / 216 / 36, abs=1e-12
    )
    assert one(capsys, *lore, "--red", "1", "--no-focus")["success"] > one(capsys, *lore, "--yellow", "1")["success"]


def test_rulings_reach_the_solver(capsys):
    tasks = ("--tasks", "lore > inv 3 > peril")
    strict = one(capsys, *tasks, "--ruling", "EMPTY_POOL=STRICT")["success"]
    assert strict == pytest.approx(0.66117335, abs=5e-9)  # E-21
    ends = one(capsys, *tasks, "--terror", "ends")["success"]
    assert ends < one(capsys, *tasks, "--terror", "discards")["success"] < 0.69783812


def test_monsters_on_free_monster_tasks_and_below(capsys):
    def success(tasks, *monsters):
        return one(capsys, "--tasks", tasks, *(word for m in monsters for word in ("--monster", m)))["success"]

    assert success("[] | lore", "peril") == pytest.approx(success("peril | lore"))  # C-11.7
    assert success("[lore, lore] | lore", "peril") == pytest.approx(success("peril | lore"))
    assert success("lore, [lore] | lore", "peril") == pytest.approx(success("lore, peril | lore"))
    assert success("lore > inv 3", "peril") == pytest.approx(success("lore > inv 3 > peril"))  # C-6.2
    assert success("[] | lore", "peril", "terror") == pytest.approx(success("peril | lore | terror"))


def test_points_for_costs(capsys):
    tasks = ("--tasks", "lore, sanity 2 | peril")
    assert one(capsys, *tasks, "--sanity", "3")["success"] == one(capsys, *tasks)["success"]
    broke = one(capsys, *tasks, "--sanity", "2")  # C-6.8
    assert (broke["success"], broke["note"]) == (0, "the points do not pay for 'lore, sanity 2'")


def test_a_card_by_name_says_what_is_unknown_of_it(capsys):
    record = one(capsys, "arctic fog")
    assert record["name"] == "Arctic Fog"
    assert record["success"] == one(capsys, "--tasks", "inv 1 > inv 2 > inv 2, peril")["success"]
    assert record["unknown"] == ["boxes and costs", "terror effect"]
    _, out, _ = omens(capsys, "Arctic Fog")
    assert "Arctic Fog: boxes and costs and terror effect unknown" in out
    assert one(capsys, "Arctic Fog", "--terror", "none")["unknown"] == ["boxes and costs"]


def test_completions_fill_in_what_is_unknown(capsys):
    record = one(capsys, "Arctic Fog", "--completions", "20")
    assert record["success_low"] <= record["success"] <= record["success_high"]
    assert record["success_low"] < record["success_high"]
    assert record == one(capsys, "Arctic Fog", "--completions", "20", "--seed", "0")
    assert record["success"] != one(capsys, "Arctic Fog", "--completions", "20", "--seed", "1")["success"]
    assert record["success_high"] <= one(capsys, "Arctic Fog")["success"]  # boxes and terror never help


@pytest.mark.parametrize(
    ("tasks", "why"),
    [
        ("inv 20", "no roll of these dice completes 'inv 20'"),
        ("lore, lore, lore, lore, lore, lore, lore", "needs 7 dice, there are 6"),
        ("lore, lore, lore, lore | peril, peril, peril", "the rows need 7 dice, there are 6"),
    ],
)
def test_a_task_that_no_dice_can_complete(capsys, tasks, why):
    record = one(capsys, "--tasks", tasks)
    assert record["success"] == 0
    assert why in record["note"]
    assert why in omens(capsys, "--tasks", tasks)[1]


def test_distribution(capsys):
    record = one(capsys, "--tasks", "lore, lore", "--no-focus", "--distribution")
    assert record["by_tasks"] == pytest.approx([1 - record["success"], record["success"]])
    assert record["tasks_completed"] == pytest.approx(0.53724803, abs=1e-8)  # NR-05
    assert record["terror_effects"] == pytest.approx(1.526146, abs=1e-6)  # NR-15
    once = one(capsys, "--tasks", "lore, lore", "--no-focus", "--distribution", "--ruling", "TERROR_SCOPE=PER_PHASE")
    assert once["terror_effects"] == pytest.approx(0.673970, abs=1e-6)  # NR-15


def test_table_and_csv_hold_the_same_cards(capsys):
    names = ("Arctic Fog", "Into the Wild")
    _, table, _ = omens(capsys, *names)
    _, lines, _ = omens(capsys, *names, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(lines)))
    assert [row["name"] for row in rows] == list(names)
    for row in rows:
        assert f"{100 * float(row['success']):.2f} %" in table


def test_the_whole_deck(capsys):
    code, out, err = omens(capsys, "--all", "--format", "json")
    deck = json.loads(out)
    assert (code, err) == (0, "")
    assert {card["name"] for card in deck} == NAMES
    assert [card["focus"] for card in deck] == sorted(card["focus"] for card in deck)
    for card in deck:
        for more in set(chances.DECK_HELP) - {"green"}:
            assert card[more] >= card["green"] - 1e-12
    _, table, _ = omens(capsys, "--all")
    assert len(table.splitlines()) == len(NAMES) + 2


# --- mistakes: one line, exit code 2 -----------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name cards, or give --tasks, or --all"),
        (("Arctic Fog", "--tasks", "lore"), "name cards, or give --tasks, or --all"),
        (("artic fogg",), "did you mean Arctic Fog?"),
        (("--tasks", "lore > inv x"), "--tasks: 'lore > inv x', character 12: expected a number"),
        (("--tasks", "lore > lor"), 'character 8: expected "lore"'),
        (("--tasks", "lore | peril > terror"), 'expected "|" between all tasks or none'),
        (("--tasks", "[]"), "expected a row to complete"),
        (("--tasks", "lore", "--monster", "troll"), "--monster: 'troll', character 1"),
        (("--tasks", "lore | lore | lore | lore", *["--monster", "peril"] * 3), "7 rows with all monsters; up to 6"),
        (("--tasks", "lore", "--green", "7"), "--green: 7 is out of range; 0 to 6"),
        (("--tasks", "lore", "--yellow", "2"), "--yellow: 2 is out of range; 0 to 1"),
        (("--tasks", "lore", "--clues", "10"), "--clues: 10 is out of range; 0 to 9"),
        (("--tasks", "lore", "--spells", "3"), "--spells: 3 is out of range; 0 to 2"),
        (("--tasks", "lore", "--sanity", "0"), "--sanity: 0 is out of range"),
        (("--tasks", "lore", "--ruling", "REWARD_ORDER=PRINTED"), "does not act on the dice of an attempt"),
        (("--tasks", "lore", "--ruling", "EMPTY_POOL=SOME"), "ruling EMPTY_POOL: expected"),
        (("--tasks", "lore", "--mode", "museum"), "museum"),
        (("--all", "--clues", "1"), "has a column for each kind of help"),
    ],
)
def test_mistakes(capsys, arguments, said):
    code, out, err = omens(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_too_much_work_is_refused_before_it_starts(capsys, monkeypatch):
    monkeypatch.setattr(chances, "success", None)  # nothing may be solved
    wide = ("--tasks", "lore | peril | inv 3 | terror", "--monster", "lore", "--monster", "peril")
    code, out, err = omens(capsys, *wide, "--yellow", "1", "--red", "1", "--spells", "2", "--clues", "9")
    assert (code, out) == (2, "")
    assert "minutes of work; lower --spells, --clues" in err
