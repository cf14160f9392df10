"""Core rules that no worked example settles: terms, dice, setup, turn (C-1 .. C-4)."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, at, give, hand, option, place, put_monster, table, task
from situations import (
    ALL_LORE,
    bottom_card,
    calm,
    events,
    goes_to,
    in_cup,
    last,
    lay_storms,
    next_card,
    only,
    set_again,
    watch,
)

from sim.rules import state
from sim.rules.dice import FACES
from sim.rules.state import ENTRANCE, LORE, PERIL, TERROR, WILD

CLASSES = ("common", "unique", "spell", "ally")


# --- C-1 terms ----------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [1, 3, 8])
def test_c11_c12_clockwise_and_four_advances_a_day(players):
    """C-1.1, C-1.2, C-14.2, C-14.7: turns go round, four advances make a day however many play; time adds no doom."""
    board = Board(players)
    calm(board)
    board.ruling("TURN_CAP", "12")
    board.games[0] = 0
    asked = Script(board)
    board.play_game()
    assert [question.player for question in asked.of("MOVE")] == [turn % players for turn in range(12)]
    assert (board.game["day"], board.game["doom"], board.game["hour"]) == (4, 0, 0)


def test_c13_every_adventure_counts():
    """C-1.3, A-1.4, A-12.8: an unqualified text reaches facedown cards and Other Worlds too."""
    board = Board()
    board.do("gate 1")
    on = [put_monster(board, slot) for slot in (0, 3, 7)]
    asked = Script(board)
    board.do("remove_monster 1")
    assert asked.of("REMOVED_MONSTER")[0].first == set(on)


def test_c14_c17_where_dice_lie():
    """C-1.4 .. C-1.7, C-5.3: used, secured, locked, discarded dice are not rolled."""
    board = table("lore | peril, peril, terror")
    spell = give(board, 0, "spell", "securing", secures=1)
    board.do("lock yellow")
    asked = Script(board, ["L11111", "12223", "1222"], TASK=[task(0)], SECURE=[0, option(spell)])
    board.resolution()
    pools = [question.pool for question in asked.of("ATTEMPT")]
    assert [len(pool) for pool in pools] == [6, 5, 3, 2]  # a task; a spell and a discard; a discard
    assert place(board, state.YELLOW_DIE) == state.LOCKED
    assert at(board, state.ON_SPELL) == "1"


def test_c18_a_completed_task_is_closed_for_the_phase():
    """C-1.8"""
    board = table("lore | peril")
    asked = Script(board, ["LL1111", "LL111"], TASK=[task(0)])
    board.resolution()
    assert [question.first for question in asked.of("TASK")] == [{-1, 0}]  # then no lore task is open


def test_c19_the_hand():
    """C-1.9"""
    board = Board()
    hours = []
    for _ in range(5):
        board.advance_clock()
        hours.append(int(board.game["hour"]))
    assert hours == [1, 2, 3, 0, 1]


@pytest.mark.parametrize(("answer", "clues", "stamina"), [(0, 2, 4), (1, 0, 5)])
def test_c110_may_is_optional(answer, clues, stamina):
    """C-1.10, D-C23"""
    board = Board()
    asked = Script(board, OPTIONAL=answer)
    board.do("may(stamina -1, clue +2)")
    assert asked.kinds() == ["OPTIONAL"]
    assert (board.player(0)["clues"], board.player(0)["stamina"]) == (clues, stamina)


def test_c110_as_far_as_possible():
    """C-1.10, C-10.6: a loss takes what there is."""
    board = Board()
    board.player(0)["clues"] = 1
    board.gain_cards(0, state.SPELL, 1)
    board.do("clue -2; spell -2")
    assert (board.player(0)["clues"], board.player(0)["n_hand"]) == (0, 0)


@pytest.mark.parametrize("kind", range(4), ids=CLASSES)
def test_c111_lost_cards_go_under_their_deck(kind):
    """C-1.11"""
    board = Board()
    board.gain_cards(0, kind, 1)
    (card,) = hand(board, 0)
    board.do(f"{CLASSES[kind]} -1")
    assert hand(board, 0) == []
    assert bottom_card(board, state.COMMONS + kind) == card


@pytest.mark.parametrize("kind", range(4), ids=CLASSES)
def test_c112_empty_decks(kind):
    """C-1.12, C-9.6: an empty deck gives nothing; there is no hand limit."""
    board = Board()
    size = int(board.game["deck_size"][state.COMMONS + kind])
    board.gain_cards(0, kind, size + 2)
    assert len(hand(board, 0)) == size
    for _ in range(10):
        board.do("gate 1")
    assert (board.game["slots"]["kind"] == state.OTHER_WORLD).sum() == 8
    board.do("clue +9")
    board.do("clue +9")
    assert board.player(0)["clues"] == 18


def test_c114_what_is_hidden():
    """C-1.14: no field of the open state tells a front, a deck's order or a storm's face."""
    board = Board()
    facedown = [int(board.hidden["front"][slot]) for slot in (3, 4, 5)]
    waiting = next_card(board, state.STAGE_I)
    assert set(board.game["slots"]["card"][3:6]) == {-1}
    places = board.game["adventure_place"]
    assert {int(places[card]) for card in facedown} == {int(places[waiting])}
    lay_storms(board, 1)
    assert set(board.game.dtype.names) & set(board.hidden.dtype.names) == {"pile"}  # its size
    assert board.game["n_revealed"] == 0


def test_c115_step_by_step():
    """C-1.15: what a step triggers is settled before the next."""
    board = Board()
    board.deck["ancient_one"]["icon"][1] = 1
    watch(board)
    board.do("doom +2; clue +1")
    assert only(board, "DOOM_PLACED", "STORM_PLACED", "CLUES") == [
        "DOOM_PLACED", "STORM_PLACED", "STORM_PLACED", "STORM_PLACED", "DOOM_PLACED", "CLUES",
    ]  # fmt: skip
    board.game["doom"] = 9
    board.do("doom +1; clue +1")
    assert board.player(0)["clues"] == 1  # the awakening comes first


def test_c116_each_investigator_in_turn_order():
    """C-1.16"""
    board = Board(3)
    board.game["active"] = 1
    asked = Script(board)
    board.do("each(choose(sanity -1, stamina -1))", 1)
    assert [question.player for question in asked.of("EITHER")] == [1, 2, 0]


def test_c117_you_at_midnight():
    """C-1.17: the player of the last turn."""
    board = Board(3)
    calm(board)
    board.write(board.deck["adventures"][60], midnight="clue +1")
    board.game["active"], board.game["hour"] = 2, 3
    board.take_turn()
    assert [board.player(p)["clues"] for p in range(3)] == [0, 0, 1]


def test_c118_either_or():
    """C-1.18: what cannot be carried out in full may be taken only if no other can."""
    board = Board()
    asked = Script(board)
    board.do("choose(ally -1, stamina -1)")
    assert (asked.kinds(), board.player(0)["stamina"]) == ([], 4)
    board.do("choose(ally -1, spell -1)")
    assert [len(question.options) for question in asked.of("EITHER")] == [2]


# --- C-2 dice, C-3 setup --------------------------------------------------------------------------
def test_c22_faces():
    """C-2.1, C-2.2, C-2.6: six green, one yellow, one red die with their faces."""
    assert FACES.tolist() == [
        [1, 2, 3, LORE, PERIL, TERROR], [1, 2, 3, 4, LORE, PERIL], [2, 3, 4, LORE, PERIL, WILD],
    ]  # fmt: skip
    asked = Script(table("lore"))
    asked.board.resolution()
    assert len(asked.of("ATTEMPT")[0].pool) == 6


def test_c28_an_added_die_stays():
    """C-2.8: until it is used or discarded, at the latest to the end of the turn."""
    board = table("peril, peril, peril")
    give(board, 0, "common", "pool", "yellow")
    asked = Script(board, ["111111y1", "11111y1"], POOL=[1])
    board.take_turn()
    assert [len(question.pool) for question in asked.of("ATTEMPT")] == [6, 6, 5]  # 6 + yellow - one a roll
    assert place(board, state.YELLOW_DIE) == state.SUPPLY


def test_c31_c39_setup():
    """C-3.1, C-3.3, C-3.5 .. C-3.9, A-2.2, A-2.3, A-2.7"""
    board = Board(3)
    facts = board.deck["investigators"]
    facts["sanity"], facts["stamina"], facts["clues"] = 7, 3, 2
    facts["cards"][:, state.UNIQUE] = 2
    asked = Script(board, FIRST_PLAYER=2)
    set_again(board)
    assert (board.game["hour"], board.game["doom"], board.game["signs"], board.game["active"]) == (0, 0, 0, 2)
    assert in_cup(board) == board.deck["n_monsters"]
    for player in range(3):
        me = board.player(player)
        assert (me["sanity"], me["stamina"], me["clues"], me["at"], me["trophies"]) == (7, 3, 2, ENTRANCE, 0)
        assert [board.deck["items"][card]["kind"] for card in hand(board, player)] == [state.UNIQUE] * 2
    assert len({int(me["card"]) for me in board.game["investigators"][:3]}) == 3
    assert [question.player for question in asked.of("MYTHOS_OPTION")] == [2]
    assert board.game["deck_size"][state.MYTHOS] == 29


@pytest.mark.parametrize(
    ("deck", "first", "cards"),
    [
        (state.STAGE_I, 0, 28), (state.STAGE_II, 28, 32), (state.OTHER_WORLDS, 64, 8), (state.COMMONS, 0, 17),
        (state.UNIQUES, 17, 17), (state.SPELLS, 34, 17), (state.ALLIES, 51, 13), (state.MYTHOS, 0, 30),
        (state.INVESTIGATORS, 0, 24),
    ],
)  # fmt: skip
def test_c35_decks_are_shuffled(deck, first, cards):
    """C-3.5, C-3.10, A-2.2, A-2.6: every deck in an order of its own, the same for the same seed."""
    orders = []
    for seed in (1, 2, 1):
        ring = Board(seed=seed).hidden["rings"][deck]
        orders.append([int(card) for card in ring["cards"][:cards]])
    assert orders[0] == orders[2] != orders[1]
    assert sorted(orders[0]) == list(range(first, first + cards)) != orders[0]


def test_c310_no_shuffling_in():
    """C-3.10: a card put under a deck is its last."""
    board = Board()
    order = [int(card) for card in board.hidden["rings"][state.ALLIES]["cards"][:13]]
    board.gain_cards(0, state.ALLY, 1)
    board.do("ally -1")
    board.gain_cards(0, state.ALLY, 13)
    assert hand(board, 0) == order[1:] + order[:1]


@pytest.mark.parametrize("ruling", ["RANDOM", "CHOICE"])
def test_c36_how_investigators_are_taken(ruling):
    """C-3.6, D-C1, R:INVESTIGATOR_PICK; free starting picks."""
    board = Board(2)
    board.ruling("INVESTIGATOR_PICK", ruling)
    board.deck["investigators"]["free"] = 1
    asked = Script(board, REPLACEMENT=last, FREE_CARD=option(state.SPELL))
    set_again(board)
    assert [len(question.options) for question in asked.of("REPLACEMENT")] == ([24, 23] if ruling == "CHOICE" else [])
    assert [question.first for question in asked.of("FREE_CARD")] == [{0, 1, 2}] * 2
    assert board.deck["items"][hand(board, 1)[0]]["kind"] == state.SPELL


# --- C-4 turn -------------------------------------------------------------------------------------
def test_c41_order_of_a_turn():
    """C-4.1, C-4.3, C-4.5, C-14.1: Movement, Resolution, purchase, untimed cards, clock, then midnight."""
    board = Board()
    calm(board)
    board.game["hour"] = 3
    board.card(0, trophy=2)
    give(board, 0, "spell", "untimed", "sanity +1")
    board.player(0)["sanity"] = 3
    goes_to(board, 0, ALL_LORE)
    watch(board)
    board.take_turn()
    names = only(board, "MOVED", "ROLLED", "SUCCEEDED", "CAMP", "CLOCK_MOVED", "STRIKE", "MIDNIGHT_STEP")
    assert names[:7] == ["MOVED", "ROLLED", "SUCCEEDED", "CAMP", "CLOCK_MOVED", "STRIKE", "MIDNIGHT_STEP"]
    every = events(board)
    assert every.index("CAMP") < len(every) - 1 - every[::-1].index("UNTIMED") < every.index("CLOCK_MOVED")


def test_c44_where_one_may_go():
    """C-4.4, A-3.1, D-C3, D-A2: stay, any card in play, or the entrance."""
    board = Board(2)
    board.do("gate 1")
    board.stand(0, 2)
    board.stand(1, 4)
    asked = Script(board, ATTEMPT=1)
    board.movement()
    (moves,) = asked.of("MOVE")
    assert moves.options[0][:2] == (2, 1)
    assert sorted(found[0] for found in moves.options) == [ENTRANCE, 0, 1, 2, 3, 4, 5, 6, 7]


def test_c45_failing_leaves_the_marker():
    """C-4.5, C-8.9, A-3.9: it stays there, and staying brings no Entry effect."""
    board = Board()
    board.card(0, entry="clue +1")
    goes_to(board, 0)
    board.take_turn()
    assert (board.player(0)["at"], board.player(0)["clues"]) == (0, 1)
    Script(board)
    board.take_turn()
    assert board.player(0)["clues"] == 1
    Script(board, MOVE=option(ENTRANCE))
    board.take_turn()
    goes_to(board, 0)
    board.take_turn()
    assert board.player(0)["clues"] == 2  # a return is an arrival
