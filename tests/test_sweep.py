"""Sweeping over values of the scenario, turning many, and finding the one that gives a wanted win rate."""

import json

import pytest

from sim.cli import main
from sim.errors import OmensError
from sim.lab.sweep import Knob, parse_knob, points_of

CELL = ["--ancient-one", "rhan-tegoth", "--season", "winter", "--players", "4", "--completions", "2", "--jobs", "1"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("winter.day6=6..10", (6, 7, 8, 9, 10)),
        ("supplies=0..20..10", (0, 10, 20)),
        ("ithaqua.doom=12,14", (12, 14)),
        ("Supplies = 5..5", (5,)),
    ],
)
def test_ranges(text, values):
    assert parse_knob(text).values == values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("winter.day9=1..2", r"did you mean winter\.day7\?"),
        ("winter.day6=10..6", r"expected a range as 6\.\.10"),
        ("winter.day6=x", r"expected a range as 6\.\.10"),
        ("winter.day6", r"expected a range as 6\.\.10"),
        ("winter.table=0..3", "cannot be swept over"),
    ],
)
def test_mistakes_in_ranges(text, message):
    with pytest.raises(OmensError, match=message):
        parse_knob(text)


def test_two_knobs_make_a_grid_that_must_not_be_too_large():
    assert points_of([Knob("a", (1, 2)), Knob("b", (3, 4))]) == [
        {"a": 1, "b": 3}, {"a": 1, "b": 4}, {"a": 2, "b": 3}, {"a": 2, "b": 4},
    ]  # fmt: skip
    with pytest.raises(OmensError, match="400 values in all; 200 at most"):
        points_of([Knob("a", tuple(range(20))), Knob("b", tuple(range(20)))])


def test_fewer_signs_to_seal_are_easier_on_the_same_games(capfd):
    assert main(["sweep", *CELL, "--set", "rhan-tegoth.signs=3..9..6", "--games", "60", "--format", "json"]) == 0
    few, many = json.loads(capfd.readouterr().out)
    assert (few["rhan-tegoth.signs"], many["rhan-tegoth.signs"]) == (3, 9)
    assert few["win_rate"] > many["win_rate"] and few["games"] == 60
    assert few["difference_low"] <= few["difference"] <= few["difference_high"]


def test_sweep_writes_a_page(tmp_path, capfd):
    words = ["--set", "supplies=5..15..10", "--set", "rhan-tegoth.doom=9..10", "--games", "10"]
    assert main(["sweep", *CELL, *words, "--out", str(tmp_path / "page")]) == 0
    page = (tmp_path / "page" / "report.html").read_text()
    assert "<svg" in page and "omens sweep" in page and "rhan-tegoth.doom" in page


def test_tornado_ranks_the_strongest_first(capfd):
    words = ["--knob", "supplies=14..16", "--knob", "rhan-tegoth.signs=2..20", "--games", "60", "--format", "csv"]
    assert main(["tornado", *CELL, *words]) == 0
    _, first, *_ = capfd.readouterr().out.splitlines()
    assert first.startswith("rhan-tegoth.signs=2,")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sweep"], "0 ranges are set; one or two would be right"),
        (["sweep", "--set", "a=1..2"], "setting 'a': unknown"),
        (["tornado", "--knob", "supplies"], "expected a range"),
    ],
)
def test_mistakes_are_one_line(capfd, words, message):
    assert main(words) == 2
    error = capfd.readouterr().err
    assert message in error and error.count("\n") == 1
