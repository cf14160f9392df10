"""Rules of the Arkham Horror clock: gates closed and sealed, trophies, victory (H-6, H-12)."""

from __future__ import annotations

import pytest
from arkham import PAY, RETURN, UNSTABLE, VISIT, Answers, Arkham, area, card, kind, turn, world

from sim.arkham.rules.choices import (
    ACT_BEAT,
    ACT_GATHER,
    ELDER_SIGN,
    FIGHT,
    FIND_ALLY,
    FIND_SIGN,
    FIND_SPELL,
    LEAVE,
    LORE,
    REST,
)
from sim.arkham.rules.turn import MAX_A_TURN

WOODS, ISLE = area("Woods"), area("Unvisited Isle")


# --- H-6 ---------------------------------------------------------------------------------------------
def test_h61_sealed_for_good():
    """H-6.1: no gate and no monster, in any step."""
    table = Arkham(rates={"encounter_gates": (4,)})
    for name in UNSTABLE[:3]:
        table.seal(area(name))
    for place in range(3):
        table.gate_and_monsters(place)
    assert (table.gates(), table.places(), table.game["doom"]) == (set(), {}, 0)


def test_h61_sealed_from_the_start():
    """H-6.1: by the scenario."""
    table = Arkham(sealed=("Woods", "Graveyard"))
    table.gate_and_monsters(WOODS)
    assert (table.gates(), table.game["n_seals"]) == (set(), 2)


def test_h62_an_explored_marker_is_needed():
    """H-6.2: in by one turn, on by the next, back in the third."""
    table = Arkham()
    table.order("All Quiet in Arkham!", "Blue Flu!", "Estate Sale", "Curfew Enforced")  # Woods first
    offered = []
    for _ in range(4):
        table.mythos_phase()
        answers = turn()
        table.answer(answers)
        table.investigators_turn()
        offered.append((VISIT, 0) in answers.of("TURN")[0])
    assert offered == [False, False, True, True]
    answers = turn(VISIT, VISIT=[WOODS])
    table.answer(answers)
    table.investigators_turn()
    assert answers.of("VISIT") == [[(WOODS, 0), (area("The Unnamable"), 0)]]  # not the two gates that came last


@pytest.mark.parametrize(("behind", "modifier"), [
    ("Abyss", -2), ("Another Dimension", 0), ("City of the Great Race", 0), ("Great Hall of Celeano", -1),
    ("Dreamlands", 1), ("R'lyeh", -3), ("Plateau of Leng", -1), ("Yuggoth", -2),
])  # fmt: skip
def test_h62_h116_the_closing_check(behind, modifier):
    """H-6.2, H-11.6: dice and modifier; a five or six on the last die closes it, a four does not."""
    n = 4 + modifier
    for last, closed in ((5, True), (6, True), (4, False)):
        for action, rate in ((LORE, "lore"), (FIGHT, "fight")):
            table = Arkham(3, turn(VISIT, GATE=[action]), rates={rate: (4,)})
            table.gate("Woods", behind)
            table.dice(*[1] * (n - 1), last)
            table.investigators_turn()
            assert (table.gates() == set()) == closed
            assert table.hidden["dice"] == n
            assert list(table.game["trophies"][: table.game["n_trophies"]]) == ([world(behind)] if closed else [])


def test_h62_no_dice_left():
    """H-6.2: three dice at R'lyeh are none."""
    table = Arkham(3, turn(VISIT, GATE=[LORE]), rates={"lore": (3,)})
    table.gate("Woods", "R'lyeh")
    table.investigators_turn()
    assert (table.gates(), table.hidden["dice"]) == ({"Woods"}, 0)


def test_h62_one_visit_of_a_gate_each_turn():
    """H-6.2, D-H4, D-H9: leaving it, or failing, is for this turn."""
    answers = turn(VISIT, VISIT, GATE=[LEAVE, FIGHT], VISIT=[WOODS])
    table = Arkham(3, answers)
    table.gate("Woods")
    table.gate("Unvisited Isle", "Abyss")
    table.investigators_turn()
    assert answers.of("VISIT") == [[(ISLE, 0), (WOODS, 0)]]  # then one is left, and nothing to ask
    assert table.gates() == {"Woods"}
    assert (VISIT, 0) not in answers.of("TURN")[-1]


def test_e200_h63_monsters_of_the_symbol():
    """E-200, H-6.3"""
    table = Arkham(8)
    table.gate("Woods", "Abyss")
    for place in ("Uptown streets", "Downtown streets"):
        table.put("Ghoul", place)
    table.put("Flying Polyp", "the Sky")
    table.put("Dark Young", "the Outskirts")
    table.put("Cultist", "Woods")
    table.put("Byakhee", "the Outskirts")
    table.put("Formless Spawn", "the rumor")
    table.put("Formless Spawn", "the trophies")
    table.close_gate(WOODS, False)
    assert table.places() == {"Woods": 1, "the Outskirts": 1, "the rumor": 1, "the trophies": 1}
    assert (table.game["in_town"], table.game["n_outskirts"]) == (1, 1)
    assert table.hidden["n_cup"] == 55 - 4


def test_h63_sealing_by_elder_sign_returns_them_too():
    """H-6.3, H-6.5"""
    table = Arkham(2, turn(VISIT, GATE=[ELDER_SIGN]))
    table.gate("Woods", "Abyss")
    table.game["signs_held"] = 1
    table.put("Ghoul", "Uptown streets")
    table.investigators_turn()
    assert table.places() == {}


def sealing(**scenario) -> tuple[Arkham, Answers]:
    """A gate that is closed, and then sealed if that may be."""
    answers = turn(VISIT, GATE=[LORE], SEAL=[1])
    table = Arkham(3, answers, **scenario)
    table.gate("Woods")
    return table, answers


@pytest.mark.parametrize(("one", "cost"), [("azathoth", 5), ("hastur", 8)])
def test_h64_h83_sealing_with_clues(one, cost):
    """H-6.4, H-8.3: five clues, eight against Hastur; doom as it was."""
    for clues in (cost - 1, cost, cost + 1):
        table, answers = sealing(ancient_one=one)
        table.game["doom"], table.game["clues_held"] = 4, clues
        table.investigators_turn()
        assert not table.gates()
        assert table.game["doom"] == 4
        assert bool(answers.of("SEAL")) == (clues >= cost)
        assert table.game["sealed"][WOODS] == table.game["n_seals"] == (clues >= cost)
        assert table.game["clues_held"] == (clues - cost if clues >= cost else clues)


def test_h64_sealing_is_a_choice():
    """H-6.4, D-H4: only directly after closing."""
    answers = turn(VISIT, GATE=[LORE], SEAL=[0])
    table = Arkham(3, answers)
    table.gate("Woods")
    table.game["clues_held"] = 5
    table.investigators_turn()
    assert answers.of("SEAL") == [[(0, 0), (1, 0)]]
    assert (table.game["n_seals"], table.game["clues_held"]) == (0, 5)
    table, answers = sealing(rates={"lore": (2,)})
    table.game["clues_held"] = 5
    table.investigators_turn()  # no die at Yuggoth: not closed
    assert not answers.of("SEAL")


@pytest.mark.parametrize(("environment", "one", "cost"), [
    ("Noden's Favor", "azathoth", 3), ("Noden's Favor", "hastur", 6), ("No One Can Help You Now", "azathoth", None),
])  # fmt: skip
def test_h64_h112_environments_about_sealing(environment, one, cost):
    """H-6.4, H-11.2: two clues cheaper; none at all, with an Elder Sign neither."""
    table, answers = sealing(ancient_one=one)
    table.in_play(environment)
    table.game["clues_held"] = cost or 20
    table.game["signs_held"] = 1
    table.investigators_turn()
    assert ((ELDER_SIGN, 0) in answers.of("GATE")[0]) == (cost is not None)
    assert (table.game["n_seals"], table.game["clues_held"]) == ((1, 0) if cost else (0, 20))


@pytest.mark.parametrize("doom", [0, 4])
def test_h65_an_elder_sign(doom):
    """H-6.5, D-H4: no check, no clues; the item has gone, and one doom."""
    answers = turn(VISIT, GATE=[ELDER_SIGN])
    table = Arkham(3, answers, rates={"lore": (1,)})
    table.gate("Woods")
    table.game["doom"], table.game["signs_held"], table.game["clues_held"] = doom, 1, 5
    table.investigators_turn()
    assert answers.of("GATE") == [[(LEAVE, 0), (LORE, 0), (FIGHT, 0), (ELDER_SIGN, 0)]]
    assert (table.game["n_seals"], table.game["sealed"][WOODS]) == (1, 1)
    assert (table.game["doom"], table.game["signs_held"], table.game["clues_held"]) == (max(0, doom - 1), 0, 5)
    assert table.hidden["dice"] == 0
    assert table.game["n_trophies"] == 1


def test_h65_four_elder_signs():
    """H-6.5: items found and used up do not come back."""
    answers = turn(*[FIND_SIGN] * 4)
    table = Arkham(decide=answers)
    table.investigators_turn()
    assert (table.game["signs_held"], table.game["signs_left"]) == (4, 0)
    assert (FIND_SIGN, 0) not in answers.of("TURN")[-1]


def test_h66_closed_by_a_card():
    """H-6.6: under the stack, no trophy, no seal."""
    table = Arkham()
    table.gate("Woods", "Abyss")
    table.put("Ghoul", "Downtown streets")
    table.close_gate(WOODS, True)
    assert table.stack()[-1] == world("Abyss")
    assert (table.game["n_trophies"], table.game["n_seals"], table.gates()) == (0, 0, set())
    assert table.places() == {}  # H-6.3


def test_h67_spent_trophies():
    """H-6.7, D-H5: any that the owner has; gates under the stack, monsters into the cup."""
    answers = turn(RETURN, RETURN, TROPHY=[(0, world("Abyss")), (1, kind("Ghoul"))])
    table = Arkham(3, answers)
    table.gate_trophies("Abyss", "Yuggoth")
    for name in ("Ghoul", "Ghoul", "Zombie"):
        table.put(name, "the trophies")
    table.investigators_turn()
    first, second = answers.of("TROPHY")
    gates = [(0, world("Abyss")), (0, world("Yuggoth"))]
    assert first == [*gates, (1, kind("Ghoul")), (1, kind("Zombie"))]
    assert second == [gates[1], (1, kind("Ghoul")), (1, kind("Zombie"))]
    assert table.stack()[-1] == world("Abyss")
    assert table.places() == {"the trophies": 2}
    assert (table.game["monster_trophies"], table.game["n_trophies"]) == (2, 1)
    assert sorted(table.where("Ghoul")) == ["the cup", "the cup", "the trophies"]


def test_e145_h93_h67_the_last_marker():
    """E-145, H-9.3, H-9.7, H-6.7"""
    for spent in (False, True):
        table = Arkham()
        table.open_gates(6)
        table.gate_trophies(*["Plateau of Leng", "Yuggoth", "Great Hall of Celeano", "Dreamlands", "R'lyeh"] * 2)
        assert table.stack() == []
        if spent:
            table.answer(turn(RETURN, TROPHY=[(0, world("R'lyeh"))]))
            table.investigators_turn()
        doom = int(table.game["doom"])
        table.gate_and_monsters(area("The Unnamable"))
        assert table.happened("DOOM_ADDED") == [("DOOM_ADDED", doom + 1)]
        if spent:
            assert (table.cause(), len(table.gates())) == ("undecided", 7)
            assert table.game["gate"][area("The Unnamable")] == world("R'lyeh")
        else:
            assert (table.cause(), table.game["doom_at_end"], len(table.gates())) == ("markers", doom + 1, 6)


# --- H-12 --------------------------------------------------------------------------------------------
def test_h121_other_gates_are_open():
    """H-12.1: trophies alone do not win."""
    table = Arkham(1, turn(VISIT, VISIT=[WOODS], GATE=[LORE]))
    table.gate("Woods")
    table.gate("Unvisited Isle", "Abyss")
    table.investigators_turn()
    assert (table.gates(), table.cause()) == ({"Unvisited Isle"}, "undecided")


def test_h121_spent_trophies_do_not_count():
    """H-12.1"""
    for spends in ((), (RETURN,)):
        table = Arkham(2, turn(*spends, VISIT, GATE=[LORE]))
        table.gate_trophies("Abyss")
        table.gate("Woods")
        table.investigators_turn()
        assert table.cause() == ("undecided" if spends else "victory")


@pytest.mark.parametrize("way", ["clues", "elder sign"])
def test_h121_six_seals(way):
    """H-12.1: at once, with gates open and no trophies to speak of."""
    for before in (4, 5):
        answers = turn(VISIT, VISIT=[WOODS], GATE=[ELDER_SIGN if way == "elder sign" else LORE], SEAL=[1])
        table = Arkham(8, answers)
        for name in UNSTABLE[4 : 4 + before]:
            table.seal(area(name))
        table.gate("Woods")
        table.gate("Unvisited Isle", "Abyss")
        table.game["clues_held"] = 5
        table.game["signs_held"] = 1
        table.investigators_turn()
        assert table.cause() == ("victory" if before == 5 else "undecided")


def test_h121_one_seal_of_the_scenario():
    """H-12.1: the gate that a scenario lets be sealed counts like any other."""
    for extra, seals in (("none", 0), ("closed", 0), ("sealed", 1)):
        table = Arkham(2, extra=extra, extra_at=4)
        table.gate("Woods", "Abyss")
        table.game["cards"] = 3
        table.investigators_turn()
        assert table.gates() == {"Woods"}
        table.game["cards"] = 4
        table.investigators_turn()
        assert (table.game["n_seals"], table.game["n_trophies"]) == (seals, int(extra != "none"))
        table.gate("Unvisited Isle", "Yuggoth")
        table.investigators_turn()
        assert "Unvisited Isle" in table.gates()  # once


def test_h121_the_gate_of_the_scenario_may_be_the_last():
    """H-12.1: closed by the scenario it wins as any other, with as many trophies as players."""
    for trophies, cause in (([], "undecided"), (["Abyss"], "victory")):
        table = Arkham(2, extra="closed", extra_at=4)
        table.gate_trophies(*trophies)
        table.gate("Woods")
        table.game["cards"] = 4
        table.investigators_turn()
        assert (table.gates(), table.cause()) == (set(), cause)


# --- the turn ----------------------------------------------------------------------------------------
def test_dh9_clues_to_begin_with():
    """D-H9: of the whole group, to the nearest clue."""
    for players, each, clues in ((1, 0.4, 0), (1, 0.6, 1), (3, 1, 3), (4, 0.4, 2)):
        assert Arkham(players, rates={"first_clues": (each,)}).game["clues_held"] == clues


def test_dh9_acts_of_a_turn():
    """D-H9: what can be done is offered, and only that."""
    answers = turn()
    table = Arkham(decide=answers)
    table.investigators_turn()
    assert answers.of("TURN") == [[(act, 0) for act in (REST, ACT_GATHER, FIND_SIGN, FIND_SPELL, FIND_ALLY)]]
    answers = turn()
    table = Arkham(2, answers)
    table.gate("Woods")
    table.in_play(rumor="The Stars Are Right")
    table.put("Ghoul", "the rumor")
    table.put("Ghoul", "the trophies")
    game = table.game
    game["allies"], game["allies_held"], game["signs_left"], game["spells"], game["n_clues"] = 0, 1, 0, 40, 0
    table.investigators_turn()
    assert answers.of("TURN") == [[(act, 0) for act in (REST, VISIT, ACT_BEAT, PAY, RETURN)]]


def test_dh9_gates_monsters_and_clues():
    """D-H9, H-7.3: a monster beaten is a trophy, clues are gathered, an ally won is safe."""
    answers = turn(ACT_BEAT, ACT_GATHER, FIND_ALLY, FIND_SPELL, BEAT=[(kind("Ghoul"), area("the Sky"))], GATHER=[ISLE])
    table = Arkham(3, answers, rates={"first_clues": (1,)})
    for place in ("the Sky", "Woods", "Woods"):
        table.put("Ghoul", place)
    table.put("Zombie", "the Outskirts")
    table.game["clues"][ISLE] = 3
    table.game["n_clues"] += 2
    table.investigators_turn()
    assert answers.of("BEAT") == [[(kind("Ghoul"), area("the Sky")), (kind("Ghoul"), WOODS)]]  # not the Outskirts
    assert table.places() == {"the trophies": 1, "Woods": 2, "the Outskirts": 1}
    assert (table.game["beaten"], table.game["monster_trophies"]) == (1, 1)
    assert (table.game["clues_held"], table.clues().get("Unvisited Isle"), table.game["n_clues"]) == (3 + 3, None, 10)
    assert (table.game["allies"], table.game["allies_held"], table.game["spells"]) == (10, 1, 1)


def test_dh9_a_turn_ends():
    """D-H9: a policy that never rests does not stop the clock."""
    table = Arkham(decide=lambda question: len(question.options) - 1)
    table.investigators_turn()
    assert table.game["did"].sum() == MAX_A_TURN


def test_dh8_nothing_is_simultaneous():
    """D-H8: one environment, one rumor and one headline at most act in a phase, in a fixed order."""
    table = Arkham(2)
    table.in_play("Happy Days are Here Again", "The Stars Are Right")
    table.resolve_card(card("Estate Sale"), False)
    table.resolve_card(card("The Great Ritual"), False)
    table.resolve_card(card("Family Found Butchered!"), False)
    assert table.game["environment"] == card("Estate Sale")
    assert table.game["rumor"] == card("The Stars Are Right")
