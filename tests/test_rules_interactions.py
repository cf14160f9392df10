"""Where rules meet: what an effect cuts off, who is hit once more and who is not, which lock comes first."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, at, die, give, hand, option, place, put_monster, secure, table, task
from situations import calm, events, goes_to, last, lay_storm, monsters_on, mythos, next_card, only, storms, watch

from sim.rules import state
from sim.rules.choices import TAKE_DIE
from sim.rules.state import LORE, YELLOW_DIE


# --- the last task is gone (C-5.16) ---------------------------------------------------------------
def test_c516_a_terror_effect_takes_the_last_task():
    """C-5.16, C-7.8: success at once, no die is focused or discarded."""
    board = table("lore | []", terror="remove_monster 1", reward="clue +1")
    put_monster(board, 0, 1)
    asked = Script(board, ["L11111", "T1111"], TASK=[last])
    watch(board)
    board.resolution()
    assert only(board, "ROLLED", "TERROR", "SUCCEEDED", "FAILED") == ["ROLLED", "ROLLED", "TERROR", "SUCCEEDED"]
    assert not asked.of("FOCUS")
    assert not asked.of("DISCARD")
    assert board.player(0)["clues"] == 1


@pytest.mark.parametrize(("when", "kind"), [("rolled", "CHANGE"), ("untimed", "UNTIMED"), ("pool", "POOL")])
def test_c516_nothing_more_is_done_in_the_attempt(when, kind):
    """C-5.16: after the card that takes the last task neither another card nor a spell for the dice."""
    board = table("lore | []")
    put_monster(board, 0, 1)
    card = give(board, 0, "unique", when, "defeat 1")
    give(board, 0, "spell", "untimed", "sanity +1")
    give(board, 0, "spell", "securing", secures=1)
    asked = Script(board, ["L11111", "22222"], TASK=[last])
    asked.answers[kind] = lambda q: option(1, card)(q) if q.game["attempt"]["rows_done"] else 0
    board.player(0)["sanity"] = 3
    board.resolution()
    assert board.game["successes"] == 1
    assert asked.asked[-1].kind == kind


@pytest.mark.parametrize(("first", "struck"), [(0, ["TERROR"]), (1, ["TERROR", "TERROR"])])
def test_c516_before_the_other_terror_effect(first, struck):
    """C-5.16, D-C9: the adventure's effect takes the last task; the Mythos card's acts only if it came first."""
    board = table("lore | []", terror="remove_monster 1")
    board.game["mythos_terror"] = board.program("doom +1")
    put_monster(board, 0, 1)
    Script(board, ["L11111", "T1111"], TASK=[last], TERROR_ORDER=first)
    watch(board)
    board.resolution()
    assert only(board, "TERROR", "SUCCEEDED", "FAILED") == [*struck, "SUCCEEDED"]
    assert board.game["doom"] == len(struck) - 1


@pytest.mark.parametrize(("terror", "end"), [("defeat 1; fail", "SUCCEEDED"), ("fail; defeat 1", "FAILED")])
def test_c516_within_one_terror_effect(terror, end):
    """C-5.16, C-7.4: whichever comes first."""
    board = table("lore | []", terror=terror)
    put_monster(board, 0, 1)
    Script(board, ["L11111", "T1111"], TASK=[last])
    watch(board)
    board.resolution()
    assert only(board, "SUCCEEDED", "FAILED") == [end]


@pytest.mark.parametrize("first", [0, 1])
def test_c74_the_other_terror_effect_is_not_spared(first):
    """C-7.4, C-7.1, D-C9: whatever the order, both act; then the failure, without 8b and 8c."""
    board = table("peril", terror="fail", penalty="sanity -1")
    board.game["mythos_terror"] = board.program("clue +1")
    asked = Script(board, ["TLLLLL", "LLLLL"], TERROR_ORDER=first)
    watch(board)
    board.resolution()
    assert only(board, "ROLLED", "TERROR", "FAILED") == ["ROLLED", "TERROR", "TERROR", "FAILED"]
    assert (board.player(0)["clues"], board.player(0)["sanity"]) == (1, 4)
    assert not asked.of("FOCUS")
    assert not asked.of("DISCARD")


# --- devouring (C-16) -----------------------------------------------------------------------------
def test_c87_assistants_lose_together():
    """C-8.7, C-1.16, C-16.9, C-16.7: both lose, then both are devoured, though the first doom awakens."""
    board = table("peril, peril, peril", players=3)
    board.game["doom"] = 9
    for player in (1, 2):
        board.player(player)["sanity"] = 1
    asked = Script(board, ["P11111", "P111"], FOCUS=[die("P", 1), die("P", 2)])
    board.resolution()
    assert [question.player for question in asked.of("LOSE_POINT")] == [1, 2]
    assert (board.game["devoured"], board.game["awakened"]) == (2, 1)
    assert [int(board.player(p)["card"] >= 0) for p in range(3)] == [1, 0, 0]


def test_a84_a_successor_loses_nothing():
    """A-8.4, C-16.6: the icons left over do not hit the new investigator."""
    board = Board()
    board.game["supplies"], board.player(0)["stamina"] = 1, 1
    board.penalties(*board.program("supply -4"), 0)
    assert (board.game["devoured"], board.game["supplies"], board.player(0)["stamina"]) == (1, 0, 5)


def test_c166_points_dealt_out():
    """C-16.6, C-16.9: whoever has fallen takes no more points, nor does his successor."""
    board = Board(3)
    for player in (0, 1):
        board.player(player)["stamina"] = 1
    asked = Script(board)
    board.do("stamina -3 @any")
    assert [question.first for question in asked.of("TARGET")] == [{0, 1, 2}, {1, 2}]
    assert board.game["devoured"] == 2
    assert [board.player(p)["stamina"] for p in range(3)] == [5, 5, 4]


def two_people(sanity: int = 1) -> Board:
    """Player 0, who had the last turn, is about to fall; player 1 is whole."""
    board = Board(2)
    board.player(0)["sanity"] = sanity
    return board


@pytest.mark.parametrize(
    ("text", "placed", "clues", "stamina"),
    [
        ("sanity -1 @each; storm 3", 3, [0, 0], [5, 5]),
        ("supplies -15; sanity -1; supply -2; storm 1", 1, [0, 0], [5, 5]),
        ("sanity -1; clue +1; storm 2", 2, [0, 0], [5, 5]),
        ("sanity -1 @each; stamina -1 @each; clue +1 @each; stamina -1", 0, [0, 1], [5, 4]),
        ("sanity -1; stamina -2 @any; clue +1 @any", 0, [0, 1], [5, 3]),
        ("sanity -1; may(stamina -1, clue +1); each(stamina -1; storm 1)", 1, [0, 0], [5, 4]),
        ("sanity -1; choose(stamina -1, storm 1)", 1, [0, 0], [5, 5]),
        ("if_monster(sanity -1; stamina -1; storm 1); storm 1", 2, [0, 0], [5, 5]),
    ],
)
def test_c166_the_rest_of_a_text_outside_a_turn(text, placed, clues, stamina):
    """C-16.6, C-1.15, C-1.18: what is addressed to the devoured one is lost, the rest follows, no successor is hit."""
    board = two_people()
    put_monster(board, 0)
    board.do(text)
    assert (board.game["devoured"], sum(storms(board))) == (1, placed)
    assert [int(board.player(p)["clues"]) for p in range(2)] == clues
    assert [int(board.player(p)["stamina"]) for p in range(2)] == stamina


@pytest.mark.parametrize("box", [False, True])
def test_c164_the_rest_of_a_text_in_a_turn(box):
    """C-16.4: nothing else of that turn happens."""
    board = two_people()
    board.game["in_turn"] = 1
    text = "sanity -1 @each; storm 3; clue +1 @each; doom +1"
    if box:
        Script(board, ICON_ORDER=0)
        board.penalties(*board.program(text), 0)
    else:
        board.do(text)
    assert (board.game["devoured"], board.game["gone"], board.game["doom"], sum(storms(board))) == (1, 1, 1, 0)
    assert [int(board.player(p)["clues"]) for p in range(2)] == [0, 0]


def test_c166_a_back_that_devours_in_anothers_turn():
    """C-16.6, C-11.15: of a box of his own he loses what is his, the rest follows; the turn goes on."""
    board = two_people()
    board.game["active"], board.game["in_turn"] = 1, 1
    marker = put_monster(board, 0, collected="devour; clue +1; doom +1")
    Script(board, ICON_ORDER=0)
    board.collect(marker, 0)
    assert (board.game["devoured"], board.game["gone"], board.game["doom"]) == (1, 0, 2)
    assert board.player(0)["clues"] == 0


def test_c161_no_way_back():
    """C-16.1, C-16.9: whoever has fallen regains and gains nothing before he is devoured."""
    board = two_people()
    cards = int(board.game["deck_size"][state.COMMONS])
    board.do("each(sanity -1; sanity +1; common +1)")
    assert board.game["devoured"] == 1
    assert [board.player(p)["n_hand"] for p in range(2)] == [0, 1]
    assert board.game["deck_size"][state.COMMONS] == cards - 1


def test_c1115_nobody_collects_after_the_awakening():
    """C-11.15, C-15.6, C-15.11: after the doom that awakens, no monster's back comes."""
    board = Board()
    board.game["doom"] = 9
    put_monster(board, 0, collected="clue +1")
    board.do("defeat 1; doom +1")
    assert (board.game["awakened"], board.player(0)["clues"]) == (1, 0)


def test_a131_offerings_before_devouring():
    """A-13.1, C-1.16, C-16.9: all choose, then those who gave nothing are devoured in turn order."""
    board = Board(3)
    board.game["active"] = 1
    board.deck["ancient_one"]["attack"] = state.ATTACK_OFFERING
    board.awaken()
    board.do("clue +1 @each")
    asked = Script(board, OFFERING=[0, 1, 0])
    watch(board)
    board.ancient_one_attacks()
    assert [question.player for question in asked.of("OFFERING")] == [1, 2, 0]
    assert only(board, "OFFERING", "DEVOURED") == ["OFFERING"] * 3 + ["DEVOURED"] * 2
    assert [int(board.player(p)["card"] >= 0) for p in range(3)] == [0, 0, 1]


def test_c167_devoured_while_an_awakening_waits():
    """C-16.7, C-15.11: the batch is finished, and nobody comes for the devoured one."""
    board = Board(2)
    board.game["doom"] = 9
    Script(board, ICON_ORDER=0)
    board.penalties(*board.program("doom +1; devour"), 0)
    assert (board.game["awakened"], board.game["devoured"]) == (1, 1)
    assert [int(board.player(p)["card"] >= 0) for p in range(2)] == [0, 1]


def test_c168_midnight_after_the_turn_of_one_who_is_out():
    """C-16.8, C-1.17: the Mythos card acts on the table and on others, only his own part falls away."""
    board = Board(2)
    calm(board)
    board.game["deck_size"][state.INVESTIGATORS] = board.hidden["rings"][state.INVESTIGATORS]["n"] = 0
    board.card(0, penalty="devour")
    board.game["hour"] = 3
    mythos(board, "doom +2; clue +1; supply -1; clue +1 @each")
    goes_to(board, 0)
    board.take_turn()
    assert board.player(0)["card"] < 0
    assert (board.game["doom"], board.game["supplies"]) == (1 + 2, 14)
    assert [int(board.player(p)["clues"]) for p in range(2)] == [0, 1]


def test_c163_defeated_but_not_collected():
    """C-16.3, C-16.4: the monsters that the devoured one defeated go to the cup, and not to his successor."""
    board = table("peril, peril | []", terror="devour")
    marker = put_monster(board, 0, 1, task="lore")
    board.game["in_turn"] = 1
    asked = Script(board, ["L11111", "T1111"], TASK=[last])
    board.resolution()
    assert asked.of("ATTEMPT")[1].game["monsters"][marker]["defeated"] == 1
    assert (board.game["monsters"][marker]["where"], board.player(0)["trophies"]) == (state.IN_CUP, 0)


@pytest.mark.parametrize("back", ["doom +1; clue +1", "clue +1; doom +1"])
def test_c1511_a_monsters_back_is_a_batch(back):
    """C-15.11, C-8.3"""
    board = Board()
    board.game["doom"] = 9
    marker = put_monster(board, 0, collected=back)
    board.collect(marker, 0)
    assert (board.game["awakened"], board.player(0)["clues"]) == (1, 1)


# --- storms (A-10) --------------------------------------------------------------------------------
@pytest.mark.parametrize("blank", [True, False])
def test_a107_blanks_go_back_first(blank):
    """A-10.7: into the pile before the first penalty, any other marker only after its own."""
    board = Board()
    markers = [lay_storm(board, 0, "storm 1"), lay_storm(board, 0, "")] if blank else [lay_storm(board, 0, "storm 1")]
    board.game["sheet_storms"], board.game["pile"] = board.game["pile"], 0
    Script(board, STORM=option(3))
    board.stand(0, 0)
    board.resolve_storms(0)
    assert storms(board)[3] == (1 if blank else 0)
    assert sum(storms(board)) + board.game["pile"] == len(markers)


# --- locks (C-12) ---------------------------------------------------------------------------------
def locked_by_monster(board: Board, colour: int) -> int:
    """A monster appears on the card in place 0, and its lock takes a die of this colour; its number."""
    board.deck["monsters"]["lock"] = colour
    asked = Script(board, PLACE_MONSTER=option(0))
    board.appear(-1)
    board.deck["monsters"]["lock"] = -1
    return asked.of("PLACE_MONSTER")[0].context


def test_c83_the_back_comes_before_the_die():
    """C-8.3: trophy, back, then the dice on the monster are free."""
    board = Board()
    marker = locked_by_monster(board, state.YELLOW)
    board.write(board.deck["monsters"][marker], collected="clue +1")
    watch(board)
    board.collect(marker, 0)
    assert only(board, "COLLECTED", "CLUES", "LOCK_OPENED") == ["COLLECTED", "CLUES", "LOCK_OPENED"]
    assert place(board, YELLOW_DIE) == state.SUPPLY


def test_c123_a_lent_die_goes_to_the_lock_that_waits():
    """C-12.3, C-12.6: the lock it was lent from opens in the phase; another waits for its colour."""
    board = table("lore")
    locked_by_monster(board, state.YELLOW)
    board.do("lock yellow")
    gear = give(board, 0, "common", "pool", "yellow_even_if_locked")
    assert board.game["n_locks"] == 2
    asked = Script(board, ["P11111y1", "L1111y1"], POOL=[option(1, gear)], TASK=last)
    board.take_turn()
    assert len(asked.of("TASK")[0].pool) == 7
    assert (board.game["successes"], board.game["n_locks"]) == (1, 1)
    assert place(board, YELLOW_DIE) == state.LOCKED


def test_c126_back_to_its_lock_from_a_spell():
    """C-12.6, C-13.11: at the end of the turn; the emptied spell is discarded."""
    board = table("peril, peril")
    board.deck["investigators"][board.player(0)["card"]]["ability"] = state.LOCKED_DICE_AND_NO_MYTHOS
    board.do("lock green")
    lent = next(d for d in range(6) if place(board, d) == state.LOCKED)
    spell = give(board, 0, "spell", "securing", secures=1)
    asked = Script(board, ["11122L"], POOL=[option(TAKE_DIE, lent), 0], SECURE=secure(spell, "L"))
    board.take_turn()
    (question,) = asked.of("DISCARD")
    assert question.game["dice"][lent]["place"] == state.ON_SPELL
    assert place(board, lent) == state.LOCKED
    assert at(board, state.ON_SPELL) == ""
    assert spell not in hand(board, 0)


@pytest.mark.parametrize("lends", [False, True])
def test_c128_a_used_die_does_not_come_back(lends):
    """C-12.8, C-2.7: used, then taken by a lock, then freed in the same phase (or open to who may use locked dice)."""
    board = table("lore | peril | terror", terror="monster_here 1")
    if lends:
        board.deck["investigators"][board.player(0)["card"]]["ability"] = state.LOCKED_DICE_AND_NO_MYTHOS
    board.deck["monsters"]["lock"] = state.GREEN
    untimed = give(board, 0, "spell", "untimed", "remove_monster 1")

    def used(question):
        return next(
            i for i, found in enumerate(question.options) if question.game["dice"][found[1]]["place"] == state.ON_TASK
        )

    asked = Script(
        board, ["L11111", "T1111", "1111"], TASK=[task(0)], LOCK_DIE=used, UNTIMED=0 if lends else option(1, untimed)
    )  # fmt: skip
    board.resolution()
    assert asked.of("LOCK_DIE")
    assert all(found[0] != TAKE_DIE for question in asked.of("POOL") for found in question.options)


def test_c27_a_coloured_die_used_from_a_spell_is_not_granted_again():
    """C-2.7, C-12.8: used from a spell, taken by a lock and freed in one phase."""
    board = table("lore | peril | terror", terror="monster_here 1")
    board.deck["monsters"]["lock"] = state.YELLOW
    spell = give(board, 0, "spell", "securing", secures=1)
    yellow = board.game["dice"][YELLOW_DIE]
    yellow["place"], yellow["at"], yellow["face"] = state.ON_SPELL, spell, LORE
    item = give(board, 0, "common", "pool", "yellow")
    untimed = give(board, 0, "unique", "untimed", "remove_monster 1")
    asked = Script(board, ["111111", "T11111", "1111"], TASK=[task(0)], UNTIMED=option(1, untimed))
    board.resolution()
    assert hand(board, 0) == [item]
    offered = [item in question.cards for question in asked.of("POOL")]
    assert offered[:1] == [True]  # off the spell, before it was used
    assert not any(offered[1:])


# --- the battle (C-17) ----------------------------------------------------------------------------
@pytest.mark.parametrize("used", [True, False])
def test_c172_untimed_cards_after_the_roll(used):
    """C-17.2, C-17.1, C-5.7: step 7 belongs to the attack; after it only the clock advances."""
    board = Board()
    board.game["doom"] = 10
    board.awaken()
    card = give(board, 0, "spell", "untimed", "sanity +1")
    board.player(0)["sanity"] = 3
    asked = Script(board, ["111111"], UNTIMED=option(1, card) if used else 0, BATTLE_DISCARD=last)
    board.take_turn()
    assert [question.pool for question in asked.of("UNTIMED")] == ["111111"]
    assert board.player(0)["sanity"] == (4 if used else 3)


# --- the bottom option of a Mythos card (A-9.4) -----------------------------------------------------
def leave(board: Board, pile: int, worlds: int = 0) -> None:
    """So many markers in the pile, and so many Other Worlds in play."""
    board.game["sheet_storms"] = board.game["pile"] - pile
    board.game["pile"] = pile
    for _ in range(worlds):
        board.enter_other_world()


@pytest.mark.parametrize(
    ("bottom", "change", "allowed"),
    [
        ("storm 2; sanity -1; storm 3", lambda b: leave(b, 4), False),
        ("storm 2; sanity -1; storm 3", lambda b: leave(b, 5), True),
        ("storm 13; storm 12", lambda b: None, False),  # 28 markers, 24 spaces
        ("storm 12; storm 12", lambda b: None, True),
        ("each(storm 2)", lambda b: leave(b, 5), False),
        ("each(storm 2)", lambda b: leave(b, 6), True),
        ("per_other_world(storm 2)", lambda b: leave(b, 3, worlds=2), False),
        ("per_other_world(storm 2)", lambda b: leave(b, 4, worlds=2), True),
        ("storm 1; choose(storm 3, doom +1)", lambda b: leave(b, 1), True),
        ("storm 1; choose(storm 3, storm 1)", lambda b: leave(b, 1), False),
        ("storm 1; next_midnight(storm 9)", lambda b: leave(b, 1), True),
        ("clue -1; clue -1", lambda b: b.do("clue +1"), False),
        ("clue -1; clue -1", lambda b: b.do("clue +2"), True),
        ("clue -1; clue -1 @each", lambda b: b.do("clue +1 @each"), False),
        ("clue -1; clue -1 @each", lambda b: b.do("clue +1; clue +1 @each"), True),
        ("clue -2 @any", lambda b: b.do("clue +1 @each"), True),
        ("clue -2 @any", lambda b: b.do("clue +1"), False),
        ("doom -1; doom -1", lambda b: b.do("doom +1"), False),
        ("doom -1; doom -1", lambda b: b.do("doom +2"), True),
        ("supplies -8; supplies -8", lambda b: None, False),
        ("supplies -8; supplies -7", lambda b: None, True),
        ("if_monster(supplies -16)", lambda b: None, True),
        ("if_monster(supplies -16)", lambda b: b.do("monster 1"), False),
    ],
)
def test_a94_all_demands_together(bottom, change, allowed):
    """A-9.4: the whole effect, and not each of its steps alone."""
    board = Board(3)
    change(board)
    mythos(board, "", bottom)
    asked = Script(board)
    board.draw_mythos()
    assert bool(asked.of("MYTHOS_OPTION")) == allowed


@pytest.mark.parametrize(("gains", "need"), [("common +1; common +2", 3), ("common +1; common +1 @each", 4)])
@pytest.mark.parametrize("short", [0, 1])
def test_a94_all_gains_together(gains, need, short):
    """A-9.4: cards enough for all who gain them."""
    board = Board(3)
    board.hidden["rings"][state.COMMONS]["n"] = board.game["deck_size"][state.COMMONS] = need - short
    mythos(board, "", gains)
    asked = Script(board)
    board.draw_mythos()
    assert bool(asked.of("MYTHOS_OPTION")) == (not short)


@pytest.mark.parametrize(("cards", "allowed"), [(1, False), (2, True)])
@pytest.mark.parametrize("stage", [1, 2])
def test_a94_extra_adventures_need_cards(stage, cards, allowed):
    """A-9.4, A-9.2: enough cards in the deck of the current stage."""
    board = Board()
    board.game["stage"] = stage
    for deck, left in ((state.STAGE_I, cards if stage == 1 else 3), (state.STAGE_II, cards if stage == 2 else 3)):
        board.hidden["rings"][deck]["n"] = board.game["deck_size"][deck] = left
    mythos(board, "", "adventure 2")
    asked = Script(board)
    board.draw_mythos()
    assert bool(asked.of("MYTHOS_OPTION")) == allowed


# --- the day track (A-6.3) ------------------------------------------------------------------------------
@pytest.mark.parametrize(("doom", "told"), [(7, 7), (8, 0)])
def test_a63_no_storms_once_it_awakens(doom, told):
    """A-6.3, A-5.2: the second doom of the skull fills the track; what is told is what is placed."""
    board = Board(season="summer")
    board.game["day"], board.game["doom"] = 7, doom
    watch(board)
    board.advance_day()
    days = [e for e, name in zip(board.logs[0]["events"], events(board), strict=False) if name == "DAY"]
    assert [(int(day["a"]), int(day["b"])) for day in days] == [(7, told)]
    assert sum(storms(board)) == told


# --- a card is resolved, a storm breaks (C-8.2, A-10.7) ---------------------------------------------
def test_c82_trophy_before_its_lock_opens():
    """C-8.2, C-12.3: where several wait for the die, the card is a trophy already."""
    board = Board()
    card = next_card(board, state.STAGE_I)
    board.deck["adventures"][card]["lock"] = state.RED
    board.deal(0, 1)
    board.stand(0, 0)
    for _ in range(2):
        board.deck["monsters"]["lock"] = state.RED
        board.appear(1)
    asked = Script(board, ["L11111"], TASK=last)
    board.resolution()
    (question,) = asked.of("LOCK_SERVED")
    assert question.game["adventure_place"][card] == state.IN_TROPHIES
    assert place(board, state.RED_DIE) == state.LOCKED


def test_c115_a_monster_appears_where_the_storm_is():
    """C-11.5, A-10.7: a storm's "appears here" means its card, whatever the even spread and monster tasks elsewhere."""
    board = Board()
    board.card(0, tasks="[] | lore")
    board.card(1, tasks="lore")
    board.stand(0, 1)
    put_monster(board, 1)
    lay_storm(board, 1, "monster_here 1")
    board.resolve_storms(1)
    assert [len(monsters_on(board, slot)) for slot in range(6)] == [0, 2, 0, 0, 0, 0]
