"""Names that a user writes, and the nearest right one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from sim.errors import OmensError


def known_name(name: str, known: Iterable[str], what: str) -> str:
    """`name`, if it is one of the known ones; else OmensError with the nearest."""
    names = list(known)
    if name in names:
        return name
    by_lower = {each.lower(): each for each in names}
    near = difflib.get_close_matches(name.lower(), by_lower, 1, cutoff=0.4)
    hint = f"did you mean {by_lower[near[0]]}?" if near else f"expected one of {', '.join(names)}"
    raise OmensError(f"{what} '{name[:40]}': unknown; {hint}")
