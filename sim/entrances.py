"""What is for sale at the entrance: (trophies, place among the options of that price, what it buys).

The Camp's prices are A-3.18; the Ultima Thule's R-4.3.  Those of the Wreckage are unknown (R-4.8): a
completion draws how much dearer than the ship's it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sim.rules.state import (
    BUY_ALLY,
    BUY_CLUE,
    BUY_COMMON,
    BUY_NEW_TOP,
    BUY_OMEN,
    BUY_SANITY,
    BUY_SKILL,
    BUY_SPELL,
    BUY_STAMINA,
    BUY_STORMS,
    BUY_UNIQUE,
)

Purchases = tuple[tuple[int, int, int], ...]

#: What can be bought, by the word for it.
BENEFITS: Mapping[str, int] = {
    "storms": BUY_STORMS,
    "ally": BUY_ALLY,
    "skill": BUY_SKILL,
    "omen": BUY_OMEN,
    "unique": BUY_UNIQUE,
    "spell": BUY_SPELL,
    "common": BUY_COMMON,
    "clue": BUY_CLUE,
    "sanity": BUY_SANITY,
    "stamina": BUY_STAMINA,
    "discard": BUY_NEW_TOP,
}

CAMP: Purchases = (
    (6, 0, BUY_STORMS),
    (5, 0, BUY_ALLY),
    (4, 0, BUY_UNIQUE),
    (4, 1, BUY_CLUE),
    (3, 0, BUY_COMMON),
    (3, 1, BUY_SPELL),
    (2, 0, BUY_STAMINA),
    (2, 1, BUY_SANITY),
    (1, 0, BUY_NEW_TOP),
)
ULTIMA_THULE: Purchases = (
    (5, 0, BUY_ALLY),
    (5, 1, BUY_SKILL),
    (5, 2, BUY_OMEN),
    (4, 0, BUY_UNIQUE),
    (4, 1, BUY_SPELL),
    (3, 0, BUY_COMMON),
    (3, 1, BUY_CLUE),
    (2, 0, BUY_SANITY),
    (2, 1, BUY_STAMINA),
    (1, 0, BUY_NEW_TOP),
)


#: What the ship asks for each of its benefits (R-4.3).
SHIP_PRICES: Mapping[str, int] = {
    word: price for word, benefit in BENEFITS.items() for price, _, sold in ULTIMA_THULE if sold == benefit
}


def purchases_at(prices: Iterable[tuple[str, int]]) -> Purchases:
    """The purchases of the Wreckage, which sells these benefits at these prices, the dearest first; -1 is not for sale.

    Price and place say what is bought, on either side: what the ship has at that price keeps its place, and
    all else comes after it.
    """
    of_ship = {(price, benefit): place for price, place, benefit in ULTIMA_THULE}
    taken = Counter(price for price, _, _ in ULTIMA_THULE)
    found: list[tuple[int, int, int]] = []
    for word, price in sorted(prices, key=lambda offer: -offer[1]):
        if price <= 0:
            continue
        place = of_ship.get((price, BENEFITS[word]))
        if place is None:
            place = taken[price]
            taken[price] += 1
        found.append((price, place, BENEFITS[word]))
    return tuple(found)


def fill_entrance(deck: Any, side: int, purchases: Purchases) -> None:
    """Write one side of the entrance into a record of ``deck_dtype``."""
    deck["n_purchases"][side] = len(purchases)
    for k, purchase in enumerate(purchases):
        deck["purchases"][side, k] = purchase
