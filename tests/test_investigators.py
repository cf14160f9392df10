"""Abilities of the investigators (C-19)."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, dice, give, hand, option, place, table
from situations import calm, goes_to, last, monsters_on, mythos

from sim.rules import state
from sim.rules.choices import TAKE_DIE, USE_ABILITY, USE_CLUE

LORE, PERIL, TERROR = state.LORE, state.PERIL, state.TERROR


def having(board: Board, ability: int, player: int = 0) -> Board:
    """Give a player's investigator an ability."""
    board.deck["investigators"][board.player(player)["card"]]["ability"] = ability
    return board


def test_c19_any_number_of_tasks_in_a_roll():
    """C-19, C-6.1: card text overrides."""
    board = having(table("lore | peril | terror"), state.ANY_NUMBER_OF_TASKS)
    Script(board, ["LPT111"], TASK=last)
    board.resolution()
    assert (board.game["successes"], board.game["attempt"]["rolls"]) == (1, 1)


@pytest.mark.parametrize(("kind", "instead"), [(0, {0, 1, 3, 4}), (1, {0, 1, 2, 4}), (2, {0, 1, 2, 3}), (3, None)])
def test_c19_something_else_instead(kind, instead):
    """D-C23: a clue or a card of another class instead of a common, unique or spell; not of an ally."""
    board = having(Board(), state.SWAP_GAINS)
    asked = Script(board, INSTEAD=1)
    board.gain_cards(0, kind, 1)
    assert [question.first for question in asked.of("INSTEAD")] == ([instead] if instead else [])
    assert (board.player(0)["clues"], len(hand(board, 0))) == ((1, 0) if instead else (0, 1))


@pytest.mark.parametrize("kind", range(4))
@pytest.mark.parametrize("ability", ["EXTRA_COMMON", "EXTRA_UNIQUE", "EXTRA_SPELL"])
def test_c19_one_more_card(ability, kind):
    """C-19: one more for each gain of the class, not for each card."""
    board = having(Board(), getattr(state, ability))
    board.gain_cards(0, kind, 2)
    extra = ability == ("EXTRA_COMMON", "EXTRA_UNIQUE", "EXTRA_SPELL", "")[kind]
    assert len(hand(board, 0)) == (3 if extra else 2)


@pytest.mark.parametrize(("ability", "stat"), [("HEAL_SANITY_DAILY", "sanity"), ("HEAL_STAMINA_DAILY", "stamina")])
def test_c19_a_point_a_day(ability, stat):
    """C-4.2, C-13.7, D-C2: at the start of any player's turn, to anyone who lacks one, once a day."""
    board = having(Board(3), getattr(state, ability), 1)
    calm(board)
    board.player(2)[stat] = 3
    asked = Script(board, DAILY=option(1, 2))
    board.take_turn()
    board.take_turn()
    (question,) = asked.of("DAILY")
    assert (question.player, [found[:2] for found in question.options]) == (1, [(-1, -1), (1, 2)])
    assert board.player(2)[stat] == 4
    board.midnight()
    board.take_turn()
    assert board.player(2)[stat] == 5


def test_c19_raising_investigation():
    """C-13.6: by one, once a roll, up to what the die shows."""
    board = having(table("inv 4, inv 4"), state.RAISE_INVESTIGATION)
    give(board, 0, "common", "pool", "yellow")
    asked = Script(board, ["123LPTy4", "12233y3"], POOL=[last], CHANGE=[option(USE_ABILITY, 1), option(USE_ABILITY, 6)])
    board.resolution()
    first, second = asked.of("CHANGE")
    assert [found[1:3] for found in first.options[1:]] == [(0, 2), (1, 3)]
    assert (6, 4) in [found[1:3] for found in second.options]  # a yellow 3, not a green one
    assert [found[1] for found in second.options if found[2] == 4] == [6]


@pytest.mark.parametrize("kind", [state.OTHER_WORLD, state.ORDINARY])
@pytest.mark.parametrize("locked", [False, True])
def test_c19_dice_in_other_worlds(kind, locked):
    """C-19, C-12.4: not if locked."""
    board = having(table("peril, peril, peril"), state.FREE_DICE_IN_OTHER_WORLDS)
    board.game["slots"][0]["kind"] = kind
    if locked:
        board.do("lock yellow")
    asked = Script(board, ["LLLLLL"], POOL=last)
    board.resolution()
    if kind == state.ORDINARY:
        assert not asked.of("POOL")
        return
    assert len(asked.of("ATTEMPT")[1].pool) == 5 + (1 if locked else 2)


@pytest.mark.parametrize(("ability", "face"), [("TERROR_TO_LORE", LORE), ("TERROR_TO_PERIL", PERIL)])
def test_c19_turning_terror(ability, face):
    """C-19, C-13.6: one die, once a roll."""
    board = having(table("lore | peril", terror="doom +1"), getattr(state, ability))
    asked = Script(board, ["TT1112"], CHANGE=last)
    board.resolution()
    assert [found[:3] for found in asked.of("CHANGE")[0].options] == [(0, -1, 0), (USE_ABILITY, 0, face)]
    assert len(asked.of("CHANGE")) == 1  # once a roll
    assert asked.of("TASK")[0].pool.count("T") == 1


def test_c19_discarding_for_dice():
    """C-19, C-5.4: a common item, a clue or a spell for the yellow and the red die."""
    board = having(table("peril, peril, peril"), state.DISCARD_FOR_DICE)
    cards = [give(board, 0, kind) for kind in ("common", "unique", "spell", "ally")]
    board.player(0)["clues"] = 1
    asked = Script(board, ["LLLLLLyLrL"], POOL=option(USE_ABILITY, cards[2]))
    board.resolution()
    assert {found[1] for found in asked.of("POOL")[0].options if found[0] == USE_ABILITY} == {-1, cards[0], cards[2]}
    assert len(asked.of("POOL")) == 1  # both dice are there: nothing more to gain
    assert hand(board, 0) == [cards[0], cards[1], cards[3]]
    assert len(asked.of("ATTEMPT")[1].pool) == 7


def test_c19_two_rerolls_for_a_clue():
    """C-19, C-13.1"""
    board = having(table("peril"), state.SECOND_REROLL)
    board.player(0)["clues"] = 1
    asked = Script(board, ["111111", "222111", "333111"], CHANGE=option(USE_CLUE), REROLL=[dice("111"), dice("222")])
    board.resolution()
    assert [question.pool for question in asked.of("REROLL")] == ["111111", "111222"]
    assert asked.of("DISCARD")[0].pool == "111333"


def test_c19_no_monsters_and_no_terror():
    """C-11.1, FAQ: not in her own turn; at midnight they appear."""
    board = having(table("peril", terror="sanity -1; monster 1", penalty="monster 1"), state.NO_MONSTERS_NO_TERROR)
    calm(board)
    board.game["hour"] = 3
    board.write(board.deck["adventures"][60], midnight="monster_here 1; monster 1")
    Script(board, ["TLLLLL"], PLACE_MONSTER=option(4))
    board.take_turn()
    assert board.player(0)["sanity"] == 5
    assert sum(len(monsters_on(board, slot)) for slot in range(7)) == 1


def test_c19_two_dice_of_anybodys_roll():
    """D-C6: once a day, any player's roll, before the check."""
    board = having(table("lore", players=2), state.REROLL_TWO_DAILY, 1)
    board.stand(1, state.ENTRANCE)
    asked = Script(board, ["111111", "LL1111", "11111"], CHANGE=option(USE_ABILITY), REROLL=[dice("11")])
    board.resolution()
    (question,) = asked.of("CHANGE")
    assert question.player == 1
    assert [(found.player, found.context) for found in asked.of("REROLL")] == [(1, 2)]
    assert asked.of("TASK")[0].ways(0) == {"L"}


def test_c19_locked_dice_and_no_mythos():
    """Lasting parts of Mythos cards do not act on her; she may use locked dice, which go back (C-12.6)."""
    board = having(table("peril, inv 3 | peril"), state.LOCKED_DICE_AND_NO_MYTHOS)
    mythos(board, "investigation +1; terror(doom +1); lock green")
    board.draw_mythos()
    asked = Script(board, ["T3P11", "T111"], POOL=[option(TAKE_DIE), 0])
    board.take_turn()
    assert len(asked.of("ATTEMPT")[0].pool) == 5
    assert len(asked.of("TASK")[0].pool) == 6
    assert "3P" in asked.of("TASK")[0].ways(0)
    assert board.game["doom"] == 0
    assert sum(place(board, d) == state.LOCKED for d in range(8)) == 1


def test_c19_sanity_for_a_result():
    """C-19, Wendy Adams: one sanity turns a die that shows her face to any other face, once a roll, never her last."""
    board = having(table("lore"), state.SANITY_FOR_RESULT)
    board.deck["investigators"][board.player(0)["card"]]["result"] = TERROR
    asked = Script(board, ["TTT111"], CHANGE=option(USE_ABILITY, None, LORE))
    board.resolution()
    (question,) = asked.of("CHANGE")
    assert [found[1:3] for found in question.options[1:]] == [(0, 1), (0, 2), (0, 3), (0, LORE), (0, PERIL)]
    assert board.player(0)["sanity"] == 4
    assert asked.of("TASK")[0].pool == "111LTT"
    board.player(0)["sanity"] = 1
    asked = Script(board, ["TTT111"])
    board.resolution()
    assert not asked.of("CHANGE")


def test_c19_monsters_in_other_turns():
    """C-13.15: an investigator whose turn it is not stops no monster."""
    board = having(Board(2), state.NO_MONSTERS_NO_TERROR, 1)
    board.card(0, penalty="monster 1")
    goes_to(board, 0)
    board.take_turn()
    assert sum(len(monsters_on(board, slot)) for slot in range(6)) == 1
