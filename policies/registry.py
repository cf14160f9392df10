"""Finding policies: the shipped ones by name, a user's own as ``path.py:name``."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core.dispatcher import Dispatcher

from sim.errors import OmensError
from sim.names import known_name
from sim.rules.state import POLICY

NAMES = ("random", "greedy", "cautious", "rush", "exact", "expert")


def names() -> tuple[str, ...]:
    """The shipped policies, simplest first."""
    return NAMES


def load(spec: str) -> Any:
    """The compiled policy `spec`: one of `names`, or ``path.py:name`` for a user's own.

    Nothing but that policy is imported.  A user's file that has changed is loaded anew.

    Raises OmensError where there is no such policy, or the file cannot be read, fails, or
    holds something else under that name.
    """
    path, colon, name = spec.rpartition(":")
    if colon or spec.endswith(".py"):
        return _load_own(Path(path or spec), name if colon else "")
    known_name(spec, NAMES, "policy")
    return getattr(importlib.import_module(f"policies.{spec}"), spec)


def uses_tables(spec: str) -> bool:
    """Whether a policy's decks are to hold exact chances (sim/tables.py)."""
    return getattr(load(spec), "tables", False)


def _load_own(path: Path, name: str) -> Any:
    if not path.is_file():
        raise OmensError(f"policy {path}: no such file")
    module = _module(path.resolve(), path.stat().st_mtime_ns)
    found = sorted(key for key, value in vars(module).items() if _is_policy(value))
    if not found:
        raise OmensError(
            f"policy {path}: holds no policy; a function under @policy (from policies import policy) is one"
        )
    value = vars(module).get(name)
    if name and value is not None and not _is_policy(value):
        raise OmensError(f"policy {path}:{name}: not a policy; write @policy (from policies import policy) above it")
    if not name:
        raise OmensError(f"policy {path}: which one? {path}:{found[-1]} would be right")
    return vars(module)[known_name(name, found, f"policy {path}:")]


def _is_policy(value: object) -> bool:
    return isinstance(value, Dispatcher) and any(
        signature.args == POLICY.args and signature.return_type == POLICY.return_type
        for signature in value.nopython_signatures
    )


@lru_cache(maxsize=16)
def _module(path: Path, changed: int) -> ModuleType:
    """Run a user's file as a module; `changed` is the time of its last change."""
    spec = importlib.util.spec_from_file_location(f"policy_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise OmensError(f"policy {path}: not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit and worse: the file is not ours
        raise OmensError(f"policy {path}: {_reason(error)}") from error
    return module


def _reason(error: BaseException) -> str:
    """The gist of an error in one line; numba's come with a screenful."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[\d;]*m", "", str(error)).splitlines()]
    gist = next((line for line in lines if line and not line.startswith("Failed in ")), "")
    place = next((found[1] for line in lines if (found := re.search(r", (line \d+)", line))), "")
    return f"{type(error).__name__}: {gist}" + (f" ({place})" if place and place not in gist else "")
