"""Rules of R'lyeh Rising: setup, movement, Mythos, midnight, Specials, icons (R-2, R-3, R-10 .. R-14)."""

from __future__ import annotations

import pytest
from board import FIRST_LEGION, LEGIONS, START
from deep import (
    CALLING,
    CALLING_SLOT,
    ECHOES,
    RLYEH_RISEN,
    SLEEPER,
    WRECKAGE,
    amulet,
    deep_table,
    in_play,
    lay_legion,
    legions,
    own_mission,
    sea,
    skilled,
    tokens,
    where_is,
)
from loaded import Script, hand, option
from situations import ALL_LORE, back, give_trophies, goes_to, last, mythos, next_card, only, set_again, watch

from sim.rules import state
from sim.rules.log import CLUES
from sim.rules.state import ENTRANCE, IN_PILE, OWNED


# --- setup ------------------------------------------------------------------------------------
def test_r2_setup():
    """R-2.1, R-2.2, R-2.4 .. R-2.8: what lies where; the Mythos card is an Ocean one, and there is no midnight."""
    board = sea(2)
    board.deck["adventures"]["midnight"] = board.program("doom +1")
    board.deck["adventures"]["entry"] = board.program("sanity -1")
    watch(board)
    answers = Script(board, FIRST_PLAYER=1)
    set_again(board)
    game = board.game
    assert (game["entrance"], game["stage"], game["omen"]) == (0, 1, START)
    assert [player["at"] for player in game["investigators"][:2]] == [ENTRANCE, ENTRANCE]
    where = game["monsters"]["where"]
    assert set(where[:FIRST_LEGION]) == {state.IN_CUP}  # missions too
    assert set(where[FIRST_LEGION : FIRST_LEGION + LEGIONS]) == {state.IN_STOCKPILE}
    assert sorted(game["slots"]["faceup"][:6]) == [0, 0, 0, 1, 1, 1]
    assert set(game["slots"]["stage"][:6]) == {1}
    assert (game["slots"][CALLING_SLOT]["card"], game["slots"][CALLING_SLOT]["faceup"]) == (CALLING, 1)
    assert sorted(tokens(board)) == [IN_PILE, IN_PILE, OWNED]
    assert board.deck["mythos"][game["mythos"]]["stage"] == 1
    assert game["deck_size"][state.MYTHOS] == 19
    assert [asked.player for asked in answers.of("MYTHOS_OPTION")] == [1]  # D-R8: the first player
    assert (game["hour"], game["doom"], game["nights"]) == (0, 0, 0)
    assert [player["sanity"] for player in game["investigators"][:2]] == [5, 5]


def test_r24_skills_are_shuffled():
    """R-2.4: a deck of their own."""
    orders = set()
    for seed in range(6):
        board = sea(seed=seed)
        ring = board.hidden["rings"][state.SKILLS]
        order = tuple(int(card) for card in ring["cards"][: ring["n"]])
        assert sorted(order) == list(range(64, 76))
        orders.add(order)
    assert len(orders) == 6


def test_r26_locks_on_faceup_cards_act():
    """R-2.6: those of the facedown ones do not."""
    board = sea()
    board.deck["adventures"]["lock"][:60] = state.GREEN
    set_again(board)
    assert board.game["n_locks"] == 3


def test_r27_the_first_token_is_drawn():
    """R-2.7: any of the three."""
    assert {tokens(sea(seed=seed)).index(OWNED) for seed in range(12)} == {0, 1, 2}


def test_r23_any_ancient_one():
    """R-2.3, D-R1: one of another box acts by its own text."""
    board = sea()
    board.deck["ancient_one"]["ability"] = state.SIGN_WOUNDS
    board.do("sign +1")
    assert board.player(0)["stamina"] == 3


def test_r23_a_wind_without_storms():
    """R-2.3, A-13.4, C-13.14: no marker to keep away, so Ithaqua's wind asks for nothing."""
    board = sea()
    board.deck["ancient_one"]["ability"] = state.WIND_FROM_NORTH
    board.player(0)["clues"] = 1
    asked = Script(board, OFFERING=last)
    board.take_turn()
    assert (asked.of("OFFERING"), board.player(0)["clues"]) == ([], 1)


def test_r24_a_named_skill_to_start_with():
    """C-3.6, R-2.4: out of the skill deck; every other deck stays whole."""
    board = sea(2)
    sizes = board.game["deck_size"].copy()
    sizes[state.SKILLS] -= 1
    board.deck["investigators"]["own"] = 70
    set_again(board)
    assert hand(board, 0) + hand(board, 1) == [70]
    assert (board.game["deck_size"] == sizes).all()


# --- movement ---------------------------------------------------------------------------------
def test_r31_where_one_may_go():
    """R-3.1, D-C3: cards in play, Specials and Other Worlds too, or the entrance."""
    board = sea()
    board.enter_other_world()
    board.stand(0, 2)
    asked = Script(board, MOVE=option(CALLING_SLOT))
    board.movement()
    assert asked.of("MOVE")[0].first == {*range(8), ENTRANCE}
    assert board.player(0)["at"] == CALLING_SLOT


def test_r32_order_of_a_flip():
    """R-3.2, R-3.4, R-3.5: back, flip, markers onto monster tasks, Entry; then the attempt."""
    board = sea()
    back(board, 3, arrive="stamina -1")
    board.card(3, faceup=False, tasks="lore | [peril]", entry="sanity -1")
    lay_legion(board, 3)
    lay_legion(board, 3)
    watch(board)
    asked = goes_to(board, 3)
    board.take_turn()
    seen = ("BACK_EFFECT", "FLIPPED", "FLIP_MONSTER", "ENTRY_EFFECT", "ATTEMPT")
    assert only(board, *seen) == list(seen)
    (which,) = asked.of("FLIP_MONSTER")
    assert {found[1] for found in which.options} == {1}
    assert board.game["slots"][3]["bottom"] == 1
    assert (board.player(0)["sanity"], board.player(0)["stamina"]) == (4, 4)


def test_r33_backs():
    """R-3.3: at midnight only while facedown; seen by all, that of the deck's top card too."""
    board = sea()
    back(board, 3, midnight="clue +1")
    board.midnight()
    assert board.player(0)["clues"] == 1
    board.card(3, faceup=True)
    board.midnight()
    assert board.player(0)["clues"] == 1
    top = next_card(board, state.STAGE_I)
    assert board.game["top_back"] == board.deck["adventures"][top]["back"]


def test_r35_no_entry_when_staying():
    """R-3.5: not for one who stays after a failure; again for the next one who comes."""
    board = sea(2)
    board.card(2, entry="clue +1")
    board.stand(0, 2)
    goes_to(board, 2)
    board.take_turn()
    assert board.player(0)["clues"] == 0
    board.game["active"] = 1
    goes_to(board, 2)
    board.take_turn()
    assert board.player(1)["clues"] == 1


def test_r36_the_entrance():
    """R-3.6, R-3.7: no attempt there; a resolved card sends all on it there, to the Wreckage after the sinking."""
    board = sea(2)
    asked = Script(board)
    board.take_turn()
    assert not asked.of("ATTEMPT")
    for _ in range(4):
        board.legion_appears()
    board.card(2, tasks="lore")
    board.game["monsters"]["where"][FIRST_LEGION:] = state.OUT_OF_GAME
    board.game["slots"]["monsters"] = board.game["slots"]["bottom"] = 0
    for player in (0, 1):
        board.stand(player, 2)
    goes_to(board, 2, ALL_LORE)
    board.take_turn()
    assert [board.player(player)["at"] for player in (0, 1)] == [ENTRANCE, ENTRANCE]
    assert board.game["entrance"] == WRECKAGE


@pytest.mark.parametrize("stage", [1, 2])
def test_r38_replacements(stage):
    """R-3.8: facedown, from the deck of the current stage."""
    board = deep_table("lore")
    if stage == 2:
        board.rise()
    goes_to(board, 0, ALL_LORE)
    board.take_turn()
    slot = board.game["slots"][0]
    assert (slot["kind"], slot["faceup"], slot["stage"]) == (state.ORDINARY, 0, stage)


# --- Mythos, midnight, the Ancient One -------------------------------------------------------------
def test_e136_an_option_without_effect():
    """E-136, R-10.1, D-R8: the bottom option may be taken though nothing of it can be done."""
    board = sea()
    mythos(board, "doom +1", "ally -1 @each; amulet -1")
    amulet(board, IN_PILE, IN_PILE, IN_PILE)
    asked = Script(board, MYTHOS_OPTION=option(1))
    board.draw_mythos()
    assert asked.of("MYTHOS_OPTION")[0].first == {0, 1}
    assert board.game["doom"] == 0


def test_r101_who_chooses_at_midnight():
    """R-10.1, D-R8, D-R12: the player of the last turn, the order within a letter too."""
    board = sea(3)
    board.card(0, midnight="clue +1")
    board.card(1, midnight="sanity -1")
    mythos(board, "", "doom +1")
    board.game["active"] = 2
    asked = Script(board)
    board.midnight()
    assert [question.player for question in asked.of("MYTHOS_OPTION")] == [2]
    assert [question.player for question in asked.of("EFFECT_ORDER")] == [2]


def test_r131_midnight():
    """R-13.1, C-14.4: Ancient One, monsters, adventures, the old Mythos card, the new one, refresh; nothing of days."""
    board = sea()
    mythos(board, "next_midnight(clue +5)")
    board.draw_mythos()
    mythos(board, "clue +6")
    board.deck["ancient_one"]["midnight"] = board.program("clue +1")
    lay_legion(board, 0, midnight="clue +2")
    board.card(0, midnight="clue +3")
    back(board, 3, midnight="clue +4")
    board.player(0)["ability_used"] = 1
    watch(board)
    Script(board, EFFECT_ORDER=0)
    board.midnight()
    clues = [int(event["b"]) for event in board.logs[0]["events"][: board.logs[0]["n"]] if event["code"] == CLUES]
    assert clues == [1, 2, 3, 4, 5, 6]
    assert (board.game["day"], board.game["doom"], board.player(0)["ability_used"]) == (1, 0, 0)
    assert board.game["outcome"] == state.UNDECIDED


def test_r131_time_never_runs_out():
    """R-13.1: no day track ends the game."""
    board = sea()
    for _ in range(20):
        board.midnight()
    assert (board.game["outcome"], board.game["nights"], board.game["doom"]) == (state.UNDECIDED, 20, 0)


def test_r132_the_doom_icon():
    """R-13.2: one Legion each time the space is covered, and nothing in the final battle."""
    board = sea()
    board.deck["ancient_one"]["icon"][2] = state.LEGION_ICON
    board.do("doom +2")
    board.do("doom -1")
    board.do("doom +1")
    assert len(legions(board)) == 2
    board.game["doom"] = 1
    board.awaken()
    board.game["doom"] = 1
    board.add_doom()
    assert not legions(board)
    assert len(legions(board, state.OUT_OF_GAME)) == 2


def test_e129_an_empty_stockpile():
    """E-129, R-5.1, RC-109: the icon brings nothing."""
    board = sea()
    board.deck["ancient_one"]["icon"][1] = state.LEGION_ICON
    board.game["monsters"]["where"][FIRST_LEGION:] = state.OUT_OF_GAME
    board.do("doom +1; legion 2")
    assert not legions(board)


# --- Specials --------------------------------------------------------------------------------------
def test_r141_specials():
    """R-14.1, R-5.9, C-11.4: not discarded, no markers, replaced by nothing, a trophy."""
    board = sea()
    board.card(CALLING_SLOT, tasks="lore | [peril]")
    board.discard_adventure(CALLING_SLOT, 1)
    assert board.game["slots"][CALLING_SLOT]["kind"] == state.SPECIAL
    for _ in range(8):
        board.legion_appears()
    board.appear(CALLING_SLOT)
    assert board.game["slots"][CALLING_SLOT]["monsters"] == 0
    board.card(CALLING_SLOT, tasks="lore")
    goes_to(board, CALLING_SLOT, ALL_LORE)
    board.take_turn()
    assert board.game["slots"][CALLING_SLOT]["kind"] == state.NO_CARD
    assert (board.game["adventure_place"][CALLING], board.player(0)["trophies"]) == (state.IN_TROPHIES, 1)
    board.do("trophy -1")
    assert board.game["adventure_place"][CALLING] == state.GONE


@pytest.mark.parametrize("value", ["ANALOGY", "NONE"])
@pytest.mark.parametrize(("which", "after"), [(CALLING, ECHOES), (RLYEH_RISEN, SLEEPER)])
def test_r142_the_chain(which, after, value):
    """R-14.2, SPECIAL_CHAIN"""
    board = sea()
    board.ruling("SPECIAL_CHAIN", value)
    amulet(board, OWNED, OWNED, OWNED)
    if which == RLYEH_RISEN:
        board.rise()
    slots = board.game["slots"]
    slot = next(slot for slot in range(board.game["n_slots"]) if slots[slot]["card"] == which)
    board.write(board.deck["adventures"][which], reward="next_special")
    goes_to(board, slot, ALL_LORE)
    board.take_turn()
    assert (after in in_play(board)) == (value == "ANALOGY")


# --- icons -----------------------------------------------------------------------------------------
def test_r12_points_and_clock():
    """R-12: Healing, Respite, Clock, Expeditious, Reprieve, Lost Elder Sign."""
    board = sea(2)
    board.player(1)["stamina"] = board.player(1)["sanity"] = 1
    Script(board, TARGET=option(1))
    board.rewards(*board.program("stamina +1 @any; sanity +1 @any"), 0)
    assert (board.player(1)["stamina"], board.player(1)["sanity"]) == (2, 2)
    board.do("clock 1; expeditious; doom +2; doom -1; sign -1")
    assert (board.game["hour"], board.game["expeditious"], board.game["doom"]) == (1, 1, 2)
    board.game["signs"] = 1
    board.do("sign -1")
    assert (board.game["signs"], board.game["doom"]) == (0, 2)


def test_r12_remove_monster():
    """R-12, R-5.8: a monster to the cup, a Legion to the stockpile, no trophy."""
    board = sea()
    m = lay_legion(board, 2)
    board.do("remove_monster 1")
    assert (where_is(board, m), board.player(0)["trophies"]) == (state.IN_STOCKPILE, 0)


def test_r121_skills():
    """R-12.1, R-12: gained, kept while others use items, lost under their deck."""
    board = sea()
    start, size = skilled(board, "ally +1")
    board.resolve(start, size, 0, -1)
    (card,) = hand(board, 0)
    assert board.deck["items"][card]["kind"] == state.SKILL
    assert board.game["deck_size"][state.SKILLS] == 11
    board.do("common -1; ally -1; spell -1; unique -1")
    assert hand(board, 0) == [card]
    start, size = skilled(board, "ally -1")
    board.resolve(start, size, 0, -1)
    ring = board.hidden["rings"][state.SKILLS]
    assert (hand(board, 0), int(ring["n"])) == ([], 12)
    assert ring["cards"][(ring["head"] + 11) % state.MAX_ADVENTURES] == card


def test_r121_used_by_the_owner_alone():
    """R-12.1: nobody uses another's skill; it stays as long as its text says."""
    board = deep_table("peril", players=2)
    for player in (0, 1):
        board.gain_cards(player, state.SKILL, 1)
    mine, his = hand(board, 0)[0], hand(board, 1)[0]
    for card in (mine, his):
        item = board.deck["items"][card]
        item["when"], item["tokens"] = state.WHEN_POOL, 3
        board.write(item, effect="yellow")
    board.player(0)["timings"] = board.player(1)["timings"] = 1 << state.WHEN_POOL
    asked = Script(board, ["LLLLLLyL"], POOL=last)
    board.resolution()
    assert {found for question in asked.of("POOL") for found in question.cards} == {-1, mine}
    assert hand(board, 0) == [mine]


def test_r111_splits():
    """R-11.1, A-12.4: a group with a skill that nobody has cannot be taken, one with a skill to gain can."""
    board = sea()
    start, size = skilled(board, "split(ally -1, doom +1)")
    asked = Script(board)
    board.penalties(start, size, 0)
    assert (board.game["doom"], asked.of("SPLIT_GROUP")) == (1, [])
    start, size = skilled(board, "split(ally +1, clue +1)")
    asked = Script(board)
    board.rewards(start, size, 0)
    assert asked.of("SPLIT_GROUP")[0].first == {0, 1}


def test_e196_no_token_left():
    """E-196, R-12"""
    board = sea()
    amulet(board, OWNED, OWNED, OWNED)
    watch(board)
    board.do("amulet +1")
    assert only(board, "AMULET_GAINED") == []


def test_r12_the_amulet_in_stage_one():
    """R-12, R-8.7: tokens come and go without effect on dice."""
    board = sea()
    amulet(board, OWNED, IN_PILE, IN_PILE)
    board.do("amulet +2")
    assert (tokens(board), board.game["n_locks"]) == ([OWNED] * 3, 0)
    Script(board, LOST_TOKEN=option(1))
    board.do("amulet -1")
    assert (tokens(board), board.game["n_locks"]) == ([OWNED, IN_PILE, OWNED], 0)
    Script(board)
    board.do("amulet -3")
    assert tokens(board) == [IN_PILE] * 3


def test_r94_missions_at_the_start_of_movement_only_for_their_owner():
    """R-9.4, D-R7"""
    board = sea(2)
    own_mission(board, 1, 1)
    give_trophies(board, 1, 1)
    asked = Script(board)
    board.take_turn()
    assert not asked.of("MISSION_REWARD")
