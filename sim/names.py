"""Names that a user writes, and the nearest right one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Any

from sim.errors import OmensError

_MOST_NAMES = 50  # that one line lists


def known_name(name: str, known: Iterable[str], what: str) -> str:
    """`name`, if it is one of the known ones; else OmensError with the nearest."""
    names = list(known)
    if name in names:
        return name
    by_lower = {each.lower(): each for each in names}
    near = difflib.get_close_matches(name.lower(), by_lower, 1, cutoff=0.4)
    hint = f"did you mean {by_lower[near[0]]}?" if near else f"expected one of {_listed(names)}"
    raise OmensError(f"{what} '{name[:40]}': unknown; {hint}")


def named_values(words: Iterable[str], what: str, example: str) -> Iterator[tuple[str, str]]:
    """Name and value of each ``NAME=VALUE`` of the option ``--{what}``; OmensError for a word that is none."""
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            raise OmensError(f"{what} '{word[:60]}': expected {example}")
        yield name, value


def add_once(found: dict[str, Any], name: str, value: Any, what: str) -> None:
    """Take a value under a name; OmensError where the name has one."""
    if name in found:
        raise OmensError(f"--{what} {name}: is there twice; one value would be right")
    found[name] = value


def _listed(names: list[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def plain_name(name: str, known: Iterable[str], what: str, listed_by: str | None = None) -> str:
    """The known name that is meant, capitals and marks aside; else OmensError with the nearest one.

    Where none is near the error says what lists them, or without `listed_by` lists them itself.
    """
    plain = {_plain(each): each for each in known}
    if _plain(name) in plain:
        return plain[_plain(name)]
    near = difflib.get_close_matches(_plain(name), plain, 1, cutoff=0.4)
    hint = f"did you mean {plain[near[0]]}?" if near else _expected(list(plain.values()), listed_by)
    raise OmensError(f"{what} '{name[:60]}': unknown; {hint}")


def _expected(names: list[str], listed_by: str | None) -> str:
    return f"see {listed_by}" if listed_by else f"expected one of {_listed(names)}"


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
