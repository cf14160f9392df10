"""Worked examples of the final battle (E-74..E-80) and its rulings."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, at, give, option, place, put_monster, table
from situations import calm, events, mythos, watch

from sim.rules import state
from sim.rules.state import YELLOW_DIE

CLOCK_ONLY = 1  # investigator.out of those devoured in the battle


def battle(players: int = 1, task_: str = "peril, peril", doom: int = 10, attack: str = "") -> Board:
    """An awakened Ancient One with a full track."""
    board = Board(players)
    calm(board)
    sheet = board.deck["ancient_one"]
    sheet["doom"] = doom
    board.write(sheet, task=task_)
    if attack:
        board.write(sheet, attack_effects=attack)
    board.game["doom"] = doom
    board.awaken()
    return board


# --- 5 an investigator's attack ---------------------------------------------------------------
@pytest.mark.parametrize(("answer", "rolls"), [(0, 4), (1, 3)])
def test_e74_one_doom_a_roll(answer, rolls):
    board = battle()
    board.deck["adventures"]["terror"] = board.program("doom +1")
    script = Script(board, ["PPPP1L", "--PP2T", "--2T", "-P"], BATTLE_TASK=[1, 1], BATTLE_DISCARD=[answer, 1])
    board.attack_ancient_one()
    assert script.of("BATTLE_TASK")[0].ways() == {"PP"}
    assert script.of("BATTLE_TASK")[1].pool == "2PPT"
    assert board.game["doom"] == 8
    assert board.game["attempt"]["rolls"] == rolls
    asked = script.of("BATTLE_DISCARD")[0]
    assert (asked.pool, asked.first) == ("2T", {0, -1})
    assert script.of("FOCUS") == []
    if answer == 0:
        assert [len(a.pool) for a in script.of("BATTLE_DISCARD")] == [2, 1]


@pytest.mark.parametrize(("roll", "way", "left"), [("32TPL1", "23PT", 2), ("31TPL1", "113PT", 1)])
def test_e75_a_task_of_numbers_and_symbols(roll, way, left):
    board = battle(task_="inv 5, terror, peril")
    script = Script(board, [roll], BATTLE_TASK=[1], BATTLE_DISCARD=[1])
    board.attack_ancient_one()
    assert script.of("BATTLE_TASK")[0].ways() == {way}
    assert len(script.of("BATTLE_DISCARD")[0].pool) == left
    assert board.game["doom"] == 9


def test_battle_rolls_may_be_declined():
    """C-17.3: "may be assigned"."""
    board = battle()
    script = Script(board, ["PPPPPP"], BATTLE_TASK=[0], BATTLE_DISCARD=[1])
    board.attack_ancient_one()
    assert script.of("BATTLE_TASK")[0].first == {-1, 0}
    assert board.game["doom"] == 10


# --- the Ancient One's attack -----------------------------------------------------------------
@pytest.mark.parametrize("doom", [8, 10])
def test_e76_midnight_in_the_battle(doom):
    board = battle(players=2, attack="sanity -5 @any")
    board.game["doom"] = doom
    mythos(board, "supply +1")
    script = Script(board, TARGET=option(1), BATTLE_DISCARD=1)
    watch(board)
    for player in (0, 1, 0, 1):
        board.game["active"] = player
        board.take_turn()
    assert (board.game["nights"], events(board).count("ATTACK")) == (1, 1)
    assert "MIDNIGHT_STEP" not in events(board)
    assert (board.player(1)["card"], board.player(1)["out"]) == (-1, CLOCK_ONLY)
    assert board.game["doom"] == min(doom + 1, 10)
    assert board.game["outcome"] == state.UNDECIDED
    script.asked.clear()
    board.take_turn()  # the devoured player's
    assert (script.asked, int(board.game["hour"])) == ([], 1)


def test_battle_is_lost_when_all_are_devoured():
    """C-17.8."""
    board = battle(players=2, attack="sanity -5 @each")
    board.midnight()
    assert (board.game["outcome"], board.game["cause"]) == (state.LOSS, state.BATTLE_LOST)


def test_e77_dice_locked_on_cards_are_gone():
    board = table("lore")
    board.card(3, faceup=False, lock=state.GREEN)
    board.stand(0, 3)
    board.arrive(0, 3)
    board.do("lock yellow")
    assert at(board, state.LOCKED) == "??"
    board.awaken()
    item = give(board, 0, "common", "pool", "yellow")
    script = Script(board, BATTLE_DISCARD=1)
    board.attack_ancient_one()
    assert len(script.of("BATTLE_DISCARD")[0].pool) == 5
    assert item in script.of("POOL")[0].cards
    assert place(board, YELLOW_DIE) == state.SUPPLY
    assert sum(place(board, d) == state.REMOVED for d in range(8)) == 1


@pytest.mark.parametrize(("ruling", "attacks"), [("ATTACK_NOW", 1), ("NO_ATTACK", 0)])
def test_e79_awakening_at_midnight(ruling, attacks):
    """E-79; AWAKEN_AT_MIDNIGHT."""
    board = Board()
    calm(board)
    board.ruling("AWAKEN_AT_MIDNIGHT", ruling)
    board.deck["ancient_one"]["attack"] = state.ATTACK_WOUND_AGAIN
    board.deck["ancient_one"]["midnight"] = board.program("supply -1")
    board.deck["adventures"]["midnight"] = board.program("supply -1")
    mythos(board, "supply -1")
    board.game["doom"] = 9
    for _ in range(4):
        board.game["pile"] -= 1
        board.put_storm(0, 0)
    board.player(0)["ability_used"] = 1
    watch(board)
    board.midnight()
    assert board.game["awakened"] == 2
    assert board.game["supplies"] == 15  # steps 3 to 5 are void
    assert events(board).count("ATTACK") == attacks
    assert board.player(0)["stamina"] == 5 - 2 * attacks
    assert board.game["day"] == 2


def test_e80_everybody_wins_with_the_last_doom():
    board = battle(players=2)
    board.game["doom"] = 1
    board.devour(0)
    assert (board.game["doom"], board.player(0)["out"]) == (2, CLOCK_ONLY)
    board.game["active"] = 1
    Script(board, ["PP1111", "--PP11"], BATTLE_TASK=[1, 1])
    board.attack_ancient_one()
    assert (board.game["outcome"], board.game["cause"], board.game["doom"]) == (state.WIN, state.BATTLE_WON, 0)


@pytest.mark.parametrize(("ruling", "used"), [("AFTER_ATTACK", 0), ("NEVER", 1)])
def test_battle_refresh(ruling, used):
    """BATTLE_REFRESH (C-17.9)."""
    board = battle(players=2)
    board.ruling("BATTLE_REFRESH", ruling)
    board.game["investigators"]["ability_used"] = 1
    board.midnight()
    assert list(board.game["investigators"]["ability_used"][:2]) == [used, used]


def test_late_strikes_in_the_battle():
    """EXTRA_STRIKE_DOOM=AT_MIDNIGHT, C-17.12: the token comes with the midnight of the battle, too."""
    for ruling in ("AT_STRIKE", "AT_MIDNIGHT"):
        board = battle()
        board.ruling("EXTRA_STRIKE_DOOM", ruling)
        board.game["doom"] = 5
        board.do("clock 8")
        assert board.game["doom"] == (6 if ruling == "AT_STRIKE" else 5)
        board.midnight()
        assert board.game["doom"] == 6


def test_monsters_and_adventures_leave_at_awakening():
    """C-15.8 c."""
    board = table("lore")
    m = put_monster(board, 0)
    board.awaken()
    assert {int(slot["kind"]) for slot in board.game["slots"]} == {state.NO_CARD}
    assert board.game["monsters"][m]["where"] == state.OUT_OF_GAME
    assert board.player(0)["at"] == state.ENTRANCE
