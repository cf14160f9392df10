"""Completions: every unknown value drawn from its prior, by seed, group of facts and number.

Groups have random numbers of their own, and so has every value in them: one group can be
drawn again alone, and a blank that is filled in changes no other value's draw.  (Values that
depend on each other move with them: rewards follow the stage, a doubtful day its neighbour.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sim.cards import complete_adventures as of_adventures
from sim.cards import complete_others as of_others
from sim.cards import complete_rlyeh as of_rlyeh
from sim.cards.draws import Draws, draws
from sim.cards.facts import Adventure, Back, Cards, is_unknown
from sim.errors import OmensError

#: Groups of facts of the Alaska Expedition, and the columns of the card files that are theirs.
GROUPS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "track": {"tracks": ("storms",)},
    "storm_faces": {"storms": ("penalty",)},
    "ancient_ones": {
        "ancient_ones": (
            "signs",
            "doom",
            "icons",
            "ability",
            "awakens",
            "awakens_signs",
            "attack",
            "midnight",
            "attack_effects",
            "task",
        )
    },
    "stages": {"adventures": ("stage",)},
    "boxes": {"adventures": ("tasks", "lock"), "other_worlds": ("tasks", "lock")},
    "rewards": {"adventures": ("reward", "trophy"), "other_worlds": ("reward", "trophy")},
    "penalties": {"adventures": ("penalty",), "other_worlds": ("penalty",)},
    "texts": {
        "adventures": ("terror", "entry", "midnight", "back", "colour"),
        "other_worlds": ("terror", "entry", "midnight"),
        "backs": ("stage", "arrive", "midnight"),
    },
    "mythos": {"mythos": ("top", "bottom")},
    "monsters": {"monsters": ("task", "trophy", "lock", "collected", "midnight")},
    "items": {"items": ("when", "any_turn", "secures", "tokens", "effect")},
    "investigators": {
        "investigators": (
            "sanity",
            "stamina",
            "ability",
            "result",
            "clues",
            "common",
            "unique",
            "spell",
            "ally",
            "free",
            "own",
        )
    },
}
#: Groups that only R'lyeh Rising has.
_OF_RLYEH: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "missions": {"missions": ("task", "price", "lock", "reward", "midnight")},
    "legion": {"legion": ("task", "trophy", "lock", "cost", "midnight")},
    "dark_waters": {"dark_waters": ("spaces", "start")},
    "amulet": {"amulet": ("die",)},
    "wreckage": {"wreckage": ("price",)},
}
#: The groups of each mode.
GROUPS_OF: Mapping[str, Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "alaska": GROUPS,
    "rlyeh": {group: files for group, files in GROUPS.items() if group not in ("track", "storm_faces")}
    | dict(_OF_RLYEH),
}
#: Seeds of the groups: a group of both modes draws alike in both.
_NUMBER = {group: number for number, group in enumerate((*GROUPS, *_OF_RLYEH))}


def count_facts(cards: Cards) -> dict[str, tuple[int, int]]:
    """Known and unknown values of each group of the cards' mode."""
    found = {}
    for group, files in GROUPS_OF[cards.mode].items():
        values = [
            getattr(card, column) for file, columns in files.items() for card in cards.kind(file) for column in columns
        ]
        unknown = sum(map(is_unknown, values))
        found[group] = (len(values) - unknown, unknown)
    return found


def unknown_facts(cards: Cards) -> tuple[int, dict[str, int]]:
    """How many values are known, and how many are not, by group."""
    counted = count_facts(cards)
    return sum(known for known, _ in counted.values()), {group: unknown for group, (_, unknown) in counted.items()}


def complete(cards: Cards, seed: int, index: int, group_index: Mapping[str, int] | None = None) -> Cards:
    """Completion number `index` of a seed: the same facts without unknown values, without donors.

    `group_index` gives single groups (see `GROUPS_OF`) another number, to draw them again alone.
    Known values are never changed.  Raises OmensError for an unknown group or a negative number.
    """
    groups, mode = GROUPS_OF[cards.mode], cards.mode
    numbers = dict.fromkeys(groups, index) | dict(group_index or {})
    for group, number in numbers.items():
        if group not in groups:
            raise OmensError(f"group {group}: unknown; expected one of {', '.join(groups)}")
        if seed < 0 or number < 0:
            raise OmensError(f"completion {number} of seed {seed}: expected numbers from 0 on")

    def of(group: str, rows: int, columns: int = 1) -> list[list[Draws]]:
        return draws(seed, _NUMBER[group], numbers[group], rows, columns)

    def each(group: str, fill: Callable[[Any, Draws], Any]) -> tuple[Any, ...]:
        records = cards.kind(group)
        return tuple(fill(card, own) for card, (own,) in zip(records, of(group, len(records)), strict=True))

    adventures, backs = _adventures(cards, of)
    return replace(
        cards,
        adventures=adventures[: len(cards.adventures)],
        other_worlds=adventures[len(cards.adventures) :],
        donors=(),
        backs=backs,
        ancient_ones=each("ancient_ones", lambda one, own: of_others.ancient_one(one, own, mode)),
        mythos=each("mythos", lambda card, own: of_others.mythos(card, own, mode)),
        monsters=each("monsters", lambda card, own: of_others.monster(card, own, mode)),
        items=each("items", lambda card, own: of_others.item(card, own, mode)),
        investigators=each("investigators", lambda card, own: of_others.investigator(cards, card, own)),
        **(_of_rlyeh(cards, of) if mode == "rlyeh" else _of_alaska(cards, of)),
    )


_Of = Callable[[str, int, int], list[list[Draws]]]


def _of_alaska(cards: Cards, of: _Of) -> dict[str, Any]:
    """What only the Alaska Expedition has."""
    return {
        "tracks": of_others.tracks(cards.tracks, [own for (own,) in of("track", 1 + len(cards.tracks), 1)]),
        "storms": of_others.storms(cards.storms, [own for (own,) in of("storm_faces", 1 + len(cards.storms), 1)]),
    }


def _of_rlyeh(cards: Cards, of: _Of) -> dict[str, Any]:
    """What only R'lyeh Rising has; the first draws of a group are for all its rows together."""
    found = {}
    for group in _OF_RLYEH:
        records = cards.kind(group)
        found[group] = of_rlyeh.COMPLETE[group](records, [own for (own,) in of(group, 1 + len(records), 1)])
    return found


def _adventures(cards: Cards, of: _Of) -> tuple[tuple[Adventure, ...], tuple[Back, ...]]:
    """Adventures, then Other Worlds, completed; and the backs that they show."""
    known = (*cards.adventures, *cards.other_worlds)
    n, n_places = len(known), len(cards.backs)
    stages, boxes, rewards, penalties = (
        of("stages", n, 1),
        of("boxes", n, 2),
        of("rewards", n, 1),
        of("penalties", n, 1),
    )
    texts = of("texts", n + n_places, 2)
    places = tuple(
        of_adventures.place(back, own, cards.mode) for back, (own, _) in zip(cards.backs, texts[n:], strict=True)
    )
    backs = {back.name: back for back in places}
    found = []
    for i, card in enumerate(known):
        numbers = of_adventures.CardDraws(*stages[i], *boxes[i], *rewards[i], *penalties[i], *texts[i])
        filled, back = of_adventures.adventure(cards, card, places, numbers)
        if back:
            backs.setdefault(back.name, back)
        found.append(filled)
    return tuple(found), tuple(backs.values())
