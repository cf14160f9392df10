"""Rules of the Arkham Horror clock: movement, headlines, environments, rumors (H-10, H-11)."""

from __future__ import annotations

import itertools

import pytest
from arkham import PAY, VISIT, Answers, Arkham, area, card, kind, turn, world

from sim.arkham.facts import facts
from sim.arkham.rules.choices import ACT_BEAT, LORE
from sim.arkham.state import COURSE

WOODS = area("Woods")
#: The way of the white arrows; black ones lead back.
CIRCLE = (
    "Northside", "Downtown", "Easttown", "Rivertown", "French Hill", "Southside", "Uptown", "Miskatonic U.",
    "Merchant District",
)  # fmt: skip
HEADLINES = [known.name for known in facts().cards if known.type == "headline"]


# --- H-10 --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("at", range(9))
def test_h101_white_and_black_arrows(at):
    """H-10.1: one area along the arrow of the box that shows the symbol, else none."""
    for name, step in (("Big Storm Sweeps Arkham!", 1), ("An Evil Fog", -1), ("Blue Flu!", 0)):
        table = Arkham(3)
        table.put("Cultist", f"{CIRCLE[at]} streets")
        table.move_monsters(card(name))
        assert table.where("Cultist")[0] == f"{CIRCLE[(at + step) % 9]} streets"


@pytest.mark.parametrize("place", [place.name for place in facts().locations])
def test_h101_out_of_a_location(place):
    """H-10.1: both arrows lead into its street."""
    neighbourhood = next(known.neighbourhood for known in facts().locations if known.name == place)
    for name in ("Big Storm Sweeps Arkham!", "An Evil Fog"):
        table = Arkham(3)
        table.put("Cultist", place)
        table.move_monsters(card(name))
        assert table.where("Cultist")[0] == f"{neighbourhood} streets"


#: monster, and a card on whose white side its symbol is
MOVERS = {
    "Dhole": ("Campus Security Increased!", "Uptown streets"),  # normal
    "Dimensional Shambler": ("Estate Sale", "Miskatonic U. streets"),  # fast
    "Dark Young": ("Blue Flu!", "Woods"),  # stationary
    "Mi-Go": ("Campus Security Increased!", "the Sky"),  # flying
    "Chthonian": ("Noden's Favor", "Woods"),  # unique
    "Hound of Tindalos": ("Estate Sale", "Woods"),
}


@pytest.mark.parametrize("name", MOVERS)
def test_h102_h103_how_monsters_move(name):
    """H-10.2, H-10.3: two steps, none, or into the Sky; in the Sky they stay."""
    shown, where = MOVERS[name]
    table = Arkham(3)
    table.put(name, "Woods")
    table.move_monsters(card(shown))
    assert table.where(name)[0] == where
    table.move_monsters(card("Estate Sale" if where != "the Sky" else shown))
    if where == "the Sky":
        assert table.where(name)[0] == "the Sky"


@pytest.mark.parametrize(("environment", "name", "where"), [
    ("An Evil Fog", "Mi-Go", "Woods"), ("Icy Conditions", "Dimensional Shambler", "Uptown streets"),
    ("Estate Sale", "Mi-Go", "the Sky"),
])  # fmt: skip
def test_h112_environments_about_movement(environment, name, where):
    """H-11.2, H-10.2, H-10.3: flyers frozen, and fast monsters slowed."""
    table = Arkham(3)
    table.in_play(environment)
    table.put(name, "Woods")
    table.move_monsters(card("Campus Security Increased!" if name == "Mi-Go" else "Estate Sale"))
    assert table.where(name)[0] == where


def test_h104_movement_changes_no_count():
    """H-10.4"""
    table = Arkham(8)
    for monster in facts().monsters[:24]:
        table.put(monster.name, "Woods")
    before = int(table.game["in_town"])
    for known in facts().cards:
        if known.type != "reshuffle":
            table.move_monsters(card(known.name))
            assert table.game["in_town"] == before == table.places().total()


def test_h104_without_texts():
    """H-10.4: without card texts nothing moves, and nothing acts."""
    table = Arkham(3, texts=False)
    table.crowd(1, "Downtown streets")
    table.resolve_card(card("Family Found Butchered!"), False)
    assert (table.game["terror"], table.places()) == (0, {"Downtown streets": 1, "Graveyard": 1})
    for name in ("Estate Sale", "The Great Ritual"):
        table.resolve_card(card(name), False)
    assert (table.game["environment"], table.game["rumor"]) == (-1, -1)


# --- headlines ---------------------------------------------------------------------------------------
def crowded() -> Arkham:
    """A monster in every location and street, two in the Sky, three in the Outskirts."""
    table = Arkham(8)
    table.town["limit"], table.town["outskirts"] = 60, 8
    places = [place.name for place in facts().locations] + [f"{street} streets" for street in facts().streets]
    free = [m.name for m in facts().monsters for _ in range(m.count) if not m.mask]
    for place in [*places, "the Sky", "the Sky", "the Outskirts", "the Outskirts", "the Outskirts"]:
        table.put(free.pop(), place)
    return table


DRIVEN = {
    "Strange Tremors Cease!": {"Chthonian": 2, "Dhole": 1},
    "Goat-like Creature Spotted in Woods!": {"Dark Young": 3},
    "Scientist Warns of Dimensional Rift!": {"Dimensional Shambler": 2, "Hound of Tindalos": 2},
    "Bizarre Dreams Plague Citizens!": {"Gug": 2, "Nightgaunt": 2},
}
CLEARS = {
    "Merchants March on Crime!": "Merchant District", "Campus Security Increased!": "Miskatonic U.",
    "Gangs Clean Up Easttown!": "Easttown", "Rivertown Residents Take Back Streets!": "Rivertown",
    "Lodge Members Watch the Night!": "French Hill", "Private Security Hired in Uptown!": "Uptown",
    "Church Group Reclaims Southside!": "Southside", "Vigilante Guards the Night!": "Downtown",
    "Police Step Up Patrols in Northside!": "Northside",
}  # fmt: skip
SPAWNS = {
    "Terror at the Train Station!": "Northside", "Picnickers Panic!": "Downtown",
    "Witch Burning Anniversary!": "Rivertown", "Slum Murders Continue!": "Easttown",
    "Southside Strangler Suspected!": "Southside", "Lodge Member Held for Questioning!": "French Hill",
    "Sheldon Gang Turns to Police for Aid!": "Uptown", "Ghost Ship Docks by Itself!": "Merchant District",
    "Horror at Groundbreaking!": "Miskatonic U.",
}  # fmt: skip
WIDE = ("Big Storm Sweeps Arkham!", "Feds Raid Arkham!", "Manhunt in Arkham!")
REVIVES = "Miskatonic Arctic Expedition Returns!"


@pytest.mark.parametrize("name", CLEARS)
def test_h112_a_neighbourhood_is_cleared(name):
    """H-11.2: its streets and locations, nothing else."""
    where = CLEARS[name]
    table = crowded()
    before = table.places()
    table.headline(card(name))
    gone = {place.name for place in facts().locations if place.neighbourhood == where} | {f"{where} streets"}
    assert table.places() == {place: n for place, n in before.items() if place not in gone}
    assert table.game["in_town"] == table.places().total() - 3


@pytest.mark.parametrize("name", WIDE)
def test_h112_wide_clears(name):
    """H-11.2: all locations, all streets, or Sky and Outskirts."""
    table = crowded()
    before = table.places()
    table.headline(card(name))
    gone = {
        "Big Storm Sweeps Arkham!": {"the Sky", "the Outskirts"},
        "Feds Raid Arkham!": {f"{street} streets" for street in facts().streets},
        "Manhunt in Arkham!": {place.name for place in facts().locations},
    }[name]
    assert table.places() == {place: n for place, n in before.items() if place not in gone}


@pytest.mark.parametrize("name", SPAWNS)
def test_h112_two_monsters_in_the_streets(name):
    """H-11.2, R:SPAWN_LIMIT: within the limit, as everywhere."""
    table = Arkham(3)
    table.rule_so(SPAWN_LIMIT="APPLIES")
    table.crowd(5, "the Sky")
    table.headline(card(name))
    assert table.places() == {"the Sky": 5, f"{SPAWNS[name]} streets": 1, "the Outskirts": 1}


@pytest.mark.parametrize("name", DRIVEN)
def test_h112_h114_types_are_driven_off(name):
    """H-11.2, H-11.4: those in streets and locations; terror rises by one, whatever their number."""
    table = Arkham(8)
    for one, n in DRIVEN[name].items():
        for place in ("Woods", "Downtown streets", "Library")[:n]:
            table.put(one, place)
    table.put("Ghoul", "Woods")
    table.headline(card(name))
    assert table.places() == {"Woods": 1}
    assert table.game["terror"] == 1
    table.headline(card(name))
    assert table.game["terror"] == 1  # none left to go


@pytest.mark.parametrize("place", ["the Outskirts", "the Sky", "the rumor", "the trophies", "Uptown streets"])
def test_e151_h114_in_arkham(place):
    """E-151, H-11.4, H-5.1"""
    table = Arkham(3)
    table.put("Dark Young", place)
    table.headline(card("Goat-like Creature Spotted in Woods!"))
    inside = place == "Uptown streets"
    assert (table.game["terror"], table.places()) == ((1, {}) if inside else (0, {place: 1}))


def test_h112_elder_things_come_back():
    """H-11.2, H-5.2: trophies of that kind, within the limit."""
    table = Arkham(1)
    table.crowd(3, "Downtown streets")
    for _ in range(2):
        table.put("Elder Thing", "the trophies")
    table.put("Ghoul", "the trophies")
    table.headline(card(REVIVES))
    assert table.places() == {"Downtown streets": 3, "River Docks": 1, "the Outskirts": 1, "the trophies": 1}
    assert table.game["monster_trophies"] == 1


def test_h112_the_other_headlines():
    """H-11.2: nothing for the clock."""
    others = set(HEADLINES) - set(CLEARS) - set(SPAWNS) - set(DRIVEN) - set(WIDE) - {REVIVES, "Family Found Butchered!"}
    assert len(others) == 36 - 9 - 9 - 4 - 3 - 2
    for name in others:
        table = crowded()
        table.put("Cultist", "the trophies")
        before = table.games.copy(), table.hiddens.copy()
        table.headline(card(name))
        assert (table.games, table.hiddens) == before


def test_h114_terror_rises_unconditionally():
    """H-11.4, H-7.8"""
    table = Arkham(3)
    table.headline(card("Family Found Butchered!"))
    assert table.game["terror"] == 1


# --- environments ------------------------------------------------------------------------------------
HAPPY = "Happy Days are Here Again"


@pytest.mark.parametrize("players", [3, 8])
def test_e204_h114_terror_frozen(players):
    """E-204, H-11.4, R:OVERFLOW_WHEN_FROZEN"""
    table = Arkham(players)
    table.rule_so(OVERFLOW_WHEN_FROZEN="EMPTY_NO_RISE")
    table.in_play(HAPPY)
    table.crowd(players + 3, "Downtown streets")
    table.crowd(8 - players, "the Outskirts")
    table.draw_monster(WOODS)
    assert (table.game["terror"], table.game["n_outskirts"], table.game["overflows"]) == (0, 0, 1)
    assert table.places() == {"Downtown streets": players + 3}
    table.raise_terror(3)
    assert (table.game["terror"], table.game["allies"]) == (0, 11)
    table.environment_comes(card("Estate Sale"))
    table.raise_terror(1)
    assert table.game["terror"] == 1


@pytest.mark.parametrize(("ruling", "doom"), [("RISE_AND_DOOM", 0), ("RISE_ONLY", 2)])
def test_h114_frozen_beyond_ten(ruling, doom):
    """H-11.4, H-7.6, R:FROZEN_SCOPE"""
    table = Arkham(3)
    table.rule_so(FROZEN_SCOPE=ruling)
    table.in_play(HAPPY)
    table.game["terror"] = 10
    table.raise_terror(2)
    assert (table.game["terror"], table.game["doom"]) == (10, doom)


@pytest.mark.parametrize(("environment", "behind", "dice"), [
    ("R'lyeh Rising", "R'lyeh", 1), ("R'lyeh Rising", "Abyss", 3), ("Estate Sale", "R'lyeh", 2),
])  # fmt: skip
def test_h112_gates_of_rlyeh_are_harder(environment, behind, dice):
    """H-11.2, H-6.2"""
    table = Arkham(3, turn(VISIT, GATE=[LORE]), rates={"lore": (5,)})
    table.in_play(environment)
    table.gate("Woods", behind)
    table.investigators_turn()
    assert table.hidden["dice"] == dice


# --- rumors ------------------------------------------------------------------------------------------
def with_rumor(name: str, decide: Answers | None = None, players: int = 3, **scenario) -> Arkham:
    """A rumor of an earlier phase."""
    table = Arkham(players, decide, **scenario)
    table.in_play(rumor=name, since=1)
    table.game["phase"] = 2
    return table


RUMORS = [known.name for known in facts().cards if known.type == "rumor"]


@pytest.mark.parametrize("name", RUMORS)
def test_h115_from_the_next_phase_on(name):
    """H-11.5, H-3.5: at the end of later phases, not of the one in which it came."""
    table = Arkham(3)
    table.order(name)
    table.draw_card()
    table.game["phase"] = 2
    table.rumor_comes(card(name))
    before = table.games.copy(), table.hiddens.copy()
    table.rumor_acts()
    assert (table.games, table.hiddens) == before
    table.game["phase"] = 3
    table.dice(1, 1)
    table.rumor_acts()
    assert table.games != before[0]


def test_e201_h115_disturbing_the_dead():
    """E-201, H-11.5, H-7.3, H-7.4"""
    for die, terror in ((1, 6), (2, 6), (3, 5), (6, 5)):
        table = with_rumor("Disturbing the Dead")
        table.game["terror"] = 5
        table.dice(die)
        table.rumor_acts()
        assert table.game["terror"] == terror
        assert table.game["allies"] == 11 - (terror - 5)
        assert table.happened("SHOP_CLOSED") == ([("SHOP_CLOSED", area("Curiositie Shoppe"))] if terror == 6 else [])
        assert table.game["rumor"] >= 0


def test_h115_disturbing_the_dead_fails():
    """H-11.5: terror reaches 10, by the rumor or by other means; then it acts no more."""
    table = with_rumor("Disturbing the Dead")
    table.game["terror"] = 9
    table.dice(1)
    table.rumor_acts()
    assert (table.game["terror"], table.game["doom"], table.game["rumor"]) == (10, 0, -1)
    table = with_rumor("Disturbing the Dead")
    table.game["terror"] = 9
    table.raise_terror(1)
    table.dice(1)
    table.rumor_acts()
    assert (table.game["terror"], table.game["doom"], table.game["rumor"]) == (10, 0, -1)
    assert table.hidden["dice"] == 0


def test_h115_good_work_undone():
    """H-11.5: six counters, two dice, ten take all seals."""
    table = Arkham()
    table.game["phase"] = 1
    table.rumor_comes(card("Good Work Undone"))
    assert table.game["counters"] == 6
    table.seal(WOODS)
    table.seal(area("Graveyard"))
    for phase, dice, counters in ((2, (3, 6), 6), (3, (2, 3), 7), (4, (1, 2), 9)):
        table.game["phase"] = phase
        table.dice(*dice)
        table.rumor_acts()
        assert (table.game["counters"], table.game["n_seals"]) == (counters, 2)
    table.dice(1, 1)
    table.rumor_acts()
    assert (table.game["rumor"], table.game["n_seals"], table.game["sealed"].sum()) == (-1, 0, 0)
    table.gate_and_monsters(WOODS)
    assert table.gates() == {"Woods"}


def test_dh6_h115_good_work_undone_passes():
    """H-11.5, D-H6: a clue a counter, or none."""
    table = with_rumor("Good Work Undone", turn(*[PAY] * 9, RUMOR=[1, 0, *[1] * 7]))
    table.seal(WOODS)
    table.game["counters"], table.game["clues_held"] = 8, 20
    table.investigators_turn()
    assert (table.game["counters"], table.game["clues_held"], table.game["rumor"]) == (0, 12, -1)
    assert table.game["n_seals"] == 1


def test_h115_the_great_ritual():
    """H-11.5, H-3.1: five counters, and two cards a phase from then on, the first for its gate alone."""
    table = with_rumor("The Great Ritual")
    for counters in (1, 2, 3, 4):
        table.rumor_acts()
        assert (table.game["counters"], table.game["two_cards"]) == (counters, 0)
    table.rumor_acts()
    assert (table.game["rumor"], table.game["two_cards"]) == (-1, 1)
    table.crowd(1, "Downtown streets")
    table.order("Family Found Butchered!", "Blue Flu!")
    table.mythos_phase()
    assert table.gates() == {"Graveyard", "The Unnamable"}
    assert (table.game["terror"], table.places()["Downtown streets"]) == (0, 1)
    assert table.in_order("CLUE_PLACED") == ["CLUE_PLACED"]
    assert table.deck()[-2:] == ["Family Found Butchered!", "Blue Flu!"]
    assert table.game["cards"] == 2


def test_h115_h81_the_course_of_two_cards_a_phase():
    """H-11.5, H-8.1, H-9.2: each card but the last is kept, the first of the phase that ends the game as well.

    Without texts a card brings one doom, or none where the gate is open; the last one opens the eighth gate.
    """
    ends = set()
    for seed in range(20):
        table = Arkham(1, texts=False, seed=seed)
        table.game["terror"] = -99  # far from 10
        table.game["two_cards"] = 1
        table.play_game()
        cards = " ".join(table.in_order("CARD_DRAWN", "GATE_OPENED")).split("CARD_DRAWN")[1:]
        doom = list(itertools.accumulate("GATE_OPENED" in card for card in cards))
        assert (table.cause(), doom[-1]) == ("gates", 8)
        assert list(table.game["doom_by"][: len(cards) - 1]) == doom[:-1][:COURSE]
        ends.add(len(cards) % 2)
    assert ends == {0, 1}  # the setup has one card: with an even one a phase ends early


def test_h115_a_gate_only_card_keeps_nothing_in_play():
    """H-11.5"""
    table = Arkham(3)
    for name in ("Estate Sale", "The Great Ritual"):
        table.resolve_card(card(name), True)
    assert (table.game["environment"], table.game["rumor"]) == (-1, -1)
    assert table.gates() == {"The Witch House", "Graveyard"}


@pytest.mark.parametrize(("players", "spells"), [(1, 3), (4, 3), (5, 4), (8, 4)])
def test_dh6_h115_the_great_ritual_passes(players, spells):
    """H-11.5, D-H6: three spells, four at five players and more."""
    for held in (spells - 1, spells):
        answers = turn(*[PAY] * (held >= spells), RUMOR=[1])
        table = with_rumor("The Great Ritual", answers, players)
        table.game["spells"] = held
        table.investigators_turn()
        assert ((PAY, 0) in answers.of("TURN")[0]) == (held >= spells)
        assert (table.game["rumor"] < 0) == (held >= spells)
        assert table.game["spells"] == held % spells
        assert table.game["two_cards"] == 0


def test_h115_the_southside_strangler():
    """H-11.5: an ally a phase, none left fails; owned ones are safe."""
    table = with_rumor("The Southside Strangler Strikes")
    table.game["allies"], table.game["allies_held"] = 2, 3
    table.rumor_acts()
    assert (table.game["allies"], table.game["rumor"]) == (1, card("The Southside Strangler Strikes"))
    table.rumor_acts()
    assert (table.game["allies"], table.game["allies_held"], table.game["rumor"]) == (0, 3, -1)
    assert (table.game["terror"], table.game["doom"]) == (0, 0)


@pytest.mark.parametrize("clues", [4, 5, 6])
def test_dh6_h115_the_southside_strangler_passes(clues):
    """H-11.5, D-H6: five clues."""
    answers = turn(*[PAY] * (clues >= 5), RUMOR=[1])
    table = with_rumor("The Southside Strangler Strikes", answers)
    table.game["clues_held"] = clues
    table.investigators_turn()
    assert (table.game["rumor"] < 0, table.game["clues_held"]) == ((True, clues - 5) if clues >= 5 else (False, clues))


def test_h115_the_stars_are_right():
    """H-11.5, H-8.1: doom on one and two."""
    for die, doom in ((1, 1), (2, 1), (3, 0), (6, 0)):
        table = with_rumor("The Stars Are Right")
        table.dice(die)
        table.rumor_acts()
        assert (table.game["doom"], table.game["rumor"]) == (doom, card("The Stars Are Right"))


def test_dh6_h115_the_stars_are_right_passes():
    """H-11.5, D-H6: one ally; whether to pay is a choice."""
    for pays in (0, 1):
        answers = turn(PAY, RUMOR=[pays])
        table = with_rumor("The Stars Are Right", answers)
        table.game["allies_held"] = 2
        table.investigators_turn()
        assert answers.of("RUMOR") == [[(0, 0), (1, 0)]]
        assert (table.game["allies_held"], table.game["rumor"] < 0) == (2 - pays, bool(pays))


def test_dh6_h115_disturbing_the_dead_passes():
    """H-11.5, D-H5, D-H6, H-6.7: two gate trophies, which ones is the owner's choice."""
    for trophies in (["Abyss"], ["Abyss", "Yuggoth", "R'lyeh"]):
        payable = len(trophies) >= 2
        chosen = [(0, world("R'lyeh")), (0, world("Abyss"))]
        answers = turn(*[PAY] * payable, RUMOR=[1], TROPHY=chosen)
        table = with_rumor("Disturbing the Dead", answers)
        table.gate_trophies(*trophies)
        table.put("Ghoul", "the trophies")
        table.investigators_turn()
        assert (table.game["rumor"] < 0) == payable
        if payable:
            assert table.stack()[-2:] == [world("R'lyeh"), world("Abyss")]
            assert all(option[0] == 0 for options in answers.of("TROPHY") for option in options)
            assert table.places() == {"the trophies": 1}


def test_h115_the_terrible_experiment():
    """H-11.5, H-5.1, H-7.5: five monsters, one more a phase; the eighth brings terror 10, and all into the streets."""
    table = Arkham(3)
    table.crowd(6, "Downtown streets")
    table.rumor_comes(card("The Terrible Experiment"))
    assert table.places() == {"Downtown streets": 6, "the rumor": 5}
    table.draw_monster(WOODS)
    assert table.places()["the Outskirts"] == 1
    table.game["phase"] = 1
    for n in (6, 7):
        table.rumor_acts()
        assert (table.places()["the rumor"], table.game["terror"]) == (n, 0)
    # of 6 + 8 monsters twelve are enough (H-9.5), so a larger town
    table.town["limit"] = 60
    table.rumor_acts()
    assert (table.game["terror"], table.game["rumor"], table.game["on_rumor"]) == (10, -1, 0)
    assert table.places() == {"Downtown streets": 6, "Miskatonic U. streets": 8}
    assert table.cause() == "undecided"


def test_h115_h95_the_experiment_awakens():
    """H-11.5, H-9.5, H-9.6: the twelfth monster in town; the rest return to the cup."""
    table = with_rumor("The Terrible Experiment")
    table.crowd(6, "Downtown streets")
    for name in ["Ghoul"] * 3 + ["Dark Young"] * 3 + ["Formless Spawn"]:
        table.put(name, "the rumor")
    table.rumor_acts()
    assert (table.cause(), table.game["in_town"], table.game["on_rumor"]) == ("terror10", 12, 0)
    assert table.places().total() == 12


def test_h115_the_experiment_while_terror_is_frozen():
    """H-11.5, H-11.4: terror stays, and the limit sends monsters on."""
    table = Arkham(3)
    table.in_play(HAPPY, "The Terrible Experiment", since=-1)
    table.crowd(7, "the rumor")
    table.rumor_acts()
    assert table.game["terror"] == 0
    assert table.places() == {"Miskatonic U. streets": 6, "the Outskirts": 2}


def test_h115_the_experiment_passes():
    """H-11.5, D-H9: when its last monster is beaten."""
    ghoul = (kind("Ghoul"), area("the rumor"))
    table = with_rumor("The Terrible Experiment", turn(ACT_BEAT, ACT_BEAT, BEAT=[ghoul]))
    for _ in range(2):
        table.put("Ghoul", "the rumor")
    table.put("Ghoul", "Woods")
    table.investigators_turn()
    assert (table.game["on_rumor"], table.game["rumor"] >= 0) == (1, True)  # the second question's first option: Woods
    table.answer(turn(ACT_BEAT))
    table.investigators_turn()
    assert (table.game["on_rumor"], table.game["rumor"], table.game["terror"]) == (0, -1, 0)
    assert table.places() == {"the trophies": 3}


def test_h115_h94_the_experiment_and_an_empty_cup():
    """H-11.5, H-9.4"""
    table = Arkham(3)
    table.hidden["n_cup"] = 4
    table.rumor_comes(card("The Terrible Experiment"))
    assert table.cause() == "cup"
