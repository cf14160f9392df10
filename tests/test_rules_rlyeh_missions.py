"""Rules of R'lyeh Rising: missions (R-9)."""

from __future__ import annotations

import pytest
from deep import (
    WRECKAGE,
    all_slots,
    amulet,
    deep_table,
    lay_legion,
    lay_mission,
    own_mission,
    sea,
    skilled,
    tokens,
    where_is,
)
from loaded import Script, give, hand, option, place, put_monster
from situations import back, give_trophies, last, monsters_on, only, watch

from sim.rules import state
from sim.rules.state import ENTRANCE, IN_PILE, OWNED

PAY, REFUSE = option(1), option(0)


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


def test_r94_in_the_clock_phase_wherever_he_stands():
    """R-9.4, D-R7: the ship is not needed for it."""
    board = deep_table("peril")
    m = own_mission(board, 0, 1)
    board.win_monster(0, put_monster(board, 1))
    watch(board)
    Script(board, ["TTTTTT"], MISSION_REWARD=[option(-1), option(m)])
    board.take_turn()
    order = ["FAILED", "MISSION_FULFILLED", "CLOCK_MOVED"]
    assert (only(board, *order), board.player(0)["at"]) == (order, 0)


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
