"""Core rules that no worked example settles: Resolution phase, tasks, failed rolls, rewards (C-5 .. C-9)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from board import Board
from loaded import Script, at, dice, die, give, hand, option, place, put_monster, table, task
from situations import ALL_LORE, events, goes_to, in_cup, last, only, storms, watch

from sim.rules import state
from sim.rules.state import ENTRANCE, LORE

CLASSES = ("common", "unique", "spell", "ally")


# --- C-5 Resolution phase -------------------------------------------------------------------------
def test_c52_declaring_failure_before_the_first_roll():
    """C-5.1, C-5.2, D-C4: no roll, no terror effect, but the penalty."""
    board = table("lore", penalty="sanity -1", terror="doom +1")
    asked = Script(board)
    watch(board)
    board.resolution()
    assert only(board, "ROLLED", "TERROR", "FAILED") == ["FAILED"]
    assert board.player(0)["sanity"] == 4
    assert [question.first for question in asked.of("ATTEMPT")] == [{0, 1}]


def test_c54_step_three_in_any_order():
    """C-5.4, C-13.4, C-13.5, D-C5: until the player is done."""
    board = table("lore")
    cards = [
        give(board, 0, "common", "pool", "yellow"),
        give(board, 0, "unique", "before_rolling", "red"),
        give(board, 0, "spell", "untimed", "sanity +1"),
    ]
    board.player(0)["sanity"] = 3
    asked = Script(board, ["LLLLLL"], POOL=[option(1, cards[1]), option(1, cards[2]), option(1, cards[0])], TASK=last)
    board.resolution()
    assert [question.cards - {-1} for question in asked.of("POOL")] == [
        set(cards), {cards[0], cards[2]}, {cards[0]},
    ]  # fmt: skip
    assert len(asked.of("TASK")[0].pool) == 8


def test_c55_a_roll_comes_before_every_task():
    """C-5.5: also before one without dice requirements."""
    board = table("stamina 1")
    asked = Script(board, ["111111"], TASK=last)
    watch(board)
    board.resolution()
    assert only(board, "ROLLED", "TASK_COMPLETED", "SUCCEEDED") == ["ROLLED", "TASK_COMPLETED", "SUCCEEDED"]
    assert asked.of("TASK")[0].options[1][3:] == (0, 0)
    assert board.player(0)["stamina"] == 4


def test_c56_c57_changes_come_before_securing():
    """C-5.6, C-5.7, C-5.11, D-C6, D-C7: any number of changes, all of one roll; then step 7."""
    board = table("peril")
    board.player(0)["clues"] = 2
    spell = give(board, 0, "spell", "securing", secures=1)
    asked = Script(
        board, ["111111", "222222", "333333"], CHANGE=[option(2), option(2)], REROLL=[dice("111111"), dice("222222")],
        SECURE=[option(spell)],
    )  # fmt: skip
    watch(board)
    board.resolution()
    order = only(board, "ROLLED", "REROLLED", "SECURED", "DISCARDED_DIE")
    assert order == ["ROLLED", "REROLLED", "REROLLED", "SECURED", "DISCARDED_DIE"]
    assert asked.of("SECURE")[0].pool == "333333"
    assert board.player(0)["clues"] == 0


def test_c511_a_roll_is_settled_before_the_next():
    """C-5.11, C-6.1, C-7.8: between two rolls of an attempt a task is completed or a die discarded, not both."""
    board = table("lore | peril | inv 5")
    Script(board, ["LP1111", "22222", "2222"], TASK=[last, 0, last])
    watch(board)
    board.resolution()
    order = only(board, "ROLLED", "TASK_COMPLETED", "DISCARDED_DIE")
    assert order[0] == "ROLLED"
    for before, after in pairwise(order):
        assert (before == "ROLLED") != (after == "ROLLED")


def test_c517_too_late_for_rescue():
    """C-5.17: out of dice, then the last monster cannot be defeated any more."""
    board = table("[]")
    marker = put_monster(board, 0, 0)
    give(board, 0, "spell", "untimed", "defeat 1")
    rolls = ["1" * n for n in range(6, 0, -1)]
    asked = Script(board, rolls, UNTIMED=0)
    watch(board)
    board.resolution()
    assert "FAILED" in events(board)
    assert board.game["successes"] == 0
    assert board.game["monsters"][marker]["where"] == state.ON_CARD
    # step 7 of each of six rolls and 8d of the first five: after the last die nothing is asked
    assert len(asked.of("UNTIMED")) == 11


def test_c519_a_roll_of_no_dice():
    """C-5.19, C-5.13: nothing to change, nothing to secure."""
    board = table("lore > peril")
    board.player(0)["clues"] = 1
    give(board, 0, "spell", "securing", secures=1)
    asked = Script(board, ["1L1111", "1111", "111", "11", "1"], FOCUS=[die("L")], TASK=[0, 0, 0, 0, 0, last])
    watch(board)
    board.resolution()
    assert only(board, "ROLLED", "TASK_COMPLETED")[-2:] == ["ROLLED", "TASK_COMPLETED"]
    assert asked.of("TASK")[-1].pool == ""
    assert [len(question.pool) for question in asked.of("CHANGE")] == [6, 4, 3, 2, 1]
    assert [len(question.pool) for question in asked.of("SECURE")] == [6, 4, 3, 2, 1]


# --- C-6 tasks, C-7 failed rolls --------------------------------------------------------------------
def test_c63_dice_of_anybodys_spell_and_of_markers():
    """C-6.3, C-13.9: all of them fill tasks of whoever is active."""
    board = table("lore, peril, inv 3", players=2)
    spell = give(board, 1, "spell", "securing", secures=1)
    board.game["dice"][0]["place"], board.game["dice"][0]["at"], board.game["dice"][0]["face"] = (
        state.ON_SPELL,
        spell,
        LORE,
    )
    Script(board, ["P1111", "311"], FOCUS=[die("P", 1)], TASK=last)
    board.resolution()
    assert board.game["successes"] == 1
    assert hand(board, 1) == []  # the emptied spell


def test_c74_terror_ends_the_attempt():
    """C-7.4: no focus, no discard; the penalty follows."""
    board = table("peril", terror="fail", penalty="sanity -1")
    asked = Script(board, ["TLLLLL", "LLLLL"])
    watch(board)
    board.resolution()
    assert not asked.of("FOCUS")
    assert not asked.of("DISCARD")
    assert only(board, "ROLLED", "TERROR", "FAILED") == ["ROLLED", "TERROR", "FAILED"]
    assert board.player(0)["sanity"] == 4


def test_c79_marker_dice():
    """C-7.9: not rolled, usable later; unused they leave at the end of the turn."""
    board = table("peril, lore | terror, terror")
    asked = Script(board, ["P11111", "2222"], FOCUS=[die("P")])
    board.take_turn()
    assert asked.of("ATTEMPT")[1].pool == "1111"
    assert at(board, state.ON_MARKER) == ""
    assert {place(board, d) for d in range(6)} == {state.SUPPLY}


def test_c711_terror_that_discards_dice():
    """C-7.11: pool dice only; 8c takes another; an emptied pool has no 8b and 8c."""
    board = table("peril", terror="discard_terror")
    asked = Script(board, ["TTL111", "TTT"])
    board.resolution()
    assert [len(question.pool) for question in asked.of("ATTEMPT")] == [6, 3]
    assert len(asked.of("FOCUS")) == len(asked.of("DISCARD")) == 1
    assert board.game["in_resolution"] == 0


def test_c711_secured_dice_are_spared():
    """C-7.11: terror on a spell is not discarded by the effect."""
    board = table("peril", terror="discard_terror")
    spell = give(board, 0, "spell", "securing", secures=1)
    board.game["dice"][0]["place"], board.game["dice"][0]["at"], board.game["dice"][0]["face"] = (
        state.ON_SPELL,
        spell,
        state.TERROR,
    )
    asked = Script(board, ["T1111", "111"])
    board.resolution()
    assert [len(question.pool) for question in asked.of("ATTEMPT")][:2] == [5, 3]
    assert at(board, state.ON_SPELL) == "T"


def test_c712_a_marker_without_an_owner():
    """C-7.12: the die of a devoured assistant is discarded, and his successor loses nothing."""
    board = table("peril, peril", players=2, terror="stamina -1 @each")
    board.player(1)["stamina"] = 1
    Script(board, ["P11111", "T111"], FOCUS=[die("P", 1)])
    watch(board)
    board.resolution()
    assert board.game["devoured"] == 1
    assert at(board, state.ON_MARKER) == ""
    assert (board.player(1)["sanity"], board.player(1)["stamina"]) == (5, 5)


# --- C-8 end of the attempt ---------------------------------------------------------------------------
def test_c85_dice_return():
    """C-8.5"""
    board = table("lore | inv 1")
    Script(board, ["L11111", "11111"], TASK=[task(0), last])
    board.resolution()
    assert board.game["successes"] == 1
    assert {place(board, d) for d in range(8)} == {state.SUPPLY}


def test_c86_c88_order_of_a_failure():
    """C-8.6 .. C-8.8, C-11.9: monsters collected, assistants' losses, then every penalty."""
    board = table("peril, peril | []", players=2, penalty="clue +1; doom +1")
    put_monster(board, 0, 1, task="lore", trophy=2)
    Script(board, ["L11111", "P1111"], TASK=[last], FOCUS=[die("P", 1)])
    watch(board)
    board.resolution()
    assert only(board, "COLLECTED", "LOST_POINT", "CLUES", "DOOM_PLACED") == [
        "COLLECTED", "LOST_POINT", "CLUES", "DOOM_PLACED",
    ]  # fmt: skip
    assert board.player(0)["trophies"] == 2


def test_c812_an_empty_deck_leaves_the_slot_empty():
    """C-8.12: also when cards come back under the deck."""
    board = Board()
    board.hidden["rings"][state.STAGE_I]["n"] = board.game["deck_size"][state.STAGE_I] = 0
    goes_to(board, 0, ALL_LORE)
    board.take_turn()
    assert board.game["slots"][0]["kind"] == state.NO_CARD
    board.do("trophy -1")
    assert board.game["deck_size"][state.STAGE_I] == 1
    Script(board)
    board.take_turn()
    assert board.game["slots"][0]["kind"] == state.NO_CARD
    board.deal(0, 0)
    assert board.game["slots"][0]["kind"] == state.ORDINARY


def test_c813_the_card_under_attempt_leaves():
    """C-8.13: neither success nor failure; defeated monsters are collected; the clock goes on."""
    board = table("lore | []", players=2, terror="leave", reward="clue +1", penalty="sanity -1")
    put_monster(board, 0, 1, task="peril", trophy=2)
    Script(board, ["P11111", "T1111"], TASK=[last])
    watch(board)
    board.take_turn()
    assert only(board, "TERROR", "SUCCEEDED", "FAILED", "COLLECTED", "PHASE_VOID") == [
        "TERROR",
        "PHASE_VOID",
        "COLLECTED",
    ]
    assert [board.player(p)["at"] for p in range(2)] == [ENTRANCE, ENTRANCE]
    assert (board.player(0)["clues"], board.player(0)["sanity"], board.player(0)["trophies"]) == (0, 5, 2)
    assert board.game["hour"] == 1
    assert {place(board, d) for d in range(8)} == {state.SUPPLY}


# --- C-9 rewards ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("succeeds", [True, False])
def test_c91_rewards_and_penalties(succeeds):
    """C-9.1: the active investigator's, rewards on success and penalties on failure only."""
    board = table("lore", players=2, reward="sanity -1; clue +1", penalty="stamina -1; clue +2")
    Script(board, ALL_LORE if succeeds else [], TASK=last)
    board.resolution()
    expected = (4, 5, 1) if succeeds else (5, 4, 2)
    me, other = board.player(0), board.player(1)
    assert (me["sanity"], me["stamina"], me["clues"]) == expected
    assert (other["sanity"], other["stamina"], other["clues"]) == (5, 5, 0)


def test_c92_order_of_icons():
    """C-9.2, D-C14"""
    board = Board()
    asked = Script(board, ICON_ORDER=[2, 1])
    watch(board)
    board.rewards(*board.program("clue +1; doom +1; sign +1"), 0)
    assert only(board, "CLUES", "DOOM_PLACED", "SIGN_GAINED") == ["SIGN_GAINED", "DOOM_PLACED", "CLUES"]
    assert [len(question.options) for question in asked.of("ICON_ORDER")] == [3, 2]


def state_of(board: Board) -> dict[str, int]:
    """All that icons change."""
    me = board.player(0)
    kinds = [int(board.deck["items"][card]["kind"]) for card in hand(board, 0)]
    return {
        "signs": int(board.game["signs"]), "doom": int(board.game["doom"]), "supplies": int(board.game["supplies"]),
        "hour": int(board.game["hour"]), "storms": sum(storms(board)), "monsters": 34 - in_cup(board),
        "worlds": int((board.game["slots"]["kind"] == state.OTHER_WORLD).sum()), "clues": int(me["clues"]),
        "sanity": int(me["sanity"]), "stamina": int(me["stamina"]), "expeditious": int(board.game["expeditious"]),
        **{name: kinds.count(kind) for kind, name in enumerate(CLASSES)},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("icon", "change"),
    [
        ("common +1", {"common": 1}), ("unique +1", {"unique": 1}), ("spell +1", {"spell": 1}),
        ("ally +1", {"ally": 1}),
        ("clue +1", {"clues": 1}), ("sign +1", {"signs": 1}), ("gate 1", {"worlds": 1}), ("monster 1", {"monsters": 1}),
        ("doom +1", {"doom": 1}), ("sanity -1", {"sanity": -1}), ("stamina -1", {"stamina": -1}),
        ("stamina +1 @any", {"stamina": 1}), ("sanity +1 @any", {"sanity": 1}), ("expeditious", {"expeditious": 1}),
        ("doom -1", {"doom": -1}), ("clock 1", {"hour": 1}), ("storm 3", {"storms": 3}),
        ("remove_monster 1", {"monsters": -1}), ("common -1", {"common": -1}), ("unique -1", {"unique": -1}),
        ("spell -1", {"spell": -1}), ("ally -1", {"ally": -1}), ("sign -1", {"signs": -1}),
        ("supply +1", {"supplies": 1}), ("supply -1", {"supplies": -1}),
    ],
)  # fmt: skip
def test_c93_a121_icons(icon, change):
    """C-9.3, C-9.4, A-8.3, A-12.1, A-12.2: what each icon does, and nothing else."""
    board = Board()
    board.game["doom"], board.game["signs"] = 2, 2
    board.player(0)["sanity"] = board.player(0)["stamina"] = 3
    put_monster(board, 0)
    for kind in range(4):
        board.gain_cards(0, kind, 1)
    before = state_of(board)
    board.rewards(*board.program(icon), 0)
    after = state_of(board)
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == change
