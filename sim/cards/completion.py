"""Completions: every unknown value drawn from its prior, by seed, group of facts and number.

Groups have random numbers of their own, and so has every value in them: one group can be
drawn again alone, and a blank that is filled in changes no other value's draw.  (Values that
depend on each other move with them: rewards follow the stage, a doubtful day its neighbour.)
"""

from __future__ import annotations

from collections.abc import Mapping
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

    def firsts(group: str, rows: int) -> list[Draws]:
        return [row[0] for row in of(group, rows)]

    adventures, backs = _adventures(cards, of)
    return replace(
        cards,
        adventures=adventures[: len(cards.adventures)],
        other_worlds=adventures[len(cards.adventures) :],
        donors=(),
        backs=backs,
        tracks=of_others.tracks(cards.tracks, firsts("track", 1 + len(cards.tracks))),
        storms=of_others.storms(cards.storms, firsts("storm_faces", 1 + len(cards.storms))),
        ancient_ones=_each(of_others.ancient_one, cards.ancient_ones, firsts("ancient_ones", len(cards.ancient_ones))),
        mythos=_each(of_others.mythos, cards.mythos, firsts("mythos", len(cards.mythos))),
        monsters=_each(of_others.monster, cards.monsters, firsts("monsters", len(cards.monsters))),
        items=_each(of_others.item, cards.items, firsts("items", len(cards.items))),
        investigators=tuple(
            of_others.investigator(cards, card, own)
            for card, own in zip(cards.investigators, firsts("investigators", len(cards.investigators)), strict=True)
        ),
    )


def _each(fill: Any, cards: tuple[Any, ...], numbers: list[Draws]) -> tuple[Any, ...]:
    return tuple(fill(card, own) for card, own in zip(cards, numbers, strict=True))


def _adventures(cards: Cards, of: Any) -> tuple[tuple[Adventure, ...], tuple[Back, ...]]:
    """Adventures, then Other Worlds, completed; and the backs that they show."""
    known = (*cards.adventures, *cards.other_worlds)
    n, n_places = len(known), len(cards.backs)
    stages, boxes, rewards = of("stages", n), of("boxes", n, 2), of("rewards", n)
    penalties, texts = of("penalties", n), of("texts", n_places + n, 2)
    places = tuple(of_adventures.place(back, texts[i][0]) for i, back in enumerate(cards.backs))
    backs = {back.name: back for back in places}
    found = []
    for i, card in enumerate(known):
        filled = _staged(card, stages[i][0])
        own_texts, own_back = texts[n_places + i]
        filled = _adventure(cards, filled, boxes[i], rewards[i][0], penalties[i][0], own_texts)
        if filled.back is None:
            back = of_adventures.back(filled, places, own_back)
            backs.setdefault(back.name, back)
            filled = replace(filled, back=back.name)
        found.append(filled)
    return tuple(found), tuple(backs.values())


def _staged(card: Adventure, own: Draws) -> Adventure:
    return replace(card, stage=of_adventures.stage(card, own)) if is_unknown(card.stage) else card


def _adventure(
    cards: Cards, card: Adventure, boxes: list[Draws], rewards: Draws, penalties: Draws, texts: Draws
) -> Adventure:
    """One card whose stage is known; everything but its back."""
    reward, trophy = card.reward, card.trophy
    if is_unknown(reward) or is_unknown(trophy):
        drawn, worth = of_adventures.reward_and_trophy(cards, card, rewards)
        reward = of_adventures.filled(reward, drawn)
        trophy = worth if trophy is None else trophy
    shown = {text: getattr(card, text) for text in of_adventures.TEXTS}
    if any(map(is_unknown, shown.values())):
        drawn_texts = of_adventures.texts(cards, card, texts)
        shown = {text: of_adventures.filled(value, drawn_texts[text]) for text, value in shown.items()}
    tasks = card.tasks
    if tasks is None and card.dice is not None:
        tasks = of_adventures.tasks(card.dice, card.kind == "special", boxes[0])
    penalty = card.penalty
    if is_unknown(penalty):
        penalty = of_adventures.filled(penalty, of_adventures.penalty(cards, card, penalties))
    return replace(
        card,
        tasks=tasks,
        reward=reward,
        trophy=trophy,
        penalty=penalty,
        lock=of_adventures.lock(boxes[1]) if card.lock is None else card.lock,
        colour=of_adventures.colour(card) if card.colour is None else card.colour,
        **shown,
    )
