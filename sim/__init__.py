"""The games: rules, card facts, and playing many of them.

In a notebook ``sim.run``, ``sim.compare`` and ``sim.odds`` give data frames (sim/frames.py).
"""

from typing import Any

_FRAMES = ("run", "compare")


def __getattr__(name: str) -> Any:
    """Functions that give data frames, loaded when they are asked for."""
    if name == "odds":
        import sim.odds as module

        return module
    if name in _FRAMES:
        from sim import frames

        return getattr(frames, name)
    raise AttributeError(f"module 'sim' has no attribute {name!r}")
