"""H-13.3: the invariants of the Arkham Horror clock, at every question of thousands of games."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from arkham import Arkham, area
from invariants_arkham import BROKEN, broken, misplaced, watchful

from policies.arkham import load
from sim.arkham.facts import facts
from sim.arkham.play import new_records, play, row_dtype
from sim.arkham.rulings import RULINGS
from sim.arkham.scenario import Scenario, unstable_locations
from sim.arkham.state import CAUSES
from sim.arkham.town import build_town
from sim.errors import OmensError

ONES = [one.name.lower() for one in facts().ancient_ones]
SEED = 29


def any_scenario(r: random.Random, one: str, players: int) -> Scenario:
    """Rulings, rates, seals and the extra gate at random."""
    return Scenario(
        one,
        players,
        r.random() < 0.9,
        {name: r.choice(ruling.values) for name, ruling in RULINGS.items()},
        {
            "lore": (r.choice((0, 3, 6)),), "fight": (r.choice((0, 2, 8)),), "lost": (r.choice((0, 0.3, 2)),),
            "encounter_gates": (r.choice((0, 0.3, 2)),), "first_clues": (r.choice((0, 5)),),
        },
        tuple(r.sample(unstable_locations(), r.choice((0, 0, 2, 5)))),
        r.choice(("none", "closed", "sealed")),
    )  # fmt: skip


def watch(policy: object, one: str, players: int, games: int, each: int) -> set[str]:
    """`games` scenarios, `each` games of one, looked at; the causes of their ends."""
    r = random.Random(f"{one} {players}")
    records, causes = new_records(), set()
    for number in range(games):
        town = build_town(any_scenario(r, one, players))
        for game in range(number * each, (number + 1) * each):
            play(town, policy, SEED, range(game, game + 1), np.zeros(1, row_dtype), records=records)
            last, hidden = records.game[0], records.hidden[0]
            assert broken(last, town[0]) < 0, BROKEN[broken(last, town[0])]
            assert misplaced(last, hidden, town[0]) == []
            assert last["doom"] <= town[0]["doom_track"]
            causes.add(CAUSES[last["cause"]])
    return causes


@pytest.mark.parametrize("one", ONES)
def test_invariants_of_random_games(one):
    """H-13.3: 1 to 8 players, 960 games each."""
    causes = set.union(*(watch(watchful, one, players, 30, 4) for players in range(1, 9)))
    assert causes >= {"gates", "victory"}


@pytest.mark.slow
@pytest.mark.parametrize(("one", "players"), list(itertools.product(ONES, range(1, 9))))
def test_invariants_of_many_random_games(one, players):
    """H-13.3"""
    watch(watchful, one, players, 200, 5)


@pytest.mark.parametrize("policy", ["idle", "steady", "seal", "fight", "close"])
def test_invariants_at_the_end_of_a_policys_games(policy):
    """H-13.3"""
    for one, players in zip(ONES, range(1, 9), strict=True):
        watch(load(policy), one, players, 20, 2)


def spoilt(what: str) -> Arkham:
    """A table where something is wrong."""
    table = Arkham(3)
    game = table.game
    table.put("Ghoul", "Woods")
    table.put("Ghoul", "the Outskirts")
    table.gate("Woods")
    table.gate_trophies("Abyss")
    if what == "terror is 0 to 10":
        game["terror"] = 11
    elif what == "terror never falls":
        game["cards"], game["terror_by"][:3] = 3, (2, 1, 1)
    elif what == "every monster is somewhere":
        game["place"][0] = -1
    elif what == "monsters in town as listed":
        game["place"][0] = area("Woods")
    elif what == "monsters in the Outskirts as listed":
        game["outskirts"][0] = 0
    elif what == "trophies and the rumor's monsters as counted":
        game["on_rumor"] = 1
    elif what == "the Outskirts hold 8 - p, none at terror 10":
        game["terror"] = 10
    elif what == "the limit below terror 10":
        table.crowd(6, "Downtown streets")
    elif what == "gates as marked":
        game["open"] |= 1
    elif what == "no gate at a seal":
        table.seal(area("Woods"))
    elif what == "gate markers once":
        game["trophies"][0] = game["gate"][area("Woods")]
    elif what == "clues as counted, none at a gate":
        game["n_clues"] += 1
    elif what == "doom is below the track":
        game["doom"] = 14
    elif what == "gates are fewer than awaken":
        table.town["gates_that_awaken"] = 1
    elif what == "seals are fewer than win":
        game["sealed"][4:10], game["n_seals"] = 1, 6
    elif what == "allies are eleven at most":
        game["allies_held"] = 1
    return table


@pytest.mark.parametrize("what", ["", *BROKEN])
def test_a_broken_invariant_is_seen(what):
    """H-13.3: the checks can fail."""
    table = spoilt(what)
    found = broken(table.game, table.town)
    assert ("" if found < 0 else BROKEN[found]) == what


@pytest.mark.parametrize("what", ["", "cup", "stack", "deck"])
def test_a_misplaced_token_is_seen(what):
    """H-13.3: the checks of the hidden state can fail."""
    table = spoilt("")
    if what:
        table.hidden[what][0] = table.hidden[what][1]
    assert len(misplaced(table.game, table.hidden, table.town)) == bool(what)


def test_a_violation_stops_the_games():
    """H-13.3: the policy says which invariant is broken."""
    town = build_town(Scenario(players=3))
    town["limit"] = 9  # not the rules' 6
    with pytest.raises(OmensError, match=f"answered -{1 + BROKEN.index('the limit below terror 10')} "):
        play(town, watchful, SEED, range(50), np.zeros(50, row_dtype))


@pytest.mark.parametrize("policy", ["idle", "steady"])
def test_doom_is_accounted_for(policy):
    """H-13.3, H-8.1: doom = gates + extras - Elder Signs.

    Every card is a gate, a surge or a seal that holds; without texts the extras are terror beyond ten.
    """
    for one, players in itertools.product(("azathoth", "ithaqua"), range(1, 9)):
        table = Arkham(players, ancient_one=one, texts=False, rates={"elder_signs": (0.2,), "closings": (0.3,)})
        for game in range(40):
            records = new_records()
            records.log["on"] = 1
            row = np.zeros(1, row_dtype)
            play(table.towns, load(policy), SEED, range(game, game + 1), row, records=records)
            table.logs = records.log
            beyond = max(0, int(row["overflows"][0]) - 10)
            gates = int(row["cards"][0] - row["surges"][0]) - len(table.in_order("SEAL_HOLDS"))
            assert row["doom"][0] == gates + beyond - len(table.in_order("DOOM_TAKEN"))
            assert row["terror"][0] == min(10, row["overflows"][0])
