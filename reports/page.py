"""The page that answers the question: one HTML file without scripts and without the network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.answer import answer, by_policy, decimals, modes, scope, worth_of_dice
from reports.cells import Grid, listed, shown
from reports.templates import render
from sim.cards.complete_others import SUMMER_READINGS
from sim.rules.state import MAX_NIGHTS
from sim.scenario import NO_SEASON, SEASONS, TITLES
from sim.stats.completions import win_rate
from sim.tally import Tally

if TYPE_CHECKING:
    from reports.drawing import Picture
    from sim.odds import CardChance


@dataclass(frozen=True)
class Facts:
    """What is known of the cards of a mode.

    Attributes:
        known: number of known facts.
        unknown_by_group: number of unknown facts of each group of facts.
        priors: the reason for each prior that unknown facts are drawn from, by the prior's name.
        deck: exact chance of each adventure, from its known dice rows.
    """

    known: int
    unknown_by_group: Mapping[str, int]
    priors: Mapping[str, str] = field(default_factory=dict)
    deck: tuple[CardChance, ...] = ()

    @property
    def unknown(self) -> int:
        """Number of unknown facts of all groups."""
        return sum(self.unknown_by_group.values())


@dataclass(frozen=True)
class Assumptions:
    """What the numbers of a run rest on, and how to repeat it.

    Attributes:
        facts: what is known of the cards, by mode.
        rulings: every ruling in force, name to value.
        changed_rulings: names of those that are not the default.
        settings: scenario values set by the user, name to value.
        completions: completions of the card facts that were played.
        games_per_cell: games asked for in each cell.
        seed, version, card_hash, command: all that repeats the run.
    """

    facts: Mapping[str, Facts]
    rulings: Mapping[str, str]
    settings: Mapping[str, str]
    seed: int
    version: str
    card_hash: str
    command: str
    completions: int
    games_per_cell: int
    changed_rulings: tuple[str, ...] = ()

    @property
    def unknown(self) -> int:
        """Number of unknown facts of all modes."""
        return sum(facts.unknown for facts in self.facts.values())


@dataclass(frozen=True)
class Section:
    """Figures under a heading, with a sentence on how to read them, and notes by name."""

    heading: str
    reading: str
    pictures: list[Picture]
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """Sections of the page; with a `title` they stand below it, after sentences on what it is about."""

    sections: list[Section]
    title: str = ""
    sentences: Sequence[str] = ()


def write_page(tallies: Iterable[Tally], assumptions: Assumptions, path: Path) -> None:
    """Write the page about a run to `path`; the first policy of the run is the one its answer is about.

    Raises ValueError if no cell has a game, OSError if `path` cannot be written.
    """
    path.write_text(page(tallies, assumptions), encoding="utf-8")


def page(tallies: Iterable[Tally], assumptions: Assumptions) -> str:
    """The page as text."""
    from reports.drawing import house_style

    grid = Grid.of(tallies)
    names, played = grid.values("policy"), grid.values("mode")
    first = grid.where(policy=names[0])
    with house_style():
        parts = [Part(_of_all(grid, first)), *(_of_mode(first.where(mode=mode), assumptions) for mode in played)]
    several = len(played) > 1
    if not several:  # the title of the page names the mode
        parts = [Part([section for part in parts for section in part.sections])]
    return render(
        "page.html",
        title=listed([shown(mode) for mode in played]) + f": how often {'are they' if several else 'is it'} won?",
        answer=[*([modes(first)] if several else answer(first)), by_policy(grid), worth_of_dice(grid)],
        policy=names[0],
        scope=scope(grid),
        parts=parts,
        titles={mode: TITLES[mode] for mode in assumptions.facts},
        seasons=grid.values("season") != [NO_SEASON],
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


def _of_all(grid: Grid, first: Grid) -> list[Section]:
    """What the win rates are: heat maps of all policies, the modes of the first one side by side."""
    from reports import rate_figures

    square = "one Ancient One, one season, one number of players"
    if grid.values("season") == [NO_SEASON]:
        square = "one Ancient One, one number of players"
    several = len(grid.values("mode")) > 1
    sections = [
        Section(
            "Win rates",
            f"Each square is a cell of the grid: {square}." + several * " Both modes have the same scale.",
            rate_figures.modes(first, "modes") + rate_figures.heat_maps(grid, "map"),
        ),
        Section(
            "What the policy changes",
            "The same games played by other rules of thumb.",
            rate_figures.policies(grid, "policies"),
            {
                name: " ".join([modes(cells)] if several else answer(cells))
                for name, cells in ((name, grid.where(policy=name)) for name in grid.values("policy")[1:])
            },
        ),
    ]
    return [section for section in sections if section.pictures]


def _of_mode(grid: Grid, assumptions: Assumptions) -> Part:
    """How a mode's games go under one policy, and how sure their win rates are."""
    from reports import course_figures, deck_figures, rate_figures

    (mode,) = grid.values("mode")
    sections = [
        Section(
            "How sure the win rates are",
            "A 95 % interval from games says how far dice alone could have moved a number. The wider one "
            "also holds what the card facts nobody has written down yet may do.",
            rate_figures.points(grid, f"{mode}-points") + rate_figures.by_completion(grid, f"{mode}-completions"),
        ),
        Section(
            "Why games are lost",
            "All games of a row together make 100 %.",
            course_figures.losses(grid, f"{mode}-losses"),
        ),
        Section(
            "How a game goes, midnight by midnight",
            "Counters after each midnight, in the games still going then. The line is the median; the band "
            "holds the middle 80 % of the games (10th to 90th percentile). Midnights that fewer than 1 game in 20 "
            f"came to are left out, and those after the {MAX_NIGHTS}th.",
            course_figures.days(grid, f"{mode}-days"),
        ),
        Section(
            "Survival by midnight",
            "How many games are won, still going or lost by each midnight"
            + (mode == "alaska") * ", which is the end of a day"
            + ".",
            course_figures.survival(grid, f"{mode}-survival"),
        ),
        Section(
            "How hard the adventures are",
            "The exact chance of each adventure under best dice play with a focus: its dice rows as printed, without "
            "monsters, costs, terror effects, clues and spells.",
            deck_figures.difficulty(assumptions.facts[mode].deck, f"{mode}-deck"),
        ),
    ]
    return Part([section for section in sections if section.pictures], TITLES[mode], answer(grid))


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
