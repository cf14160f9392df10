"""Rules of the Arkham Horror clock: numbers by players, and the setup (H-1, H-2)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from arkham import UNSTABLE, VISIT, Arkham, area, card, turn
from twins.arkham import key_of

from policies.arkham import load
from sim.arkham import state
from sim.arkham.facts import facts
from sim.arkham.play import play, row_dtype
from sim.arkham.scenario import Scenario
from sim.arkham.town import build_town
from sim.errors import OmensError

#: players: monster limit, Outskirts, gates that awaken, monsters per gate, monsters that awaken at terror 10, trophies
TABLE = {
    1: (4, 7, 8, 1, 8, 1),
    2: (5, 6, 8, 1, 10, 2),
    3: (6, 5, 7, 1, 12, 3),
    4: (7, 4, 7, 1, 14, 4),
    5: (8, 3, 6, 2, 16, 5),
    6: (9, 2, 6, 2, 18, 6),
    7: (10, 1, 5, 2, 20, 7),
    8: (11, 0, 5, 2, 22, 8),
}


@pytest.mark.parametrize("players", TABLE)
def test_h11_limits(players):
    """H-1.1, H-5.2: the monster limit, and the most the Outskirts hold."""
    limit, outskirts, *_ = TABLE[players]
    table = Arkham(players)
    for _ in range(limit + outskirts):
        table.draw_monster(area("Woods"))
    assert (table.game["in_town"], table.game["n_outskirts"], table.game["terror"]) == (limit, outskirts, 0)
    table.draw_monster(area("Woods"))
    assert (table.game["in_town"], table.game["n_outskirts"], table.game["terror"]) == (limit, 0, 1)


@pytest.mark.parametrize("players", TABLE)
def test_h11_h92_gates_that_awaken(players):
    """H-1.1, H-9.2"""
    gates = TABLE[players][2]
    table = Arkham(players)
    table.open_gates(gates - 2)
    table.gate_and_monsters(area("Hibb's Roadhouse"))
    assert table.cause() == "undecided"
    table.gate_and_monsters(area("Historical Society"))
    assert (table.cause(), len(table.gates())) == ("gates", gates)


@pytest.mark.parametrize("players", TABLE)
def test_h11_monsters_of_a_new_gate(players):
    """H-1.1, H-3.3"""
    table = Arkham(players)
    table.gate_and_monsters(area("Woods"))
    assert table.places() == {"Woods": TABLE[players][3]}


@pytest.mark.parametrize("players", TABLE)
def test_h11_h95_monsters_that_awaken_at_terror_ten(players):
    """H-1.1, H-9.5"""
    enough = TABLE[players][4]
    table = Arkham(players)
    table.game["terror"] = 10
    table.crowd(enough - 2, "Downtown streets")
    table.draw_monster(area("Woods"))
    assert table.cause() == "undecided"
    table.draw_monster(area("Woods"))
    assert (table.cause(), table.game["in_town"]) == ("terror10", enough)


@pytest.mark.parametrize("players", TABLE)
def test_h11_h121_gate_trophies_that_win(players):
    """H-1.1, H-12.1"""
    trophies = TABLE[players][5]
    for short in (0, 1) if trophies > 1 else (0,):  # the gate's own marker is one
        table = Arkham(players, turn(VISIT, GATE=[1]))
        worlds = [world.name for world in facts().worlds for _ in range(world.copies)]
        table.gate_trophies(*worlds[: trophies - 1 - short])
        table.gate("Woods")
        table.investigators_turn()
        assert not table.gates()
        assert table.cause() == ("undecided" if short else "victory")


def test_h12_players_are_investigators():
    """H-1.2: one number stands for both."""
    with pytest.raises(OmensError, match="1 to 8"):
        Scenario(players=9)
    assert [int(build_town(Scenario(players=n))["players"][0]) for n in (1, 8)] == [1, 8]


def test_h21_h22_the_board():
    """H-2.1, H-2.2, H-2.4"""
    game = Arkham().game
    assert (game["terror"], game["doom"], game["n_gates"], game["n_seals"], game["n_outskirts"]) == (0, 0, 0, 0, 0)
    assert game["in_town"] == 0
    assert Arkham().clues() == dict.fromkeys(UNSTABLE, 1)
    assert len(UNSTABLE) == 11
    assert game["n_clues"] == 11
    assert game["allies"] == 11


def test_h23_the_cup():
    """H-2.3: masks are in the cup against Nyarlathotep only."""
    masks = {
        "God of the Bloody Tongue",
        "Haunter of the Dark",
        "The Black Man",
        "The Bloated Woman",
        "The Dark Pharaoh",
    }
    for one in facts().ancient_ones:
        table = Arkham(ancient_one=one.name.lower())
        hidden = table.hidden
        inside = Counter(facts().monsters[table.town["kind"][token]].name for token in hidden["cup"][: hidden["n_cup"]])
        with_masks = one.name == "Nyarlathotep"
        assert inside.total() == (60 if with_masks else 55)
        assert masks & set(inside) == (masks if with_masks else set())


def test_h24_stack_and_deck():
    """H-2.4"""
    table = Arkham()
    assert sorted(table.stack()) == list(range(16))
    assert sorted(table.deck()) == sorted(known.name for known in facts().cards)
    assert len(table.deck()) == 67


def test_h24_the_deck_is_shuffled():
    """H-2.4: any card may be first; 67 * 60 decks, chi-square.  No card comes twice.

    False alarms: 1 in 1,000.
    """
    blank = Arkham()
    first = Counter(blank.again(key_of(5, game)).draw_card() for game in range(67 * 60))
    # drawing the reshuffle card shuffles and draws again, so it is never seen
    reshuffle = card("The Story Continues")
    assert reshuffle not in first
    expected = 67 * 60 / 66
    chi_square = sum((first[n] - expected) ** 2 / expected for n in range(67) if n != reshuffle)
    assert chi_square < 105.99  # 65 degrees of freedom
    assert len({blank.draw_card() for _ in range(60)}) == 60


def test_e199_h25_a_rumor_in_the_setup():
    """E-199, H-2.5, R:SETUP_REDRAW"""
    for players in (4, 5):
        table = Arkham(players)
        table.rule_so(SETUP_REDRAW="UNDER_DECK")
        table.order("The Great Ritual", "Blue Flu!")
        table.first_card()
        assert table.deck()[-2:] == ["The Great Ritual", "Blue Flu!"]
        assert table.gates() == {"The Unnamable"}
        assert table.game["doom"] == 1
        assert table.places() == {"The Unnamable": 1 if players < 5 else 2}
        assert table.game["rumor"] == -1
        assert table.game["cards"] == 1


def test_h25_every_rumor_is_redrawn():
    """H-2.5"""
    rumors = [known.name for known in facts().cards if known.type == "rumor"]
    table = Arkham()
    table.order(*rumors, "Estate Sale")
    table.first_card()
    assert table.deck()[-6:] == rumors
    assert table.gates() == {"The Witch House"}


def test_h25_the_card_without_a_gate_is_redrawn():
    """H-2.5: it goes under the deck behind the rumor before it, and shuffles nothing."""
    table = Arkham()
    table.order("The Great Ritual", "The Story Continues", "Estate Sale")
    table.first_card()
    assert table.deck()[-2:] == ["The Great Ritual", "The Story Continues"]
    assert table.gates() == {"The Witch House"}
    assert table.in_order("DECK_SHUFFLED") == []
    assert (table.game["cards"], table.game["doom"]) == (1, 1)


def test_h26_the_reshuffle_card():
    """H-2.6: the whole deck is shuffled with it, and the next card drawn."""
    table = Arkham()
    table.order("The Story Continues")
    table.hidden["deck"]["unordered"] = 0
    seen = table.draw_card()
    assert seen != card("The Story Continues")
    assert (table.hidden["deck"]["n"], table.hidden["deck"]["unordered"]) == (66, 66)
    assert table.in_order("DECK_SHUFFLED") == ["DECK_SHUFFLED"]
    tops = set()
    for seed in range(40):
        table = Arkham(seed=seed)
        table.order("The Story Continues")
        tops.add(table.draw_card())
    assert len(tops) > 20  # any card, not the second from the top


def test_h24_h25_a_game_begins_with_one_card():
    """H-2.5: the first card's gate brings doom as usual."""
    rows = np.zeros(200, row_dtype)
    play(build_town(Scenario(texts=False)), load("idle"), 3, range(200), rows)
    assert (rows["doom_by"][:, 0] == 1).all()
    assert (rows["terror_by"][:, 0] == 0).all()


def test_state_holds_the_board():
    """H-2.2, H-2.4: records have room for what is printed, and no more."""
    known = facts()
    assert (len(known.locations), len(known.streets)) == (state.LOCATIONS, state.STREETS)
    assert sum(place.unstable for place in known.locations) == state.UNSTABLE
    assert [place.unstable for place in known.locations] == sorted((p.unstable for p in known.locations), reverse=True)
    assert sum(monster.count for monster in known.monsters) == state.TOKENS
    assert len(known.monsters) <= state.KINDS_OF_MONSTER
    assert sum(world.copies for world in known.worlds) == state.MARKERS
    assert len(known.cards) == state.CARDS
    assert max(one.doom for one in known.ancient_ones) <= state.MOST_DOOM
