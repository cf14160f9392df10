"""The command `omens arkham`."""

from __future__ import annotations

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import progress, waiting
from sim.errors import OmensError

if TYPE_CHECKING:
    from sim.arkham.run import ClockRun
    from sim.arkham.tally import ClockTally
    from sim.arkham.worth import Worth
    from sim.spread import How


class Texts(StrEnum):
    """Whether the texts of Mythos cards act."""

    ON = "on"
    OFF = "off"


def arkham(
    ancient_one: Annotated[str, typer.Option(help="Ancient Ones between commas, or all.")] = "all",
    players: Annotated[str, typer.Option(help="Numbers of players, 1 to 8, between commas, or all.")] = "all",
    policy: Annotated[
        str, typer.Option(help="idle, close, seal, fight, steady, random, between commas, or all.")
    ] = "idle",
    games: Annotated[int, typer.Option(help="Games in each cell of the grid.")] = 10_000,
    texts: Annotated[Texts, typer.Option(help="Whether the texts of Mythos cards act.")] = Texts.ON,
    seed: opt.Seed = 0,
    rate: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="What investigators manage a turn, as closings=0.2; eight numbers for 1 to 8."
        ),
    ] = None,
    ruling: opt.Rulings = None,
    sealed: Annotated[str, typer.Option(metavar="LOCATIONS", help="Locations sealed from the start.")] = "",
    extra: Annotated[str, typer.Option(help="One gate more: none, closed, or sealed.")] = "none",
    extra_at: Annotated[int, typer.Option(help="Mythos cards on the table when that happens.")] = 4,
    worth: Annotated[bool, typer.Option("--worth", help="Also what one gate closed or sealed is worth.")] = False,
    replay: Annotated[int | None, typer.Option(metavar="GAME", help="Tell the game of that number instead.")] = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the page and every game.")] = None,
    jobs: opt.Jobs = None,
) -> None:
    """The clock of Arkham Horror: how long a town lasts, what ends it, and what a gate closed or sealed is worth."""
    with waiting():
        from sim.arkham.batch import CHUNK
        from sim.arkham.run import plan
        from sim.spread import How

        planned = plan(
            ancient_one=ancient_one,
            players=players,
            policy=policy,
            games=_games(games, replay),
            seed=seed,
            texts=texts is Texts.ON,
            rulings=ruling or (),
            rates=rate or (),
            sealed=sealed,
            extra=extra,
            extra_at=extra_at,
        )
    if replay is not None:
        _check_told(planned, worth, out, format)
        _tell(planned, replay, format)
        return
    _check_together(planned, worth or out is not None)
    how = How(opt.checked_jobs(jobs), CHUNK)
    tallies, found = _played(planned, how, worth, out)
    show(tallies, found if worth else [], format)


def _games(games: int, replay: int | None) -> int:
    """How many games the run has: with `replay` as many as it takes for that number; OmensError where it is none."""
    from sim.arkham.run import MOST_GAMES

    if replay is None:
        return games
    if not 0 <= replay < MOST_GAMES:
        raise OmensError(f"--replay: {replay} is no number of a game; 0 to {MOST_GAMES - 1} would be right")
    return replay + 1


def _check_told(planned: ClockRun, worth: bool, out: Path | None, format: opt.Format) -> None:
    """OmensError for what does not go with a game that is told."""
    if len(planned.cells) > 1:
        raise OmensError(
            "--replay: tells one game of one cell; one --ancient-one, --players and --policy would be right"
        )
    for option, given in (("--worth", worth), ("--out", out is not None), ("--format csv", format is opt.Format.CSV)):
        if given:
            raise OmensError(f"--replay: tells one game, as sentences or --format json; leave {option} out")


def _check_together(planned: ClockRun, worth: bool) -> None:
    """OmensError for options that contradict each other."""
    if worth and planned.extra != "none":
        raise OmensError("--extra: --worth and --out play with one gate more and without; leave --extra out")


def _tell(planned: ClockRun, game: int, format: opt.Format) -> None:
    from sim.arkham.replay import json_lines, text_lines

    lines = json_lines if format is opt.Format.JSON else text_lines
    for line in lines(planned, game):
        print(line)


def _worths(planned: ClockRun, how: How) -> list[Worth]:
    from sim.arkham.worth import extras, worths

    changed = extras(planned)
    with progress("games with a gate more", planned.total * len(changed)) as advance:
        return worths(planned, changed, how, advance=advance)


def _played(planned: ClockRun, how: How, worth: bool, out: Path | None) -> tuple[list[ClockTally], list[Worth]]:
    """Play the run, into a folder or just so, and what a gate is worth where that is wanted: in a folder it is."""
    from sim.arkham.results import collect, play_into_folder

    if out is None:
        with progress("games", planned.total) as advance:
            tallies = collect(planned, how, advance=advance)
        return tallies, _worths(planned, how) if worth else []
    from reports.arkham_page import write_page

    found: list[Worth] = []

    def page(tallies: list[ClockTally], path: Path) -> None:
        bar.close()
        found.extend(_worths(planned, how))
        write_page(planned, tallies, found, how, path)

    with ExitStack() as bar:
        advance = bar.enter_context(progress("games", planned.total))
        return play_into_folder(planned, how, out, page, advance=advance), found


# --- what is printed -------------------------------------------------------------------------
_HEADINGS = (
    "Ancient One",
    "policy",
    "players",
    "Mythos cards",
    "95 % interval",
    "10 %",
    "median",
    "90 %",
    "ended mostly by",
    "won",
    "terror",
    "surges",
    "doom",
    "shops closed",
)
_CAPTION = "Mythos cards from the setup's on until the game ends; terror, surges, doom and shops: means at the end."


def show(tallies: list[ClockTally], found: list[Worth], format: opt.Format) -> None:
    """Print a line a cell, and what one more gate closed or sealed is worth where that was asked."""
    from sim.arkham.tally import records
    from sim.commands.printing import print_csv, print_json, print_table

    lines = records(tallies)
    if format is opt.Format.TABLE:
        print_table(_HEADINGS, map(_row, lines), 2, least=8, caption=_CAPTION)
        if found:
            print_table(_WORTH_HEADINGS, map(_worth_row, found), 4, caption=_WORTH_CAPTION)
        return
    for line in lines:
        mine = [each for each in found if each.cell == _cell_of(line)]
        for each in mine:
            line |= {f"{each.what}_{name}": getattr(each, name) for name in _WORTH_KEYS}
    if format is opt.Format.JSON:
        print_json(lines)
    else:
        print_csv([_flat(line) for line in lines])


_WORTH_KEYS = ("cards", "cards_low", "cards_high", "won", "won_low", "won_high")
_WORTH_HEADINGS = (
    "Ancient One",
    "policy",
    "players",
    "one gate",
    "Mythos cards",
    "95 % interval",
    "won",
    "95 % interval",
)
_WORTH_CAPTION = "What one gate closed, or closed and sealed, for nothing changes in the same games; won in points."


def _cell_of(line: dict[str, Any]) -> Any:
    from sim.arkham.run import Cell

    return Cell(line["ancient_one"], line["players"], line["policy"])


def _flat(line: dict[str, Any]) -> dict[str, Any]:
    """A line without a map in it: a column a cause."""
    from sim.arkham.state import CAUSES

    causes = {f"cause_{name}": line["causes"].get(name, 0.0) for name in CAUSES[1:]}
    return {name: value for name, value in line.items() if name != "causes"} | causes


def _row(line: dict[str, Any]) -> list[str]:
    causes = {name: share for name, share in line["causes"].items() if name != "victory"}
    cause = max(causes, key=causes.__getitem__)
    mostly = f"{cause} ({causes[cause]:.0%})" if causes[cause] else ""  # empty where every game is won
    return [
        line["ancient_one"],
        line["policy"],
        str(line["players"]),
        f"{line['mean_mythos_cards']:.2f}",
        f"{line['ci_low']:.2f} to {line['ci_high']:.2f}",
        str(line["p10"]),
        str(line["median"]),
        str(line["p90"]),
        mostly,
        f"{line['causes']['victory']:.1%}",
        *(f"{line[name]:.2f}" for name in ("mean_terror", "mean_surges", "mean_doom", "shops_closed")),
    ]


def _worth_row(each: Worth) -> list[str]:
    return [
        each.cell.ancient_one,
        each.cell.policy,
        str(each.cell.players),
        each.what,
        f"{each.cards:+.2f}",
        f"{each.cards_low:+.2f} to {each.cards_high:+.2f}",
        f"{100 * each.won:+.1f}",
        f"{100 * each.won_low:+.1f} to {100 * each.won_high:+.1f}",
    ]
