"""Worked examples: tasks and matching, failed rolls, focus, assist and the empty pool (E-1..E-44, E-154..E-156)."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, at, dice, die, give, option, put_monster, secure, table, task
from situations import events, watch

from sim.rules import state

TERROR_EFFECT = "doom +1"


def ways(tasks: str, roll: str, rulings: dict[str, str] | None = None, **kinds) -> list[set[str]]:
    """Every way to fill each row of a card from one roll, told by the faces of the dice used."""
    board = table(tasks)
    for name, value in (rulings or {}).items():
        board.ruling(name, value)
    script = Script(board, [roll], **kinds)
    for colour, letter in (("yellow", "y"), ("red", "r")):
        if letter in roll:
            give(board, 0, "common", "pool", colour)
            script.answers["POOL"] = [option(1), option(1)]
    board.resolution()
    asked = script.of("TASK")
    rows = int(board.deck["adventures"][board.hidden["front"][0]]["n_tasks"])
    return [asked[0].ways(row) if asked else set() for row in range(rows)]


# --- 1 tasks and matching ---------------------------------------------------------------------
def test_e1_only_the_needed_dice_are_spent_and_no_terror():
    board = table("inv 5 | lore, lore", terror=TERROR_EFFECT)
    script = Script(board, ["123LPT", "----"], TASK=[task(0, "23")])
    board.resolution()
    assert script.of("TASK")[0].ways(0) == {"23"}
    assert len(script.of("ATTEMPT")[1].pool) == 4
    assert board.game["doom"] == 0


@pytest.mark.parametrize(
    ("example", "tasks", "roll", "found"),
    [
        ("E-2", "lore, inv 4", "1123LP", {"13L", "23L", "112L"}),
        ("E-6", "peril/terror, terror", "PT1111", {"PT"}),
        ("E-9", "terror/peril, terror/peril, peril", "TTP111", {"PTT"}),
        ("E-10a", "inv 1, inv 1, inv 1", "3LPLPL", set()),
        ("E-10b", "inv 1, inv 1, inv 1", "321LPT", {"123"}),
        ("E-11a", "inv 4, inv 3, inv 2, inv 1", "33221L", {"12233"}),
        ("E-11b", "inv 4, inv 3, inv 2, inv 1", "332111", {"11233", "111233"}),
        ("E-11c", "inv 4, inv 3, inv 2, inv 1", "3321LL", set()),
        ("E-12a", "inv 4, inv 4", "3311LL", {"1133"}),
        ("E-12b", "inv 4, inv 4", "332LLL", set()),
        ("E-14", "inv 3", "11132L", {"3", "12", "111"}),
    ],
)
def test_examples_of_matching(example, tasks, roll, found):
    """E-2, E-6, E-9, E-10, E-11, E-12, E-14."""
    assert ways(tasks, roll) == [found], example


@pytest.mark.parametrize(
    ("example", "tasks", "roll", "found"),
    [
        ("E-4", "inv 6", "2LLLLL rW", {"2W"}),
        ("E-4 one short", "inv 7", "2LLLLL rW", set()),
        ("E-5", "inv 4, terror", "23LLLL rW", {"23W"}),
        ("E-5 wild alone", "inv 4, terror", "LLLLLL rW", set()),
    ],
)
def test_examples_of_the_wild_die(example, tasks, roll, found):
    """E-4, E-5."""
    assert ways(tasks, roll) == [found], example


@pytest.mark.parametrize(
    ("tasks", "offered"), [("lore, lore | peril, inv 3", {0, 1}), ("lore, lore > peril, inv 3", {0})]
)
def test_e7_one_task_a_roll(tasks, offered):
    board = table(tasks)
    script = Script(board, ["LLP3TT", "----"], TASK=[task(0)])
    board.resolution()
    first = script.of("TASK")[0]
    assert first.first == offered | {-1}
    second = script.of("ATTEMPT")[1].game["attempt"]
    assert list(second["rows"]["done"][:2]) == [1, 0]


def test_e15_a_mythos_card_raises_each_number():
    board = table("inv 2, inv 3")
    board.do("investigation +1")
    script = Script(board, ["3311LL"])
    board.resolution()
    assert script.of("TASK")[0].ways() == {"133"}  # {3} and {3, 1}
    assert ways("inv 2, inv 3", "3311LL") == [{"33", "113"}]


@pytest.mark.parametrize(("sanity", "legal"), [(2, False), (3, True)])
def test_e16_a_cost_never_takes_the_last_point(sanity, legal):
    board = table("lore, sanity 2")
    board.player(0)["sanity"] = sanity
    script = Script(board, ["LLLLLL"], TASK=[lambda asked: len(asked.options) - 1])
    board.resolution()
    assert bool(script.of("TASK")) == legal
    assert board.player(0)["sanity"] == (1 if legal else sanity)


@pytest.mark.parametrize("food", [False, True])
def test_e17_food_pays_a_point_of_stamina(food):
    board = table("lore, stamina 1")
    board.player(0)["stamina"] = 1
    card = give(board, 0, "common", "cost", "stamina +1") if food else -1
    script = Script(board, ["LLLLLL"], TASK=[option(0, card)])
    board.resolution()
    assert bool(script.of("TASK")) == food
    assert board.game["successes"] == food
    assert board.player(0)["stamina"] == 1
    assert board.player(0)["n_hand"] == 0


def test_e19_a_clock_symbol_and_the_clock_phase():
    board = table("lore, clock | peril, peril, peril")
    board.deck["storms_of_day"] = 0
    board.game["hour"] = 3  # IX
    script = Script(board, ["LLLLLL", "-----"], TASK=[task(0)])
    board.take_turn()
    attempt = script.of("ATTEMPT")[1].game  # the phase goes on
    assert (attempt["hour"], attempt["strikes"], attempt["in_midnight"]) == (0, 1, 0)
    assert (board.game["hour"], board.game["nights"], board.game["doom"]) == (1, 1, 0)


# --- 2 failed rolls ---------------------------------------------------------------------------
def test_e22_declining_a_task_fails_the_roll():
    board = table("inv 2", terror=TERROR_EFFECT)
    script = Script(board, ["3TLLLL", "-----"])
    board.resolution()
    assert 0 in script.of("TASK")[0].first
    assert board.game["doom"] == 1
    assert script.kinds()[:4] == ["ATTEMPT", "TASK", "FOCUS", "DISCARD"]
    assert len(script.of("ATTEMPT")[1].pool) == 5


def test_e24_a_clue_takes_the_terror_away():
    board = table("peril, inv 3", terror=TERROR_EFFECT)
    board.player(0)["clues"] = 1
    script = Script(board, ["1L1LLT", "-----1"], CHANGE=[1], REROLL=[dice("T")])
    board.resolution()
    assert script.of("REROLL")[0].pool == "11LLLT"
    assert script.of("FOCUS")[0].pool == "111LLL"
    assert board.game["doom"] == 0
    assert len(script.of("ATTEMPT")[1].pool) == 5


def test_e25_a_secured_terror_triggers_nothing_and_serves_anyone_later():
    board = table("terror", players=2, terror=TERROR_EFFECT)
    spell = give(board, 0, "spell", "securing", secures=1)
    script = Script(board, ["TLLLLL", "-----"], SECURE=[secure(spell, "T")])
    board.resolution()
    assert board.game["doom"] == 0
    assert len(script.of("ATTEMPT")[1].pool) == 4
    assert at(board, state.ON_SPELL) == "T"
    board.game["active"] = 1
    script = Script(board, ["LLLLL"], TASK=[task(0, "T")])
    board.resolution()
    assert board.game["successes"] == 1


def test_e26_terror_comes_before_focus():
    board = table("peril, peril", terror=TERROR_EFFECT)
    script = Script(board, ["TLLLLL", "----"], FOCUS=[die("T", 0)])
    board.resolution()
    assert script.of("FOCUS")[0].game["doom"] == 1
    assert board.game["doom"] == 1
    assert len(script.of("ATTEMPT")[1].pool) == 4


def test_e27_focus_once_a_phase_even_if_its_die_was_used():
    board = table("peril | inv 9", players=2)
    board.game["dice"]["place"][5] = state.REMOVED  # a pool of five
    script = Script(board, ["PLLLL", "LLL", "LLL"], FOCUS=[die("P", 0)], TASK=[0, task(0, "P")])
    board.resolution()
    assert script.of("FOCUS")[0].first == {-1, 0, 1}
    assert script.of("ATTEMPT")[1].pool == "LLL"
    assert script.of("FOCUS")[1].first == {-1, 1}  # assist only
    assert script.of("FOCUS")[1].game["attempt"]["rows_done"] == 1


def pool_of_two(tasks: str, roll: str, **answers) -> tuple[Board, Script]:
    """An attempt with two green dice."""
    board = table(tasks)
    board.game["dice"]["place"][2:6] = state.REMOVED
    return board, Script(board, [roll], **answers)


def test_e29_a_zero_dice_roll_that_fills_nothing_fails():
    board, script = pool_of_two("peril, lore", "P1", FOCUS=[die("P", 0)], DISCARD=[die("1")])
    board.resolution()
    assert script.kinds() == ["ATTEMPT", "FOCUS", "ATTEMPT"]  # no task was ever possible
    assert script.of("ATTEMPT")[1].pool == ""
    assert board.game["attempt"]["rolls"] == 2
    assert board.game["successes"] == 0


@pytest.mark.parametrize(("ruling", "successes"), [("SECURED_ANY", 1), ("SECURED_SPELLS", 0), ("STRICT", 0)])
def test_e30_a_focused_die_completes_a_task_with_an_empty_pool(ruling, successes):
    board = table("lore > inv 3 > peril")
    board.ruling("EMPTY_POOL", ruling)
    board.game["dice"]["place"][4:6] = state.REMOVED
    Script(board, ["PTT1", "L1", "3"], FOCUS=[die("P", 0)], TASK=[task(0, "L"), task(1, "3"), task(2, "P")])
    # roll 1: none fits, P is focused, one die discarded; roll 2: [L]; roll 3: [3] with the last die
    board.resolution()
    assert board.game["successes"] == successes
    assert board.game["attempt"]["rolls"] == 3 + successes


@pytest.mark.parametrize(("ruling", "rolls"), [("SECURED_ANY", 2), ("SECURED_SPELLS", 2), ("STRICT", 1)])
def test_e30_with_the_die_on_a_spell(ruling, rolls):
    """EMPTY_POOL: a spell's die goes on under both SECURED values."""
    board, script = pool_of_two("inv 1 > peril", "1P", TASK=[task(0, "1"), task(1, "P")])
    board.ruling("EMPTY_POOL", ruling)
    spell = give(board, 0, "spell", "securing", secures=1)
    script.answers["SECURE"] = [secure(spell, "P")]
    board.resolution()
    assert board.game["attempt"]["rolls"] == rolls
    assert board.game["successes"] == (rolls == 2)


def test_e31_one_task_and_then_no_secured_die():
    board, _ = pool_of_two("peril | lore", "P1", FOCUS=[die("P", 0)], TASK=[0, task(0, "P")])
    board.resolution()
    assert board.game["attempt"]["rows_done"] == 1
    assert board.game["attempt"]["rolls"] == 2
    assert board.game["successes"] == 0


@pytest.mark.parametrize("emptied_by_a_task", [True, False])
def test_e32_dice_may_be_added_only_if_a_task_emptied_the_pool(emptied_by_a_task):
    board = table("lore | inv 2")
    board.game["dice"]["place"][1:6] = state.REMOVED
    give(board, 0, "common", "pool", "yellow")
    script = Script(board, ["L" if emptied_by_a_task else "T", "y2"], POOL=[0, option(1), option(0)], TASK=[task(0)])
    script.answers["TASK"] = [task(0), task(1)] if emptied_by_a_task else 0
    board.resolution()
    assert board.game["successes"] == emptied_by_a_task
    assert board.player(0)["n_hand"] == (0 if emptied_by_a_task else 1)


@pytest.mark.parametrize(("ruling", "rolls"), [("RESOLVE", 1), ("NEED_ROLL", 2)])
def test_e34_an_item_defeats_the_last_task(ruling, rolls):
    """E-34; LAST_TASK_GONE=NEED_ROLL: seen only at the next step 8."""
    board = table("lore | []", reward="clue +1")
    board.ruling("LAST_TASK_GONE", ruling)
    m = put_monster(board, 0, 1, task="terror, terror, terror", trophy=2)
    card = give(board, 0, "unique", "pool", "defeat")
    script = Script(board, ["L11---", "-----"], POOL=[0, option(1, card)], TASK=[task(0)])
    board.deck["monsters"][m]["collected"] = board.program("doom +1")
    watch(board)
    board.resolution()
    assert board.game["attempt"]["rolls"] == rolls
    assert (board.game["successes"], board.game["doom"], board.player(0)["clues"]) == (1, 1, 1)
    assert board.game["monsters"][m]["where"] == state.AS_TROPHY
    assert board.player(0)["trophies"] == 3
    assert len(script.of("POOL")) == 2
    assert [e for e in events(board) if e in ("COLLECTED", "DOOM_PLACED", "CLUES")] == [
        "COLLECTED",
        "DOOM_PLACED",
        "CLUES",
    ]


# --- assist -----------------------------------------------------------------------------------
def assisted(tasks: str = "peril | inv 9", **answers) -> tuple[Board, Script]:
    """A's first roll fails and B's marker takes the P."""
    board = table(tasks, players=2, penalty="sanity -1")
    script = Script(board, ["PLLLLL"], FOCUS=[die("P", 1)], **answers)
    return board, script


@pytest.mark.parametrize("lost", [0, 1])
def test_e35_the_assistant_loses_his_choice_before_the_penalties(lost):
    board, script = assisted(LOSE_POINT=lost)
    board.resolution()
    asked = script.of("LOSE_POINT")
    assert [a.player for a in asked] == [1]
    assert asked[0].game["investigators"][0]["sanity"] == 5  # A's penalties come later
    assert board.player(0)["sanity"] == 4
    assert [board.player(1)["sanity"], board.player(1)["stamina"]] == ([4, 5] if lost == 0 else [5, 4])


def test_e35_no_loss_for_a_used_die():
    board, script = assisted(TASK=[0, task(0, "P")])
    script.rolls.append("LLLL")
    board.resolution()
    assert script.of("LOSE_POINT") == []
    assert board.player(0)["sanity"] == 4


def test_e35_no_loss_on_success():
    board, script = assisted("lore, lore")
    script.rolls.append("LLLL")
    script.answers["TASK"] = [0, task(0)]
    board.resolution()
    assert board.game["successes"] == 1
    assert script.of("LOSE_POINT") == []
    assert [board.player(p)["at"] for p in (0, 1)] == [state.ENTRANCE, state.ENTRANCE]


@pytest.mark.parametrize(("ruling", "sanity_of_a"), [("MONSTERS_ASSIST_PENALTY", 5), ("MONSTERS_PENALTY_ASSIST", 4)])
def test_fail_order(ruling, sanity_of_a):
    """FAIL_ORDER (C-8.7): A's sanity when B chooses his loss."""
    board, script = assisted()
    board.ruling("FAIL_ORDER", ruling)
    board.resolution()
    assert script.of("LOSE_POINT")[0].game["investigators"][0]["sanity"] == sanity_of_a


def test_fail_order_after_a_devouring_penalty():
    """FAIL_ORDER, C-16.4: A is devoured by the penalty, so B loses nothing."""
    board, script = assisted()
    board.ruling("FAIL_ORDER", "MONSTERS_PENALTY_ASSIST")
    board.player(0)["sanity"] = 1
    board.game["in_turn"] = 1
    board.resolution()
    assert board.game["devoured"] == 1
    assert script.of("LOSE_POINT") == []


def test_e36_focus_or_assist_on_one_roll():
    board = table("inv 9", players=2)
    script = Script(board, ["PLLLLL", "----", "--"], FOCUS=[die("P", 0), option(1)])
    board.resolution()
    markers = [
        sorted(int(d["at"]) for d in asked.game["dice"] if d["place"] == state.ON_MARKER)
        for asked in script.of("ATTEMPT")
    ]
    assert markers == [[], [0], [0, 1], [0, 1]]


@pytest.mark.parametrize("used", [True, False])
def test_e37_an_assistant_helps_again_after_his_die_was_used(used):
    board, script = assisted(TASK=[0, task(0, "P")] if used else [])
    script.rolls += ["LLLL", "LLLL"] if used else ["LLLL"]
    board.resolution()
    assert (1 in script.of("FOCUS")[1].first) == used


def test_e39_giving_up_between_rolls():
    board = table("peril, peril", penalty="stamina -1", terror=TERROR_EFFECT)
    script = Script(board, ["TLLLLL", "LLLLL"])
    board.resolution()
    assert script.of("ATTEMPT")[2].pool == "LLLL"
    assert board.game["attempt"]["rolls"] == 2
    assert (board.player(0)["stamina"], board.game["doom"]) == (4, 1)


def test_e40_a_discarded_yellow_die_stays_out():
    board = table("peril, peril")
    first, second = (give(board, 0, "common", "pool", "yellow") for _ in range(2))
    script = Script(board, ["LLLLLL yL", "-----"], POOL=[option(1, first)], DISCARD=[option(None, state.YELLOW_DIE)])
    board.resolution()
    assert script.of("ATTEMPT")[1].game["dice"][state.YELLOW_DIE]["place"] == state.DISCARDED
    assert [asked.cards for asked in script.of("POOL")] == [{-1, first, second}]  # not offered again
    assert board.player(0)["n_hand"] == 1


@pytest.mark.parametrize(("ruling", "doom"), [("NO", 0), ("YES", 1)])
def test_e41_a_wild_die_is_no_terror(ruling, doom):
    """E-41; WILD_IS_TERROR."""
    board = table("peril, peril", terror=TERROR_EFFECT)
    board.ruling("WILD_IS_TERROR", ruling)
    give(board, 0, "unique", "pool", "red")
    Script(board, ["LLLLLL rW"], POOL=[option(1)])
    board.resolution()
    assert board.game["doom"] == doom


def test_terror_scope():
    """TERROR_SCOPE (C-7.2): two failed rolls that show terror."""
    for scope, effects in (("PER_ROLL", 2), ("PER_PHASE", 1)):
        board = table("peril, peril", terror=TERROR_EFFECT)
        board.ruling("TERROR_SCOPE", scope)
        Script(board, ["TTLLLL", "TTLLL"])
        board.resolution()
        assert board.game["doom"] == effects, scope


# --- what stays and what does not -------------------------------------------------------------
def test_e44_a_focused_die_never_returns_to_the_pool():
    board = table("inv 9")
    spell = give(board, 0, "spell", "securing", secures=1)
    script = Script(board, ["3LLLLL", "---"], FOCUS=[die("3", 0)], SECURE=[secure(spell, "L")])
    board.resolution()
    asked = script.of("POOL")[0]  # after the failed roll: the spell's die may be taken, the marker's not
    taken = [o[1] for o in asked.options if o[1] >= 0]
    assert [int(asked.game["dice"][d]["place"]) for d in taken] == [state.ON_SPELL]
    assert script.of("ATTEMPT")[1].pool == "LLL"


def test_e154_the_rest_of_the_roll_is_rolled_again():
    board = table("lore | inv 2", terror=TERROR_EFFECT)
    script = Script(board, ["L23PT1", "TTTTT"], TASK=[task(0)])
    board.resolution()
    assert script.of("TASK")[0].first == {-1, 0, 1}
    after = script.of("ATTEMPT")[1]
    assert (after.pool, after.game["doom"]) == ("123PT", 0)
    assert script.of("FOCUS")[0].pool == "TTTTT"  # all five were rolled
    assert after.game["dice"][0]["place"] == state.ON_TASK


@pytest.mark.parametrize(("ruling", "rolls"), [("OFF", 2), ("ON", 1)])
def test_e155_hopeless_dice(ruling, rolls):
    """E-155; AUTO_FAIL: [9] with two dice left of four."""
    board = table("inv 9")
    board.ruling("AUTO_FAIL", ruling)
    board.game["dice"]["place"][3:6] = state.REMOVED
    script = Script(board, ["3LL", "33"])
    board.resolution()
    assert board.game["attempt"]["rolls"] == rolls
    assert script.of("ATTEMPT")[1].pool in ("3L", "LL")


@pytest.mark.parametrize(
    ("tasks", "dice_left", "hopeless"),
    [
        ("inv 6", 2, False),
        ("inv 7", 2, True),
        ("lore, lore", 2, False),
        ("lore, inv 4", 2, True),
        ("lore | inv 9", 1, False),
    ],
)
def test_auto_fail_only_when_no_open_task_can_be_filled(tasks, dice_left, hopeless):
    """AUTO_FAIL (C-5.15): green dice show at most 3."""
    board = table(tasks)
    board.ruling("AUTO_FAIL", "ON")
    board.game["dice"]["place"][dice_left:6] = state.REMOVED
    Script(board, ["T" * dice_left])
    board.resolution()
    assert board.game["attempt"]["rolls"] == (0 if hopeless else 1)


def test_e156_a_failed_card_stays_with_all_tasks_open():
    board = table("lore | peril, peril")
    m = put_monster(board, 0)
    script = Script(board, ["LTTTTT", "TTTTT"], TASK=[task(0)])
    board.resolution()
    card = int(board.game["slots"][0]["card"])
    assert board.game["attempt"]["rows_done"] == 1
    script = Script(board, ["LTTTTT"])
    board.resolution()
    assert list(script.of("TASK")[0].game["attempt"]["rows"]["done"][:3]) == [0, 0, 0]
    assert script.of("TASK")[0].pool == "LTTTTT"
    assert board.game["slots"][0]["card"] == card
    assert (board.game["monsters"][m]["where"], board.game["monsters"][m]["at"]) == (state.ON_CARD, 0)
    assert board.player(0)["at"] == 0


@pytest.mark.parametrize(("ruling", "found"), [("IRREDUCIBLE", {"3"}), ("ANY", {"3", "13"})])
def test_excess_dice(ruling, found):
    """EXCESS_DICE (C-6.6): a needless investigation die may be spent under ANY."""
    assert ways("inv 3", "31LLLL", {"EXCESS_DICE": ruling}) == [found]
