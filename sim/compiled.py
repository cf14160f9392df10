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


def compiled(signature, *packages: str, lazy: bool = False, **options):
    """``njit`` for one signature, cached until a source of `packages` changes.

    A `lazy` function is compiled or loaded only when first called, by Python or by a function
    that is being compiled itself.  What calls it from the cache does not need it: its machine
    code is in there already, so a program whose parts are lazy starts at once.
    """

    def decorate(function):
        numba.config.CACHE_DIR = cache_folder(*packages)
        if lazy:
            return _on_demand(njit(cache=True, **options)(function), signature)
        return njit(signature, cache=True, **options)(function)

    return decorate


def _on_demand(dispatcher, signature):
    """Make a dispatcher compile `signature`, and nothing else, when it is needed."""
    template_of = dispatcher.get_call_template

    def entry_point(*args, **kws):
        if not dispatcher.overloads:
            dispatcher.compile(signature)
            dispatcher.disable_compile()
        return next(iter(dispatcher.overloads.values())).entry_point

    def template(args, kws):
        entry_point()
        return template_of(args, kws)

    dispatcher.get_call_template = template  # a caller is being compiled
    dispatcher._compile_for_args = entry_point  # Python calls, the first time
    return dispatcher
