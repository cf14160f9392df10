"""The command `omens replay`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.progress import prepare_tables
from sim.errors import OmensError

if TYPE_CHECKING:
    from sim.grid import Run


class LogFormat(StrEnum):
    """How a game is told."""

    TEXT = "text"
    JSON = "json"


@opt.about_a_run(players="all", games=opt.LEFT_OUT)
def replay(
    shared: dict[str, Any],
    game: Annotated[int, typer.Option(help="Number of the game, from 0 on.")],
    games: Annotated[
        int | None, typer.Option(help="Games in each cell of the run, to check the number against.")
    ] = None,
    format: Annotated[LogFormat, typer.Option(help="Sentences, or JSON Lines.")] = LogFormat.TEXT,
) -> None:
    """Play one game of a run again and tell all that happens."""
    from sim.grid import MOST_GAMES, in_range, plan
    from sim.replay.gamelog import json_lines, text_lines
    from sim.replay.moments import Replay

    games = MOST_GAMES if games is None else games
    in_range("games", games, 1, MOST_GAMES)
    in_range("game", game, 0, games - 1)
    planned = plan(**shared, games=game + 1)
    _check_one_cell(planned)
    prepare_tables(planned, opt.checked_jobs(None))
    lines = json_lines if format is LogFormat.JSON else text_lines
    for line in lines(Replay(planned, planned.cells[0], game)):
        print(line)


def _check_one_cell(run: Run) -> None:
    """OmensError with the options that leave more than one cell."""
    found = {name: {getattr(cell, name) for cell in run.cells} for name in vars(run.cells[0])}
    open_options = [f"--{name.replace('_', '-')}" for name, values in found.items() if len(values) > 1]
    if open_options:
        raise OmensError(f"replay tells one game of one cell: choose one value of {', '.join(open_options)}")
