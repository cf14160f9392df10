"""The cells of a run seen as a grid: its dimensions, and which cells may be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from sim.tally import Cell, Tally

_MODES = {"alaska": "Alaska Expedition", "rlyeh": "R'lyeh Rising", "-": "R'lyeh Rising"}  # a mode without seasons
DIMENSIONS = tuple(f.name for f in fields(Cell))


@dataclass(frozen=True)
class Grid:
    """Cells with at least one game, in the order in which they were asked for."""

    tallies: tuple[Tally, ...]

    @classmethod
    def of(cls, tallies: Iterable[Tally]) -> Grid:
        """The grid of those cells that have games; ValueError if there is none."""
        played = tuple(tally for tally in tallies if tally.n_games)
        if not played:
            raise ValueError("no finished game to report on")
        return cls(played)

    def values(self, dimension: str) -> list:
        """The values of a field of `Cell`, each once: players by number, others in the order of the run."""
        found = list(dict.fromkeys(getattr(tally.cell, dimension) for tally in self.tallies))
        return sorted(found) if dimension == "players" else found

    def where(self, **wanted: object) -> Grid:
        """The part of the grid in which each named dimension has the given value; may be empty."""
        fits = lambda tally: all(getattr(tally.cell, name) == value for name, value in wanted.items())
        return Grid(tuple(tally for tally in self.tallies if fits(tally)))

    def matched(self, dimension: str) -> dict:
        """For each value of `dimension` its cells, in like order, so that they differ in it alone.

        Only combinations of the other dimensions that exist with every value are in, and only
        values for which there are any.
        """
        others = [name for name in DIMENSIONS if name != dimension]
        by_value: dict = {}
        for tally in self.tallies:
            rest = tuple(getattr(tally.cell, name) for name in others)
            by_value.setdefault(getattr(tally.cell, dimension), {})[rest] = tally
        common = [rest for rest in next(iter(by_value.values())) if all(rest in cells for cells in by_value.values())]
        return {value: [by_value[value][rest] for rest in common] for value in self.values(dimension) if common}


def shown(value: object) -> str:
    """A name as a reader writes it: ``rhan-tegoth`` as Rhan-Tegoth; other spellings are left alone."""
    name = str(value)
    return _MODES.get(name, name.title() if name.islower() else name)


def listed(words: Sequence[object]) -> str:
    """``a, b and c``."""
    texts = [str(word) for word in words]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def players_of(number: int) -> str:
    """``1 player`` or ``4 players``."""
    return f"{number} player" if number == 1 else f"{number} players"


def named(cell: Cell) -> str:
    """``Ithaqua in Winter with 1 player``."""
    return f"{shown(cell.ancient_one)} in {shown(cell.season)} with {players_of(cell.players)}"


def named_with_ties(tally: Tally, tallies: Sequence[Tally]) -> str:
    """A cell, and how many others are won exactly as often."""
    others = sum(other.n_wins * tally.n_games == tally.n_wins * other.n_games for other in tallies) - 1
    as_often = "" if not others else " (as is 1 other)" if others == 1 else f" (as are {others} others)"
    return named(tally.cell) + as_often
