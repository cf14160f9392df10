"""Figures of how games go and end: why they are lost, counters by midnight, survival by midnight.

Each function takes a grid and gives the pictures that it has data for; `key` sets their ids
apart.  Captions are computed from the numbers.  Call them under `drawing.house_style`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from reports.cells import Grid, listed, players_of, shown
from reports.drawing import (
    BLUE,
    DARK,
    GREY,
    INK,
    ORANGE,
    PALE,
    PINK,
    SKY,
    VERMILION,
    Picture,
    canvas,
    legend_above,
    picture,
    season_style,
)
from sim.rules.state import (
    ALL_DEVOURED,
    AWAKENING_LOST,
    BATTLE_LOST,
    LOSS,
    MAX_NIGHTS,
    TIME_RAN_OUT,
    TURN_LIMIT,
    WIN,
)
from sim.scenario import SEASONS
from sim.tally import COUNTERS, Tally


class End(NamedTuple):
    """One way a game ends, and how it is drawn; `cause` is None for a game won."""

    cause: int | None
    name: str
    colour: str
    hatch: str


ENDS = (
    End(None, "won", PALE, ""),
    End(TIME_RAN_OUT, "time ran out", SKY, "///"),
    End(BATTLE_LOST, "final battle lost", VERMILION, ""),
    End(AWAKENING_LOST, "lost at the awakening", ORANGE, "xxx"),
    End(ALL_DEVOURED, "all investigators devoured", BLUE, "\\\\\\"),
    End(TURN_LIMIT, "stopped undecided", GREY, "..."),
)
_COUNTED = {
    "doom": ("Doom", "doom tokens"),
    "signs": ("Elder Signs", "Elder Signs"),
    "supplies": ("Supplies", "supplies"),
    "storms": ("Storms", "storm markers on cards"),
    "omen": ("Omen", "space (0: Stage II)"),
    "legions": ("Legions", "Legions in play"),
}
#: The counters that a mode has.
_OF_MODE = {"alaska": ("doom", "signs", "supplies", "storms"), "rlyeh": ("doom", "signs", "omen", "legions")}
_QUANTILES = (0.1, 0.5, 0.9)
#: A day is drawn if at least this share of the games that saw the first midnight saw the day's.
_LEAST = 0.05
#: More midnights than these are not each named, and marked, on an axis.
_NAMED = 14


def losses(grid: Grid, key: str) -> list[Picture]:
    """How games end: a bar for each Ancient One and season, and one for each number of players and season."""
    pictures = [_ends(grid, "ancient_one", key, _why(grid))]
    if len(grid.values("players")) > 1:
        pictures.append(_ends(grid, "players", f"{key}-players", "The same games by number of players."))
    return pictures


def _ends(grid: Grid, dimension: str, key: str, caption: str) -> Picture:
    """Stacked bars of the ends of games along one dimension and the seasons."""
    bars = {}
    for value in grid.values(dimension):
        for season in grid.values("season"):
            if cells := grid.where(**{dimension: value, "season": season}).tallies:
                name = players_of(value) if dimension == "players" else shown(value)
                bars[f"{name}\n{shown(season)}"] = _shares(cells)
    shares = np.array(list(bars.values()))
    seen = shares.any(axis=0)
    figure, axes = canvas(1.0 + 0.42 * len(bars) + 0.09 * seen.sum())
    left = np.zeros(len(bars))
    for end, width in zip(ENDS, 100 * shares.T, strict=True):
        if width.any():
            looks: dict[str, Any] = {"color": end.colour, "hatch": end.hatch, "edgecolor": INK, "lw": 0.5}
            axes.barh(range(len(bars)), width, 0.72, left, label=end.name, **looks)
            _label(axes, left, width)
        left += width
    axes.set_yticks(range(len(bars)), list(bars))
    axes.set_ylim(len(bars) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("games (%)")
    axes.grid(False)
    axes.tick_params(axis="y", length=0)
    figure.legend(loc="outside lower center", ncols=2, handlelength=1.6, columnspacing=1.0)
    return picture(figure, key, "Stacked bars of how games end", caption)


def _shares(cells: Sequence[Tally]) -> list[float]:
    """The share of games with each of `ENDS`."""
    games = sum(tally.n_games for tally in cells)
    won = sum(tally.n_wins for tally in cells)
    causes = np.sum([tally.by_cause() for tally in cells], axis=0)
    return [(won if end.cause is None else int(causes[end.cause])) / games for end in ENDS]


def _label(axes: Axes, left: np.ndarray, width: np.ndarray) -> None:
    """Percentages inside those segments that have room for them."""
    for bar, (start, size) in enumerate(zip(left, width, strict=True)):
        if size >= 9:
            box = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"}
            axes.text(start + size / 2, bar, f"{size:.0f}", ha="center", va="center", fontsize=8.5, bbox=box)


def _why(grid: Grid) -> str:
    """The three commonest ways to lose, by season, in words."""
    sentences = []
    for season in grid.values("season"):
        won, *shares = _shares(grid.where(season=season).tallies)
        lost = sorted(((share, end.name) for share, end in zip(shares, ENDS[1:], strict=True) if share), reverse=True)
        parts = [f"{100 * share / (1 - won):.0f} % {name}" for share, name in lost[:3]]
        sentences.append(f"Of the games not won in {shown(season)}: {listed(parts) or 'none'}.")
    return " ".join(sentences)


def days(grid: Grid, key: str) -> list[Picture]:
    """Each counter of the grid's mode after every midnight: median and 10-90 % band, by season."""
    seasons = {season: grid.where(season=season).tallies for season in grid.values("season")}
    counts = {season: np.sum([tally.nights for tally in cells], axis=0) for season, cells in seasons.items()}
    counts = {season: array for season, array in counts.items() if array.any()}
    kept = {name for mode in grid.values("mode") for name in _OF_MODE.get(mode, COUNTERS)}
    places = [place for place, name in enumerate(COUNTERS) if name in kept]
    return [_counter(counts, place, f"{key}-{COUNTERS[place]}") for place in places if counts]


def _counter(counts: Mapping[str, np.ndarray], counter: int, key: str) -> Picture:
    """One counter by midnight, a line and a band a season."""
    title, unit = _COUNTED[COUNTERS[counter]]
    figure, axes = canvas(2.6)
    reached = {season: array[counter].sum(axis=1) for season, array in counts.items()}
    drawn = {season: int((games >= _LEAST * games[0]).sum()) for season, games in reached.items()}
    sentences = []
    for season, array in counts.items():
        low, median, high = quantiles(array[counter, : drawn[season]], _QUANTILES)
        style, day = season_style(season), np.arange(1, drawn[season] + 1)
        axes.fill_between(day, low, high, color=style.colour, alpha=0.22, lw=0)
        for edge in (low, high):
            axes.plot(day, edge, color=style.colour, lw=0.7, ls=style.line)
        looks: dict[str, Any] = {"color": style.colour, "marker": style.marker, "mfc": style.face, "ls": style.line}
        axes.plot(day, median, lw=2, ms=5, markevery=-(-len(day) // _NAMED), label=shown(season), **looks)
        when = f"{shown(season)}, {_unit(season)} {day[-1]}"
        sentences.append(f"{when}: median {median[-1]}, band {low[-1]} to {high[-1]}")
    axes.set_xticks(_ticks(max(drawn.values())))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(bottom=0)
    axes.set_xlabel("day that ended" if set(counts) <= set(SEASONS) else "midnight")
    axes.set_ylabel(unit)
    axes.set_title(title, loc="left")
    legend_above(axes)
    return picture(figure, key, f"{title} by midnight", f"{title}. {'; '.join(sentences)}.")


def _unit(season: str) -> str:
    """What is counted: days where there is a day track, else the midnights that end them."""
    return "day" if season in SEASONS else "midnight"


def _ticks(last: int) -> list[int]:
    """The midnights from 1 to `last` that an axis names."""
    return list(range(1, last + 1)) if last <= _NAMED else [1, *range(5, last + 1, 5)]


def quantiles(counts: np.ndarray, levels: Sequence[float]) -> np.ndarray:
    """The least value at or below which at least a share of the games lie.

    `counts` has shape (days, values), each day with a game; the result (levels, days).
    """
    below = counts.cumsum(axis=1)
    return np.array([(below < level * below[:, -1:]).sum(axis=1) for level in levels])


def survival(grid: Grid, key: str) -> list[Picture]:
    """For each season the share of games won, still going and lost by the end of each day."""
    return [_survival(grid, season, f"{key}-{n}") for n, season in enumerate(grid.values("season"))]


def _survival(grid: Grid, season: str, key: str) -> Picture:
    endings = np.sum([tally.endings for tally in grid.where(season=season).tallies], axis=(0, 2))
    games = endings.sum()
    # games that ended on day n have gone through n - 1 midnights
    ended = 100 * endings.cumsum(axis=1) / games
    over = ended.sum(axis=0)
    last = int(np.argmax(over >= 99.5)) + 1 if over[MAX_NIGHTS - 1] >= 99.5 else MAX_NIGHTS
    won, lost = ended[WIN, :last], ended[LOSS:, :last].sum(axis=0)
    day = np.arange(1, last + 1)
    figure, axes = canvas(2.7)
    for name, bottom, height, colour, hatch in (
        ("won", np.zeros(last), won, PALE, ""),
        ("still going", won, 100 - won - lost, PINK, ""),
        ("lost", 100 - lost, lost, DARK, "///"),
    ):
        axes.bar(day, height, 0.8, bottom, color=colour, hatch=hatch, edgecolor=INK, lw=0.5, label=name)
    axes.set_xlim(0.4, last + 0.6)
    axes.set_ylim(0, 100)
    axes.set_xticks(_ticks(last))
    axes.set_xlabel(_unit(season))
    axes.set_ylabel("games (%)")
    axes.grid(False)
    if season in SEASONS:
        axes.set_title(shown(season), loc="left")
    legend_above(axes)
    half = int(np.argmax(over >= 50)) + 1 if over[-1] >= 50 else last
    unit = _unit(season)
    end = f"the end of day {half}" if unit == "day" else f"midnight {half}"
    caption = f"{shown(season)}: half of the games are over by {end}; {won[-1]:.0f} % are won by {unit} {last}."
    return picture(figure, key, f"Bars of games won, still going and lost by {unit}", caption)
