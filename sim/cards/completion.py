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
from sim.cards.draws import Draws, draws
from sim.cards.facts import Adventure, Back, Cards, is_unknown
from sim.errors import OmensError

#: Groups of facts, and the columns of the card files that are theirs.
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
_NUMBER = {group: number for number, group in enumerate(GROUPS)}


def count_facts(cards: Cards) -> dict[str, tuple[int, int]]:
    """Known and unknown values of each group."""
    found = {}
    for group, files in GROUPS.items():
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

    `group_index` gives single groups (see `GROUPS`) another number, to draw them again alone.
    Known values are never changed.  Raises OmensError for an unknown group or a negative number.
    """
    numbers = dict.fromkeys(GROUPS, index) | dict(group_index or {})
    for group, number in numbers.items():
        if group not in GROUPS:
            raise OmensError(f"group {group}: unknown; expected one of {', '.join(GROUPS)}")
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
        tracks=of_others.tracks(cards.tracks, [own for (own,) in of("track", 1 + len(cards.tracks))]),
        storms=of_others.storms(cards.storms, [own for (own,) in of("storm_faces", 1 + len(cards.storms))]),
        ancient_ones=each("ancient_ones", of_others.ancient_one),
        mythos=each("mythos", of_others.mythos),
        monsters=each("monsters", of_others.monster),
        items=each("items", of_others.item),
        investigators=each("investigators", lambda card, own: of_others.investigator(cards, card, own)),
    )


def _adventures(
    cards: Cards, of: Callable[[str, int, int], list[list[Draws]]]
) -> tuple[tuple[Adventure, ...], tuple[Back, ...]]:
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
    places = tuple(of_adventures.place(back, own) for back, (own, _) in zip(cards.backs, texts[n:], strict=True))
    backs = {back.name: back for back in places}
    found = []
    for i, card in enumerate(known):
        numbers = of_adventures.CardDraws(*stages[i], *boxes[i], *rewards[i], *penalties[i], *texts[i])
        filled, back = of_adventures.adventure(cards, card, places, numbers)
        if back:
            backs.setdefault(back.name, back)
        found.append(filled)
    return tuple(found), tuple(backs.values())
