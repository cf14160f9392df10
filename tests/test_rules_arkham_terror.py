"""Rules of the Arkham Horror clock: terror, doom, awakening (H-7, H-8, H-9)."""

from __future__ import annotations

import pytest
from arkham import VISIT, Arkham, area, card, kind, turn

from sim.arkham.facts import facts
from sim.arkham.rules.choices import ACT_BEAT, FIND_ALLY, LORE
from sim.arkham.state import MOST_CARDS

WOODS = area("Woods")
SHOPS = {
    3: ("General Store", "Rivertown"),
    6: ("Curiositie Shoppe", "Northside"),
    9: ("Ye Olde Magick Shoppe", "Uptown"),
}


# --- H-7 ---------------------------------------------------------------------------------------------
def test_h71_h72_point_by_point():
    """H-7.1, H-7.2, H-7.3: each point has its ally."""
    table = Arkham()
    table.raise_terror(4)
    assert (table.game["terror"], table.game["allies"]) == (4, 7)
    assert table.in_order("TERROR_ROSE", "ALLY_LEFT", "SHOP_CLOSED") == [
        *["TERROR_ROSE", "ALLY_LEFT"] * 3, "SHOP_CLOSED", "TERROR_ROSE", "ALLY_LEFT",
    ]  # fmt: skip
    table.raise_terror(9)
    assert table.game["terror"] == 10


def test_h73_allies():
    """H-7.3: none left, nothing happens; owned ones are safe."""
    table = Arkham(decide=turn(FIND_ALLY, FIND_ALLY))
    table.investigators_turn()
    table.raise_terror(10)
    assert (table.game["terror"], table.game["allies"], table.game["allies_held"]) == (10, 0, 2)


@pytest.mark.parametrize("terror", SHOPS)
def test_h74_shops(terror):
    """H-7.4: they close at 3, 6 and 9, and monsters there go into the streets."""
    shop, neighbourhood = SHOPS[terror]
    table = Arkham(8)
    table.game["terror"] = terror - 2
    table.put("Ghoul", shop)
    table.put("Zombie", "River Docks")
    table.raise_terror(1)
    assert table.places() == {shop: 1, "River Docks": 1}
    table.raise_terror(1)
    assert table.places() == {f"{neighbourhood} streets": 1, "River Docks": 1}
    assert table.happened("SHOP_CLOSED") == [("SHOP_CLOSED", area(shop))]


def test_e146_h74_h73_the_general_store():
    """E-146, H-7.3, H-7.4"""
    table = Arkham()
    table.game["terror"], table.game["allies"] = 2, 9
    table.raise_terror(1)
    assert (table.game["terror"], table.game["allies"]) == (3, 8)
    assert table.happened("SHOP_CLOSED") == [("SHOP_CLOSED", area("General Store"))]


def test_h74_nobody_enters_a_closed_shop():
    """H-7.4: monsters come into locations only by gates, and no gate opens in a shop."""
    assert not {shop for shop, _ in SHOPS.values()} & {p.name for p in facts().locations if p.unstable}
    assert {p.name: p.closes_at for p in facts().locations if p.closes_at} == {s: t for t, (s, _) in SHOPS.items()}


def test_h75_terror_ten():
    """H-7.5, H-5.5: the limit goes, the Outskirts are emptied and stay so."""
    table = Arkham(4)
    table.game["terror"] = 9
    table.crowd(7, "Downtown streets")
    table.crowd(3, "the Outskirts")
    table.raise_terror(1)
    assert table.places() == {"Downtown streets": 7}
    for _ in range(6):
        table.draw_monster(WOODS)
    assert table.places() == {"Downtown streets": 7, "Woods": 6}


@pytest.mark.parametrize(("ruling", "doom"), [("ONLY_BEYOND", 0), ("ALSO_ON_REACHING", 1)])
def test_h76_h77_doom_beyond_ten(ruling, doom):
    """H-7.6, H-7.7, H-8.1, R:TERROR10_DOOM"""
    table = Arkham(4)
    table.rule_so(TERROR10_DOOM=ruling)
    table.game["terror"], table.game["allies"] = 9, 5
    table.raise_terror(1)
    assert (table.game["doom"], table.game["allies"]) == (doom, 4)
    table.raise_terror(3)
    assert (table.game["terror"], table.game["doom"], table.game["allies"]) == (10, doom + 3, 4)


def test_h77_the_doom_of_reaching_ten_awakens():
    """H-7.7, H-9.1, H-9.7, R:TERROR10_DOOM"""
    for ruling, cause in (("ONLY_BEYOND", "undecided"), ("ALSO_ON_REACHING", "doom")):
        table = Arkham(ancient_one="yig")
        table.rule_so(TERROR10_DOOM=ruling)
        table.game["terror"], table.game["doom"] = 9, 9
        table.raise_terror(1)
        assert table.cause() == cause


def test_h78_sources():
    """H-7.8, H-11.4, H-11.5: an overflow, five headlines, two rumors; no other card."""
    raised = set()
    for known in facts().cards:
        table = Arkham(8)
        for monster in facts().monsters:
            if not monster.mask:
                table.put(monster.name, "Downtown streets")
        table.town["limit"] = 40
        number = card(known.name)
        if known.type == "rumor":
            table.in_play(rumor=known.name)
            table.game["phase"] = 1
            table.dice(1, 1)
            if known.name == "The Terrible Experiment":
                table.crowd(7, "the rumor")
            table.rumor_acts()
        elif known.type == "headline":
            table.headline(number)
        if table.game["terror"]:
            raised.add(known.name)
    assert raised == {
        "Family Found Butchered!", "Bizarre Dreams Plague Citizens!", "Goat-like Creature Spotted in Woods!",
        "Scientist Warns of Dimensional Rift!", "Strange Tremors Cease!", "Disturbing the Dead",
        "The Terrible Experiment",
    }  # fmt: skip


# --- H-8 ---------------------------------------------------------------------------------------------
def test_h81_h82_doom():
    """H-8.1, H-8.2: for a gate opened; not for a surge, nor where a seal prevents the gate."""
    table = Arkham(2)
    table.gate_and_monsters(WOODS)
    assert table.game["doom"] == 1
    table.gate_and_monsters(WOODS)
    table.seal(area("Graveyard"))
    table.gate_and_monsters(area("Graveyard"))
    assert table.game["doom"] == 1


TRACKS = {
    "azathoth": 14, "cthulhu": 13, "hastur": 13, "shub-niggurath": 12, "yog-sothoth": 12, "ithaqua": 11,
    "nyarlathotep": 11, "yig": 10,
}  # fmt: skip


@pytest.mark.parametrize("one", TRACKS)
def test_h83_h91_the_last_space(one):
    """H-8.3, H-9.1"""
    table = Arkham(ancient_one=one)
    for _ in range(TRACKS[one] - 1):
        table.add_doom()
    assert table.cause() == "undecided"
    table.add_doom()
    assert (table.cause(), table.game["doom_at_end"]) == ("doom", TRACKS[one])


@pytest.mark.parametrize("one", TRACKS)
def test_h83_yig(one):
    """H-8.3: doom for a Cultist defeated and for an investigator lost."""
    table = Arkham(2, turn(ACT_BEAT, ACT_BEAT), ancient_one=one, rates={"lost": (2,)})
    table.put("Cultist", "Woods")
    table.put("Ghoul", "Woods")
    table.investigators_turn()
    assert table.game["beaten"] == 2
    assert table.game["doom"] == (3 if one == "yig" else 0)


@pytest.mark.parametrize(("one", "name", "kept"), [
    ("azathoth", "Cultist", True), ("nyarlathotep", "Cultist", False), ("nyarlathotep", "Dark Young", True),
    ("shub-niggurath", "Dark Young", False), ("shub-niggurath", "Cultist", True),
])  # fmt: skip
def test_h83_no_trophies(one, name, kept):
    """H-8.3: worshippers that go back to the cup."""
    table = Arkham(2, turn(ACT_BEAT), ancient_one=one)
    table.put(name, "Woods")
    table.investigators_turn()
    assert table.places() == ({"the trophies": 1} if kept else {})
    assert table.hidden["n_cup"] == int(table.town["n_tokens"]) - kept


@pytest.mark.parametrize(("one", "needed"), [("azathoth", 1), ("yog-sothoth", 2)])
def test_h83_yog_sothoth(one, needed):
    """H-8.3, H-6.2: closing takes one more success."""
    for fives in (1, 2):
        table = Arkham(3, turn(VISIT, GATE=[LORE]), ancient_one=one, rates={"lore": (3,)})
        table.gate("Woods", "Another Dimension")
        table.dice(*[5] * fives, *[1] * (3 - fives))
        table.investigators_turn()
        assert (not table.gates()) == (fives >= needed)


@pytest.mark.parametrize("one", ["azathoth", "ithaqua"])
def test_h83_ithaqua(one):
    """H-8.3: weather has no effect; it still replaces the environment in play."""
    table = Arkham(3, ancient_one=one)
    table.put("Mi-Go", "Woods")
    table.in_play("An Evil Fog")
    table.move_monsters(card("Campus Security Increased!"))  # Circles follow the white arrow
    assert table.places() == ({"Woods": 1} if one == "azathoth" else {"the Sky": 1})
    table.environment_comes(card("Heat Wave"))
    assert table.game["environment"] == card("Heat Wave")


@pytest.mark.parametrize(("one", "place"), [("azathoth", "Uptown streets"), ("hastur", "the Sky")])
def test_h83_hastur(one, place):
    """H-8.3, H-10.3: his Cultists fly."""
    table = Arkham(3, ancient_one=one)
    table.put("Cultist", "Woods")
    table.move_monsters(card("Big Storm Sweeps Arkham!"))  # Crescents follow the white arrow
    assert table.places() == {place: 1}


# --- H-9 ---------------------------------------------------------------------------------------------
def test_e144_h91_before_the_marker():
    """E-144, H-9.1, H-9.7, H-3.3"""
    table = Arkham(ancient_one="yig")
    table.game["doom"] = 9
    table.gate_and_monsters(WOODS)
    assert (table.cause(), table.game["doom_at_end"]) == ("doom", 10)
    assert (len(table.stack()), table.gates(), table.places()) == (16, set(), {})


def test_h97_the_order_of_causes():
    """H-9.7, H-9.2, H-9.3, H-9.4: doom, markers, gates, cup."""

    def last_gate(doom: int, markers: int, gates: int) -> str:
        table = Arkham(ancient_one="yig")
        table.game["doom"] = doom
        table.open_gates(gates)
        table.hidden["stack"]["n"] = markers
        table.hidden["n_cup"] = 0
        table.gate_and_monsters(area("Historical Society"))
        return table.cause()

    assert last_gate(9, 0, 7) == "doom"
    assert last_gate(0, 0, 7) == "markers"
    assert last_gate(0, 1, 7) == "gates"
    assert last_gate(0, 1, 6) == "cup"


def test_h94_an_empty_cup():
    """H-9.4: only when a monster must be drawn."""
    table = Arkham()
    table.hidden["n_cup"] = 1
    table.draw_monster(WOODS)
    assert table.cause() == "undecided"
    table.draw_monster(WOODS)
    assert table.cause() == "cup"


def test_e149_h95_the_sixteenth_monster():
    """E-149, H-9.5"""
    table = Arkham(5)
    table.game["terror"] = 10
    table.open_gates(1)
    table.crowd(10, "Downtown streets")
    table.crowd(5, "the Sky")
    table.monster_surge(0)
    assert (table.cause(), table.game["in_town"]) == ("terror10", 16)


def test_h95_when_terror_becomes_ten():
    """H-9.5: checked then as well."""
    table = Arkham(1)
    table.crowd(8, "Downtown streets")  # as only a card could
    table.game["terror"] = 9
    assert table.cause() == "undecided"
    table.raise_terror(1)
    assert table.cause() == "terror10"


@pytest.mark.parametrize(("ruling", "cause"), [("AT_LEAST", "terror10"), ("EXACT", "undecided")])
def test_h95_more_than_twice(ruling, cause):
    """H-9.5, R:TERROR10_COUNT: a number that jumps over it."""
    table = Arkham(1)
    table.rule_so(TERROR10_COUNT=ruling)
    table.game["terror"] = 10
    table.crowd(9, "Downtown streets")
    table.check_terror_ten()
    assert table.cause() == cause
    for n in (7, 8):
        table = Arkham(1)
        table.rule_so(TERROR10_COUNT=ruling)
        table.game["terror"] = 10
        table.crowd(n, "Downtown streets")
        table.check_terror_ten()
        assert table.cause() == ("terror10" if n == 8 else "undecided")


def test_h95_below_ten_and_the_outskirts():
    """H-9.5: neither at terror 9, nor do monsters on a rumor's card count."""
    for terror, place in ((9, "Downtown streets"), (10, "the rumor")):
        table = Arkham(1)
        table.game["terror"] = terror
        table.crowd(8, place)
        table.check_terror_ten()
        assert table.cause() == "undecided"


def test_h96_awakening():
    """H-9.6: the track is full, environment and rumor have gone, and nothing comes after."""
    table = Arkham()
    table.in_play("Estate Sale", "The Terrible Experiment")
    table.crowd(5, "the rumor")
    table.game["doom"] = 3
    table.open_gates(7)
    table.gate_and_monsters(area("Hibb's Roadhouse"))
    game = table.game
    assert (table.cause(), game["doom_at_end"], game["doom"]) == ("gates", 4, 14)
    assert (game["environment"], game["rumor"], game["on_rumor"], table.places()) == (-1, -1, 0, {})
    table.add_doom()
    table.raise_terror(1)
    assert (table.cause(), game["doom_at_end"], game["terror"]) == ("gates", 4, 0)


def test_h9_a_game_stops_at_its_end():
    """H-9.6, H-3.1: awakening in a turn is followed by no Mythos phase."""
    table = Arkham(1, ancient_one="yig", texts=False, rates={"lost": (4,)})
    table.play_game()
    assert table.cause() == "doom"
    assert table.in_order("CARD_DRAWN", "ENDED")[-1] == "ENDED"
    assert table.game["cards"] < MOST_CARDS
    assert kind("Cultist") == table.town["doom_per_kind"]


def test_h9_a_game_without_end_is_left_unfinished():
    """H-9: with every end out of reach it stops at so many cards, and no doom fills the track."""
    table = Arkham(1, texts=False)
    table.town["gates_that_awaken"], table.town["doom_track"] = 99, 99
    table.game["terror"] = -999
    table.play_game()
    game = table.game
    assert (table.cause(), game["cards"], game["doom"], game["doom_at_end"]) == ("unfinished", MOST_CARDS, 11, 11)
