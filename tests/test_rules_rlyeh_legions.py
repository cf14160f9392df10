"""Rules of R'lyeh Rising: the Deep One Legion (R-5)."""

from __future__ import annotations

import pytest
from board import FIRST_LEGION
from deep import (
    WRECKAGE,
    all_slots,
    deep_table,
    lay_legion,
    legions,
    place_of,
    sea,
    where_is,
)
from loaded import Script, give, hand, option, place, put_monster
from situations import last, monsters_on, only, watch

from sim.rules import state
from sim.rules.rlyeh.in_play import legions_on_adventures
from sim.rules.state import BOTTOM, IN_STOCKPILE

PAY, REFUSE = option(1), option(0)


# --- where Legions come from and go ------------------------------------------------------------------
def test_r51_from_the_stockpile():
    """R-5.1, C-11.2, C-11.3, D-R5: on a free monster task first, else spread evenly; never out of the cup."""
    board = sea()
    all_slots(board)
    board.card(1, tasks="lore | [peril]")
    board.legion_appears()
    (first,) = legions(board)
    assert place_of(board, first) == (1, 1)
    asked = Script(board, PLACE_MONSTER=[option(4)])
    board.legion_appears()
    assert {found[:2] for found in asked.of("PLACE_MONSTER")[0].options} == {(slot, BOTTOM) for slot in range(6)}
    board.legion_appears()
    assert {found[0] for found in asked.of("PLACE_MONSTER")[1].options} == {0, 1, 2, 3, 5}
    assert (board.game["monsters"]["where"][:FIRST_LEGION] == state.IN_CUP).all()


def test_r53_the_count_of_legions():
    """R-5.3: the undefeated ones; others count with them until they leave their card; monsters never do."""
    board = sea()
    put_monster(board, 0)
    undefeated, defeated, collected = (lay_legion(board, slot) for slot in (0, 0, 3))
    markers = board.game["monsters"]
    markers["defeated"][[defeated, collected]] = 1
    markers["at"][collected] = -1  # beside the table, since its card has left play (C-8.3)
    assert [legions_on_adventures(board.game, board.deck, others) for others in (0, 1)] == [1, 2]
    markers["defeated"][undefeated] = 1
    assert [legions_on_adventures(board.game, board.deck, others) for others in (0, 1)] == [0, 2]


def test_r52_both_sides_are_open():
    """R-5.2: the cost and what a Legion is worth are facts of the deck, which a policy sees."""
    board = sea()
    m = lay_legion(board, 0, cost="clue -1", trophy=2)
    assert (board.deck["monsters"][m]["cost"]["size"], board.deck["monsters"][m]["trophy"]) == (1, 2)


def test_r59_where_they_may_stand():
    """R-5.9, C-11.4: facedown adventures and Other Worlds too; Specials not."""
    board = sea()
    board.enter_other_world()
    all_slots(board, faceup=False)
    asked = Script(board)
    board.legion_appears()
    assert {found[0] for found in asked.of("PLACE_MONSTER")[0].options} == {0, 1, 2, 3, 4, 5, 7}


def test_kate_winthrop_keeps_legions_away():
    """R-5.1, C-19: none appears in her turn, at midnight it does; the omen still moves."""
    board = sea()
    board.deck["investigators"]["ability"] = state.NO_MONSTERS_NO_TERROR
    board.game["in_turn"] = 1
    board.do("legion 1; omen -3")
    assert (legions(board), board.game["omen"]) == ([], 1)
    board.game["in_turn"] = 0
    board.do("legion 1")
    assert len(legions(board)) == 1


# --- defeated ----------------------------------------------------------------------------------------
def test_r54_the_cost():
    """R-5.4, R-5.5, D-R4, C-8.3: paid at once by the active investigator; collected at the end of the phase."""
    board = deep_table("peril | peril")
    m = lay_legion(board, 0, task="lore", cost="clue -1", trophy=2)
    board.player(0)["clues"] = 1
    asked = Script(board, ["LTTTTT"], TASK=last, LEGION_COST=PAY)
    board.resolution()
    (question,) = asked.of("LEGION_COST")
    assert (question.player, question.context, question.first) == (0, m, {0, 1})
    assert asked.of("ATTEMPT")[1].game["investigators"][0]["clues"] == 0
    assert asked.of("ATTEMPT")[1].game["investigators"][0]["trophies"] == 0
    assert (where_is(board, m), board.player(0)["trophies"]) == (state.AS_TROPHY, 2)


def test_e127_the_cost_is_not_paid():
    """E-127, R-5.4, R-5.6, RC-110: the row stays done, the marker moves on; still three in play, nothing sinks."""
    board = deep_table("peril | [terror]")
    all_slots(board, but=(0,))
    m = lay_legion(board, 0, 1, task="lore", cost="clue -1")
    for slot in (1, 2):
        lay_legion(board, slot)
    board.player(0)["clues"] = 1
    asked = Script(board, ["LTTTTT", "P"], TASK=last, LEGION_COST=REFUSE)
    board.resolution()
    options = {found[0] for found in asked.of("PLACE_MONSTER")[0].options}
    assert options == {3, 4, 5}  # evenly, not here
    assert place_of(board, m)[0] in options
    assert (len(legions(board)), board.game["entrance"], board.player(0)["clues"]) == (3, 0, 1)
    assert board.game["successes"] == 1  # peril alone was left
    assert board.player(0)["trophies"] == 1  # the adventure's


def test_r56_no_choice_without_the_means():
    """R-5.4, R-5.6: a cost that cannot be paid is not offered."""
    board = deep_table("peril")
    m = lay_legion(board, 0, task="lore", cost="clue -1")
    asked = Script(board, ["LTTTTT"], TASK=last)
    board.resolution()
    assert asked.of("LEGION_COST") == []
    assert place_of(board, m)[0] != 0


def test_r56_a_free_monster_task_elsewhere_comes_first():
    """R-5.6, C-11.2, C-11.6: never the row that it has left, though that is a monster task."""
    board = deep_table("peril | [lore]")
    all_slots(board, but=(0,))
    board.card(2, tasks="lore | [lore]")
    m = lay_legion(board, 0, 1, task="lore")
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=REFUSE)
    board.resolution()
    assert place_of(board, m) == (2, 1)


@pytest.mark.parametrize(
    ("tasks", "needs"), [("peril | [terror]", {"P"}), ("peril | []", {"P"}), ("peril | lore, [terror]", {"P", "L"})]
)
def test_r56_defeated_by_an_effect_the_row_stays_done(tasks, needs):
    """R-5.6, C-11.10: what the marker covered stays done for this attempt; the rest of a partial row does not."""
    board = deep_table(tasks)
    all_slots(board, but=(0,))
    m = lay_legion(board, 0, 1, task="terror")
    give(board, 0, "ally", "pool", "defeat 1", tokens=1)
    rolls = ["PLLLLL", "PLLLL"] if len(needs) == 2 else ["PLLLLL"]
    asked = Script(board, rolls, POOL=last, TASK=last, LEGION_COST=REFUSE)
    board.resolution()
    first = asked.of("TASK")[0]
    assert {faces for faces in first.dice if faces} == needs
    assert place_of(board, m)[0] != 0
    assert board.game["successes"] == 1


def test_r56_after_the_attempt_its_rows_are_free_again():
    """R-5.6, C-8.9, C-11.2"""
    board = deep_table("peril | [terror] | lore, [terror]")
    all_slots(board, but=(0,))
    for row in (1, 2):
        lay_legion(board, 0, row, task="terror")
    give(board, 0, "ally", "pool", "defeat 2", tokens=1)
    Script(board, ["TTTTTT"], POOL=last, LEGION_COST=REFUSE)
    board.resolution()
    asked = Script(board)
    board.appear(0)
    assert {found[1] for found in asked.of("PLACE_MONSTER")[0].options} == {1, 2}


def test_r56_while_the_attempt_runs_its_rows_are_closed():
    """R-5.6, C-11.6: appearing here it lies below the bottom row."""
    board = deep_table("peril | [terror] | lore, [terror]", terror="monster_here 1")
    all_slots(board, but=(0,))
    for row in (1, 2):
        lay_legion(board, 0, row, task="terror")
    give(board, 0, "ally", "pool", "defeat 2", tokens=1)
    Script(board, ["TTTTTT"], POOL=last, LEGION_COST=REFUSE)
    board.resolution()
    assert [row for _, row in monsters_on(board, 0)] == [BOTTOM]


def test_r56_the_last_open_task():
    """R-5.6, C-5.16: an item defeats the Legion on the last open row: the adventure is resolved."""
    board = deep_table("[terror]")
    lay_legion(board, 0, 0, task="terror")
    give(board, 0, "ally", "pool", "defeat 1", tokens=1)
    Script(board, POOL=last, LEGION_COST=REFUSE, ATTEMPT=0)
    board.resolution()
    assert (board.game["successes"], board.game["dice_rolled"]) == (1, 0)


def test_c518_it_reappears_on_the_card_under_attempt():
    """R-5.6, C-5.18: defeated elsewhere by an effect, it may come here: one more open task."""
    board = deep_table("lore")
    for slot in range(1, 6):
        board.card(slot, tasks="lore")
    m = lay_legion(board, 1, task="peril")
    give(board, 0, "ally", "pool", "defeat 1", tokens=1)
    asked = Script(board, ["LPPPPP", "LPPPP"], POOL=last, LEGION_COST=[REFUSE, PAY], PLACE_MONSTER=option(0), TASK=last)
    board.resolution()
    assert {found[0] for found in asked.of("PLACE_MONSTER")[0].options} == {0, 2, 3, 4, 5}
    assert asked.of("TASK")[0].first == {-1, 0, 1}
    assert (board.game["successes"], where_is(board, m)) == (1, state.AS_TROPHY)


def test_e191_no_other_adventure():
    """E-191, R-5.7: it returns to the stockpile."""
    board = deep_table("peril")
    for slot in range(1, 6):
        board.game["slots"][slot]["kind"] = state.NO_CARD
    m = lay_legion(board, 0, task="lore", lock=state.GREEN)
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=REFUSE)
    board.resolution()
    assert (where_is(board, m), board.game["n_locks"]) == (IN_STOCKPILE, 0)


def test_r56_its_lock_goes_with_it():
    """R-5.6, C-12.1, C-12.5: one die, wherever it lies; free when it is collected."""
    board = deep_table("peril | peril")
    all_slots(board, but=(0,))
    m = lay_legion(board, 0, task="lore")
    board.deck["monsters"][m]["lock"] = state.RED
    board.remove(m)
    all_slots(board, but=(0,))
    board.legion_appears()  # the first of the stockpile: the same one
    place_now = board.game["monsters"][m]
    board.game["slots"][int(place_now["at"])]["monsters"] -= 1
    board.game["slots"][int(place_now["at"])]["bottom"] -= 1
    place_now["at"] = 0
    board.game["slots"][0]["monsters"] = board.game["slots"][0]["bottom"] = 1
    assert (board.game["n_locks"], place(board, state.RED_DIE)) == (1, state.LOCKED)
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=REFUSE)
    board.resolution()
    assert (place_of(board, m)[0] != 0, board.game["n_locks"]) == (True, 1)
    board.stand(0, place_of(board, m)[0])
    Script(board, ["LLLLLL"], TASK=last, LEGION_COST=PAY)
    board.resolution()
    assert (board.game["n_locks"], place(board, state.RED_DIE)) == (0, state.SUPPLY)


def test_r54_outside_a_resolution_phase():
    """R-5.4, R-5.5, C-11.15: by a card in the Clock phase: cost and collection at once."""
    for answer, where in ((PAY, state.AS_TROPHY), (REFUSE, state.ON_CARD)):
        board = sea()
        m = lay_legion(board, 2, cost="sanity -1")
        give(board, 0, "common", "untimed", "defeat 1", tokens=1)
        Script(board, UNTIMED=[0, option(None, hand(board, 0)[0])], LEGION_COST=answer)
        board.take_turn()
        assert where_is(board, m) == where
        assert board.player(0)["sanity"] == (4 if where == state.AS_TROPHY else 5)
        assert place_of(board, m)[0] != 2


def test_r54_a_cost_that_devours():
    """R-5.4, C-16.3, C-16.4: the Legion goes back to the stockpile, nobody collects it."""
    board = deep_table("peril")
    m = lay_legion(board, 0, task="lore", cost="sanity -1")
    board.player(0)["sanity"] = 1
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=PAY)
    board.resolution()
    assert (board.game["devoured"], where_is(board, m), board.game["monsters"][m]["paid"]) == (1, IN_STOCKPILE, 0)


def test_r54_the_active_investigator_pays():
    """R-5.4, D-R4, C-11.15: another one's card defeats it; the active one pays, the user collects."""
    board = deep_table("peril | peril", players=2)
    m = lay_legion(board, 0, task="terror", cost="clue -1")
    board.player(0)["clues"] = board.player(1)["clues"] = 1
    give(board, 1, "ally", "rolled", "defeat 1", tokens=1, any_turn=1)
    asked = Script(board, ["LLLLLL"], CHANGE=[0, last], LEGION_COST=PAY)
    board.resolution()
    assert [question.player for question in asked.of("LEGION_COST")] == [0]
    assert [board.player(player)["clues"] for player in (0, 1)] == [0, 1]
    assert (where_is(board, m), board.game["monsters"][m]["at"]) == (state.AS_TROPHY, 1)


@pytest.mark.parametrize("value", ["ON_DEFEAT", "END_OF_PHASE"])
def test_r54_when_the_cost_is_paid(value):
    """LEGION_COST_TIMING, R-5.4"""
    board = deep_table("peril | peril")
    m = lay_legion(board, 0, task="lore", cost="clue -1")
    board.ruling("LEGION_COST_TIMING", value)
    board.player(0)["clues"] = 1
    watch(board)
    asked = Script(board, ["LTTTTT"], TASK=last, LEGION_COST=REFUSE)
    board.resolution()
    order = only(board, "LEGION_COST", "FAILED")
    assert order == (["LEGION_COST", "FAILED"] if value == "ON_DEFEAT" else ["FAILED", "LEGION_COST"])
    assert place_of(board, m)[0] != 0
    assert len(asked.of("LEGION_COST")) == 1


def test_r55_collected_after_the_card_is_gone():
    """R-5.6, LEGION_COST_TIMING: asked at the end, the adventure resolved: it may come onto the replacement."""
    board = deep_table("lore")
    all_slots(board, but=(0,))
    for slot in range(1, 6):
        put_monster(board, slot)
    m = lay_legion(board, 0, task="lore")
    board.ruling("LEGION_COST_TIMING", "END_OF_PHASE")
    Script(board, ["LLLLLL", "LLLLL"], TASK=last, LEGION_COST=REFUSE)
    board.resolution()
    assert board.game["successes"] == 1
    assert place_of(board, m) == (0, BOTTOM)


@pytest.mark.parametrize(
    ("value", "trophy", "where"),
    [
        ("IF_VALUE_PRINTED", 2, state.AS_TROPHY),
        ("IF_VALUE_PRINTED", -1, IN_STOCKPILE),
        ("NO", 2, IN_STOCKPILE),
    ],
)
def test_r55_a_trophy_if_it_prints_a_value(value, trophy, where):
    """R-5.5, LEGION_TROPHY"""
    board = deep_table("peril")
    m = lay_legion(board, 0, task="lore", trophy=trophy)
    board.ruling("LEGION_TROPHY", value)
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=PAY)
    board.resolution()
    assert (where_is(board, m), board.player(0)["trophies"]) == (where, 2 if where == state.AS_TROPHY else 0)
    assert board.game["monsters"][m]["defeated"] == 0


@pytest.mark.parametrize(("value", "sinks"), [("UNDEFEATED", 0), ("ALL_ON_CARDS", 1)])
def test_r53_which_count(value, sinks):
    """R-5.3, LEGION_COUNT: one that is defeated and waits to be collected."""
    board = sea()
    board.ruling("LEGION_COUNT", value)
    for slot in (0, 1, 2):
        m = lay_legion(board, slot)
    board.game["monsters"][m]["defeated"] = board.game["monsters"][m]["paid"] = 1
    board.legion_appears()
    assert board.game["entrance"] == sinks


def test_r44_a_reappearing_fourth_legion():
    """R-5.6, R-4.4: three others came to stand meanwhile; the one that is refused makes four."""
    board = deep_table("peril | peril")
    all_slots(board, but=(0,))
    board.ruling("LEGION_COST_TIMING", "END_OF_PHASE")
    m = lay_legion(board, 0, task="lore")
    for slot in (1, 2, 3):
        lay_legion(board, slot)
    board.game["entrance"] = 0
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=REFUSE)
    board.resolution()
    assert (board.game["entrance"], board.game["stage"], where_is(board, m)) == (WRECKAGE, 2, state.ON_CARD)


def test_e194_to_the_stockpile():
    """E-194, R-5.8: spent as a trophy, discarded with its card, lost with its owner; never to the cup."""
    board = sea()
    spent, discarded, lost = lay_legion(board, 1), lay_legion(board, 2), lay_legion(board, 3)
    board.win_monster(0, spent)
    board.do("trophy -1")
    board.discard_adventure(2, 1)
    board.win_monster(0, lost)
    board.devour(0)
    assert [where_is(board, m) for m in (spent, discarded, lost)] == [IN_STOCKPILE] * 3


def test_r54_its_cost_is_asked_for_each_time():
    """R-5.4, R-5.8: once paid, collected and spent, a Legion that is defeated anew costs anew."""
    board = sea()
    m = lay_legion(board, 1, cost="clue -1")
    board.player(0)["clues"] = 2
    for paid in (1, 2):
        asked = Script(board, LEGION_COST=PAY)
        board.do("defeat 1")
        assert (len(asked.of("LEGION_COST")), where_is(board, m)) == (1, state.AS_TROPHY)
        assert board.player(0)["clues"] == 2 - paid
        board.do("trophy -1")
        board.legion_appears()  # the first of the stockpile: the same one
        assert where_is(board, m) == state.ON_CARD


def test_c158_the_awakening_clears_legions():
    """C-15.8, R-5.3: all on adventures leave the game; trophies stay."""
    board = sea()
    there, kept = lay_legion(board, 1), lay_legion(board, 2)
    board.win_monster(0, kept)
    board.awaken()
    assert (where_is(board, there), where_is(board, kept)) == (state.OUT_OF_GAME, state.AS_TROPHY)
