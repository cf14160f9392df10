"""The decorator of every rule."""

from __future__ import annotations

from numba import types

from sim.chance import SOURCE
from sim.compiled import compiled
from sim.rules.state import Table_t

#: What the rules depend on: they are compiled again when one of these changes.
SOURCES = ("sim/rules", SOURCE)

void = types.void
int64 = types.int64
boolean = types.boolean


def rule(returns, *arguments):
    """Compile ``function(t, *arguments)`` where `t` is the Table."""
    return compiled(returns(Table_t, *arguments), *SOURCES, lazy=True)


def kernel(signature):
    """Compile a function that does not see the Table."""
    return compiled(signature, *SOURCES, lazy=True)
