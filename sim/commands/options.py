"""The options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """How results are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class Backend(StrEnum):
    """Where jobs run: processes or threads."""

    LOKY = "loky"
    THREADING = "threading"


Mode = Annotated[str, typer.Option(help="Mode of play.")]
AncientOne = Annotated[str, typer.Option(help="Ancient Ones between commas, or all.")]
Season = Annotated[str, typer.Option(help="summer, winter, or all.")]
Players = Annotated[str, typer.Option(help="Numbers of players, 1 to 8, between commas, or all.")]
PolicyName = Annotated[str, typer.Option(help="Policies between commas, or all; your own as path.py:name.")]
Games = Annotated[int, typer.Option(help="Games in each cell of the grid.")]
Completions = Annotated[int, typer.Option(help="Ways to fill in the unknown card facts; games take turns with them.")]
Seed = Annotated[int, typer.Option(help="Where all chance comes from.")]
Rulings = Annotated[
    list[str] | None, typer.Option("--ruling", metavar="NAME=VALUE", help="Rule a doubtful case otherwise; repeatable.")
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Change a value of the scenario; repeatable.")
]
Cards = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder with card files of your own.")]
ResultFormat = Annotated[Format, typer.Option("--format", help="How results are printed.")]
