"""Unknown values of all cards and boards but adventures, from stated priors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from sim.cards.columns import FACES, ITEM_KINDS
from sim.cards.draws import Draws
from sim.cards.facts import (
    AncientOne,
    Cards,
    Doubtful,
    Investigator,
    Item,
    Monster,
    Mythos,
    Storm,
    TrackDay,
    filled,
    is_part,
    is_unknown,
)
from sim.cards.notation import COLOURS
from sim.cards.priors import ItemText, named_prior, prior
from sim.rules import state

SUMMER_READINGS = ((0, 0, 3, 4, 5, 6, 7), (0, 0, 4, 5, 6, 8, 9))  # LIGHT and TRANSCRIBED of R:SUMMER_TABLE


def pick(draws: Draws, file: str, card: Any, column: str, otherwise: str, mode: str) -> Any:
    """A value from the prior for this very card, or else from the prior of that name."""
    return draws.pick(named_prior(file, card.name, column, mode) or prior(otherwise, mode))


def effect(known: Any, draws: Draws, file: str, card: Any, column: str, otherwise: str, mode: str) -> Any:
    """An effect: what is known, completed where it is unknown or known in part."""
    return filled(known, pick(draws, file, card, column, "rest" if is_part(known) else otherwise, mode))


def tracks(days: Sequence[TrackDay], draws: Sequence[Draws]) -> tuple[TrackDay, ...]:
    """Both tables of storms: rising, and no day of Summer worse than Winter's (A-6.1, A-6.2).

    What is known holds against what is read with doubt, and that against what no source shows.
    """
    thirds = draws[0].pick(prior("track.summer_thirds"))
    found: dict[tuple[int, int], int] = {}
    for space, own in sorted(zip(days, draws[1:], strict=True), key=lambda pair: _least_doubtful_first(pair[0])):
        drawn = _storms(space, thirds, own)
        found[space.season, space.day] = _rising(drawn, space, found) if is_unknown(space.storms) else drawn
    return tuple(replace(space, storms=found[space.season, space.day]) for space in days)


def _least_doubtful_first(space: TrackDay) -> tuple[int, ...]:
    """Winter before Summer, which it limits; then by doubt; then by day."""
    return -space.season, is_unknown(space.storms) + (space.storms is None), space.day


def _rising(storms: int, space: TrackDay, found: Mapping[tuple[int, int], int]) -> int:
    """The number nearest to `storms` that fits the days found so far."""
    least = max((n for (season, day), n in found.items() if season == space.season and day < space.day), default=0)
    limits = [
        n
        for (season, day), n in found.items()
        if (season == space.season and day > space.day)
        or (space.season == state.SUMMER and (season, day) == (state.WINTER, space.day))
    ]
    return min([max(storms, least), *limits])


def _storms(space: TrackDay, thirds: int, draws: Draws) -> int:
    menu = named_prior("tracks", space.name, "storms")
    if space.storms is None:
        light, dark = (reading[space.day - 1] for reading in SUMMER_READINGS)
        return draws.pick(menu) if menu else light + round((dark - light) * thirds / 3)
    if isinstance(space.storms, Doubtful):
        return draws.pick(menu) if menu else max(0, space.storms + draws.pick(prior("track.neighbour")))
    return space.storms


def storms(markers: Sequence[Storm], draws: Sequence[Draws]) -> tuple[Storm, ...]:
    """Faces of the markers: as many blanks as drawn once for all, penalties for the rest.

    All markers draw their places in the order in which they are blank, also those whose face
    is known: so a face that is filled in changes no other.
    """
    blanks = round(draws[0].pick(prior("storm_faces.blanks")) * len(markers) / state.MAX_STORMS)
    places = [own.number() for own in draws[1:]]
    blank = set(sorted(range(len(markers)), key=places.__getitem__)[:blanks])
    return tuple(
        replace(marker, penalty=_penalty(marker, i in blank, own))
        for i, (marker, own) in enumerate(zip(markers, draws[1:], strict=True))
    )


def _penalty(marker: Storm, is_blank: bool, draws: Draws) -> Any:
    drawn = effect(marker.penalty, draws, "storms", marker, "penalty", "storm_faces.penalty", "alaska")
    return () if is_blank and marker.penalty is None else drawn


def ancient_one(one: AncientOne, draws: Draws, mode: str) -> AncientOne:
    """A sheet whole: what no source shows is plain."""
    percent, doom, signs, task = (
        pick(draws, "ancient_ones", one, column, f"ancient_ones.{name}", mode)
        for column, name in (("icons", "icon_percent"), ("doom", "doom"), ("signs", "signs"), ("task", "task"))
    )
    doom = one.doom or doom
    return replace(
        one,
        signs=one.signs or signs,
        doom=doom,
        task=one.task or task,
        ability=one.ability or state.NO_TEXT,
        awakens=one.awakens or state.AWAKENS_PLAIN,
        awakens_signs=one.awakens_signs or 0,
        attack=one.attack or state.ATTACK_EFFECTS,
        midnight=effect(one.midnight, draws, "ancient_ones", one, "midnight", "rest", mode),
        attack_effects=effect(one.attack_effects, draws, "ancient_ones", one, "attack_effects", "rest", mode),
        icons=one.icons if one.icons is not None else _icons(doom, round(doom * percent / 100), draws),
    )


def _icons(doom: int, number: int, draws: Draws) -> tuple[int, ...]:
    """So many spaces, one from each of equal stretches of the track; never the last (C-15.12)."""
    number = min(number, doom - 1)
    edges = [1 + (doom - 1) * k // number for k in range(number)] + [doom] if number else []
    return tuple(draws.one_of(tuple(range(low, high))) for low, high in pairwise(edges))


def mythos(card: Mythos, draws: Draws, mode: str) -> Mythos:
    """Two options of like weight, of the card's stage if it has one (A-9, R-10)."""
    deck = f"mythos.stage_{card.stage}" if card.stage else "mythos"
    weight = draws.pick(prior(f"{deck}.weight", mode))
    return replace(
        card,
        top=effect(card.top, draws, "mythos", card, "top", f"{deck}.{weight}.top", mode),
        bottom=effect(card.bottom, draws, "mythos", card, "bottom", f"{deck}.{weight}.bottom", mode),
    )


def monster(card: Monster, draws: Draws, mode: str) -> Monster:
    """A marker: a row of one or two symbols, now and then a lock, a reward, a text at midnight."""
    hard = draws.chance(prior("monsters.hard", mode))
    task = pick(draws, "monsters", card, "task", "monsters.hard_task" if hard else "monsters.easy_task", mode)
    worth = draws.pick(prior("monsters.hard_trophy", mode))
    lock = marker_lock(draws, mode)
    return replace(
        card,
        task=card.task or task,
        trophy=card.trophy if card.trophy is not None else worth if hard else 1,
        lock=lock if card.lock is None else card.lock,
        collected=effect(card.collected, draws, "monsters", card, "collected", "monsters.collected", mode),
        midnight=effect(card.midnight, draws, "monsters", card, "midnight", "monsters.midnight", mode),
    )


def marker_lock(draws: Draws, mode: str) -> int:
    """The colour of a marker's locked die, or -1 (C-12.5)."""
    locks = draws.chance(prior("monsters.lock", mode))
    colour = COLOURS.index(draws.pick(prior("boxes.lock_colour", mode)))
    return colour if locks else -1


def item(card: Item, draws: Draws, mode: str) -> Item:
    """What cards of its class mostly do, among the texts that agree with what is known of it."""
    menu = prior(f"items.{ITEM_KINDS[card.kind]}", mode)
    agreeing = menu.keep(
        card.when in (None, text.when) and card.secures in (None, text.secures) for text in menu.values
    )
    text = draws.pick(agreeing) if agreeing else _plain_text(card)
    own = named_prior("items", card.name, "effect", mode)
    drawn = draws.pick(own or prior("rest", mode))
    return replace(
        card,
        when=text.when if card.when is None else card.when,
        any_turn=bool(card.any_turn),
        secures=text.secures if card.secures is None else card.secures,
        tokens=text.tokens if card.tokens is None else card.tokens,
        effect=filled(card.effect, drawn if own or is_part(card.effect) else text.effect),
    )


def _plain_text(card: Item) -> ItemText:
    """For a card unlike its class: a spell's use if it secures dice, else no effect."""
    securing = card.when == state.WHEN_SECURING or (card.when is None and bool(card.secures))
    return ItemText(state.WHEN_SECURING if securing else state.WHEN_NEVER, (), 0, int(securing))


_STARTING = ("clues", "common", "unique", "spell", "ally", "free")


def investigator(cards: Cards, card: Investigator, draws: Draws) -> Investigator:
    """Values that add up to 10, the starting cards of one of the known ones, and no ability."""
    sanity = draws.pick(prior("investigators.sanity", cards.mode))
    result = FACES[draws.pick(prior("investigators.result", cards.mode))]
    donors = _well_known(cards)
    donor = draws.one_of(donors) if donors else None
    known = {column: getattr(card, column) for column in _STARTING}
    start: dict[str, Any] = {c: getattr(donor, c, 0) if value is None else value for c, value in known.items()}
    sanity = card.sanity or (10 - card.stamina if card.stamina else sanity)
    return replace(
        card,
        sanity=sanity,
        stamina=card.stamina or 10 - sanity,
        ability=card.ability or state.NO_ABILITY,
        result=result if card.result is None else card.result,
        own=card.own or "-",
        **start,
    )


@lru_cache(maxsize=8)
def _well_known(cards: Cards) -> tuple[Investigator, ...]:
    """Investigators whose starting cards are all known, and none of them a card of their own."""
    return tuple(
        card for card in cards.investigators if card.own == "-" and None not in (getattr(card, c) for c in _STARTING)
    )
