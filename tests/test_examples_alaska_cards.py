"""Worked examples of the Alaska Expedition: supplies, Specials and stages, split icons, Ancient Ones, battle."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, option
from situations import (
    ALL_LORE,
    ARRIVAL,
    back,
    bottom_card,
    goes_to,
    in_cup,
    lay_storms,
    storms,
)

from sim.rules import state
from sim.rules.state import ENTRANCE

INTO_THE_WILD, TREACHEROUS_ASCENT = 61, 62
ITHAQUA_ICONS = (1, 3, 6, 8, 9, 11)


# --- supplies ---------------------------------------------------------------------------------
def test_e107_lost_supply_icons():
    board = Board()
    board.game["supplies"] = 1
    board.penalties(*board.program("supply -3"), 0)
    assert board.game["supplies"] == 0
    assert board.player(0)["stamina"] == 3


@pytest.mark.parametrize(("cap", "before", "after"), [("NONE", 19, 21), ("19", 19, 19), ("39", 19, 21), ("39", 38, 39)])
def test_e111_upper_limit_of_supplies(cap, before, after):
    board = Board()
    board.ruling("SUPPLY_CAP", cap)
    board.game["supplies"] = before
    board.do("supply +2")
    assert board.game["supplies"] == after


def test_e186_supplies_cross_ten():
    board = Board()
    assert board.game["supplies"] == 15
    board.do("supplies -6")
    assert board.game["supplies"] == 9
    board.do("supply +1")
    assert board.game["supplies"] == 10


@pytest.mark.parametrize(("ruling", "stamina"), [("AS_MUCH_AS_POSSIBLE", 5), ("STAMINA_SUBSTITUTE", 3)])
def test_a85_supplies_lost_by_a_text(ruling, stamina):
    """A-8.5: the text, unlike the icon, has no substitute."""
    board = Board()
    board.ruling("LOSE_SUPPLY_TEXT", ruling)
    board.game["supplies"] = 1
    board.do("supplies -3")
    assert board.game["supplies"] == 0
    assert board.player(0)["stamina"] == stamina


# --- Specials and stages ------------------------------------------------------------------------
@pytest.mark.parametrize(("ruling", "trophies"), [("YES", 3), ("NO", 0)])
def test_e112_arrival_resolved(ruling, trophies):
    board = Board(players=2)
    board.ruling("SPECIAL_TROPHY", ruling)
    board.write(board.deck["adventures"][60], reward="next_special", trophy=3)
    board.stand(1, ARRIVAL)
    before = board.game["deck_size"][state.STAGE_I]
    goes_to(board, ARRIVAL, ALL_LORE)
    board.take_turn()
    assert [board.player(p)["at"] for p in (0, 1)] == [ENTRANCE, ENTRANCE]
    assert board.player(0)["trophies"] == trophies
    specials = [slot for slot in board.game["slots"] if slot["kind"] == state.SPECIAL]
    assert [(s["card"], s["faceup"]) for s in specials] == [(INTO_THE_WILD, 1)]
    assert board.game["deck_size"][state.STAGE_I] == before
    assert len(storms(board)) == 6


def test_e187_how_cards_enter():
    board = Board()
    board.card(0, reward="gate 1")
    goes_to(board, 0, ALL_LORE)
    board.take_turn()
    replacement, gate = board.game["slots"][0], board.game["slots"][7]
    assert (replacement["kind"], replacement["faceup"], replacement["stage"]) == (state.ORDINARY, 0, 1)
    assert (gate["kind"], gate["faceup"]) == (state.OTHER_WORLD, 1)
    special = board.game["slots"][ARRIVAL]
    assert (special["kind"], special["faceup"]) == (state.SPECIAL, 1)


def test_e121_a_card_is_discarded():
    """C-8.11"""
    board = Board(players=3)
    back(board, 3)
    card = board.card(3, faceup=False, lock=state.RED)
    number = int(board.hidden["front"][3])
    for player in range(3):
        board.stand(player, 3)
    board.arrive(0, 3)
    board.appear(3)
    board.appear(3)
    lay_storms(board, 0, 0, 0, 3)
    assert board.game["dice"][state.RED_DIE]["place"] == state.LOCKED
    assert in_cup(board) == 32
    board.discard_adventure(3, 1)
    card["lock"] = -1
    assert {int(board.player(p)["at"]) for p in range(3)} == {ENTRANCE}
    assert in_cup(board) == 34
    assert board.game["pile"] == 28
    assert board.game["dice"][state.RED_DIE]["place"] == state.SUPPLY
    assert board.game["n_locks"] == 0
    new = board.game["slots"][3]
    assert (new["kind"], new["faceup"], new["monsters"], new["storms"]) == (state.ORDINARY, 0, 0, 0)
    assert board.hidden["front"][3] != number
    assert bottom_card(board, state.STAGE_I) == number


# --- split icons --------------------------------------------------------------------------------
def test_e114_a_group_that_cannot_be_fulfilled():
    board = Board()
    answers = Script(board)
    board.penalties(*board.program("split(ally -1, doom +1)"), 0)
    assert board.game["doom"] == 1
    assert not answers.of("SPLIT_GROUP")


def test_e115_no_group_can_be_fulfilled():
    board = Board()
    answers = Script(board)
    board.penalties(*board.program("split(ally -1, spell -1)"), 0)
    assert [len(asked.options) for asked in answers.of("SPLIT_GROUP")] == [2]
    assert board.game["doom"] == 0
    assert board.player(0)["n_hand"] == 0


def test_e116_lost_elder_sign_always_can():
    board = Board()
    board.gain_cards(0, state.SPELL, 1)
    answers = Script(board, SPLIT_GROUP=0)
    board.penalties(*board.program("split(sign -1, spell -1)"), 0)
    assert [len(asked.options) for asked in answers.of("SPLIT_GROUP")] == [2]
    assert (board.game["doom"], board.player(0)["n_hand"]) == (1, 1)


@pytest.mark.parametrize(("ruling", "groups"), [("WHOLE_GROUP", 1), ("ANY_PART", 2)])
def test_a124_a_group_fulfilled_in_part(ruling, groups):
    """A-12.4: without an ally the first group can be carried out in part only."""
    board = Board()
    board.ruling("SPLIT_FULFIL", ruling)
    answers = Script(board, SPLIT_GROUP=0)
    board.penalties(*board.program("split(ally -1; doom +2, doom +1)"), 0)
    assert board.game["doom"] == groups
    assert len(answers.of("SPLIT_GROUP")) == groups - 1


def test_e177_a_group_of_another_expansion():
    board = Board()
    board.card(0, reward="split(blessing +1, clue +1)")
    answers = goes_to(board, 0, ALL_LORE)
    board.take_turn()
    assert board.player(0)["clues"] == 1
    assert not answers.of("SPLIT_GROUP")


# --- Ancient Ones ---------------------------------------------------------------------------------
def test_e117_rhan_tegoth_is_triggered_once():
    board = Board(players=2)
    board.deck["ancient_one"]["ability"] = state.SIGN_WOUNDS
    board.player(1)["stamina"] = 2
    answers = Script(board, VICTIM=option(1))
    board.rewards(*board.program("sign +2"), 0)
    assert len(answers.of("VICTIM")) == 1
    assert (board.game["signs"], board.game["devoured"], board.game["doom"]) == (2, 1, 2)


def test_e120_storm_icons_of_ithaqua():
    board = Board()
    sheet = board.deck["ancient_one"]
    sheet["doom"] = 12
    for space in ITHAQUA_ICONS:
        sheet["icon"][space] = 1
    board.game["doom"] = 7
    board.do("doom +2")
    assert board.game["doom"] == 9
    assert sum(storms(board)) == 6


@pytest.mark.parametrize(
    ("signs", "outcome", "awakened"), [(7, state.LOSS, None), (8, state.UNDECIDED, 2)], ids=["7", "8"]
)
def test_e185_ithaqua_awakens(signs, outcome, awakened):
    board = Board()
    sheet = board.deck["ancient_one"]
    sheet["awakens"], sheet["awakens_signs"], sheet["signs"] = state.AWAKENS_NEEDING_SIGNS, 8, 15
    board.game["doom"], board.game["signs"] = 9, signs
    board.card(0, penalty="doom +1")
    goes_to(board, 0)
    board.take_turn()
    assert board.game["outcome"] == outcome
    if awakened:
        assert board.game["awakened"] == awakened
    else:
        assert board.game["cause"] == state.AWAKENING_LOST


@pytest.mark.parametrize("ruling", ["IGNORED", "ACTIVE"])
def test_e122_no_day_track_in_the_battle(ruling):
    board = Board()
    board.ruling("DAY_IN_BATTLE", ruling)
    board.deck["ancient_one"]["attack_effects"] = board.program("sanity -1 @each")
    board.game["doom"] = 10
    board.awaken()
    board.game["day"], board.game["hour"] = 7, 3
    answers = Script(board, BATTLE_DISCARD=1)
    board.take_turn()
    if ruling == "ACTIVE":
        assert (board.game["outcome"], board.game["cause"]) == (state.LOSS, state.TIME_RAN_OUT)
        return
    assert (board.game["outcome"], board.game["day"], board.game["hour"]) == (state.UNDECIDED, 7, 0)
    assert board.player(0)["sanity"] == 4
    assert not answers.of("MYTHOS_OPTION")
