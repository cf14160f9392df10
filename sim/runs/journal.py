"""The journal of a run that is going on: a file for every stretch of games, so that nothing finished is ever lost.

Whenever a run is killed, the journal holds whole files of its first games.  A later run goes on behind them.
Each file ends with a digest of its run, of its first game and of its rows, so that nothing else passes for games.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from sim.runs.manifest import INCIDENTAL, parse_manifest
from sim.tally import row_dtype

_MANIFEST = "manifest.json"
_DIGEST_SIZE = hashlib.sha256().digest_size


class Journal:
    """The files in a folder of their own, each named by the number of its first game."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read or made yet."""
        self.folder = folder
        self.games = 0
        self._whole: dict[int, int] = {}  # games in the file that begins with a game
        self._run: bytes | None = None  # which run it is of

    def manifest(self) -> dict[str, Any] | None:
        """What the journal says about its run; None where there is none, or a torn one."""
        try:
            return parse_manifest((self.folder / _MANIFEST).read_bytes())
        except OSError:
            return None

    def begin(self, manifest: dict[str, Any]) -> None:
        """Be the journal of this run, with the games that are there."""
        self.folder.mkdir(exist_ok=True)
        self._write(_MANIFEST, json.dumps(manifest, ensure_ascii=False).encode())
        self._run = _identity(manifest)
        self.games = 0

    def rows(self) -> Iterator[np.ndarray]:
        """The games from the first one on, as far as the files are whole; a torn one is reported."""
        first = 0
        while (path := self._path(first)).exists():
            try:
                rows = self._rows(first, path.read_bytes())
            except OSError as error:
                rows, fault = None, error.strerror or "can't be read"
            else:
                fault = "not what the run wrote"
            if rows is None:
                print(f"omens: {path}: torn ({fault}); going on from game {first}", file=sys.stderr)
                return
            self._whole[first] = len(rows)
            first += len(rows)
            yield rows

    def add(self, rows: np.ndarray) -> None:
        """Take in the next games of the run; those that are there already are not written again."""
        if self._whole.get(self.games) != len(rows):
            file = io.BytesIO()
            np.save(file, rows, allow_pickle=False)
            content = file.getvalue()
            self._write(self._path(self.games).name, content + self._digest(self.games, content))
        self.games += len(rows)

    @property
    def holds_games(self) -> bool:
        """Whether any game is in it."""
        return self._path(0).exists()

    def drop(self) -> None:
        """Take the whole journal away."""
        with suppress(OSError):
            shutil.rmtree(self.folder)

    def _path(self, first: int) -> Path:
        return self.folder / f"{first:012d}.npy"

    def _rows(self, first: int, content: bytes) -> np.ndarray | None:
        """The games in a file that begins with game `first`; None where the run has not written just that."""
        saved, digest = content[:-_DIGEST_SIZE], content[-_DIGEST_SIZE:]
        if digest != self._digest(first, saved):
            return None
        rows = np.load(io.BytesIO(saved), allow_pickle=False)
        return rows if rows.dtype == row_dtype and len(rows) else None

    def _digest(self, first: int, saved: bytes) -> bytes:
        run = _identity(self.manifest() or {}) if self._run is None else self._run
        return hashlib.sha256(b"%b\0%d\0%b" % (run, first, saved)).digest()

    def _write(self, name: str, content: bytes) -> None:
        """Write a whole file or none."""
        part = self.folder / (name + ".part")
        try:
            part.write_bytes(content)
            os.replace(part, self.folder / name)
        except OSError:
            with suppress(OSError):
                part.unlink()
            raise


def _identity(manifest: dict[str, Any]) -> bytes:
    """What tells the games of a run from those of every other one."""
    about = {key: value for key, value in manifest.items() if key not in INCIDENTAL}
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).digest()
