"""The decorators of this game's policies and their parts."""

from __future__ import annotations

from numba import types

from sim.arkham.state import POLICY, Choice, Game, Town
from sim.compiled import compiled

_SOURCES = ("sim/arkham/state.py", "sim/arkham/rules/choices.py", "sim/chance.py", "policies/arkham")

int64, float64, boolean = types.int64, types.float64, types.boolean


def policy(function):
    """Compile ``function(game, town, choice) -> answer`` into a policy that the rules can call.

    Raises numba's errors where the function uses what numba cannot compile.
    """
    return compiled(POLICY, *_SOURCES, nogil=True)(function)


def part(returns, *arguments):
    """Compile a part of a policy: ``function(game, town, choice, *arguments) -> returns``."""
    return compiled(returns(Game, Town, Choice, *arguments), *_SOURCES, lazy=True)
