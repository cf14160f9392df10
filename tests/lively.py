"""Random answers that make long games, and what was seen at every question."""

from __future__ import annotations

from collections import Counter

import numpy as np
from invariants import broken, misplaced
from scripted import Question, Scripted

from sim.play import Records, new_records, play
from sim.rules.choices import (
    ATTEMPT,
    CAMP,
    CHANGE,
    DISCARD,
    FOCUS,
    MOVE,
    MYTHOS_OPTION,
    POOL_STEP,
    TASK,
    UNTIMED,
)
from sim.rules.state import game_dtype
from sim.tally import row_dtype

#: Questions between effects.
CALM = (ATTEMPT, CAMP, CHANGE, DISCARD, FOCUS, MOVE, MYTHOS_OPTION, POOL_STEP, TASK, UNTIMED)


def _some(dice: int, most: int) -> int:
    """At most so many of the dice, if there is a limit."""
    while most and dice.bit_count() > most:
        dice &= dice - 1
    return dice


class Lively:
    """Answers at random, mostly attempts, completes tasks and leaves the entrance; keeps the states."""

    def __init__(self, records: Records):
        self.records = records
        self.states: list[bytes] = []
        self.calm: list[bool] = []
        self.misplaced: Counter[str] = Counter()

    def __call__(self, question: Question) -> int:
        choice = question.choice
        self.states.append(question.game.tobytes())
        self.calm.append(choice["kind"] in CALM)
        word, n, mask = int(choice["word"]), int(choice["n"]), int(choice["mask"])
        if choice["kind"] == MOVE or word >> 32 & 7 == 0:
            self.misplaced.update(misplaced(question.game, self.records.hidden[0], question.deck))
        if mask:
            return _some(mask & word, int(choice["context"]))
        if choice["kind"] == ATTEMPT:
            return int(word % 16 == 0)
        if choice["kind"] in (TASK, MOVE) and n > 1 and word % 5:
            return 1 + (word >> 8) % (n - 1)
        return (word >> 8) % n


def play_lively(deck: np.ndarray, seed: int, game: int) -> np.void:
    """Play a game and look at the state at every question and at its end; the last state."""
    records = new_records()
    lively = Lively(records)
    policy = Scripted(lively)
    play(deck, policy, seed, range(game, game + 1), np.zeros(1, row_dtype), records=records)
    assert policy.error is None
    states = np.frombuffer(b"".join([*lively.states, records.game.tobytes()]), game_dtype)
    assert broken(states, deck[0], np.array([*lively.calm, False])) == []
    assert not lively.misplaced
    assert misplaced(records.game[0], records.hidden[0], deck[0]) == []
    return records.game[0]
