"""All that is needed to repeat a run, in words."""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
from collections.abc import Collection
from dataclasses import asdict, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

import policies
from sim.cards.loading import load_cards
from sim.cluster.sources import LIBRARIES
from sim.deck import card_data_hash
from sim.errors import OmensError
from sim.grid import MOST_COMPLETIONS, MOST_GAMES, MOST_SEED, Run
from sim.rules.state import MAX_PLAYERS
from sim.scenario import ANCIENT_ONES_OF, MODES, NO_SEASON, OWN_ANCIENT_ONES, SEASONS_OF
from sim.tally import Cell

#: What does not say which run it is: how it was called, and how far it got.
INCIDENTAL = ("command", "cards", "finished", "games_played")


def command(run: Run, *more: str, verb: str = "run", without: Collection[str] = ()) -> str:
    """The command that plays `run`, every option spelled out but those `without`, followed by the words `more`.

    The season is left out where there is none.
    """
    values = {
        option: list(dict.fromkeys(str(getattr(cell, option)) for cell in run.cells))
        for option in ("mode", "ancient_one", "season", "players", "policy")
    }
    values["ancient_one"] = _ancient_ones(run)
    values["season"] = [season for season in values["season"] if season != NO_SEASON]
    words = ["omens", verb]
    for option, named in values.items():
        if named:
            words += [f"--{option.replace('_', '-')}", ",".join(named)]
    for option in ("games", "completions", "seed"):
        if option not in without:
            words += [f"--{option}", str(getattr(run, option))]
    for name, value in run.rulings:
        words += ["--ruling", f"{name}={value}"]
    for name, numbers in run.settings:
        words += ["--set", f"{name}={','.join(map(str, numbers))}"]
    if run.cards:
        words += ["--cards", str(run.cards)]
    return shlex.join([*words, *more])


def _ancient_ones(run: Run) -> list[str]:
    """The Ancient Ones as they are named for `run`: each mode takes of them those that it has."""
    played = {mode: [cell.ancient_one for cell in run.cells if cell.mode == mode] for mode in run.modes}
    every = dict.fromkeys(one for ones in played.values() for one in ones)
    if len(run.modes) == 1 or not all(set(OWN_ANCIENT_ONES[mode]) <= set(played[mode]) for mode in run.modes):
        return list(every)
    guests = [one for mode in run.modes for one in dict.fromkeys(played[mode]) if one not in OWN_ANCIENT_ONES[mode]]
    return ["all", *guests]


def manifest(run: Run, played: int) -> dict[str, Any]:
    """What a run folder says about its run, of which `played` games are there."""
    rulings: dict[str, str] = {}
    for cell in run.cells:
        rulings |= run.scenario(cell).as_dict()["rulings"]
    return {
        "program": "omens",
        "version": version("omens"),
        "command": command(run),
        "finished": played == run.total,
        "games_played": played,
        "seed": run.seed,
        "games_per_cell": run.games,
        "completions": run.completions,
        "cells": [asdict(cell) for cell in run.cells],
        "rulings": rulings,
        "settings": {name: list(numbers) for name, numbers in run.settings},
        "banned": list(run.banned),
        "forbidden": list(run.forbidden),
        "cards": str(run.cards) if run.cards else None,
        "card_data_hash": " ".join(card_data_hash(load_cards(run.cards, mode)) for mode in run.modes),
        "policy_files": _policy_files(run),
        "libraries": {"python": platform.python_version()} | {name: version(name) for name in LIBRARIES},
    }


def parse_manifest(text: bytes) -> dict[str, Any] | None:
    """The manifest in a file; None where the file is torn or holds something else."""
    try:
        about = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return about if isinstance(about, dict) and about.get("program") == "omens" else None


def is_torn(text: bytes) -> bool:
    """Whether a file that should be a manifest is not even a JSON object, as after a fault of the disk."""
    try:
        return not isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return True


def check_finished(about: dict[str, Any]) -> Run:
    """The run that the manifest of a finished one speaks of, by its cells, games, completions and seed.

    Raises OmensError, which says what should be there, for a manifest of another version or a value that
    `manifest` does not write.
    """
    if "game" in about:
        raise OmensError(f"games of {_shown(about['game'])}; those of omens run would be right")
    if about.get("version") != version("omens"):
        raise OmensError(f"written by version {_shown(about.get('version'))}, this is {version('omens')}; play it anew")
    cells = about.get("cells")
    if not isinstance(cells, list) or not cells:
        raise OmensError(f"cells {_shown(cells)}; a list of cells would be right")
    run = Run(
        tuple(_cell(f"cells[{i}]", cell) for i, cell in enumerate(cells)),
        _number(about, "games_per_cell", 1, MOST_GAMES),
        _number(about, "completions", 1, MOST_COMPLETIONS),
        _number(about, "seed", 0, MOST_SEED),
    )
    if len(set(run.cells)) < len(cells):
        raise OmensError("cells: one is there twice; each once would be right")
    if len({cell.mode for cell in run.cells}) > 1:
        raise OmensError("cells: of several modes; one would be right")
    _number(about, "games_played", run.total, run.total)
    return run


def _cell(where: str, cell: Any) -> Cell:
    wanted = [field.name for field in fields(Cell)]
    if not isinstance(cell, dict) or sorted(cell) != sorted(wanted):
        raise OmensError(f"{where}: {', '.join(wanted)} would be right")
    mode = cell["mode"] if cell["mode"] in MODES else MODES[0]
    for name, known in (("mode", MODES), ("ancient_one", ANCIENT_ONES_OF[mode]), ("season", SEASONS_OF[mode])):
        if cell[name] not in known:
            raise OmensError(f"{where}: {name} {_shown(cell[name])}; {' or '.join(known)} would be right")
    if not isinstance(cell["policy"], str) or not cell["policy"] or not cell["policy"].isprintable():
        raise OmensError(f"{where}: policy {_shown(cell['policy'])}; the name of one would be right")
    _number(cell, "players", 1, MAX_PLAYERS, where + ": ")
    return Cell(**cell)


def _number(values: dict[str, Any], name: str, least: int, most: int, where: str = "") -> int:
    value = values.get(name)
    if type(value) is not int or not least <= value <= most:
        right = f"{least}" if least == most else f"{least} to {most}"
        raise OmensError(f"{where}{name} {_shown(value)}; {right} would be right")
    return value


def _shown(value: Any) -> str:
    """A value as the file has it; long ones are cut."""
    try:
        return json.dumps(value, ensure_ascii=False)[:40]
    except (ValueError, RecursionError):  # a number of thousands of digits, or lists in lists
        return "of a size that no run has"


def _policy_files(run: Run) -> dict[str, str]:
    """The content hash of each file that a user's own policies come from."""
    shipped = policies.names()
    files = {cell.policy.rpartition(":")[0] for cell in run.cells if cell.policy not in shipped}
    return {file: hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in sorted(files)}
