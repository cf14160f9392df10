"""All that is needed to repeat a run, in words."""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
from collections.abc import Collection
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import policies
from sim.cards.loading import load_cards
from sim.cluster.sources import LIBRARIES
from sim.deck import card_data_hash
from sim.grid import Run

#: What does not say which run it is: how it was called, and how far it got.
INCIDENTAL = ("command", "cards", "finished", "games_played")


def command(run: Run, *more: str, verb: str = "run", without: Collection[str] = ()) -> str:
    """The command that plays `run`, every option spelled out but those `without`, followed by the words `more`."""

    def listed(name: str) -> str:
        return ",".join(dict.fromkeys(str(getattr(cell, name)) for cell in run.cells))

    words = ["omens", verb]
    for option in ("mode", "ancient_one", "season", "players", "policy"):
        words += [f"--{option.replace('_', '-')}", listed(option)]
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


def manifest(run: Run, played: int) -> dict[str, Any]:
    """What a run folder says about its run, of which `played` games are there."""
    scenario = run.scenario(run.cells[0]).as_dict()
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
        "rulings": scenario["rulings"],
        "settings": scenario["settings"],
        "banned": list(run.banned),
        "forbidden": list(run.forbidden),
        "cards": str(run.cards) if run.cards else None,
        "card_data_hash": card_data_hash(load_cards(run.cards, run.mode)),
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


def _policy_files(run: Run) -> dict[str, str]:
    """The content hash of each file that a user's own policies come from."""
    shipped = policies.names()
    files = {cell.policy.rpartition(":")[0] for cell in run.cells if cell.policy not in shipped}
    return {file: hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in sorted(files)}
