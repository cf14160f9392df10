"""Unknown values of what only R'lyeh Rising has, from stated priors (R-15).

Every function gets the rows of one card file and their draws; the first draws are for all rows together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sim.cards.complete_others import effect, marker_lock, pick
from sim.cards.draws import Draws
from sim.cards.facts import AmuletSpace, DarkWaters, Legion, Mission, Offer
from sim.cards.notation import COLOURS
from sim.cards.priors import prior
from sim.entrances import SHIP_PRICES

MODE = "rlyeh"


def missions(cards: Sequence[Mission], draws: Sequence[Draws]) -> tuple[Mission, ...]:
    """A row like a hard monster's, and a reward that goes with its price (R-9)."""
    return tuple(map(_mission, cards, draws[1:]))


def _mission(card: Mission, draws: Draws) -> Mission:
    task = draws.pick(prior("missions.task", MODE))
    lock = marker_lock(draws, MODE)
    weight = draws.pick(prior("missions.weight", MODE))
    price = draws.pick(prior(f"missions.{weight}.price", MODE))
    return replace(
        card,
        task=card.task or task,
        price=card.price or price,
        lock=lock if card.lock is None else card.lock,
        reward=effect(card.reward, draws, "missions", card, "reward", f"missions.{weight}.reward", MODE),
        midnight=effect(card.midnight, draws, "missions", card, "midnight", "missions.midnight", MODE),
    )


def legion(cards: Sequence[Legion], draws: Sequence[Draws]) -> tuple[Legion, ...]:
    """All markers alike: a row, a cost on the back, perhaps a trophy (R-5.4, R-5.5)."""
    return tuple(map(_legion, cards, draws[1:]))


def _legion(card: Legion, draws: Draws) -> Legion:
    task, trophy = draws.pick(prior("legion.task", MODE)), draws.pick(prior("legion.trophy", MODE))
    lock = marker_lock(draws, MODE)
    return replace(
        card,
        task=card.task or task,
        trophy=(trophy or -1) if card.trophy is None else card.trophy,
        lock=lock if card.lock is None else card.lock,
        cost=effect(card.cost, draws, "legion", card, "cost", "legion.cost", MODE),
        midnight=effect(card.midnight, draws, "legion", card, "midnight", "legion.midnight", MODE),
    )


def dark_waters(tracks: Sequence[DarkWaters], draws: Sequence[Draws]) -> tuple[DarkWaters, ...]:
    """Length and start of the track; the start is never its rightmost space (R-6.3, R-6.5)."""
    return tuple(map(_dark_waters, tracks, draws[1:]))


def _dark_waters(track: DarkWaters, draws: Draws) -> DarkWaters:
    spaces = pick(draws, "dark_waters", track, "spaces", "dark_waters.spaces", MODE)
    start = pick(draws, "dark_waters", track, "start", "dark_waters.start", MODE)
    if track.spaces is None and track.start is not None:
        spaces = max(spaces, track.start + 1)
    spaces = track.spaces or spaces
    return replace(track, spaces=spaces, start=track.start or min(start, spaces - 1))


def amulet(spaces: Sequence[AmuletSpace], draws: Sequence[Draws]) -> tuple[AmuletSpace, ...]:
    """The dice of all spaces, drawn together (R-8.1)."""
    colours = [COLOURS.index(word) for word in draws[0].pick(prior("amulet.dice", MODE)).split()]
    return tuple(
        replace(space, die=colour if space.die is None else space.die)
        for space, colour in zip(spaces, colours, strict=True)
    )


def wreckage(offers: Sequence[Offer], draws: Sequence[Draws]) -> tuple[Offer, ...]:
    """Each of the ship's benefits dearer than there, or not for sale (R-4.8)."""
    return tuple(map(_offer, offers, draws[1:]))


def _offer(offer: Offer, draws: Draws) -> Offer:
    gone = draws.chance(prior("wreckage.missing", MODE))
    price = SHIP_PRICES[offer.name] + draws.pick(prior("wreckage.dearer", MODE))
    return replace(offer, price=(-1 if gone else price) if offer.price is None else offer.price)


#: For each group of facts what completes it.
COMPLETE: Mapping[str, Callable[[Sequence[Any], Sequence[Draws]], tuple[Any, ...]]] = {
    "missions": missions,
    "legion": legion,
    "dark_waters": dark_waters,
    "amulet": amulet,
    "wreckage": wreckage,
}
