"""Sums over the games of a cell, and what they say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from sim.arkham.run import Cell
from sim.arkham.state import CAUSES, COURSE, MOST_CARDS, MOST_DOOM, MOST_TERROR, VICTORY
from sim.stats.intervals import Z

#: Columns of a row that are summed.
SUMMED = ("terror", "surges", "doom", "shops_closed", "overflows", "opened", "closed", "seals", "beaten")
#: Levels of each track, from 0 on.
LEVELS = {"terror": MOST_TERROR + 1, "doom": MOST_DOOM + 1}


@dataclass(eq=False)
class ClockTally:
    """Sums over the games of one cell.

    Attributes (all int64):
        ends: games by cause and number of Mythos cards, shape (len(CAUSES), MOST_CARDS + 2).
        sums: shape (len(SUMMED),).
        course: for terror and doom, games by Mythos card and level, among those still going after the
            card, shape (COURSE, levels).
    """

    cell: Cell
    ends: np.ndarray = field(init=False)
    sums: np.ndarray = field(init=False)
    course: dict[str, np.ndarray] = field(init=False)

    def __post_init__(self) -> None:
        """Start with no game."""
        self.ends = np.zeros((len(CAUSES), MOST_CARDS + 2), np.int64)
        self.sums = np.zeros(len(SUMMED), np.int64)
        self.course = {name: np.zeros((COURSE, levels), np.int64) for name, levels in LEVELS.items()}

    def add(self, rows: np.ndarray) -> None:
        """Count finished games: `rows` of ``row_dtype``, shape (n,)."""
        place = rows["cause"].astype(np.int64) * self.ends.shape[1] + rows["cards"]
        self.ends += np.bincount(place, minlength=self.ends.size).reshape(self.ends.shape)
        self.sums += [int(rows[name].sum(dtype=np.int64)) for name in SUMMED]
        going = np.arange(1, COURSE + 1) < rows["cards"][:, None]
        for name, levels in LEVELS.items():
            at = rows[f"{name}_by"] + levels * np.arange(COURSE)
            self.course[name] += np.bincount(at[going], minlength=COURSE * levels).reshape(COURSE, levels)

    @property
    def games(self) -> int:
        """Games counted."""
        return int(self.ends.sum())

    @property
    def cards(self) -> np.ndarray:
        """Games by number of Mythos cards, shape (MOST_CARDS + 2,)."""
        return self.ends.sum(axis=0)

    def mean(self, column: str) -> float:
        """Mean of a column of `SUMMED`."""
        return float(self.sums[SUMMED.index(column)] / self.games)

    def mean_cards(self) -> tuple[float, float]:
        """Mean number of Mythos cards, and half the width of its 95 % interval (from the central limit theorem)."""
        counts, numbers = self.cards, np.arange(MOST_CARDS + 2)
        mean = float(counts @ numbers / self.games)
        variance = float(counts @ (numbers - mean) ** 2 / max(1, self.games - 1))
        return mean, Z * float(np.sqrt(variance / self.games))

    def quantile(self, share: float) -> int:
        """The least number of cards that at least this share of the games did not outlast."""
        reached = np.cumsum(self.cards)
        return int(np.searchsorted(reached, share * self.games - 1e-9))

    def causes(self) -> dict[str, float]:
        """Share of games by cause, without those that never came; victory is always named."""
        shares = self.ends.sum(axis=1) / self.games
        return {
            name: float(share)
            for name, share in zip(CAUSES, shares, strict=True)
            if share or name in CAUSES[1 : VICTORY + 1]
        }

    @property
    def wins(self) -> int:
        """Games that investigators won."""
        return int(self.ends[VICTORY].sum())

    def survival(self) -> np.ndarray:
        """Share of games still going after each number of Mythos cards, from 0 on, shape (MOST_CARDS + 2,)."""
        return 1 - np.cumsum(self.cards) / self.games


def records(tallies: Iterable[ClockTally]) -> list[dict[str, Any]]:
    """One dictionary a cell, of values that JSON knows.

    `mean_mythos_cards` counts Mythos cards from the setup's on, with the 95 % interval `ci_low` to `ci_high`;
    `p10`, `median` and `p90` are its quantiles; `causes` are shares of games; terror, surges, doom (before
    awakening fills the track) and shops closed are means over games at their end.
    """
    return [_record(tally) for tally in tallies]


def _record(tally: ClockTally) -> dict[str, Any]:
    mean, half = tally.mean_cards()
    return asdict(tally.cell) | {
        "games": tally.games,
        "mean_mythos_cards": mean,
        "ci_low": mean - half,
        "ci_high": mean + half,
        "p10": tally.quantile(0.1),
        "median": tally.quantile(0.5),
        "p90": tally.quantile(0.9),
        "causes": tally.causes(),
        "mean_terror": tally.mean("terror"),
        "mean_surges": tally.mean("surges"),
        "mean_doom": tally.mean("doom"),
        "shops_closed": tally.mean("shops_closed"),
        "mean_gates_closed": tally.mean("closed"),
        "mean_seals": tally.mean("seals"),
    }
