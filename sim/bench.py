"""How fast games are played on one core, and how far that is from rolling dice and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np
from numba import types

import policies
from sim.batch import deck_of, play_chunk
from sim.chance import game_key
from sim.commands.options import Format
from sim.commands.printing import print_csv, print_json, print_table
from sim.compiled import compiled
from sim.grid import Run
from sim.play import new_records
from sim.rules.compile import SOURCES
from sim.rules.dice import roll
from sim.rules.state import Choice, Deck, Game, Hidden, Log, Policy, Table
from sim.spread import Chunk
from sim.tally import Cell

_FIRST_POOL = 0b111111  # the six green dice (C-5.3)
_ROUNDS = 5
_FLOOR_DICE = 500_000


@dataclass(frozen=True)
class Speed:
    """The speed of one policy and number of players, on one core, after warm-up.

    Attributes:
        games_per_second, decisions_per_second: by processor time.
        dice_per_game: mean number of dice rolled.
        dice_floor_ratio: time of a game over the time in which the engine's own generator
            rolls as many dice and nothing else; 1 would be the fastest possible engine.
        warm_start_seconds: by the clock, from the start of a fresh process to its first result.
        load: the machine's load average of the last minute, in processes.
    """

    policy: str
    players: int
    ancient_one: str
    season: str
    games_per_second: float
    decisions_per_second: float
    dice_per_game: float
    dice_floor_ratio: float
    warm_start_seconds: float
    load: float


@compiled(
    types.void(types.int64, *[types.Array(record, 1, "C") for record in (Deck, Game, Hidden, Choice, Log)], Policy),
    *SOURCES,
    "sim/bench.py",
)
def _roll_dice(dice, deck, game, hidden, choice, log, policy):
    """Roll the first pool until so many `dice` have been rolled."""
    table = Table(game[0], hidden[0], deck[0], choice[0], log[0], policy)
    hidden[0].key = hidden[0].dice_key = game_key(np.uint64(0), np.uint64(0))
    game[0].dice_rolled = 0
    while game[0].dice_rolled < dice:
        roll(table, _FIRST_POOL)


def _seconds(action: Callable[..., object], *arguments: object) -> float:
    """Processor time of `action`: what other programs take of the core is not counted."""
    start = time.process_time()
    action(*arguments)
    return time.process_time() - start


def _chunk_of(run: Run, cell: int, seconds: float) -> Chunk:
    """Games that take about `seconds`; plays some, so that all is warm."""
    games = run.completions
    play_chunk(run, Chunk(cell, range(games)))
    while (took := _seconds(play_chunk, run, Chunk(cell, range(games)))) < seconds / 4:
        games *= 2
    return Chunk(cell, range(max(1, int(games * seconds / took))))


def _warm_start(cell: Cell) -> float:
    command = [sys.executable, "-m", "sim.cli", "run", "--games", "1", "--jobs", "1", "--format", "json"]
    for option in ("mode", "ancient_one", "season", "players", "policy"):
        command += ["--" + option.replace("_", "-"), str(getattr(cell, option))]
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def measure(run: Run, seconds: float) -> Iterator[Speed]:
    """The speed of each cell of `run`, in about `seconds` of playing: the median of some rounds counts."""
    for index, cell in enumerate(run.cells):
        chunk = _chunk_of(run, index, seconds / _ROUNDS)
        dice_only = (_FLOOR_DICE, deck_of(run, cell, 0), *new_records(), policies.load(cell.policy))
        _roll_dice(*dice_only)
        playing, rolling = [], []
        for _ in range(_ROUNDS):  # by turns, so that both meet the same load
            playing.append(_seconds(play_chunk, run, chunk))
            rolling.append(_seconds(_roll_dice, *dice_only))
        rows = play_chunk(run, chunk)
        dice = float(rows["dice_rolled"].mean())
        game = median(playing) / len(rows)
        yield Speed(
            policy=cell.policy,
            players=cell.players,
            ancient_one=cell.ancient_one,
            season=cell.season,
            games_per_second=1 / game,
            decisions_per_second=float(rows["decisions"].mean()) / game,
            dice_per_game=dice,
            dice_floor_ratio=game / (dice * median(rolling) / _FLOOR_DICE),
            warm_start_seconds=_warm_start(cell),
            load=os.getloadavg()[0],
        )


def print_speeds(speeds: Sequence[Speed], format: Format) -> None:
    """Print what was measured, and nothing else, on standard output."""
    records = [asdict(speed) for speed in speeds]
    if format is Format.CSV:
        print_csv(records)
    elif format is Format.JSON:
        print_json(records)
    else:
        print_table(_HEADINGS, map(_table_row, records), _WORDS)


_HEADINGS = (
    "policy",
    "Ancient One",
    "season",
    "players",
    "games/s",
    "decisions/s",
    "dice/game",
    "x dice floor",
    "warm start",
    "load",
)
_WORDS = 3


def _table_row(speed: dict[str, Any]) -> list[str]:
    return [
        speed["policy"],
        speed["ancient_one"],
        speed["season"],
        str(speed["players"]),
        f"{speed['games_per_second']:,.0f}",
        f"{speed['decisions_per_second']:,.0f}",
        f"{speed['dice_per_game']:.1f}",
        f"{speed['dice_floor_ratio']:.1f}",
        f"{speed['warm_start_seconds']:.2f} s",
        f"{speed['load']:.1f}",
    ]
