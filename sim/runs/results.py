"""What a run leaves: its table on standard output, and its folder."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reports.page import Assumptions, Facts, write_page
from reports.tables import records, write_csv
from sim.cards.completion import unknown_facts
from sim.cards.facts import Cards
from sim.cards.loading import load_cards
from sim.cards.priors import all_priors
from sim.commands.options import Format
from sim.commands.printing import print_json, print_table
from sim.errors import OmensError
from sim.grid import Run
from sim.interrupts import Stop, interrupts
from sim.odds import card_chances_of
from sim.runs.collect import Collected, collect
from sim.runs.folder import GAMES, PAGE, SUMMARY, GamesFile, RunFolder, reason
from sim.runs.manifest import manifest
from sim.spread import How

Advance = Callable[[int], None]


def play_into_folder(run: Run, how: How, path: Path, *, resume: bool, advance: Advance) -> Collected:
    """Play `run` and write the folder `path`: every game, the summary, the page and the manifest.

    With `resume` it goes on with the interrupted run in that folder.  Raises OmensError, and
    leaves the folder as it was, if that can't be done.
    """
    with RunFolder(path) as folder:
        try:
            return _fill(folder, run, how, resume=resume, advance=advance)
        except OSError as error:
            kept = (
                "; the games played are kept, --resume goes on with them"
                if resume or folder.journal.holds_games
                else ""
            )
            raise OmensError(f"--out {path}: can't be written: {reason(error)}{kept}") from error


def _fill(folder: RunFolder, run: Run, how: How, *, resume: bool, advance: Advance) -> Collected:
    about, journal = manifest(run, 0), folder.journal
    if not resume:
        folder.check_anew()
    earlier = folder.played(about) if resume else ()
    journal.begin(about)
    collected = collect(run, how, earlier=earlier, keep=lambda _, rows: journal.add(rows), advance=advance)
    if collected.games:
        played = [tally for tally in collected.tallies if tally.n_games]
        about = manifest(run, collected.games)
        with interrupts(Stop()):  # the games are played: Ctrl-C waits until they are kept
            _write_games(folder, run, collected.games)
            write_csv(played, str(folder.part(SUMMARY)))
            write_page(played, _assumptions(run, about), folder.part(PAGE))
            folder.finish(about)
    return collected


def _write_games(folder: RunFolder, run: Run, played: int) -> None:
    """The games file from the journal, which holds the `played` games and perhaps later ones of a killed run."""
    games = GamesFile(folder.part(GAMES), run.cells)
    try:
        for rows in folder.journal.rows():
            games.add(games.games // run.games, rows)
            if games.games >= played:
                break
    finally:
        games.close()
    if games.games != played:
        raise OmensError(f"--out {folder.path}: a file of played games was changed meanwhile; --resume goes on")


def _assumptions(run: Run, about: dict[str, Any]) -> Assumptions:
    return Assumptions(
        facts={mode: _facts(load_cards(run.cards, mode), mode) for mode in run.modes},
        rulings=about["rulings"],
        changed_rulings=tuple(name for name, _ in run.rulings),
        settings=about["settings"],
        seed=run.seed,
        version=about["version"],
        card_hash=about["card_data_hash"],
        command=about["command"],
        completions=run.completions,
        games_per_cell=run.games,
    )


def _facts(cards: Cards, mode: str) -> Facts:
    known, unknown = unknown_facts(cards)
    return Facts(known, unknown, _reasons(mode), card_chances_of(cards))


def _reasons(mode: str) -> dict[str, str]:
    """Why unknown facts are drawn as they are, by prior."""
    general, single = all_priors(mode)
    return {name: prior.reason for name, prior in general.items()} | {
        f"{card}, {column}": prior.reason for (_, card, column), prior in single.items()
    }


def print_results(collected: Collected, format: Format) -> None:
    """Print the cells that have been played, and nothing else, on standard output."""
    played = [tally for tally in collected.tallies if tally.n_games]
    if format is Format.CSV:
        write_csv(played, sys.stdout)
    elif format is Format.JSON:
        print_json(records(played))
    else:
        modes = {tally.cell.mode for tally in played}
        headings, rows = _table(records(played), days=modes == {"alaska"})
        words, least = _WORDS, _LEAST
        if len(modes) > 1:
            headings = ["mode", *headings]
            rows = [[tally.cell.mode, *row] for tally, row in zip(played, rows, strict=True)]
            words, least = words + 1, least + 1
        print_table(headings, rows, words, least=least, caption=_CAPTION)


_HEADINGS = (
    "Ancient One",
    "season",
    "policy",
    "players",
    "won",
    "games only",
    "facts too",
    "games",
    "days",
    "Elder Signs",
    "lost mostly by",
)
_NO_DAYS = "midnights"  # the heading where not every cell has a day track
_WORDS, _LEAST = 3, 7
_CAPTION = "Won with 95 % intervals in percent: from the games only, and with the unknown card facts too."


def _table(cells: list[dict[str, Any]], *, days: bool) -> tuple[list[str], list[list[str]]]:
    """Headings and rows, with the day that games ended in, or else the midnights that they lasted."""
    headings = [_NO_DAYS if name == "days" and not days else name for name in _HEADINGS]
    return headings, [_table_row(cell, cell["mean_days"] - (not days)) for cell in cells]


def _table_row(cell: dict[str, Any], days: float) -> list[str]:
    return [
        cell["ancient_one"],
        cell["season"],
        cell["policy"],
        str(cell["players"]),
        f"{cell['win_rate']:.1%}",
        f"{100 * cell['ci_low']:.1f} to {100 * cell['ci_high']:.1f}",
        f"{100 * cell['total_low']:.1f} to {100 * cell['total_high']:.1f}",
        f"{cell['games']:,}",
        f"{days:.1f}",
        f"{cell['mean_elder_signs']:.1f}",
        _main_cause(cell["loss_causes"]),
    ]


def _main_cause(causes: dict[str, int]) -> str:
    """The most frequent way to lose with its share of all losses, or nothing without losses."""
    losses = sum(causes.values())
    if not losses:
        return ""
    cause = max(causes, key=causes.__getitem__)
    return f"{cause.replace('_', ' ')} ({causes[cause] / losses:.0%})"
