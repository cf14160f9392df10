"""The games: rules, card facts, and playing many of them.

In a notebook ``sim.run``, ``sim.compare`` and ``sim.odds`` give data frames (sim/library.py).
"""

from typing import Any

_LIBRARY = ("run", "compare")


def __getattr__(name: str) -> Any:
    """Functions of the library, loaded when they are asked for."""
    if name == "odds":
        import sim.odds as module

        return module
    if name in _LIBRARY:
        import sim.library as library

        return getattr(library, name)
    raise AttributeError(f"module 'sim' has no attribute {name!r}")
