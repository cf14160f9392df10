"""Rules of R'lyeh Rising: the Ultima Thule, its prices, and how it sinks (R-4)."""

from __future__ import annotations

import pytest
from board import TRACK
from deep import (
    WRECKAGE,
    amulet,
    deep_table,
    lay_legion,
    sea,
    tokens,
)
from loaded import Script, hand, option
from situations import ALL_LORE, give_trophies, goes_to, last, next_card, only, watch

from sim.rules import state
from sim.rules.state import ENTRANCE, IN_PILE, ON_SPACE, OWNED


def test_r41_only_on_the_entrance():
    """R-4.1: where he stands when his Clock phase begins."""
    for at, offered in ((ENTRANCE, 1), (0, 0)):
        board = sea()
        board.stand(0, at)
        give_trophies(board, 0, 5)
        asked = Script(board)
        board.take_turn()
        assert len(asked.of("CAMP")) == offered
    board = sea(2)
    give_trophies(board, 1, 5)  # it is not his Clock phase
    board.stand(0, 0)
    asked = Script(board)
    board.take_turn()
    assert not asked.of("CAMP")


def test_r43_prices():
    """R-4.1, R-4.3, D-R2: what each price buys, for any one investigator."""
    board = sea(2)
    give_trophies(board, 0, 5)
    for player in (0, 1):
        board.player(player)["sanity"] = board.player(player)["stamina"] = 1
    asked = Script(board)
    board.purchase()
    buys = {
        (5, state.BUY_ALLY), (5, state.BUY_SKILL), (4, state.BUY_UNIQUE), (4, state.BUY_SPELL),
        (3, state.BUY_COMMON), (3, state.BUY_CLUE), (2, state.BUY_SANITY), (2, state.BUY_STAMINA),
    }  # fmt: skip
    for_one = {(price, player, benefit) for price, benefit in buys for player in (0, 1)}
    for_all = {(0, -1, -1), (5, -1, state.BUY_OMEN), (1, -1, state.BUY_NEW_TOP)}
    assert {(found[0], found[2], found[3]) for found in asked.of("CAMP")[0].options} == for_one | for_all


@pytest.mark.parametrize("trophies", range(1, 6))
def test_r43_nothing_dearer_than_the_trophies(trophies):
    """R-4.3"""
    board = sea()
    board.player(0)["sanity"] = board.player(0)["stamina"] = 1
    give_trophies(board, 0, trophies)
    asked = Script(board)
    board.purchase()
    assert asked.of("CAMP")[0].first == set(range(trophies + 1))


@pytest.mark.parametrize(
    ("benefit", "has"),
    [
        (state.BUY_ALLY, "ally"), (state.BUY_SKILL, "skill"), (state.BUY_UNIQUE, "unique"), (state.BUY_SPELL, "spell"),
        (state.BUY_COMMON, "common"), (state.BUY_CLUE, "clue"), (state.BUY_SANITY, "sanity"),
        (state.BUY_STAMINA, "stamina"),
    ],
)  # fmt: skip
def test_r43_benefits(benefit, has):
    """R-4.3, R-4.1: bought by one for the other."""
    board = sea(2)
    give_trophies(board, 0, 5)
    him = board.player(1)
    him["sanity"] = him["stamina"] = 1
    Script(board, CAMP=option(None, None, 1, benefit))
    board.purchase()
    classes = ("common", "unique", "spell", "ally", "skill")
    held = [classes[board.deck["items"][card]["kind"]] for card in hand(board, 1)]
    points = {"clue": him["clues"], "sanity": him["sanity"] - 1, "stamina": him["stamina"] - 1}
    assert held == ([has] if has in classes else [])
    assert {name: int(n) for name, n in points.items() if n} == (
        {} if has in classes else {has: 1 if has == "clue" else 2}
    )
    assert board.player(0)["trophies"] == 0


def test_r43_the_top_card_is_discarded():
    """R-4.3: under its deck; the next back is seen."""
    board = sea()
    give_trophies(board, 0, 1)
    top = next_card(board, state.STAGE_I)
    Script(board, CAMP=option(1))
    board.purchase()
    assert next_card(board, state.STAGE_I) != top
    ring = board.hidden["rings"][state.STAGE_I]
    assert top in ring["cards"][(ring["head"] + ring["n"] - 2) % state.MAX_ADVENTURES :]


def test_r43_the_top_card_of_stage_two():
    """R-4.3, R-7.3: the adventure deck is that of the stage, though the last one is used up."""
    board = sea()
    board.rise()
    give_trophies(board, 0, 1)
    top = next_card(board, state.STAGE_II)
    Script(board, CAMP=option(1))
    board.purchase()
    assert next_card(board, state.STAGE_II) != top
    ring = board.hidden["rings"][state.STAGE_II]
    assert top in ring["cards"][(ring["head"] + ring["n"] - 2) % state.MAX_ADVENTURES :]


@pytest.mark.parametrize(("value", "bought"), [("ONE", 1), ("UNLIMITED", 3)])
def test_r42_one_purchase(value, bought):
    """R-4.2, SHIP_PURCHASES"""
    board = sea()
    board.ruling("SHIP_PURCHASES", value)
    give_trophies(board, 0, 3, 3, 3)
    Script(board, CAMP=option(3))
    board.purchase()
    assert board.game["purchases"] == bought


def test_e189_the_omen_is_bought():
    """E-189, R-4.1, R-4.3, R-6.3, D-R3: Stage II is offered, then the clock moves."""
    board = sea()
    board.game["omen"] = TRACK - 1
    give_trophies(board, 0, 5)
    watch(board)
    asked = Script(board, CAMP=option(5, None, -1, state.BUY_OMEN), STAGE_TWO_OFFER=option(0))
    board.take_turn()
    assert only(board, "BOUGHT", "OMEN_MOVED", "STAGE_TWO_OFFER", "CLOCK_MOVED") == [
        "BOUGHT", "OMEN_MOVED", "STAGE_TWO_OFFER", "CLOCK_MOVED",
    ]  # fmt: skip
    assert (board.game["omen"], board.game["stage"]) == (TRACK, 1)
    assert len(asked.of("STAGE_TWO_OFFER")) == 1


def test_r43_an_omen_that_changes_nothing_is_not_offered():
    """R-4.3, R-8.6, A-3.19: Stage II without a Legion on an adventure."""
    board = sea()
    board.rise()
    board.game["entrance"] = 0
    give_trophies(board, 0, 5)
    for there, offered in ((0, False), (1, True)):
        for _ in range(there):
            lay_legion(board, 2)
        asked = Script(board)
        board.purchase()
        assert (state.BUY_OMEN in {found[3] for found in asked.of("CAMP")[0].options}) == offered


@pytest.mark.parametrize("value", ["YES", "NO"])
def test_r44_the_ship_sinks(value):
    """R-4.4, R-4.5, R-4.7, SINK_AMULET, RC-106, D-R10: at the fourth Legion, in this order, without a choice."""
    board = sea()
    board.ruling("SINK_AMULET", value)
    amulet(board, OWNED, OWNED, OWNED)
    for _ in range(3):
        board.legion_appears()
    assert (board.game["entrance"], board.game["stage"]) == (0, 1)
    watch(board)
    asked = Script(board, LOST_TOKEN=option(2))
    board.legion_appears()
    assert (board.game["entrance"], board.game["stage"]) == (WRECKAGE, 2)
    lost = ["AMULET_LOST"] if value == "YES" else []
    assert only(board, "SHIP_SANK", "AMULET_LOST", "STAGE", "STAGE_TWO_OFFER") == ["SHIP_SANK", *lost, "STAGE"]
    assert [question.first for question in asked.of("LOST_TOKEN")] == ([{0, 1, 2}] if lost else [])
    assert tokens(board) == [ON_SPACE, ON_SPACE, IN_PILE if lost else ON_SPACE]


def test_r44_it_sinks_between_two_tokens_of_doom():
    """R-4.4, R-4.7, C-1.15, R-8.5: before the second token awakens the Ancient One, so locked dice leave the game."""
    board = sea()
    amulet(board, IN_PILE, IN_PILE, IN_PILE)
    board.deck["ancient_one"]["icon"][9] = state.LEGION_ICON
    board.game["doom"] = 8
    for slot in (0, 1, 2):
        lay_legion(board, slot)
    board.do("doom +2")
    assert (board.game["entrance"], board.game["stage"], board.game["doom"]) == (WRECKAGE, 2, 10)
    board.awaken()
    assert sorted(board.game["dice"]["place"] == state.REMOVED) == [False] * 5 + [True] * 3


def test_r44_it_sinks_before_the_replacement_is_dealt():
    """R-4.4, R-3.8, C-6.10: by the clock symbol of the last task; the new card is of Stage II."""
    board = deep_table("lore, clock, clock, clock, clock, clock")
    board.game["hour"] = 3
    board.deck["ancient_one"]["icon"][1] = state.LEGION_ICON
    for slot in (1, 2, 3):
        lay_legion(board, slot)
    goes_to(board, 0, ALL_LORE, PLACE_MONSTER=last)
    board.take_turn()
    assert (board.game["stage"], board.game["slots"][0]["stage"], board.game["slots"][0]["faceup"]) == (2, 2, 0)


def test_e190_sinking_in_stage_two():
    """E-190, R-4.6: the entrance flips and a token is lost; there is no second Stage II."""
    board = sea()
    board.rise()
    watch(board)
    for _ in range(4):
        board.legion_appears()
    assert board.game["entrance"] == WRECKAGE
    assert only(board, "SHIP_SANK", "STAGE", "SPECIAL_ENTERED") == ["SHIP_SANK"]


def test_r44_once_for_all():
    """R-4.4: for the rest of the game, however many Legions there are."""
    board = sea()
    for _ in range(6):
        board.legion_appears()
    watch(board)
    board.legion_appears()
    assert only(board, "SHIP_SANK") == []


def test_r48_prices_of_the_wreckage():
    """R-4.8, R-3.7: other prices, those of the other side."""
    board = sea()
    board.game["entrance"] = WRECKAGE
    give_trophies(board, 0, 5)
    asked = Script(board)
    board.purchase()
    prices = {(found[0], found[3]) for found in asked.of("CAMP")[0].options}
    assert prices == {
        (0, -1), (5, state.BUY_UNIQUE), (5, state.BUY_SPELL), (4, state.BUY_COMMON), (4, state.BUY_CLUE),
        (2, state.BUY_NEW_TOP),
    }  # fmt: skip
