"""Cases around the attempts that no worked example settles: midnight, storms, doom, the battle."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, at, option, place, put_monster, table
from situations import ARRIVAL, calm, events, lay_storms, mythos, set_again, storms, watch

from sim.rules import state
from sim.rules.state import YELLOW_DIE


# --- midnight ---------------------------------------------------------------------------------
def test_rc56_midnight_belongs_to_no_turn():
    board = table("lore", penalty="monster")
    calm(board)
    board.deck["investigators"][board.player(0)["card"]]["ability"] = state.NO_MONSTERS_NO_TERROR
    mythos(board, "monster 2")
    board.game["hour"] = 3
    Script(board, ["------"])
    board.take_turn()
    assert board.game["nights"] == 1
    assert sum(int(m["where"]) == state.ON_CARD for m in board.game["monsters"]) == 2  # of the Mythos card alone


def test_rc59_order_of_midnight():
    board = Board()
    board.deck["storms_of_day"][2] = 1
    mythos(board, "next_midnight(supply +1)")
    board.draw_mythos()
    mythos(board, "sanity +1")
    board.write(board.deck["ancient_one"], midnight="clue +1")
    put_monster(board, 3, midnight="doom -1")
    board.card(0, midnight="gate")
    board.write(board.deck["adventures"][60], midnight="sign +1")  # Arrival
    lay_storms(board, 4)
    board.game["supplies"] = 0
    board.player(0)["ability_used"] = 1
    watch(board)
    script = Script(board)
    board.midnight()
    order = [
        "DAY", "STORM_PLACED", "DOOM_PLACED", "CLUES", "DOOM_REMOVED", "OTHER_WORLD_ENTERED", "SIGN_GAINED",
        "LOST_POINT", "SUPPLIES", "MYTHOS", "REGAINED", "NIGHT_ENDS",
    ]  # fmt: skip
    assert [event for event in events(board) if event in order] == order
    assert len(script.of("EFFECT_ORDER")) == 1  # the two cards of 3c, in an order of choice
    assert board.player(0)["ability_used"] == 0


def test_rc65_time_alone_adds_no_doom():
    board = Board()
    calm(board)
    for _ in range(5):
        board.midnight()
    assert (board.game["nights"], board.game["doom"]) == (5, 0)


def test_rc67_midnight_texts_act_only_at_midnight():
    board = table("lore", midnight="supply -1")
    calm(board)
    Script(board, ["------"])
    board.take_turn()
    assert board.game["supplies"] == 15  # a failed attempt
    board.stand(0, state.ENTRANCE)
    board.midnight()
    assert board.game["supplies"] == 14  # wherever the investigator is


@pytest.mark.parametrize("players", [1, 2, 4, 8])
@pytest.mark.parametrize(("arrival", "turns"), [("", 28), ("clock", 22)])
def test_rc81_rc82_rc103_turns_of_a_winter(players, arrival, turns):
    """RC-81, RC-82, RC-103: however many play, Winter lasts 28 turns; 22 with Arrival never resolved."""
    board = Board(players)
    calm(board)
    if arrival:
        board.write(board.deck["adventures"][60], midnight=arrival)
    board.decide(lambda question: 0)
    board.clear()
    board.play_game()
    assert (board.game["cause"], board.game["turn"]) == (state.TIME_RAN_OUT, turns)
    assert board.game["doom"] == 0


# --- storms, supplies, extra adventures -----------------------------------------------------------
def test_rc68_four_storms_at_most():
    board = Board()
    board.enter_other_world()
    lay_storms(board, 4)
    script = Script(board)
    board.do("storm 3")
    assert script.of("STORM")[0].first == {1, 2, 3, 4, 5}
    assert storms(board)[0] == 4


def test_rc71_six_adventures_never_empty_the_pile():
    board = Board()
    board.enter_other_world()
    board.do("storm 28")
    assert storms(board) == [4] * 6
    assert board.game["pile"] == 4


@pytest.mark.parametrize("players", [1, 3, 8])
def test_rc79_fifteen_supplies(players):
    assert Board(players).game["supplies"] == 15


def test_rc116_adventures_with_other_worlds():
    board = Board()
    board.enter_other_world()
    m = put_monster(board, ARRIVAL + 1)
    put_monster(board, 2)
    script = Script(board)
    board.do("remove_monster")
    assert m in script.of("REMOVED_MONSTER")[0].first


def test_rc127_an_extra_adventure_stays():
    board = Board()
    mythos(board, "adventure")
    set_again(board)
    extra = ARRIVAL + 1
    assert board.game["slots"][extra]["kind"] == state.ORDINARY
    mythos(board, "supply -1")
    board.draw_mythos()
    assert board.game["slots"][extra]["kind"] == state.ORDINARY
    board.do("storm 28")
    assert storms(board) == [4] * 7
    board.stand(0, extra)
    board.arrive(0, extra)
    Script(board, ["LLLLLL"], TASK=[1])
    board.resolution()
    assert board.game["slots"][extra]["kind"] == state.NO_CARD


# --- awakening and battle -------------------------------------------------------------------------
def test_rc46_dice_after_the_awakening():
    board = Board()
    board.do("lock yellow")  # of the Mythos card
    board.deck["monsters"]["lock"] = state.RED
    board.appear(1)
    board.card(3, faceup=False, lock=state.GREEN)
    board.stand(0, 3)
    board.arrive(0, 3)
    assert at(board, state.LOCKED) == "???"
    board.awaken()
    assert place(board, YELLOW_DIE) == state.SUPPLY
    assert place(board, state.RED_DIE) == state.REMOVED
    assert sum(place(board, d) == state.REMOVED for d in range(6)) == 1


def test_rc90_no_icons_in_the_battle():
    board = Board()
    board.deck["ancient_one"]["icon"][1:10] = 1
    board.awaken()
    pile = int(board.game["pile"])
    watch(board)
    board.do("doom +3")
    assert board.game["doom"] == 3
    assert (board.game["pile"], events(board).count("STORM_PLACED")) == (pile, 0)


@pytest.mark.parametrize(("hour", "attacks"), [(3, 1), (2, 0)])
def test_rc96_midnight_strikes_as_it_awakens(hour, attacks):
    board = table("lore", penalty="doom +1")
    board.deck["ancient_one"]["attack"] = state.ATTACK_WOUND_AGAIN
    board.game["doom"], board.game["hour"] = 9, hour
    watch(board)
    Script(board, ["------"])
    board.take_turn()
    assert board.game["awakened"] == 2
    assert events(board).count("ATTACK") == attacks
    assert board.player(0)["stamina"] == 5 - 2 * attacks


def test_rc97_two_hits_in_a_turn():
    board = Board()
    board.game["doom"] = 10
    board.awaken()
    Script(board, ["PPPLLL", "--LLLL", "-PPL"], BATTLE_TASK=[1, 1], BATTLE_DISCARD=[0, 1], DISCARD=[0])
    board.attack_ancient_one()
    assert board.game["attempt"]["rolls"] == 4  # and the last die shows no two perils
    assert board.game["doom"] == 8
    assert board.player(0)["sanity"] == board.player(0)["stamina"] == 5


def test_rc101_healing_once_a_day_in_the_battle():
    board = Board()
    calm(board)
    board.deck["investigators"][board.player(0)["card"]]["ability"] = state.HEAL_SANITY_DAILY
    board.write(board.deck["ancient_one"], attack_effects="sanity -2")
    board.game["doom"] = 10
    board.awaken()
    board.player(0)["sanity"] = 3
    script = Script(board, DAILY=option(0, 0), BATTLE_DISCARD=1)
    for _ in range(4):
        board.take_turn()
    assert len(script.of("DAILY")) == 1
    assert board.player(0)["sanity"] == 3 + 1 - 2
    for _ in range(4):
        board.take_turn()
    assert len(script.of("DAILY")) == 2
    assert board.player(0)["sanity"] == 3 + 2 - 4
