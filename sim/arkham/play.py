"""Playing games: one policy, one town, as many games as wanted, a row each."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from sim.arkham.rules.choices import KINDS, PolicyError
from sim.arkham.rules.compile import SOURCES
from sim.arkham.rules.game import play_game
from sim.arkham.rules.setup import set_up
from sim.arkham.state import (
    COURSE,
    Choice,
    Game,
    Hidden,
    Log,
    Policy,
    Table,
    Town,
    choice_dtype,
    game_dtype,
    hidden_dtype,
    log_dtype,
)
from sim.chance import game_key
from sim.compiled import compiled
from sim.errors import OmensError

#: One game.  ``terror_by[n]`` and ``doom_by[n]`` are the tracks after Mythos card n + 1; beyond card ``cards - 1`` they
#: say nothing.
row_dtype = np.dtype(
    [
        ("game", "i8"),
        ("cards", "i2"),
        ("cause", "i1"),
        ("terror", "i1"),
        ("doom", "i1"),
        ("surges", "i2"),
        ("overflows", "i2"),
        ("opened", "i2"),
        ("closed", "i2"),
        ("seals", "i1"),
        ("open_gates", "i1"),
        ("beaten", "i2"),
        ("shops_closed", "i1"),
        ("terror_by", "i1", (COURSE,)),
        ("doom_by", "i1", (COURSE,)),
    ],
    align=True,
)
Row = from_dtype(row_dtype)


def _array(record: types.Record) -> types.Array:
    return types.Array(record, 1, "C")


class Records(NamedTuple):
    """The records a game is played on, each an array of length 1."""

    game: np.ndarray
    hidden: np.ndarray
    choice: np.ndarray
    log: np.ndarray


def new_records() -> Records:
    """Records of one's own, keeping no log."""
    return Records(*(np.zeros(1, dtype) for dtype in (game_dtype, hidden_dtype, choice_dtype, log_dtype)))


_of_thread = threading.local()


@compiled(
    types.void(
        _array(Town), Policy, types.uint64, types.int64, types.Array(Row, 1, "A"),
        _array(Game), _array(Hidden), _array(Choice), _array(Log), _array(Game), _array(Hidden),
    ),
    *SOURCES,
    "sim/arkham/play.py",
    nogil=True,
)  # fmt: skip
def play_block(town, policy, seed, first, rows, game, hidden, choice, log, start_game, start_hidden):
    """Play games `first`, ``first + 1``, ... of a run, one for each of `rows`, and fill these in.

    Each game depends on ``town[0]``, `policy`, `seed` and its own number alone.  The board is set up once, on
    the records for the start, which hold zeros, and copied for every game.
    """
    set_up(Table(start_game[0], start_hidden[0], town[0], choice[0], log[0], policy))
    table = Table(game[0], hidden[0], town[0], choice[0], log[0], policy)
    for i in range(rows.shape[0]):
        game[0] = start_game[0]
        hidden[0] = start_hidden[0]
        hidden[0].key = game_key(seed, np.uint64(first + i))
        row = rows[i]
        row.game = first + i  # before the game: a fault's number is the last one written
        play_game(table)
        g = game[0]
        row.cards = g.cards
        row.cause = g.cause
        row.terror = g.terror
        row.doom = g.doom_at_end
        row.surges = g.surges
        row.overflows = g.overflows
        row.opened = g.opened
        row.closed = g.closed
        row.seals = g.n_seals
        row.open_gates = g.n_gates
        row.beaten = g.beaten
        row.shops_closed = min(g.terror // 3, 3)  # H-7.4
        row.terror_by = g.terror_by
        row.doom_by = g.doom_by


def play(
    town: np.ndarray,
    policy: Any,
    seed: int,
    games: range,
    rows: np.ndarray,
    *,
    name: str = "policy",
    records: Records | None = None,
) -> None:
    """Play the numbered `games` (step 1) and write one of `rows`, dtype ``row_dtype``, for each.

    Raises OmensError where the policy answers out of range or fails, with seed and game.
    """
    if not hasattr(_of_thread, "records"):
        _of_thread.records = new_records()
    records = records or _of_thread.records
    rows["game"] = -1
    start = np.zeros(1, game_dtype), np.zeros(1, hidden_dtype)
    try:
        play_block(town, policy, np.uint64(seed), games.start, rows, *records, *start)
    except PolicyError:
        record, choice = records.game[0], records.choice[0]
        fault = (
            f"answered {record['fault_answer']} to {KINDS[record['fault_kind']]}, where 0 to {choice['n'] - 1} "
            "would be right"
        )
    except Exception as error:
        fault = f"failed with {type(error).__name__}: {error}"
    else:
        return
    raise OmensError(f"policy {name}: {fault}, in game {rows['game'].max()} of seed {seed}")
