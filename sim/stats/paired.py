"""Two ways to play or two scenarios on the same games: the 2x2 table of outcomes and what it says.

The unit is the pair: game k played as A and as B, on the same decks and with the same dice.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binomtest

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


def _phi(pairs: Pairs, correction: float) -> float:
    """Correlation of the outcomes, a positive one drawn towards zero by Newcombe's `correction`."""
    margins = pairs.wins_a * (pairs.games - pairs.wins_a) * pairs.wins_b * (pairs.games - pairs.wins_b)
    if margins == 0:
        return 0.0
    cross = pairs.both * pairs.neither - pairs.only_a * pairs.only_b
    return float((max(cross - correction, 0.0) if cross > 0 else cross) / margins**0.5)


def _length(x: float, y: float, phi: float) -> float:
    return float(np.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y)))
