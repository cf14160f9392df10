"""The folder of a run: a row a game, the summary, the page, and all that is needed to repeat it.

Everything is written under a temporary name and renamed at the end, so a folder holds a whole
run or what it held before.  A run that was interrupted is kept as far as it got and says so in
its manifest, and one that was killed leaves its journal; `RunFolder.played` gives the rows of
either back, so that it can go on.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sim.errors import OmensError
from sim.runs.journal import Journal
from sim.runs.made import make_folders, unmake
from sim.runs.manifest import INCIDENTAL, is_torn, parse_manifest
from sim.tally import flat_columns, row_dtype

GAMES, SUMMARY, MANIFEST, PAGE = "games.parquet", "summary.csv", "manifest.json", "report.html"
_FILES = (GAMES, SUMMARY, PAGE, MANIFEST)
_PART = ".part"
_DIGEST = "games_sha256"  # in a manifest: of the games file that goes with it
_JOURNAL = "journal"
#: Rows written at a time: fixed, so that the file does not depend on how the run was cut.
ROW_GROUP = 50_000


class GamesFile:
    """A parquet file of rows with the columns of their cells, written as they come."""

    def __init__(self, path: Path, cells: Sequence[Any], dtype: np.dtype = row_dtype) -> None:
        """Open `path` for the games of `cells`, all of one dataclass, each game a row of `dtype`."""
        self._cells = cells
        self._rows = np.zeros(ROW_GROUP, dtype)
        self._cell = np.zeros(ROW_GROUP, np.int32)
        self._n = 0
        self.games = 0
        self._writer = pq.ParquetWriter(path, self._table().schema, compression="zstd")

    def add(self, cell: int, rows: np.ndarray) -> None:
        """Append the rows of the cell with index `cell`."""
        self.games += len(rows)
        while len(rows):
            end = min(self._n + len(rows), ROW_GROUP)
            taken = end - self._n
            self._rows[self._n : end] = rows[:taken]
            self._cell[self._n : end] = cell
            self._n, rows = end, rows[taken:]
            if self._n == ROW_GROUP:
                self._flush()

    def close(self) -> None:
        """Write what is left and finish the file."""
        if self._n:
            self._flush()
        self._writer.close()

    def _flush(self) -> None:
        self._writer.write_table(self._table(), row_group_size=ROW_GROUP)
        self._n = 0

    def _table(self) -> pa.Table:
        """The waiting rows as a table; words are dictionaries, so each costs a number a row."""
        cell = self._cell[: self._n]
        columns: dict[str, pa.Array] = {}
        for name in (field.name for field in fields(self._cells[0])):
            values = [getattr(each, name) for each in self._cells]
            if isinstance(values[0], int):
                columns[name] = pa.array(np.array(values, np.int8)[cell])
                continue
            words = list(dict.fromkeys(values))
            code = np.array([words.index(word) for word in values], np.int32)
            columns[name] = pa.DictionaryArray.from_arrays(pa.array(code[cell]), pa.array(words))
        columns |= {name: pa.array(values) for name, values in flat_columns(self._rows[: self._n]).items()}
        return pa.table(columns)


def read_games(path: Path) -> Iterator[np.ndarray]:
    """The rows of a games file, dtype ``row_dtype``, one array for each row group."""
    with pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            table = file.read_row_group(group)
            rows = np.zeros(table.num_rows, row_dtype)
            for name, column in flat_columns(rows).items():
                column[:] = table.column(name).to_numpy()
            yield rows


class RunFolder:
    """A folder that holds one run, or will: as a context manager it drops what was begun and not finished."""

    def __init__(self, path: Path) -> None:
        """Make the folder if need be; OmensError if it can't be written or holds something else."""
        self.path = path
        try:
            with ExitStack() as undo:
                self._begin(undo)
                self._undo = undo.pop_all()
        except OSError as error:
            raise OmensError(f"--out {path}: can't be written: {reason(error)}") from None

    def _begin(self, undo: ExitStack) -> None:
        undo.callback(unmake, make_folders(self.path))
        undo.enter_context(_alone_in(self.path))
        self.journal = Journal(self.part(_JOURNAL))
        self._check_files(_FILES)
        self._earlier = self._read_manifest()
        begun = self._earlier or self.journal.manifest()  # without the former a run was killed when it gave names
        if not begun and not all(map(self._is_part, self.path.iterdir())):
            raise OmensError(f"--out {self.path}: {self._no_run()}")
        self._check_files([self.part(name).name for name in _FILES])
        self._check_journal()
        undo.callback(self._drop_parts)
        self.part(MANIFEST).touch()

    def __enter__(self) -> RunFolder:
        """The folder itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Drop what was not finished."""
        self._undo.close()

    def check_anew(self) -> None:
        """OmensError where a run was killed that has kept games: to play another one here would lose them."""
        if self.journal.holds_games:
            going_on = "omens run ... --resume goes on with it, or delete it"
            raise OmensError(f"--out {self.path}: holds a run that was killed; {going_on}")

    def part(self, name: str) -> Path:
        """Where the file `name` is written until the run is whole."""
        return self.path / (name + _PART)

    def played(self, manifest: dict[str, Any]) -> Iterator[np.ndarray]:
        """The rows of an earlier run, interrupted or killed, which must be the one that `manifest` describes.

        Raises OmensError if there is none or it is another one, naming what differs.
        """
        killed = self.journal.manifest() if self.journal.holds_games else None
        if killed is None and self.journal.holds_games and self._earlier is None:
            raise OmensError(f"--resume: {self.journal.folder / MANIFEST} is torn; delete {self.path} and play it anew")
        earlier = killed or self._earlier
        if earlier is None:
            raise OmensError(f"--resume: {self.path} holds no run to go on with")
        differing = [key for key in manifest if key not in INCIDENTAL and manifest[key] != earlier.get(key)]
        if differing:
            raise OmensError(f"--resume: the run in {self.path} differs in {', '.join(differing)}")
        return self.journal.rows() if killed else self._rows()

    def _rows(self) -> Iterator[np.ndarray]:
        games = self.path / GAMES
        fault = f"it is not the file that {MANIFEST} was written with"
        try:
            if is_games_of(self._earlier or {}, games):
                yield from read_games(games)
                return
        except OSError as error:
            fault = reason(error)
        except (ValueError, LookupError, TypeError):
            fault = "it is no file of games"
        raise OmensError(f"--resume: {games} can't be read: {fault}; delete {self.path} and play it anew") from None

    def finish(self, manifest: dict[str, Any]) -> None:
        """Write the manifest and give all files their names; they must have been written.

        The manifest of an earlier run goes first and the new one comes last, so that files of
        two runs never pass for one.
        """
        about = manifest | {_DIGEST: _digest(self.part(GAMES))}
        text = json.dumps(about, indent=2, ensure_ascii=False)
        self.part(MANIFEST).write_text(text + "\n", encoding="utf-8")
        (self.path / MANIFEST).unlink(missing_ok=True)
        for name in _FILES:
            self.part(name).replace(self.path / name)
        self.journal.drop()

    def _read_manifest(self) -> dict[str, Any] | None:
        try:
            return parse_manifest((self.path / MANIFEST).read_bytes())
        except FileNotFoundError:
            return None

    def _check_files(self, names: Iterable[str]) -> None:
        """OmensError where something else lies than a file that can be replaced."""
        for name in names:
            if (self.path / name).exists() and not (self.path / name).is_file():
                raise OmensError(f"--out {self.path}: {name} is no file, as the run would write; move it away")

    def _check_journal(self) -> None:
        """OmensError where a journal can't be begun, or gone on with."""
        folder = self.journal.folder
        if not folder.exists() and not folder.is_symlink():
            return
        if not folder.is_dir() or folder.is_symlink():
            raise OmensError(f"--out {self.path}: {folder.name} is no folder, as the run would make; move it away")
        self._check_files([f"{folder.name}/{entry.name}" for entry in folder.iterdir()])

    def _no_run(self) -> str:
        """Why the files that are there are no run, and what would be right."""
        manifest, games = self.path / MANIFEST, self.path / GAMES
        if games.exists() and manifest.exists() and is_torn(manifest.read_bytes()):
            return f"{MANIFEST} is torn; name a new folder, or delete this one"
        return "holds files that are no run of omens; name a new or an empty folder"

    def _drop_parts(self) -> None:
        if not self.journal.holds_games:
            self.journal.drop()
        for name in _FILES:
            with suppress(OSError):
                self.part(name).unlink()

    def _is_part(self, entry: Path) -> bool:
        """Whether a file is left of a run that was killed."""
        return entry == self.journal.folder or (entry.is_file() and entry in map(self.part, _FILES))


def holds_killed_run(folder: Path) -> bool:
    """Whether a run was killed there that has kept games."""
    return Journal(folder / (_JOURNAL + _PART)).holds_games


def is_games_of(manifest: dict[str, Any], path: Path) -> bool:
    """Whether `path` is the games file that a manifest was written with; OSError if it can't be read."""
    return _digest(path) == manifest.get(_DIGEST)


def reason(error: OSError) -> str:
    """Why something can't be read or written, in words of the system alone."""
    return os.strerror(error.errno) if error.errno else "the disk may be full or damaged"


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _lock(descriptor: int) -> bool:
    """Whether nobody else holds the lock of an open file or folder; it is ours then until that is closed."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other runs out of `folder` until the block, or this process, ends.

    Raises OmensError if another one is in it, OSError if it can't be read.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems know no locks
            if not _lock(descriptor):
                raise OmensError(f"--out {folder}: another run is writing there; wait for it or name another folder")
        yield
    finally:
        os.close(descriptor)
