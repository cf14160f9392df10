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
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest import mock

import numba
from numba import njit, types
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext

_config: Any = numba.config
_config.LOOP_VECTORIZE = 0  # loops here run over eight dice or a few cards: too short to gain


def _short_name(record: types.Type) -> tuple[str, tuple[()]]:
    digest = hashlib.sha256(record.name.encode()).hexdigest()
    return f"{type(record).__name__}_{digest[:16]}", ()


# numba spells every field of a record out in the name of each compiled function: for the
# records of a game some 40,000 characters, over and over.
for kind in (types.Record, types.NamedTuple):
    type.__setattr__(kind, "mangling_args", property(_short_name))

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

    A `lazy` function is compiled or loaded only when first needed.  A compiled function that
    calls it takes its code in, so what calls it from the cache does not need it at all: a
    program whose parts are lazy starts at once.
    """

    def decorate(function):
        _config.CACHE_DIR = cache_folder(*packages)
        if lazy:
            return _on_demand(function, signature, options)
        return njit(signature, cache=True, **options)(function)

    return decorate


def _on_demand(function, signature, options):
    """A dispatcher that compiles `signature`, and nothing else, when it is needed.

    Called from Python it runs machine code of its own.  For compiled callers a second
    dispatcher makes only the intermediate code that they take in.
    """
    called = njit(cache=True, **options)(function)
    taken_in = njit(**options)(function)

    def entry_point(*args, **kws):
        if not called.overloads:
            called.compile(signature)
            called.disable_compile()
        return next(iter(called.overloads.values())).entry_point

    def template(args, kws):
        if not taken_in.overloads:
            with _intermediate_code_only():
                taken_in.compile(signature)
            taken_in.disable_compile()
        return taken_in.get_call_template(args, kws)

    called._compile_for_args = entry_point
    called.get_call_template = template
    called.get_overload = taken_in.get_overload
    return called


@contextmanager
def _intermediate_code_only():
    """Let numba neither optimise a function nor make machine code of it.

    It would do both for every function on the way, each time with all that the function
    calls, and once more for the caller at the end: for the rules a matter of minutes.  The
    three methods are no public interface of numba, hence its exact version in
    requirements.lock; the tests of this module tell when a new one differs.
    """

    def finish(library):
        library._finalize_dynamic_globals()
        library._finalized = True

    def stand_in(context, library, fndesc, env):
        library._ensure_finalized()
        return [].append  # any builtin, a new one each time: it identifies the function and is never called

    with (
        mock.patch.multiple(CPUCodeLibrary, _optimize_final_module=lambda library: None, _finalize_final_module=finish),
        mock.patch.object(CPUContext, "get_executable", stand_in),
    ):
        yield
