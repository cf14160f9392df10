"""Mistakes in what is asked of the games: one line before anything is played, exit code 2, nothing written."""

import json

import pytest

from sim.cli import main
from sim.commands.printing import print_json

CELL = ["--ancient-one", "ithaqua", "--season", "summer", "--players", "1", "--jobs", "1"]
A = ["compare", "--a", "", "--b", "supplies=10", *CELL]

MISTAKES = {
    "uncertainty with one game": (["uncertainty", *CELL, "--games", "1"], "--games: 1 is out of range; 2 to"),
    "endless ranges": (
        ["sweep", *CELL, "--set", "summer.day6=0..28", "--set", "supplies=0..99"],
        "2900 values in all; 200 at most",
    ),
    "a range beyond the setting": (["sweep", *CELL, "--set", "summer.day6=1..99999"], "expected numbers from 0 to 28"),
    "a step of nothing": (["sweep", *CELL, "--set", "summer.day6=1..2..0"], "expected a range as 6..10"),
    "a digit that is none": (["sweep", *CELL, "--set", "summer.day6=1..٣"], "expected a range as 6..10"),
    "a season that nobody plays": (["tornado", *CELL, "--knob", "winter.day6=5..7"], "no cell is played with winter"),
    "an Ancient One that nobody meets": (
        ["solve", *CELL, "--knob", "rhan-tegoth.signs=5..9", "--wanted", "50%"],
        "no cell is played with rhan-tegoth",
    ),
    "a knob twice": (
        ["tornado", *CELL, "--knob", "supplies=5..7", "--knob", "supplies=1..2"],
        "--knob supplies: is there twice",
    ),
    "a knob not turned": (["tornado", *CELL, "--knob", "supplies=5..5"], "a single value turns nothing"),
    "a variant twice": ([*A, "--b", "supplies=10"], "--b 'supplies=10': is there twice"),
    "two stop rules": ([*A, "--until", "", "--sprt", "0,1pp"], "one stop rule at a time"),
    "errors without a test": ([*A, "--alpha", "0.1"], "belong to --sprt"),
    "a test that cannot decide": ([*A, "--games", "4", "--sprt", "0,1pp"], "4 pairs in all can never decide"),
    "hardly an error": ([*A, "--sprt", "0,1pp", "--beta", "1e-320"], "--beta: 9.99989e-321 is out of range"),
    "an interval out of reach": (["run", *CELL, "--games", "20", "--until", "0.001pp"], "cannot be met with 20 games"),
    "a rate that is none": (["solve", *CELL, "--knob", "supplies=1..3", "--wanted", "nan"], "as 50%, found 'nan'"),
    "an unknown option": (["choices", *CELL, "--option", "camp.aly"], "--option 'camp.aly': unknown; did you mean"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line(capfd, mistake):
    words, message = MISTAKES[mistake]
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err


@pytest.mark.parametrize("verb", ["compare", "sweep", "tornado", "solve", "uncertainty", "luck", "score", "choices"])
def test_a_page_that_cannot_be_written_is_told_before_anything_is_played(capfd, tmp_path, verb):
    """A file, a folder below a file, and a folder that holds something else."""
    words = {
        "compare": ["--a", "", "--b", "supplies=10"],
        "sweep": ["--set", "supplies=1..2"],
        "solve": ["--knob", "supplies=1..3", "--wanted", "50%"],
    }.get(verb, [])
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    for folder, message in (("file", "is no folder"), ("file/below", "is no folder"), ("full", "holds notes.txt")):
        assert main([verb, *CELL, *words, "--out", str(tmp_path / folder)]) == 2
        out, err = capfd.readouterr()
        assert out == "" and err.count("\n") == 1 and message in err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full", "notes.txt"]


def test_what_is_no_number_is_null(capsys):
    print_json([{"a": float("nan"), "b": [1.5, float("inf")], "c": {"d": "nan"}}])
    assert json.loads(capsys.readouterr().out) == [{"a": None, "b": [1.5, None], "c": {"d": "nan"}}]


def test_usual_knobs_keep_to_what_can_be_set(capfd):
    """97 supplies cannot be turned up by 5, nor one Elder Sign down by one."""
    words = ["--set", "supplies=97", "--set", "ithaqua.signs=1", "--set", "summer.day6=28", "--games", "2"]
    assert main(["tornado", *CELL, *words, "--format", "json"]) == 0
    values = {line["value"] for line in json.loads(capfd.readouterr().out)}
    assert {"supplies=92", "supplies=99", "ithaqua.signs=1", "ithaqua.signs=2", "summer.day6=28"} <= values


def test_a_list_of_values_is_swept_over(capfd):
    assert main(["sweep", *CELL, "--set", "summer.day6=1,4", "--games", "2", "--format", "json"]) == 0
    assert [line["summer.day6"] for line in json.loads(capfd.readouterr().out)] == [1, 4]
