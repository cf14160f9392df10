"""Rules of R'lyeh Rising: the omen, and how Stage II begins (R-6, R-7)."""

from __future__ import annotations

import pytest
from board import START, TRACK
from deep import (
    CALLING,
    CALLING_SLOT,
    ECHOES,
    RLYEH_RISEN,
    WRECKAGE,
    amulet,
    amulet_locks,
    deep_table,
    in_play,
    lay_legion,
    legions,
    sea,
    tokens,
)
from loaded import Script, option, place
from situations import ALL_LORE, events, give_trophies, goes_to, last, mythos, next_card, only, set_again, watch

from sim.rules import state
from sim.rules.state import ENTRANCE, IN_PILE, ON_SPACE, OWNED


# --- the omen ---------------------------------------------------------------------------------
def test_r61_one_space():
    """R-6.1, R-6.5, R-12: along a track of data."""
    board = sea()
    board.do("omen +1")
    assert board.game["omen"] == START + 1
    board.do("omen -2")
    assert board.game["omen"] == START - 1
    assert not legions(board)


def test_e124_retreat_on_the_leftmost_space():
    """E-124, R-6.2: the token stays and one Legion appears; not on the way there."""
    board = sea()
    board.game["omen"] = 2
    board.do("omen -1")
    assert (board.game["omen"], len(legions(board))) == (1, 0)
    board.do("omen -1")
    assert (board.game["omen"], len(legions(board))) == (1, 1)


def test_e125_the_rightmost_space():
    """E-125, R-6.3, R-6.4, D-R3: offered on arrival and on each advance there; declining costs nothing."""
    board = sea()
    board.game["omen"] = TRACK - 1
    asked = Script(board, STAGE_TWO_OFFER=option(0))
    board.do("omen +1")
    assert (board.game["omen"], len(asked.of("STAGE_TWO_OFFER"))) == (TRACK, 1)
    board.do("omen +1")
    assert (board.game["omen"], len(asked.of("STAGE_TWO_OFFER"))) == (TRACK, 2)
    board.do("omen -1")
    assert (board.game["omen"], board.game["stage"]) == (TRACK - 1, 1)
    assert [{found[0] for found in question.options} for question in asked.of("STAGE_TWO_OFFER")] == [{0, 1}] * 2
    Script(board, STAGE_TWO_OFFER=option(1))
    board.do("omen +1")
    assert board.game["stage"] == 2


def test_r63_offered_on_a_later_advance_only():
    """STAGE2_OFFER"""
    board = sea()
    board.ruling("STAGE2_OFFER", "ON_ADVANCE_ONLY")
    board.game["omen"] = TRACK - 1
    asked = Script(board, STAGE_TWO_OFFER=option(0))
    board.do("omen +1")
    assert not asked.of("STAGE_TWO_OFFER")
    board.do("omen +1")
    assert len(asked.of("STAGE_TWO_OFFER")) == 1


def test_e137_the_omen_in_stage_two():
    """E-137, R-8.6, RC-108, D-R9: one chosen Legion leaves the game; the sum stays fifteen."""
    board = sea()
    board.rise()
    first, second = lay_legion(board, 0), lay_legion(board, 3)
    asked = Script(board, REMOVED_LEGION=option(second))
    board.do("omen +1")
    assert asked.of("REMOVED_LEGION")[0].first == {first, second}
    assert (legions(board), legions(board, state.OUT_OF_GAME)) == ([first], [second])
    assert len(legions(board, state.IN_STOCKPILE)) == 13
    assert board.game["omen"] == 0


def test_r86_retreat_brings_a_monster():
    """R-8.6: of the cup, no Legion."""
    board = sea()
    board.rise()
    board.do("omen -1")
    assert (board.game["monsters"]["where"] == state.ON_CARD).sum() == 1
    assert not legions(board)


def test_r86_the_lock_of_a_legion_that_leaves():
    """R-8.6, C-12.5: it opens with it."""
    board = sea()
    amulet(board, OWNED, OWNED, OWNED)
    board.rise()
    board.deck["monsters"]["lock"] = state.RED
    board.legion_appears()
    assert (board.game["n_locks"], place(board, state.RED_DIE)) == (1, state.LOCKED)
    board.do("omen +1")
    assert (board.game["n_locks"], place(board, state.RED_DIE)) == (0, state.SUPPLY)


def test_r86_a_defeated_legion_is_safe():
    """R-8.6, C-11.16: it only waits to be collected."""
    board = sea()
    board.rise()
    m = lay_legion(board, 2)
    board.game["monsters"][m]["defeated"] = board.game["monsters"][m]["paid"] = 1
    board.game["in_resolution"] = 1
    board.do("omen +1")
    assert legions(board) == [m]


# --- Stage II -----------------------------------------------------------------------------------
def test_r73_the_procedure():
    """R-7.3, R-7.5, R-8.2: deck, card, tokens, locks, Mythos, Special, in this order."""
    board = sea()
    board.game["slots"][3]["faceup"] = 0
    amulet(board, IN_PILE, OWNED, IN_PILE)
    mythos(board, "lock yellow")
    board.draw_mythos()
    watch(board)
    board.rise()
    game = board.game
    assert (game["stage"], game["omen"], game["mythos"]) == (2, 0, -1)
    assert game["deck_size"][state.STAGE_I] == 0
    assert game["top_back"] == board.deck["adventures"][next_card(board, state.STAGE_II)]["back"]
    assert tokens(board) == [IN_PILE, ON_SPACE, IN_PILE]
    assert [board.game["dice"][die]["place"] for die in (state.YELLOW_DIE, state.RED_DIE)] == [
        state.SUPPLY, state.LOCKED,
    ]  # fmt: skip
    assert set(amulet_locks(board)) == {0, 2}
    assert (game["deck_size"][state.MYTHOS], in_play(board).count(RLYEH_RISEN)) == (20, 1)
    steps = ("STAGE", "AMULET_PLACED", "LOCK_SHUT", "LOCK_OPENED", "SPECIAL_ENTERED")
    assert only(board, *steps) == ["STAGE", "AMULET_PLACED", "LOCK_SHUT", "LOCK_SHUT", "LOCK_OPENED", "SPECIAL_ENTERED"]


def test_r73_once():
    """R-7.3, R-7.1: a second cause finds it done."""
    board = sea()
    board.rise()
    watch(board)
    board.rise()
    assert events(board) == []


def test_r73_the_rlyeh_deck():
    """R-7.3, C-14.10: only its cards are drawn, and again when all have been."""
    board = sea()
    board.rise()
    drawn = []
    for _ in range(45):
        board.draw_mythos()
        drawn.append(int(board.game["mythos"]))
        board.game["turn"] += 1
    assert sorted(drawn[:20]) == sorted(drawn[20:40]) == list(range(20, 40))
    assert set(drawn) == set(range(20, 40))
    assert drawn[:20] != drawn[20:40]


def test_r73_the_rlyeh_deck_is_shuffled():
    """R-7.3, C-3.10: another order in every game."""
    orders = set()
    for seed in range(6):
        board = sea(seed=seed)
        board.rise()
        ring = board.hidden["rings"][state.MYTHOS]
        orders.add(tuple(int(card) for card in ring["cards"][: ring["n"]]))
    assert len(orders) == 6


def test_r102_a_split_of_the_mythos():
    """R-10.2: as many of each stage as the data says, even none."""
    board = sea()
    board.deck["mythos"]["stage"][:40] = 1
    set_again(board)
    assert board.game["deck_size"][state.MYTHOS] == 39
    board.rise()
    board.draw_mythos()
    assert board.game["mythos"] == -1


def test_e131_specials_stay():
    """E-131, R-7.4: cards, trophies and Specials in play stay; Calling and R'lyeh Risen coexist."""
    board = sea()
    before = in_play(board)
    (trophy,) = give_trophies(board, 0, 2)
    board.do("stage_2")
    assert [*before, RLYEH_RISEN] == in_play(board)
    assert board.game["adventure_place"][trophy] == state.IN_TROPHIES


def test_r78_spent_stage_one_trophies():
    """R-7.8"""
    board = sea()
    (trophy,) = give_trophies(board, 0, 2)
    board.rise()
    board.do("trophy -2")
    assert board.game["adventure_place"][trophy] == state.GONE


def test_r75_the_mythos_card_is_boxed():
    """R-7.5, CURRENT_MYTHOS_STAGE2: its effects end with it, or last to midnight."""
    for value, lasts in (("BOXED", 0), ("STAYS_TO_MIDNIGHT", 1)):
        board = sea()
        board.ruling("CURRENT_MYTHOS_STAGE2", value)
        amulet(board, OWNED, OWNED, OWNED)
        mythos(board, "investigation +1; terror(sanity -1); next_midnight(doom +1); lock yellow")
        board.draw_mythos()
        mythos(board)
        board.rise()
        game = board.game
        assert (game["investigation_bonus"], game["n_locks"]) == (lasts, lasts)
        assert (game["mythos_terror"]["size"] > 0) == (game["mythos_midnight"]["size"] > 0) == bool(lasts)
        board.midnight()
        assert game["doom"] == lasts
        assert (game["n_locks"], game["mythos"] >= 20) == (0, True)


def test_r75_a_card_that_brings_stage_two_leaves_nothing_behind():
    """R-7.5, R-4.7: it is boxed in mid-text; what follows at once acts, what would last does not."""
    board = sea()
    board.card(1, tasks="lore")
    mythos(board, "stage_2; lock yellow; investigation +1; next_midnight(doom +1); terror(doom +1); doom +1")
    amulet(board, OWNED, OWNED, OWNED)
    board.draw_mythos()
    game = board.game
    assert (game["stage"], game["mythos"], game["doom"]) == (2, -1, 1)
    assert (game["n_locks"], game["investigation_bonus"]) == (0, 0)
    assert (game["mythos_terror"]["size"], game["mythos_midnight"]["size"]) == (0, 0)


@pytest.mark.parametrize(("first", "struck"), [(0, 1), (1, 2)])
def test_r75_the_terror_effect_of_a_boxed_card(first, struck):
    """R-7.5, D-C9: the adventure's effect begins Stage II; the Mythos card's acts only if it came first."""
    board = deep_table("peril", terror="stage_2")
    amulet(board, OWNED, OWNED, OWNED)
    board.game["mythos_terror"] = board.program("doom +1")
    Script(board, ["TLLLLL"], TERROR_ORDER=first)
    watch(board)
    board.resolution()
    assert (only(board, "TERROR"), board.game["doom"]) == (["TERROR"] * struck, struck - 1)


def test_e126_the_fourth_legion_in_mid_attempt():
    """E-126, R-7.6, R-4.4, R-4.5: three locks at once, and the attempt goes on with what is left."""
    board = deep_table("lore | lore | lore", terror="legion 1")
    amulet(board, IN_PILE, OWNED, IN_PILE)
    for slot in (1, 2, 3):
        lay_legion(board, slot)
    asked = Script(board, ["TPPPPP", "LPP"], TASK=last)
    board.resolution()
    game = asked.of("FOCUS")[0].game
    assert (game["entrance"], game["stage"], list(game["amulet"])) == (WRECKAGE, 2, [IN_PILE] * 3)
    assert set(amulet_locks(board)) == {0, 1, 2}
    assert len(asked.of("FOCUS")[0].pool) == 4  # two green dice of six are locked
    assert asked.of("TASK")[-1].pool == "LPP"


def test_r76_calling_under_attempt():
    """R-7.6, R-7.4, R-14.2: Stage II begins while Calling is attempted; completing it still brings Echoes."""
    board = sea()
    board.card(CALLING_SLOT, tasks="lore | peril", reward="next_special", terror="stage_2")
    amulet(board, OWNED, OWNED, OWNED)
    goes_to(board, CALLING_SLOT, ["TPPPPP", "LPPPP", "LPPP"], TASK=[0, last, last])
    board.take_turn()
    assert board.game["stage"] == 2
    assert (CALLING in in_play(board), ECHOES in in_play(board), RLYEH_RISEN in in_play(board)) == (False, True, True)


@pytest.mark.parametrize(("value", "stage"), [("YES", 2), ("NO", 1)])
def test_e130_echoes_of_the_dream(value, stage):
    """E-130, R-7.1, R-7.2, RC-128, ECHOES_ADVANCES: the omen not at the end."""
    board = sea()
    board.ruling("ECHOES_ADVANCES", value)
    board.write(board.deck["adventures"][ECHOES], reward="stage_2; clue +1")
    board.enter_special(1)
    slot = int(board.game["n_slots"]) - 1
    goes_to(board, slot, ALL_LORE)
    board.take_turn()
    assert (board.game["stage"], board.player(0)["clues"]) == (stage, 1)
    assert board.game["adventure_place"][ECHOES] == state.IN_TROPHIES
    assert (RLYEH_RISEN in in_play(board)) == (stage == 2)


def test_r72_the_ruling_is_about_echoes_alone():
    """ECHOES_ADVANCES: another text that begins Stage II does."""
    board = sea()
    board.ruling("ECHOES_ADVANCES", "NO")
    board.do("stage_2")
    assert board.game["stage"] == 2


def test_e195_echoes_in_stage_two():
    """E-195, R-7.7: its reward once, a trophy, to the entrance, nothing of Stage II again."""
    board = sea()
    board.write(board.deck["adventures"][ECHOES], reward="stage_2; clue +1")
    board.enter_special(1)
    slot = int(board.game["n_slots"]) - 1
    amulet(board, OWNED, OWNED, OWNED)
    board.rise()
    goes_to(board, slot, ALL_LORE)
    watch(board)
    board.take_turn()
    assert only(board, "STAGE", "SPECIAL_ENTERED") == []
    assert (board.player(0)["clues"], board.player(0)["at"]) == (1, ENTRANCE)
    assert board.game["adventure_place"][ECHOES] == state.IN_TROPHIES
