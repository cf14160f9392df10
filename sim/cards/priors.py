"""The priors: what is assumed where a fact is unknown, each with its reason.

``priors.toml`` holds those of the Alaska Expedition, most of which serve any mode; those of R'lyeh Rising in
``rlyeh/priors.toml`` stand in for priors of the same name, or are its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.cards.columns import WHEN
from sim.cards.draws import Menu
from sim.cards.notation import parse_effect, parse_requirement

PATH = Path(__file__).with_name("priors.toml")
_OWN = {"rlyeh": PATH.parent / "rlyeh" / "priors.toml"}
_ONLY_ALASKAN = ("track", "storm_faces")


@dataclass(frozen=True, slots=True)
class ItemText:
    """What an unknown item may do."""

    when: int
    effect: Any
    tokens: int
    secures: int


@dataclass(frozen=True, slots=True)
class Prior:
    """A prior's reason, and its value: a `Menu`, or a number."""

    reason: str
    value: Any


def _effect(text: str) -> Any:
    return () if text == "-" else parse_effect(text)


def _menu(read: Callable[..., Any]) -> Callable[[list[list[Any]]], Menu]:
    return lambda rows: Menu(tuple(read(*row[1:]) for row in rows), tuple(float(row[0]) for row in rows))


_READ: Mapping[str, Callable[[Any], Any]] = {
    "share": float,
    "value": int,
    "numbers": _menu(int),
    "words": _menu(str),
    "requirements": _menu(parse_requirement),
    "effects": _menu(_effect),
    "cards": _menu(lambda when, effect, tokens, secures: ItemText(WHEN.index(when), _effect(effect), tokens, secures)),
}


def _prior(table: Mapping[str, Any]) -> Prior:
    (kind,) = table.keys() & _READ.keys()
    return Prior(table["reason"], _READ[kind](table[kind]))


def _flat(table: Mapping[str, Any], path: str = "") -> dict[str, Prior]:
    if "reason" in table:
        return {path: _prior(table)}
    found = {}
    for name, inner in table.items():
        found.update(_flat(inner, f"{path}.{name}" if path else name))
    return found


def paths(mode: str) -> tuple[Path, ...]:
    """The files that a mode's priors stand in; later ones hold against earlier ones."""
    return (PATH, *([_OWN[mode]] if mode in _OWN else []))


@lru_cache(maxsize=4)
def all_priors(mode: str = "alaska") -> tuple[dict[str, Prior], dict[tuple[str, str, str], Prior]]:
    """A mode's priors by dotted name, and those of single values by file, card and column."""
    general: dict[str, Prior] = {}
    single: dict[tuple[str, str, str], Prior] = {}
    for path in paths(mode):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        named = table.pop("named")
        general |= _flat(table)
        single |= {(entry["file"], entry["card"], entry["column"]): _prior(entry) for entry in named}
    if mode != "alaska":
        general = {name: prior for name, prior in general.items() if name.partition(".")[0] not in _ONLY_ALASKAN}
    return general, single


def prior(name: str, mode: str = "alaska") -> Any:
    """The menu or number of a mode's prior, by its dotted name in the file."""
    return all_priors(mode)[0][name].value


def prior_if_any(name: str, mode: str = "alaska") -> Any:
    """The same; None where the mode has none of that name."""
    found = all_priors(mode)[0].get(name)
    return found.value if found else None


def named_prior(file: str, card: str, column: str, mode: str = "alaska") -> Menu | None:
    """The menu for one value of one card, if there is one."""
    found = all_priors(mode)[1].get((file, card, column))
    return found.value if found else None
