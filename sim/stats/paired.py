"""Two ways to play or two scenarios on the same games: the 2x2 table of outcomes and what it says.

The unit is the pair: game k played as A and as B, on the same decks and with the same dice.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binomtest, chi2

from sim.stats.intervals import Z, wilson


@dataclass(frozen=True)
class Pairs:
    """How many pairs of games ended how."""

    both: int = 0  # won by A and by B
    only_a: int = 0
    only_b: int = 0
    neither: int = 0

    @classmethod
    def of(cls, won_a: ArrayLike, won_b: ArrayLike) -> Pairs:
        """The table of two arrays of outcomes, a game each."""
        a, b = np.asarray(won_a, bool), np.asarray(won_b, bool)
        return cls(*(int(np.count_nonzero(cell)) for cell in (a & b, a & ~b, ~a & b, ~a & ~b)))

    def __add__(self, other: Pairs) -> Pairs:
        """Both tables together."""
        return Pairs(
            self.both + other.both,
            self.only_a + other.only_a,
            self.only_b + other.only_b,
            self.neither + other.neither,
        )

    @property
    def games(self) -> int:
        """Pairs of games."""
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def wins_a(self) -> int:
        """Games won by A."""
        return self.both + self.only_a

    @property
    def wins_b(self) -> int:
        """Games won by B."""
        return self.both + self.only_b

    @property
    def difference(self) -> float:
        """Win rate of B less that of A (probability)."""
        return (self.only_b - self.only_a) / self.games

    @property
    def correlation(self) -> float:
        """Correlation of the two outcomes (phi); 0 where one of them never varies."""
        return _phi(self, 0)

    @property
    def games_saved_factor(self) -> float:
        """How many times more games unpaired runs would need for the same interval."""
        a, b = self.wins_a / self.games, self.wins_b / self.games
        apart = a * (1 - a) + b * (1 - b)
        together = (self.only_a + self.only_b) / self.games - self.difference**2
        return apart / together if together > 0 else 1.0

    @property
    def p_value(self) -> float:
        """Of no difference: McNemar's exact test on the pairs that differ (1947, Psychometrika 12), two-sided."""
        differing = self.only_a + self.only_b
        return float(binomtest(self.only_b, differing).pvalue) if differing else 1.0

    def interval(self, z: float = Z) -> tuple[float, float]:
        """Limits of the difference (Newcombe 1998, Stat. Med. 17, 2635-2650, method 10).

        They come from the Wilson limits of both rates and the correlation, keep inside [-1, 1],
        and are of use where hardly any game or nearly every game is won.
        """
        n = self.games
        a, b = self.wins_a / n, self.wins_b / n
        (low_a, low_b), (high_a, high_b) = wilson([self.wins_a, self.wins_b], [n, n], z)
        phi = _phi(self, n / 2)
        down = _length(b - low_b, high_a - a, phi)
        up = _length(high_b - b, a - low_a, phi)
        return max(-1.0, self.difference - down), min(1.0, self.difference + up)

    def shrunk(self, factor: float) -> Pairs:
        """A table of the same shares that counts for `factor` times fewer pairs."""
        return Pairs(*(count / factor for count in (self.both, self.only_a, self.only_b, self.neither)))  # type: ignore[arg-type]


class Strata:
    """Pairs of several cells together, where game k is the same game in every cell.

    Pairs of different cells then share decks and dice, so together they count for fewer than they are:
    `design_effect` is how many times fewer, the variance of the mean difference from sums over cells of one
    game against that of independent pairs (cluster sampling: Cochran 1977, chapter 9), and at least 1.
    """

    def __init__(self, cells: int) -> None:
        """No game yet."""
        self.tables = [Pairs()] * cells
        self._games = self._squares = self._sum = 0  # of sums of differences over the cells of one game

    def add(self, won_a: np.ndarray, won_b: np.ndarray) -> None:
        """Count the same games of every cell: outcomes of shape (cells, games)."""
        self.tables = [table + Pairs.of(a, b) for table, a, b in zip(self.tables, won_a, won_b, strict=True)]
        together = (np.asarray(won_b, int) - np.asarray(won_a, int)).sum(axis=0)
        self._games += together.size
        self._sum += int(together.sum())
        self._squares += int((together**2).sum())

    @property
    def table(self) -> Pairs:
        """All pairs in one table."""
        return sum(self.tables, Pairs())

    @property
    def design_effect(self) -> float:
        """See the class; 1 for a single cell."""
        whole = self.table
        alone = (whole.only_a + whole.only_b) / max(whole.games, 1) - (whole.difference**2 if whole.games else 0)
        if len(self.tables) == 1 or self._games < 2 or alone <= 0:
            return 1.0
        shared = (self._squares - self._sum**2 / self._games) / (self._games - 1)
        return max(1.0, shared / (len(self.tables) * alone))

    @property
    def effective(self) -> Pairs:
        """The table of as many independent pairs as these count for."""
        return self.table.shrunk(self.design_effect)

    games = property(lambda self: self.table.games, doc="Pairs of games.")
    wins_a = property(lambda self: self.table.wins_a, doc="Games won by A.")
    wins_b = property(lambda self: self.table.wins_b, doc="Games won by B.")
    only_a = property(lambda self: self.table.only_a, doc="Games won by A alone.")
    only_b = property(lambda self: self.table.only_b, doc="Games won by B alone.")
    difference = property(lambda self: self.table.difference, doc="Win rate of B less that of A (probability).")

    def interval(self, z: float = Z) -> tuple[float, float]:
        """Limits of the difference, by as many independent pairs as these count for."""
        return self.effective.interval(z)

    @property
    def p_value(self) -> float:
        """McNemar's, two-sided: exact for independent pairs, else of his statistic divided by the design effect."""
        effect, whole = self.design_effect, self.table
        differing = whole.only_a + whole.only_b
        if effect == 1.0 or not differing:
            return whole.p_value
        return float(chi2.sf((whole.only_b - whole.only_a) ** 2 / (differing * effect), 1))

    @property
    def correlation(self) -> float:
        """Correlation of the outcomes within cells: what cells have in common is no doing of the pairs."""
        apart = sum(sum(_variances(table)) for table in self.tables if table.games)
        scale = sum(2 * np.sqrt(np.prod(_variances(table))) for table in self.tables if table.games)
        return float((apart - self._together()) / scale) if scale > 0 else 0.0

    @property
    def games_saved_factor(self) -> float:
        """How many times more games unpaired runs of the same cells would need for the same interval."""
        apart = sum(sum(_variances(table)) for table in self.tables if table.games)
        return float(apart / self._together()) if self._together() > 0 else 1.0

    def _together(self) -> float:
        """Sum over the cells of the variance of a pair's difference, times its games."""
        return float(sum(t.only_a + t.only_b - t.games * t.difference**2 for t in self.tables if t.games))


def _variances(table: Pairs) -> tuple[float, float]:
    """Of the outcomes of A and of B, times the games."""
    return tuple(wins * (table.games - wins) / table.games for wins in (table.wins_a, table.wins_b))  # type: ignore[return-value]


def _phi(pairs: Pairs, correction: float) -> float:
    """Correlation of the outcomes, a positive one drawn towards zero by Newcombe's `correction`."""
    margins = pairs.wins_a * (pairs.games - pairs.wins_a) * pairs.wins_b * (pairs.games - pairs.wins_b)
    if margins == 0:
        return 0.0
    cross = pairs.both * pairs.neither - pairs.only_a * pairs.only_b
    return float((max(cross - correction, 0.0) if cross > 0 else cross) / margins**0.5)


def _length(x: float, y: float, phi: float) -> float:
    return float(np.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y)))
