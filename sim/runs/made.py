"""Folders that are made, and unmade when nothing comes of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from sim.errors import OmensError

PAGE = "report.html"


def make_folders(path: Path) -> list[Path]:
    """Make the folder `path` and what is missing above it; those that were made, lowest first.

    Raises OSError, with none of them left, if that can't be done.
    """
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        unmake(missing)
        raise
    return missing


def unmake(folders: Iterable[Path]) -> None:
    """Remove `folders`, lowest first, as far as they are there and empty."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def check_page_folder(path: Path) -> None:
    """OmensError unless `path` can become a folder with a page in it, or holds nothing but one."""
    try:
        there = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
        others = sorted(entry.name for entry in path.iterdir() if entry.name != PAGE) if there == path else []
    except NotADirectoryError:
        raise OmensError(f"--out {path}: is no folder; a new or an empty one would be right") from None
    except OSError as error:
        raise OmensError(f"--out {path}: {error.strerror}; a new or an empty folder would be right") from None
    if not there.is_dir():
        raise OmensError(f"--out {path}: {there} is no folder; a new or an empty one would be right")
    if others:
        raise OmensError(f"--out {path}: holds {others[0][:60]}; a new or an empty folder would be right")
    if not os.access(there, os.W_OK) or (path / PAGE).is_dir():
        raise OmensError(f"--out {path}: cannot be written; a folder of your own would be right")
