"""Comparing variants of a run on the same decks and dice, until enough is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from sim.batch import play_chunk
from sim.errors import OmensError
from sim.grid import Run
from sim.interrupts import Stop, interrupts
from sim.rules.state import WIN
from sim.spread import Chunk, How, side_by_side
from sim.stats.completions import difference
from sim.stats.intervals import CONFIDENCE
from sim.stats.paired import Pairs, Strata
from sim.stats.sequential import LEAST_DIFFERING, SequentialTest
from sim.tally import Cell, Tally

#: Games of each cell between two looks at the result.
LOOK = 250


@dataclass(frozen=True)
class StopRule:
    """When a comparison has seen enough: at a half width of the interval, or at a sequential test's verdict."""

    until: float | None = None  # half width of the pooled 95 % interval (probability)
    null: float | None = None  # with `alternative`: differences that the sequential test weighs
    alternative: float | None = None
    alpha: float = 0.05
    beta: float = 0.05

    def check(self, games: int) -> None:
        """OmensError where `games` pairs could not possibly be enough."""
        if self.until is not None:
            low, high = Pairs(neither=games).interval()
            if (high - low) / 2 > self.until:
                raise OmensError(
                    f"--until {100 * self.until:g}pp: cannot be met with {games:,} games in all; more --games or a "
                    f"wider interval would be right ({100 * (high - low) / 2:.2g}pp is the least these can give)"
                )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 1e-6 <= rate < 0.5:
                raise OmensError(f"--{name}: {rate:g} is out of range; between 0.000001 and 0.5 would be right")
        if self.null is not None and games < LEAST_DIFFERING:
            raise OmensError(
                f"--sprt: {games:,} pairs in all can never decide; more --games would be right "
                f"({LEAST_DIFFERING} pairs must differ before the first look)"
            )
        if self.null is not None and self.null == self.alternative:
            raise OmensError("--sprt: both differences are the same; two that differ, as 0,1pp, would be right")

    def test(self) -> SequentialTest | None:
        """The sequential test, if there is one."""
        if self.null is None or self.alternative is None:
            return None
        return SequentialTest(self.null, self.alternative, self.alpha, self.beta)


@dataclass
class Comparison:
    """Variant B against the base A, cell by cell."""

    a: str
    b: str
    cells: list[tuple[Cell, Cell]]
    pooled: Strata = field(init=False)
    test: SequentialTest | None = None
    verdict: str = ""

    def __post_init__(self) -> None:
        """Start with no games."""
        self.pooled = Strata(len(self.cells))

    @property
    def tables(self) -> list[Pairs]:
        """The table of each cell."""
        return self.pooled.tables


def rounds(run: Run, look: int) -> Iterator[Chunk]:
    """All games of a run, some of every cell in turn."""
    for begin in range(0, run.games, look):
        for cell in range(len(run.cells)):
            yield Chunk(cell, range(begin, min(begin + look, run.games)))


def _rows_of_each(runs: Sequence[Run], chunk: Chunk) -> list[np.ndarray]:
    return [play_chunk(run, chunk) for run in runs]


@dataclass
class Compared:
    """What comes of a comparison: a table for each variant and cell, and a tally for each run and cell."""

    comparisons: list[Comparison]
    tallies: list[list[Tally]]
    reason: str = ""
    open: list[list[np.ndarray]] = field(default_factory=list)  # outcomes of a look that lacks some cells yet


def compare(
    names: Sequence[str],
    runs: Sequence[Run],
    how: How,
    rule: StopRule,
    *,
    look: int = LOOK,
    advance: Callable[[int], None] = lambda games: None,
) -> Compared:
    """Play all `runs` on the same games; the first is the base that the others are compared with.

    The rule is asked after every `look` games of each cell, whatever `how` says, so the result does
    not depend on it.  Raises OmensError for a rule that cannot be met, and as `play_chunk` does.
    """
    base = runs[0]
    rule.check(base.total)
    completions = min(base.completions, base.games)
    found = Compared(
        [
            Comparison(names[0], name, list(zip(base.cells, run.cells, strict=True)), test=rule.test())
            for name, run in zip(names[1:], runs[1:], strict=True)
        ],
        [[Tally(cell, completions) for cell in run.cells] for run in runs],
    )
    stop = Stop()
    with interrupts(stop):
        for chunk, rows in side_by_side(partial(_rows_of_each, tuple(runs)), rounds(base, look), how):
            _count(found, chunk, rows)
            advance(len(chunk.games))
            if chunk.cell == len(base.cells) - 1:
                found.reason = _enough(found.comparisons, rule)
            if found.reason or stop.pressed:
                break
    found.reason = found.reason or ("stopped by hand" if stop.pressed else _all_played(rule, base))
    return found


def _count(found: Compared, chunk: Chunk, rows: list[np.ndarray]) -> None:
    """Take in some games of one cell; pairs are counted when the same games of all cells are there."""
    for tallies, mine in zip(found.tallies, rows, strict=True):
        tallies[chunk.cell].add(mine)
    won = [mine["outcome"] == WIN for mine in rows]
    found.open.append(won)
    if len(found.open) < len(found.tallies[0]):
        return
    outcomes = np.array(found.open)  # (cells, variants, games)
    found.open.clear()
    for i, comparison in enumerate(found.comparisons, start=1):
        comparison.pooled.add(outcomes[:, 0], outcomes[:, i])


def _enough(comparisons: list[Comparison], rule: StopRule) -> str:
    """Why to stop now; empty for going on."""
    for comparison in comparisons:
        if comparison.test and not comparison.verdict:
            comparison.verdict = comparison.test.look(comparison.pooled.effective, comparison.pooled.games)
    if rule.null is not None and all(comparison.verdict for comparison in comparisons):
        return "the sequential test has decided"
    if rule.until is not None:
        widths = [(high - low) / 2 for low, high in (comparison.pooled.interval() for comparison in comparisons)]
        if max(widths) <= rule.until:
            return f"the interval is narrower than {100 * rule.until:g} points either way"
    return ""


def _all_played(rule: StopRule, run: Run) -> str:
    wanted = "" if rule.until is None and rule.null is None else ", before the stop rule was met"
    games = "the 1 game of each cell is" if run.games == 1 else f"all {run.games:,} games of each cell are"
    return f"{games} played{wanted}"


# --- what is told -----------------------------------------------------------------------------------------
def records(found: Compared) -> list[dict[str, Any]]:
    """One dictionary a variant, of values that JSON knows; differences are probabilities, B minus A.

    ``strata`` holds the same numbers for each cell; `total_low` and `total_high` are the limits with
    unknown facts; `p_adjusted` is McNemar's p corrected for the number of variants (Holm 1979).
    """
    from statsmodels.stats.multitest import multipletests

    adjusted = multipletests([comparison.pooled.p_value for comparison in found.comparisons], method="holm")[1]
    return [_record(found, i, float(p)) for i, p in enumerate(adjusted)]


def _record(found: Compared, i: int, p_adjusted: float) -> dict[str, Any]:
    comparison = found.comparisons[i]
    base, mine = found.tallies[0], found.tallies[i + 1]
    played = [n for n, table in enumerate(comparison.tables) if table.games]
    total = difference([mine[n] for n in played], [base[n] for n in played])
    numbers = _numbers(comparison.pooled)
    return {
        "a": comparison.a,
        "b": comparison.b,
        **numbers,
        # paired limits can be the wider ones where hardly a game is decided otherwise
        "total_low": min(total.total_low, numbers["ci_low"]),
        "total_high": max(total.total_high, numbers["ci_high"]),
        "p_adjusted": p_adjusted,
        "decision": _decision(comparison, p_adjusted),
        "reason": found.reason,
        "path": [list(step) for step in comparison.test.path] if comparison.test else None,
        "strata": [_stratum(*comparison.cells[n]) | _numbers(comparison.tables[n]) for n in played],
    }


def _numbers(pairs: Pairs | Strata) -> dict[str, Any]:
    low, high = pairs.interval()
    return {
        "games": pairs.games,
        "wins_a": pairs.wins_a,
        "wins_b": pairs.wins_b,
        "only_a": pairs.only_a,
        "only_b": pairs.only_b,
        "difference": pairs.difference,
        "ci_low": low,
        "ci_high": high,
        "p_value": pairs.p_value,
        "correlation": pairs.correlation,
        "games_saved_factor": pairs.games_saved_factor,
    }


def _stratum(ours: Cell, theirs: Cell) -> dict[str, Any]:
    """What both cells have in common."""
    names = ("ancient_one", "season", "players", "policy")
    return {name: getattr(ours, name) for name in names if getattr(ours, name) == getattr(theirs, name)}


def _decision(comparison: Comparison, p_adjusted: float) -> str:
    if comparison.test:
        both = {"null": comparison.test.null, "alternative": comparison.test.alternative}
        if not comparison.verdict:
            return "undecided"
        other = both["alternative" if comparison.verdict == "null" else "null"]
        return f"{100 * both[comparison.verdict]:+g} points rather than {100 * other:+g}"
    if p_adjusted >= 1 - CONFIDENCE:
        return "no difference shown"
    return "B wins more" if comparison.pooled.difference > 0 else "A wins more"
