"""Facts and scenario as the one record that rules and policies read."""

from __future__ import annotations

import numpy as np

from sim.arkham.facts import MOVEMENTS, SYMBOLS, TYPES, AncientOne, Facts, facts
from sim.arkham.rates import RATES, rate_of_group
from sim.arkham.rulings import RULINGS, rulings_in_force
from sim.arkham.scenario import EXTRAS, Scenario, ancient_ones, unstable_locations
from sim.arkham.state import FIRST_STREET, town_dtype

SEAL_COST = 5  # H-6.4


def build_town(scenario: Scenario) -> np.ndarray:
    """The record of a scenario: dtype ``town_dtype``, shape (1,)."""
    known = facts()
    town = np.zeros(1, town_dtype)
    record = town[0]
    one = known.ancient_ones[ancient_ones().index(scenario.ancient_one)]
    _fill_limits(record, known, scenario.players)
    _fill_board(record, known)
    _fill_monsters(record, known, "masks" in one.powers)
    _fill_cards(record, known)
    _fill_power(record, known, one)
    record["texts"] = scenario.texts
    record["extra"] = EXTRAS.index(scenario.extra)
    record["extra_at"] = scenario.extra_at
    record["sealed"] = sum(1 << unstable_locations().index(name) for name in set(scenario.sealed))
    for name, value in rulings_in_force(scenario.rulings).items():
        record["rulings"][name] = RULINGS[name].values.index(value)
    for name in RATES:
        record["rates"][name] = rate_of_group(name, scenario.rates, scenario.players)
    return town


def _fill_limits(record: np.void, known: Facts, players: int) -> None:
    limits = known.limits[players - 1]
    record["players"] = limits.players
    record["limit"] = limits.monster_limit
    record["outskirts"] = limits.outskirts
    record["gates_that_awaken"] = limits.gates_that_awaken
    record["monsters_per_gate"] = limits.monsters_per_gate


def _fill_board(record: np.void, known: Facts) -> None:
    for i, place in enumerate(known.locations):
        record["street_of"][i] = FIRST_STREET + known.streets.index(place.neighbourhood)
        record["shop"][i] = place.closes_at
    markers = [i for i, world in enumerate(known.worlds) for _ in range(world.copies)]
    record["world_of"][:] = markers
    for i, world in enumerate(known.worlds):
        record["worlds"][i] = (SYMBOLS.index(world.symbol), world.modifier)


def _fill_monsters(record: np.void, known: Facts, masks: bool) -> None:
    """Kinds, and a token for each monster; masks come last and are in the cup or in the box."""
    tokens: list[int] = []
    for kind, monster in enumerate(known.monsters):
        about = (MOVEMENTS.index(monster.movement), SYMBOLS.index(monster.symbol), monster.toughness, 1)
        record["monsters"][kind] = about
        tokens += [kind] * monster.count
    record["kind"][:] = tokens
    record["n_tokens"] = len(tokens) if masks else sum(m.count for m in known.monsters if not m.mask)


def _fill_cards(record: np.void, known: Facts) -> None:
    for i, card in enumerate(known.cards):
        a, b, *_ = (*card.about, -1, -1)
        masks = [sum(1 << SYMBOLS.index(word) for word in words) for words in (card.white, card.black)]
        record["cards"][i] = (TYPES.index(card.type), card.gate, card.clue, card.effect, a, b, *masks)


def _fill_power(record: np.void, known: Facts, one: AncientOne) -> None:
    """The doom track and the powers that touch the clock (H-8.3)."""
    kinds = [monster.name for monster in known.monsters]
    record["doom_track"] = one.doom
    record["seal_cost"] = SEAL_COST
    record["doom_per_kind"] = -1
    for power in one.powers:
        if power == "no weather":
            record["no_weather"] = 1
        elif power == "one more success":
            record["one_more_success"] = 1
        elif power == "doom per lost investigator":
            record["doom_per_lost"] = 1
        elif power.startswith("doom per "):
            record["doom_per_kind"] = kinds.index(power.removeprefix("doom per "))
        elif power.startswith("seal costs "):
            record["seal_cost"] = int(power.removeprefix("seal costs "))
        elif power.endswith(" no trophy"):
            record["monsters"]["kept"][kinds.index(power.removesuffix(" no trophy"))] = 0
        elif power.endswith(" flies"):
            record["monsters"]["movement"][kinds.index(power.removesuffix(" flies"))] = MOVEMENTS.index("flying")
