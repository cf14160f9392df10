"""Situations of R'lyeh Rising on a Board: Legions, missions, the omen, the amulet, the Specials."""

from __future__ import annotations

from board import FIRST_LEGION, FIRST_MISSION, LEGIONS, Board

from sim.rules import operations as op
from sim.rules import state

CALLING_SLOT = 6  # place of the first Special after setup, beside six ordinary adventures
CALLING, ECHOES, RLYEH_RISEN, SLEEPER = 60, 61, 62, 63  # adventures of a blank deck
WRECKAGE = 1  # side of the entrance


def sea(players: int = 1, **options) -> Board:
    """A Board in R'lyeh Rising."""
    return Board(players, mode="rlyeh", **options)


def deep_table(tasks: str, players: int = 1, **facts) -> Board:
    """A Board in R'lyeh Rising where everybody stands on a faceup card in place 0 with these tasks."""
    board = sea(players)
    board.card(0, tasks=tasks, **facts)
    for player in range(players):
        board.stand(player, 0)
    return board


def _lay(board: Board, m: int, slot: int, row: int, facts: dict) -> int:
    board.write(board.deck["monsters"][m], **facts)
    marker = board.game["monsters"][m]
    marker["where"], marker["at"], marker["row"] = state.ON_CARD, slot, row
    board.game["slots"][slot]["monsters"] += 1
    board.game["slots"][slot]["bottom"] += row == state.BOTTOM
    return m


def lay_legion(board: Board, slot: int, row: int = state.BOTTOM, **facts) -> int:
    """Lay a Legion of the stockpile on a card; its number."""
    where = board.game["monsters"]["where"]
    m = next(m for m in range(FIRST_LEGION, FIRST_LEGION + LEGIONS) if where[m] == state.IN_STOCKPILE)
    return _lay(board, m, slot, row, facts)


def lay_mission(board: Board, slot: int, row: int = state.BOTTOM, **facts) -> int:
    """Lay a mission of the cup on a card; its number."""
    where = board.game["monsters"]["where"]
    m = next(m for m in range(FIRST_MISSION, FIRST_LEGION) if where[m] == state.IN_CUP)
    return _lay(board, m, slot, row, facts)


def own_mission(board: Board, player: int, price: int, reward: str = "") -> int:
    """A completed mission before a player; its number."""
    where = board.game["monsters"]["where"]
    m = next(m for m in range(FIRST_MISSION, FIRST_LEGION) if where[m] == state.IN_CUP)
    board.write(board.deck["monsters"][m], trophy=price, **({"collected": reward} if reward else {}))
    board.game["monsters"][m]["where"], board.game["monsters"][m]["at"] = state.AS_MISSION, player
    return m


def legions(board: Board, where: int = state.ON_CARD) -> list[int]:
    """The Legions that are in some place."""
    markers = board.game["monsters"]
    return [m for m in range(FIRST_LEGION, FIRST_LEGION + LEGIONS) if markers[m]["where"] == where]


def place_of(board: Board, m: int) -> tuple[int, int]:
    """Where a marker lies: card and row."""
    marker = board.game["monsters"][m]
    return int(marker["at"]), int(marker["row"])


def where_is(board: Board, m: int) -> int:
    return int(board.game["monsters"][m]["where"])


def tokens(board: Board) -> list[int]:
    """Where the amulet's tokens are."""
    return [int(place) for place in board.game["amulet"]]


def amulet(board: Board, *places: int) -> None:
    """Lay its tokens, before Stage II."""
    board.game["amulet"] = places


def amulet_locks(board: Board) -> dict[int, int]:
    """The die that each space of the amulet locks, by token; -1 waits for one."""
    locks = board.game["locks"][: board.game["n_locks"]]
    found = [(int(lock["of"]), int(lock["die"])) for lock in locks if lock["kind"] == state.LOCK_OF_AMULET]
    assert len(dict(found)) == len(found)
    return dict(found)


def in_play(board: Board) -> list[int]:
    """Faceup cards in play."""
    slots = board.game["slots"][: board.game["n_slots"]]
    return [int(slot["card"]) for slot in slots if slot["kind"] != state.NO_CARD and slot["faceup"]]


def skilled(board: Board, effect: str) -> tuple[int, int]:
    """Write an effect in which ally icons stand for skill icons; its start and size."""
    start, size = board.program(effect)
    codes = board.deck["ops"]["code"]
    codes[start : start + size][codes[start : start + size] == op.ALLY_CARD] = op.SKILL_CARD
    return start, size


def all_slots(board: Board, *, but: tuple[int, ...] = (), faceup: bool = True, tasks: str = "lore") -> None:
    """Turn all ordinary adventures one way, with the same tasks."""
    for slot in range(6):
        if slot not in but:
            board.card(slot, faceup=faceup, tasks=tasks)
