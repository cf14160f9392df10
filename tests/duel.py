"""A naive twin against the engine: the engine plays first, the twin must meet the same questions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from board import Board
from scripted import Question
from twins import Roll

from sim.rules.log import REROLLED, ROLLED

FACES = dict(enumerate("-1234LPTW"))  # faces of sim.rules.state; 0 before the first roll


def dice_in(mask: int) -> frozenset[int]:
    return frozenset(die for die in range(mask.bit_length()) if mask >> die & 1)


class Recorder:
    """Answers at random and keeps every question as (kind, options, answer) in the twin's words.

    `words` maps a kind to ``(question, option) -> the twin's word for it``; kinds without are
    answered and not kept.  `likes` weighs options, all alike where it says nothing.
    """

    def __init__(
        self,
        seed: int,
        words: dict[str, Callable[[Question, tuple], Any]],
        likes: Callable[[str, tuple], float] = lambda kind, option: 1,
    ):
        self.random = random.Random(seed)
        self.words, self.likes = words, likes
        self.asked: list[tuple[str, frozenset, Any]] = []

    def __call__(self, question: Question) -> int:
        kind = question.kind
        mask = int(question.choice["mask"])
        if mask:
            answer = mask & self.random.getrandbits(8)
            if kind in self.words:
                self.asked.append((kind, dice_in(mask), dice_in(answer)))
            return answer
        options = question.options
        answer = self.random.choices(range(len(options)), [self.likes(kind, option) for option in options])[0]
        if kind in self.words:
            words = [self.words[kind](question, option) for option in options]
            self.asked.append((kind, frozenset(words), words[answer]))
        return answer


def rolls_of(board: Board) -> list[tuple[frozenset[int], dict[int, str]]]:
    """Every roll and re-roll in the board's log: the dice, and what they show."""
    log = board.logs[0]
    assert not log["full"]
    found = []
    for event, game in zip(log["events"][: log["n"]], log["games"], strict=False):
        if event["code"] in (ROLLED, REROLLED):
            dice = dice_in(int(event["b"]))
            found.append((dice, {die: FACES[int(game["dice"][die]["face"])] for die in dice}))
    return found


def replay(play, asked: list[tuple[str, frozenset, Any]], rolls: list | None = None) -> Any:
    """Send the recorded answers and rolls to the twin; each of its questions must be the engine's. Its result."""
    asked, rolls = list(asked), list(rolls or [])
    try:
        item = next(play)
        while True:
            if isinstance(item, Roll):
                dice, faces = rolls.pop(0)
                assert dice == item.dice
                item = play.send(faces)
                continue
            assert asked, f"only the twin asks {item}"
            kind, options, answer = asked.pop(0)
            assert (kind, options) == (item.kind, item.options)
            item = play.send(answer)
    except StopIteration as end:
        assert not asked, f"only the engine asks {asked}"
        assert not rolls
        return end.value
