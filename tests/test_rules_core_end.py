"""Core rules that no worked example settles: trophies, monsters, cards, midnight, doom, battle (C-10 .. C-18)."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, at, dice, give, hand, option, place, put_monster, secure, table
from situations import (
    bottom_card,
    calm,
    events,
    give_trophies,
    goes_to,
    in_cup,
    last,
    lay_storm,
    lay_storms,
    monsters_on,
    mythos,
    only,
    storms,
    watch,
)

from sim.rules import state
from sim.rules.state import BOTTOM, ENTRANCE, LORE, PERIL


# --- C-10 trophies --------------------------------------------------------------------------------
def test_c101_c104_trophies():
    """C-10.1, C-10.4: cards and monsters at their printed value, each player's own."""
    board = table("lore | []", players=2, trophy=3)
    board.stand(1, ENTRANCE)
    put_monster(board, 0, 1, task="peril", trophy=2)
    lay_storms(board, 0, 1)
    give_trophies(board, 1, 5)
    asked = Script(
        board, ["P11111", "L1111"], TASK=last, CAMP=lambda q: max(range(len(q.options)), key=q.options.__getitem__)
    )
    board.take_turn()
    (camp,) = asked.of("CAMP")
    assert max(camp.first) == 5  # 3 + 2, and not the 5 of the other player
    assert (board.player(0)["trophies"], board.player(1)["trophies"]) == (0, 5)


@pytest.mark.parametrize(("price", "left"), [(2, 1), (3, 0), (5, 0)])
def test_c106_a_forced_loss_takes_what_there_is(price, left):
    """C-10.6, C-10.2"""
    board = Board()
    give_trophies(board, 0, 2, 1)
    board.do(f"trophy -{price}")
    assert board.player(0)["trophies"] == left


# --- C-11 monsters ----------------------------------------------------------------------------------
def test_c111_the_cup_is_drawn_at_random():
    """C-11.1, D-C17: other games, other monsters; an empty cup gives none."""
    drawn = set()
    for seed in range(8):
        board = Board(seed=seed)
        asked = Script(board, PLACE_MONSTER=option(4, BOTTOM))
        board.appear(-1)
        drawn.add(asked.of("PLACE_MONSTER")[0].context)
        assert len(monsters_on(board, 4)) == 1
    assert len(drawn) > 1
    board = Board()
    board.game["monsters"]["where"][1:] = state.OUT_OF_GAME
    for _ in range(3):
        board.appear(4)
    assert (in_cup(board), len(monsters_on(board, 4))) == (0, 1)


def test_c116_a_completed_row_is_not_free():
    """C-11.6"""
    board = table("[lore] | peril", terror="monster_here 1")
    Script(board, ["L11111", "T1111"], TASK=[last])
    board.resolution()
    assert [row for _, row in monsters_on(board, 0)] == [BOTTOM]


@pytest.mark.parametrize(
    ("tasks", "vacant", "taken"),
    [
        ("[] | lore", {1: {"L"}}, {0: {"P"}, 1: {"L"}}),
        ("[terror, inv 3] | lore", {0: {"3T"}, 1: {"L"}}, {0: {"P"}, 1: {"L"}}),
        ("terror, [inv 3] | lore", {0: {"3T"}, 1: {"L"}}, {0: {"PT"}, 1: {"L"}}),
    ],
    ids=["empty", "total", "partial"],
)
@pytest.mark.parametrize("monster", [False, True])
def test_c117_kinds_of_monster_task(tasks, vacant, taken, monster):
    """C-11.7: an empty one is ignored while vacant; a monster replaces the boxed symbols."""
    board = table(tasks)
    if monster:
        put_monster(board, 0, 0, task="peril")
    asked = Script(board, ["LPT311"])
    board.resolution()
    found = asked.of("TASK")[0]
    attempt = found.game["attempt"]
    rows = attempt["rows"][: attempt["n_rows"]]
    assert {int(row["printed"]): found.ways(i) for i, row in enumerate(rows)} == (taken if monster else vacant)


def test_c118_c1112_monsters_below_are_tasks_of_their_own():
    """C-11.8, C-11.12: one more row each, one a roll."""
    board = table("lore")
    for _ in range(2):
        put_monster(board, 0, task="peril")
    Script(board, ["PP1111", "PL111", "L111"], TASK=last)
    watch(board)
    board.resolution()
    assert only(board, "ROLLED", "MONSTER_DEFEATED", "SUCCEEDED") == [
        "ROLLED", "MONSTER_DEFEATED", "ROLLED", "MONSTER_DEFEATED", "ROLLED", "SUCCEEDED",
    ]  # fmt: skip


def test_c119_defeated_though_the_adventure_fails():
    """C-11.9: the marker stays face down until the phase ends."""
    board = table("lore, lore | []")
    marker = put_monster(board, 0, 1, task="peril", trophy=2)
    asked = Script(board, ["P11111"], TASK=[last])
    board.resolution()
    lying = asked.of("ATTEMPT")[1].game["monsters"][marker]
    assert (lying["where"], lying["at"], lying["defeated"]) == (state.ON_CARD, 0, 1)
    assert board.player(0)["trophies"] == 2


def test_c1114_one_by_one():
    """C-11.14: the second is placed after the first lies, its lock shut."""
    board = Board()
    board.deck["monsters"]["lock"] = state.GREEN
    asked = Script(board, PLACE_MONSTER=option(2, BOTTOM))
    asked.answers["PLACE_MONSTER"] = [option(2, BOTTOM), option(3, BOTTOM)]
    board.do("monster 2")
    first, second = asked.of("PLACE_MONSTER")
    assert 2 in first.first
    assert 2 not in second.first  # C-11.3: the even spread sees the first
    assert (first.game["n_locks"], second.game["n_locks"]) == (0, 1)


def test_c1115_who_gets_a_monster_defeated_by_a_card():
    """C-11.15: outside a Resolution phase the user, at once; D-C6."""
    board = Board(2)
    marker = put_monster(board, 3, trophy=2)
    board.do("defeat 1", 1)
    assert board.game["monsters"][marker]["where"] == state.AS_TROPHY
    assert (board.player(0)["trophies"], board.player(1)["trophies"]) == (0, 2)


def test_c1116_a_defeated_marker_on_its_card():
    """C-11.16: effects do not touch it, its row is not free, and it counts for the even spread."""
    board = table("[lore] | peril, peril", terror="remove_monster 1; monster_here 1")
    on_row = put_monster(board, 0, 0, task="lore")
    put_monster(board, 3)
    asked = Script(board, ["L11111", "T1111"], TASK=[last])
    board.resolution()
    assert not asked.of("REMOVED_MONSTER")  # the other one is all there is
    assert board.game["monsters"][on_row]["where"] == state.AS_TROPHY
    assert [row for _, row in monsters_on(board, 0)] == [BOTTOM]
    board = Board()
    board.defeat(put_monster(board, 2), 0)
    asked = Script(board)
    board.appear(-1)
    assert asked.of("PLACE_MONSTER")[0].first == {0, 1, 3, 4, 5}


def test_c1117_never_on_a_special():
    """C-11.17, A-11.1"""
    board = Board()
    board.appear(6)
    board.do("monster_here 1", 0, 6)
    assert in_cup(board) == 34


# --- C-12 locks ---------------------------------------------------------------------------------------
def test_c128_a_die_freed_in_the_phase():
    """C-12.8, C-12.5: it may join at the next step 3."""
    board = table("peril, peril, peril")
    board.deck["monsters"]["lock"] = state.GREEN
    board.appear(3)
    board.deck["monsters"]["lock"] = -1
    give(board, 0, "spell", "untimed", "remove_monster 1")
    asked = Script(board, ["11111"], POOL=[last, last])
    board.resolution()
    assert len(asked.of("ATTEMPT")[0].pool) == 5
    assert [found[0] for found in asked.of("POOL")[1].options] == [0, 4]  # done, or take the die
    assert len(asked.of("ATTEMPT")[1].pool) == 5  # of six dice one is discarded


# --- C-13 clues, items, spells, allies ------------------------------------------------------------------
def test_c132_clues_touch_the_pool_only():
    """C-13.1, C-13.2: not the dice on tasks and spells."""
    board = table("lore | peril, peril")
    board.player(0)["clues"] = 1
    asked = Script(board, ["L11111", "22222", "333"], CHANGE=[0, last], TASK=[last], REROLL=[dice("222")])
    board.resolution()
    assert asked.of("REROLL")[0].pool == "22222"
    assert asked.of("DISCARD")[0].pool == "22333"


def test_c133_cards_on_the_owners_turn():
    """C-13.3, D-A14: another player's card only if its text says so."""
    board = table("peril", players=2)
    put_monster(board, 3)
    give(board, 1, "common", "rolled", "defeat 1")
    anytime = give(board, 1, "unique", "rolled", "defeat 1", any_turn=1)
    board.player(1)["clues"] = 1
    asked = Script(board, ["111111"])
    board.resolution()
    (question,) = [found for found in asked.of("CHANGE") if found.player == 1]
    assert [found[:2] for found in question.options] == [(0, -1), (1, anytime)]


def test_c1313_tokens_keep_an_ally():
    """C-13.13: an ally with three tokens works three times."""
    board = Board()
    ally = give(board, 0, "ally", "untimed", "clue +1", tokens=3)
    for use in range(1, 4):
        assert hand(board, 0) == [ally]
        board.use_card(0, ally)
        assert board.player(0)["clues"] == use
    assert hand(board, 0) == []
    assert bottom_card(board, state.ALLIES) == ally


@pytest.mark.parametrize(("sanity", "offered"), [(5, False), (4, True)])
def test_c1314_only_if_it_does_something(sanity, offered):
    """C-13.14, D-C19"""
    board = Board()
    give(board, 0, "spell", "untimed", "sanity +1")
    board.player(0)["sanity"] = sanity
    asked = Script(board)
    board.take_turn()
    assert len(asked.of("UNTIMED")) == (2 if offered else 0)  # before moving, and before the clock


def test_c1315_c1316_abilities_in_other_turns():
    """C-13.15, C-13.16: an ability with a trigger of its own works in any turn, and at midnight."""
    board = Board(2)
    calm(board)
    board.deck["investigators"][board.player(1)["card"]]["ability"] = state.EXTRA_COMMON
    give_trophies(board, 0, 3)
    Script(board, CAMP=option(3, 0, 1))
    board.purchase()
    assert len(hand(board, 1)) == 2
    board.write(board.deck["adventures"][60], midnight="common +1 @each")
    give(board, 1, "unique", "rolled", "defeat 1", any_turn=1)
    asked = Script(board)
    board.midnight()
    assert len(hand(board, 1)) == 2 + 2 + 1
    assert {question.kind for question in asked.asked} <= {"MYTHOS_OPTION"}


# --- C-14 clock and midnight ------------------------------------------------------------------------------
def test_c146_the_list_is_taken_when_the_letter_begins():
    """C-14.6: a card that enters in 3c does not act in it."""
    board = Board()
    calm(board)
    board.write(board.deck["adventures"][60], midnight="gate 1")
    board.deck["adventures"]["midnight"][64:72] = board.program("doom +1")
    board.midnight()
    assert board.game["doom"] == 0
    Script(board, EFFECT_ORDER=0)
    board.midnight()
    assert board.game["doom"] == 1


def test_c149_the_old_card_ends():
    """C-14.9, A-9.6: its lasting part, its terror effect and its lock end with the next card."""
    board = Board()
    calm(board)
    mythos(board, "investigation +1; terror(doom +1); lock yellow")
    board.draw_mythos()
    assert (board.game["investigation_bonus"], board.game["mythos_terror"]["size"]) == (1, 1)
    assert place(board, state.YELLOW_DIE) == state.LOCKED
    mythos(board)
    board.midnight()
    assert (board.game["investigation_bonus"], board.game["mythos_terror"]["size"]) == (0, 0)
    assert place(board, state.YELLOW_DIE) == state.SUPPLY


def test_c1410_used_mythos_cards_are_shuffled_again():
    """C-14.10"""
    board = Board()
    seen = {int(board.game["mythos"])}
    for _ in range(29):
        board.draw_mythos()
        seen.add(int(board.game["mythos"]))
    assert seen == set(range(30))
    assert board.game["deck_size"][state.MYTHOS] == 0
    board.draw_mythos()
    assert board.game["deck_size"][state.MYTHOS] == 29


# --- C-15 doom ----------------------------------------------------------------------------------------------
def test_c151_icons_of_the_track():
    """C-15.1, A-10.10: each token on an icon acts."""
    board = Board()
    board.deck["ancient_one"]["icon"][[1, 3]] = 1
    for doom, laid in ((1, 3), (2, 3), (3, 6)):
        board.add_doom()
        assert (board.game["doom"], sum(storms(board))) == (doom, laid)


def test_c159_straight_to_the_clock():
    """C-15.9, C-15.13: no purchase, no rest of the phase; dice to the supply, those on spells stay."""
    board = Board()
    board.game["doom"] = 9
    board.card(0, tasks="lore | peril, peril", terror="doom +1; clue +1")
    spell = give(board, 0, "spell", "securing", secures=1)
    give_trophies(board, 0, 5)
    asked = goes_to(board, 0, ["L11111", "T222"], TASK=[last], SECURE=[secure(spell, "1")])
    board.take_turn()
    assert board.game["awakened"] == 2
    assert not asked.of("CAMP")
    assert board.player(0)["clues"] == 0
    assert board.game["hour"] == 1
    assert len(at(board, state.ON_SPELL)) == 1
    assert sum(place(board, d) == state.SUPPLY for d in range(8)) == 7


def test_c1511_batches():
    """C-15.11: one box is finished before the awakening; another text stops at the token."""
    board = Board()
    board.game["doom"] = 9
    Script(board, ICON_ORDER=0)
    board.penalties(*board.program("doom +1; clue +1"), 0)
    assert (board.game["awakened"], board.player(0)["clues"]) == (1, 1)
    board = Board()
    board.game["doom"] = 9
    board.do("doom +1; clue +1")
    assert (board.game["awakened"], board.player(0)["clues"]) == (1, 0)
    board = Board()
    board.game["doom"] = 9
    markers = [lay_storm(board, 0, "doom +1"), lay_storm(board, 0, "stamina -1")]
    board.stand(0, 0)
    Script(board, STORM_ORDER=option(markers[0]))
    board.resolve_storms(0)
    assert board.player(0)["stamina"] == 4


def test_c1512_no_icon_on_the_last_space():
    """C-15.12"""
    board = Board()
    board.deck["ancient_one"]["icon"][10] = 1
    board.game["doom"] = 9
    board.add_doom()
    assert (board.game["awakened"], sum(storms(board))) == (1, 0)


# --- C-16 devoured --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("stat", ["sanity", "stamina"])
@pytest.mark.parametrize("by", ["penalty", "terror", "storm", "entry", "back", "midnight", "monster"])
def test_c161_c1610_what_devours(stat, by):
    """C-16.1, C-16.2, C-16.10"""
    board = Board()
    calm(board)
    loss = f"{stat} -1"
    board.player(0)[stat] = 1
    slot = 3 if by == "back" else 0
    board.card(0, tasks="peril, peril | []", **{by: loss} if by in ("penalty", "terror", "entry", "midnight") else {})
    if by == "back":
        board.deck["backs"]["arrive"] = board.program(loss)
    if by == "storm":
        lay_storm(board, 0, loss)
    if by == "monster":
        put_monster(board, 0, 1, task="lore", collected=loss)
    if by == "midnight":
        board.game["hour"] = 3
    goes_to(board, slot, {"terror": ["T11111"], "monster": ["L11111"]}.get(by, ()), TASK=last if by == "monster" else 0)
    board.take_turn()
    assert (board.game["devoured"], board.game["doom"]) == (1, 1)
    assert board.player(0)[stat] == 5


def test_c169_several_by_one_effect():
    """C-16.9: the loss hits all, then they are processed in turn order; C-16.6."""
    board = Board(3)
    board.game["active"] = 1
    for player in range(3):
        board.player(player)["sanity"] = 1
    watch(board)
    board.do("sanity -1 @each", 1)
    log = board.logs[0]
    names = only(board, "LOST_POINT", "DEVOURED")
    assert names == ["LOST_POINT"] * 3 + ["DEVOURED"] * 3
    order = [int(e["a"]) for e, name in zip(log["events"], events(board), strict=False) if name == "DEVOURED"]
    assert order == [1, 2, 0]
    assert [board.player(p)["sanity"] for p in range(3)] == [5, 5, 5]


def test_c1611_a_new_investigator_is_fresh():
    """C-16.11, C-16.3, C-16.5"""
    board = Board()
    board.player(0)["ability_used"], board.player(0)["clues"] = 1, 3
    board.gain_cards(0, state.COMMON, 2)
    (adventure,) = give_trophies(board, 0, 2)
    marker = put_monster(board, 3)
    board.collect(marker, 0)
    board.do("devour")
    me = board.player(0)
    assert (me["ability_used"], me["clues"], me["n_hand"], me["trophies"], me["at"]) == (0, 0, 0, 0, ENTRANCE)
    assert board.game["deck_size"][state.COMMONS] == 17
    assert bottom_card(board, state.STAGE_I) == adventure
    assert in_cup(board) == 34


# --- C-17 battle ------------------------------------------------------------------------------------------------
def in_battle(players: int = 1, doom: int = 10) -> Board:
    """A Board after the awakening, its Ancient One's attack harmless."""
    board = Board(players)
    board.game["doom"] = 10
    board.awaken()
    board.game["doom"] = doom
    board.deck["ancient_one"]["attack_effects"] = board.program("clue +1")
    return board


def test_c171_c172_a_turn_of_the_battle():
    """C-17.1, C-17.2, C-17.11: attack and clock only; green dice not secured; they come back after the turn."""
    board = in_battle()
    give_trophies(board, 0, 5)
    spell = give(board, 0, "spell", "securing", secures=1)
    secured = board.game["dice"][0]
    secured["place"], secured["at"], secured["face"] = state.ON_SPELL, spell, LORE
    board.player(0)["clues"] = 1
    asked = Script(board, ["12222"], CHANGE=[0], BATTLE_DISCARD=last)
    board.take_turn()
    assert {"MOVE", "CAMP", "ATTEMPT", "FOCUS"}.isdisjoint(asked.kinds())
    assert asked.of("CHANGE")[0].pool == "12222"
    assert board.game["hour"] == 1
    assert sum(place(board, d) == state.SUPPLY for d in range(8)) == 7


def test_c176_c1712_doom_in_the_battle():
    """C-17.6, C-17.12, C-14.3: further strikes add doom up to the track's end, icons do nothing."""
    board = in_battle(doom=8)
    board.deck["ancient_one"]["icon"][:] = 1
    board.game["hour"] = 3
    item = give(board, 0, "common", "pool", "clock 8")
    Script(board, POOL=[option(1, item)], BATTLE_DISCARD=last)
    board.take_turn()  # the hand passes XII three times: two strikes more than one
    assert board.game["doom"] == 10
    assert sum(storms(board)) == 0
    assert board.player(0)["clues"] == 1  # one attack


@pytest.mark.parametrize(("ruling", "used"), [("AFTER_ATTACK", 0), ("NEVER", 1)])
def test_c179_refresh_in_the_battle(ruling, used):
    """C-17.9"""
    board = in_battle()
    board.ruling("BATTLE_REFRESH", ruling)
    board.player(0)["ability_used"] = 1
    board.midnight()
    assert board.player(0)["ability_used"] == used


def test_c1710_the_battle_is_no_adventure():
    """C-17.10: no ability of Other Worlds, no terror effect."""
    board = in_battle()
    board.deck["investigators"][board.player(0)["card"]]["ability"] = state.FREE_DICE_IN_OTHER_WORLDS
    board.deck["adventures"]["terror"] = board.program("doom +1")
    board.game["doom"] = 5
    asked = Script(board, ["TTTTTT"], BATTLE_DISCARD=[0, last])
    board.take_turn()
    assert board.game["doom"] == 5
    assert not asked.of("POOL")


def test_c1711_an_empty_pool_and_a_secured_die():
    """C-17.11: it may still fill the combat task together with nothing else."""
    board = in_battle(doom=2)
    board.write(board.deck["ancient_one"], task="peril")
    spell = give(board, 0, "spell", "securing", secures=1)
    board.game["dice"]["place"][:6] = state.REMOVED
    secured = board.game["dice"][0]
    secured["place"], secured["at"], secured["face"] = state.ON_SPELL, spell, PERIL
    Script(board, BATTLE_TASK=last)
    board.take_turn()
    assert board.game["doom"] == 1
    assert hand(board, 0) == []


# --- C-18 -----------------------------------------------------------------------------------------------------------
def test_c183_a_game_is_stopped():
    """C-18.3"""
    board = Board()
    calm(board)
    board.ruling("TURN_CAP", "5")
    board.games[0] = 0
    board.play_game()
    assert (board.game["outcome"], board.game["turn"]) == (state.CAPPED, 5)
