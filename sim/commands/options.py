"""The options that several commands share."""

from __future__ import annotations

import importlib
import inspect
import os
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.commands.progress import waiting
from sim.errors import OmensError
from sim.runs.made import check_page_folder


class Format(StrEnum):
    """How results are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class Backend(StrEnum):
    """Where jobs run: processes, threads, or the workers of a cluster."""

    LOKY = "loky"
    THREADING = "threading"
    DASK = "dask"
    RAY = "ray"


#: Backends that are reached at an address.
CLUSTERS = (Backend.DASK, Backend.RAY)


Mode = Annotated[str, typer.Option(help="Mode of play: alaska or rlyeh; run and only run plays both, with all.")]
AncientOne = Annotated[str, typer.Option(help="Ancient Ones between commas, or all that the mode brings.")]
Season = Annotated[str, typer.Option(help="summer, winter, or all; R'lyeh Rising has none.")]
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
Jobs = Annotated[int | None, typer.Option(help="Parts of the run played side by side; by default as many as cores.")]
ResultFormat = Annotated[Format, typer.Option("--format", help="How results are printed.")]

#: Where a command's page goes; looked at before anything is played.
PageFolder = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the page with the pictures.")]

#: The default of an option that a command does without.
LEFT_OUT = object()
#: Options that say which run is meant, with their defaults: the arguments of `sim.grid.plan`.
_OF_RUN: dict[str, tuple[Any, Any]] = {
    "mode": (Mode, "alaska"),
    "ancient_one": (AncientOne, "all"),
    "season": (Season, "all"),
    "players": (Players, "1,2,4,8"),
    "policy": (PolicyName, "greedy"),
    "games": (Games, 10_000),
    "completions": (Completions, 20),
    "seed": (Seed, 0),
    "ruling": (Rulings, None),
    "setting": (Settings, None),
    "cards": (Cards, None),
}
PAGE = "out"
_RENAMED = {"ruling": "rulings", "setting": "settings"}


def about_a_run(**changed: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command ``function(shared, ...)`` the options that say which run is meant.

    It gets them as `shared`, arguments for `sim.grid.plan`.  `changed` holds defaults of its own; an
    option with the default `LEFT_OUT` is no option of this command.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        pages = {parameter.name for parameter in own if parameter.annotation is PageFolder}
        kinds = {name: kind for name, (kind, _) in _OF_RUN.items() if changed.get(name) is not LEFT_OUT}
        defaults = {name: changed.get(name, default) for name, (_, default) in _OF_RUN.items()}

        def command(**given: Any) -> None:
            shared = {_RENAMED.get(name, name): given.pop(name) for name in kinds}
            _fit_mode(shared, defaults)
            for option, name in _RENAMED.items():
                shared[name] = _each_once(option, shared.get(name) or ())
            if PAGE in pages and given.get(PAGE) is not None:
                check_page_folder(given[PAGE])
            with waiting():
                importlib.import_module("sim.batch")
            function(shared, **given)

        keyword = inspect.Parameter.KEYWORD_ONLY
        of_run = [inspect.Parameter(n, keyword, default=defaults[n], annotation=kind) for n, kind in kinds.items()]
        mine = [parameter.replace(kind=keyword) for parameter in own]
        required = [parameter for parameter in mine if parameter.default is parameter.empty]
        optional = [parameter for parameter in mine if parameter.default is not parameter.empty]
        command.__signature__ = inspect.Signature([*required, *of_run, *optional])  # type: ignore[attr-defined]
        command.__annotations__ = {p.name: p.annotation for p in (*required, *of_run, *optional)}
        command.__name__, command.__doc__ = function.__name__, function.__doc__
        return command

    return decorate


def _fit_mode(shared: dict[str, Any], defaults: dict[str, Any]) -> None:
    """Where the Ancient One or season that a command takes by default is not the mode's own, take its first."""
    from sim.scenario import OWN_ANCIENT_ONES, SEASONS_OF

    for name, known in (("ancient_one", OWN_ANCIENT_ONES), ("season", SEASONS_OF)):
        of_mode = known.get(shared["mode"], ())
        if of_mode and shared[name] == defaults[name] != "all" and defaults[name] not in of_mode:
            shared[name] = of_mode[0]


def _each_once(option: str, words: Sequence[str]) -> Sequence[str]:
    """The ``NAME=VALUE`` of a repeatable option; OmensError where a name comes twice."""
    names = [word.partition("=")[0].strip().lower() for word in words]
    for name in names:
        if names.count(name) > 1:
            shown = {"setting": "--set", "ruling": "--ruling"}[option]
            raise OmensError(f"{shown} {name[:60]}: is there twice; one value would be right")
    return words


def checked_jobs(jobs: int | None) -> int:
    """The number of jobs: as many as cores unless the user names one; OmensError where that is out of range."""
    from sim.grid import in_range

    chosen = os.cpu_count() or 1 if jobs is None else jobs
    in_range("jobs", chosen, 1, 4096)
    return chosen
