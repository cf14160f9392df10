"""Compiling once, and again only when the sources have changed.

numba's disk cache looks at the file of a function and not at the functions it calls, so a
changed rule would leave stale machine code in its callers.  Here every package's cache
lies in a folder named after the content of all its sources.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

import numba
from numba import njit

_PACKAGES = Path(__file__).parent.parent
_KEPT = 4  # generations of compiled code


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return os.access(folder, os.W_OK)
    except OSError:
        return False


@lru_cache
def cache_folder(*packages: str) -> str:
    """The folder for machine code that depends on the sources of `packages` (or single files), oldest ones dropped."""
    digest = hashlib.sha256(numba.__version__.encode())
    for package in packages:
        place = _PACKAGES / package
        for source in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    beside = Path(__file__).parent / "__pycache__" / "compiled"
    root = beside if _writable(beside) else Path(tempfile.gettempdir()) / f"omens-{os.getuid()}"
    name = "-".join(package.replace("/", ".") for package in packages)
    folder = root / f"{name}-{digest.hexdigest()[:16]}"
    if not folder.is_dir() and _writable(folder):
        generations = sorted(root.glob(f"{name}-*"), key=lambda path: path.stat().st_mtime)
        for old in generations[:-_KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    return str(folder)


def compiled(signature, *packages: str, **options):
    """``njit`` for one signature, cached until a source of `packages` changes."""

    def decorate(function):
        numba.config.CACHE_DIR = cache_folder(*packages)
        return njit(signature, cache=True, **options)(function)

    return decorate
