"""A row a game, and the sums of many rows that all statistics are made of.

A `Tally` holds whole numbers only, so it takes the same memory for ten games as for ten
million, and parts merged in any order give the same tally to the bit.

Games are paired across cells: game k has the same decks and dice in each of them.  To keep
what the pairing is worth without keeping the games, wins are counted in `BLOCKS` blocks of
games per completion; the same block holds the same games in every cell, so differences of
blocks show how much of the chance is shared (batch means with common random numbers,
Law 2014, sections 9.5 and 11.2).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from sim.compiled import compiled
from sim.rules.compile import SOURCES
from sim.rules.rlyeh.in_play import legions_on_adventures
from sim.rules.state import (
    AMULET_TOKENS,
    AWAKENING_LOST,
    CAPPED,
    IN_PILE,
    LOSS,
    MAX_NIGHTS,
    TURN_LIMIT,
    WIN,
    Deck,
    Game,
)

#: Counters noted after every midnight, in the order of `Tally.nights`.
COUNTERS = ("doom", "signs", "supplies", "storms", "omen", "legions")
#: Columns that a tally adds up, in the order of `Tally.sums`.
SUMMED = (
    "turns",
    "midnights",
    "signs",
    "doom",
    "supplies",
    "storms",
    "devoured",
    "awakened",
    "battle_turns",
    "attempts",
    "successes",
    "purchases",
    "decisions",
    "dice_rolled",
    "storm_doom",
    "by_table",
    "beyond_tables",
    "stage_two",
    "sunk",
    "legions",
    "amulet",
)
OUTCOMES = CAPPED + 1
CAUSES = TURN_LIMIT + 1
#: Values a counter can take in a histogram; larger ones are counted as the largest.
LEVELS = 64
#: Blocks of games per completion.
BLOCKS = 64

#: One game.  `outcome` and `cause` are constants of sim.rules.state; counters are those at the
#: end; `midnights` counts those gone through to their end, so the game ended on day midnights + 1;
#: `storms` counts markers on cards; `awakened` is 1 if the Ancient One awoke; `stage_two` and `sunk`
#: are 1 if Stage II began and the ship went down; `legions` counts undefeated Legions in play, `amulet`
#: the group's tokens; `night_X[n]` is counter X after midnight n + 1, -1 if the game did not get so far.
row_dtype = np.dtype(
    [
        ("game", "i8"),
        ("completion", "i4"),
        ("outcome", "i1"),
        ("cause", "i1"),
        ("turns", "i4"),
        ("day", "i2"),
        ("midnights", "i4"),
        ("signs", "i2"),
        ("doom", "i2"),
        ("supplies", "i2"),
        ("storms", "i2"),
        ("devoured", "i4"),
        ("awakened", "i1"),
        ("battle_turns", "i4"),
        ("attempts", "i4"),
        ("successes", "i4"),
        ("purchases", "i4"),
        ("decisions", "i4"),
        ("dice_rolled", "i4"),
        ("storm_doom", "i4"),
        ("by_table", "i4"),
        ("beyond_tables", "i4"),
        *[(f"night_{name}", "i2", (MAX_NIGHTS,)) for name in COUNTERS],
        ("stage_two", "i1"),
        ("sunk", "i1"),
        ("legions", "i2"),
        ("amulet", "i1"),
    ],
    align=True,
)
GameRow = from_dtype(row_dtype)


@compiled(types.void(Game, Deck, GameRow), *SOURCES, "sim/tally.py")
def fill_row(game, deck, row):
    """Write all columns of `row` but `game` and `completion`, from the records of a finished game and its deck."""
    row.outcome = game.outcome
    row.cause = game.cause
    row.turns = game.turn
    row.day = game.day
    row.midnights = game.nights
    row.signs = game.signs
    row.doom = game.doom
    row.supplies = game.supplies
    storms = 0
    for slot in range(game.n_slots):
        storms += game.slots[slot].storms
    row.storms = storms
    row.devoured = game.devoured
    # a full doom track in the batch that wins (C-15.5) awakens nothing
    row.awakened = 1 if game.awakened == 2 or game.cause == AWAKENING_LOST else 0
    row.battle_turns = game.battle_turns
    row.attempts = game.attempts
    row.successes = game.successes
    row.purchases = game.purchases
    row.decisions = game.decisions
    row.dice_rolled = game.dice_rolled
    row.storm_doom = game.storm_doom
    row.by_table = game.by_table
    row.beyond_tables = game.beyond_tables
    row.stage_two = 1 if game.stage == 2 else 0
    row.sunk = game.entrance
    row.legions = legions_on_adventures(game, deck, 0)
    tokens = 0
    for token in range(AMULET_TOKENS):
        if game.amulet[token] != IN_PILE:
            tokens += 1
    row.amulet = tokens
    for n in range(MAX_NIGHTS):
        reached = n < game.nights
        row.night_doom[n] = game.night[n].doom if reached else -1
        row.night_signs[n] = game.night[n].signs if reached else -1
        row.night_supplies[n] = game.night[n].supplies if reached else -1
        row.night_storms[n] = game.night[n].storms if reached else -1
        row.night_omen[n] = game.night[n].omen if reached else -1
        row.night_legions[n] = game.night[n].legions if reached else -1


def flat_columns(rows: np.ndarray) -> dict[str, np.ndarray]:
    """The columns of `rows` by name, nights spread out: ``night_doom_1`` .. ``night_legions_40``."""
    columns: dict[str, np.ndarray] = {}
    for name in rows.dtype.names or ():
        values = rows[name]
        if values.ndim == 1:
            columns[name] = values
        else:
            columns |= {f"{name}_{n + 1}": values[:, n] for n in range(values.shape[1])}
    return columns


@dataclass(frozen=True)
class Cell:
    """One cell of the grid: what is played, and by whom."""

    mode: str
    ancient_one: str
    season: str
    players: int
    policy: str


@dataclass(eq=False)
class Tally:
    """Sums over the games of one cell.

    Attributes (all int64):
        games, wins: shape (completions, BLOCKS).
        endings: shape (OUTCOMES, CAUSES, MAX_NIGHTS + 1); the last axis counts the midnights
            gone through, later ones with the last.
        sums: shape (len(SUMMED),).
        battles, battle_wins: final battles fought and won, whatever won them (C-17.8).
        nights: shape (len(COUNTERS), MAX_NIGHTS, LEVELS): games by counter, midnight and value.
    """

    cell: Cell
    completions: int
    games: np.ndarray = field(init=False)
    wins: np.ndarray = field(init=False)
    endings: np.ndarray = field(init=False)
    sums: np.ndarray = field(init=False)
    battles: int = field(init=False, default=0)
    battle_wins: int = field(init=False, default=0)
    nights: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        """Start with no game."""
        self.games = np.zeros((self.completions, BLOCKS), np.int64)
        self.wins = np.zeros_like(self.games)
        self.endings = np.zeros((OUTCOMES, CAUSES, MAX_NIGHTS + 1), np.int64)
        self.sums = np.zeros(len(SUMMED), np.int64)
        self.nights = np.zeros((len(COUNTERS), MAX_NIGHTS, LEVELS), np.int64)

    def add(self, rows: np.ndarray) -> None:
        """Count finished games: `rows` of `row_dtype`, shape (n,)."""
        block = (rows["game"] // self.completions) % BLOCKS
        place = rows["completion"].astype(np.int64) * BLOCKS + block
        won = rows["outcome"] == WIN
        self.games += np.bincount(place, minlength=self.games.size).reshape(self.games.shape)
        self.wins += np.bincount(place[won], minlength=self.wins.size).reshape(self.wins.shape)
        midnights = np.minimum(rows["midnights"], MAX_NIGHTS)
        np.add.at(self.endings, (rows["outcome"], rows["cause"], midnights), 1)
        self.sums += [int(rows[name].sum(dtype=np.int64)) for name in SUMMED]
        fought = (rows["awakened"] == 1) & (rows["cause"] != AWAKENING_LOST)
        self.battles += int(fought.sum())
        self.battle_wins += int((fought & won).sum())
        for i, name in enumerate(COUNTERS):
            values = rows[f"night_{name}"]
            reached = values >= 0
            at = np.minimum(values, LEVELS - 1) + LEVELS * np.arange(MAX_NIGHTS)
            counts = np.bincount(at[reached], minlength=MAX_NIGHTS * LEVELS)
            self.nights[i] += counts.reshape(MAX_NIGHTS, LEVELS)

    def merge(self, other: Tally) -> None:
        """Add the games of another part of the same cell; ValueError if it is another cell."""
        if (other.cell, other.completions) != (self.cell, self.completions):
            raise ValueError(f"tallies of different cells: {self.cell} and {other.cell}")
        for name in ("games", "wins", "endings", "sums", "nights"):
            mine = getattr(self, name)
            mine += getattr(other, name)
        self.battles += other.battles
        self.battle_wins += other.battle_wins

    @property
    def n_games(self) -> int:
        """Games counted."""
        return int(self.games.sum())

    @property
    def n_wins(self) -> int:
        """Games won."""
        return int(self.wins.sum())

    def total(self, column: str) -> int:
        """Sum of a column of `SUMMED` over all games."""
        return int(self.sums[SUMMED.index(column)])

    def mean(self, column: str) -> float:
        """Mean of a column of `SUMMED` over all games; nan without games."""
        games = self.n_games
        return self.total(column) / games if games else float("nan")

    def by_cause(self) -> np.ndarray:
        """Games that were not won, by cause, shape (CAUSES,)."""
        return self.endings[LOSS:].sum(axis=(0, 2))
