"""Playing games: one policy, one deck, as many games as wanted."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np
from numba import types

from sim.chance import game_key
from sim.compiled import compiled
from sim.errors import OmensError
from sim.rules.choices import KINDS, PolicyError
from sim.rules.compile import SOURCES
from sim.rules.state import (
    Choice,
    Deck,
    Game,
    Hidden,
    Log,
    Policy,
    Table,
    choice_dtype,
    game_dtype,
    hidden_dtype,
    log_dtype,
)
from sim.rules.turn import play_game
from sim.tally import GameRow, fill_row


def _array(record: types.Record) -> types.Array:
    return types.Array(record, 1, "C")


class Records(NamedTuple):
    """The records a game is played on, each an array of length 1: made once, used for every game."""

    game: np.ndarray
    hidden: np.ndarray
    choice: np.ndarray
    log: np.ndarray  # keeps nothing unless its ``first`` is set (sim/rules/log.py)


def new_records() -> Records:
    """Records of one's own, keeping no log."""
    records = Records(*[np.zeros(1, dtype) for dtype in (game_dtype, hidden_dtype, choice_dtype, log_dtype)])
    records.log["first"] = -1
    return records


_NEW_GAME = np.zeros(1, game_dtype)
_NEW_HIDDEN = np.zeros(1, hidden_dtype)
_of_thread = threading.local()


@compiled(
    types.void(
        _array(Deck), Policy, types.uint64, types.int64, types.int64, types.int64, types.Array(GameRow, 1, "A"),
        _array(Game), _array(Hidden), _array(Choice), _array(Log), _array(Game), _array(Hidden),
    ),
    *SOURCES,
    "sim/tally.py",
    "sim/play.py",
    nogil=True,
)  # fmt: skip
def play_block(decks, policy, seed, first, step, dice, rows, game, hidden, choice, log, new_game, new_hidden):
    """Play games `first`, ``first + step``, ... of a run, one for each of `rows`, and fill these in.

    Each game depends on ``decks[0]``, `policy`, `seed` and its own number alone; its dice are those of
    game `dice`, or its own for -1.
    """
    table = Table(game[0], hidden[0], decks[0], choice[0], log[0], policy)
    for i in range(rows.shape[0]):
        number = first + i * step
        game[0] = new_game[0]
        hidden[0] = new_hidden[0]
        hidden[0].key = game_key(seed, np.uint64(number))
        hidden[0].dice_key = game_key(seed, np.uint64(dice)) if dice >= 0 else hidden[0].key
        rows[i].game = number  # before the game: a fault's number is the last one written
        play_game(table)
        fill_row(game[0], decks[0], rows[i])


def thread_records() -> Records:
    """The calling thread's records."""
    if not hasattr(_of_thread, "records"):
        _of_thread.records = new_records()
    return _of_thread.records


def play(
    deck: np.ndarray,
    policy: Any,
    seed: int,
    games: range,
    rows: np.ndarray,
    *,
    name: str = "policy",
    dice: int = -1,
    records: Records | None = None,
) -> None:
    """Play the numbered `games` and write one of `rows` for each, all with the dice of game `dice` if it is not -1.

    `deck` has dtype ``deck_dtype`` and shape (1,); `rows` has dtype ``row_dtype``, one element a
    game, and may be a strided view; `name` is what an error calls the policy.

    Raises OmensError where the policy answers out of range or fails, with seed and game.
    """
    records = records or thread_records()
    rows["game"] = -1
    try:
        play_block(deck, policy, np.uint64(seed), games.start, games.step, dice, rows, *records, _NEW_GAME, _NEW_HIDDEN)
    except PolicyError:
        fault = _fault(records)
    except Exception as error:
        fault = f"failed with {type(error).__name__}: {error}"
    else:
        return
    raise OmensError(f"policy {name}: {fault}, in game {rows['game'].max()} of seed {seed}")


def _fault(records: Records) -> str:
    """What was asked, what would have been right and what came back."""
    game, choice = records.game[0], records.choice[0]
    kind, answer, mask = KINDS[game["fault_kind"]], int(game["fault_answer"]), int(choice["mask"])
    if mask:
        right = f"any set of {_dice(mask)} (bits of {mask})"
        if choice["context"]:
            right += f", {choice['context']} at most"
    else:
        right = f"0 to {choice['n'] - 1}"
    return f"answered {answer} to {kind}, where {right} would be right"


def _dice(mask: int) -> str:
    return "dice " + ", ".join(str(die) for die in range(mask.bit_length()) if mask >> die & 1)
