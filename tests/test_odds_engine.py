"""Attempts played by the engine, as well as can be, succeed as often as the exact odds say.

For every Alaska card of which the dice rows are known.  `attempts` takes any policy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from board import Board
from scripted import Question

from sim.cards.loading import load_cards
from sim.cards.notation import format_tasks
from sim.exact.best_play import BestPlay, Die, Play, State
from sim.exact.cards import Attempt, attempt_rows
from sim.exact.holds import FREE, NOTHING
from sim.rules import state as s
from sim.rules.choices import USE_CLUE

TRIES = 200
FIVE_SIGMA = 5  # a false alarm in 1.7 million for each number that is compared


def tasks_of_the_deck():
    cards = load_cards()
    return {card.name: card.dice for card in (*cards.adventures, *cards.other_worlds) if card.dice is not None}


DECK = tasks_of_the_deck()


class Adviser:
    """Best play as a policy: answers the engine's questions about dice, the first option to all others."""

    def __init__(self, attempt: Attempt):
        self.best = BestPlay(attempt)
        self.play: Play | None = None
        self.choice = cache(self.best.choice)

    def __call__(self, question: Question) -> int:
        answer = getattr(self, question.kind.lower(), None)
        return answer(question) if answer else 0

    # --- what stands --------------------------------------------------------------------------
    def dice(self, question: Question, among: int = -1) -> list[tuple[int, Die]]:
        """Number, colour and face of the pool dice, or of those in a set."""
        dice = question.game["dice"]
        wanted = [d for d in range(s.DICE) if (dice[d]["place"] == s.POOL if among < 0 else among >> d & 1)]
        return [(d, Die(max(d - 5, 0), int(dice[d]["face"]) - 1)) for d in wanted]

    def state(self, question: Question) -> State:
        game = question.game
        attempt = game["attempt"]
        marker = NOTHING if attempt["focused"] else FREE
        for die in game["dice"]:
            if die["place"] == s.ON_MARKER:
                marker = int(die["face"])
        counts = Counter(min(max(d - 5, 0), 2) for d, die in enumerate(game["dice"]) if die["place"] == s.POOL)
        done = sum(1 << r for r in range(attempt["n_rows"]) if attempt["rows"][r]["done"])
        clues = int(game["investigators"][0]["clues"])
        return State(counts[0], counts[1], counts[2], done, marker, self.best.start.way, clues)

    def best_play(self, question: Question) -> Play:
        roll = sorted(die for _, die in self.dice(question))
        return self.choice(self.state(question), tuple(roll))

    # --- answers ------------------------------------------------------------------------------
    def attempt(self, question: Question) -> int:
        return int(self.best.gives_up(self.state(question)))

    def change(self, question: Question) -> int:
        self.play = self.best_play(question)
        use = [i for i, option in enumerate(question.options) if option[0] == USE_CLUE]
        return use[0] if self.play.kind == "re-roll" else 0

    def reroll(self, question: Question) -> int:
        wanted = Counter(self.play.dice)
        chosen = 0
        for d, die in self.dice(question):
            if wanted[die]:
                wanted[die] -= 1
                chosen |= 1 << d
        return chosen

    def task(self, question: Question) -> int:
        play = self.best_play(question)
        if play.kind != "complete":
            return 0
        on_marker = sum(1 << d for d in range(s.DICE) if question.game["dice"][d]["place"] == s.ON_MARKER)
        marker_used = play.then is None or play.then.marker == NOTHING
        for i, (row, _, _, _, used) in enumerate(question.options):
            pool_dice = sorted(die for _, die in self.dice(question, used & ~on_marker))
            if row == play.row and pool_dice == sorted(play.dice) and (used & on_marker == 0 or marker_used):
                return i
        raise AssertionError(f"{play} is not among {question.options}")

    def focus(self, question: Question) -> int:
        self.play = self.best_play(question)
        assert self.play.kind == "fail"
        for i, (player, d, *_) in enumerate(question.options):
            if player >= 0 and self.play.focused == Die(max(d - 5, 0), int(question.game["dice"][d]["face"]) - 1):
                return i
        assert self.play.focused is None
        return 0


def attempts(tasks: str, policy: Callable[[Question], int], clues: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Successes and terror effects of TRIES attempts with six green dice, a focus and `clues`."""
    board = Board(decide=policy, seed=7)
    for card in board.deck["adventures"][:60]:
        board.write(card, tasks=tasks)
    board.deck["adventures"]["terror"] = board.program("supply +1")
    successes, terrors = np.zeros(TRIES), np.zeros(TRIES)
    for n in range(TRIES):
        board.card(0)
        board.stand(0, 0)
        board.game["turn"], board.game["supplies"], board.game["successes"] = n, 0, 0
        board.player(0)["clues"] = clues
        board.hidden["rolls"] = 0
        board.resolution()
        successes[n], terrors[n] = board.game["successes"], board.game["supplies"]
        board.pay(0, 9)  # the card goes back
    return successes, terrors


@pytest.mark.slow
def test_every_alaska_card():
    """Success and terror effects, card by card and all together.  Seeded; see FIVE_SIGMA."""
    off = []
    for name, tasks in DECK.items():
        adviser = Adviser(Attempt(attempt_rows(tasks)))
        expected = adviser.best.outcome()
        successes, terrors = attempts(format_tasks(tasks), adviser)
        assert abs(terrors.mean() - expected.terror_effects) <= FIVE_SIGMA * terrors.std() / TRIES**0.5, name
        if expected.success == 0:
            assert successes.sum() == 0, name
            continue
        error = (expected.success * (1 - expected.success) / TRIES) ** 0.5
        off.append((successes.mean() - expected.success) / error)
        assert abs(off[-1]) < FIVE_SIGMA, name
    assert len(off) == 63  # Heart of Darkness needs eight dice
    assert abs(np.mean(off)) < FIVE_SIGMA / len(off) ** 0.5


@pytest.mark.parametrize("name", ["Arctic Fog", "Into the Wild", "Hunting Party"])
def test_with_a_clue(name):
    """Seeded; see FIVE_SIGMA."""
    adviser = Adviser(Attempt(attempt_rows(DECK[name]), clues=1))
    expected = adviser.best.outcome().success
    successes, _ = attempts(format_tasks(DECK[name]), adviser, clues=1)
    assert abs(successes.mean() - expected) < FIVE_SIGMA * (expected * (1 - expected) / TRIES) ** 0.5
