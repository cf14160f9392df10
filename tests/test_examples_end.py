"""Worked examples: monsters, the end of an attempt, trophies, doom, devoured (E-57..E-73, E-161..E-172)."""

from __future__ import annotations

import numpy as np
import pytest
from board import Board
from loaded import Script, give, option, place, put_monster, table
from situations import (
    ARRIVAL,
    bottom_card,
    calm,
    events,
    give_trophies,
    in_cup,
    monsters_on,
    mythos,
    next_card,
    storms,
    watch,
)

from sim.rules import state
from sim.rules.log import EVENTS
from sim.rules.state import BOTTOM, ENTRANCE, YELLOW_DIE


def logged(board: Board, name: str) -> list[tuple[np.void, np.void]]:
    """Events of one kind since `watch`, each with the game as it was then."""
    log = board.logs[0]
    return [
        (event, game)
        for event, game in zip(log["events"][: log["n"]], log["games"], strict=False)
        if EVENTS[event["code"]] == name
    ]


def from_the_start(board: Board, decide) -> None:
    """Play a whole game with the cards of the board."""
    board.clear()
    board.decide(decide)
    board.play_game()


def bottoms(board: Board, *counts: int) -> None:
    """So many monsters below the bottom rows of adventure 0, 1, ..."""
    for slot, count in enumerate(counts):
        for _ in range(count):
            put_monster(board, slot)


def places(board: Board, here: int = -1) -> set[tuple[int, int]]:
    """Where the next monster may appear: (slot, row)."""
    script = Script(board)
    watch(board)
    board.appear(here)
    asked = script.of("PLACE_MONSTER")
    if asked:
        return {option[:2] for option in asked[0].options}
    return {(int(event["b"]), int(event["c"])) for event, _ in logged(board, "MONSTER_APPEARED")}


# --- 4 monsters appear ------------------------------------------------------------------------
def test_e57_even_spread_with_other_worlds_and_without_specials():
    board = Board()
    board.enter_other_world()
    bottoms(board, 1, 1, 1, 0, 1, 1)
    other_world = ARRIVAL + 1
    assert board.game["slots"][other_world]["kind"] == state.OTHER_WORLD
    assert places(board) == {(3, BOTTOM), (other_world, BOTTOM)}


def test_e58_monsters_on_monster_tasks_do_not_count_for_the_spread():
    board = Board()
    board.card(2, tasks="lore | []")
    put_monster(board, 2, 1)
    bottoms(board, 1, 1, 0, 1, 1, 1)
    assert places(board) == {(2, BOTTOM)}


@pytest.mark.parametrize("row", ["[]", "[lore]", "lore, [peril]"])
def test_e59_a_free_monster_task_must_be_used(row):
    board = Board()
    board.card(1, tasks=f"lore | {row}")
    bottoms(board, 1, 3, 1)
    assert places(board) == {(1, 1)}


def test_e60_appears_here_whatever_lies_elsewhere():
    board = Board()
    board.card(1, tasks="[] | lore")
    bottoms(board, 1)
    board.card(0, entry="monster_here")
    board.stand(0, 0)
    board.arrive(0, 0)
    assert [row for _, row in monsters_on(board, 0)] == [BOTTOM, BOTTOM]
    board.card(2, entry="monster_here", tasks="[] | lore")
    board.stand(0, 2)
    board.arrive(0, 2)
    assert [row for _, row in monsters_on(board, 2)] == [0]


@pytest.mark.parametrize("ordered", [True, False])
def test_e62_on_an_arrow_card_the_monster_comes_last(ordered):
    board = table("lore > inv 9" if ordered else "lore | inv 9")
    put_monster(board, 0, task="peril")
    script = Script(board, ["PLLLLL"])
    board.resolution()
    assert script.of("TASK")[0].first == ({-1, 0} if ordered else {-1, 0, 2})


def test_c62_an_effect_defeats_out_of_order():
    """C-6.2: on an arrow card an effect need not wait for the rows above the monster."""
    board = table("lore > inv 9")
    marker = put_monster(board, 0, task="peril")
    card = give(board, 0, "unique", "pool", "defeat 1")
    script = Script(board, ["112233"], POOL=[option(1, card)])
    board.resolution()
    then = script.of("DISCARD")[0].game
    assert (then["monsters"][marker]["defeated"], then["attempt"]["rows_done"]) == (1, 0)


# --- success ----------------------------------------------------------------------------------
def test_e63_order_of_success():
    board = table("lore", reward="monster")
    script = Script(board, ["PLLLLL", "LLLLL"], TASK=[option(1), option(0)])
    m = put_monster(board, 0, task="peril", collected="doom +1")
    watch(board)
    board.resolution()
    steps = ["SUCCEEDED", "RESOLVED", "REPLACED", "COLLECTED", "DOOM_PLACED", "PLACE_MONSTER", "MONSTER_APPEARED"]
    assert [event for event in events(board) if event in steps] == steps
    assert logged(board, "RESOLVED")[0][1]["investigators"][0]["at"] == ENTRANCE
    asked = script.of("PLACE_MONSTER")[0]
    assert {o[0] for o in asked.options} == {0, 1, 2, 3, 4, 5}  # the replacement too, never Arrival
    assert asked.game["monsters"][m]["where"] == state.AS_TROPHY


# --- trophies ---------------------------------------------------------------------------------
def sets_paid(ruling: str, price: int, *worths: int) -> set[tuple[int, ...]]:
    """Every set of trophies that may pay a price, told by their worths."""
    found: set[tuple[int, ...]] = set()
    unfinished: list[list[int]] = [[]]
    while unfinished:
        answers = unfinished.pop()
        board = Board()
        board.ruling("TROPHY_SET", ruling)
        give_trophies(board, 0, *worths)
        script = Script(board, PAY=list(answers))
        watch(board)
        board.pay(0, price)
        paid = [int(event["d"]) for event, _ in logged(board, "TROPHIES_PAID")]
        found.add(tuple(sorted(paid, reverse=True)))
        asked = script.of("PAY")
        if len(asked) > len(answers):
            chosen = answers + [0] * (len(asked) - len(answers))
            for k in range(len(answers), len(asked)):
                unfinished += [[*chosen[:k], other] for other in range(1, len(asked[k].options))]
    return found


def test_e64_trophy_sets_without_a_needless_one():
    assert sets_paid("IRREDUCIBLE", 4, 3, 2, 1) == {(3, 1), (3, 2)}


def test_trophy_set_any():
    """TROPHY_SET=ANY (C-10.2): needless trophies may be given, until the price is met."""
    assert sets_paid("ANY", 4, 3, 2, 1) == {(3, 1), (3, 2), (3, 2, 1)}
    assert sets_paid("IRREDUCIBLE", 2, 3, 2, 1) == {(3,), (2,)}
    assert sets_paid("ANY", 2, 3, 2, 1) == {(3,), (2,), (3, 1), (2, 1)}


def test_e167_where_spent_trophies_go():
    board = Board()
    (adventure,) = give_trophies(board, 0, 1)
    m = put_monster(board, 0, trophy=2)
    board.defeat(m, 0)
    board.collect(m, 0)
    cup, deck = in_cup(board), int(board.game["deck_size"][state.STAGE_I])
    board.pay(0, 3)
    assert board.game["monsters"][m]["where"] == state.IN_CUP
    assert in_cup(board) == cup + 1
    assert board.game["deck_size"][state.STAGE_I] == deck + 1
    assert bottom_card(board, state.STAGE_I) == adventure
    assert board.player(0)["trophies"] == 0


def test_e161_an_other_world_is_a_trophy_and_not_replaced():
    board = Board()
    board.enter_other_world()
    slot = ARRIVAL + 1
    card = int(board.game["slots"][slot]["card"])
    board.stand(0, slot)
    Script(board, ["LLLLLL"], TASK=[1])
    board.resolution()
    assert board.game["adventure_place"][card] == state.IN_TROPHIES
    assert board.player(0)["trophies"] == 1
    assert board.game["slots"][slot]["kind"] == state.NO_CARD
    assert sum(int(s["kind"]) == state.ORDINARY for s in board.game["slots"]) == 6


def test_e172_a_removed_monster_frees_its_die():
    board = table("lore", reward="remove_monster")
    board.deck["monsters"]["lock"] = state.RED
    board.appear(3)
    m, _ = monsters_on(board, 3)[0]
    assert place(board, state.RED_DIE) == state.LOCKED
    Script(board, ["LLLLLL"], TASK=[1])
    board.resolution()
    assert board.game["monsters"][m]["where"] == state.IN_CUP
    assert place(board, state.RED_DIE) == state.SUPPLY
    assert board.player(0)["trophies"] == 1  # the adventure's


# --- doom and Elder Signs ---------------------------------------------------------------------
def test_e65_surplus_doom_vanishes():
    board = Board()
    board.deck["ancient_one"]["doom"] = 9
    board.game["doom"] = 8
    board.do("doom +3; sign +1")
    assert (board.game["doom"], board.game["doom_placed"]) == (9, 1)
    assert board.game["awakened"] == 1
    assert board.game["signs"] == 0  # the awakening comes at the very token


def last_of(board: Board, doom: int, signs: int) -> None:
    board.game["doom"] = board.deck["ancient_one"]["doom"] - doom
    board.game["signs"] = board.deck["ancient_one"]["signs"] - signs


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("example", "signs"), [("E-67", 1), ("E-164", 2)])
def test_e67_e164_last_sign_and_doom_of_one_reward_win(example, signs, first):
    board = table("lore", reward=f"sign +{signs}; doom +1")
    last_of(board, 1, 1)
    Script(board, ["LLLLLL"], TASK=[1], ICON_ORDER=[first])
    board.take_turn()
    assert (board.game["outcome"], board.game["cause"]) == (state.WIN, state.ENOUGH_SIGNS), example


@pytest.mark.parametrize(("hours", "strikes", "hand"), [(4, 1, 3), (5, 2, 0)])
@pytest.mark.parametrize("ruling", ["AT_STRIKE", "AT_MIDNIGHT"])
def test_e68_strikes_in_one_turn(hours, strikes, hand, ruling):
    """E-68; EXTRA_STRIKE_DOOM."""
    board = Board()
    calm(board)
    board.ruling("EXTRA_STRIKE_DOOM", ruling)
    board.card(0, entry=f"clock {hours - 1}")
    board.game["hour"] = 3
    Script(board, ["------"], MOVE=[option(0)])
    watch(board)
    board.take_turn()
    assert len(logged(board, "STRIKE")) == strikes
    assert (board.game["nights"], board.game["doom"], board.game["hour"]) == (1, strikes - 1, hand)
    order = [event for event in events(board) if event in ("DOOM_PLACED", "DAY")]
    assert order == ["DOOM_PLACED"] * (strikes - 1) + ["DAY"]


def test_extra_strike_doom_at_midnight_waits():
    """EXTRA_STRIKE_DOOM: strikes two and three in Movement; the tokens then, or before step 1 of midnight."""
    for ruling, doom in (("AT_STRIKE", 2), ("AT_MIDNIGHT", 0)):
        board = Board()
        calm(board)
        board.ruling("EXTRA_STRIKE_DOOM", ruling)
        board.card(0, entry="clock 9")
        board.game["hour"] = 3
        script = Script(board, ["------"], MOVE=[option(0)])
        board.take_turn()
        assert script.of("ATTEMPT")[0].game["doom"] == doom, ruling
        assert board.game["doom"] == 2


def test_e73_an_icon_covered_again_acts_again():
    board = Board()
    board.deck["ancient_one"]["doom"] = 12
    board.deck["ancient_one"]["icon"][6] = 1
    board.game["doom"] = 5
    board.add_doom()
    assert sum(storms(board)) == 3
    board.do("doom -1")
    assert board.game["doom"] == 5
    board.add_doom()
    assert sum(storms(board)) == 6


def test_e165_an_effect_that_awakens_fills_the_track_without_icons():
    board = table("lore", terror="awaken")
    board.deck["ancient_one"]["doom"] = 12
    board.deck["ancient_one"]["icon"][1:13] = 1
    board.game["doom"] = 5
    watch(board)
    Script(board, ["TPPPPP"])
    board.take_turn()
    assert (board.game["doom"], board.game["awakened"]) == (12, 2)
    assert "STORM_PLACED" not in events(board)
    assert board.game["outcome"] == state.UNDECIDED


# --- points and devoured ----------------------------------------------------------------------
def test_e162_regaining_stops_at_the_maximum():
    board = Board()
    board.player(0)["stamina"] = 4
    board.do("stamina +2")
    assert board.player(0)["stamina"] == 5


def test_e69_devoured_by_the_first_penalty():
    board = table("peril", penalty="sanity -1; monster; doom +1")
    calm(board)
    before = int(board.player(0)["card"])
    board.player(0)["sanity"] = 1
    board.player(0)["clues"] = 2
    give(board, 0, "common")
    Script(board, ["------"], ICON_ORDER=[0])
    board.take_turn()
    me = board.player(0)
    assert board.game["doom"] == 1
    assert in_cup(board) == 34
    assert me["card"] != before
    assert (me["at"], me["sanity"], me["stamina"], me["clues"], me["n_hand"]) == (ENTRANCE, 5, 5, 0, 0)
    assert board.game["hour"] == 1


def test_e70_devoured_by_terror():
    board = table("peril, peril", players=2, penalty="doom +1", terror="sanity -1")
    script = Script(board, ["LLLLLL", "TLLL"], FOCUS=[option(1)], DISCARD=[0])
    board.player(0)["sanity"] = 1
    board.game["in_turn"] = 1
    board.resolution()
    assert board.game["devoured"] == 1
    assert board.game["doom"] == 1  # of being devoured
    assert script.of("LOSE_POINT") == []
    assert script.kinds() == ["ATTEMPT", "FOCUS", "ATTEMPT"]  # nothing discarded after the terror effect
    assert (board.player(1)["sanity"], board.player(1)["stamina"]) == (5, 5)


def test_e72_no_replacement_if_that_doom_awakens():
    board = table("peril", players=2, penalty="sanity -5")
    board.deck["ancient_one"]["doom"] = 12
    board.game["doom"] = 11
    Script(board, ["------"])
    board.take_turn()
    assert (board.game["doom"], board.game["awakened"]) == (12, 2)
    assert (board.player(0)["card"], board.player(0)["out"]) == (-1, 1)
    hour = int(board.game["hour"])
    script = Script(board)
    board.take_turn()
    assert (board.game["hour"], script.asked) == (hour + 1, [])


@pytest.mark.parametrize(
    ("awakens", "cause"),
    [(state.AWAKENS_PLAIN, state.BATTLE_LOST), (state.AWAKENS_NEEDING_SIGNS, state.AWAKENING_LOST)],
)
@pytest.mark.parametrize("at_midnight", [False, True])
def test_c156_the_doom_of_the_last_investigator_awakens(awakens, cause, at_midnight):
    """C-15.6, C-16.7, C-17.8, A-13.1: the Ancient One awakens, its text acts, and nobody is left for the battle."""
    board = table("peril", penalty="sanity -6")
    sheet = board.deck["ancient_one"]
    sheet["awakens"], sheet["awakens_signs"] = awakens, 8
    board.game["doom"] = 9
    watch(board)
    if at_midnight:
        board.deck["ancient_one"]["midnight"] = board.program("sanity -6")
        board.midnight()
    else:
        Script(board, ATTEMPT=1)
        board.take_turn()
    assert (board.game["outcome"], board.game["cause"], board.game["awakened"]) == (state.LOSS, cause, 2)
    assert "ATTACK" not in events(board)


def test_c168_all_out_before_the_battle():
    """C-16.8: the last player is out, too: a loss."""
    board = Board(players=2)
    calm(board)
    board.hidden["rings"]["n"][state.INVESTIGATORS] = 0
    for player, outcome in ((0, state.UNDECIDED), (1, state.LOSS)):
        board.devour(player)
        assert board.game["outcome"] == outcome
    assert (board.game["cause"], board.game["awakened"]) == (state.ALL_DEVOURED, 0)


def test_e166_nobody_left_to_take():
    board = Board(players=2)
    calm(board)
    board.hidden["rings"]["n"][state.INVESTIGATORS] = 0
    board.devour(0)
    assert (board.player(0)["card"], board.player(0)["out"]) == (-1, 2)
    assert board.game["outcome"] == state.UNDECIDED
    board.do("sign +9", 1)
    board.do("sign +1", 1)
    assert board.game["outcome"] == state.WIN


def test_e166_he_has_no_turns():
    board = Board(players=2)
    calm(board)
    board.deck["n_investigators"] = 2
    board.deck["backs"]["arrive"] = board.program("devour")
    board.deck["adventures"]["entry"] = board.program("devour")
    board.deck["rulings"]["turn_cap"] = 12
    moved = []

    def decide(question):
        if question.kind != "MOVE":
            return 0
        moved.append(int(question.choice["player"]))
        return 1 if moved[-1] == 0 else 0  # the first player goes onto a card, where he is devoured

    from_the_start(board, decide)
    assert board.player(0)["out"] == 2
    assert moved == [0] + [1] * 11
    assert board.game["outcome"] == state.CAPPED


# --- midnight ---------------------------------------------------------------------------------
def test_e169_a_card_that_entered_in_the_turn_acts_at_midnight():
    board = table("lore", reward="gate")
    calm(board)
    board.deck["adventures"]["midnight"][64:72] = board.program("supply -2")
    board.game["hour"] = 3
    Script(board, ["LLLLLL"], TASK=[1])
    board.take_turn()
    assert (board.game["nights"], board.game["supplies"]) == (1, 13)


def test_e169_a_replacement_acts_with_its_back():
    board = table("lore")
    calm(board)
    top = next_card(board, state.STAGE_I)
    board.deck["adventures"][top]["back"] = 9
    board.write(board.deck["backs"][9], midnight="supply -3")
    board.game["hour"] = 3
    Script(board, ["LLLLLL"], TASK=[1])
    board.take_turn()
    assert board.hidden["front"][0] == top
    assert (board.game["nights"], board.game["supplies"]) == (1, 12)


def test_e170_e171_the_old_mythos_then_the_new_then_refresh():
    board = Board(players=2)
    calm(board)
    mythos(board, "next_midnight(sanity -1 @each); lock yellow; investigation +1")
    board.draw_mythos()
    assert place(board, YELLOW_DIE) == state.LOCKED
    mythos(board, "may(clue -1, supply +1)")
    board.player(0)["clues"] = 1
    board.game["investigators"]["ability_used"] = 1
    script = Script(board)
    board.midnight()
    asked = script.of("OPTIONAL")[0].game  # while the new card is being resolved
    assert [int(me["sanity"]) for me in asked["investigators"][:2]] == [4, 4]
    assert (asked["investigation_bonus"], asked["mythos_midnight"]["size"]) == (0, 0)
    assert asked["dice"][YELLOW_DIE]["place"] == state.SUPPLY
    assert list(asked["investigators"]["ability_used"][:2]) == [1, 1]
    assert list(board.game["investigators"]["ability_used"][:2]) == [0, 0]


@pytest.mark.parametrize(("ruling", "doom", "nights"), [("EXTRA_DOOM", 1, 1), ("NEW_MIDNIGHT", 0, 2), ("IGNORE", 0, 1)])
def test_midnight_in_midnight(ruling, doom, nights):
    """MIDNIGHT_IN_MIDNIGHT (C-14.8): a midnight text moves the hand from IX to XII."""
    board = Board()
    calm(board)
    board.ruling("MIDNIGHT_IN_MIDNIGHT", ruling)
    board.deck["adventures"][60]["midnight"] = board.program("clock")  # Arrival
    board.card(0, entry="clock 3")
    board.game["hour"] = 3
    Script(board, ["------"], MOVE=[option(0)])
    board.take_turn()
    assert (board.game["doom"], board.game["nights"]) == (doom, nights)
    assert board.game["hour"] == (0 if nights == 1 else 1)
    assert board.game["day"] == 1 + nights


@pytest.mark.parametrize(("ruling", "kinds"), [("RANDOM", 0), ("CHOICE", 1)])
def test_investigator_pick(ruling, kinds):
    """INVESTIGATOR_PICK (C-3.6, C-16.5): which unused investigator comes next."""
    board = Board()
    board.ruling("INVESTIGATOR_PICK", ruling)
    used = int(board.player(0)["card"])
    script = Script(board, REPLACEMENT=lambda asked: len(asked.options) - 1)
    board.devour(0)
    assert len(script.of("REPLACEMENT")) == kinds
    if kinds:
        asked = script.of("REPLACEMENT")[0]
        assert asked.first == set(range(24)) - {used}
        assert board.player(0)["card"] == asked.options[-1][0]
    assert board.player(0)["card"] not in (used, -1)


@pytest.mark.parametrize("cap", [3, 20])
def test_turn_cap(cap):
    """TURN_CAP (C-18.3): a game that goes on is stopped, neither won nor lost."""
    board = Board(season="summer")
    calm(board)
    board.deck["rulings"]["turn_cap"] = cap
    from_the_start(board, lambda question: 0)
    assert (board.game["turn"], board.game["outcome"], board.game["cause"]) == (cap, state.CAPPED, state.TURN_LIMIT)
