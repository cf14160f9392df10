"""Naive twins: slow, plain Python versions of the rules that the engine is compared with.

They are written from the rules alone and share no code with `sim`.  A twin that reaches a
player's choice yields a `Question` and is sent the answer that was given in the engine's
game; the tests compare the options of both.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple


class Question(NamedTuple):
    """A choice of a player: its kind, and every legal answer."""

    kind: str
    options: frozenset[Any]


class Roll(NamedTuple):
    """Dice to be rolled; the answer is a mapping from die to face."""

    dice: frozenset[int]


Play = Generator[Any, Any, Any]


def choose(kind: str, options: Any) -> Play:
    """Ask, unless there is only one answer."""
    options = frozenset(options)
    if len(options) == 1:
        return next(iter(options))
    return (yield Question(kind, options))
