"""From completed cards and a scenario to the deck: the arrays that the rules read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.cards.complete_others import SUMMER_READINGS
from sim.cards.facts import Adventure, AncientOne, Back, Cards, Legion, Mission, Monster
from sim.cards.notation import Effect
from sim.cards.programs import Op, compile_effect, requirement_record, task_records
from sim.entrances import CAMP, ULTIMA_THULE, fill_entrance, purchases_at
from sim.errors import OmensError
from sim.exact.cards import card_chances, requirement_chances
from sim.rules import state
from sim.rulings import ruling_number
from sim.scenario import DAYS, LEGIONS_LORDS, MODES, SEASONS, Scenario
from sim.worth import fill_worths

SUPPLIES = 15
STORMS_AGAIN = 7  # at every midnight beyond Day 7 in Summer
SKULL = DAYS + 1
SHIP, WRECKAGE = 0, 1  # sides of the entrance
_READINGS: dict[str, tuple[int, ...]] = {"LIGHT": SUMMER_READINGS[0], "TRANSCRIBED": SUMMER_READINGS[1]}
_TEXTS = ("reward", "penalty", "terror", "entry", "midnight")
_KINDS = {"alaskan": state.ORDINARY, "pacific": state.ORDINARY, "special": state.SPECIAL, "": state.OTHER_WORLD}


@dataclass(frozen=True)
class DeckNames:
    """Names of what stands in the deck, by place."""

    ancient_one: str
    adventures: tuple[str, ...]
    backs: tuple[str, ...]
    items: tuple[str, ...]
    monsters: tuple[str, ...]
    mythos: tuple[str, ...]
    storms: tuple[str, ...]
    investigators: tuple[str, ...]


class _Programs:
    """The effects of a deck in one array; equal effects are there once."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.ops: list[Op] = []
        self.places: dict[tuple[Op, ...], tuple[int, int]] = {(): (0, 0)}

    def add(self, effect: Effect | None) -> tuple[int, int]:
        """Start and size of the effect's program."""
        ops = compile_effect(effect or (), self.mode)
        if ops not in self.places:
            self.places[ops] = (len(self.ops), len(ops))
            self.ops += ops
        return self.places[ops]


def build_deck(cards: Cards, scenario: Scenario) -> np.ndarray:
    """The deck of completed `cards` in a `scenario`: shape (1,), dtype `deck_dtype`.

    Adventures stand in the order Alaskan or Pacific, Special, Other World; markers in the order
    monsters, missions, Legions; effects of nothing have size 0; what a deck does not use is zero,
    an index of nothing -1.  Raises OmensError if the scenario's Ancient One is not among the cards,
    their texts exceed MAX_OPS, or a setting does not fit them.
    """
    decks = np.zeros(1, state.deck_dtype)
    deck = decks[0]
    programs = _Programs(cards.mode)
    _fill_scenario(deck, cards, scenario)
    _fill_ancient_one(deck["ancient_one"], _ancient_one(cards, scenario), scenario, programs)
    _fill_adventures(deck, cards, programs)
    _fill_small_cards(deck, cards, programs)
    _fill_items(deck, cards, programs)
    _fill_monsters(deck, cards, programs)
    _fill_investigators(deck, cards)
    if len(programs.ops) > state.MAX_OPS:
        raise OmensError(f"card files: effects of {len(programs.ops)} steps in all, expected at most {state.MAX_OPS}")
    deck["ops"][["code", "amount", "target", "size"]][: len(programs.ops)] = programs.ops
    fill_worths(decks)
    return decks


def _fill_scenario(deck: Any, cards: Cards, scenario: Scenario) -> None:
    deck["mode"] = MODES.index(scenario.mode)
    deck["players"] = scenario.players
    if scenario.mode == "alaska":
        _fill_alaska(deck, cards, scenario)
    else:
        _fill_rlyeh(deck, cards, scenario)
    for name in state.RULING_FIELDS:
        deck["rulings"][name] = ruling_number(name.upper(), scenario.ruling(name.upper()))


def _fill_alaska(deck: Any, cards: Cards, scenario: Scenario) -> None:
    """The season, the Camp, supplies and the day track (A-2, A-3.18, A-6)."""
    deck["season"] = SEASONS.index(scenario.season)
    fill_entrance(deck, 0, CAMP)
    deck["supplies"] = scenario.settings.get("supplies", (SUPPLIES,))[0]
    for day, storms in enumerate(storm_table(cards, scenario), start=1):
        deck["storms_of_day"][day] = storms
    if scenario.season == "summer":
        deck["storms_of_day"][SKULL] = STORMS_AGAIN


def _fill_rlyeh(deck: Any, cards: Cards, scenario: Scenario) -> None:
    """The ship and its wreckage, the Dark Waters, the amulet (R-4.3, R-4.8, R-6, R-8.1)."""
    fill_entrance(deck, SHIP, ULTIMA_THULE)
    fill_entrance(deck, WRECKAGE, purchases_at((offer.name, offer.price or -1) for offer in cards.wreckage))
    (track,) = cards.dark_waters
    spaces, start = (scenario.settings.get(f"dark_waters.{name}") for name in ("spaces", "start"))
    deck["track_spaces"] = spaces[0] if spaces else track.spaces
    last = int(deck["track_spaces"]) - 1
    if start and start[0] > last:
        raise OmensError(
            f"setting dark_waters.start: space {start[0]} is not left of the rightmost one; 1 to {last} would be right"
        )
    deck["track_start"] = start[0] if start else min(track.start or 1, last)
    deck["amulet"] = [space.die for space in cards.amulet]


def storm_table(cards: Cards, scenario: Scenario) -> tuple[int, ...]:
    """Storm markers of days 1 to 7: as completed, as a ruling says, or as set by hand (A-6.1)."""
    season = SEASONS.index(scenario.season)
    drawn = {space.day: space.storms or 0 for space in cards.tracks if space.season == season}
    completed = tuple(drawn[day] for day in sorted(drawn))
    table: tuple[int, ...] = _READINGS.get(scenario.ruling(f"{scenario.season.upper()}_TABLE"), completed)
    table = scenario.settings.get(f"{scenario.season}.table", table)
    own = [scenario.settings.get(f"{scenario.season}.day{day}") for day in range(1, DAYS + 1)]
    return tuple(number[0] if number else storms for number, storms in zip(own, table, strict=True))


def _ancient_one(cards: Cards, scenario: Scenario) -> AncientOne:
    for one in cards.ancient_ones:
        if one.name.lower() == scenario.ancient_one:
            return one
    raise OmensError(f"ancient_ones.csv: expected a row {scenario.ancient_one.title()}")


def _fill_ancient_one(record: Any, one: AncientOne, scenario: Scenario, programs: _Programs) -> None:
    own = {name: scenario.settings.get(f"{scenario.ancient_one}.{name}") for name in ("doom", "signs", "icons")}
    signs_needed = scenario.settings.get(f"{scenario.ancient_one}.awakens_signs")
    assert one.task is not None
    record["signs"] = own["signs"][0] if own["signs"] else one.signs
    record["doom"] = own["doom"][0] if own["doom"] else one.doom
    if own["icons"] and max(own["icons"]) > record["doom"]:
        raise OmensError(
            f"setting {scenario.ancient_one}.icons: space {max(own['icons'])} is not on the doom track; "
            f"spaces up to {record['doom']} would be right"
        )
    icon = state.LEGION_ICON if scenario.ancient_one in LEGIONS_LORDS else state.STORM_ICON
    for space in own["icons"] or one.icons or ():
        if 1 <= space <= record["doom"]:
            record["icon"][space] = icon
    record["ability"] = one.ability
    record["awakens"] = one.awakens
    record["awakens_signs"] = signs_needed[0] if signs_needed else one.awakens_signs
    record["attack"] = one.attack
    record["midnight"] = programs.add(one.midnight)
    record["attack_effects"] = programs.add(one.attack_effects)
    record["task"] = requirement_record(one.task)
    record["chance"] = requirement_chances(one.task)


def _fill_adventures(deck: Any, cards: Cards, programs: _Programs) -> None:
    adventures = _in_order(cards)
    backs = _backs(cards)
    for i, back in enumerate(backs):
        deck["backs"][i]["colour"] = back[0]
        deck["backs"][i]["arrive"] = programs.add(back[2])
        deck["backs"][i]["midnight"] = programs.add(back[3])
    described = {back.name: back for back in cards.backs}
    specials = [i for i, card in enumerate(adventures) if card.kind == "special"]
    deck["specials"] = (specials + [-1] * 4)[:4]
    deck["n_adventures"] = len(adventures)
    for i, card in enumerate(adventures):
        record = deck["adventures"][i]
        assert card.tasks is not None
        rows = task_records(card.tasks)
        record["kind"] = _KINDS[card.kind]
        record["stage"] = card.stage
        record["ordered"] = card.tasks.ordered
        record["trophy"] = card.trophy
        record["n_tasks"] = len(card.tasks.rows)
        record["lock"] = card.lock
        record["back"] = backs.index(_back_key(card, described)) if card.ordinary else -1
        record["tasks"] = rows
        record["chance"] = card_chances(card.tasks)
        for text in _TEXTS:
            record[text] = programs.add(getattr(card, text))


def _in_order(cards: Cards) -> tuple[Adventure, ...]:
    return (*cards.adventures, *cards.other_worlds)


_BackKey = tuple[int, int, Effect, Effect]  # colour, stage, arrive, midnight


def _back_key(card: Adventure, described: dict[str, Back]) -> _BackKey:
    back = described.get(card.back or "-")
    arrive, midnight = (back.arrive, back.midnight) if back else ((), ())
    return card.colour or 0, card.stage or 0, arrive or (), midnight or ()


def _backs(cards: Cards) -> list[_BackKey]:
    """The different backs: cards whose backs look alike share one, so that it tells no front."""
    described = {back.name: back for back in cards.backs}
    return list(dict.fromkeys(_back_key(card, described) for card in cards.adventures if card.ordinary))


def _fill_small_cards(deck: Any, cards: Cards, programs: _Programs) -> None:
    deck["n_mythos"] = len(cards.mythos)
    for i, mythos in enumerate(cards.mythos):
        deck["mythos"][i]["stage"] = mythos.stage
        deck["mythos"][i]["top"] = programs.add(mythos.top)
        deck["mythos"][i]["bottom"] = programs.add(mythos.bottom)
    deck["n_storms"] = len(cards.storms)
    for i, storm in enumerate(cards.storms):
        deck["storms"][i]["penalty"] = programs.add(storm.penalty)


def _fill_items(deck: Any, cards: Cards, programs: _Programs) -> None:
    deck["n_items"] = len(cards.items)
    for i, item in enumerate(cards.items):
        record = deck["items"][i]
        for name in ("kind", "when", "any_turn", "secures", "tokens"):
            record[name] = getattr(item, name)
        record["effect"] = programs.add(item.effect)


def _fill_monsters(deck: Any, cards: Cards, programs: _Programs) -> None:
    markers = _markers(cards)
    deck["n_monsters"] = len(markers)
    for record, (marker, kind, trophy, texts) in zip(deck["monsters"], markers, strict=False):
        assert marker.task is not None
        record["kind"] = kind
        record["task"] = requirement_record(marker.task)
        record["trophy"] = trophy
        record["lock"] = marker.lock
        for name, effect in texts.items():
            record[name] = programs.add(effect)
        record["midnight"] = programs.add(marker.midnight)
        record["chance"] = requirement_chances(marker.task)


_Marker = tuple[Monster | Mission | Legion, int, int | None, dict[str, Effect | None]]


def _markers(cards: Cards) -> list[_Marker]:
    """All markers with their kind, trophy and the text on the back: of a mission the price and the reward (R-9.4)."""
    found: list[_Marker] = [(m, state.MONSTER, m.trophy, {"collected": m.collected}) for m in cards.monsters]
    found += [(m, state.MISSION, m.price, {"collected": m.reward}) for m in cards.missions]
    found += [(m, state.LEGION, m.trophy, {"cost": m.cost}) for m in cards.legion for _ in range(m.markers)]
    return found


def _fill_investigators(deck: Any, cards: Cards) -> None:
    items = {item.name: i for i, item in enumerate(cards.items)}
    deck["n_investigators"] = len(cards.investigators)
    for i, person in enumerate(cards.investigators):
        record = deck["investigators"][i]
        for name in ("sanity", "stamina", "ability", "result", "clues", "free"):
            record[name] = getattr(person, name)
        record["cards"] = (person.common, person.unique, person.spell, person.ally)
        record["own"] = items.get(person.own or "-", -1)


def deck_names(cards: Cards, scenario: Scenario) -> DeckNames:
    """The names that belong to the places in ``build_deck(cards, scenario)``."""
    described = {back.name: back for back in cards.backs}
    named: dict[_BackKey, str] = {}
    for card in cards.adventures:
        if card.ordinary:
            named.setdefault(_back_key(card, described), described[card.back].name if card.back in described else "")

    def names(records: Iterable) -> tuple[str, ...]:
        return tuple(record.name for record in records)

    return DeckNames(
        ancient_one=_ancient_one(cards, scenario).name,
        adventures=names(_in_order(cards)),
        backs=tuple(named.values()),
        items=names(cards.items),
        monsters=names(marker for marker, *_ in _markers(cards)),
        mythos=names(cards.mythos),
        storms=names(cards.storms),
        investigators=names(cards.investigators),
    )


def deck_hash(deck: np.ndarray) -> str:
    """SHA-256 of a deck: equal for equal decks."""
    return hashlib.sha256(deck.tobytes()).hexdigest()


def card_data_hash(cards: Cards) -> str:
    """SHA-256 of the card files and the priors: what completions are made of."""
    return cards.digest
