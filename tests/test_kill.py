"""A run that is killed at any moment goes on where it was and ends with the same bytes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim.batch import How, play_run
from sim.cli import main
from sim.grid import plan
from sim.runs.folder import GAMES, MANIFEST, PAGE, SUMMARY
from sim.runs.journal import Journal
from sim.runs.manifest import manifest

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


def begun(folder: Path, chunks: int) -> list[Path]:
    """The folder as a run leaves it that is killed after so many chunks; the files of its journal."""
    words = COMMAND[1:]
    options = dict(zip((word[2:].replace("-", "_") for word in words[::2]), words[1::2], strict=True))
    size = int(options.pop("chunk"))
    numbers = {name: int(options[name]) for name in ("games", "completions")}
    run = plan(**(options | numbers), mode="alaska", seed=0)
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
