"""Exact chances inside games: tables of every adventure of a deck, for policies that play dice by them.

A table holds the chance of success in each state of an attempt that it covers: the rows done,
the pool by colour, and the dice held.  It knows no monsters, no clues and no Mythos card; at
most one die is held, on a spell or on a marker.  What lies beyond is the policy's business,
and counted (``choice.table``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
from joblib import Parallel, delayed

from sim.cards.facts import Adventure, Cards
from sim.cards.notation import Effect
from sim.exact.cards import attempt_rows
from sim.exact.faces import FACES, MULTISETS
from sim.exact.fillings import fillings
from sim.exact.holds import FREE, way_holding
from sim.exact.pools import GREEN_DICE, pools
from sim.exact.problem import DISCARDS, ENDS, NO_TERROR, Attempt, Row
from sim.exact.solved import is_solved, table
from sim.rules.state import EMPTY_TASK, FILLING_WORDS, MAX_FILLINGS, MAX_ODDS
from sim.rulings import ruling_number
from sim.scenario import Scenario

# --- dice held ---------------------------------------------------------------------------------
NONE_HELD = 0  # none, and no focus left; 1 to FACES: a die of that face, and no focus left
FOCUS_FREE = FACES + 1  # none, and a focus to come; FACES + 2 on: a die of a face, and a focus to come
HOLDS = 2 * (FACES + 1)
POOLS = 4 * (GREEN_DICE + 1)  # of `green` green dice: 4 green + 2 yellow + red
_WORDS_OF_TERROR = {"fail": ENDS, "discard_terror": DISCARDS}


def attempt_at(card: Adventure, scenario: Scenario) -> Attempt:
    """The attempt at a card in a scenario that a table is made for: without monsters and costs."""
    assert card.tasks is not None

    def ruled(name: str) -> int:
        return ruling_number(name, scenario.ruling(name))

    terror = terror_of(card.terror)
    return Attempt(
        tuple(Row(row.requirement.dice, row.after) for row in attempt_rows(card.tasks)),
        yellow=1,
        red=1,
        spells=1,
        held_only=True,
        every_state=True,
        terror=terror,
        empty_pool=ruled("EMPTY_POOL"),
        once=bool(ruled("TERROR_SCOPE")) and terror == DISCARDS,
        wild_is_terror=bool(ruled("WILD_IS_TERROR")) and terror != NO_TERROR,
        excess=bool(ruled("EXCESS_DICE")),
    )


def terror_of(effect: Effect | None) -> int:
    """What a terror effect does to the dice, if anything (C-7.4, C-7.11)."""
    return max((_WORDS_OF_TERROR.get(step.word, NO_TERROR) for step in effect or ()), default=NO_TERROR)


def unsolved(decks: Iterable[tuple[Cards, Scenario]]) -> list[Attempt]:
    """The attempts of these decks whose tables are not on disk yet."""
    wanted = (attempt_at(card, scenario) for cards, scenario in decks for card in _adventures(cards))
    return [attempt for attempt in dict.fromkeys(wanted) if not is_solved(attempt)]


def solve_all(attempts: list[Attempt], jobs: int, advance: Callable[[int], None] = lambda tables: None) -> None:
    """Solve attempts side by side and keep their tables on disk; `advance` gets 1 for each."""
    for _ in Parallel(n_jobs=jobs, backend="threading", return_as="generator_unordered")(
        delayed(table)(attempt) for attempt in attempts
    ):
        advance(1)


def fill_tables(deck: np.void, cards: Cards, scenario: Scenario) -> None:
    """Write the exact chances of all adventures into a deck of `build_deck`.

    ``deck.odds[card.odds_at + (done * HOLDS + held) * POOLS + pool]``: `done` is a set of rows by
    ``card.odds_row``.  Adventures beyond MAX_ODDS chances or MAX_FILLINGS rows have none.
    """
    places: dict[Attempt, int] = {}
    rows: dict[Row, int] = {}
    end = 1  # 0 means no table
    for record, card in zip(deck["adventures"], _adventures(cards), strict=False):
        attempt = attempt_at(card, scenario)
        own = [Row(row.requirement) for row in attempt.rows]
        chances = _for_games(attempt)
        new_rows = [row for row in dict.fromkeys(own) if row not in rows]
        if (attempt not in places and end + chances.size > MAX_ODDS) or len(rows) + len(new_rows) > MAX_FILLINGS:
            continue
        if attempt not in places:
            deck["odds"][end : end + chances.size] = chances.reshape(-1)
            places[attempt], end = end, end + chances.size
        for row in new_rows:
            deck["fillings"][len(rows)] = _bits(row, attempt.excess)
            rows[row] = len(rows)
        _point_to(record, card, attempt, places[attempt], [rows[row] for row in own])


def _adventures(cards: Cards) -> tuple[Adventure, ...]:
    return (*cards.adventures, *cards.other_worlds)


def _point_to(record: np.void, card: Adventure, attempt: Attempt, place: int, own: list[int]) -> None:
    assert card.tasks is not None
    record["odds_at"] = place
    record["odds_rows"] = len(own)
    record["odds_terror"] = attempt.terror
    k = 0
    for r, task in enumerate(card.tasks.rows):
        record["odds_row"][r] = record["fillings"][r] = -1
        if task.monster_task != EMPTY_TASK:
            record["odds_row"][r], record["fillings"][r] = k, own[k]
            k += 1


@lru_cache(maxsize=1024)
def _for_games(attempt: Attempt) -> np.ndarray:
    """The table of an attempt by rows done, dice held and pool: float32 (1 << rows, HOLDS, POOLS)."""
    solved = table(attempt)
    by_pool = np.zeros((solved.shape[0], HOLDS, POOLS), np.float32)
    pool = [pools().of[green, yellow, red] for green in range(GREEN_DICE + 1) for yellow in (0, 1) for red in (0, 1)]
    for held in range(FOCUS_FREE):
        by_pool[:, held] = solved[:, held, 0][:, pool]
    by_pool[:, FOCUS_FREE] = solved[:, FREE, 0][:, pool]
    for face in range(FACES):
        by_pool[:, FOCUS_FREE + 1 + face] = solved[:, FREE, way_holding(face)][:, pool]
    return by_pool


@lru_cache(maxsize=1024)
def _bits(row: Row, excess: bool) -> np.ndarray:
    """Which multisets of dice fill a row exactly, as a set: uint64 (FILLING_WORDS,)."""
    filled = np.zeros(FILLING_WORDS * 64, bool)
    filled[:MULTISETS] = fillings(row.requirement, 0, excess)
    return np.packbits(filled, bitorder="little").view(np.uint64)
