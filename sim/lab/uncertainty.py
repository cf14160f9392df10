"""Where the uncertainty comes from: how much each group of unknown card facts moves the answers.

Every draw of all groups is a completion; with the groups' seeds apart, one group can be taken from
another draw (sim/cards/completion.py).  The same games are played with each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

import policies
from sim.cards.banning import without
from sim.cards.completion import GROUPS_OF, complete, unknown_facts
from sim.cards.facts import Cards
from sim.cards.loading import load_cards
from sim.deck import build_deck
from sim.grid import Run
from sim.play import play
from sim.rules.state import WIN
from sim.spread import Chunk, How, side_by_side
from sim.stats.shares import Shares, shares, variance
from sim.tables import fill_tables
from sim.tally import row_dtype

_HALVES = 2  # every win rate is measured twice, to take the dice out


def _group_numbers(evaluation: int, groups: tuple[str, ...]) -> tuple[int, dict[str, int]]:
    """Completion and groups apart of an evaluation: a draw has A, B, then A with each group from B."""
    draw, kind = divmod(evaluation, len(groups) + 2)
    a, b = 2 * draw, 2 * draw + 1
    if kind == 0:
        return a, {}
    return (b, {}) if kind == 1 else (a, {groups[kind - 2]: b})


def _rates(run: Run, groups: tuple[str, ...], chunk: Chunk) -> np.ndarray:
    """Win rates of every cell in one evaluation, (cells, halves); the chunk's number is the evaluation's."""
    index, apart = _group_numbers(chunk.cell, groups)
    return _rates_with(run, without(complete(load_cards(run.cards, run.mode), run.seed, index, apart), run.banned))


def _rates_as_shipped(run: Run, chunk: Chunk) -> np.ndarray:
    """The same in completion number ``chunk.cell`` of the shipped card facts."""
    return _rates_with(run, without(complete(load_cards(None, run.mode), run.seed, chunk.cell), run.banned))


def _rates_with(run: Run, cards: Cards) -> np.ndarray:
    found = np.zeros((len(run.cells), _HALVES))
    for c, cell in enumerate(run.cells):
        scenario = run.scenario(cell)
        deck = build_deck(cards, scenario)
        if policies.uses_tables(cell.policy):
            fill_tables(deck[0], cards, scenario)
        rows = np.zeros(run.games, row_dtype)
        play(deck, policies.load(cell.policy), run.seed, range(run.games), rows, name=cell.policy)
        won = rows["outcome"] == WIN
        found[c] = [won[half::_HALVES].mean() for half in range(_HALVES)]
    return found


@dataclass(frozen=True)
class Answer:
    """A number that the unknown facts move, and what each group of them does to it."""

    name: str
    mean: float
    spread: float  # standard deviation over completions, dice taken out
    shares: Shares
    before: float | None = None  # the spread with the shipped card facts, where the user has filled some in


@dataclass(frozen=True)
class Uncertainty:
    """What a study of the unknown facts finds."""

    groups: tuple[str, ...]
    unknown: dict[str, int]
    answers: list[Answer]
    flips: dict[str, float]  # share of completions in which two Ancient Ones stand the other way round
    filled: int = 0  # facts that the user knows and the shipped files do not

    def ranking(self) -> list[tuple[str, float]]:
        """Groups by what reading one unknown fact of them promises: total share of the first answer, a fact each."""
        total = self.answers[0].shares.total
        worth = [(group, float(share) / self.unknown[group]) for group, share in zip(self.groups, total, strict=True)]
        return sorted(worth, key=lambda pair: -np.nan_to_num(pair[1]))


def study(run: Run, draws: int, how: How, advance: Callable[[int], None] = lambda evaluations: None) -> Uncertainty:
    """Play the run's cells in `draws` pairs of completions and in all that lie between them.

    ``run.games`` is the number of games of each cell in each evaluation.  Groups without unknown
    facts are left out.
    """
    _, unknown = unknown_facts(load_cards(run.cards, run.mode))
    groups = tuple(group for group in GROUPS_OF[run.mode] if unknown.get(group))
    kinds = len(groups) + 2
    todo = (Chunk(evaluation, range(1)) for evaluation in range(draws * kinds))
    rates = np.zeros((draws * kinds, len(run.cells), _HALVES))
    for chunk, found in side_by_side(partial(_rates, run, groups), todo, how):
        rates[chunk.cell] = found
        advance(1)
    by_kind = rates.reshape(draws, kinds, len(run.cells), _HALVES)
    shipped = _play_shipped(run, 2 * draws, how, advance) if run.cards else None
    answers = [_answer(name, weights, by_kind, shipped) for name, weights in _answers(run).items()]
    known = {group: unknown[group] for group in groups}
    return Uncertainty(groups, known, answers, _flips(run, by_kind), _filled(run, unknown) if run.cards else 0)


def evaluations(run: Run, draws: int) -> int:
    """How many sets of cards a study plays."""
    _, unknown = unknown_facts(load_cards(run.cards, run.mode))
    groups = sum(1 for group in GROUPS_OF[run.mode] if unknown.get(group))
    return draws * (groups + 2) + (2 * draws if run.cards else 0)


def _filled(run: Run, unknown: Mapping[str, int]) -> int:
    """Facts that are unknown in the shipped files and not among the user's."""
    _, shipped = unknown_facts(load_cards(None, run.mode))
    return sum(shipped.values()) - sum(unknown.values())


def _play_shipped(run: Run, completions: int, how: How, advance: Callable[[int], None]) -> np.ndarray:
    """Win rates with the shipped card facts, (completions, cells, halves), by the seeds of the draws."""
    found = np.zeros((completions, len(run.cells), _HALVES))
    todo = (Chunk(index, range(1)) for index in range(completions))
    for chunk, rates in side_by_side(partial(_rates_as_shipped, run), todo, how):
        found[chunk.cell] = rates
        advance(1)
    return found


def _answers(run: Run) -> dict[str, np.ndarray]:
    """What is asked, as weights of the cells: win rate, Winter less Summer, an Ancient One less another."""
    n = len(run.cells)
    found = {"win rate": np.full(n, 1 / n)}
    seasons = _by(run, "season")
    if set(seasons) == {"winter", "summer"}:
        found["Winter minus Summer"] = seasons["winter"] - seasons["summer"]
    ones = _by(run, "ancient_one")
    for one, other in combinations(ones, 2):
        found[f"{one.title()} minus {other.title()}"] = ones[one] - ones[other]
    return found


def _by(run: Run, name: str) -> dict[Any, np.ndarray]:
    """For each value of a dimension the weights that make the mean of its cells."""
    values = [getattr(cell, name) for cell in run.cells]
    return {value: np.array([(v == value) / values.count(value) for v in values]) for value in dict.fromkeys(values)}


def _answer(name: str, weights: np.ndarray, by_kind: np.ndarray, shipped: np.ndarray | None) -> Answer:
    numbers = np.einsum("c,dkch->dkh", weights, by_kind)
    found = shares(numbers[:, 0], numbers[:, 1], numbers[:, 2:])
    before = None if shipped is None else _root(variance(np.einsum("c,dch->dh", weights, shipped)))
    return Answer(name, float(numbers[:, :2].mean()), _root(found.variance), found, before)


def _root(number: float) -> float:
    return float(max(number, 0.0) ** 0.5)


def _flips(run: Run, by_kind: np.ndarray) -> dict[str, float]:
    """How often two Ancient Ones stand the other way round than on the mean, over the whole completions."""
    ones = _by(run, "ancient_one")
    whole = by_kind[:, :2].mean(axis=-1)
    found = {}
    for one, other in combinations(ones, 2):
        gap = whole @ (ones[one] - ones[other])
        found[f"{one} and {other}"] = float((np.sign(gap) * np.sign(gap.mean()) < 0).mean())
    return found
