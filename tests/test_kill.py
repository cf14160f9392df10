"""A run that is killed at any moment goes on where it was and ends with the same bytes."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from sim.batch import play_run
from sim.cli import main
from sim.grid import plan
from sim.runs.folder import GAMES, MANIFEST, PAGE, SUMMARY, read_games
from sim.runs.journal import Journal
from sim.runs.manifest import manifest
from sim.spread import How

GRID = "--ancient-one ithaqua --season all --players 1 --policy random --games 30000 --completions 3 --chunk 500"
COMMAND = ["run", *GRID.split()]


def killed_run(folder: Path, wait: float) -> int:
    """Start the run, kill it with -9 once it has lasted `wait` seconds beyond its first chunk; files it leaves."""
    process = subprocess.Popen([sys.executable, "-m", "sim.cli", *COMMAND, "--jobs", "2", "--out", str(folder)])
    journal = folder / "journal.part"
    until = time.monotonic() + 120
    while not list(journal.glob("*.npy")) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.002)
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return len(list(journal.glob("*.npy")))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "run"
    assert main([*COMMAND, "--jobs", "1", "--out", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("wait", [0.0, 0.13, 0.4])
def test_killed_runs_go_on_and_end_with_the_same_bytes(whole, tmp_path, wait):
    folder = tmp_path / "run"
    left = killed_run(folder, wait)
    if not (folder / MANIFEST).exists():
        assert left > 0 and sorted(path.name for path in folder.iterdir() if ".part" not in path.name) == []
        assert main([*COMMAND, "--jobs", "2", "--out", str(folder)]) == 2, "without --resume it is not overwritten"
        assert main([*COMMAND, "--jobs", "2", "--out", str(folder), "--resume"]) == 0
    for name in (GAMES, SUMMARY, PAGE):
        assert (folder / name).read_bytes() == (whole / name).read_bytes(), name
    assert not (folder / "journal.part").exists()


def begun(folder: Path, chunks: int, seed: int = 0) -> list[Path]:
    """The folder as a run leaves it that is killed after so many chunks; the files of its journal."""
    words = COMMAND[1:]
    options = dict(zip((word[2:].replace("-", "_") for word in words[::2]), words[1::2], strict=True))
    size = int(options.pop("chunk"))
    numbers = {name: int(options[name]) for name in ("games", "completions")}
    run = plan(**(options | numbers), mode="alaska", seed=seed)
    journal = Journal(folder / "journal.part")
    folder.mkdir()
    journal.begin(manifest(run, 0))
    for _, (_, rows) in zip(range(chunks), play_run(run, How(chunk=size)), strict=False):
        journal.add(rows)
    return sorted(journal.folder.glob("*.npy"))


def test_a_torn_file_is_told_and_what_is_before_it_is_kept(whole, tmp_path, capfd):
    folder = tmp_path / "run"
    _, _, torn, _, _ = begun(folder, 5)
    os.truncate(torn, 1000)
    assert main([*COMMAND, "--jobs", "1", "--out", str(folder), "--resume"]) == 0
    assert "going on from game 1000" in capfd.readouterr().err
    assert (folder / GAMES).read_bytes() == (whole / GAMES).read_bytes()


def test_a_killed_run_of_another_scenario_is_refused(tmp_path, capfd):
    folder = tmp_path / "run"
    before = begun(folder, 2)
    assert main([*COMMAND, "--seed", "8", "--out", str(folder), "--resume"]) == 2
    assert "differs in seed" in capfd.readouterr().err
    assert sorted((folder / "journal.part").glob("*.npy")) == before


def saved(rows: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, rows)
    return file.getvalue()


def zipped(rows: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez(file, rows=rows)
    return file.getvalue()


def like_it(rows: np.ndarray, **changed: int) -> bytes:
    rows = rows.copy()
    for name, value in changed.items():
        rows[name] = value
    return saved(rows)


#: What may lie where a file of games was, from its bytes and its rows.
FOREIGN = {
    "nothing": lambda whole, rows: b"",
    "half": lambda whole, rows: whole[: len(whole) // 2],
    "header": lambda whole, rows: whole[:12] + b"((" + whole[14:],
    "header alone": lambda whole, rows: whole[:64],
    "one bit": lambda whole, rows: whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:],
    "more at the end": lambda whole, rows: whole + b"\0",
    "zip": lambda whole, rows: b"PK\3\4" + whole,
    "npz": lambda whole, rows: zipped(rows),
    "zeros": lambda whole, rows: bytes(len(whole)),
    "games of zeros": lambda whole, rows: saved(np.zeros_like(rows)),
    "one number": lambda whole, rows: saved(np.array(3)),
    "one game": lambda whole, rows: saved(rows[0]),
    "a table of games": lambda whole, rows: saved(rows.reshape(2, -1)),
    "too many": lambda whole, rows: saved(np.concatenate([rows] * 200)),
    "objects": lambda whole, rows: saved(np.array([{}], object)),
    "completion": lambda whole, rows: like_it(rows, completion=99),
    "outcome": lambda whole, rows: like_it(rows, outcome=-7),
    "cause": lambda whole, rows: like_it(rows, cause=100),
    "game": lambda whole, rows: like_it(rows, game=5),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_what_the_run_has_not_written_is_no_game(tmp_path, capfd, kind):
    """The run need not be played: what is before the file is read, and that is all."""
    folder = tmp_path / "run"
    kept, torn, _ = begun(folder, 3)
    rows = np.load(torn)
    torn.write_bytes(FOREIGN[kind](torn.read_bytes(), rows))
    assert [len(each) for each in Journal(folder / "journal.part").rows()] == [500]
    told = capfd.readouterr().err
    assert told == f"omens: {torn}: torn (not what the run wrote); going on from game 500\n"
    assert kept.exists()


def test_files_of_other_games_and_of_other_runs_are_no_games(tmp_path, capfd):
    one, other = tmp_path / "one", tmp_path / "other"
    first, second, _ = begun(one, 3)
    shutil.copy(first, second)
    assert sum(map(len, Journal(one / "journal.part").rows())) == 500
    shutil.copy(begun(other, 1, seed=1)[0], first)
    assert not list(Journal(one / "journal.part").rows())
    assert "going on from game 0" in capfd.readouterr().err


def test_a_foreign_file_is_played_over(whole, tmp_path, capfd):
    folder = tmp_path / "run"
    _, torn, _ = begun(folder, 3)
    torn.write_bytes(FOREIGN["games of zeros"](b"", np.load(torn)))
    assert main([*COMMAND, "--jobs", "2", "--out", str(folder), "--resume"]) == 0
    assert "going on from game 500" in capfd.readouterr().err
    for name in (GAMES, SUMMARY, PAGE):
        assert (folder / name).read_bytes() == (whole / name).read_bytes(), name


def test_a_run_stopped_before_later_files_of_a_killed_one_keeps_what_it_says(tmp_path, monkeypatch):
    folder = tmp_path / "run"
    _, torn, _, _ = begun(folder, 4)
    torn.write_bytes(b"")
    added = Journal.add

    def add_and_interrupt(self, rows):
        added(self, rows)
        if self.games == 1000:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Journal, "add", add_and_interrupt)
    assert main([*COMMAND, "--jobs", "1", "--out", str(folder), "--resume"]) == 130
    assert json.loads((folder / MANIFEST).read_bytes())["games_played"] == 1000
    assert sum(map(len, read_games(folder / GAMES))) == 1000
