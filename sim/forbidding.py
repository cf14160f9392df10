"""Options that players may not take: what a choice is worth, by the experiment of doing without it.

A purchase at the Camp (A-3.18) or at the ship and its Wreckage (R-4.3, R-4.8), an option of the Mythos cards
(A-9.2) or a part of a split or printed alternative (A-12.3, A-3.3) is named ``camp.ally``, ``ship.ally``,
``mythos.bottom``, ``split.1``, ``either.2``; the latter three may name a card: ``split.1 of Arctic Fog``.  A
forbidden option may still be taken where there is no other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    BUY_OMEN,
    BUY_SANITY,
    BUY_SKILL,
    BUY_SPELL,
    BUY_STAMINA,
    BUY_STORMS,
    BUY_UNIQUE,
    MAX_FORBIDDEN,
)
from sim.scenario import MODES, TITLES

SIDES = 2  # of the entrance
_PARTS = 4  # a split has no more
_ANY = -1

_BOUGHT = {
    BUY_STORMS: "storms",
    BUY_OMEN: "omen",
    BUY_ALLY: "ally",
    BUY_SKILL: "skill",
    BUY_UNIQUE: "unique",
    BUY_CLUE: "clue",
    BUY_COMMON: "common",
    BUY_SPELL: "spell",
    BUY_STAMINA: "stamina",
    BUY_SANITY: "sanity",
    BUY_NEW_TOP: "discard",
}

_PRINTED: dict[str, tuple[int, int, int]] = {
    "mythos.top": (MYTHOS_OPTION, TOP, _ANY),
    "mythos.bottom": (MYTHOS_OPTION, BOTTOM_OPTION, _ANY),
    **{f"split.{part + 1}": (SPLIT_GROUP, part, _ANY) for part in range(_PARTS)},
    **{f"either.{part + 1}": (EITHER, part, _ANY) for part in range(_PARTS)},
}


def _options(entrance: str, purchases: entrances.Purchases) -> dict[str, tuple[int, int, int]]:
    return {f"{entrance}.{_BOUGHT[benefit]}": (CAMP, price, which) for price, which, benefit in purchases} | _PRINTED


#: Kind, a and b of each option that can be forbidden in a mode; see the table in sim/rules/choices.py.
OPTIONS_OF: Mapping[str, Mapping[str, tuple[int, int, int]]] = {
    "alaska": _options("camp", entrances.CAMP),
    "rlyeh": _options("ship", entrances.ULTIMA_THULE),
}
#: Those of the Alaska Expedition.
OPTIONS = OPTIONS_OF["alaska"]
_ENTRANCES = {"camp": "Camp", "ship": "ship"}
_OF = " of "


def check_forbidden(names: Sequence[str], cards: DeckNames, mode: str = "alaska") -> None:
    """OmensError for an option or a card that is unknown, or not of the mode, or for more options than fit."""
    kinds = [place_of(name, cards, mode=mode)[0] for name in names]
    most = MAX_FORBIDDEN - (kinds.count(CAMP) if mode == "rlyeh" else 0)  # the Wreckage has prices of its own
    if len(names) > most:
        raise OmensError(f"choices.forbid: {len(names)} options; {most} at most would be right")


def place_of(
    name: str, cards: DeckNames, option_name: str = "choices.forbid", mode: str = "alaska"
) -> tuple[int, int, int, int]:
    """Kind, a, b and card of an option by its name, the latter two -1 for any; of a purchase at the ship.

    Raises OmensError for one that is unknown or not of the mode, which it calls one of `option_name`.
    """
    option, of, card = name.partition(_OF)
    options = OPTIONS_OF[mode]
    entrance = option.strip().partition(".")[0].lower()
    if entrance in _ENTRANCES and not any(each.startswith(f"{entrance}.") for each in options):
        raise OmensError(f"{option_name} '{name[:60]}': {TITLES[mode]} has no {_ENTRANCES[entrance]}; leave it out")
    kind, a, b = options[known_name(option.strip(), options, option_name)]
    if not of:
        return kind, a, b, _ANY
    if kind == CAMP:
        raise OmensError(f"{option_name} '{name[:60]}': a purchase belongs to no card; '{option}' would be right")
    among = cards.mythos if kind == MYTHOS_OPTION else cards.adventures
    return kind, a, b, among.index(known_name(card.strip(), among, f"{option_name} '{option}' of"))


def places_of(
    name: str, cards: DeckNames, deck: Any, option_name: str = "choices.forbid"
) -> list[tuple[int, int, int, int]]:
    """All places of an option in a game of `deck`: a purchase may have another price in the Wreckage.

    Raises OmensError as `place_of` does.
    """
    first = place_of(name, cards, option_name, MODES[deck["mode"]])
    kind, price, which, _ = first
    if kind != CAMP:
        return [first]
    for_sale = [deck["purchases"][side][: deck["n_purchases"][side]] for side in range(SIDES)]
    (benefit,) = {int(p["benefit"]) for p in for_sale[0] if (p["price"], p["which"]) == (price, which)}
    found = {
        (kind, int(p["price"]), int(p["which"]), _ANY) for side in for_sale for p in side if p["benefit"] == benefit
    }
    return sorted(found)


def forbid(deck: Any, names: Sequence[str], cards: DeckNames) -> None:
    """Write the options of these names into a record of ``deck_dtype``; `cards` are the names of its cards."""
    places = [place for name in names for place in places_of(name, cards, deck)]
    deck["n_forbidden"] = len(places)
    for i, place in enumerate(places):
        deck["forbidden"][i] = place
