"""The command `omens arkham`."""

from __future__ import annotations

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
            games=games if replay is None else max(1, replay + 1),
            seed=seed,
            texts=texts is Texts.ON,
            rulings=ruling or (),
            rates=rate or (),
            sealed=sealed,
            extra=extra,
            extra_at=extra_at,
        )
    _check_together(planned, worth or out is not None, replay)
    if replay is not None:
        _tell(planned, replay, format)
        return
    how = How(opt.checked_jobs(jobs), CHUNK)
    found = _worths(planned, how) if worth or out is not None else []
    show(_played(planned, how, found, out), found if worth else [], format)


def _check_together(planned: ClockRun, worth: bool, replay: int | None) -> None:
    """OmensError for options that contradict each other."""
    if replay is not None and len(planned.cells) > 1:
        raise OmensError(
            "--replay: tells one game of one cell; one --ancient-one, --players and --policy would be right"
        )
    if replay is not None and replay < 0:
        raise OmensError(f"--replay: {replay} is no number of a game; 0 or more would be right")
    if worth and planned.extra != "none":
        raise OmensError("--extra: --worth and --out play with one gate more and without; leave --extra out")


def _tell(planned: ClockRun, game: int, format: opt.Format) -> None:
    from sim.arkham.replay import json_lines, text_lines

    lines = json_lines if format is opt.Format.JSON else text_lines
    for line in lines(planned, game):
        print(line)


def _worths(planned: ClockRun, how: How) -> list[Worth]:
    from sim.arkham.worth import extras, worths

    return worths(planned, extras(planned), how)


def _played(planned: ClockRun, how: How, found: list[Worth], out: Path | None) -> list[ClockTally]:
    """Play the run, into a folder or just so."""
    from sim.arkham.results import collect, play_into_folder

    with progress("games", planned.total) as advance:
        if out is None:
            return collect(planned, how, advance=advance)
        from reports.arkham_page import write_page

        return play_into_folder(
            planned, how, out, lambda tallies, path: write_page(planned, tallies, found, how, path), advance=advance
        )


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
    causes = {f"cause_{name}": share for name, share in line["causes"].items() if name != "unfinished"}
    return {name: value for name, value in line.items() if name != "causes"} | causes


def _row(line: dict[str, Any]) -> list[str]:
    causes = {name: share for name, share in line["causes"].items() if name != "victory"}
    cause = max(causes, key=causes.__getitem__)
    return [
        line["ancient_one"],
        line["policy"],
        str(line["players"]),
        f"{line['mean_mythos_cards']:.2f}",
        f"{line['ci_low']:.2f} to {line['ci_high']:.2f}",
        str(line["p10"]),
        str(line["median"]),
        str(line["p90"]),
        f"{cause} ({causes[cause]:.0%})",
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
