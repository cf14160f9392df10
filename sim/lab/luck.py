"""Luck and skill: how much of what decides a game is decks, dice and play.

In each completion of the card facts every policy plays the same decks with the same dice, all
combinations of them.  Decks are all that chance does apart from the dice: the order of every deck, the
markers drawn, and what a policy that plays at random would choose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby

import numpy as np

import policies
from sim.batch import deck_of
from sim.errors import OmensError
from sim.grid import Run
from sim.play import play
from sim.rules.state import WIN
from sim.spread import Chunk, How, side_by_side
from sim.stats.components import Shares, shares
from sim.tally import Cell, row_dtype

_LEAST = 3  # decks or dice, of which one is left out at a time


@dataclass(frozen=True, eq=False)
class Luck:
    """What a study of luck and skill finds.

    Attributes:
        policies: who played, in the order of the last axis of `won`.
        cells: what was played; the policy of each is the first.
        won: shape (cells, completions, decks, dice, policies), bool.
        of_cells: shares of the variance in each cell; `overall`: of its mean over the cells.
    """

    policies: list[str]
    cells: list[Cell]
    won: np.ndarray
    of_cells: list[Shares]
    overall: Shares


def check(run: Run, decks: int, dice: int) -> None:
    """OmensError for a run with too little to compare."""
    names = {cell.policy for cell in run.cells}
    if len(names) < 2:
        raise OmensError(f"--policy: {', '.join(names)} alone; two or more would be right, to compare play with luck")
    if run.completions == 2:
        raise OmensError("--completions: 2 leave no error to be told; 1, or 3 and more, would be right")
    for option, number in (("decks", decks), ("dice", dice)):
        if not _LEAST <= number <= 1000:
            raise OmensError(f"--{option}: {number} is out of range; {_LEAST} to 1000 would be right")


def study(run: Run, decks: int, dice: int, how: How, advance: Callable[[int], None] = lambda games: None) -> Luck:
    """Play every completion's `decks` with all of its `dice`, under each policy of the run.

    ``run.games`` is without meaning.  The decks of completion c have the numbers c, c + completions, ...,
    and so have its dice: where both are the same, it is that game of ``omens run``.

    Raises OmensError as `sim.batch.play_chunk` does.
    """
    chunks = (Chunk(cell, range(c, c + 1)) for cell in range(len(run.cells)) for c in range(run.completions))
    found = np.zeros((len(run.cells), run.completions, decks, dice), bool)
    for chunk, won in side_by_side(partial(_crossed, run, decks, dice), chunks, how):
        found[chunk.cell, chunk.games.start] = won
        advance(won.size)
    groups = [list(group) for _, group in groupby(range(len(run.cells)), lambda i: _apart_from_policy(run.cells[i]))]
    won = np.stack([np.moveaxis(found[group], 0, -1) for group in groups])
    return Luck(
        [run.cells[i].policy for i in groups[0]],
        [run.cells[group[0]] for group in groups],
        won,
        [shares(won[i : i + 1]) for i in range(len(groups))],
        shares(won),
    )


def _apart_from_policy(cell: Cell) -> tuple[str, str, str, int]:
    return cell.mode, cell.ancient_one, cell.season, cell.players


def _crossed(run: Run, decks: int, dice: int, chunk: Chunk) -> np.ndarray:
    """Which games of a completion, the chunk's number, are won: shape (decks, dice)."""
    cell, completion = run.cells[chunk.cell], chunk.games.start
    deck, policy = deck_of(run, cell, completion), policies.load(cell.policy)
    numbers = range(completion, completion + decks * run.completions, run.completions)
    won = np.zeros((decks, dice), bool)
    rows = np.zeros(decks, row_dtype)
    for j in range(dice):
        key = completion + j * run.completions
        play(deck, policy, run.seed, numbers, rows, name=cell.policy, dice=key)
        won[:, j] = rows["outcome"] == WIN
    return won
