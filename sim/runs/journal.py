"""The journal of a run that is going on: a file for every stretch of games, so that nothing finished is ever lost.

Whenever a run is killed, the journal holds whole files of its first games.  A later run goes on behind them.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from sim.runs.manifest import parse_manifest
from sim.tally import row_dtype

_MANIFEST = "manifest.json"


class Journal:
    """The files in a folder of their own, each named by the number of its first game."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read or made yet."""
        self.folder = folder
        self.games = 0
        self._whole: dict[int, int] = {}  # games in the file that begins with a game

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
        self.games = 0

    def rows(self) -> Iterator[np.ndarray]:
        """The games from the first one on, as far as the files are whole; a torn one is reported."""
        first = 0
        while (path := self._path(first)).exists():
            try:
                rows = np.load(path)
                if rows.dtype != row_dtype or not len(rows):
                    raise ValueError("not the rows of games")
            except (OSError, ValueError, EOFError) as error:
                print(f"omens: {path}: torn ({error}); going on from game {first}", file=sys.stderr)
                return
            self._whole[first] = len(rows)
            first += len(rows)
            yield rows

    def add(self, rows: np.ndarray) -> None:
        """Take in the next games of the run; those that are there already are not written again."""
        if self._whole.get(self.games) != len(rows):
            self._write(self._path(self.games).name, rows)
        self.games += len(rows)

    @property
    def holds_games(self) -> bool:
        """Whether any game is in it."""
        return self._path(0).exists()

    def drop(self) -> None:
        """Take the whole journal away."""
        with suppress(FileNotFoundError):
            shutil.rmtree(self.folder)

    def _path(self, first: int) -> Path:
        return self.folder / f"{first:012d}.npy"

    def _write(self, name: str, content: bytes | np.ndarray) -> None:
        """Write a whole file or none."""
        part = self.folder / (name + ".part")
        try:
            with part.open("wb") as file:
                if isinstance(content, bytes):
                    file.write(content)
                else:
                    np.save(file, content)
            os.replace(part, self.folder / name)
        except OSError:
            part.unlink(missing_ok=True)
            raise
