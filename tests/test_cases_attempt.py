"""Cases of attempts that no worked example settles: tasks, terror, focus, spells, locks, monsters."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, at, give, hand, option, place, put_monster, secure, table, task

from sim.rules import state
from sim.rules.choices import TAKE_DIE, USE_CARD, USE_CLUE

TERROR_EFFECT = "doom +1"


# --- tasks ------------------------------------------------------------------------------------
def test_rc01_the_surplus_is_lost():
    board = table("inv 5 | inv 1")
    script = Script(board, ["33LPPP", "LLLL"], TASK=[task(0, "33")])
    board.resolution()
    assert board.game["attempt"]["rows_done"] == 1
    assert len(script.of("TASK")) == 1  # four dice without a number fill nothing more
    same_task = table("inv 5, inv 1")
    script = Script(same_task, ["33LPPP"])
    same_task.resolution()
    assert script.of("TASK") == []


def test_rc03_not_left_to_right():
    board = table("inv 2, inv 3")
    script = Script(board, ["122LLL"])
    board.resolution()
    assert script.of("TASK")[0].ways() == {"122"}


def test_rc10_a_task_is_filled_whole():
    board = table("peril, inv 3")
    script = Script(board, ["3LLLLL", "PLLLL"])
    board.resolution()
    assert script.of("TASK") == []  # neither the 3 now nor the peril later alone
    assert script.of("ATTEMPT")[1].pool == "LLLLL"


# --- deciding, terror -------------------------------------------------------------------------
def test_rc16_declaring_failure():
    board = table("lore", terror=TERROR_EFFECT, penalty="stamina -1")
    script = Script(board, [])
    board.take_turn()
    assert script.of("ATTEMPT")[0].first == {0, 1}  # to pass is no option
    assert board.game["attempt"]["rolls"] == 0
    assert (board.game["doom"], board.player(0)["stamina"]) == (0, 4)
    assert (board.player(0)["at"], board.game["hour"]) == (0, 1)


@pytest.mark.parametrize(("scope", "lost"), [("PER_ROLL", 2), ("PER_PHASE", 1)])
def test_rc17_terror_over_three_rolls(scope, lost):
    board = table("lore", terror="sanity -1")
    board.ruling("TERROR_SCOPE", scope)
    Script(board, ["TTPPPP", "TPPPP", "LTTT"], TASK=[task(0)])
    board.resolution()
    assert board.game["successes"] == 1
    assert board.player(0)["sanity"] == 5 - lost


@pytest.mark.parametrize("first", [0, 1])
def test_rc18_two_terror_effects(first):
    board = table("lore", terror="sanity -1")
    board.do("terror(stamina -1)")
    script = Script(board, ["TPPPPP"], TERROR_ORDER=[first])
    board.resolution()
    assert len(script.of("TERROR_ORDER")) == 1
    assert (board.player(0)["sanity"], board.player(0)["stamina"]) == (4, 4)


@pytest.mark.parametrize("immune", [False, True])
def test_rc25_immune_to_terror_effects(immune):
    board = table("lore", terror="fail")
    if immune:
        board.deck["investigators"][board.player(0)["card"]]["ability"] = state.NO_MONSTERS_NO_TERROR
    script = Script(board, ["TPPPPP", "LPPPP"], TASK=[task(0)])
    board.resolution()
    assert board.game["successes"] == immune
    assert bool(script.of("FOCUS")) == immune


# --- focus and spells ---------------------------------------------------------------------------
@pytest.mark.parametrize("pool", [1, 2])
def test_rc32_the_last_die_cannot_be_focused(pool):
    board = table("lore")
    board.game["dice"]["place"][pool:6] = state.REMOVED
    script = Script(board, ["P" * pool])
    board.resolution()
    assert bool(script.of("FOCUS")) == (pool == 2)
    assert board.game["attempt"]["rolls"] == 1


def test_rc34_when_a_spell_secures():
    board = table("lore", terror=TERROR_EFFECT)
    board.player(0)["clues"] = 2
    give(board, 0, "spell", "securing", secures=1)
    script = Script(board, ["TPPPPP"])
    board.resolution()
    assert script.kinds()[:4] == ["ATTEMPT", "CHANGE", "SECURE", "FOCUS"]
    assert script.of("SECURE")[0].game["doom"] == 0
    assert script.of("FOCUS")[0].game["doom"] == 1


def test_rc36_a_secured_die_is_not_changed():
    board = table("inv 9")
    board.deck["investigators"][board.player(0)["card"]]["ability"] = state.RAISE_INVESTIGATION
    board.player(0)["clues"] = 1
    spell = give(board, 0, "spell", "securing", secures=1)
    script = Script(board, ["2PPPPP", "1PPP"], SECURE=[secure(spell, "2")], CHANGE=[0, option(USE_CLUE)], REROLL=[0])
    board.resolution()
    later = [asked for asked in script.of("CHANGE") if asked.game["attempt"]["rolls"] == 2]
    (secured,) = [d for d in range(8) if place(board, d) == state.ON_SPELL]
    assert later
    assert all(secured not in asked.cards for asked in later)
    assert len(script.of("REROLL")[0].pool) == 4
    assert at(board, state.ON_SPELL) == "2"


def test_rc39_the_only_free_green_die_lies_on_a_spell():
    board = Board()
    spell = give(board, 0, "spell", "securing", secures=1)
    board.game["dice"]["place"][0:5] = state.REMOVED
    board.game["dice"][5]["place"], board.game["dice"][5]["at"] = state.ON_SPELL, spell
    board.do("lock green")
    assert place(board, 5) == state.LOCKED
    assert hand(board, 0) == []


def test_rc40_a_secured_die_is_not_discarded():
    board = table("lore")
    board.game["dice"]["place"][2:6] = state.REMOVED
    spell = give(board, 0, "spell", "securing", secures=1)
    script = Script(board, ["P1"], SECURE=[secure(spell, "P")])
    board.resolution()
    assert script.of("DISCARD") == []  # the 1 is the only one that can go
    assert at(board, state.ON_SPELL) == "P"
    assert script.of("ATTEMPT")[1].pool == ""


# --- locks ------------------------------------------------------------------------------------
def test_rc42_a_locked_die_is_missing_everywhere():
    board = table("inv 9", players=2)
    board.card(3, faceup=False, lock=state.GREEN)
    board.stand(0, 3)
    board.arrive(0, 3)
    board.game["active"] = 1
    script = Script(board, ["PPPPP"])
    board.resolution()
    assert script.of("FOCUS")[0].pool == "PPPPP"
    assert script.of("POOL") == []
    assert sum(place(board, d) == state.LOCKED for d in range(6)) == 1


def test_rc48_locked_dice_for_a_turn():
    board = table("inv 9")
    board.do("lock green; lock yellow")
    board.deck["investigators"][board.player(0)["card"]]["ability"] = state.LOCKED_DICE_AND_NO_MYTHOS
    yellow = give(board, 0, "common", "pool", "yellow")
    script = Script(board, ["PPPPPP yP"], POOL=[option(TAKE_DIE), option(USE_CARD, yellow)])
    board.take_turn()
    assert script.of("FOCUS")[0].pool == "PPPPPPP"
    locked = [d for d in range(8) if place(board, d) == state.LOCKED]
    assert len(locked) == 2
    assert state.YELLOW_DIE in locked


# --- monsters ---------------------------------------------------------------------------------
def test_rc52_a_partial_monster_task():
    board = table("lore, [inv 2]")
    put_monster(board, 0, 0, task="peril")
    script = Script(board, ["LLLP22", "----"], TASK=[task(0, "LP")])
    board.resolution()
    assert script.of("TASK")[0].ways() == {"LP"}
    assert board.game["successes"] == 1


@pytest.mark.parametrize(("row", "open_"), [("lore, [inv 2]", 1), ("[inv 2]", 0)])
def test_rc53_a_partial_task_whose_monster_is_defeated(row, open_):
    board = table(f"{row} | terror")
    m = put_monster(board, 0, 0, task="peril, sanity 3")
    card = give(board, 0, "unique", "untimed", "defeat")
    script = Script(board, ["L22PTT"], POOL=[option(USE_CARD, card)], TASK=[0])
    board.resolution()
    asked = script.of("TASK")[0]
    assert asked.ways(0) == ({"L"} if open_ else set())
    assert asked.ways(1) == {"T"}
    assert board.game["monsters"][m]["where"] == state.AS_TROPHY
    assert board.player(0)["sanity"] == 5


def test_rc55_a_discarded_monster_uncovers_its_task():
    board = table("lore, [inv 2]")
    m = put_monster(board, 0, 0, task="peril")
    card = give(board, 0, "unique", "untimed", "remove_monster")
    script = Script(board, ["L2PTTT"], POOL=[option(USE_CARD, card)], TASK=[0])
    board.resolution()
    assert script.of("TASK")[0].ways() == {"2L"}
    assert board.game["monsters"][m]["where"] == state.IN_CUP
    assert board.player(0)["trophies"] == 0


# --- others' turns ------------------------------------------------------------------------------
def test_rc117_nothing_of_an_inactive_player():
    board = table("inv 9", players=2)
    board.player(1)["clues"] = 1
    give(board, 1, "common", "pool", "yellow")
    give(board, 1, "unique", "untimed", "clue +1")
    give(board, 1, "spell", "securing", secures=1)
    give(board, 1, "common", "rolled", "reroll 1")
    script = Script(board, ["PPPPPP", "PPPPP"])
    board.take_turn()
    assert {asked.kind for asked in script.asked} <= {"MOVE", "ATTEMPT", "FOCUS", "DISCARD"}
    chant = give(board, 1, "spell", "securing", secures=1)
    arrow = give(board, 1, "unique", "rolled", "reroll 1")
    board.deck["items"]["any_turn"][[chant, arrow]] = 1
    board.game["any_turn_cards"] = 2
    script = Script(board, ["PPPPPP", "PPPPP"])
    board.take_turn()
    assert {(asked.kind, asked.player) for asked in script.asked} >= {("CHANGE", 1), ("SECURE", 1)}
    assert {card for asked in script.of("CHANGE") for card in asked.cards} == {-1, arrow}
    assert {card for asked in script.of("SECURE") for card in asked.first} == {-1, chant}
