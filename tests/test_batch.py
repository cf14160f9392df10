"""Many games: the same rows however they are cut and spread, and a folder that holds a whole run or nothing."""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.batch import deck_of, play_run
from sim.cards.loading import shipped
from sim.cli import main
from sim.errors import OmensError
from sim.grid import Run, plan
from sim.runs import results
from sim.runs.collect import collect
from sim.runs.folder import GAMES, MANIFEST, PAGE, ROW_GROUP, SUMMARY, GamesFile, RunFolder, read_games
from sim.runs.manifest import manifest
from sim.spread import How, chunks, side_by_side
from sim.tally import Cell, row_dtype

ALONE = How(jobs=1, chunk=1000)
CELL = Cell("alaska", "ithaqua", "winter", 2, "greedy")


def run_of(**changes) -> Run:
    words = {
        "mode": "alaska",
        "ancient_one": "ithaqua,rhan-tegoth",
        "season": "winter",
        "players": "1,3",
        "policy": "greedy,random",
        "games": 60,
        "completions": 7,
        "seed": 5,
    }
    return plan(**(words | changes))


def rows_of(run: Run, how: How = ALONE, start: int = 0) -> np.ndarray:
    return np.concatenate([rows for _, rows in play_run(run, how, start)])


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Equal in every column, nights included (padding between columns does not count)."""
    return len(one) == len(other) and all((one[name] == other[name]).all() for name in row_dtype.names or ())


@pytest.fixture(scope="module")
def whole() -> np.ndarray:
    return rows_of(run_of())


# --- cutting -------------------------------------------------------------------------------
@given(cells=st.integers(1, 5), games=st.integers(1, 40), size=st.integers(1, 50), start=st.integers(0, 220))
def test_chunks_hold_every_game_once_and_in_order(cells, games, size, start):
    run = Run((CELL,) * cells, games, 3, 0)
    found = [(chunk.cell, game) for chunk in chunks(run, size, start) for game in chunk.games]
    expected = [(cell, game) for cell in range(cells) for game in range(games)]
    assert found == expected[start:]
    assert all(len(chunk.games) <= size for chunk in chunks(run, size, start))


@pytest.mark.parametrize(
    "how",
    [
        How(1, 1, "loky"),
        How(2, 13, "threading"),
        How(3, 1000, "threading"),
        How(1, 29, "loky"),
        How(2, 17, "loky"),
    ],
)
def test_rows_depend_on_neither_jobs_nor_chunks_nor_backend(whole, how):
    assert same(rows_of(run_of(), how), whole)


def test_a_run_can_start_at_any_of_its_games(whole):
    assert same(rows_of(run_of(), start=77), whole[77:])


def test_a_cell_does_not_depend_on_the_other_cells_of_its_grid(whole):
    alone = rows_of(run_of(ancient_one="rhan-tegoth", players="3", policy="random"))
    assert same(alone, whole[-60:])


def test_more_games_begin_with_the_same_games():
    few, many = (rows_of(run_of(ancient_one="ithaqua", players="1", games=games)) for games in (20, 60))
    assert same(few[:20], many[:20])


def test_card_files_that_were_changed_are_read_anew(tmp_path):
    """As in a notebook: Mutated Fisherman's trophy is filled in between two runs of one process."""
    file = tmp_path / "adventures.csv"
    words = {"ancient_one": "all", "season": "all", "players": "1", "policy": "random", "cards": tmp_path}
    run = {"mode": "rlyeh", "games": 1, "completions": 1, "seed": 0} | words
    heads, first, *rest = shipped("adventures", "rlyeh").decode().splitlines()
    decks = []
    for trophy in ("1", "5"):
        cells = first.split(",")
        at = heads.split(",").index("trophy") - len(heads.split(","))  # from the end: tasks hold commas
        cells[at] = trophy
        file.write_text("\n".join([heads, ",".join(cells), *rest]) + "\n")
        planned = plan(**run)
        decks.append(deck_of(planned, planned.cells[0], 0))
    assert not np.array_equal(*decks)


def test_games_take_turns_with_the_completions(whole):
    assert (whole["completion"] == whole["game"] % 7).all()
    assert (whole["game"].reshape(-1, 60) == np.arange(60)).all()


def test_another_seed_is_another_run(whole):
    assert not same(rows_of(run_of(seed=6)), whole)


# --- the games file ------------------------------------------------------------------------
def some_rows(games: int, seed: int = 0) -> np.ndarray:
    rows = np.zeros(games, row_dtype)
    rng = np.random.default_rng(seed)
    for name in row_dtype.names or ():
        rows[name] = rng.integers(-1, 100, rows[name].shape)
    return rows


def test_games_file_gives_back_the_rows_it_was_given(tmp_path):
    rows = some_rows(ROW_GROUP + 100)
    file = GamesFile(tmp_path / "games", (CELL,))
    file.add(0, rows)
    file.close()
    assert same(np.concatenate(list(read_games(tmp_path / "games"))), rows)


def test_games_file_is_the_same_to_the_bit_however_rows_come(tmp_path):
    rows = some_rows(2 * ROW_GROUP + 7)
    for name, cuts in (("once", []), ("parts", [1, 5000, ROW_GROUP, ROW_GROUP + 1])):
        file = GamesFile(tmp_path / name, (CELL,))
        for part in np.split(rows, cuts):
            file.add(0, part)
        file.close()
    assert (tmp_path / "once").read_bytes() == (tmp_path / "parts").read_bytes()


def test_games_file_names_the_cell_of_each_row(tmp_path):
    other = Cell("alaska", "rhan-tegoth", "summer", 8, "random")
    file = GamesFile(tmp_path / "games", (CELL, other))
    file.add(0, some_rows(2))
    file.add(1, some_rows(1))
    file.close()
    table = pq.read_table(tmp_path / "games").to_pandas()
    assert list(table["ancient_one"]) == ["ithaqua", "ithaqua", "rhan-tegoth"]
    assert list(table["players"]) == [2, 2, 8]
    assert table["policy"].dtype == "category"


# --- stopping and going on -----------------------------------------------------------------
class _StopAfter:
    """Rows kept until so many games are there; then as if the user had pressed Ctrl-C."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, games: int) -> None:
        self.games -= games
        if self.games <= 0:
            signal.raise_signal(signal.SIGINT)


def test_an_interrupted_run_keeps_whole_chunks_and_says_how_many():
    stopped = collect(run_of(), How(jobs=1, chunk=25), advance=_StopAfter(100))
    # chunks of 25, 25 and 10 games are the first cell; the hundredth game is in the second chunk of the next
    assert [tally.n_games for tally in stopped.tallies[:3]] == [60, 50, 0]
    assert stopped.games == 110
    assert not stopped.finished


def test_earlier_rows_and_the_rest_make_the_same_tallies(whole):
    run = run_of()
    all_at_once = collect(run, ALONE)
    gone_on = collect(run, ALONE, earlier=[whole[:50], whole[50:200]])
    assert gone_on.finished
    for one, other in zip(all_at_once.tallies, gone_on.tallies, strict=True):
        assert (one.wins == other.wins).all() and (one.nights == other.nights).all()
    assert all_at_once.games == len(whole)


# --- the folder ----------------------------------------------------------------------------
def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path):
    (tmp_path / "novel.txt").write_text("chapter one")
    with pytest.raises(OmensError, match="no run of omens"):
        RunFolder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["novel.txt"]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OmensError, match="can't be written"):
        RunFolder(tmp_path / "file" / "out")


def test_what_was_begun_and_not_finished_is_dropped(tmp_path):
    with pytest.raises(ZeroDivisionError), RunFolder(tmp_path / "out") as folder:
        folder.part(GAMES).touch()
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_another_run_cannot_be_gone_on_with(tmp_path):
    (tmp_path / MANIFEST).write_text(json.dumps(manifest(run_of(seed=1), 10)))
    with RunFolder(tmp_path) as folder, pytest.raises(OmensError, match=r"differs in seed$"):
        folder.played(manifest(run_of(seed=2), 0))


def test_nothing_to_go_on_with(tmp_path: Path):
    with RunFolder(tmp_path / "out") as folder, pytest.raises(OmensError, match="holds no run"):
        folder.played(manifest(run_of(), 0))


def test_two_runs_never_write_into_one_folder(tmp_path):
    with RunFolder(tmp_path / "out") as folder:
        folder.part(GAMES).touch()
        with pytest.raises(OmensError, match="another run is writing there"):
            RunFolder(tmp_path / "out")
        assert folder.part(GAMES).exists()
    assert not (tmp_path / "out").exists()


def test_folders_above_that_were_made_for_nothing_are_gone(tmp_path):
    with pytest.raises(ZeroDivisionError), RunFolder(tmp_path / "a" / "b" / "out"):
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())


def test_what_a_killed_run_left_is_no_run_and_in_nobodys_way(tmp_path):
    for name in (GAMES, MANIFEST):
        (tmp_path / f"{name}.part").touch()
    with RunFolder(tmp_path) as folder, pytest.raises(OmensError, match="holds no run"):
        folder.played(manifest(run_of(), 0))
    assert not list(tmp_path.iterdir())


def test_a_folder_in_the_way_is_refused(tmp_path):
    (tmp_path / f"{GAMES}.part").mkdir()
    with pytest.raises(OmensError, match="no run of omens"):
        RunFolder(tmp_path)


@pytest.mark.parametrize("games", [None, b"", b"nonsense of some length"])
def test_a_broken_file_of_games_cannot_be_gone_on_with(tmp_path, games):
    (tmp_path / MANIFEST).write_text(json.dumps(manifest(run_of(), 3)))
    if games is not None:
        (tmp_path / GAMES).write_bytes(games)
    with RunFolder(tmp_path) as folder, pytest.raises(OmensError, match=r"games\.parquet can't be read"):
        list(folder.played(manifest(run_of(), 0)))


def test_a_run_that_dies_while_files_are_renamed_leaves_no_manifest(tmp_path):
    """Files of two runs must not pass for one."""
    for name in (GAMES, MANIFEST):
        (tmp_path / name).write_text(json.dumps(manifest(run_of(), 0)))
    with RunFolder(tmp_path) as folder:
        folder.part(GAMES).touch()
        with pytest.raises(FileNotFoundError):
            folder.finish(manifest(run_of(seed=2), 0))  # no summary has been written
    assert not (tmp_path / MANIFEST).exists()


def finished(folder: Path, games: int) -> None:
    """A folder that keeps `games` games of `run_of()`."""
    with RunFolder(folder) as kept:
        file = GamesFile(kept.part(GAMES), run_of().cells)
        file.add(0, some_rows(games))
        file.close()
        kept.part(SUMMARY).touch()
        kept.part(PAGE).touch()
        kept.finish(manifest(run_of(), games))


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(data)


def of_another_run(path: Path) -> None:
    finished(path.parent.parent / "other", 5)
    shutil.copy(path.parent.parent / "other" / GAMES, path)


@pytest.mark.parametrize("damage", [flipped, of_another_run])
def test_games_that_are_not_those_of_the_manifest_cannot_be_gone_on_with(tmp_path, damage):
    finished(tmp_path / "out", 3)
    with RunFolder(tmp_path / "out") as folder:
        assert sum(map(len, folder.played(manifest(run_of(), 0)))) == 3
    damage(tmp_path / "out" / GAMES)
    with RunFolder(tmp_path / "out") as folder, pytest.raises(OmensError, match=r"games\.parquet can't be read"):
        list(folder.played(manifest(run_of(), 0)))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"program": "hymns"}', "[" * 100_000])
def test_a_torn_manifest_is_no_run(tmp_path, text):
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(OmensError, match="no run of omens"):
        RunFolder(tmp_path)


@pytest.mark.parametrize("named", [1, 2, 3])
def test_a_run_killed_while_its_files_got_their_names_goes_on(tmp_path, monkeypatch, named):
    """A kill leaves the manifest of an earlier run away, and the first `named` files under their names."""
    begun = []

    def killed(part, name):
        begun.append(name)
        if len(begun) > named:
            raise KeyboardInterrupt
        part.rename(name)

    with RunFolder(tmp_path) as folder:
        folder.journal.begin(manifest(run_of(), 0))
        folder.journal.add(some_rows(3))
        for name in (GAMES, SUMMARY, PAGE):
            folder.part(name).touch()
        monkeypatch.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            folder.finish(manifest(run_of(), 3))
    assert sum((tmp_path / name).exists() for name in (GAMES, SUMMARY, PAGE, MANIFEST)) == named
    with RunFolder(tmp_path) as folder:
        assert same(np.concatenate(list(folder.played(manifest(run_of(), 0)))), some_rows(3))


# --- what is in the way ----------------------------------------------------------------------
RUN = ["run", *"--ancient-one ithaqua --season winter --players 1 --policy random --games 30 --jobs 1".split()]


def contents(folder: Path) -> dict[str, bytes | None]:
    paths = folder.rglob("*")
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in paths}


def refused(capfd, folder: Path, *more: str) -> str:
    """The one line that a run into the folder ends with, which leaves everything as it was."""
    before = contents(folder)
    capfd.readouterr()
    assert main([*RUN, "--out", str(folder), *more]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.count("\n") == 1 and contents(folder) == before
    return err


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept") / "run"
    assert main([*RUN, "--out", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("part", ["", ".part"])
@pytest.mark.parametrize("name", [GAMES, SUMMARY, PAGE, MANIFEST])
@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_cannot_be_replaced_is_named_before_anything_is_played(tmp_path, capfd, kept, name, part, make):
    folder = shutil.copytree(kept, tmp_path / "run")
    (folder / (name + part)).unlink(missing_ok=True)
    make(folder / (name + part))
    assert f"--out {folder}: {name}{part} is no file, as the run would write; move it away" in refused(capfd, folder)


@pytest.mark.parametrize("name", [GAMES, SUMMARY, PAGE, MANIFEST])
def test_a_folder_where_a_file_belongs_is_named_in_a_new_folder_too(tmp_path, capfd, name):
    (tmp_path / name).mkdir()
    assert f"{name} is no file" in refused(capfd, tmp_path)


def test_a_journal_that_is_no_folder_is_named(tmp_path, capfd, kept):
    folder = shutil.copytree(kept, tmp_path / "run")
    for path in (folder, tmp_path / "new"):
        path.mkdir(exist_ok=True)
        (path / "journal.part").write_text("mine")
        for more in ([], ["--resume"]):
            assert "journal.part is no folder, as the run would make; move it away" in refused(capfd, path, *more)
    (folder / "journal.part").unlink()
    (folder / "journal.part" / "000000000000.npy").mkdir(parents=True)
    assert "journal.part/000000000000.npy is no file" in refused(capfd, folder, "--resume")


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000])
def test_a_torn_manifest_beside_games_is_told(tmp_path, capfd, kept, text):
    folder = shutil.copytree(kept, tmp_path / "run")
    (folder / MANIFEST).write_text(text)
    for more in ([], ["--resume"]):
        assert f"--out {folder}: {MANIFEST} is torn; " in refused(capfd, folder, *more)


def test_a_torn_manifest_of_a_killed_run_is_told(tmp_path, capfd, kept):
    with RunFolder(tmp_path / "run") as folder:
        folder.journal.begin(manifest(run_of(), 0))
        folder.journal.add(some_rows(3))
    (tmp_path / "run" / "journal.part" / MANIFEST).write_text("{")
    assert f"journal.part/{MANIFEST} is torn; delete" in refused(capfd, tmp_path / "run", "--resume")


@pytest.mark.parametrize("error", [OSError("1000 requested and 30 written"), OSError(28, "Error writing bytes")])
@pytest.mark.parametrize("writer", ["write_csv", "write_page", "GamesFile"])
def test_a_full_disk_keeps_the_games_and_says_so(tmp_path, capfd, kept, monkeypatch, error, writer):
    def full(*_):
        raise error

    folder = tmp_path / "run"
    with monkeypatch.context() as patched:
        patched.setattr(results, writer, full)
        assert main([*RUN, "--out", str(folder)]) == 2
    why = os.strerror(28) if error.errno else "the disk may be full or damaged"
    told = f"omens: --out {folder}: can't be written: {why}; the games played are kept, --resume goes on with them\n"
    assert capfd.readouterr().err.endswith(told)
    assert main([*RUN, "--out", str(folder), "--resume"]) == 0
    assert (folder / GAMES).read_bytes() == (kept / GAMES).read_bytes()


def test_a_disk_that_is_full_from_the_start_leaves_nothing(tmp_path, capfd, monkeypatch):
    def full(*_):
        raise OSError(28, "Error writing bytes")

    monkeypatch.setattr(os, "replace", full)
    assert main([*RUN, "--out", str(tmp_path / "run")]) == 2
    assert capfd.readouterr().err.endswith(f"can't be written: {os.strerror(28)}\n")
    assert not list(tmp_path.iterdir())


def test_a_process_that_is_killed_is_one_line():
    def dies(chunk):
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(OmensError, match="process that played games was killed"):
        list(side_by_side(dies, chunks(run_of(), 10), How(2)))
