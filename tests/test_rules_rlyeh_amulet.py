"""R'lyeh Rising: the Amulet of R'lyeh, its tokens and the dice they keep free (R-8)."""

from __future__ import annotations

import pytest
from deep import amulet, amulet_locks, deep_table, lay_legion, sea, tokens
from loaded import Script, give, hand, option, place
from situations import last, mythos, only, watch

from sim.rules import state
from sim.rules.state import IN_PILE, ON_SPACE, OWNED

RED_SPACE = 2  # of a blank deck; the others are green


def risen(*places: int, tasks: str = "lore", **facts):
    """Stage II, with these tokens owned before."""
    board = deep_table(tasks, **facts)
    amulet(board, *places)
    board.rise()
    return board


def test_e132_dice_of_the_amulet():
    """E-132, R-8.1 .. R-8.3, RC-107, D-R6: five green dice; six from then on; red stays locked."""
    board = risen(OWNED, IN_PILE, IN_PILE, tasks="lore | lore | lore")
    assert set(amulet_locks(board)) == {1, RED_SPACE}
    asked = Script(board, ["LPPPP"], TASK=last)
    board.resolution()
    assert len(asked.of("TASK")[0].pool) == 5
    while True:  # of the two tokens in the pile the green one
        before = board.games.copy(), board.hiddens.copy()
        board.do("amulet +1")
        if tokens(board)[RED_SPACE] == IN_PILE:
            break
        board.games[:], board.hiddens[:] = before
        board.hidden["amulet_draws"] += 1
    assert (tokens(board), set(amulet_locks(board))) == ([ON_SPACE, ON_SPACE, IN_PILE], {RED_SPACE})
    asked = Script(board, ["LPPPPP"], TASK=last)
    board.resolution()
    assert len(asked.of("TASK")[0].pool) == 6
    assert place(board, state.RED_DIE) == state.LOCKED


def test_r83_placed_or_kept():
    """R-8.3, D-R6: kept, it frees nothing; lost again, it costs nothing more."""
    board = risen(ON_SPACE, ON_SPACE, IN_PILE)
    amulet(board, ON_SPACE, ON_SPACE, IN_PILE)
    asked = Script(board, AMULET_TOKEN=option(0))
    board.do("amulet +1")
    assert (asked.of("AMULET_TOKEN")[0].first, asked.of("AMULET_TOKEN")[0].context) == ({0, 1}, RED_SPACE)
    assert (tokens(board)[RED_SPACE], place(board, state.RED_DIE)) == (OWNED, state.LOCKED)
    Script(board, LOST_TOKEN=option(RED_SPACE))
    board.do("amulet -1")
    assert list(amulet_locks(board)) == [RED_SPACE]
    Script(board, AMULET_TOKEN=option(1))
    board.do("amulet +1")
    assert (tokens(board)[RED_SPACE], place(board, state.RED_DIE)) == (ON_SPACE, state.SUPPLY)


@pytest.mark.parametrize(("value", "locked"), [("YES", {0}), ("NO", set())])
def test_e192_a_token_is_lost(value, locked):
    """E-192, R-8.4, R-12, D-R10, D-R11, LOST_AMULET_RELOCK: its space locks a green die at once."""
    board = risen(OWNED, OWNED, OWNED)
    board.ruling("LOST_AMULET_RELOCK", value)
    asked = Script(board, LOST_TOKEN=option(0))
    board.do("amulet -1")
    assert asked.of("LOST_TOKEN")[0].first == {0, 1, 2}
    assert set(amulet_locks(board)) == locked


def test_r82_which_green_die():
    """R-8.2, D-R11, C-12.1, C-12.2: the active player picks: from the supply or off a spell, which is discarded."""
    board = deep_table("lore")
    spell = give(board, 0, "spell", "securing", secures=1)
    board.game["dice"][2]["place"], board.game["dice"][2]["at"] = state.ON_SPELL, spell
    board.game["dice"][2]["face"] = state.LORE
    amulet(board, IN_PILE, OWNED, OWNED)
    asked = Script(board, LOCK_DIE=option(None, 2))
    board.rise()
    assert {found[1] for found in asked.of("LOCK_DIE")[0].options} == {0, 2, 3}
    assert (amulet_locks(board), hand(board, 0)) == ({0: 2}, [])


def test_r76_dice_on_spells_markers_and_tasks():
    """R-7.6, C-12.1: in mid-attempt the die may be taken from anywhere; a task completed with it stays done."""
    board = deep_table("lore | peril", terror="stage_2")
    amulet(board, IN_PILE, IN_PILE, OWNED)
    asked = Script(board, ["LTTTTT", "TTTTT"], TASK=[last, 0], LOCK_DIE=option(None, 0))
    board.resolution()
    first = asked.of("LOCK_DIE")[0]
    assert first.game["dice"][0]["place"] == state.ON_TASK
    assert first.game["attempt"]["rows_done"] == 1
    assert amulet_locks(board)[0] == 0


def test_r84_a_die_that_is_locked_already():
    """R-8.2, C-12.3, C-12.5: red held by the Mythos card; the space waits and takes it when that card goes."""
    board = risen(OWNED, OWNED, OWNED)
    mythos(board, "lock red")
    board.draw_mythos()
    Script(board, LOST_TOKEN=option(RED_SPACE))
    board.do("amulet -1")
    assert amulet_locks(board) == {RED_SPACE: -1}
    mythos(board)
    board.draw_mythos()
    assert amulet_locks(board) == {RED_SPACE: state.RED_DIE}


def test_r85_the_awakening():
    """R-8.5, RC-107, C-15.8: dice locked here leave the game; the others stay."""
    board = risen(OWNED, IN_PILE, IN_PILE)
    (die,) = [die for die in amulet_locks(board).values() if die < state.YELLOW_DIE]
    board.awaken()
    removed = {d for d in range(state.DICE) if place(board, d) == state.REMOVED}
    assert removed == {die, state.RED_DIE}
    asked = Script(board, ["PPPPP"])
    board.attack_ancient_one()
    assert len(asked.of("BATTLE_TASK")[0].pool) == 5


def test_r87_shared_by_the_group():
    """R-8.7: a token is the group's, also when its finder is devoured."""
    board = sea(2)
    amulet(board, OWNED, OWNED, IN_PILE)
    board.devour(0)
    assert tokens(board) == [OWNED, OWNED, IN_PILE]


def test_r82_a_die_used_in_spite_of_the_lock():
    """R-8.2, C-12.6: it goes back to the amulet at the end of the turn; gained meanwhile, it is free."""
    board = risen(OWNED, OWNED, IN_PILE)
    board.game["dice"][state.RED_DIE]["place"] = state.SUPPLY  # lent
    board.stand(0, state.ENTRANCE)
    board.take_turn()
    assert place(board, state.RED_DIE) == state.LOCKED
    board.game["dice"][state.RED_DIE]["place"] = state.SUPPLY
    board.do("amulet +1")
    board.take_turn()
    assert (place(board, state.RED_DIE), board.game["n_locks"]) == (state.SUPPLY, 0)


def test_no_omen_in_the_battle():
    """C-17.10, R-6.3, R-8.6: the omen has nothing left to act on; no Stage II begins."""
    board = sea()
    board.game["omen"] = 6
    board.awaken()
    watch(board)
    asked = Script(board)
    board.do("omen +1; omen -2; stage_2")
    assert (board.game["stage"], asked.kinds(), only(board, "OMEN_MOVED")) == (1, [], [])


def test_a_card_that_would_gain_no_token_is_not_offered():
    """C-13.14, R-12: nor one that advances an omen that has nothing to take away."""
    board = risen(OWNED, OWNED, OWNED)
    give(board, 0, "common", "pool", "amulet +1", tokens=1)
    give(board, 0, "common", "pool", "omen +1", tokens=1)
    asked = Script(board, ["TTTTTT"])
    board.resolution()
    assert (board.game["attempts"], asked.of("POOL")) == (1, [])
    lay_legion(board, 3)
    asked = Script(board, ["TTTTTT"])
    board.resolution()
    assert len(asked.of("POOL")[0].options) == 2


def test_r82_however_many_locks_there_are():
    """R-8.2, C-12.3: on a table full of markers that lock, the amulet's spaces wait with the others."""
    board = sea()
    amulet(board, IN_PILE, IN_PILE, IN_PILE)
    board.deck["monsters"]["lock"] = state.GREEN
    for _ in range(27):
        board.appear(-1)
    assert board.game["n_locks"] == 27
    board.rise()
    assert amulet_locks(board) == {0: -1, 1: -1, RED_SPACE: state.RED_DIE}
