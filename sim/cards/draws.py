"""Numbers for completions: each value of each card has its own, so filling one in moves no other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, cycle
from typing import Any

import numpy as np

NUMBERS = 32  # that a value may use


@dataclass(frozen=True, slots=True)
class Menu:
    """Values and their weights."""

    values: tuple[Any, ...]
    weights: tuple[float, ...]

    def at(self, number: float) -> Any:
        """The value where `number`, from 0 to 1, falls."""
        steps = list(accumulate(self.weights))
        return self.values[min(bisect_right(steps, number * steps[-1]), len(steps) - 1)]

    def keep(self, fits: Iterable[bool]) -> Menu | None:
        """The menu without the values that do not fit; None if nothing is left."""
        kept = [(v, w) for v, w, fit in zip(self.values, self.weights, fits, strict=True) if fit]
        return Menu(tuple(v for v, _ in kept), tuple(w for _, w in kept)) if kept else None


class Draws:
    """The numbers of one value, used one after the other, and again should they run out."""

    def __init__(self, numbers: list[float]) -> None:
        """Of `NUMBERS` numbers from 0 to 1."""
        self._numbers = cycle(numbers)

    def number(self) -> float:
        """The next number, from 0 to 1."""
        return next(self._numbers)

    def chance(self, share: float) -> bool:
        """True with probability `share`."""
        return self.number() < share

    def pick(self, menu: Menu) -> Any:
        """A value of the menu."""
        return menu.at(self.number())

    def one_of(self, values: tuple[Any, ...]) -> Any:
        """One of the values, all alike."""
        return values[min(int(self.number() * len(values)), len(values) - 1)]


def draws(seed: int, group: int, index: int, rows: int, columns: int) -> list[list[Draws]]:
    """Draws for ``rows x columns`` values of one group of facts of completion `index`.

    The same for the same seed, group, index, row and column, however many rows there are.
    """
    stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence((seed, group, index))))
    numbers = stream.random((rows, columns, NUMBERS)).tolist()
    return [[Draws(cell) for cell in row] for row in numbers]
