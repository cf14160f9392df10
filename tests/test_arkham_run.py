"""omens arkham: what is asked, mistakes, results, and the same rows however the run is cut."""

import csv
import io
import json
import resource

import numpy as np
import pyarrow.parquet as pq
import pytest

from sim.arkham.batch import play_run
from sim.arkham.run import Cell, command, plan
from sim.cli import main
from sim.runs.journal import Journal
from sim.spread import How
from sim.tally import row_dtype

GRID = {"ancient_one": "yig,hastur", "players": "1,8", "policy": "idle,steady", "games": 700, "seed": 5}


def rows_of(how: How, **changed) -> np.ndarray:
    return np.concatenate([rows for _, rows in play_run(plan(**GRID | changed), how)])


@pytest.mark.parametrize("how", [How(1, 64), How(2, 333), How(2, 50_000, "threading")], ids=str)
def test_rows_do_not_depend_on_jobs_or_chunks(how):
    assert np.array_equal(rows_of(how), rows_of(How(1, 1000)))


def test_the_same_game_in_a_longer_run():
    """Game 650 is game 650 however many are played."""
    short, long = rows_of(How(), games=700), rows_of(How(), games=900)
    assert np.array_equal(short[650:700], long[650:700]) and not np.array_equal(short[:50], long[50:100])


def test_cells_are_the_product_of_what_is_named():
    run = plan(**GRID | {"players": "all", "ancient_one": "all", "policy": "all"})
    assert len(run.cells) == 8 * 8 * 5  # eight Ancient Ones, eight counts of players, all policies but random
    assert run.cells[0] == Cell("azathoth", 1, "idle")


def test_the_command_repeats_the_run():
    given = GRID | {
        "texts": False,
        "rulings": ["surge_count=gates_only"],
        "rates": ["closings=0.5", "beaten=1,2,3,4,5,6,7,8"],
        "sealed": "woods,hibbs roadhouse",
        "extra": "sealed",
        "extra_at": 6,
    }
    again = command(plan(**given | {"rates": ["closings=0.123456789", "lost=1e-7"]}))
    assert "closings=0.123456789" in again and "lost=1e-07" in again, "every digit"
    words = command(plan(**given)).split()
    assert words[:2] == ["omens", "arkham"]
    options = {word: words[at + 1] for at, word in enumerate(words) if word.startswith("--")}
    assert options["--texts"] == "off" and options["--extra-at"] == "6" and options["--seed"] == "5"
    assert "SURGE_COUNT=GATES_ONLY" in words and "beaten=1,2,3,4,5,6,7,8" in words


ONE = ["--ancient-one", "yig", "--players", "1"]
MISTAKES = {
    "an Ancient One": (["--ancient-one", "yigg"], "--ancient-one 'yigg': unknown; did you mean yig?"),
    "a policy": (["--policy", "idel"], "did you mean idle?"),
    "players": (["--players", "9"], "1 to 8 would be right"),
    "no games": (["--games", "0"], "--games: 0 is out of range; 1 to"),
    "a seed below": (["--seed", "-1"], "--seed: -1 is out of range"),
    "a rate": (["--rate", "closing=1"], "rate 'closing': unknown; did you mean closings?"),
    "a rate without value": (["--rate", "closings"], "expected NAME=NUMBER"),
    "a rate that is none": (
        ["--rate", "closings=often"],
        "a number from 0 to 8, or 8 numbers from 0 to 64 for groups of",
    ),
    "a rate that is no number": (["--rate", "closings=nan"], "expected a number from 0 to 8"),
    "half a die": (["--rate", "lore=0.5"], "rate lore: expected a whole number from 0 to 20"),
    "a rate out of range": (["--rate", "rumors=2"], "expected a number from 0 to 1"),
    "three numbers": (["--rate", "closings=1,2,3"], "or 8 numbers from 0 to 64 for groups"),
    "a rate twice": (["--rate", "clues=1", "--rate", "clues=2"], "is there twice"),
    "a ruling": (["--ruling", "SURGE=GATES_ONLY"], "ruling 'SURGE': unknown; did you mean SURGE_COUNT?"),
    "a ruling's value": (["--ruling", "SURGE_COUNT=MAX"], "ruling SURGE_COUNT, value 'MAX': unknown"),
    "a ruling twice": (["--ruling", "RUMOR_DONE=BOX", "--ruling", "RUMOR_DONE=BOX"], "is there twice"),
    "a rate without a number": (["--rate", "closings="], "found ''"),
    "eight chances": (["--rate", "rumors=1,1,1,1,1,1,1,2"], "or 8 numbers from 0 to 1 for groups of 1 to 8"),
    "no place": (["--sealed", "downtown"], "--sealed 'downtown': unknown; expected one of Independence Square,"),
    "a place left out": (["--sealed", "woods,"], "--sealed '': unknown; expected one of"),
    "a place": (["--sealed", "wood"], "did you mean Woods?"),
    "six seals": (
        ["--sealed", "woods,graveyard,the unnamable,black cave,the witch house,unvisited isle"],
        "6 seals win the game before it begins (H-12.1)",
    ),
    "one gate more twice": (["--extra", "closed", "--worth"], "leave --extra out"),
    "an extra": (["--extra", "opened"], "--extra 'opened': unknown"),
    "an extra too early": (["--extra", "closed", "--extra-at", "0"], "--extra-at: 0 is out of range"),
    "a replay of many cells": (["--replay", "3"], "tells one game of one cell"),
    "a replay below": (["--replay", "-2", "--ancient-one", "yig", "--players", "1"], "0 to 9999999999 would be right"),
    "a replay beyond": (["--replay", "10000000000"], "--replay: 10000000000 is no number of a game; 0 to 9999999999"),
    "a replay in a folder": ([*ONE, "--replay", "2", "--out", "new"], "--replay: tells one game, as sentences or"),
    "a replay and a worth": ([*ONE, "--replay", "2", "--worth"], "leave --worth out"),
    "a replay as a table": ([*ONE, "--replay", "2", "--format", "csv"], "leave --format csv out"),
    "jobs": (["--jobs", "0"], "--jobs: 0 is out of range"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line(capfd, mistake):
    words, message = MISTAKES[mistake]
    assert main(["arkham", *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.count("\n") == 1 and message in err


def test_a_folder_that_holds_something_else_is_left_alone(capfd, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["arkham", "--games", "10", "--out", str(tmp_path)]) == 2
    assert "name a new or an empty folder" in capfd.readouterr().err
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.txt"]


def test_a_folder_that_cannot_be_written_is_told_before_a_game_is_played(capfd, tmp_path, monkeypatch):
    def none(*_):
        raise AssertionError("games are played")

    monkeypatch.setattr("sim.arkham.batch.play_chunk", none)
    monkeypatch.setattr("sim.arkham.worth.play_chunk", none)
    (tmp_path / "file").write_text("mine")
    assert main(["arkham", "--games", "10", "--jobs", "1", "--out", str(tmp_path / "file")]) == 2
    assert "can't be written" in capfd.readouterr().err


def test_where_every_game_is_won_none_ends_otherwise(capfd):
    """The one gate of the setup sealed at once closes the last one, with a trophy a player (H-12.1)."""
    out = printed(capfd, "--players", "1", "--games", "20", "--extra", "sealed", "--extra-at", "1")
    assert "100.0%" in out and "(0%)" not in out


def test_games_of_a_killed_run_are_not_lost(capfd, tmp_path):
    journal = Journal(tmp_path / "journal.part")
    journal.begin({"program": "omens", "games_per_cell": 3})
    journal.add(np.zeros(3, row_dtype))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert main(["arkham", "--games", "10", "--out", str(tmp_path)]) == 2
    assert "holds a run that was killed; omens run ... --resume goes on with it" in capfd.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.fixture
def files_of_two_kilobytes_at_most():
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("files_of_two_kilobytes_at_most")
def test_a_disk_that_is_full_names_the_folder_and_leaves_nothing(capfd, tmp_path):
    out = tmp_path / "new"
    assert main([*WORDS, "--out", str(out)]) == 2
    printed, said = capfd.readouterr()
    assert printed == "" and said == f"omens: --out {out}: can't be written: File too large\n"
    assert not out.exists()


WORDS = ["arkham", "--ancient-one", "yig", "--players", "3", "--games", "400", "--jobs", "1"]


def printed(capfd, *more: str) -> str:
    assert main([*WORDS, *more]) == 0
    return capfd.readouterr().out


def test_json_has_the_cell_its_quantiles_and_causes(capfd):
    """The numbers are those of the rows, worked out by numpy."""
    (cell,) = json.loads(printed(capfd, "--format", "json"))
    rows = np.concatenate([r for _, r in play_run(plan(**GRID | {"ancient_one": "yig", "players": "3",
                           "policy": "idle", "games": 400, "seed": 0}), How())])  # fmt: skip
    assert cell["mean_mythos_cards"] == pytest.approx(rows["cards"].mean())
    half = 1.959964 * rows["cards"].std(ddof=1) / 20  # 400 games
    assert cell["ci_high"] - cell["mean_mythos_cards"] == pytest.approx(half, rel=1e-6)
    for name, share in (("p10", 0.1), ("median", 0.5), ("p90", 0.9)):
        assert cell[name] == np.quantile(rows["cards"], share, method="inverted_cdf")
    assert sum(cell["causes"].values()) == pytest.approx(1)
    assert set(cell["causes"]) == {"doom", "gates", "markers", "cup", "terror10", "victory"}
    assert cell["causes"]["gates"] == (rows["cause"] == 2).mean()
    for name, column in (("mean_terror", "terror"), ("mean_surges", "surges"), ("mean_doom", "doom")):
        assert cell[name] == pytest.approx(rows[column].mean())
    assert cell["shops_closed"] == pytest.approx(np.minimum(rows["terror"] // 3, 3).mean())


def test_csv_and_table_tell_the_same(capfd):
    (line,) = csv.DictReader(io.StringIO(printed(capfd, "--format", "csv")))
    (cell,) = json.loads(printed(capfd, "--format", "json"))
    assert float(line["cause_gates"]) == cell["causes"]["gates"]
    table = printed(capfd)
    assert f"{cell['mean_mythos_cards']:.2f}" in table and "95 % interval" in table


def test_the_folder_holds_every_game_and_how_to_repeat_it(capfd, tmp_path):
    out = tmp_path / "new"
    printed(capfd, "--out", str(out), "--format", "json")
    assert sorted(entry.name for entry in out.iterdir()) == [
        "games.parquet", "manifest.json", "report.html", "summary.csv",
    ]  # fmt: skip
    games = pq.read_table(out / "games.parquet")
    assert games.num_rows == 400 and set(games.column("ancient_one").to_pylist()) == {"yig"}
    about = json.loads((out / "manifest.json").read_text())
    assert about["game"] == "arkham" and about["command"].startswith("omens arkham --ancient-one yig --players 3")
    page = (out / "report.html").read_text()
    assert "<svg" in page and "nan" not in page.lower().replace("ancient", "")
