"""The decorator of every rule."""

from __future__ import annotations

from numba import types

from sim.arkham.state import Table_t
from sim.chance import SOURCE
from sim.compiled import compiled

SOURCES = ("sim/arkham/rules", "sim/arkham/state.py", SOURCE)

void = types.void
int64 = types.int64
boolean = types.boolean


def rule(returns, *arguments, inline=False):
    """Compile ``function(t, *arguments)`` where `t` is the Table.

    `inline` ones are taken into whatever calls them: those that every card or monster comes through.
    """
    return compiled(returns(Table_t, *arguments), *SOURCES, lazy=True, forceinline=inline)
