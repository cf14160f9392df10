"""The generator and everything drawn from it: dice, decks, the monster cup, the storm pile.

Seeds are fixed, so nothing here fails by chance from run to run.  For a new generator or
seed, each chi-square below would fail a right one once in 10,000 times; there are 20 of them.
"""

from __future__ import annotations

import numpy as np
import pytest
from board import Board
from scipy import stats
from scripted import Scripted

from sim.cards.completion import complete
from sim.cards.loading import load_cards
from sim.chance import below, game_key, mix, word
from sim.deck import build_deck
from sim.play import play
from sim.rules import state
from sim.rules.chance import CUP_WORD, DECK_WORD, DICE_WORD, POLICY_WORD, STORM_WORD, shuffle
from sim.scenario import Scenario
from sim.tally import row_dtype

FALSE_ALARM = 1e-4
GOLDEN = 0x9E3779B97F4A7C15
#: The first outputs of splitmix64 from state 0, as published with its reference code.
SPLITMIX64 = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)


def uniform(counts: np.ndarray) -> None:
    """Are counts of equally likely cells, given by rows of one experiment each, what they should be?"""
    counts = np.atleast_2d(counts)
    for row in counts:
        assert stats.chisquare(row).pvalue > FALSE_ALARM


@pytest.mark.parametrize(("k", "output"), list(enumerate(SPLITMIX64, start=1)))
def test_published_outputs(k, output):
    assert mix(np.uint64(k * GOLDEN % 2**64)) == output


def test_words_of_different_purposes_and_positions_differ():
    key = game_key(np.uint64(1), np.uint64(0))
    purposes = (DICE_WORD, DECK_WORD, CUP_WORD, STORM_WORD, POLICY_WORD)
    words = {word(key, purpose, position) for purpose in purposes for position in range(10_000)}
    assert len(words) == 5 * 10_000


def test_below_is_even_over_its_range():
    key = game_key(np.uint64(5), np.uint64(0))
    drawn = [below(word(key, DICE_WORD, i), 7) for i in range(70_000)]
    uniform(np.bincount(drawn, minlength=7))


def test_every_bit_of_a_word_is_a_fair_coin():
    """64 bits of 20,000 words; the p-values of all bits together are looked at once."""
    key = game_key(np.uint64(3), np.uint64(9))
    words = np.array([word(key, POLICY_WORD, i) for i in range(20_000)], np.uint64)
    ones = np.array([np.count_nonzero(words >> np.uint64(bit) & np.uint64(1)) for bit in range(64)])
    squares = ((ones - 10_000) ** 2 / 5_000).sum()
    assert stats.chi2.sf(squares, 64) > FALSE_ALARM


# --- dice (C-2.2) ----------------------------------------------------------------------------------------
FACES = {
    "green": (1, 2, 3, state.LORE, state.PERIL, state.TERROR),
    "yellow": (1, 2, 3, 4, state.LORE, state.PERIL),
    "red": (2, 3, 4, state.LORE, state.PERIL, state.WILD),
}


@pytest.fixture(scope="module")
def rolls() -> np.ndarray:
    """Faces of all eight dice, shape (rolls, 8), as two rolls of each of many turns show them."""
    shown = []

    def decide(question) -> int:
        if question.kind == "DISCARD":
            shown.append(question.game["dice"]["face"].copy())
        return int(question.kind == "ATTEMPT" and len(shown) == 2 * int(question.game["turn"]) + 2)  # two a turn

    board = Board(1, decide)
    board.card(0, tasks="inv 20, inv 20, inv 20, inv 20")
    for turn in range(6000):
        board.game["turn"], board.hidden["rolls"] = turn, 0
        board.stand(0, 0)
        for die in (6, 7):
            board.game["dice"][die]["place"] = state.POOL
        board.resolution()
    return np.array(shown)


def test_the_dice_show_their_faces_evenly(rolls):
    """C-2.2: 8 chi-squares."""
    assert len(rolls) == 12_000
    for die in range(8):
        faces = FACES["green" if die < 6 else "yellow" if die == 6 else "red"]
        assert set(rolls[:, die]) <= {*faces, 0}
        uniform([np.count_nonzero(rolls[:, die] == face) for face in faces])


@pytest.mark.parametrize(("one", "other"), [(0, 1), (3, 4), (5, 6), (6, 7)])
def test_dice_of_one_roll_are_independent(rolls, one, other):
    _, table = np.unique(rolls[:, [one, other]], axis=0, return_counts=True)
    assert len(table) == 36
    uniform(table)


# --- decks, cup, pile ----------------------------------------------------------------------------------
def test_every_card_takes_every_place_of_a_shuffled_deck_evenly():
    """C-3.10"""
    counts = np.zeros((9, 9), int)
    orders = set()
    for k in range(9000):
        cards = np.arange(9, dtype=np.int16)
        shuffle(cards, 9, game_key(np.uint64(2), np.uint64(k)), 3)
        counts[cards, np.arange(9)] += 1
        orders.add(cards.tobytes())
    squares = ((counts - 1000) ** 2 / 1000).sum()
    assert stats.chi2.sf(squares, 64) > FALSE_ALARM
    assert len(orders) > 8700  # of 362,880


def test_decks_of_one_game_are_shuffled_independently():
    key = game_key(np.uint64(2), np.uint64(1))
    orders = set()
    for deck in range(9):
        cards = np.arange(40, dtype=np.int16)
        shuffle(cards, 40, key, deck)
        assert sorted(cards) == list(range(40))
        orders.add(cards.tobytes())
    assert len(orders) == 9


def test_monsters_are_drawn_evenly_from_the_cup():
    """C-3.10: each of 34 as often as any other, each draw anew"""
    drawn = np.zeros(34, int)
    board = Board(1)
    games, hiddens = board.games.copy(), board.hiddens.copy()
    for k in range(6800):
        board.games[:], board.hiddens[:] = games, hiddens
        board.hidden["key"] = board.hidden["dice_key"] = game_key(np.uint64(4), np.uint64(k))
        board.appear(-1)
        drawn += board.game["monsters"]["where"][:34] == state.ON_CARD
    assert drawn.sum() == 6800
    uniform(drawn)


def test_storms_are_drawn_evenly_from_the_pile():
    """A-10.1: each of 28 as often as any other; two of one event are different markers"""
    first, both = np.zeros(28, int), 0
    board = Board(1)
    games, hiddens = board.games.copy(), board.hiddens.copy()
    for k in range(5600):
        board.games[:], board.hiddens[:] = games, hiddens
        board.hidden["key"] = board.hidden["dice_key"] = game_key(np.uint64(6), np.uint64(k))
        board.place_storms(2, 0)
        one, two = board.hidden["storms"][0, :2]
        first[one] += 1
        both += one != two
    assert both == 5600
    uniform(first)


# --- a game is its seed and number -----------------------------------------------------------------------
def rows_in(pieces: list[range]) -> np.ndarray:
    deck = build_deck(complete(load_cards(), 0, 0), Scenario(players=2))
    policy = Scripted(lambda question: int(question.choice["word"] % max(1, question.choice["n"])))
    found = []
    for games in pieces:
        rows = np.zeros(len(games), row_dtype)
        play(deck, policy, 9, games, rows)
        found.append(rows)
    assert policy.error is None
    return np.concatenate(found)


def test_game_k_is_the_same_game_however_the_run_is_cut():
    """Design, 4: rows depend on seed and number alone."""
    whole = rows_in([range(12)])
    assert len(np.unique(whole["dice_rolled"])) > 1
    for pieces in (
        [range(k, k + 1) for k in range(12)],
        [range(5), range(5, 12)],
        [range(2), range(2, 11), range(11, 12)],
    ):
        assert (rows_in(pieces) == whole).all()
    assert (rows_in([range(7, 8)]) == whole[7:8]).all()
