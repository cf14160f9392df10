"""Options that players may not take: what a choice is worth, by the experiment of doing without it.

A Camp purchase (A-3.18), an option of the Mythos cards (A-9.2) or a part of a split or printed alternative
(A-12.3, A-3.3) is named ``camp.ally``, ``mythos.bottom``, ``split.1``, ``either.2``; the latter three may
name a card: ``split.1 of Arctic Fog``.  A forbidden option may still be taken where there is no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim import entrances
from sim.deck import DeckNames
from sim.errors import OmensError
from sim.names import known_name
from sim.rules.choices import CAMP, EITHER, MYTHOS_OPTION, SPLIT_GROUP
from sim.rules.mythos import BOTTOM_OPTION, TOP
from sim.rules.state import (
    BUY_ALLY,
    BUY_CLUE,
    BUY_COMMON,
    BUY_NEW_TOP,
    BUY_SANITY,
    BUY_SPELL,
    BUY_STAMINA,
    BUY_STORMS,
    BUY_UNIQUE,
    MAX_FORBIDDEN,
)
from sim.scenario import TITLES

_PARTS = 4  # a split has no more
_ANY = -1

_BOUGHT = {
    BUY_STORMS: "storms",
    BUY_ALLY: "ally",
    BUY_UNIQUE: "unique",
    BUY_CLUE: "clue",
    BUY_COMMON: "common",
    BUY_SPELL: "spell",
    BUY_STAMINA: "stamina",
    BUY_SANITY: "sanity",
    BUY_NEW_TOP: "discard",
}

#: Kind, a and b of each option that can be forbidden; see the table in sim/rules/choices.py.
OPTIONS: dict[str, tuple[int, int, int]] = {
    **{f"camp.{_BOUGHT[benefit]}": (CAMP, price, which) for price, which, benefit in entrances.CAMP},
    "mythos.top": (MYTHOS_OPTION, TOP, _ANY),
    "mythos.bottom": (MYTHOS_OPTION, BOTTOM_OPTION, _ANY),
    **{f"split.{part + 1}": (SPLIT_GROUP, part, _ANY) for part in range(_PARTS)},
    **{f"either.{part + 1}": (EITHER, part, _ANY) for part in range(_PARTS)},
}
_OF = " of "


def check_forbidden(names: Sequence[str], cards: DeckNames, mode: str = "alaska") -> None:
    """OmensError for an option or a card that is unknown, or not of the mode, or for more options than fit."""
    if len(names) > MAX_FORBIDDEN:
        raise OmensError(f"choices.forbid: {len(names)} options; {MAX_FORBIDDEN} at most would be right")
    for name in names:
        kind, *_ = place_of(name, cards)
        if kind == CAMP and mode != "alaska":
            raise OmensError(f"choices.forbid '{name[:60]}': {TITLES[mode]} has no Camp; leave it out")


def place_of(name: str, cards: DeckNames, option_name: str = "choices.forbid") -> tuple[int, int, int, int]:
    """Kind, a, b and card of an option by its name, the latter two -1 for any.

    Raises OmensError for an unknown one, which it calls one of `option_name`.
    """
    option, of, card = name.partition(_OF)
    kind, a, b = OPTIONS[known_name(option.strip(), OPTIONS, option_name)]
    if not of:
        return kind, a, b, _ANY
    if kind == CAMP:
        raise OmensError(f"{option_name} '{name[:60]}': a purchase belongs to no card; '{option}' would be right")
    among = cards.mythos if kind == MYTHOS_OPTION else cards.adventures
    return kind, a, b, among.index(known_name(card.strip(), among, f"{option_name} '{option}' of"))


def forbid(deck: Any, names: Sequence[str], cards: DeckNames) -> None:
    """Write the options of these names into a record of ``deck_dtype``; `cards` are the names of its cards."""
    deck["n_forbidden"] = len(names)
    for i, name in enumerate(names):
        deck["forbidden"][i] = place_of(name, cards)
