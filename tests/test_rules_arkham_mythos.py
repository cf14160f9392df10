"""Rules of the Arkham Horror clock: the Mythos phase, surges, the limit (H-3, H-4, H-5)."""

from __future__ import annotations

import pytest
from arkham import UNSTABLE, Answers, Arkham, area, card
from twins.arkham import ENCOUNTER, key_of, number_below

WOODS, ISLE, CAVE = area("Woods"), area("Unvisited Isle"), area("Black Cave")


# --- H-3 ---------------------------------------------------------------------------------------------
def test_h31_the_order_of_the_steps():
    """H-3.1, H-3.5: gate and monsters, clue, movement, ability."""
    table = Arkham(3)
    table.crowd(1, "Downtown streets")  # a Crescent, black on this card
    table.order("Family Found Butchered!")
    table.game["phase"] = 1
    table.mythos_phase()
    steps = ("GATE_OPENED", "MONSTER_CAME", "CLUE_PLACED", "MOVED", "TERROR_ROSE")
    seen = table.in_order(*steps)
    assert sorted(seen, key=steps.index) == seen
    assert set(seen) == set(steps)
    assert (table.game["cards"], table.game["phase"]) == (1, 2)


def test_h31_awakening_drops_the_rest():
    """H-3.1: no clue, movement or text after it."""
    table = Arkham(ancient_one="yig")
    table.game["doom"] = 9
    table.crowd(1, "Downtown streets")
    table.order("Family Found Butchered!")
    table.mythos_phase()
    assert table.cause() == "doom"
    assert not table.in_order("CLUE_PLACED", "MOVED", "TERROR_ROSE")


def test_e150_h32_a_sealed_location():
    """E-150, H-3.2, H-6.1: nothing in step 1; clue, movement and text as usual."""
    table = Arkham()
    table.seal(area("Graveyard"))
    table.crowd(1, "Downtown streets")
    table.order("Family Found Butchered!")
    table.mythos_phase()
    assert not table.gates()
    assert (table.game["doom"], table.game["opened"], table.game["surges"]) == (0, 0, 0)
    assert table.places() == {"Easttown streets": 1}
    assert table.clues()["Unvisited Isle"] == 2
    assert table.game["terror"] == 1


def test_h32_an_open_gate_surges():
    """H-3.2, H-8.1: no doom, no new gate."""
    table = Arkham(2)
    table.gate("Woods")
    table.gate_and_monsters(WOODS)
    assert (table.gates(), table.game["doom"], table.game["surges"]) == ({"Woods"}, 0, 1)
    assert table.places() == {"Woods": 2}


def test_h33_a_gate_opens_in_order():
    """H-3.3, H-9.7, H-8.1: doom, marker and clues off, monsters."""
    table = Arkham(5)
    table.game["clues"][WOODS] = 3
    table.game["n_clues"] += 2
    table.gate_and_monsters(WOODS)
    seen = table.in_order("DOOM_ADDED", "GATE_OPENED", "CLUES_GONE", "MONSTER_CAME")
    assert seen == ["DOOM_ADDED", "GATE_OPENED", "CLUES_GONE", "MONSTER_CAME", "MONSTER_CAME"]
    assert (table.game["doom"], table.gates(), table.places()) == (1, {"Woods"}, {"Woods": 2})
    assert "Woods" not in table.clues()
    assert table.game["n_clues"] == 10
    assert len(table.stack()) == 15


def test_h33_the_gates_are_counted_before_monsters():
    """H-3.3, H-9.2"""
    table = Arkham(5)
    table.open_gates(5)
    table.gate_and_monsters(area("Graveyard"))
    assert (table.cause(), len(table.gates()), table.places()) == ("gates", 6, {})


def test_h34_a_clue():
    """H-3.4, D-H3: on the board, or to an investigator there at once."""
    for take, here, held in ((0, 2, 1), (1, 1, 2)):
        answers = Answers(CLUE=[take])
        table = Arkham(decide=answers)
        table.place_clue(WOODS)
        assert answers.asked == [("CLUE", WOODS, [(0, 0), (1, 0)])]
        assert (table.clues()["Woods"], table.game["clues_held"]) == (here, held)
        assert table.game["n_clues"] == 10 + here


def test_e202_h34_no_clue_at_a_gate():
    """E-202, H-3.4"""
    answers = Answers()
    table = Arkham(decide=answers)
    table.gate("Woods")
    table.place_clue(WOODS)
    assert "Woods" not in table.clues()
    assert not answers.asked
    assert table.game["n_clues"] == 10


def test_h34_a_rumor_names_no_clue_location():
    """H-3.4, H-11.2"""
    answers = Answers()
    table = Arkham(decide=answers)
    table.resolve_card(card("The Great Ritual"), False)
    assert not answers.of("CLUE")
    assert table.game["n_clues"] == 10  # that at the gate has gone


def test_h35_where_cards_go():
    """H-3.5: headlines under the deck, one environment and one rumor in play."""
    table = Arkham(3)
    names = ("Blue Flu!", "Estate Sale", "The Festival", "The Great Ritual", "The Stars Are Right")
    table.order(*names)
    for _ in names:
        table.draw_card()
    for name in names:
        table.resolve_card(card(name), False)
    assert table.game["environment"] == card("The Festival")
    assert table.game["rumor"] == card("The Great Ritual")
    assert table.deck()[-3:] == ["Blue Flu!", "Estate Sale", "The Stars Are Right"]
    assert table.happened("RUMOR_IGNORED") == [("RUMOR_IGNORED", card("The Stars Are Right"))]


def test_h35_an_ignored_rumor_has_its_gate():
    """H-3.5: text alone is ignored."""
    table = Arkham()
    table.in_play(rumor="The Great Ritual")
    table.resolve_card(card("Disturbing the Dead"), False)
    assert table.gates() == {"Black Cave"}


@pytest.mark.parametrize("done", ["BOX", "UNDER_DECK"])
def test_h35_a_finished_rumor(done):
    """H-3.5, R:RUMOR_DONE"""
    table = Arkham()
    table.rule_so(RUMOR_DONE=done)
    table.in_play(rumor="The Great Ritual")
    table.game["counters"], table.game["phase"] = 4, 3
    table.rumor_acts()
    assert table.game["rumor"] == -1
    assert ("The Great Ritual" in table.deck()) == (done == "UNDER_DECK")
    if done == "UNDER_DECK":
        assert table.deck()[-1] == "The Great Ritual"


def test_h36_a_gate_from_an_encounter():
    """H-3.6, H-8.1: doom, marker, and one monster whatever the number of players."""
    table = Arkham(8, rates={"encounter_gates": (1,)})
    table.befall()
    (where,) = table.gates()
    assert (table.game["doom"], table.places()) == (1, {where: 1})


def test_h36_h82_none_at_a_gate_or_a_seal():
    """H-3.6, H-6.1, H-8.2: no gate, no doom, no surge."""
    for gates in (0, 7):
        table = Arkham(rates={"encounter_gates": (4,)})
        table.open_gates(gates)
        for name in UNSTABLE[gates:]:
            table.seal(area(name))
        before = table.gates()
        assert len(before) == gates
        table.befall()
        assert (table.gates(), table.game["doom"], table.game["surges"], table.places()) == (before, 0, 0, {})


def test_h36_how_often():
    """H-3.6: 0.57 a turn is 57 of 100, to the thousandth."""
    often = Arkham(rates={"encounter_gates": (0.57,)})
    opened = {}
    for game in range(4000):
        key = key_of(1, game)
        part = number_below(key, ENCOUNTER, 0, 1000)
        if part in (428, 429, 430, 431):
            table = often.again(key)
            table.befall()
            opened[part] = int(table.game["opened"])
    assert opened == {428: 0, 429: 0, 430: 1, 431: 1}


# --- H-4 ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "gates", "k", "ruled"), [(7, 3, 7, 3), (2, 4, 4, 4), (3, 3, 3, 3), (8, 1, 8, 1)])
def test_h41_the_size_of_a_surge(players, gates, k, ruled):
    """H-4.1, R:SURGE_COUNT"""
    for ruling, expected in (("MAX_GATES_PLAYERS", k), ("GATES_ONLY", ruled)):
        table = Arkham(players)
        table.rule_so(SURGE_COUNT=ruling)
        table.open_gates(gates)
        table.monster_surge(0)
        assert table.places().total() == expected


def test_e141_h42_the_surging_gate_first():
    """E-141, H-4.1, H-4.2: 7 = 3 + 2 + 2."""
    for surging in range(3):
        answers = Answers()
        table = Arkham(7, answers)
        table.open_gates(3)
        table.monster_surge(surging)
        assert table.places() == {name: 3 if i == surging else 2 for i, name in enumerate(UNSTABLE[:3])}
        assert not answers.asked


def test_h42_the_others_are_chosen():
    """H-4.2, D-H1: 7 monsters, 4 gates: the surging gate and two others get one more."""
    answers = Answers(SURGE_GATE=[2, 0])
    table = Arkham(7, answers)
    table.open_gates(4)
    table.monster_surge(1)
    assert [[o[0] for o in options] for options in answers.of("SURGE_GATE")] == [[0, 2, 3], [0, 3]]
    assert table.places() == dict(zip(UNSTABLE, (2, 2, 2, 1), strict=False))


def test_e142_h43_which_gates_get_what_fits():
    """E-142, H-4.3, D-H2: chosen before drawing, the rest to the Outskirts."""
    for chosen in range(3):
        answers = Answers(LIMIT_GATE=[chosen])
        table = Arkham(2, answers)
        table.crowd(4, "Downtown streets")
        table.open_gates(3)
        table.monster_surge(0)
        assert [[o[0] for o in options] for options in answers.of("LIMIT_GATE")] == [[0, 1, 2]]
        assert table.places() == {"Downtown streets": 4, UNSTABLE[chosen]: 1, "the Outskirts": 2}


def test_h43_no_gate_gets_more_than_its_share():
    """H-4.3, D-H2: of shares 3, 2, 2 four fit; a gate whose share is placed is offered no more."""
    answers = Answers(LIMIT_GATE=[1, 1, 0, 2])
    table = Arkham(7, answers)
    table.crowd(6, "Downtown streets")
    table.open_gates(3)
    table.game["terror"] = 2
    table.monster_surge(0)
    assert [[o[0] for o in options] for options in answers.of("LIMIT_GATE")] == [
        [0, 1, 2], [0, 1, 2], [0, 2], [0, 2],
    ]  # fmt: skip
    assert {name: table.places()[name] for name in UNSTABLE[:3]} == dict(zip(UNSTABLE, (1, 2, 1), strict=False))
    assert table.game["overflows"] == 1  # 3 to Outskirts that hold 1: one, then two that are emptied, then one
    assert table.game["n_outskirts"] == 1


def test_h44_an_empty_cup():
    """H-4.4, H-9.4: the monsters that are there come first."""
    table = Arkham(4)
    table.open_gates(2)
    table.hidden["n_cup"] = 3
    table.monster_surge(0)
    assert table.cause() == "cup"
    assert table.places().total() == 3
    table = Arkham(4)
    table.open_gates(2)
    table.hidden["n_cup"] = 4
    table.monster_surge(0)
    assert table.cause() == "undecided"


# --- H-5 ---------------------------------------------------------------------------------------------
def test_e139_h54_a_batch_goes_on_after_an_overflow():
    """E-139, H-5.2, H-5.3, H-5.4"""
    table = Arkham(3)
    table.crowd(6, "Downtown streets")
    table.crowd(4, "the Outskirts")
    table.open_gates(3)
    table.monster_surge(0)
    assert table.in_order("TO_OUTSKIRTS", "OUTSKIRTS_EMPTIED", "TERROR_ROSE") == [
        "TO_OUTSKIRTS", "TO_OUTSKIRTS", "OUTSKIRTS_EMPTIED", "TERROR_ROSE", "TO_OUTSKIRTS",
    ]  # fmt: skip
    assert table.places() == {"Downtown streets": 6, "the Outskirts": 1}
    assert table.game["terror"] == 1
    assert table.hidden["n_cup"] == 55 - 7


def test_e140_h53_no_outskirts_at_eight():
    """E-140, H-5.3"""
    table = Arkham(8)
    table.crowd(11, "Downtown streets")
    table.gate_and_monsters(WOODS)
    assert (table.game["terror"], table.game["overflows"]) == (2, 2)
    assert table.places() == {"Downtown streets": 11}


def test_h51_what_counts():
    """H-5.1: the Sky does; the Outskirts and a rumor's card do not."""
    for place, counts in (("the Sky", True), ("Woods", True), ("the Outskirts", False), ("the rumor", False)):
        table = Arkham(1)
        table.crowd(3, "Downtown streets")
        table.crowd(1, place)
        table.draw_monster(CAVE)
        assert ("Black Cave" in table.places()) != counts


def test_h55_no_limit_at_terror_ten():
    """H-5.5, H-7.5"""
    table = Arkham(3)
    table.game["terror"] = 10
    table.crowd(6, "Downtown streets")
    table.draw_monster(WOODS)
    assert table.places() == {"Downtown streets": 6, "Woods": 1}


def test_e147_h75_the_limit_goes_in_the_middle_of_a_batch():
    """E-147, H-7.5, H-5.4, H-5.5"""
    table = Arkham(4)
    table.game["terror"] = 9
    table.crowd(7, "Downtown streets")
    table.crowd(4, "the Outskirts")
    table.draw_monster(WOODS)
    assert (table.game["terror"], table.game["n_outskirts"], table.places()) == (10, 0, {"Downtown streets": 7})
    table.draw_monster(WOODS)
    assert table.places() == {"Downtown streets": 7, "Woods": 1}


def test_h54_a_surge_past_terror_ten():
    """H-5.4, H-7.5, D-H2: the rest of the batch comes out of its own gates."""
    table = Arkham(4)
    table.game["terror"] = 9
    table.crowd(7, "Downtown streets")
    table.crowd(4, "the Outskirts")
    table.open_gates(4)
    table.monster_surge(0)
    assert table.places() == {"Downtown streets": 7, **dict.fromkeys(UNSTABLE[1:4], 1)}
