"""R'lyeh Rising: the Deep One Legion and the missions (R-5, R-9), with the rules of monsters (C-11)."""

from __future__ import annotations

import pytest
from board import FIRST_LEGION
from deep import (
    WRECKAGE,
    all_slots,
    amulet,
    deep_table,
    lay_legion,
    lay_mission,
    legions,
    own_mission,
    place_of,
    sea,
    skilled,
    tokens,
    where_is,
)
from loaded import Script, give, hand, option, place, put_monster
from situations import back, give_trophies, last, monsters_on, only, watch

from sim.rules import state
from sim.rules.state import BOTTOM, ENTRANCE, IN_PILE, IN_STOCKPILE, OWNED

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


def test_c158_the_awakening_clears_legions():
    """C-15.8, R-5.3: all on adventures leave the game; trophies stay."""
    board = sea()
    there, kept = lay_legion(board, 1), lay_legion(board, 2)
    board.win_monster(0, kept)
    board.awaken()
    assert (where_is(board, there), where_is(board, kept)) == (state.OUT_OF_GAME, state.AS_TROPHY)


# --- missions ----------------------------------------------------------------------------------------
def test_r91_from_the_cup():
    """R-9.1: drawn and placed as monsters are."""
    board = sea()
    board.game["monsters"]["where"][:22] = state.OUT_OF_GAME
    all_slots(board)
    board.card(3, tasks="lore | [peril]")
    board.appear(-1)
    ((m, row),) = monsters_on(board, 3)
    assert (board.deck["monsters"][m]["kind"], row) == (state.MISSION, 1)


def test_e134_a_items_do_not_touch_missions():
    """E-134, R-9.2, C-13.14: so a card that defeats a monster is no use while there are only missions."""
    for kind, usable in (("common", False), ("unique", False), ("spell", False), ("ally", True)):
        board = deep_table("lore")
        m = lay_mission(board, 2)
        give(board, 0, kind, "pool", "defeat 1", tokens=1)
        asked = Script(board, ["TTTTTT"], POOL=last)
        board.resolution()
        assert (len(asked.of("POOL")) > 0) == usable
        assert where_is(board, m) == (state.AS_MISSION if usable else state.ON_CARD)
    board = deep_table("lore")
    lay_mission(board, 2)
    monster = put_monster(board, 3)
    give(board, 0, "common", "pool", "defeat 1", tokens=1)
    asked = Script(board, ["TTTTTT"], POOL=last)
    board.resolution()
    assert asked.of("DEFEATED_MONSTER") == []  # the monster is the only choice
    assert where_is(board, monster) == state.AS_TROPHY


def test_e134_b_remove_monster():
    """E-134, R-9.2, R-9.7: by the icon it goes to the cup."""
    board = sea()
    m = lay_mission(board, 2)
    board.do("remove_monster 1")
    assert where_is(board, m) == state.IN_CUP


def test_r92_no_effect_touches_missions():
    """MISSION_IMMUNITY: nor the icon, nor an ally."""
    board = sea()
    m = lay_mission(board, 2)
    board.ruling("MISSION_IMMUNITY", "ALL_EFFECTS")
    board.do("remove_monster 1; defeat 1")
    assert where_is(board, m) == state.ON_CARD


def test_r92_skills_are_no_items():
    """R-9.2: a skill that defeats a monster may complete a mission."""
    board = deep_table("lore")
    m = lay_mission(board, 2)
    board.gain_cards(0, state.SKILL, 1)
    (card,) = hand(board, 0)
    board.deck["items"][card]["when"] = state.WHEN_POOL
    board.write(board.deck["items"][card], effect="defeat 1")
    board.player(0)["timings"] = 1 << state.WHEN_POOL
    Script(board, ["TTTTTT"], POOL=last)
    board.resolution()
    assert where_is(board, m) == state.AS_MISSION


def test_e135_kept_when_the_adventure_fails():
    """E-135, R-9.3, R-9.4, D-R7: completed, kept, no trophy; fulfilled in the next Movement by paying both."""
    board = deep_table("peril")
    m = lay_mission(board, 0, task="lore", trophy=3, collected="clue +1")
    asked = Script(board, ["LTTTTT"], TASK=last)
    board.resolution()
    assert (where_is(board, m), board.game["monsters"][m]["at"], board.player(0)["trophies"]) == (
        state.AS_MISSION,
        0,
        0,
    )
    give_trophies(board, 0, 2, 2)
    asked = Script(board, MISSION_REWARD=option(m), MOVE=option(ENTRANCE))
    watch(board)
    board.take_turn()
    assert asked.of("MISSION_REWARD")[0].first == {-1, m}
    assert (where_is(board, m), board.player(0)["trophies"], board.player(0)["clues"]) == (state.OUT_OF_GAME, 0, 1)
    assert only(board, "MISSION_FULFILLED", "MOVED") == ["MISSION_FULFILLED", "MOVED"]


@pytest.mark.parametrize("value", ["ON_COMPLETION", "END_OF_PHASE"])
def test_r93_when_a_mission_is_taken(value):
    """R-9.3, MISSION_COLLECT; its row stays done."""
    board = deep_table("peril | [terror]")
    m = lay_mission(board, 0, 1, task="lore")
    board.ruling("MISSION_COLLECT", value)
    asked = Script(board, ["LTTTTT", "PTTTT"], TASK=last)
    board.resolution()
    after = asked.of("ATTEMPT")[1].game["monsters"][m]["where"]
    assert after == (state.AS_MISSION if value == "ON_COMPLETION" else state.ON_CARD)
    assert (where_is(board, m), board.game["successes"], board.player(0)["trophies"]) == (state.AS_MISSION, 1, 1)


@pytest.mark.parametrize(("tasks", "rolls"), [("[terror] | peril", 1), ("lore, [terror] | peril", 2)])
def test_r93_completed_by_an_ally_its_row_stays_done(tasks, rolls):
    """R-9.3, C-11.10: what it covered is not asked for again, though the marker is taken at once."""
    board = deep_table(tasks)
    lay_mission(board, 0, 0, task="terror")
    give(board, 0, "ally", "pool", "defeat 1", tokens=1)
    Script(board, ["PLLLLL", "LLLLL"][:rolls], POOL=last, TASK=last)
    board.resolution()
    assert board.game["successes"] == 1


def test_r94_several_in_one_window():
    """R-9.4, D-R7: and only those whose price the trophies reach."""
    board = sea()
    one, two, three = (own_mission(board, 0, price, "clue +1") for price in (1, 2, 3))
    for worth in (1, 2):
        m = put_monster(board, 1, trophy=worth)
        board.win_monster(0, m)
    asked = Script(board, MISSION_REWARD=[option(one), option(two)])
    board.fulfil_missions(0)
    first, second = asked.of("MISSION_REWARD")[:2]
    assert (first.first, second.first) == ({-1, one, two, three}, {-1, two})
    assert (where_is(board, three), board.player(0)["clues"]) == (state.AS_MISSION, 2)


def test_r94_in_the_clock_phase_before_or_after_the_purchase():
    """R-9.4, D-R7, D-R2: the owner chooses the order."""
    for first, expected in (("mission", ["MISSION_FULFILLED", "BOUGHT"]), ("ship", ["BOUGHT", "MISSION_FULFILLED"])):
        board = sea()
        m = own_mission(board, 0, 1)
        for _ in range(2):
            board.win_monster(0, put_monster(board, 1))
        answers = [option(-1), option(m)] if first == "mission" else [option(-1), option(-1), option(m)]
        watch(board)
        Script(board, MISSION_REWARD=answers, CAMP=option(1))
        board.take_turn()
        assert only(board, "MISSION_FULFILLED", "BOUGHT", "CLOCK_MOVED") == [*expected, "CLOCK_MOVED"]


def test_r94_a_reward_that_defeats_a_legion():
    """R-9.4, R-5.4, C-11.15: outside a Resolution phase the cost and the collection follow at once."""
    board = sea()
    m = own_mission(board, 0, 1, "defeat 1")
    board.win_monster(0, put_monster(board, 1))
    legion = lay_legion(board, 2)
    Script(board, MISSION_REWARD=option(m), LEGION_COST=PAY)
    board.fulfil_missions(0)
    assert where_is(board, legion) == state.AS_TROPHY


def test_r94_a_reward_that_devours_its_owner():
    """R-9.4, C-16.4: nothing else of the turn but the clock."""
    board = sea()
    m = own_mission(board, 0, 1, "sanity -5")
    board.win_monster(0, put_monster(board, 1))
    asked = Script(board, MISSION_REWARD=option(m))
    board.take_turn()
    assert (board.game["devoured"], board.game["hour"], asked.of("MOVE")) == (1, 1, [])


def test_e197_missions_are_no_trophies():
    """E-197, R-9.5, R-9.2: a lost trophy leaves them alone, and they buy nothing."""
    board = sea()
    m = own_mission(board, 0, 3)
    board.do("trophy -2")
    asked = Script(board)
    board.purchase()
    assert (where_is(board, m), asked.of("CAMP")) == (state.AS_MISSION, [])


@pytest.mark.parametrize(("value", "where"), [("CUP", state.IN_CUP), ("BOX", state.OUT_OF_GAME)])
def test_r96_the_owner_is_devoured(value, where):
    """R-9.6, MISSION_DEVOURED: the other players' missions stay."""
    board = sea(2)
    board.ruling("MISSION_DEVOURED", value)
    m, other = own_mission(board, 0, 3), own_mission(board, 1, 3)
    board.devour(0)
    assert (where_is(board, m), where_is(board, other)) == (where, state.AS_MISSION)


def test_r97_its_card_is_discarded():
    """R-9.7: an open mission goes to the cup."""
    board = sea()
    m = lay_mission(board, 2)
    board.discard_adventure(2, 1)
    assert where_is(board, m) == state.IN_CUP


def test_r91_on_a_flipped_card():
    """R-9.1, R-3.4, A-3.6: missions and Legions settle as monsters do."""
    board = sea()
    back(board, 3)
    board.card(3, faceup=False, tasks="[lore] | [lore]")
    markers = {lay_mission(board, 3), lay_legion(board, 3)}
    board.stand(0, 3)
    board.arrive(0, 3)
    assert {row for _, row in monsters_on(board, 3)} == {0, 1}
    assert {m for m, _ in monsters_on(board, 3)} == markers


def test_r91_a_lock_on_a_mission():
    """R-9.1, R-9.3, C-12.5: its die is free when it is taken."""
    board = deep_table("peril | peril")
    board.game["monsters"]["where"][:22] = state.OUT_OF_GAME
    board.deck["monsters"]["lock"][22:27] = state.YELLOW
    board.deck["monsters"]["task"][22:27] = board.deck["adventures"][0]["tasks"][0]["full"]
    board.card(0, tasks="peril | peril | []")
    board.appear(0)
    assert place(board, state.YELLOW_DIE) == state.LOCKED
    asked = Script(board, ["LTTTTT"], TASK=last)
    board.resolution()
    assert asked.of("ATTEMPT")[1].game["dice"][state.YELLOW_DIE]["place"] == state.SUPPLY


def test_lost_trophies_and_costs_that_are_skills():
    """R-5.4, R-12.1: a cost may be a skill."""
    board = deep_table("peril")
    m = lay_legion(board, 0, task="lore")
    board.deck["monsters"][m]["cost"] = skilled(board, "ally -1")
    board.gain_cards(0, state.SKILL, 1)
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=PAY)
    board.resolution()
    assert (where_is(board, m), hand(board, 0)) == (state.AS_TROPHY, [])


def test_r45_no_token_to_lose():
    """R-4.5, R-12: sinking without a token costs nothing."""
    board = sea()
    amulet(board, IN_PILE, IN_PILE, IN_PILE)
    for _ in range(4):
        board.legion_appears()
    assert (board.game["entrance"], tokens(board), OWNED in tokens(board)) == (WRECKAGE, [IN_PILE] * 3, False)


def test_r54_a_cost_is_one_batch():
    """R-5.4, C-15.11, C-15.6: the last doom token comes first; the rest is paid before the Ancient One awakens."""
    board = deep_table("peril")
    lay_legion(board, 0, task="lore", cost="doom +1; sanity -1")
    board.game["doom"] = 9
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=PAY)
    board.resolution()
    assert (board.game["doom"], board.player(0)["sanity"], board.game["awakened"]) == (10, 4, 1)


def test_r44_in_the_batch_that_awakens():
    """R-4.4, C-15.6, R-8.5: the batch is finished first, so the ship sinks and the locked dice leave the game."""
    board = sea()
    amulet(board, IN_PILE, IN_PILE, IN_PILE)
    for slot in (0, 1, 2):
        lay_legion(board, slot)
    board.game["doom"] = 9
    board.penalties(*board.program("doom +1; legion 1"), 0)
    assert (board.game["awakened"], board.game["entrance"], board.game["stage"]) == (1, WRECKAGE, 2)
    board.awaken()
    assert (board.game["dice"]["place"] == state.REMOVED).sum() == 3


def test_r54_defeated_by_a_reward():
    """R-5.4, C-8.4, C-11.15: the cost follows the rewards; collected at the end of the phase."""
    board = deep_table("lore", reward="defeat 1; clue +1")
    m = lay_legion(board, 3)
    watch(board)
    Script(board, ["LTTTTT"], TASK=last, LEGION_COST=PAY)
    board.resolution()
    assert only(board, "CLUES", "LEGION_COST", "LEGION_PAID", "COLLECTED") == [
        "CLUES", "LEGION_COST", "LEGION_PAID", "COLLECTED",
    ]  # fmt: skip
    assert where_is(board, m) == state.AS_TROPHY


def test_r121_a_skill_is_not_discarded_for_dice():
    """R-12.1, C-19: Jenny Barnes discards a clue, a common item or a spell."""
    for kind, offered in ((state.COMMON, True), (state.SPELL, True), (state.SKILL, False), (state.ALLY, False)):
        board = deep_table("peril")
        board.deck["investigators"]["ability"] = state.DISCARD_FOR_DICE
        board.gain_cards(0, kind, 1)
        asked = Script(board, ["TTTTTT"])
        board.resolution()
        assert (len(asked.of("POOL")) > 0) == offered
