"""Loaded dice, and attempts on a Board: each roll shows what a test wants, each answer is scripted.

Every roll is a function of the game's hidden key, the turn and the number of the roll.  So
before each roll the key is set to the one under which that roll shows the wanted faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from board import Board
from scripted import Question

from sim.rules import state
from sim.rules.chance import DICE_WORD
from sim.rules.dice import FACES

LETTERS = {
    "1": 1, "2": 2, "3": 3, "4": 4, "L": state.LORE, "P": state.PERIL, "T": state.TERROR, "W": state.WILD,
}  # fmt: skip
NAMES = {face: letter for letter, face in LETTERS.items()}
COLOUR_OF_DIE = (0, 0, 0, 0, 0, 0, state.YELLOW, state.RED)

_WORD = 2**64
_GOLDEN, _M1, _M2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _unmix(x: int) -> int:
    """The word of which splitmix64's finaliser makes x: it is a bijection."""
    x ^= (x >> 31) ^ (x >> 62)
    x = x * pow(_M2, -1, _WORD) % _WORD
    x ^= (x >> 27) ^ (x >> 54)
    x = x * pow(_M1, -1, _WORD) % _WORD
    return x ^ (x >> 30) ^ (x >> 60)


def key_for(places: list[int], position: int) -> int:
    """The key under which die d shows the face at ``places[d]`` of its colour in the roll at `position`."""
    halves = []
    for four in (places[:4], places[4:]):
        digits = sum(place * 6 ** (3 - i) for i, place in enumerate(four))
        halves.append((2 * digits + 1) * 2**32 // (2 * 6**4))
    bits = halves[1] << 32 | halves[0]
    return (_unmix(bits) - DICE_WORD * _M1 - (position + 1) * _GOLDEN) % _WORD


def faces_of(game: np.void, dice: int) -> str:
    """The faces of a set of dice, sorted: ``13L``."""
    return "".join(sorted(NAMES.get(int(die["face"]), "?") for d, die in enumerate(game["dice"]) if dice >> d & 1))


def pool_of(game: np.void) -> int:
    """The dice pool as a set."""
    return sum(1 << d for d, die in enumerate(game["dice"]) if die["place"] == state.POOL)


@dataclass(frozen=True)
class Asked:
    """A question that was asked: with the faces that each option's dice showed, and those of the pool."""

    kind: str
    player: int
    context: int
    options: list[tuple[int, int, int, int, int]]
    dice: list[str]
    pool: str
    game: np.void

    def ways(self, row: int = 0) -> set[str]:
        """Faces of the dice of every way to fill a row (TASK, BATTLE_TASK)."""
        return {faces for option, faces in zip(self.options, self.dice, strict=True) if option[0] == row}

    @property
    def first(self) -> set[int]:
        """Field `a` of every option."""
        return {option[0] for option in self.options}

    @property
    def cards(self) -> set[int]:
        """Field `b` of every option: the cards of POOL, CHANGE and UNTIMED."""
        return {option[1] for option in self.options}


Answer = int | Callable[[Asked], int]


def option(*fields: int | None) -> Callable[[Asked], int]:
    """Take the option with these fields a, b, ...; None fits anything."""

    def take(asked: Asked) -> int:
        for i, found in enumerate(asked.options):
            if all(want in (None, value) for want, value in zip(fields, found, strict=False)):
                return i
        raise AssertionError(f"{asked.kind}: no option {fields} among {asked.options}")

    return take


def task(row: int, faces: str | None = None) -> Callable[[Asked], int]:
    """Complete a row, with the dice that show these faces."""

    def take(asked: Asked) -> int:
        for i, found in enumerate(asked.options):
            if found[0] == row and faces in (None, asked.dice[i]):
                return i
        raise AssertionError(f"row {row} with {faces} is not among {asked.options}, {asked.dice}")

    return take


def die(face: str, player: int | None = None) -> Callable[[Asked], int]:
    """Take the option about a die with this face (FOCUS, DISCARD, LOCK_DIE); for FOCUS the player whose marker."""

    def take(asked: Asked) -> int:
        for i, found in enumerate(asked.options):
            if player in (None, found[0]) and found[1] >= 0 and faces_of(asked.game, 1 << found[1]) == face:
                return i
        raise AssertionError(f"{asked.kind}: no die {face} among {asked.options}")

    return take


def dice(faces: str) -> Callable[[Asked], int]:
    """Choose pool dice with these faces, as a set (REROLL)."""

    def take(asked: Asked) -> int:
        chosen = 0
        for face in faces:
            chosen |= next(
                1 << d
                for d in range(state.DICE)
                if pool_of(asked.game) & ~chosen & 1 << d and faces_of(asked.game, 1 << d) == face
            )
        return chosen

    return take


def secure(card: int, faces: str) -> Callable[[Asked], int]:
    """Cast a spell on dice with these faces (SECURE)."""

    def take(asked: Asked) -> int:
        for i, found in enumerate(asked.options):
            if found[0] == card and asked.dice[i] == faces:
                return i
        raise AssertionError(f"spell {card} on {faces} is not among {asked.options}, {asked.dice}")

    return take


class Script:
    """A policy for a Board: answers by kind, the first option otherwise; rolls as given.

    ``rolls[k]`` are the faces after roll k of the turn (re-rolls count): of the green dice of the
    pool in order, as it was at the last question before, with a ``y`` or ``r`` before the face of
    the yellow or red die and ``-`` for a die that is not rolled or may show anything.
    An answer is an index, a function of the question, or a list of them: one a question, then
    the default again.  ATTEMPT is answered by default with an attempt as long as there are rolls
    or no dice, and then with failure.
    """

    def __init__(self, board: Board, rolls: Iterable[str] = (), **answers: Answer | list[Answer]):
        self.board = board
        self.rolls = list(rolls)
        self.answers = {kind: list(a) if isinstance(a, list) else a for kind, a in answers.items()}
        self.asked: list[Asked] = []
        board.hidden["rolls"] = 0
        self._load()
        board.decide(self)

    def __call__(self, question: Question) -> int:
        choice, game = question.choice, question.game
        options = question.options
        asked = Asked(
            question.kind,
            int(choice["player"]),
            int(choice["context"]),
            options,
            [faces_of(game, option[4]) for option in options],
            faces_of(game, pool_of(game)),
            game.copy(),
        )
        self.asked.append(asked)
        self._load()
        return self._answer(asked)

    def _answer(self, asked: Asked) -> int:
        answer = self.answers.get(asked.kind)
        if isinstance(answer, list):
            answer = answer.pop(0) if answer else None
        if answer is None:
            gives_up = asked.kind == "ATTEMPT" and asked.pool and self.board.hidden["rolls"] >= len(self.rolls)
            return 1 if gives_up else 0
        return answer(asked) if callable(answer) else answer

    def _load(self) -> None:
        """Set the key for the next roll."""
        hidden, game = self.board.hidden, self.board.game
        k = int(hidden["rolls"])
        if k >= len(self.rolls):
            return
        places = [0] * state.DICE
        greens = self._greens()
        colour = state.GREEN
        for letter in self.rolls[k].replace(" ", ""):
            if letter in "yr":
                colour = "gyr".index(letter)
                continue
            number = greens.pop(0) if colour == state.GREEN else 5 + colour
            if letter != "-":
                places[number] = list(FACES[colour]).index(LETTERS[letter])
            colour = state.GREEN
        hidden["dice_key"] = key_for(places, int(game["turn"]) * 4096 + k)

    def _greens(self) -> list[int]:
        """Green dice in the order in which a roll is written: the pool, or what will be the first one."""
        green = range(state.YELLOW_DIE)
        place = self.board.game["dice"]["place"]
        pool = [d for d in green if place[d] == state.POOL]
        joining = [d for d in green if place[d] in (state.SUPPLY, state.ON_SPELL)]
        return pool + joining + [d for d in green if d not in pool + joining]

    def of(self, kind: str) -> list[Asked]:
        """The questions of one kind, in order."""
        return [asked for asked in self.asked if asked.kind == kind]

    def kinds(self) -> list[str]:
        """The kinds of all questions, in order."""
        return [asked.kind for asked in self.asked]


def table(tasks: str, players: int = 1, **facts) -> Board:
    """A Board where everybody stands on a faceup card in place 0 with these tasks."""
    board = Board(players)
    board.card(0, tasks=tasks, **facts)
    for player in range(players):
        board.stand(player, 0)
    return board


def give(board: Board, player: int, kind: str, when: str = "never", effect: str = "", **facts) -> int:
    """Write on the top card of a class, and let a player draw it; its number."""
    number = ("common", "unique", "spell", "ally").index(kind)
    ring = board.hidden["rings"][state.COMMONS + number]
    card = int(ring["cards"][ring["head"]])
    item = board.deck["items"][card]
    item["when"] = ("never", "pool", "before_rolling", "untimed", "rolled", "securing", "cost").index(when)
    board.write(item, **facts)
    if effect:
        board.write(item, effect=effect)
    board.gain_cards(player, number, 1)
    return card


def put_monster(board: Board, slot: int, row: int = state.BOTTOM, **facts) -> int:
    """Lay a marker from the cup on a row, or below the bottom row; its number."""
    m = next(m for m in range(board.deck["n_monsters"]) if board.game["monsters"][m]["where"] == state.IN_CUP)
    board.write(board.deck["monsters"][m], **facts)
    marker = board.game["monsters"][m]
    marker["where"], marker["at"], marker["row"] = state.ON_CARD, slot, row
    board.game["slots"][slot]["monsters"] += 1
    board.game["slots"][slot]["bottom"] += row == state.BOTTOM
    return m


def hand(board: Board, player: int) -> list[int]:
    """The cards that a player holds."""
    me = board.player(player)
    return [int(card) for card in me["hand"][: me["n_hand"]]]


def place(board: Board, number: int) -> int:
    """Where a die lies."""
    return int(board.game["dice"][number]["place"])


def at(board: Board, where: int) -> str:
    """The faces of the dice in a place."""
    return faces_of(board.game, sum(1 << d for d in range(state.DICE) if place(board, d) == where))
