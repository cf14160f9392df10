"""A player's own games: read from a CSV file, and held against what the laboratory predicts."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import OmensError
from sim.names import known_name
from sim.rules.state import MAX_DOOM, MAX_PLAYERS
from sim.scenario import ANCIENT_ONES, SEASONS
from sim.tally import Cell, Tally

COLUMNS = ("date", "ancient_one", "season", "players", "result", "last_day", "signs", "doom")
RESULTS = ("won", "lost")
#: What the numbers of a game are called in a tally, and the most that they can be.
NUMBERS = {"last_day": 60, "signs": 60, "doom": MAX_DOOM}
MOST_GAMES = 100_000
#: With fewer games than this nothing is said about the player.
FEW = 10


@dataclass(frozen=True)
class RealGame:
    """One game at a table; numbers that were not written down are None."""

    date: date | None
    ancient_one: str
    season: str
    players: int
    won: bool
    last_day: int | None
    signs: int | None
    doom: int | None


def template() -> str:
    """The heading of the file and two games to write over."""
    rows = [
        ",".join(COLUMNS),
        "2026-01-31,Ithaqua,winter,2,lost,6,7,14",
        "2026-02-07,Rhan-Tegoth,summer,3,won,5,11,",
    ]
    return "\n".join(rows) + "\n"


def read(path: Path) -> list[RealGame]:
    """The games of a file; OmensError with line and column for what cannot be read, and for no game at all."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file)
            missing = [column for column in COLUMNS[1:5] if column not in (reader.fieldnames or ())]
            if missing:
                raise OmensError(f"{path}: no column {missing[0]}; omens logs template prints a file to start from")
            games = [_game(path, reader.line_num, row) for row in reader if any(map(str, row.values()))]
    except OSError as error:
        raise OmensError(f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise OmensError(f"{path}: not a CSV file in UTF-8 ({error})") from None
    if not games:
        raise OmensError(f"{path}: holds no game; omens logs template prints a file to start from")
    if len(games) > MOST_GAMES:
        raise OmensError(f"{path}: {len(games)} games; {MOST_GAMES} at most would be right")
    return games


def _game(path: Path, line: int, row: dict[str, Any]) -> RealGame:
    """One row; cells may have spaces and capitals."""
    cells = {name: (row.get(name) or "").strip() for name in COLUMNS}

    def chosen(column: str, known: Sequence[str]) -> str:
        try:
            return known_name(cells[column].lower(), known, column)
        except OmensError as error:
            raise OmensError(f"{path}:{line}: {error}") from None

    def number(column: str, least: int, most: int) -> int | None:
        text = cells[column]
        if not text and column in NUMBERS:
            return None
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise OmensError(f"{path}:{line}: {column} '{text[:20]}': expected a number from {least} to {most}")
        return int(text)

    try:
        played = date.fromisoformat(cells["date"]) if cells["date"] else None
    except ValueError:
        raise OmensError(f"{path}:{line}: date '{cells['date'][:20]}': expected a date as 2026-01-31") from None
    return RealGame(
        played,
        chosen("ancient_one", ANCIENT_ONES),
        chosen("season", SEASONS),
        int(number("players", 1, MAX_PLAYERS) or 0),
        chosen("result", RESULTS) == "won",
        *(number(name, 0, most) for name, most in NUMBERS.items()),
    )


def cells_of(games: Sequence[RealGame], mode: str, policy: str) -> list[Cell]:
    """The cells of a run that these games belong to, each once."""
    return [Cell(mode, *key, policy) for key in dict.fromkeys((g.ancient_one, g.season, g.players) for g in games)]


@dataclass(frozen=True)
class Held:
    """Predicted beside observed: `low` and `high` hold 95 % of what may be seen if the prediction is right.

    `p` is the chance of something as far off or farther, two-sided.
    """

    name: str
    games: int
    observed: float
    predicted: float
    low: float
    high: float
    p: float


def held_against(games: Sequence[RealGame], tallies: Sequence[Tally]) -> list[Held]:
    """Games won, and where written down last day, signs and doom, beside what the cells' tallies predict."""
    by_cell = {(t.cell.ancient_one, t.cell.season, t.cell.players): t for t in tallies}
    mine = [by_cell[game.ancient_one, game.season, game.players] for game in games]
    found = [_wins(games, mine)]
    columns: dict[str, Callable[[Tally], float]] = {
        "last_day": lambda tally: tally.mean("midnights") + 1,
        "signs": lambda tally: tally.mean("signs"),
        "doom": lambda tally: tally.mean("doom"),
    }
    for name, mean in columns.items():
        noted = [
            (getattr(game, name), mean(t))
            for game, t in zip(games, mine, strict=True)
            if getattr(game, name) is not None
        ]
        if len(noted) >= FEW:
            found.append(_mean(name, np.array(noted, float)))
    return found


def _wins(games: Sequence[RealGame], mine: Sequence[Tally]) -> Held:
    """How many of these games the policy would win: Poisson binomial in each completion, all equally likely."""
    chances = np.array([(t.wins.sum(axis=1) + 0.5) / (t.games.sum(axis=1) + 1) for t in mine])  # games, completions
    distribution = np.mean([_count_distribution(column) for column in chances.T], axis=0)
    below = np.cumsum(distribution)
    observed = sum(game.won for game in games)
    p = 2 * min(below[observed], 1 - below[observed] + distribution[observed])
    low, high = (int(np.searchsorted(below, level)) for level in (0.025, 0.975))
    predicted = float(distribution @ np.arange(len(distribution)))
    return Held("games won", len(games), observed, predicted, low, high, min(1.0, float(p)))


def _count_distribution(chances: np.ndarray) -> np.ndarray:
    """Of the number of games won, each with its own chance."""
    distribution = np.ones(1)
    for chance in chances:
        distribution = np.convolve(distribution, [1 - chance, chance])
    return distribution


def _mean(name: str, noted: np.ndarray) -> Held:
    """A mean over games beside the mean predicted, the spread taken from the games themselves."""
    from scipy.stats import t as student

    n = len(noted)
    observed, predicted = noted.mean(axis=0)
    error = (noted[:, 0] - noted[:, 1]).std(ddof=1) / n**0.5
    if error == 0:
        return Held(
            name, n, float(observed), float(predicted), float(predicted), float(predicted), float(observed == predicted)
        )
    half = float(student.ppf(0.975, n - 1) * error)
    p = float(2 * student.sf(abs(observed - predicted) / error, n - 1))
    return Held(name, n, float(observed), float(predicted), float(predicted - half), float(predicted + half), p)


def verdict(held: Held, policy: str) -> str:
    """What may be said of the games won, in words that small samples deserve."""
    expected = (
        f"{policy} would win {held.predicted:.1f} of {held.games}, between {held.low:g} and {held.high:g} nearly always"
    )
    if held.games < FEW:
        return f"{held.games} games are too few to tell anything: {expected}."
    if held.p >= 0.05:
        return f"{held.observed:g} won is what may be expected: {expected}. That does not show that you play alike."
    more = "more" if held.observed > held.predicted else "fewer"
    return f"{held.observed:g} won are {more} than chance explains (p = {held.p:.2g}): {expected}."
