"""What must be alike on this machine and on every worker, so that a game is the same game on each.

Rows depend on the sources of the program, on the libraries that compute, and on files of the user's.
A worker lives longer than a run, so what it answers is what it has loaded, not what lies on its disk now.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

_PROGRAM = Path(__file__).parent.parent.parent
_PACKAGES = ("sim", "policies")
_KINDS = (".py", ".csv", ".toml")
#: Libraries whose version can change a game.
LIBRARIES = ("numpy", "numba")
_MISSING = "nothing"


@dataclass(frozen=True)
class Sources:
    """Versions and content hashes by name, as `sources_of` finds them on one machine.

    `policies` and `cards` are the files of one's own that they speak of too.
    """

    found: tuple[tuple[str, str], ...]
    policies: tuple[str, ...] = ()
    cards: str | None = None

    def unlike_here(self) -> str:
        """What this process has otherwise, in words; an empty string if all is alike."""
        here = dict(sources_of(self.policies, self.cards).found)
        unlike = [f"{name} {here[name]} instead of {wanted}" for name, wanted in self.found if here[name] != wanted]
        if not unlike:
            return ""
        return f"worker on {platform.node()} has {', '.join(unlike)}; update it and start it anew"


def sources_of(policies: tuple[str, ...] = (), cards: str | None = None) -> Sources:
    """What this process plays with; `policies` are files and `cards` a folder of the user's."""
    found = {
        "omens": version("omens"),
        "Python": ".".join(platform.python_version_tuple()[:2]),
        **{library: version(library) for library in LIBRARIES},
        "sources": _program(),
        # a changed file is loaded anew (policies/registry.py)
        **{f"policy {path}": _digest([Path(path)], Path(path).parent) for path in policies},
    }
    if cards is not None:
        found[f"cards {cards}"] = _folder(cards)
    return Sources(tuple(found.items()), policies, cards)


@lru_cache
def _program() -> str:
    packages = (_PROGRAM / package for package in _PACKAGES)
    files = (path for package in packages for path in package.rglob("*") if path.suffix in _KINDS)
    return _digest(files, _PROGRAM)


@lru_cache
def _folder(cards: str) -> str:
    return _digest(Path(cards).glob("*.csv"), Path(cards))


def _digest(files: Iterable[Path], above: Path) -> str:
    """A short hash of names and contents of files below the folder `above`."""
    digest = hashlib.sha256()
    there = [path for path in sorted(files) if path.is_file()]
    for path in there:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(above).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12] if there else _MISSING
