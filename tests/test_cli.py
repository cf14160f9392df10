"""The command line: what it prints, and one line for every mistake."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import sim.cli
import sim.grid
import sim.runs.results
import sim.start
from reports.page import write_page
from sim.cli import main

CELL = ["--ancient-one", "ithaqua", "--season", "winter", "--players", "1"]
SMALL = [*CELL, "--games", "40", "--completions", "4", "--jobs", "1"]
CELL_COLUMNS = ["mode", "ancient_one", "season", "players", "policy"]
RATE_COLUMNS = ["games", "wins", "win_rate", "ci_low", "ci_high", "total_low", "total_high", "loss_causes"]
MEAN_COLUMNS = ["mean_days", "mean_turns", "mean_elder_signs", "mean_doom", "devoured_per_game"]
COLUMNS = [*CELL_COLUMNS, *RATE_COLUMNS, *MEAN_COLUMNS, "awakened_rate", "battle_win_rate"]


def omens(capsys, *arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


# --- what it prints ------------------------------------------------------------------------
def test_json_is_one_list_of_cells_and_nothing_else(capsys):
    code, out, err = omens(capsys, "run", *SMALL, "--season", "summer,winter", "--format", "json")
    cells = json.loads(out)
    assert (code, err) == (0, "")
    assert [list(cell) for cell in cells] == [COLUMNS, COLUMNS]
    assert [cell["season"] for cell in cells] == ["summer", "winter"]
    for cell in cells:
        assert cell["games"] == 40 == cell["wins"] + sum(cell["loss_causes"].values())
        assert cell["total_low"] <= cell["ci_low"] <= cell["win_rate"] <= cell["ci_high"] <= cell["total_high"]


def test_csv_has_the_same_columns_and_cells(capsys):
    _, as_json, _ = omens(capsys, "run", *SMALL, "--format", "json")
    _, as_csv, _ = omens(capsys, "run", *SMALL, "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(as_csv))
    (cell,) = json.loads(as_json)
    assert list(row) == COLUMNS
    assert (int(row["wins"]), float(row["mean_turns"])) == (cell["wins"], cell["mean_turns"])


def test_table_has_a_line_for_each_cell(capsys):
    _, out, _ = omens(capsys, "run", *SMALL, "--season", "all")
    _heading, summer, winter, _caption = out.splitlines()
    assert "summer" in summer and "winter" in winter


def test_comma_lists_and_all_make_the_grid_in_the_order_given(capsys):
    grid = ["--ancient-one", "ithaqua,rhan-tegoth", "--season", "all", "--players", "3,1", "--policy", "random,greedy"]
    _, out, _ = omens(capsys, "run", *grid, "--games", "2", "--jobs", "1", "--format", "json")
    cells = [(c["ancient_one"], c["season"], c["players"], c["policy"]) for c in json.loads(out)]
    assert len(cells) == 16 == len(set(cells))
    assert cells[:3] == [
        ("ithaqua", "summer", 3, "random"),
        ("ithaqua", "summer", 3, "greedy"),
        ("ithaqua", "summer", 1, "random"),
    ]


def test_rulings_and_settings_reach_the_games(capsys):
    def mean_doom(*more: str) -> float:
        _, out, _ = omens(capsys, "run", *SMALL, "--format", "json", *more)
        return json.loads(out)[0]["mean_doom"]

    assert mean_doom("--set", "ithaqua.doom=3") <= 3 < mean_doom()  # C-15.2: no more doom than spaces


def test_turn_cap_stops_games_undecided(capsys):  # C-18.3
    _, out, _ = omens(capsys, "run", *SMALL, "--format", "json", "--ruling", "TURN_CAP=1")
    assert json.loads(out)[0]["loss_causes"]["turn_limit"] == 40


@pytest.mark.parametrize("command", [[], ["run"], ["replay"], ["bench"], ["cards"]])
def test_every_command_has_help(capsys, command):
    code, out, _ = omens(capsys, *command, "--help")
    assert code == 0
    assert "Usage: omens" in out


def test_no_command_prints_the_help(capsys):
    code, out, _ = omens(capsys)
    assert code == 0
    assert "Usage: omens" in out


# --- the folder ----------------------------------------------------------------------------
@pytest.fixture
def folder(tmp_path, capsys) -> Path:
    assert omens(capsys, "run", *SMALL, "--out", str(tmp_path / "out"))[0] == 0
    return tmp_path / "out"


def test_out_holds_the_four_files_and_nothing_else(folder):
    assert sorted(path.name for path in folder.iterdir()) == [
        "games.parquet",
        "manifest.json",
        "report.html",
        "summary.csv",
    ]
    assert pq.read_table(folder / "games.parquet").num_rows == 40
    assert len(list(csv.DictReader((folder / "summary.csv").open()))) == 1


def test_the_manifest_repeats_the_run_to_the_bit(folder, tmp_path, capsys):
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["finished"], manifest["games_played"], manifest["completions"]) == (True, 40, 4)
    program, *words = shlex.split(manifest["command"])
    assert program == "omens"
    again = tmp_path / "again"
    assert omens(capsys, *words, "--out", str(again), "--jobs", "2", "--chunk", "7")[0] == 0
    for name in ("games.parquet", "summary.csv", "manifest.json"):
        assert (again / name).read_bytes() == (folder / name).read_bytes()


def test_a_run_replaces_an_earlier_one(folder, capsys):
    assert omens(capsys, "run", *SMALL, "--games", "8", "--out", str(folder))[0] == 0
    assert pq.read_table(folder / "games.parquet").num_rows == 8


def test_going_on_with_a_finished_run_plays_nothing_and_changes_nothing(folder, capsys):
    before = (folder / "games.parquet").read_bytes()
    assert omens(capsys, "run", *SMALL, "--out", str(folder), "--resume")[0] == 0
    assert (folder / "games.parquet").read_bytes() == before


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished_and_prints_the_command_that_goes_on(tmp_path, capsys, jobs):
    grid = ["--ancient-one", "ithaqua", "--players", "1", "--games", "4000", "--completions", "4", "--chunk", "200"]
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    assert omens(capsys, "run", *grid, "--jobs", "1", "--out", str(whole))[0] == 0

    command = [sys.executable, "-m", "sim.cli", "run", *grid, "--jobs", jobs, "--out", str(stopped)]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while process.poll() is None and not list((stopped / "journal.part").glob("*.npy")):
        time.sleep(0.01)
    time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process of the group
    _, err = process.communicate()

    assert process.returncode == 130
    (line,) = err.splitlines()
    manifest = json.loads((stopped / "manifest.json").read_text())
    assert not manifest["finished"]
    assert f"stopped after {manifest['games_played']} of 8000 games" in line
    assert pq.read_table(stopped / "games.parquet").num_rows == manifest["games_played"]
    _, *words = shlex.split(line.split("to go on: ")[1])
    assert omens(capsys, *words, "--jobs", "1")[0] == 0
    for name in ("games.parquet", "summary.csv", "manifest.json"):
        assert (stopped / name).read_bytes() == (whole / name).read_bytes()


def test_ctrl_c_while_the_page_is_written_keeps_the_run(tmp_path, capsys, monkeypatch):
    def pressed(*arguments):
        signal.raise_signal(signal.SIGINT)
        return write_page(*arguments)

    monkeypatch.setattr(sim.runs.results, "write_page", pressed)
    assert omens(capsys, "run", *SMALL, "--out", str(tmp_path / "out"))[0] == 0
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["finished"]


def test_ctrl_c_while_the_command_is_still_loading_says_so(capsys, monkeypatch):
    def pressed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sim.cli, "main", pressed)
    assert sim.start.main() == 130
    assert capsys.readouterr() == ("", "omens: stopped\n")


def test_the_start_waits_for_nothing_before_ctrl_c_has_an_answer():
    code = "import sys; before = set(sys.modules); import sim.start; print(*sorted(set(sys.modules) - before))"
    result = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    loaded = result.stdout.split()
    assert "sim.start" in loaded
    assert not {"sim.cli", "typer", "numpy", "numba", "pandas"} & set(loaded)


def test_ctrl_c_before_the_first_game_says_so(capsys, monkeypatch):
    def pressed(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(sim.grid, "plan", pressed)
    assert omens(capsys, "run", *SMALL) == (130, "", "omens: stopped\n")


# --- where output goes ---------------------------------------------------------------------
def piped(command: list[str], **streams) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "sim.cli", *command], stderr=subprocess.PIPE, text=True, **streams)


OUTPUTS = [["--help"], ["cards", "list"], ["cards", "show", "Arrival"], ["run", *SMALL, "--format", "csv"]]


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_disk_that_is_full_is_one_line(command):
    with open("/dev/full", "w") as full:
        result = piped(command, stdout=full)
    assert (result.returncode, result.stderr) == (2, "omens: output: No space left on device\n")


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_reader_that_has_enough_is_no_mistake(command):
    reader, writer = os.pipe()
    os.close(reader)
    result = piped(command, stdout=writer)
    os.close(writer)
    assert (result.returncode, result.stderr) == (1, "")


# --- mistakes ------------------------------------------------------------------------------
MISTAKES = {
    "unknown Ancient One": (["--ancient-one", "itaqua"], "did you mean ithaqua?"),
    "unknown season": (["--season", "wintre"], "did you mean winter?"),
    "unknown mode": (["--mode", "alsaka"], "did you mean alaska?"),
    "unknown policy": (["--policy", "greddy"], "did you mean greedy?"),
    "unknown option": (["--jbos", "2"], "--jobs"),
    "no players": (["--players", "0"], "1 to 8"),
    "too many players": (["--players", "1,9"], "1 to 8"),
    "players in words": (["--players", "two"], "1 to 8"),
    "no games": (["--games", "0"], "--games: 0 is out of range"),
    "negative games": (["--games", "-5"], "--games: -5 is out of range"),
    "games in words": (["--games", "many"], "--games"),
    "too many games": (["--games", "9" * 30], "is out of range"),
    "no completions": (["--completions", "0"], "--completions: 0 is out of range"),
    "no jobs": (["--jobs", "0"], "--jobs: 0 is out of range"),
    "no chunk": (["--chunk", "0"], "--chunk: 0 is out of range"),
    "negative seed": (["--seed", "-1"], "--seed: -1 is out of range"),
    "huge seed": (["--seed", str(2**63)], "is out of range"),
    "unknown backend": (["--backend", "threads"], "threading"),
    "unknown format": (["--format", "xml"], "json"),
    "unknown ruling": (["--ruling", "TERROR_SCOP=PER_PHASE"], "did you mean TERROR_SCOPE?"),
    "unknown value of a ruling": (["--ruling", "TERROR_SCOPE=PER_FAZE"], "PER_PHASE"),
    "ruling without value": (["--ruling", "TERROR_SCOPE"], "NAME=VALUE"),
    "unknown setting": (["--set", "winter.day9=7"], "winter.day"),
    "setting out of range": (["--set", "winter.day6=99"], "winter.day6"),
    "setting without value": (["--set", "nonsense"], "NAME=VALUE"),
    "setting twice": (["--set", "supplies=3", "--set", "Supplies=4"], "--set supplies: is there twice"),
    "ruling twice": (["--ruling", "TERROR_SCOPE=PER_PHASE", "--ruling", "TERROR_SCOPE=PER_ROLL"], "is there twice"),
    "no card folder": (["--cards", "nowhere"], "nowhere"),
    "no policy file": (["--policy", "nowhere.py:mine"], "nowhere.py"),
    "resume without folder": (["--resume"], "--out DIR"),
    "ruling unlike any": (["--ruling", "QQQ=1"], "expected one of TERROR_SCOPE"),
    "card folder with a name too long": (["--cards", "x" * 300], "File name too long"),
    "policy file with a name too long": (["--policy", "x" * 300 + ".py:mine"], "File name too long"),
    "out folder with a name too long": (["--out", "x" * 300], "File name too long"),
    "folder that is no text": (["--cards", "\udcff"], "UTF-8"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_that_says_what_would_be_right(capsys, mistake):
    wrong, hint = MISTAKES[mistake]
    code, out, err = omens(capsys, "run", *SMALL, *wrong)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert hint in line


def test_an_escape_in_a_name_does_not_reach_the_terminal(capsys):
    _, _, err = omens(capsys, "run", *SMALL, "--season", "\x1b[31mred\n\r\u2028x")
    assert "'?[31mred" in err
    assert len(err.splitlines()) == 1 and err[:-1].isprintable()


def test_without_standard_error_standard_output_stays_clean(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["run", "--season", "wintre"]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "hint"),
    [(["rnu"], "did you mean run?"), (["cards", "exprot", "."], "did you mean export?"), (["--versoin"], "--version")],
)
def test_a_mistaken_command_is_answered_with_the_nearest(capsys, words, hint):
    code, out, err = omens(capsys, *words)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert hint in line


def policy_file(folder: Path, body: str) -> str:
    file = folder / "mine.py"
    file.write_text(f"from policies import policy\n\n\n@policy\ndef mine(game, deck, choice):\n    {body}\n")
    return f"{file}:mine"


POLICY_FAULTS = {
    "answer out of range": ("return choice.n", "answered"),
    "negative answer": ("return -1", "answered -1"),
    "division by zero": ("return choice.n // (choice.n - choice.n)", "ZeroDivisionError"),
}


@pytest.mark.parametrize("fault", POLICY_FAULTS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_policy_at_fault_is_named_with_seed_and_game_and_leaves_no_file(tmp_path, capsys, fault, jobs):
    body, hint = POLICY_FAULTS[fault]
    spec = policy_file(tmp_path, body)
    out_dir = tmp_path / "out"
    arguments = [*CELL, "--games", "40", "--jobs", jobs, "--chunk", "5", "--seed", "77", "--policy", spec]
    code, out, err = omens(capsys, "run", *arguments, "--out", str(out_dir))
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert spec in line and hint in line and "in game 0 of seed 77" in line
    assert not out_dir.exists()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("import nonsense_that_is_not_there\n", "nonsense_that_is_not_there"),
        ("def mine(:\n", "SyntaxError"),
        ("def f():\n    f()\nf()\n", "RecursionError"),
        ("import sys\nsys.exit(3)\n", "SystemExit"),
        ("raise BaseException('two\\nlines')\n", "BaseException: two"),
        ("from policies import policy\n\n\n@policy\ndef mine(game, deck):\n    return 0\n", "3 argument types given"),
        ("def mine(game, deck, choice):\n    return 0\n", "holds no policy"),
    ],
)
def test_a_policy_file_that_does_not_run_is_one_line(tmp_path, capsys, text, hint):
    (tmp_path / "mine.py").write_text(text)
    code, _, err = omens(capsys, "run", *SMALL, "--policy", f"{tmp_path / 'mine.py'}:mine")
    assert code == 2
    (line,) = err.splitlines()
    assert hint in line


@pytest.mark.parametrize("name", ["[", "[bold]", ":smile:", "$\\frac$"])
def test_a_name_of_a_policy_is_taken_to_the_letter(tmp_path, capsys, name):
    """Brackets, colons and dollars are marks for tables and figures."""
    (tmp_path / name).mkdir()
    spec = policy_file(tmp_path / name, "return 0").replace("mine.py", "x].py")
    (tmp_path / name / "mine.py").rename(spec.removesuffix(":mine"))
    code, out, err = omens(capsys, "run", *SMALL, "--policy", f"{spec},random", "--out", str(tmp_path / "out"))
    assert (code, err) == (0, "")
    assert spec[-12:] in "".join(out.split())


def test_a_wrong_card_cell_is_named_by_file_line_and_column(tmp_path, capsys):
    assert omens(capsys, "cards", "export", str(tmp_path / "cards"))[0] == 0
    file = tmp_path / "cards" / "storms.csv"
    lines = file.read_text().splitlines()
    column = lines[0].split(",").index("penalty")
    cells = lines[4].split(",")
    cells[column] = "snow 3"
    lines[4] = ",".join(cells)
    file.write_text("\n".join(lines) + "\n")
    code, _, err = omens(capsys, "run", *SMALL, "--cards", str(tmp_path / "cards"), "--out", str(tmp_path / "out"))
    (line,) = err.splitlines()
    assert code == 2
    assert all(word in line for word in ("storms.csv", "line 5", "penalty", "snow"))
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_refused_before_playing(tmp_path, capsys):
    (tmp_path / "file").touch()
    code, out, err = omens(capsys, "run", *CELL, "--games", "1000000000", "--out", str(tmp_path / "file" / "out"))
    (line,) = err.splitlines()
    assert (code, out) == (2, "")
    assert "can't be written" in line
