"""Dice play by tables: attempts that `exact` plays in the engine succeed as often as best play can, and are counted.

Seeded; FIVE_SIGMA standard errors either way: a false alarm in 1.7 million a card.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from board import Board

import policies
from sim.batch import deck_of, prepare
from sim.cards.facts import Adventure
from sim.cards.notation import parse_tasks
from sim.exact.cards import attempt_rows
from sim.exact.problem import Attempt
from sim.exact.solved import success
from sim.grid import plan
from sim.play import play
from sim.scenario import Scenario
from sim.tables import fill_tables
from sim.tally import row_dtype

TRIES = 2000
FIVE_SIGMA = 5
#: Cards on which greedy's dice play falls short, or that need order, splits or the focus.
TASKS = (
    "lore > inv 3 > peril",
    "inv 2, inv 2 > inv 3",
    "terror | inv 2, lore",
    "lore, lore | inv 4, peril",
    "terror/lore, lore, inv 1 | terror/lore, terror",
    "inv 3, lore | peril | peril, terror",
    "[] | peril | inv 7",
)


def table_of(tasks: str, policy: str) -> Board:
    """A table whose deck is this card alone, with its exact chances; success is worth an Elder Sign."""
    board = Board(seed=3)
    for card in board.deck["adventures"][:60]:
        board.write(card, tasks=tasks)
    board.deck["adventures"]["reward_worth"] = 1
    card = Adventure("made up", (), tasks=parse_tasks(tasks), terror=())
    fill_tables(board.deck, SimpleNamespace(adventures=(card,) * 60, other_worlds=()), Scenario())
    board.policy = policies.load(policy)
    return board


def share_of_successes(board: Board) -> float:
    won = 0
    for n in range(TRIES):
        board.card(0)
        board.stand(0, 0)
        board.game["turn"], board.game["successes"] = n, 0
        board.hidden["rolls"] = 0
        board.resolution()
        won += int(board.game["successes"])
        board.pay(0, 9)  # the card goes back
    return won / TRIES


@pytest.mark.parametrize("tasks", TASKS)
def test_exact_succeeds_as_often_as_the_best_play(tasks):
    """C-5 to C-7: six green dice and a focus; E-21 for the first three cards."""
    best = success(Attempt(attempt_rows(parse_tasks(tasks))))
    board = table_of(tasks, "exact")
    error = (best * (1 - best) / TRIES) ** 0.5
    assert abs(share_of_successes(board) - best) < FIVE_SIGMA * error
    assert board.game["by_table"] > 0 and board.game["beyond_tables"] == 0


def rows_of(policy: str) -> np.ndarray:
    """Sixty games, as a run plays them."""
    words = {"ancient_one": "rhan-tegoth", "season": "winter", "players": "1", "policy": policy}
    run = plan(mode="alaska", **words, games=60, completions=1, seed=2)
    prepare(run, 1, lambda tables: lambda solved: None)
    rows = np.zeros(60, row_dtype)
    play(deck_of(run, run.cells[0], 0), policies.load(policy), run.seed, range(60), rows, name=policy)
    return rows


def test_choices_by_tables_are_counted_and_only_where_there_are_tables():
    exact, greedy = rows_of("exact"), rows_of("greedy")
    assert (exact["by_table"] > 0).all() and exact["beyond_tables"].sum() > 0
    assert (exact["by_table"] + exact["beyond_tables"] <= exact["decisions"]).all()
    assert greedy["by_table"].sum() == greedy["beyond_tables"].sum() == 0
