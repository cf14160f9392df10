"""Checks that look at more than one cell: limits of the rules and facts that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.cards.facts import Adventure, Cards, Item
from sim.cards.notation import Effect, Tasks
from sim.errors import OmensError
from sim.rules import state

LEAST_STAGE_ONE = 6  # dealt in setup
SPECIALS = {"alaska": (2, 4), "rlyeh": (4, 4)}  # Arrival and Into the Wild at least; all of
_ORDINARY = {"alaska": "Alaskan", "rlyeh": "Pacific"}
MOST = {
    "items": state.MAX_ITEMS,
    "mythos": state.MAX_MYTHOS,
    "storms": state.MAX_STORMS,
    "investigators": state.MAX_INVESTIGATORS,
}


def check(cards: Cards) -> None:
    """Raise OmensError for the first thing that no game could be played with."""
    for message in _faults(cards):
        raise OmensError(message)


def _faults(cards: Cards) -> Iterator[str]:
    for name, most in MOST.items():
        if len(cards.kind(name)) > most:
            yield f"{name}.csv: {len(cards.kind(name))} rows, expected at most {most}"
    total = len(cards.adventures) + len(cards.other_worlds)
    if total > state.MAX_ADVENTURES:
        yield f"adventures.csv and other_worlds.csv: {total} cards, expected at most {state.MAX_ADVENTURES}"
    markers = len(cards.monsters) + len(cards.missions) + sum(row.markers for row in cards.legion)
    if markers > state.MAX_MONSTERS:
        files = "monsters.csv" + ", missions.csv and legion.csv" * bool(cards.legion)
        yield f"{files}: {markers} {'rows' if not cards.legion else 'markers'}, expected at most {state.MAX_MONSTERS}"
    yield from _stages(cards)
    yield from _chain(cards.mode, [card for card in cards.adventures if card.kind == "special"])
    for card in cards.adventures:
        yield from _adventure(card)
    for item in cards.items:
        yield from _item(item)
    yield from _references(cards)
    yield from _ancient_ones(cards)
    yield from _tracks(cards) if cards.mode == "alaska" else _rlyeh(cards)


def _fault(file: str, card: Any, column: str, what: str) -> str:
    return f'{file}.csv, {card.name}, column "{column}": {what}'


def _stages(cards: Cards) -> Iterator[str]:
    ordinary = [card for card in cards.adventures if card.ordinary]
    name = _ORDINARY[cards.mode]
    if len(ordinary) > state.MAX_BACKS:
        yield f"adventures.csv: {len(ordinary)} {name} Adventures, expected at most {state.MAX_BACKS}"
    first = sum(card.stage == 1 for card in ordinary)
    if first < LEAST_STAGE_ONE:
        yield f"adventures.csv: {first} {name} Adventures of stage 1, expected at least {LEAST_STAGE_ONE}"
    if not any(card.stage == 2 for card in ordinary):
        yield f"adventures.csv: no {name} Adventure of stage 2, expected at least one"


def _chain(mode: str, specials: list[Adventure]) -> Iterator[str]:
    """The first Special and its successors bring each other (A-11.3, R-14.2), in Alaska one of them Stage II (A-11.4).

    In R'lyeh Rising Stage II has other ways in as well (R-7.1).
    """
    least, most = SPECIALS[mode]
    if not least <= len(specials) <= most:
        expected = f"{least} to {most}" if least < most else str(least)
        yield f"adventures.csv: {len(specials)} special adventures, expected {expected}"
        return
    if mode == "alaska" and not any(has(card.reward, "stage_2") for card in specials[:-1]):
        yield _fault("adventures", specials[1], "reward", "expected stage_2 here or on the special before it")
    last = specials[-1]
    if has(last.reward, "next_special"):
        yield _fault("adventures", last, "reward", "expected no next_special on the last special")


def has(effect: Effect | None, word: str) -> bool:
    """Whether a word appears in an effect, parts included."""
    return any(step.word == word or any(has(part, word) for part in step.parts) for step in effect or ())


def _adventure(card: Adventure) -> Iterator[str]:
    if card.dice is None and card.tasks is None:
        yield _fault("adventures", card, "dice", "expected tasks here or in column tasks")
    if card.dice and any(row.monster_task for row in card.dice.rows):
        yield _fault("adventures", card, "dice", "expected rows without boxes; these go into column tasks")
    if card.dice and card.tasks and dice_of(card.tasks) != dice_of(card.dice):
        yield _fault("adventures", card, "tasks", "other dice than in column dice")
    if card.kind != "special":
        for column in ("reward", "penalty", "terror", "entry", "midnight"):
            if has(getattr(card, column), "next_special") or has(getattr(card, column), "stage_2"):
                yield _fault("adventures", card, column, "next_special and stage_2 are for special adventures")
        return
    if has(card.midnight, "leave"):
        yield _fault("adventures", card, "midnight", "a special adventure cannot leave")
    if card.tasks and any(row.monster_task for row in card.tasks.rows):
        yield _fault("adventures", card, "tasks", "a special adventure holds no monster")


def dice_of(tasks: Tasks) -> tuple[Any, ...]:
    """What a card's rows ask of the dice, empty monster tasks and costs left out."""
    rows = [row.full.dice for row in tasks.rows]
    return tasks.ordered, tuple(row for row in rows if row.symbols or row.investigation)


def _item(item: Item) -> Iterator[str]:
    if item.when == state.WHEN_COST and not (item.effect and item.effect[0].word in ("sanity", "stamina")):
        yield _fault("items", item, "effect", "expected sanity or stamina first, the point that it pays")  # C-6.9
    if item.when == state.WHEN_SECURING and item.secures == 0:
        yield _fault("items", item, "secures", "expected the number of dice that it secures")  # C-13.8


def _references(cards: Cards) -> Iterator[str]:
    places = {back.name for back in cards.backs}
    for card in cards.adventures:
        if card.back not in (None, "-") and card.back not in places:
            yield _fault("adventures", card, "back", f"{card.back} is not in backs.csv")
    names = {item.name for item in cards.items}
    for person in cards.investigators:
        if person.own not in (None, "-") and person.own not in names:
            yield _fault("investigators", person, "own", f"{person.own} is not in items.csv")


def _ancient_ones(cards: Cards) -> Iterator[str]:
    for one in cards.ancient_ones:
        if one.icons and one.doom and one.icons[-1] > one.doom:
            yield _fault("ancient_ones", one, "icons", f"expected spaces up to {one.doom}, found {one.icons[-1]}")


def _tracks(cards: Cards) -> Iterator[str]:
    days = {(space.season, space.day) for space in cards.tracks}
    for season, name in enumerate(("summer", "winter")):
        for day in range(1, state.MAX_TRACK - 1):
            if (season, day) not in days:
                yield f"tracks.csv: day {day} of {name} is missing"


def _rlyeh(cards: Cards) -> Iterator[str]:
    """What R'lyeh Rising cannot be played without (R-1.1, R-6, R-8, R-10)."""
    for file, number in (("legion", 1), ("dark_waters", 1), ("amulet", state.AMULET_TOKENS)):
        if len(cards.kind(file)) != number:
            yield f"{file}.csv: {len(cards.kind(file))} rows, expected {number}"
    for stage, name in ((1, "Ocean"), (2, "R'lyeh")):
        if not any(card.stage == stage for card in cards.mythos):
            yield f"mythos.csv: no {name} card (stage {stage}), expected at least one"
    for track in cards.dark_waters:
        if track.spaces and track.start and track.start >= track.spaces:
            yield _fault("dark_waters", track, "start", f"expected a space from 1 to {track.spaces - 1}")
