"""Situations of the Alaska Expedition on a Board: storms, backs, trophies; and what happened, in order."""

from __future__ import annotations

from collections.abc import Iterable

from board import Board
from loaded import Answer, Asked, Script, option

from sim.rules import state
from sim.rules.choices import KINDS
from sim.rules.log import EVENTS

ARRIVAL = 6  # place of the first Special after setup, beside six ordinary adventures


def watch(board: Board) -> None:
    """Keep a log from now on."""
    board.logs["first"] = board.logs["seen"] = board.logs["n"] = board.logs["n_options"] = board.logs["full"] = 0


def events(board: Board) -> list[str]:
    """What happened since `watch`, in order; a question is told by its kind."""
    log = board.logs[0]
    return [
        KINDS[event["a"]] if event["code"] == 0 else EVENTS[event["code"]]  # 0: ASKED
        for event in log["events"][: log["n"]]
    ]


def only(board: Board, *names: str) -> list[str]:
    """Of the events, those with these names, in order."""
    return [name for name in events(board) if name in names]


def set_again(board: Board) -> None:
    """Set the table anew, after facts were written on cards."""
    board.clear()
    board.setup()


def lay_storms(board: Board, *counts: int) -> None:
    """Lay so many markers of the pile on adventure 0, 1, ..."""
    for slot, count in enumerate(counts):
        for _ in range(count):
            board.game["pile"] -= 1
            board.put_storm(slot, int(board.hidden["pile"][board.game["pile"]]))


def lay_storm(board: Board, slot: int, penalty: str) -> int:
    """Lay one marker with this penalty ('' for a blank one); its number."""
    board.game["pile"] -= 1
    marker = int(board.hidden["pile"][board.game["pile"]])
    if penalty:
        board.deck["storms"][marker]["penalty"] = board.program(penalty)
    board.put_storm(slot, marker)
    return marker


def storms(board: Board) -> list[int]:
    """Markers on the ordinary adventures."""
    return [
        int(slot["storms"]) for slot in board.game["slots"][: board.game["n_slots"]] if slot["kind"] == state.ORDINARY
    ]


def calm(board: Board) -> None:
    """No storms by the day track."""
    board.deck["storms_of_day"][:] = 0


def back(board: Board, slot: int, **texts: str) -> None:
    """Turn a card down and write its back: arrive, midnight."""
    board.card(slot, faceup=False, back=slot + 1)
    board.game["slots"][slot]["back"] = slot + 1
    board.write(board.deck["backs"][slot + 1], **texts)


def give_trophies(board: Board, player: int, *worths: int) -> list[int]:
    """Adventures from the top of the current deck as trophies of these worths; their numbers."""
    ring = board.hidden["rings"][state.STAGE_II if board.game["stage"] == 2 else state.STAGE_I]
    cards = []
    for worth in worths:
        card = int(ring["cards"][ring["head"]])
        ring["head"] += 1
        ring["n"] -= 1
        board.deck["adventures"][card]["trophy"] = worth
        board.win_adventure(player, card)
        cards.append(card)
    board.game["deck_size"][state.STAGE_I] = board.hidden["rings"][state.STAGE_I]["n"]
    return cards


def mythos(board: Board, top: str = "", bottom: str = "") -> None:
    """Every Mythos card reads so."""
    board.deck["mythos"]["top"] = board.program(top) if top else (0, 0)
    board.deck["mythos"]["bottom"] = board.program(bottom) if bottom else (0, 0)


def last(asked: Asked) -> int:
    """Take the last option: of TASK, a way to complete one."""
    return len(asked.options) - 1


def goes_to(board: Board, slot: int, rolls: Iterable[str] = (), **answers: Answer | list[Answer]) -> Script:
    """The active investigator moves to a card, completes what the rolls allow, and then gives up."""
    return Script(board, rolls, **{"MOVE": option(slot), "TASK": last, **answers})


ALL_LORE = ["LLLLLL"]  # completes a task [lore], as cards of a blank deck have


def next_card(board: Board, deck: int) -> int:
    """The top card of a deck, hidden from players."""
    ring = board.hidden["rings"][deck]
    return int(ring["cards"][ring["head"]])


def bottom_card(board: Board, deck: int) -> int:
    """The card under a deck."""
    ring = board.hidden["rings"][deck]
    return int(ring["cards"][(ring["head"] + ring["n"] - 1) % state.MAX_ADVENTURES])


def monsters_on(board: Board, slot: int) -> list[tuple[int, int]]:
    """(marker, row) of the monsters on a card."""
    return [
        (m, int(marker["row"]))
        for m, marker in enumerate(board.game["monsters"])
        if marker["where"] == state.ON_CARD and marker["at"] == slot
    ]


def in_cup(board: Board) -> int:
    """Markers in the cup."""
    return int((board.game["monsters"]["where"][: board.deck["n_monsters"]] == state.IN_CUP).sum())
