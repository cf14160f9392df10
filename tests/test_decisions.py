"""Every row of the tables Decisions: the question is asked, of the right player, with the legal options.

Most kinds occur in games of random answers; the rare ones are brought about on a Board.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import numpy as np
import pytest
from board import Board
from deep_deck import deep_deck
from loaded import Script, give, option, put_monster, table
from scripted import Question, Scripted
from situations import calm, give_trophies, last, lay_storms, mythos

from sim.cards.completion import complete
from sim.cards.loading import load_cards
from sim.deck import build_deck
from sim.play import play
from sim.rules import choices, state
from sim.rules.choices import KINDS
from sim.scenario import ANCIENT_ONES, SEASONS, Scenario
from sim.tally import row_dtype

#: Decision -> kinds of question that ask for it.
DECISIONS = {
    "D-C1": ("FIRST_PLAYER", "FREE_CARD", "REPLACEMENT"),
    "D-C2": ("DAILY",),
    "D-C3": ("MOVE", "UNTIMED"),
    "D-C4": ("ATTEMPT",),
    "D-C5": ("POOL",),
    "D-C6": ("CHANGE", "REROLL", "DEFEATED_MONSTER"),
    "D-C7": ("SECURE",),
    "D-C8": ("TASK",),
    "D-C9": ("TERROR_ORDER",),
    "D-C10": ("FOCUS",),
    "D-C11": ("DISCARD", "UNTIMED"),
    "D-C12": ("COLLECT",),
    "D-C13": ("LOSE_POINT",),
    "D-C14": ("ICON_ORDER", "TARGET", "LOSE_CARD"),
    "D-C15": ("PAY",),
    "D-C17": ("PLACE_MONSTER",),
    "D-C18": ("LOCK_DIE", "LOCK_SERVED"),
    "D-C19": ("UNTIMED",),
    "D-C20": ("EFFECT_ORDER",),
    "D-C21": ("REPLACEMENT",),
    "D-C22": ("BATTLE_TASK", "BATTLE_DISCARD"),
    "D-C23": ("OPTIONAL", "INSTEAD"),
    "D-C24": ("DAILY", "OFFERING"),
    "D-A2": ("MOVE",),
    "D-A3": ("OPTIONAL", "EITHER"),
    "D-A4": ("FLIP_MONSTER",),
    "D-A5": ("EITHER",),
    "D-A6": ("STORM",),
    "D-A7": ("STORM_ORDER",),
    "D-A8": ("SPLIT_GROUP",),
    "D-A9": ("TARGET", "REMOVED_MONSTER", "LOSE_CARD"),
    "D-A10": ("CAMP", "CAMP_STORM"),
    "D-A11": ("MYTHOS_OPTION",),
    "D-A12": ("EFFECT_ORDER",),
    "D-A13": ("VICTIM", "SHARE", "OFFERING"),
    "D-A14": ("CHANGE", "SECURE"),
    "D-R2": ("CAMP",),
    "D-R3": ("STAGE_TWO_OFFER",),
    "D-R4": ("LEGION_COST",),
    "D-R5": ("PLACE_MONSTER",),
    "D-R6": ("AMULET_TOKEN",),
    "D-R7": ("MISSION_REWARD",),
    "D-R8": ("MYTHOS_OPTION",),
    "D-R9": ("REMOVED_LEGION",),
    "D-R10": ("LOST_TOKEN",),
    "D-R11": ("LOCK_DIE",),
    "D-R12": ("EFFECT_ORDER",),
}
#: Asked only in situations that random games hardly reach.
RARE = ("COLLECT", "LOCK_SERVED", "CAMP_STORM", "FLIP_MONSTER", "INSTEAD")


def at_random(question: Question) -> int:
    """An answer out of the question's own random word."""
    word = int(question.choice["word"])
    if mask := int(question.choice["mask"]):
        dice = word & mask
        while dice.bit_count() > (int(question.choice["context"]) or state.DICE):
            dice &= dice - 1
        return dice
    return (word >> 32) % len(question.options)


@cache
def asked_in_random_games() -> Counter:
    """How often each kind is asked in games of 1, 2 and 4 players of both modes; every question has several options."""
    kinds: Counter = Counter()

    def answer(question: Question) -> int:
        kinds[question.kind] += 1
        options = question.options
        assert question.choice["mask"] or len(options) > 1
        assert len(set(options)) == len(options)
        assert 0 <= question.choice["player"] < question.deck["players"]
        return at_random(question)

    for number, ancient_one in enumerate(ANCIENT_ONES):
        for players in (1, 2, 4):
            scenario = Scenario(
                ancient_one=ancient_one, players=players, season=("summer", "winter")[players == 2],
                rulings={"INVESTIGATOR_PICK": "CHOICE"},
            )  # fmt: skip
            deck = build_deck(complete(load_cards(), number, players), scenario)
            for decks in (deck, deep_deck(deck, 10 * number + players)):
                policy = Scripted(answer)
                play(decks, policy, 1, range(20), np.zeros(20, row_dtype))
                if policy.error:
                    raise policy.error
    return kinds


@pytest.mark.parametrize("decision", DECISIONS)
def test_decisions_of_random_games(decision):
    for kind in DECISIONS[decision]:
        assert kind in RARE or asked_in_random_games()[kind] > 0


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("ancient_one", ANCIENT_ONES)
def test_da1_what_is_decided_before_the_game(ancient_one, season):
    """D-A1, D-C1, C-3.2, A-2.4, A-2.5: the Ancient One and the season are the scenario's."""
    cards = complete(load_cards(), 0, 0)
    (deck,) = build_deck(cards, Scenario(ancient_one=ancient_one, season=season))
    (sheet,) = [one for one in cards.ancient_ones if one.name.lower() == ancient_one]
    assert (deck["ancient_one"]["doom"], deck["ancient_one"]["signs"]) == (sheet.doom, sheet.signs)
    assert SEASONS[deck["season"]] == season


def test_every_kind_belongs_to_a_decision():
    """The documentation of the door and this table speak of the same decisions."""
    assert {kind for kinds in DECISIONS.values() for kind in kinds} == set(KINDS)
    assert set(re.findall(r"D-[ACR]\d+", choices.__doc__ or "")) == set(DECISIONS)


# --- the rare ones ------------------------------------------------------------------------------
def test_dc12_order_of_collecting():
    """D-C12: any order, backs as they come."""
    board = table("lore | [] | []")
    first = put_monster(board, 0, 1, task="peril", collected="clue +1")
    second = put_monster(board, 0, 2, task="peril", collected="sanity -1")
    asked = Script(board, ["P11111", "P1111"], TASK=last, COLLECT=option(second))
    board.resolution()
    assert [question.first for question in asked.of("COLLECT")] == [{first, second}]
    assert (board.player(0)["clues"], board.player(0)["sanity"]) == (1, 4)


def test_dc18_which_lock_is_served():
    """D-C18, C-12.3: a freed die is wanted by two locks."""
    board = Board()
    calm(board)
    mythos(board, "lock red")
    board.draw_mythos()
    board.deck["monsters"]["lock"] = state.RED
    for slot in (3, 4):
        board.appear(slot)
    mythos(board)
    asked = Script(board, LOCK_SERVED=last)
    board.draw_mythos()
    assert [len(question.options) for question in asked.of("LOCK_SERVED")] == [2]
    assert sorted(int(lock["die"]) for lock in board.game["locks"][:2]) == [-1, state.RED_DIE]


def test_da10_which_storms_are_removed():
    """D-A10: up to five, from any cards, or fewer."""
    board = Board()
    give_trophies(board, 0, 6)
    lay_storms(board, 1, 4, 4)
    asked = Script(board, CAMP=option(6), CAMP_STORM=[option(0), option(2), option(-1)])
    board.purchase()
    assert [question.first for question in asked.of("CAMP_STORM")] == [{-1, 0, 1, 2}, {-1, 1, 2}, {-1, 1, 2}]
    assert board.game["pile"] == 28 - 7


def test_da4_which_monster_goes_on_the_task():
    """D-A4, A-3.6: any of them on any free monster task."""
    board = Board()
    board.card(3, faceup=False, tasks="[lore] | [peril] | lore")
    monsters = [put_monster(board, 3) for _ in range(3)]
    board.stand(0, 3)
    asked = Script(board, FLIP_MONSTER=[option(monsters[2], 1), option(monsters[0], 0)])
    board.arrive(0, 3)
    first, second = asked.of("FLIP_MONSTER")
    assert {found[:2] for found in first.options} == {(m, row) for m in monsters for row in (0, 1)}
    assert {found[:2] for found in second.options} == {(m, 0) for m in monsters[:2]}
    assert [int(board.game["monsters"][m]["row"]) for m in monsters] == [0, state.BOTTOM, 1]
    assert board.game["slots"][3]["bottom"] == 1


def test_dc15_what_is_paid():
    """D-C15, C-10.2: 3, 2 and 1 for a price of 4."""
    board = Board()
    three, two, one = give_trophies(board, 0, 3, 2, 1)
    asked = Script(board, PAY=last)
    board.do("trophy -4")
    (question,) = asked.of("PAY")
    assert {found[:2] for found in question.options} == {(0, two), (0, one)}
    assert three not in {found[1] for found in question.options}  # without it the price is out of reach


def test_da14_cards_of_any_turn():
    """D-A14, D-C7: another player's spell may secure a die of the active one's roll."""
    board = table("lore", players=2)
    spell = give(board, 1, "spell", "securing", secures=1, any_turn=1)
    give(board, 1, "spell", "securing", secures=1)
    asked = Script(board, ["P11111", "LLLL"], SECURE=[option(spell)], TASK=last)
    board.resolution()
    (question, *_) = asked.of("SECURE")
    assert (question.player, question.first) == (1, {-1, spell})
