"""A player's own games: read from a CSV file, and held against what the laboratory predicts."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import OmensError
from sim.names import known_name
from sim.rules.state import MAX_DOOM, MAX_PLAYERS
from sim.scenario import ANCIENT_ONES_OF, NO_SEASON, SEASONS_OF
from sim.tally import Cell, Tally

#: Columns of the file, by mode: R'lyeh Rising has neither seasons nor days.
COLUMNS_OF: Mapping[str, tuple[str, ...]] = {
    "alaska": ("date", "ancient_one", "season", "players", "result", "last_day", "signs", "doom"),
    "rlyeh": ("date", "ancient_one", "players", "result", "midnights", "signs", "doom"),
}
_NEEDED = ("ancient_one", "season", "players", "result")
RESULTS = ("won", "lost")
#: The numbers of a game, by mode, and the most that they can be.
NUMBERS_OF: Mapping[str, Mapping[str, int]] = {
    "alaska": {"last_day": 60, "signs": 60, "doom": MAX_DOOM},
    "rlyeh": {"midnights": 60, "signs": 60, "doom": MAX_DOOM},
}
_EXAMPLES: Mapping[str, tuple[str, str]] = {
    "alaska": ("2026-01-31,Ithaqua,winter,2,lost,6,7,14", "2026-02-07,Rhan-Tegoth,summer,3,won,5,11,"),
    "rlyeh": ("2026-01-31,Cthulhu,2,lost,9,7,11", "2026-02-07,Hydra,3,won,12,11,"),
}
MOST_GAMES = 100_000
LAST_YEAR = 2100
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOST_DIGITS = 9
_LOOKED_AT = 4096  # bytes at the beginning of a file
#: With fewer games than this nothing is said about the player.
FEW = 10


@dataclass(frozen=True)
class RealGame:
    """One game at a table; numbers that were not written down are None.

    `time` is the last day, or the number of midnights where there are no days.
    """

    date: date | None
    ancient_one: str
    season: str
    players: int
    won: bool
    time: int | None
    signs: int | None
    doom: int | None


def template(mode: str = "alaska") -> str:
    """The heading of the file and two games to write over."""
    return "\n".join([",".join(COLUMNS_OF[mode]), *_EXAMPLES[mode]]) + "\n"


def read(path: Path, mode: str = "alaska") -> list[RealGame]:
    """The games of a file; OmensError with line and column for what cannot be read, and for no game at all."""
    try:
        with path.open("rb") as raw:
            _check_encoding(path, raw.peek(_LOOKED_AT)[:_LOOKED_AT])
            games = _games(path, csv.reader(io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")), mode)
    except OSError as error:
        raise OmensError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise OmensError(f"{path}: not a CSV file in UTF-8; save it as UTF-8") from None
    if not games:
        raise OmensError(f"{path}: holds no game; omens logs template prints a file to start from")
    return games


def counted(games: int) -> str:
    """A number of games in words."""
    return f"{games:,} game" if games == 1 else f"{games:,} games"


def _check_encoding(path: Path, begin: bytes) -> None:
    """OmensError for a file that begins as UTF-16 or UTF-32 does, marked as such or not."""
    if begin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in begin:
        raise OmensError(f"{path}: not a CSV file in UTF-8, but perhaps in UTF-16; save it as UTF-8")


def _games(path: Path, reader: Any, mode: str) -> list[RealGame]:
    """The games of a file, whose first row with anything in it is the heading."""
    headings: list[str] | None = None
    games: list[RealGame] = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if headings is None:
                headings = _headings(path, cells, mode)
                continue
            where = f"{path}:{reader.line_num}"
            if any(cells[len(headings) :]):
                raise OmensError(f"{where}: {len(cells)} cells where there are {len(headings)} headings; a cell each")
            if len(games) == MOST_GAMES:
                raise OmensError(f"{where}: a game too many; {MOST_GAMES} at most would be right")
            games.append(_game(where, dict(zip(headings, cells, strict=False)), mode))
    except csv.Error:
        raise OmensError(f"{path}:{max(reader.line_num, 1)}: not a line of a CSV file, or a very long one") from None
    if headings is None:
        raise OmensError(f"{path}: is empty; omens logs template prints a file to start from")
    return games


def _headings(path: Path, cells: Sequence[str], mode: str) -> list[str]:
    """The names of the columns; OmensError for one that is missing or there twice."""
    headings = [cell.lower() for cell in cells]
    columns = COLUMNS_OF[mode]
    missing = [column for column in _NEEDED if column in columns and column not in headings]
    for mark, name in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
        if missing and any(column in [part.strip() for part in headings[0].split(mark)[1:]] for column in columns):
            raise OmensError(f"{path}: cells are divided by {name}; commas would be right")
    if missing:
        raise OmensError(f"{path}: no column {missing[0]}; omens logs template prints a file to start from")
    twice = [column for column in columns if headings.count(column) > 1]
    if twice:
        raise OmensError(f"{path}: column {twice[0]} is there twice; once would be right")
    return headings


def _game(where: str, row: dict[str, str], mode: str) -> RealGame:
    """One row; cells may have capitals, and are empty where the row ends before them."""
    cells = {name: row.get(name, "") for name in COLUMNS_OF[mode]}
    numbers = NUMBERS_OF[mode]

    def chosen(column: str, known: Sequence[str]) -> str:
        try:
            return known_name(cells[column].lower(), known, column)
        except OmensError as error:
            raise OmensError(f"{where}: {error}") from None

    def number(column: str, least: int, most: int) -> int | None:
        text = cells[column]
        if not text and column in numbers:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > _MOST_DIGITS or not least <= int(text) <= most:
            raise OmensError(f"{where}: {column} '{text[:20]}': expected a number from {least} to {most}")
        return int(text)

    return RealGame(
        _date(where, cells["date"]),
        chosen("ancient_one", ANCIENT_ONES_OF[mode]),
        chosen("season", SEASONS_OF[mode]) if "season" in cells else NO_SEASON,
        int(number("players", 1, MAX_PLAYERS) or 0),
        chosen("result", RESULTS) == "won",
        *(number(name, 0, most) for name, most in numbers.items()),
    )


def _date(where: str, text: str) -> date | None:
    """A day that is written YYYY-MM-DD; None for an empty cell."""
    if not text:
        return None
    try:
        played = date.fromisoformat(text) if _DATE.fullmatch(text) else None
    except ValueError:  # a day that no calendar has
        played = None
    if played is None or played.year > LAST_YEAR:
        raise OmensError(f"{where}: date '{text[:20]}': expected a date as 2026-01-31, {LAST_YEAR} at the latest")
    return played


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
    """Games won, and where written down their time, signs and doom, beside what the cells' tallies predict."""
    by_cell = {(t.cell.ancient_one, t.cell.season, t.cell.players): t for t in tallies}
    mine = [by_cell[game.ancient_one, game.season, game.players] for game in games]
    found = [_wins(games, mine)]
    means: dict[str, Callable[[Tally], float]] = {
        "last_day": lambda tally: tally.mean("midnights") + 1,
        "midnights": lambda tally: tally.mean("midnights"),
        "signs": lambda tally: tally.mean("signs"),
        "doom": lambda tally: tally.mean("doom"),
    }
    for name, field in zip(NUMBERS_OF[tallies[0].cell.mode], ("time", "signs", "doom"), strict=True):
        noted = [
            (getattr(game, field), means[name](t))
            for game, t in zip(games, mine, strict=True)
            if getattr(game, field) is not None
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
        verb = "is" if held.games == 1 else "are"
        return f"{counted(held.games)} {verb} too few to tell anything: {expected}."
    if held.p >= 0.05:
        return f"{held.observed:g} won is what may be expected: {expected}. That does not show that you play alike."
    more = "more" if held.observed > held.predicted else "fewer"
    verb = "is" if held.observed == 1 else "are"
    return f"{held.observed:g} won {verb} {more} than chance explains (p = {held.p:.2g}): {expected}."
