"""Folders that are made, and unmade when nothing comes of them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


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
