"""A test that looks again and again while pairs of games come in, and stops as soon as it can.

Wald's sequential probability ratio test of two values of the difference, for pairs that are won
by A alone, by B alone, or by both or neither.  The share of pairs that differ is not known, so
both likelihoods take the best one (generalised test: Siegmund 1985, Sequential Analysis,
chapter IV; of this trinomial: Van den Bergh, "A practical introduction to the GSPRT", 2020).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt

from sim.stats.paired import Pairs

#: Pairs that differ before the first look: with fewer the likelihoods are not to be trusted.
LEAST_DIFFERING = 20


def _log_likelihood(pairs: Pairs, difference: float) -> float:
    """The highest log likelihood of the pairs with P(B alone) - P(A alone) fixed."""
    if difference < 0:
        return _log_likelihood(Pairs(pairs.both, pairs.only_b, pairs.only_a, pairs.neither), -difference)
    less, more = pairs.only_a, pairs.only_b
    n = pairs.games
    # the derivative in x = P(A alone) vanishes where 2 n x^2 - b x - c = 0
    b = more * (1 - difference) + less * (1 - 3 * difference) - 2 * (n - less - more) * difference
    c = less * difference * (1 - difference)
    x = (b + sqrt(b * b + 8 * n * c)) / (4 * n)
    x = min(max(x, 0.0), (1 - difference) / 2)
    cells = ((less, x), (more, x + difference), (n - less - more, 1 - 2 * x - difference))
    return sum(count * log(max(chance, 1e-300)) for count, chance in cells if count)


@dataclass
class SequentialTest:
    """Is the difference (B minus A, probability) `null` or `alternative`?

    `alpha` is the chance to choose the alternative where the null holds, `beta` the reverse, however
    often one looks.  ``path`` holds (pairs of games, log likelihood ratio) of every look.
    """

    null: float
    alternative: float
    alpha: float = 0.05
    beta: float = 0.05
    path: list[tuple[int, float]] = field(default_factory=list)

    @property
    def limits(self) -> tuple[float, float]:
        """Log likelihood ratios at which the null and the alternative are accepted (Wald 1945)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def look(self, pairs: Pairs, games: int | None = None) -> str:
        """Take in all pairs so far: ``null``, ``alternative``, or an empty string for going on.

        `games` are those that the path notes, where `pairs` stands for more of them than it counts.
        """
        if pairs.only_a + pairs.only_b < LEAST_DIFFERING:
            return ""
        ratio = _log_likelihood(pairs, self.alternative) - _log_likelihood(pairs, self.null)
        self.path.append((pairs.games if games is None else games, ratio))
        low, high = self.limits
        return "null" if ratio <= low else "alternative" if ratio >= high else ""
