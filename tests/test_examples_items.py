"""Worked examples: spells, locked dice and clues (E-45..E-55, E-158..E-160)."""

from __future__ import annotations

import pytest
from board import Board
from loaded import Script, at, dice, die, give, hand, option, place, put_monster, secure, table, task
from situations import events, monsters_on, watch

from sim.rules import state
from sim.rules.choices import DONE, TAKE_DIE, USE_ABILITY, USE_CARD, USE_CLUE
from sim.rules.state import YELLOW_DIE

YELLOW_LOCK = state.YELLOW


def spell_with(board: Board, faces: str, player: int = 0) -> int:
    """A player's spell that holds dice with these faces, y and r for the yellow and the red die."""
    card = give(board, player, "spell", "securing", secures=max(1, len(faces)))
    green = iter(range(5, -1, -1))
    for face in faces:
        number = {"y": YELLOW_DIE, "r": state.RED_DIE}.get(face)
        number = next(green) if number is None else number
        board.game["dice"][number]["place"] = state.ON_SPELL
        board.game["dice"][number]["at"] = card
        board.game["dice"][number]["face"] = {"L": state.LORE, "T": state.TERROR}.get(face, 3)
    return card


# --- spells -----------------------------------------------------------------------------------
def test_e45_the_number_of_dice_is_fixed_at_casting():
    board = table("inv 9")
    spell = give(board, 0, "spell", "securing", secures=2)
    script = Script(board, ["L3PPPP", "L3PP"], SECURE=[secure(spell, "L")])
    board.resolution()
    assert script.of("SECURE")[0].ways(spell) == {"L", "3", "P", "3L", "LP", "3P", "PP"}
    assert len(script.of("SECURE")) == 1
    assert at(board, state.ON_SPELL) == "L"


def test_e46_another_investigator_uses_the_die():
    board = table("lore, inv 2", players=2)
    spell = spell_with(board, "L")
    board.game["active"] = 1
    script = Script(board, ["2PPPP"], TASK=[task(0, "2L")])
    board.resolution()
    assert board.game["attempt"]["rolls"] == 1  # only after B's roll
    assert script.of("TASK")[0].pool == "2PPPP"
    assert board.game["successes"] == 1
    assert hand(board, 0) == []
    ring = board.hidden["rings"][state.SPELLS]
    assert ring["cards"][(ring["head"] + ring["n"] - 1) % state.MAX_ADVENTURES] == spell


@pytest.mark.parametrize("granted", [False, True])
def test_e47_a_coloured_die_leaves_a_spell_only_by_an_effect_that_grants_it(granted):
    board = table("inv 3", players=2)
    spell = spell_with(board, "r")
    board.game["active"] = 1
    red = give(board, 1, "unique", "pool", "red") if granted else -1
    script = Script(board, ["PPPPPP rP"] if granted else ["PPPPPP"], POOL=[option(USE_CARD, red)], TASK=[0])
    board.resolution()
    for asked in script.of("POOL"):
        assert (TAKE_DIE, state.RED_DIE) not in {o[:2] for o in asked.options}
    if granted:
        assert script.of("FOCUS")[0].pool == "PPPPPPP"  # rolled: its 3 is gone
        assert hand(board, 0) == []
    else:
        assert script.of("TASK")[0].ways() == {"3"}  # usable where it lies
        assert hand(board, 0) == [spell]


def test_e48_a_lock_takes_the_die_of_a_spell():
    board = table("inv 9", terror="monster")
    board.deck["monsters"]["lock"] = state.GREEN
    spell_with(board, "L")
    script = Script(board, ["TPPPP", "----"], LOCK_DIE=[die("L")])
    board.resolution()
    asked = script.of("LOCK_DIE")[0]
    assert {int(asked.game["dice"][o[1]]["place"]) for o in asked.options} == {state.POOL, state.ON_SPELL}
    assert hand(board, 0) == []
    assert script.of("FOCUS")[0].pool == "PPPPT"
    assert sum(place(board, d) == state.LOCKED for d in range(6)) == 1


# --- locks ------------------------------------------------------------------------------------
@pytest.mark.parametrize("discarded", [False, True])
def test_e50_a_defeated_monster_keeps_its_die_until_the_phase_is_over(discarded):
    board = Board()
    board.deck["monsters"]["lock"] = YELLOW_LOCK
    board.deck["monsters"]["task"]["symbols"] = 0
    board.deck["monsters"]["task"]["symbols"][2] = 1  # peril
    board.card(0, tasks="inv 9")
    board.stand(0, 0)
    board.appear(0)
    m, _ = monsters_on(board, 0)[0]
    yellow = give(board, 0, "common", "pool", "yellow")
    script = Script(board, ["TTTTTT", "PTTTT", "TTTT"], TASK=[option(1)])
    if discarded:
        remover = give(board, 0, "unique", "untimed", "remove_monster")
        script.answers["POOL"] = [option(USE_CARD, remover)]
    board.resolution()
    offered = [yellow in asked.cards for asked in script.of("POOL")]
    if discarded:
        assert offered == [False, True, True, True]  # before it was removed, and after
    else:
        assert offered == []  # roll 3 too
        assert board.game["monsters"][m]["where"] == state.AS_TROPHY
    assert place(board, YELLOW_DIE) == state.SUPPLY  # free after the phase


def test_e51_a_freed_die_goes_to_the_lock_that_waits():
    board = Board()
    board.card(3, faceup=False, lock=YELLOW_LOCK)
    board.arrive(0, 3)  # nobody stands there: nothing is flipped
    board.stand(0, 3)
    board.arrive(0, 3)
    assert board.game["locks"][0]["die"] == YELLOW_DIE
    board.deck["monsters"]["lock"] = YELLOW_LOCK
    board.appear(1)
    waiting = board.game["locks"][1]
    assert (waiting["kind"], waiting["die"]) == (state.LOCK_OF_MONSTER, -1)
    Script(board, ["LLLLLL"], TASK=[1])
    board.resolution()
    assert board.game["successes"] == 1
    assert board.game["n_locks"] == 1
    assert (board.game["locks"][0]["kind"], board.game["locks"][0]["die"]) == (state.LOCK_OF_MONSTER, YELLOW_DIE)
    assert place(board, YELLOW_DIE) == state.LOCKED


@pytest.mark.parametrize(("effect", "usable"), [("yellow", False), ("yellow_even_if_locked", True)])
def test_e52_a_locked_die_only_for_what_says_so(effect, usable):
    board = table("inv 9")
    board.do("lock yellow")
    item = give(board, 0, "common", "pool", effect)
    script = Script(board, ["PPPPPP yP"], POOL=[option(USE_CARD, item)])
    board.take_turn()
    assert bool(script.of("POOL")) == usable
    assert len(script.of("FOCUS")[0].pool) == (7 if usable else 6)
    assert place(board, YELLOW_DIE) == state.LOCKED  # again, at the end of the turn
    assert board.game["dice"][YELLOW_DIE]["at"] == 0
    assert board.player(0)["n_hand"] == (0 if usable else 1)


@pytest.mark.parametrize("colour", [state.GREEN, state.YELLOW])
def test_e158_a_lock_acts_only_faceup(colour):
    board = Board()
    board.card(3, faceup=False, lock=colour)
    assert board.game["n_locks"] == 0
    board.stand(0, 3)
    board.arrive(0, 3)
    assert board.game["n_locks"] == 1
    taken = [d for d in range(8) if place(board, d) == state.LOCKED]
    assert len(taken) == 1
    assert (taken[0] == YELLOW_DIE) == (colour == state.YELLOW)


# --- clues, moments, abilities -----------------------------------------------------------------
def test_e53_a_re_roll_gives_no_second_use_of_an_ability():
    board = table("inv 9")
    board.deck["investigators"][board.player(0)["card"]]["ability"] = state.TERROR_TO_LORE
    board.player(0)["clues"] = 2
    script = Script(
        board,
        ["TTPPPP", "T-----", "T-----", "TTTTT"],
        CHANGE=[option(USE_ABILITY), option(USE_CLUE), option(USE_CLUE)],
        REROLL=[dice("L"), dice("T")],
    )
    board.resolution()
    actions = [{o[0] for o in asked.options} for asked in script.of("CHANGE")]
    assert actions[:3] == [{DONE, USE_CLUE, USE_ABILITY}, {DONE, USE_CLUE}, {DONE, USE_CLUE}]
    assert script.of("CHANGE")[3].game["attempt"]["rolls"] == 2  # the next roll
    assert actions[3] == {DONE, USE_ABILITY}


def test_e55_moments_of_untimed_and_before_rolling_cards():
    board = table("inv 9")
    board.player(0)["stamina"] = 1
    board.player(0)["clues"] = 1
    spell = give(board, 0, "spell", "untimed", "stamina +1")
    item = give(board, 0, "unique", "before_rolling", "reroll 1")
    board.write(board.deck["items"][item], effect="stamina +1")
    script = Script(board, ["PPPPPP", "PPPPP"])
    board.take_turn()
    moments = [(asked.kind, spell in asked.cards, item in asked.cards) for asked in script.asked]
    moments = [(kind, untimed, before) for kind, untimed, before in moments if untimed or before or kind == "CHANGE"]
    one_roll = [("POOL", True, True), ("CHANGE", False, False), ("UNTIMED", True, False), ("UNTIMED", True, False)]
    assert moments == [("UNTIMED", True, False), *one_roll, *one_roll, ("UNTIMED", True, False)]


def test_e159_a_spell_of_a_devoured_caster():
    board = table("inv 9", players=2, penalty="sanity -5")
    spell_with(board, "L")
    spells = int(board.game["deck_size"][state.SPELLS])
    Script(board, ["-----"])
    board.game["in_turn"] = 1
    board.resolution()
    assert board.game["devoured"] == 1
    assert board.game["deck_size"][state.SPELLS] == spells + 1
    board.game["active"], board.game["gone"] = 1, 0
    script = Script(board, ["LLLLLL"])
    board.resolution()
    assert script.of("FOCUS")[0].pool == "LLLLLL"  # six green dice


@pytest.mark.parametrize(
    ("ability", "stat"), [(state.HEAL_STAMINA_DAILY, "stamina"), (state.HEAL_SANITY_DAILY, "sanity")]
)
def test_e160_an_ability_once_a_day(ability, stat):
    board = Board(players=2)
    board.deck["storms_of_day"] = 0
    board.deck["investigators"][board.player(0)["card"]]["ability"] = ability
    board.player(1)[stat] = 1
    board.game["active"] = 1
    script = Script(board, DAILY=option(0, 1))
    board.take_turn()
    assert script.of("DAILY")[0].player == 0  # at the start of B's turn
    assert board.player(1)[stat] == 2
    for _ in range(2):
        board.take_turn()
    assert len(script.of("DAILY")) == 1
    board.take_turn()  # the fourth turn ends with midnight
    assert board.game["nights"] == 1
    board.take_turn()
    assert len(script.of("DAILY")) == 2
    assert board.player(1)[stat] == 3


# --- either / or, and who gets what an effect defeats -------------------------------------------
@pytest.mark.parametrize(("ruling", "offered"), [("FULFIL", {1}), ("FREE", {0, 1})])
def test_either_or(ruling, offered):
    """EITHER_OR (C-1.18): an ally that nobody has."""
    board = table("inv 9", entry="choose(ally -1, sanity -1)")
    board.ruling("EITHER_OR", ruling)
    script = Script(board)
    board.arrive(0, 0)
    taken = script.of("EITHER")
    assert (taken[0].first if taken else {1}) == offered
    assert board.player(0)["sanity"] == (4 if ruling == "FULFIL" else 5)


@pytest.mark.parametrize(("ruling", "owner"), [("USER", 1), ("ACTIVE", 0)])
def test_defeat_owner(ruling, owner):
    """DEFEAT_OWNER (C-11.15): B's card defeats a monster in A's attempt."""
    board = table("inv 9", players=2)
    board.ruling("DEFEAT_OWNER", ruling)
    m = put_monster(board, 1, trophy=2)
    arrow = give(board, 1, "unique", "rolled", "defeat", any_turn=0)
    board.deck["items"][arrow]["any_turn"] = 1
    board.game["any_turn_cards"] = 1
    script = Script(board, ["------"], CHANGE=[option(USE_CARD, arrow)])
    board.resolution()
    assert script.of("CHANGE")[0].player == 1
    assert board.game["monsters"][m]["where"] == state.AS_TROPHY
    assert board.game["monsters"][m]["at"] == owner
    assert board.player(owner)["trophies"] == 2


@pytest.mark.parametrize(("ruling", "asked"), [("PLAYER_CHOICE", 1), ("PRINTED", 0)])
def test_reward_order(ruling, asked):
    """REWARD_ORDER (C-9.2): the sign first or the doom first."""
    board = table("lore", reward="doom +1; sign +1")
    board.ruling("REWARD_ORDER", ruling)
    script = Script(board, ["LLLLLL"], TASK=[1], ICON_ORDER=[1])
    watch(board)
    board.resolution()
    assert len(script.of("ICON_ORDER")) == asked
    order = [event for event in events(board) if event in ("DOOM_PLACED", "SIGN_GAINED")]
    assert order == (["SIGN_GAINED", "DOOM_PLACED"] if asked else ["DOOM_PLACED", "SIGN_GAINED"])
