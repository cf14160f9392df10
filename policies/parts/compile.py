"""The decorators of policies and their parts."""

from __future__ import annotations

from functools import partial

from numba import types
from numba.np.numpy_support import from_dtype

from policies.parts.temper import Temper
from sim.compiled import compiled
from sim.rules.state import POLICY, Choice, Deck, Game, Requirement, option_dtype

#: What policies depend on: they are compiled again when one of these changes.
_SOURCES = (
    "sim/chance.py",
    "sim/rules/state.py",
    "sim/rules/choices.py",
    "sim/rules/operations.py",
    "sim/rules/dice.py",
    "sim/rules/rlyeh/in_play.py",
    "sim/worth.py",
)

_TABLES = ("sim/tables.py", "sim/exact")

_POLICIES = ("policies", "policies/expert.toml")

Temper_t = types.NamedUniTuple(types.float64, len(Temper._fields), Temper)
Option = from_dtype(option_dtype)
int64, float64, boolean = types.int64, types.float64, types.boolean
#: Numbers that a part lists for another one.
Numbers = types.Array(types.int64, 1, "C")


def policy(function=None, *, tables=False):
    """Compile ``function(game, deck, choice) -> answer`` into a policy that the engine can call.

    With `tables` its decks hold the exact chances of all adventures (sim/tables.py).

    Raises numba's errors where the function uses what numba cannot compile.
    """
    if function is None:
        return partial(policy, tables=tables)
    made = compiled(POLICY, *_SOURCES, *(_TABLES if tables else ()), *_POLICIES, nogil=True)(function)
    made.tables = tables
    return made


def part(returns, *arguments):
    """Compile a part of a policy: ``function(game, deck, *arguments) -> returns``."""
    return compiled(
        returns(Game, Deck, *arguments), *_SOURCES, *_TABLES, "policies/parts", lazy=True, error_model="numpy"
    )


#: A part that weighs one option: ``function(game, deck, choice, option, temper) -> worth in Elder Signs``.
weighs = part(float64, Choice, Option, Temper_t)

__all__ = [
    "Choice",
    "Numbers",
    "Option",
    "Requirement",
    "Temper_t",
    "boolean",
    "float64",
    "int64",
    "part",
    "policy",
    "weighs",
]
