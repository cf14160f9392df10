"""The page that answers the question: one HTML file without scripts and without the network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.answer import answer, by_policy, decimals, scope, worth_of_dice
from reports.cells import Grid, shown
from reports.templates import render
from sim.cards.complete_others import SUMMER_READINGS
from sim.rules.state import MAX_NIGHTS
from sim.scenario import SEASONS
from sim.stats.completions import win_rate
from sim.tally import Tally

if TYPE_CHECKING:
    from reports.drawing import Picture
    from sim.odds import CardChance


@dataclass(frozen=True)
class Assumptions:
    """What the numbers of a run rest on, and how to repeat it.

    Attributes:
        unknown_by_group: number of unknown facts of each group of facts.
        known: number of known facts.
        rulings: every ruling in force, name to value.
        changed_rulings: names of those that are not the default.
        settings: scenario values set by the user, name to value.
        priors: the reason for each prior that unknown facts are drawn from, by the prior's name.
        completions: completions of the card facts that were played.
        games_per_cell: games asked for in each cell.
        seed, version, card_hash, command: all that repeats the run.
        deck: exact chance of each adventure, from its known dice rows.
    """

    unknown_by_group: Mapping[str, int]
    known: int
    rulings: Mapping[str, str]
    settings: Mapping[str, str]
    seed: int
    version: str
    card_hash: str
    command: str
    completions: int
    games_per_cell: int
    changed_rulings: tuple[str, ...] = ()
    priors: Mapping[str, str] = field(default_factory=dict)
    deck: tuple[CardChance, ...] = ()

    @property
    def unknown(self) -> int:
        """Number of unknown facts of all groups."""
        return sum(self.unknown_by_group.values())


@dataclass(frozen=True)
class Section:
    """A part of the page: figures under a heading, with a sentence on how to read them, and notes by name."""

    heading: str
    reading: str
    pictures: list[Picture]
    notes: Mapping[str, str] = field(default_factory=dict)


def write_page(tallies: Iterable[Tally], assumptions: Assumptions, path: Path) -> None:
    """Write the page about a run to `path`; the first policy of the run is the one its answer is about.

    Raises ValueError if no cell has a game, OSError if `path` cannot be written.
    """
    path.write_text(page(tallies, assumptions), encoding="utf-8")


def page(tallies: Iterable[Tally], assumptions: Assumptions) -> str:
    """The page as text."""
    from reports.drawing import house_style

    grid = Grid.of(tallies)
    names = grid.values("policy")
    first = grid.where(policy=names[0])
    with house_style():
        sections = [section for section in _sections(grid, first, assumptions) if section.pictures]
    return render(
        "page.html",
        title=" and ".join(shown(mode) for mode in grid.values("mode")),
        answer=[*answer(first), by_policy(grid), worth_of_dice(grid)],
        policy=names[0],
        scope=scope(grid),
        sections=sections,
        cells=[_line(tally) for tally in grid.tallies],
        assumptions=assumptions,
        tracks=tracks(grid.values("season"), assumptions),
        completions=grid.tallies[0].completions,
    )


_LIGHT, _TRANSCRIBED = (", ".join(map(str, reading)) for reading in SUMMER_READINGS)
_TRACKS = {
    ("winter", "COMPLETION"): f"as transcribed, {_TRANSCRIBED}; but the last two are hard to read, so each completion "
    "draws them as read or from the numbers beside",
    ("winter", "TRANSCRIBED"): f"as transcribed, {_TRANSCRIBED}, the doubtful last two as well",
    ("summer", "COMPLETION"): "not known for days 3 to 6; each completion draws them between the transcription, "
    f"{_TRANSCRIBED}, and a lighter reading, {_LIGHT}, and Day 7 about the 7 that the rules name",
    ("summer", "TRANSCRIBED"): f"as transcribed for Winter, {_TRANSCRIBED}",
    ("summer", "LIGHT"): f"a light reading that ends with the 7 that the rules name, {_LIGHT}",
}


def tracks(seasons: Iterable[str], assumptions: Assumptions) -> dict[str, str]:
    """By ruling, how the storms of each season's day track are read (A-6.1, A-6.2)."""
    rulings = {season: f"{season.upper()}_TABLE" for season in seasons if season in SEASONS}
    return {name: _TRACKS[season, assumptions.rulings[name]] for season, name in rulings.items()}


def _sections(grid: Grid, first: Grid, assumptions: Assumptions) -> list[Section]:
    """All figures: heat maps of all policies, everything else of the first."""
    from reports import course_figures, deck_figures, rate_figures

    return [
        Section(
            "Win rates",
            "Each square is a cell of the grid: one Ancient One, one season, one number of players.",
            rate_figures.heat_maps(grid, "map"),
        ),
        Section(
            "How sure the win rates are",
            "A 95 % interval from games says how far dice alone could have moved a number. The wider one "
            "also holds what the card facts nobody has written down yet may do.",
            rate_figures.points(first, "points") + rate_figures.by_completion(first, "completions"),
        ),
        Section(
            "What the policy changes",
            "The same games played by other rules of thumb.",
            rate_figures.policies(grid, "policies"),
            {name: " ".join(answer(grid.where(policy=name))) for name in grid.values("policy")[1:]},
        ),
        Section(
            "Why games are lost",
            "All games of a row together make 100 %.",
            course_figures.losses(first, "losses"),
        ),
        Section(
            "How a game goes, midnight by midnight",
            "Counters after each midnight, in the games still going then. The line is the median; the band "
            "holds the middle 80 % of the games (10th to 90th percentile). Midnights that fewer than 1 game in 20 "
            f"came to are left out, and those after the {MAX_NIGHTS}th.",
            course_figures.days(first, "days"),
        ),
        Section(
            "Survival by midnight",
            "How many games are won, still going or lost by the end of each day, which is the next midnight.",
            course_figures.survival(first, "survival"),
        ),
        Section(
            "How hard the adventures are",
            "The exact chance of each adventure under best dice play with a focus: its dice rows as printed, without "
            "monsters, costs, terror effects, clues and spells.",
            deck_figures.difficulty(assumptions.deck, "deck"),
        ),
    ]


def _line(tally: Tally) -> dict[str, Any]:
    """A cell's line in the table of all numbers."""
    rate = win_rate(tally)
    digits = decimals(rate)

    def span(low: float, high: float) -> str:
        return f"{100 * low:.{digits}f}–{100 * high:.{digits}f}"

    return {
        "ancient_one": shown(tally.cell.ancient_one),
        "season": shown(tally.cell.season),
        "players": tally.cell.players,
        "policy": tally.cell.policy,
        "games": f"{tally.n_games:,}",
        "won": f"{100 * rate.value:.{digits}f}",
        "from_games": span(rate.low, rate.high),
        "total": span(rate.total_low, rate.total_high),
    }
