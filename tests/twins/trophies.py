"""Which trophies may be given for a price (C-10.2, C-10.6, R:TROPHY_SET)."""

from __future__ import annotations

from itertools import combinations
from typing import TypeVar

T = TypeVar("T")


def payments(worth: dict[T, int], price: int, anything: bool = False) -> set[frozenset[T]]:
    """Sets of trophies worth at least `price`, none of them needless; all of them if they are worth less.

    With `anything` some may be needless, but nobody goes on giving when the price is paid.
    """
    owed = min(price, sum(worth.values()))
    found = set()
    for size in range(len(worth) + 1):
        for given in combinations(worth, size):
            total = sum(worth[trophy] for trophy in given)
            needless = [total - worth[trophy] >= owed for trophy in given]
            if total >= owed and (not any(needless) or (anything and not all(needless))):
                found.add(frozenset(given))
    return found
