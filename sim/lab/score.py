"""A score of how hard a game is made by its set-up, and the printed difficulty held against what was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sim.scenario import NO_SEASON, OWN_ANCIENT_ONES
from sim.stats.completions import Estimate, difference, mean_rate
from sim.stats.points import PointsTable, points_table
from sim.tally import Tally

#: The difficulty printed on the Ancient Ones of each mode (A-13.1, R-13.3), from the easiest.
DIFFICULTIES = ("average", "hard", "insane")
LABELS_OF = {mode: dict(zip(ones, DIFFICULTIES, strict=True)) for mode, ones in OWN_ANCIENT_ONES.items()}
#: What makes a cell hard.
FACTORS = ("ancient_one", "season", "players", "policy")
BAND = 0.05  # of win rate (probability)


@dataclass(frozen=True, eq=False)
class Labelled:
    """An Ancient One, the label printed on it, and its mean win rate over the cells."""

    ancient_one: str
    label: str
    rate: Estimate

    @property
    def band(self) -> tuple[float, float]:
        """The band of 5 points that the win rate lies in; the last one holds 1."""
        return band(self.rate.value)


@dataclass(frozen=True, eq=False)
class Score:
    """What the set-up of a game says of its difficulty.

    `gaps` are the mean win rates of each label less that of the next, on the same games.
    """

    tallies: list[Tally]
    table: PointsTable
    labelled: list[Labelled]
    gaps: list[Estimate]

    @property
    def in_order(self) -> bool:
        """Whether each label is won more often than the next, as far as games alone can tell."""
        return all(gap.low > 0 for gap in self.gaps)

    @property
    def whatever_the_cards(self) -> bool:
        """Whether that holds with the unknown facts too."""
        return all(gap.total_low > 0 for gap in self.gaps)


def band(rate: float) -> tuple[float, float]:
    """The limits of the band that holds a win rate."""
    at = min(int(rate / BAND + 1e-9), round(1 / BAND) - 1)
    return at * BAND, (at + 1) * BAND


def _factors(tallies: Sequence[Tally]) -> list[str]:
    """What can make these cells hard: the season only where there are any."""
    return [name for name in FACTORS if name != "season" or {tally.cell.season for tally in tallies} != {NO_SEASON}]


def score(tallies: Sequence[Tally], unit: float) -> Score:
    """The points of the cells' set-ups, a point being `unit` log odds, and the labels held against the games.

    The tallies are of a whole grid of cells with the same completions.  Raises OmensError as
    `sim.stats.points.points_table` does.
    """
    factors = {name: [str(getattr(tally.cell, name)) for tally in tallies] for name in _factors(tallies)}
    wins, games = (np.array([getattr(tally, name).sum(axis=1) for tally in tallies]) for name in ("wins", "games"))
    table = points_table(factors, wins, games, unit)
    labels = LABELS_OF[tallies[0].cell.mode]
    cells = {one: [tally for tally in tallies if tally.cell.ancient_one == one] for one in labels}
    played = [one for one in labels if cells[one]]
    return Score(
        list(tallies),
        table,
        [Labelled(one, labels[one], mean_rate(cells[one])) for one in played],
        [difference(cells[one], cells[other]) for one, other in pairwise(played)],
    )
