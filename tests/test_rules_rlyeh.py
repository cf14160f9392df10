"""R'lyeh Rising: setup, movement, ship, omen, Stage II, Mythos, midnight, Specials (R-2 .. R-7, R-10 .. R-14)."""

from __future__ import annotations

import pytest
from board import FIRST_LEGION, LEGIONS, START, TRACK
from deep import (
    CALLING,
    CALLING_SLOT,
    ECHOES,
    RLYEH_RISEN,
    SLEEPER,
    WRECKAGE,
    amulet,
    amulet_locks,
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
from situations import ALL_LORE, back, events, give_trophies, goes_to, last, mythos, next_card, only, set_again, watch

from sim.rules import state
from sim.rules.log import CLUES
from sim.rules.state import ENTRANCE, IN_PILE, ON_SPACE, OWNED


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


# --- the ship ---------------------------------------------------------------------------------
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
