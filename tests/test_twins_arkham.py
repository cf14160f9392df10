"""Whole games of the Arkham Horror clock while nobody acts, against the naive twin."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from twins.arkham import City, key_of

from policies.arkham import load
from sim.arkham.facts import facts
from sim.arkham.play import new_records, play, row_dtype
from sim.arkham.rulings import RULINGS
from sim.arkham.scenario import Scenario, unstable_locations
from sim.arkham.state import CAUSES, COURSE
from sim.arkham.town import build_town

ANCIENT_ONES = [one.name for one in facts().ancient_ones]
CELLS = list(itertools.product(ANCIENT_ONES, range(1, 9)))
SEED = 23


def the_same(city: City, row: np.void, game: np.void, hidden: np.void) -> None:
    """The row of a game and its last state, against the twin's."""
    assert (CAUSES[row["cause"]], row["cards"], row["terror"], row["doom"]) == (
        city.cause, city.cards, city.terror, city.doom,
    )  # fmt: skip
    assert (row["surges"], row["overflows"], row["opened"]) == (city.surges, city.overflows, city.opened)
    assert (row["shops_closed"], row["open_gates"], row["seals"]) == (
        len(city.shops), len(city.gates), len(city.sealed),
    )  # fmt: skip
    for cards, terror, doom in city.course:
        if cards <= COURSE:
            assert (row["terror_by"][cards - 1], row["doom_by"][cards - 1]) == (terror, doom)
    # the table
    places = facts()
    n = len(city.monsters)
    assert [places.area_name(place) for place in game["place"][:n]] == [city.place[m] for m in range(n)]
    assert list(game["monsters"][: game["in_town"]]) == city.town
    assert list(game["outskirts"][: game["n_outskirts"]]) == city.outside
    assert sorted(hidden["cup"][: hidden["n_cup"]]) == sorted(city.cup)
    markers = dict(zip(unstable_locations(), game["gate"], strict=True))
    assert {where: marker for where, marker in markers.items() if marker >= 0} == city.gates
    assert dict(zip(unstable_locations(), game["clues"], strict=True)) == city.clues
    assert (game["doom"], game["allies"]) == (city.track, city.allies)  # H-9.6
    assert (game["environment"], game["rumor"], game["on_rumor"]) == (-1, -1, 0)
    assert (game["two_cards"], hidden["stack"]["n"]) == (city.two_cards, len(city.stack))


def duel(ancient_one: str, players: int, texts: bool, games: int) -> set[str]:
    """So many games with rulings, seals and encounters at random; the causes of their ends."""
    r = random.Random(f"{ancient_one} {players} {texts}")
    causes, records = set(), new_records()
    for game in range(games):
        rulings = {name: r.choice(ruling.values) for name, ruling in RULINGS.items() if r.random() < 0.5}
        sealed = tuple(r.sample(unstable_locations(), r.choice((0, 0, 0, 2, 5))))
        rates = {"encounter_gates": (r.choice((0, 0, 0.25, 1.5)),), "lost": (r.choice((0, 0.5)),)}
        scenario = Scenario(ancient_one.lower(), players, texts, rulings, rates, sealed)
        row = np.zeros(1, row_dtype)
        play(build_town(scenario), load("idle"), SEED, range(game, game + 1), row, records=records)
        ruled = {name: value for name, value in rulings.items() if value != RULINGS[name].values[0]}
        city = City(
            ancient_one, players, key_of(SEED, game), texts, set(sealed), ruled, *(rate[0] for rate in rates.values())
        )
        city.play()
        the_same(city, row[0], records.game[0], records.hidden[0])
        causes.add(city.cause)
    return causes


@pytest.mark.parametrize("texts", [False, True], ids=["plain", "texts"])
def test_whole_games_as_in_the_twin(texts):
    """H-1 .. H-5, H-7 .. H-11: 1,920 games, every Ancient One, 1 to 8 players, rulings at random."""
    causes = set.union(*(duel(one, players, texts, 30) for one, players in CELLS))
    assert causes >= {"doom", "gates", "terror10"}


@pytest.mark.slow
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(map(str, cell)))
def test_many_whole_games_as_in_the_twin(cell):
    """H-1 .. H-5, H-7 .. H-11"""
    duel(*cell, True, 300)
    duel(*cell, False, 100)
