"""Rules of the Alaska Expedition that no worked example settles (A-1 .. A-13)."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, give, hand, option, put_monster
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
    mythos,
    only,
    set_again,
    storms,
    watch,
)

from sim.rules import state
from sim.rules.state import ENTRANCE

INTO_THE_WILD, TREACHEROUS_ASCENT = 61, 62


# --- movement and the Camp ----------------------------------------------------------------------
def test_a38_entry_comes_last():
    """A-3.8, A-3.3: for whoever flips the card too; before the Resolution phase."""
    board = Board()
    back(board, 3, arrive="clue +1")
    board.card(3, faceup=False, entry="clue +2")
    asked = goes_to(board, 3)
    board.take_turn()
    assert asked.of("ATTEMPT")[0].game["investigators"][0]["clues"] == 3


def test_a34_midnight_text_does_nothing_on_arrival():
    """A-3.4, A-3.7: the back is seen by all before."""
    board = Board()
    back(board, 3, midnight="sanity -1", arrive="clue +1")
    asked = goes_to(board, 3)
    board.take_turn()
    assert asked.of("MOVE")[0].game["slots"][3]["back"] == 4
    assert (board.player(0)["sanity"], board.player(0)["clues"]) == (5, 1)


def test_a317_no_purchase_in_another_players_turn():
    """A-3.17, A-3.12, C-8.1: the other one comes to the Camp, but it is not his turn."""
    board = Board(2)
    board.stand(1, 0)
    give_trophies(board, 1, 5)
    asked = goes_to(board, 0, ALL_LORE)
    board.take_turn()
    assert [board.player(p)["at"] for p in (0, 1)] == [ENTRANCE, ENTRANCE]
    assert [question.player for question in asked.of("CAMP")] == [0]


def test_a318_prices():
    """A-3.18, D-A10: what each price buys, for any one investigator."""
    board = Board(2)
    give_trophies(board, 0, 6)
    lay_storms(board, 1)
    for player in (0, 1):
        board.player(player)["sanity"] = board.player(player)["stamina"] = 1
    asked = Script(board)
    board.purchase()
    offered = {found[:3] for found in asked.of("CAMP")[0].options}
    each = [(5, 0), (4, 0), (4, 1), (3, 0), (3, 1), (2, 0), (2, 1)]
    assert offered == {(0, 0, -1), (6, 0, -1), (1, 0, -1)} | {(*what, player) for what in each for player in (0, 1)}


@pytest.mark.parametrize("trophies", range(1, 8))
def test_a318_nothing_dearer_than_the_trophies(trophies):
    """A-3.18: every price up to what they are worth, and no other."""
    board = Board()
    give_trophies(board, 0, trophies)
    lay_storms(board, 1)
    board.player(0)["sanity"] = 1
    asked = Script(board)
    board.purchase()
    assert {found[0] for found in asked.of("CAMP")[0].options} == set(range(min(trophies, 6) + 1))


@pytest.mark.parametrize(
    ("price", "which", "change"),
    [
        (5, 0, {"hand": [state.ALLY]}), (4, 0, {"hand": [state.UNIQUE]}), (4, 1, {"clues": 1}),
        (3, 0, {"hand": [state.COMMON]}), (3, 1, {"hand": [state.SPELL]}), (2, 0, {"stamina": 3}),
        (2, 1, {"sanity": 3}),
    ],
)  # fmt: skip
def test_a318_what_is_bought(price, which, change):
    """A-3.18"""
    board = Board(2)
    give_trophies(board, 0, price)
    board.player(1)["sanity"] = board.player(1)["stamina"] = 1
    Script(board, CAMP=option(price, which, 1))
    board.purchase()
    me = board.player(1)
    found = {"clues": int(me["clues"]), "sanity": int(me["sanity"]), "stamina": int(me["stamina"])}
    found["hand"] = [int(board.deck["items"][card]["kind"]) for card in hand(board, 1)]
    assert found == {"clues": 0, "sanity": 1, "stamina": 1, "hand": []} | change
    assert board.player(0)["trophies"] == 0


def test_a319_nothing_that_changes_nothing():
    """A-3.19: empty decks, no storms, both maxima; 2 points are not split, one lacking point is regained."""
    board = Board()
    give_trophies(board, 0, 6)
    board.game["deck_size"][state.COMMONS :] = board.hidden["rings"]["n"][state.COMMONS :] = 0
    board.game["deck_size"][state.STAGE_I] = board.hidden["rings"]["n"][state.STAGE_I] = 0
    board.player(0)["sanity"] = 4
    asked = Script(board, CAMP=option(2))
    board.purchase()
    assert {found[:2] for found in asked.of("CAMP")[0].options} == {(0, 0), (4, 1), (2, 1)}
    assert (board.player(0)["sanity"], board.player(0)["stamina"]) == (5, 5)


# --- midnight -------------------------------------------------------------------------------------
def test_a51_order_of_effects():
    """A-5, A-5.1, D-A12, D-C20: letters in order, inside a letter as the group chooses."""
    board = Board()
    calm(board)
    board.game["supplies"] = 0
    board.game["mythos_midnight"] = board.program("set_sanity 4")
    board.deck["ancient_one"]["midnight"] = board.program("clue +1")
    markers = [put_monster(board, slot, midnight=text) for slot, text in ((0, "sign +1"), (1, "doom +1"))]
    board.card(0, midnight="supply +3")
    back(board, 3, midnight="supplies -9")
    mythos(board, "sanity -1")
    asked = Script(board, EFFECT_ORDER=last)
    watch(board)
    board.midnight()
    orders = asked.of("EFFECT_ORDER")
    assert [[found[1] for found in question.options] for question in orders] == [markers, [0, 3]]
    order = only(board, "CLUES", "SIGN_GAINED", "DOOM_PLACED", "SUPPLIES", "LOST_POINT", "MYTHOS")
    assert order == [
        "CLUES", "DOOM_PLACED", "SIGN_GAINED",  # 3a, 3b: the second monster first
        "SUPPLIES", "SUPPLIES",  # 3c: the back first, then the front
        "LOST_POINT", "MYTHOS", "LOST_POINT",  # 3d nobody loses; 4, 5
    ]  # fmt: skip
    assert (board.game["supplies"], board.player(0)["stamina"], board.player(0)["sanity"]) == (3, 5, 3)


def test_a54_no_own_adventure_at_midnight():
    """A-5.4, A-10.1, A-10.4, D-A6: storms of the day go anywhere, one by one."""
    board = Board()
    board.game["day"] = 2
    board.stand(0, 1)
    asked = Script(board, STORM=option(1))
    board.midnight()
    assert storms(board)[1] == 4
    assert [len(question.options) for question in asked.of("STORM")] == [6, 6, 6, 6]


@pytest.mark.parametrize(("day", "laid"), [(2, 0), (3, 4), (4, 5), (5, 6), (6, 8), (7, 9)])
def test_a61_storms_of_every_day(day, laid):
    """A-6.1, A-10.3: Winter's table, once the token has moved; four on a card at most."""
    board = Board()
    board.game["day"] = day - 1
    board.advance_day()
    assert board.game["day"] == day
    assert (sum(storms(board)), board.game["pile"]) == (laid, 28 - laid)
    assert max(storms(board)) <= 4


@pytest.mark.parametrize(("arrival", "turns"), [("", 28), ("clock 1", 22)])
def test_a66_length_of_winter(arrival, turns):
    """A-6.6, A-6.1, A-6.4: 28 turns; a midnight with Arrival in play costs one."""
    board = Board()
    calm(board)
    board.deck["ancient_one"]["doom"] = 20
    if arrival:
        board.write(board.deck["adventures"][60], midnight=arrival)
    board.games[0] = 0
    board.play_game()
    assert (board.game["turn"], board.game["cause"]) == (turns, state.TIME_RAN_OUT)


def test_a93_the_top_option_has_no_condition():
    """A-9.3, A-9.2: what is possible is done."""
    board = Board()
    mythos(board, "ally -1; clue +1", "spell -1")
    asked = Script(board)
    board.draw_mythos()
    assert not asked.of("MYTHOS_OPTION")
    assert board.player(0)["clues"] == 1


def leave_in(deck: int, cards: int):
    """A change of a Board: so many cards are left in a deck."""

    def change(board: Board) -> None:
        board.hidden["rings"][deck]["n"] = board.game["deck_size"][deck] = cards

    return change


def set_cup(board: Board, markers: int) -> None:
    board.game["monsters"]["where"][markers:] = state.OUT_OF_GAME


@pytest.mark.parametrize(
    ("bottom", "change", "allowed"),
    [
        ("clue -1 @each", lambda b: b.do("clue +1"), False),
        ("clue -1 @each", lambda b: b.do("clue +1 @each"), True),
        ("spell -1", lambda b: b.do("spell +1"), True),
        ("trophy -2", lambda b: give_trophies(b, 0, 1), False),
        ("trophy -2", lambda b: give_trophies(b, 0, 1, 1), True),
        ("ally +1 @each", leave_in(state.ALLIES, 2), False),
        ("ally +1 @each", leave_in(state.ALLIES, 3), True),
        ("gate 1", leave_in(state.OTHER_WORLDS, 0), False),
        ("monster 2", lambda b: set_cup(b, 1), False),
        ("monster 2", lambda b: set_cup(b, 2), True),
        ("doom -1", lambda b: None, False),
        ("doom -1", lambda b: b.do("doom +1"), True),
        ("sanity -6; doom +2; clock 1; devour", lambda b: None, True),
    ],
)
def test_a94_what_counts_as_whole(bottom, change, allowed):
    """A-9.4: losses in full from everybody named, cards, tokens and markers enough; points, doom and clock always."""
    board = Board(3)
    change(board)
    mythos(board, "", bottom)
    asked = Script(board)
    board.draw_mythos()
    assert bool(asked.of("MYTHOS_OPTION")) == allowed


@pytest.mark.parametrize("answer", [0, 1])
def test_a96_only_the_chosen_option_acts(answer):
    """A-9.6, A-9.1, D-A11: a lasting part holds until the next card."""
    board = Board()
    mythos(board, "investigation +1; clue +1", "doom +1")
    Script(board, MYTHOS_OPTION=answer)
    board.draw_mythos()
    assert (board.player(0)["clues"], board.game["doom"]) == ((1, 0) if answer == 0 else (0, 1))
    assert board.game["investigation_bonus"] == 1 - answer
    board.draw_mythos()
    assert board.game["investigation_bonus"] == 1 - answer  # of the new card alone


# --- storms ---------------------------------------------------------------------------------------
def test_a105_storms_as_a_reward():
    """A-10.5: after the move to the Camp no card is one's own, and the replacement is there."""
    board = Board()
    board.card(0, reward="storm 1")
    asked = goes_to(board, 0, ALL_LORE, STORM=option(0))
    board.take_turn()
    assert asked.of("STORM")[0].first == {0, 1, 2, 3, 4, 5}
    assert storms(board)[0] == 1


@pytest.mark.parametrize(("order", "left"), [(0, 0), (3, 1)], ids=["first", "last"])
def test_a1012_revealed_markers_count(order, left):
    """A-10.12, D-A7: up to four with the revealed ones; a new one waits for the next Resolution phase."""
    board = Board()
    lay_storms(board, 0, 4, 4, 4, 4, 4)
    markers = [lay_storm(board, 0, text) for text in ("storm 1", "sanity -1", "stamina -1", "clue -1")]
    turn = markers[1:]
    turn.insert(order, markers[0])
    asked = goes_to(board, 0, STORM_ORDER=[option(marker) for marker in turn[:3]])
    watch(board)
    board.take_turn()
    assert [len(question.options) for question in asked.of("STORM_ORDER")] == [4, 3, 2]
    assert (storms(board)[0], board.game["slots"][0]["facedown"]) == (left, left)
    assert events(board).count("STORMS_REVEALED") == 1
    assert board.game["pile"] == 8 - left


# --- Specials and stages ------------------------------------------------------------------------------
def test_a114_a115_stage_two():
    """A-11.3 .. A-11.5: the Stage I deck is out; its cards in play and in hand stay until they go."""
    board = Board()
    board.write(board.deck["adventures"][INTO_THE_WILD], reward="stage_2; next_special")
    (trophy,) = give_trophies(board, 0, 1)
    board.enter_special(1)
    slot = next(i for i, s in enumerate(board.game["slots"]) if s["card"] == INTO_THE_WILD)
    goes_to(board, slot, ALL_LORE, ICON_ORDER=0)
    board.take_turn()
    assert (board.game["stage"], board.game["deck_size"][state.STAGE_I]) == (2, 0)
    specials = {int(s["card"]) for s in board.game["slots"] if s["kind"] == state.SPECIAL}
    assert specials == {60, TREACHEROUS_ASCENT}
    assert [s["stage"] for s in board.game["slots"][:6]] == [1] * 6
    before = int(board.game["deck_size"][state.STAGE_II])
    old = int(board.game["slots"][0]["card"])
    board.discard_adventure(0, 1)
    assert (board.game["slots"][0]["stage"], board.game["slots"][0]["faceup"]) == (2, 0)
    assert board.game["deck_size"][state.STAGE_II] == before - 1
    board.do("trophy -1")
    assert {int(board.game["adventure_place"][card]) for card in (old, trophy)} == {state.GONE}


def test_a112_a_special_that_is_spent():
    """A-11.2: leaves the game."""
    board = Board()
    board.win_adventure(0, 60)
    board.do("trophy -1")
    assert board.game["adventure_place"][60] == state.GONE


# --- icons --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("box", ["rewards", "penalties"])
def test_a127_a_reward_group_may_do_nothing(box):
    """A-12.7, A-12.3, A-12.4, D-A8: any group of a reward; of a penalty only one that can be carried out."""
    board = Board()
    asked = Script(board)
    getattr(board, box)(*board.program("split(remove_monster 1, clue +1)"), 0)
    assert [len(question.options) for question in asked.of("SPLIT_GROUP")] == ([2] if box == "rewards" else [])
    assert board.player(0)["clues"] == (0 if box == "rewards" else 1)


def empty(board: Board) -> None:
    """No storm in the pile, no marker in the cup, no supplies, no common items."""
    board.game["sheet_storms"], board.game["pile"] = board.game["pile"], 0
    set_cup(board, 0)
    board.game["supplies"] = 0
    leave_in(state.COMMONS, 0)(board)


@pytest.mark.parametrize(
    ("group", "allowed"),
    [
        ("sanity -6", True), ("stamina -6", True), ("doom +3", True), ("storm 3", True), ("monster 2", True),
        ("sign -1", True), ("supply -2", True),
        ("supplies -1", False), ("common +1", False), ("common -1", False), ("clue -1", False), ("doom -1", False),
    ],
)  # fmt: skip
def test_a124_what_can_always_be_carried_out(group, allowed):
    """A-12.4: points, doom, storms, monsters, Lost Elder Sign and Lost Supply always; what is not there cannot."""
    board = Board()
    empty(board)
    asked = Script(board, SPLIT_GROUP=last)
    board.penalties(*board.program(f"split({group}, clue +1)"), 0)
    assert [len(question.options) for question in asked.of("SPLIT_GROUP")] == ([2] if allowed else [])
    assert board.player(0)["clues"] == 1


def test_a128_the_loser_picks():
    """A-12.8, D-A9: the card; without a monster Remove Monster does nothing."""
    board = Board(2)
    cards = [give(board, 1, "common") for _ in range(2)]
    asked = Script(board, LOSE_CARD=option(cards[1]))
    board.do("common -1 @each")
    (question,) = asked.of("LOSE_CARD")
    assert (question.player, question.first) == (1, set(cards))
    assert hand(board, 1) == [cards[0]]
    board.do("remove_monster 1")
    assert asked.kinds() == ["LOSE_CARD"]


@pytest.mark.parametrize(("reward", "hour"), [("expeditious", 0), ("expeditious; devour", 0), ("devour", 1)])
def test_a129_expeditious(reward, hour):
    """A-12.9: also when the turn is cut short."""
    board = Board()
    board.card(0, reward=reward)
    goes_to(board, 0, ALL_LORE)
    board.take_turn()
    assert board.game["hour"] == hour


def test_a121_healing_goes_to_any_one():
    """A-12.1, D-C14, D-A9: Healing and Respite."""
    board = Board(3)
    for player in range(3):
        board.player(player)["stamina"] = board.player(player)["sanity"] = 2
    asked = Script(board, TARGET=[option(2), option(1)])
    board.rewards(*board.program("stamina +1 @any"), 0)
    board.rewards(*board.program("sanity +1 @any"), 0)
    assert [question.first for question in asked.of("TARGET")] == [{0, 1, 2}] * 2
    assert (board.player(2)["stamina"], board.player(1)["sanity"]) == (3, 3)


def test_a111_a_special_cannot_be_discarded():
    """A-11.1: whoever stands there stays, and so does the card."""
    board = Board()
    board.stand(0, ARRIVAL)
    board.discard_adventure(ARRIVAL, 1)
    board.do("leave", 0, ARRIVAL)
    special = board.game["slots"][ARRIVAL]
    assert (special["kind"], special["card"]) == (state.SPECIAL, board.deck["specials"][0])
    assert board.player(0)["at"] == ARRIVAL


# --- Ancient Ones ---------------------------------------------------------------------------------------
def test_a133_storms_of_the_ancient_one():
    """A-13.3: they come after step 2 and count at the next midnight."""
    board = Board()
    calm(board)
    board.deck["ancient_one"]["midnight"] = board.program("storm 3")
    lay_storms(board, 1)
    Script(board, STORM=0)
    board.midnight()
    assert (storms(board)[0], board.game["doom"]) == (4, 0)
    board.midnight()
    assert board.game["doom"] == 1


def test_a132_the_last_sign_wounds_nobody():
    """A-13.2: the win (C-15.4) is looked at before the ability."""
    board = Board()
    board.deck["ancient_one"]["ability"] = state.SIGN_WOUNDS
    board.player(0)["stamina"] = 3
    board.do("sign +9")
    assert (board.game["outcome"], board.player(0)["stamina"]) == (state.UNDECIDED, 1)
    asked = Script(board)
    board.rewards(*board.program("sign +1"), 0)
    assert (board.game["outcome"], board.game["devoured"]) == (state.WIN, 0)
    assert not asked.asked


def test_dc24_daily_abilities_and_the_wind():
    """D-C24, C-4.2, A-13.4: the ability before the wind or after it, once."""
    for before in (True, False):
        board = Board()
        board.deck["ancient_one"]["ability"] = state.WIND_FROM_NORTH
        board.deck["investigators"][board.player(0)["card"]]["ability"] = state.HEAL_SANITY_DAILY
        board.player(0)["sanity"], board.player(0)["clues"] = 3, 1
        asked = Script(board, DAILY=[last if before else 0, last])
        board.take_turn()
        assert asked.kinds()[: 3 if before else 4] == [
            "DAILY", "OFFERING", *([] if before else ["DAILY"]), "MOVE",
        ]  # fmt: skip
        assert board.player(0)["sanity"] == 4


@pytest.mark.parametrize(("laid", "stamina"), [(0, 5), (1, 4), (4, 4)])
def test_a134_rlim_shaikorth_chills(laid, stamina):
    """A-13.1, A-13.4: on arrival, before the back; not when staying."""
    board = Board()
    board.deck["ancient_one"]["ability"] = state.STORMS_CHILL
    lay_storms(board, 0, 0, 0, laid)
    back(board, 3, arrive="set_sanity 3")
    goes_to(board, 3)
    watch(board)
    board.take_turn()
    assert board.player(0)["stamina"] == stamina
    assert board.player(0)["sanity"] == 3
    order = only(board, "LOST_POINT", "BACK_EFFECT")
    assert order.index("BACK_EFFECT") == (1 if laid else 0)
    lay_storms(board, 0, 0, 0, 1)
    Script(board)
    board.take_turn()
    assert board.player(0)["stamina"] == stamina


@pytest.mark.parametrize("offering", [False, True])
def test_a134_wind_of_ithaqua(offering):
    """A-13.1, A-13.4, D-A13: before Movement, one storm on every bare adventure, or something discarded."""
    board = Board()
    board.deck["ancient_one"]["ability"] = state.WIND_FROM_NORTH
    lay_storms(board, 2, 0, 1)
    board.player(0)["clues"] = 1
    asked = Script(board, OFFERING=last if offering else 0)
    board.take_turn()
    assert asked.kinds()[:2] == ["OFFERING", "MOVE"]
    assert board.player(0)["clues"] == (0 if offering else 1)
    assert storms(board) == ([2, 0, 1, 0, 0, 0] if offering else [2, 1, 1, 1, 1, 1])


def test_a134_a_pile_too_small_for_the_wind():
    """A-13.4: the group picks the adventures."""
    board = Board()
    board.do("adventure 4")
    board.deck["ancient_one"]["ability"] = state.WIND_FROM_NORTH
    lay_storms(board, 4, 4, 4, 4, 4, 4, 0, 2)
    asked = Script(board, STORM=last)
    board.take_turn()
    assert [question.first for question in asked.of("STORM")] == [{8, 9, 10}, {8, 9}]
    assert storms(board)[-3:] == [0, 1, 1]
    assert board.game["pile"] == 0


def awake(players: int, attack: int) -> Board:
    """A Board after the awakening, before the Ancient One attacks."""
    board = Board(players)
    board.deck["ancient_one"]["attack"] = attack
    board.game["doom"] = 10
    board.awaken()
    board.game["doom"] = 5
    return board


def test_a135_rhan_tegoth_attacks_again():
    """A-13.1, A-13.5, D-A13: 2 stamina of one investigator; whoever is devoured brings 2 doom and another attack."""
    board = awake(3, state.ATTACK_WOUND_AGAIN)
    board.player(1)["stamina"] = 2
    asked = Script(board, VICTIM=[option(1), option(2)])
    board.ancient_one_attacks()
    assert [question.first for question in asked.of("VICTIM")] == [{0, 1, 2}, {0, 2}]
    assert (board.game["doom"], board.game["devoured"]) == (7, 1)
    assert [board.player(p)["stamina"] for p in (0, 2)] == [5, 3]


@pytest.mark.parametrize(("pile", "points"), [(3, 3), (0, 2)])
def test_a135_rlim_shaikorth_attacks(pile, points):
    """A-13.5: one marker more if there is one, then that many points, dealt out by the group, also to death."""
    board = awake(2, state.ATTACK_STORM_TOLL)
    board.game["sheet_storms"], board.game["pile"] = 2, pile
    board.player(1)["sanity"] = 1
    asked = Script(board, SHARE=[option(1, 0), option(0, 1)])
    board.ancient_one_attacks()
    shares = asked.of("SHARE")
    assert len(shares) == points
    assert [len(question.options) for question in shares[:2]] == [4, 2]
    assert (board.game["devoured"], board.game["doom"]) == (1, 6)
    assert board.player(0)["stamina"] == 4
    assert board.player(0)["sanity"] == 5 - (points - 2)


def test_a135_rlim_shaikorth_takes_the_storms():
    """A-13.1: at the awakening all storms in play go onto the sheet."""
    board = Board()
    board.deck["ancient_one"]["awakens"] = state.AWAKENS_TAKING_STORMS
    lay_storms(board, 2, 3)
    board.game["doom"] = 10
    board.awaken()
    assert (board.game["sheet_storms"], board.game["pile"]) == (5, 23)


def test_a131_ithaqua_attacks():
    """A-13.1, D-A13: each investigator discards one thing or is devoured."""
    board = awake(3, state.ATTACK_OFFERING)
    board.player(0)["clues"] = 1
    card = give(board, 1, "ally")
    asked = Script(board, OFFERING=last)
    board.ancient_one_attacks()
    assert [question.player for question in asked.of("OFFERING")] == [0, 1]
    assert (board.player(0)["clues"], hand(board, 1)) == (0, [])
    assert bottom_card(board, state.ALLIES) == card
    assert [int(board.player(p)["card"] >= 0) for p in range(3)] == [1, 1, 0]
    assert board.game["doom"] == 6


def test_a22_setup_decks():
    """A-2.1, A-2.2, A-2.6: two decks by stage, the Specials beside them, Other Worlds shuffled, locks shut."""
    board = Board()
    board.deck["adventures"]["lock"] = state.GREEN
    set_again(board)
    rings = board.hidden["rings"]
    assert {int(board.deck["adventures"][card]["stage"]) for card in rings[state.STAGE_II]["cards"][:32]} == {2}
    assert [int(rings[d]["n"]) for d in (state.STAGE_I, state.STAGE_II, state.OTHER_WORLDS)] == [22, 32, 8]
    # three faceup adventures and Arrival take a die each, the facedown ones none
    assert (board.game["dice"]["place"] == state.LOCKED).sum() == board.game["n_locks"] == 4
