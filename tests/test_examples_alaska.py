"""Worked examples of the Alaska Expedition: setup, movement, the Camp, storms, midnight."""

from __future__ import annotations

import numpy as np
import pytest
from board import Board
from loaded import Script, option
from situations import (
    ALL_LORE,
    ARRIVAL,
    back,
    bottom_card,
    calm,
    events,
    give_trophies,
    goes_to,
    last,
    lay_storm,
    lay_storms,
    monsters_on,
    mythos,
    next_card,
    set_again,
    storms,
    watch,
)

from sim.rules import state
from sim.rules.state import ENTRANCE


# --- setup and movement -----------------------------------------------------------------------
def test_e81_setup():
    """C-1.13, C-3.8, A-2.4, A-2.6 .. A-2.8"""
    board = Board(players=2)
    board.deck["adventures"]["entry"] = board.program("sanity -1")
    board.deck["adventures"]["midnight"] = board.program("doom +1")
    board.deck["backs"]["arrive"] = board.program("stamina -1")
    answers = Script(board, FIRST_PLAYER=1)
    set_again(board)
    ordinary = board.game["slots"][:6]
    assert sorted(ordinary["faceup"]) == [0, 0, 0, 1, 1, 1]
    assert set(ordinary["stage"]) == {1}
    special = board.game["slots"][ARRIVAL]
    assert (special["card"], special["faceup"]) == (board.deck["specials"][0], 1)
    assert (board.game["supplies"], board.game["day"], board.game["hour"], board.game["doom"]) == (15, 1, 0, 0)
    assert [player["sanity"] for player in board.game["investigators"][:2]] == [5, 5]
    assert [player["stamina"] for player in board.game["investigators"][:2]] == [5, 5]
    assert [player["at"] for player in board.game["investigators"][:2]] == [ENTRANCE, ENTRANCE]
    assert [asked.player for asked in answers.of("MYTHOS_OPTION")] == [1]  # the first player


def test_e82_a_facedown_card_with_monsters():
    board = Board()
    back(board, 3, arrive="stamina -1")
    board.card(3, faceup=False, tasks="lore | [peril]", entry="sanity -1")
    board.appear(3)
    board.appear(3)
    lay_storm(board, 3, "supply -1")
    first, second = (m for m, _ in monsters_on(board, 3))
    answers = goes_to(board, 3, FLIP_MONSTER=option(second, 1))
    watch(board)
    board.take_turn()
    order = [
        e for e in events(board)
        if e in ("MOVED", "BACK_EFFECT", "FLIPPED", "FLIP_MONSTER", "ENTRY_EFFECT", "STORMS_REVEALED", "ATTEMPT")
    ]  # fmt: skip
    assert order == ["MOVED", "BACK_EFFECT", "FLIPPED", "FLIP_MONSTER", "ENTRY_EFFECT", "STORMS_REVEALED", "ATTEMPT"]
    assert answers.of("FLIP_MONSTER")[0].first == {first, second}
    assert sorted(monsters_on(board, 3)) == sorted([(first, state.BOTTOM), (second, 1)])
    assert (board.player(0)["stamina"], board.player(0)["sanity"], board.game["supplies"]) == (4, 4, 14)


@pytest.mark.parametrize("entry", ["ally -1", "may(ally -1, clue +1)"])
def test_e84_an_entry_cost_that_cannot_be_paid(entry):
    board = Board()
    board.card(0, entry=entry)
    answers = goes_to(board, 0)
    board.take_turn()
    assert board.player(0)["at"] == 0
    assert board.player(0)["clues"] == 0
    assert not answers.of("OPTIONAL")
    assert answers.of("ATTEMPT")


@pytest.mark.parametrize(("ruling", "faceup"), [("STAY_FACEDOWN", 0), ("FLIP", 1)])
def test_e85_a_back_that_devours(ruling, faceup):
    board = Board()
    board.ruling("BACK_INTERRUPT", ruling)
    back(board, 3, arrive="stamina -1")
    board.card(3, faceup=False, entry="sanity -1")
    board.player(0)["stamina"] = 1
    answers = goes_to(board, 3)
    board.take_turn()
    assert (board.game["devoured"], board.game["doom"]) == (1, 1)
    assert board.game["slots"][3]["faceup"] == faceup
    assert not answers.of("ATTEMPT")
    assert board.game["hour"] == 1
    assert (board.player(0)["at"], board.player(0)["sanity"]) == (ENTRANCE, 5)


# --- the Camp ---------------------------------------------------------------------------------
@pytest.mark.parametrize("ruling", ["ALLOWED", "FORBIDDEN"])
def test_e86_purchase_in_the_turn_of_a_success(ruling):
    board = Board(players=2)
    board.ruling("CAMP_SAME_TURN", ruling)
    board.card(0, trophy=3)
    answers = goes_to(board, 0, ALL_LORE, CAMP=option(3, 0, 1))
    watch(board)
    board.take_turn()
    if ruling == "FORBIDDEN":
        assert not answers.of("CAMP")
        assert board.player(0)["trophies"] == 3
        return
    offered = {found[:3] for found in answers.of("CAMP")[0].options}
    assert {(3, 0, 0), (3, 0, 1), (3, 1, 0), (3, 1, 1)} <= offered
    assert max(price for price, _, _ in offered) == 3
    assert board.player(0)["trophies"] == 0
    assert board.player(1)["n_hand"] == 1
    assert board.deck["items"][board.player(1)["hand"][0]]["kind"] == state.COMMON
    assert [e for e in events(board) if e in ("SUCCEEDED", "BOUGHT", "CLOCK_MOVED")] == [
        "SUCCEEDED", "BOUGHT", "CLOCK_MOVED",
    ]  # fmt: skip


def test_e87_a_pays_both_trophies_for_an_ally():
    board = Board()
    give_trophies(board, 0, 4, 1)
    Script(board, CAMP=option(5, 0, 0))
    board.purchase()
    assert board.player(0)["trophies"] == 0
    assert board.deck["items"][board.player(0)["hand"][0]]["kind"] == state.ALLY


@pytest.mark.parametrize(("ruling", "purchases", "left"), [("ONE", 1, 1), ("UNLIMITED", 2, 0)])
def test_e87_b_one_purchase(ruling, purchases, left):
    board = Board()
    board.ruling("CAMP_PURCHASES", ruling)
    give_trophies(board, 0, 4, 1)
    answers = Script(board, CAMP=[option(3, 0, 0), option(1)])
    board.purchase()
    assert len(answers.of("CAMP")) == purchases
    assert not answers.of("PAY")  # price 3 costs the 4; the 1 is too small
    assert board.player(0)["trophies"] == left


def test_e176_staying_on_the_camp():
    """C-4.6"""
    board = Board()
    give_trophies(board, 0, 1, 1)
    answers = Script(board, MOVE=option(ENTRANCE), CAMP=option(1))
    board.take_turn()
    assert not answers.of("ATTEMPT")
    assert len(answers.of("CAMP")) == 1
    assert board.player(0)["trophies"] == 1
    assert board.game["hour"] == 1


def test_e181_discarding_the_top_card():
    board = Board()
    for card in range(60):
        board.deck["adventures"][card]["back"] = card
    give_trophies(board, 0, 1)
    top = next_card(board, state.STAGE_I)
    Script(board, CAMP=option(1))
    board.purchase()
    # the adventure paid with goes under the deck first (C-10.3), then the top card
    assert bottom_card(board, state.STAGE_I) == top
    assert board.game["top_back"] == next_card(board, state.STAGE_I) != top


@pytest.mark.parametrize(
    ("counts", "wanted", "removed"), [((4, 2, 1), last, 5), ((4, 2, 1), [last, last], 2), ((1, 1, 1), last, 3)]
)
def test_e182_removing_storms(counts, wanted, removed):
    board = Board()
    give_trophies(board, 0, 6)
    lay_storms(board, *counts)
    answers = Script(board, CAMP=option(6), CAMP_STORM=wanted)
    board.purchase()
    assert sum(storms(board)) == sum(counts) - removed
    assert board.game["pile"] == 28 - sum(storms(board))
    assert answers.of("CAMP_STORM")[0].first == {-1, 0, 1, 2}


# --- storms -----------------------------------------------------------------------------------
def test_e89_storms_that_devour():
    board = Board()
    board.card(0, penalty="sanity -1 @each")
    markers = [lay_storm(board, 0, penalty) for penalty in ("", "stamina -1", "sanity -1")]
    board.player(0)["stamina"], board.player(0)["sanity"] = 1, 3
    pile_then = []

    def stamina_first(asked):
        pile_then.append(int(asked.game["pile"]))
        return option(markers[1])(asked)

    answers = goes_to(board, 0, STORM_ORDER=stamina_first)
    watch(board)
    board.take_turn()
    log = board.logs[0]
    revealed = [e for e, name in zip(log["events"], events(board), strict=False) if name == "STORMS_REVEALED"]
    assert [e["b"] for e in revealed] == [3]
    assert pile_then == [26]  # the blank one is back already
    assert (board.game["devoured"], board.game["doom"]) == (1, 1)
    assert board.game["pile"] == 28
    assert storms(board)[0] == 0
    assert (board.player(0)["sanity"], board.player(0)["stamina"]) == (5, 5)  # the next investigator
    assert not answers.of("ATTEMPT")
    assert board.game["hour"] == 1


def test_e90_storms_come_before_declaring_failure():
    board = Board()
    board.card(0, penalty="clue +1")
    lay_storm(board, 0, "stamina -1")
    lay_storm(board, 0, "sanity -1")
    goes_to(board, 0)
    watch(board)
    board.take_turn()
    assert (board.player(0)["stamina"], board.player(0)["sanity"], board.player(0)["clues"]) == (4, 4, 1)
    assert [e for e in events(board) if e in ("STORM_RESOLVED", "ATTEMPT", "FAILED")] == [
        "STORM_RESOLVED", "STORM_RESOLVED", "ATTEMPT", "FAILED",
    ]  # fmt: skip


def test_e91_the_own_card_comes_last():
    board = Board()
    board.card(0, tasks="peril", terror="storm 2")
    lay_storms(board, 0, 4, 4, 4, 4, 3)
    answers = Script(board, ["TLLLLL"], MOVE=option(0))
    board.take_turn()
    assert storms(board) == [1, 4, 4, 4, 4, 4]
    assert not answers.of("STORM")  # both places are forced


def test_e92_storm_of_an_entry_effect():
    """Winter's Song: each investigator chooses for himself, and the place too (A-10.13)."""
    board = Board(players=2)
    board.card(0, entry="each(choose(sanity -1, storm 1))")
    answers = goes_to(board, 0, EITHER=1, STORM=option(0))
    watch(board)
    board.take_turn()
    assert [asked.player for asked in answers.of("STORM")] == [0, 1]
    assert answers.of("STORM")[0].first == {0, 1, 2, 3, 4, 5}
    names = events(board)
    assert names.index("ENTRY_EFFECT") < names.index("STORM_PLACED") < names.index("STORMS_REVEALED")
    assert storms(board)[0] == 0  # flipped at once
    assert [board.player(p)["sanity"] for p in (0, 1)] == [5, 5]


def test_e94_never_on_a_special():
    board = Board()
    board.write(board.deck["adventures"][60], tasks="peril", terror="storm 2")
    answers = Script(board, ["TLLLLL"], MOVE=option(ARRIVAL))
    board.take_turn()
    assert [asked.first for asked in answers.of("STORM")] == [{0, 1, 2, 3, 4, 5}] * 2
    assert board.game["slots"][ARRIVAL]["storms"] == 0


@pytest.mark.parametrize("place", ["best", *range(10)])
def test_e95_storms_of_day_four(place):
    board = Board()
    lay_storms(board, 4, 3, 3, 3, 2)
    board.game["day"] = 3
    rng = np.random.default_rng(0 if place == "best" else place)

    def emptiest(asked):
        counts = [asked.game["slots"][found[0]]["storms"] for found in asked.options]
        return int(np.argmin(counts)) if place == "best" else int(rng.integers(len(counts)))

    Script(board, STORM=emptiest)
    board.advance_day()
    board.storm_doom()
    assert board.game["day"] == 4
    assert sum(storms(board)) == 20
    assert board.game["doom"] == storms(board).count(4) >= 2
    if place == "best":
        assert board.game["doom"] == 2


def test_e96_storms_of_day_seven():
    board = Board()
    lay_storms(board, 4, 4, 4, 4, 3, 3)
    board.game["day"] = 6
    board.advance_day()
    board.storm_doom()
    assert storms(board) == [4, 4, 4, 4, 4, 4]
    assert (board.game["pile"], board.game["doom"], board.game["day"]) == (4, 6, 7)


def test_e97_an_empty_pile():
    board = Board()
    board.do("adventure 2")
    lay_storms(board, 4, 4, 4, 4, 4, 4)
    Script(board, STORM=option(7))
    board.do("storm 2")
    assert board.game["pile"] == 2
    board.do("storm 3")
    assert (board.game["pile"], sum(storms(board))) == (0, 28)
    assert storms(board) == [4, 4, 4, 4, 4, 4, 4, 0]


@pytest.mark.parametrize(("ruling", "doom"), [("SNAPSHOT", 2), ("REEVALUATE", 3)])
def test_e99_full_adventures_are_counted_once(ruling, doom):
    board = Board()
    board.ruling("FOUR_STORM_CHECK", ruling)
    lay_storms(board, 4, 4, 1)
    board.deck["ancient_one"]["icon"][1] = 1
    Script(board, STORM=option(2))
    board.storm_doom()
    assert storms(board)[:3] == [4, 4, 4]
    assert board.game["doom"] == doom


def test_e100_markers_stay():
    board = Board()
    calm(board)
    lay_storms(board, 4)
    board.midnight()
    board.midnight()
    assert board.game["doom"] == 2
    assert storms(board)[0] == 4


def test_e183_a_storm_on_a_card_that_is_resolved():
    board = Board()
    board.card(0, tasks="peril", terror="storm 1")
    lay_storms(board, 0, 4, 4, 4, 4, 4)
    Script(board, ["TLLLLL", "PPPPP"], MOVE=option(0), TASK=last)
    watch(board)
    board.take_turn()
    assert events(board).count("STORM_PLACED") == 1
    assert board.game["successes"] == 1
    assert storms(board) == [0, 4, 4, 4, 4, 4]
    assert board.game["pile"] == 8


def test_e188_a_facedown_adventure_counts():
    board = Board()
    lay_storms(board, 0, 0, 0, 4)
    assert board.game["slots"][3]["faceup"] == 0
    board.storm_doom()
    assert board.game["doom"] == 1


# --- midnight ---------------------------------------------------------------------------------
def test_e101_summer_goes_on_after_day_seven():
    board = Board(season="summer")
    board.game["day"] = 7

    def fullest(asked):
        return int(np.argmax([asked.game["slots"][found[0]]["storms"] for found in asked.options]))

    Script(board, STORM=fullest)
    board.midnight()  # two doom, seven storms: one card full
    assert (board.game["day"], sum(storms(board)), board.game["doom"]) == (7, 7, 2 + 1)
    board.midnight()  # three full
    assert (board.game["day"], sum(storms(board)), board.game["doom"]) == (7, 14, 3 + 2 + 3)


@pytest.mark.parametrize("last_sign", [True, False])
def test_e102_the_last_midnight_of_winter(last_sign):
    board = Board()
    board.deck["ancient_one"]["midnight"] = board.program("doom +1")
    board.game["day"], board.game["hour"], board.game["signs"] = 7, 3, 9
    board.card(0, reward="sign +1" if last_sign else "clue +1")
    lay_storms(board, 0, 4)
    answers = goes_to(board, 0, ALL_LORE)
    board.take_turn()
    if last_sign:
        assert (board.game["outcome"], board.game["cause"]) == (state.WIN, state.ENOUGH_SIGNS)
    else:
        assert (board.game["outcome"], board.game["cause"]) == (state.LOSS, state.TIME_RAN_OUT)
    assert board.game["doom"] == 0
    assert not answers.of("MYTHOS_OPTION")


def test_e104_arrival_moves_the_hand():
    board = Board()
    calm(board)
    board.write(board.deck["adventures"][60], midnight="clock 1")
    board.game["hour"] = 3
    board.take_turn()
    assert (board.game["hour"], board.game["day"], board.game["doom"]) == (1, 2, 0)
    for _ in range(2):
        board.take_turn()
    assert board.game["day"] == 2
    board.take_turn()
    assert (board.game["day"], board.game["hour"]) == (3, 1)


@pytest.mark.parametrize(("ruling", "doom"), [("EXTRA_DOOM", 1), ("IGNORE", 0)])
def test_e105_midnight_reaches_xii(ruling, doom):
    """C-14.8"""
    board = Board()
    calm(board)
    board.ruling("MIDNIGHT_IN_MIDNIGHT", ruling)
    board.write(board.deck["adventures"][60], midnight="clock 1")
    board.card(0, entry="clock 3")
    board.game["hour"] = 3
    answers = goes_to(board, 0)
    board.take_turn()
    assert (board.game["hour"], board.game["doom"], board.game["day"]) == (0, doom, 2)
    assert len(answers.of("MYTHOS_OPTION")) == 1


def test_e106_no_supplies():
    board = Board(players=3)
    calm(board)
    board.game["supplies"] = 0
    for player, stamina in enumerate((1, 2, 3)):
        board.player(player)["stamina"] = stamina
    doom_at_mythos = []

    def top(asked):
        doom_at_mythos.append(int(asked.game["doom"]))
        return 0

    Script(board, MYTHOS_OPTION=top)
    board.midnight()
    assert doom_at_mythos == [1]
    assert board.game["devoured"] == 1
    assert [board.player(p)["stamina"] for p in range(3)] == [5, 1, 2]  # the replacement loses nothing


@pytest.mark.parametrize(
    ("season", "ruling", "stamina"),
    [("summer", "SAME_AS_WINTER", 4), ("summer", "NONE", 5), ("winter", "NONE", 4)],
)
def test_a86_summer_track_text(season, ruling, stamina):
    """A-8.6: the line at zero supplies is known of the Winter side only."""
    board = Board(season=season)
    calm(board)
    board.ruling("SUMMER_TRACK_TEXT", ruling)
    board.game["supplies"] = 0
    board.midnight()
    assert board.player(0)["stamina"] == stamina


@pytest.mark.parametrize(("supplies", "allowed"), [(3, False), (4, True)])
def test_e109_losing_four_supplies(supplies, allowed):
    board = Board()
    mythos(board, top="storm 4", bottom="supplies -4")
    board.game["supplies"] = supplies
    answers = Script(board, MYTHOS_OPTION=last)
    board.draw_mythos()
    assert bool(answers.of("MYTHOS_OPTION")) == allowed
    assert (board.game["supplies"], sum(storms(board))) == ((0, 0) if allowed else (3, 4))


@pytest.mark.parametrize(
    ("extra", "laid", "allowed"),
    [(False, (4, 4, 4, 4, 4, 1), False), (True, (4, 4, 4, 4, 4, 4, 1), False), (True, (4, 4, 4, 4, 4, 4, 0), True)],
    ids=["three spaces", "pile of three", "pile of four"],
)
def test_e110_a_bottom_option_with_storms(extra, laid, allowed):
    board = Board()
    lay_storms(board, *laid[:6])
    if extra:  # it lies behind the Special
        board.do("adventure 1")
        lay_storms(board, *[0] * 7, laid[6])
    mythos(board, top="clue +1", bottom="storm 4")
    answers = Script(board, MYTHOS_OPTION=last)
    before = sum(storms(board))
    board.draw_mythos()
    assert bool(answers.of("MYTHOS_OPTION")) == allowed
    assert sum(storms(board)) == before + (4 if allowed else 0)
    assert board.player(0)["clues"] == (0 if allowed else 1)


def test_e175_two_strikes_in_one_turn():
    board = Board()
    board.deck["storms_of_day"][2] = 2
    board.card(0, entry="clock 4")
    board.game["hour"] = 3
    goes_to(board, 0)
    watch(board)
    board.take_turn()
    assert (board.game["doom"], board.game["day"], board.game["hour"]) == (1, 2, 0)
    assert sum(storms(board)) == 2
    assert events(board).count("MYTHOS") == 1


def test_e178_who_chooses_the_mythos_option():
    """C-1.13"""
    board = Board(players=3)
    answers = Script(board, ATTEMPT=1)
    board.game["active"], board.game["hour"] = 1, 3
    board.take_turn()
    assert [asked.player for asked in answers.of("MYTHOS_OPTION")] == [1]


def test_e119_midnight_text_of_a_back():
    board = Board()
    calm(board)
    back(board, 3, midnight="doom +1")
    back(board, 4, midnight="doom +1")
    board.game["hour"] = 3
    seen = []
    goes_to(board, 3, ATTEMPT=lambda q: seen.append(int(q.game["doom"])) or 1)
    board.take_turn()
    assert seen == [0]  # nothing on arrival
    assert board.game["doom"] == 1  # only the one still facedown


def test_e180_monsters_at_midnight():
    board = Board()
    calm(board)
    board.deck["monsters"]["midnight"] = board.program("doom +1")
    board.appear(3)  # (a) on a facedown card
    assert board.game["slots"][3]["faceup"] == 0
    board.midnight()
    assert board.game["doom"] == 1
    ((marker, _),) = monsters_on(board, 3)
    board.collect(marker, 0)  # (b) defeated and collected
    board.midnight()
    assert board.game["doom"] == 1
