"""Finding this game's policies by name."""

from __future__ import annotations

import importlib
from typing import Any

from sim.names import known_name

NAMES = ("idle", "close", "seal", "fight", "steady", "random")


def names() -> tuple[str, ...]:
    """The shipped policies; ``random`` is for tests of the rules and is not among ``all``."""
    return NAMES


def load(name: str) -> Any:
    """The compiled policy; OmensError where there is none of that name."""
    known_name(name, NAMES, "policy")
    return getattr(importlib.import_module(f"policies.arkham.{name}"), name)
