"""Variants of a run: what is compared, swept over or searched, said in words such as ``policy=rush winter.day6=7``."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from sim.errors import OmensError
from sim.grid import Run, plan
from sim.names import known_name
from sim.scenario import ANCIENT_ONES, LEGIONS_LORDS, SEASONS, SETTINGS

#: Options of `plan` that a variant may choose for itself.
_OPTIONS = ("mode", "ancient_one", "season", "players", "policy", "cards")
#: What a setting may belong to besides a mode.
_PLAYED_WITH = (*SEASONS, *ANCIENT_ONES, *LEGIONS_LORDS)
_RULING, _BAN, _FORBID = "ruling.", "cards.ban", "choices.forbid"


def variant(shared: Mapping[str, Any], words: str) -> Run:
    """The run of `shared` options of `plan` with what `words` say otherwise.

    Words are ``NAME=VALUE`` between spaces: an option (policy, season, ancient_one, players, mode,
    cards), a ruling (``ruling.TERROR_SCOPE=PER_PHASE``), a setting (``winter.day6=7``), a card that
    is not in play (``cards.ban='Arctic Fog'``), or an option that may not be taken (``choices.forbid=camp.ally``
    or ``ship.ally``, see sim/forbidding.py).

    Raises OmensError for anything else, with the nearest right name.
    """
    options = dict(shared)
    lists = ("rulings", "settings", "banned", "forbidden")
    set_here: list[str] = []
    rulings, settings, banned, forbidden = (list(options.pop(name, ())) for name in lists)
    pairs = _pairs(words)
    for name in (name for name, _ in pairs if name not in (_BAN, _FORBID)):
        if [each for each, _ in pairs].count(name) > 1:
            raise OmensError(f"variant '{words[:60]}': {name} is there twice; one value would be right")
    for name, value in pairs:
        if name.startswith(_RULING):
            rulings.append(f"{name[len(_RULING) :]}={value}")
        elif name == _BAN:
            banned.append(value)
        elif name == _FORBID:
            forbidden.append(value)
        elif name in _OPTIONS:
            options[name] = value
        elif name in ("games", "completions", "seed"):
            raise OmensError(f"variant '{words[:60]}': {name} is the same for all; --{name} sets it")
        else:
            known_name(name, [*_OPTIONS, _BAN, _FORBID, *SETTINGS], f"variant '{words[:60]}':")
            settings.append(f"{name}={value}")
            set_here.append(name)
    run = plan(**options, rulings=rulings, settings=settings, banned=banned, forbidden=forbidden)
    for name in set_here:
        _check_touches(run, name)
    return run


def _check_touches(run: Run, setting: str) -> None:
    """OmensError for a value of a season or an Ancient One that no cell of the run plays."""
    of, _, _ = setting.partition(".")
    if of in _PLAYED_WITH and not any(of in (cell.season, cell.ancient_one) for cell in run.cells):
        raise OmensError(f"{setting}: changes nothing, since no cell is played with {of}")


def _pairs(words: str) -> list[tuple[str, str]]:
    try:
        parts = shlex.split(words)
    except ValueError as error:
        raise OmensError(f"variant '{words[:60]}': {error}; quote names with spaces as 'Arctic Fog'") from None
    found = []
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals or not value:
            raise OmensError(f"variant '{words[:60]}': expected NAME=VALUE, found '{part[:40]}'")
        found.append((name.strip().lower().replace("-", "_") if "." not in name else name.strip(), value.strip()))
    return found


def check_pairs(names: Sequence[str], runs: Sequence[Run]) -> None:
    """OmensError unless all runs have the same games, cell by cell."""
    first = runs[0]
    for name, run in zip(names, runs, strict=True):
        if len(run.cells) != len(first.cells):
            raise OmensError(
                f"{name} has {len(run.cells)} cells and {names[0]} {len(first.cells)}, which cannot be paired; "
                "let each variant choose the same options, or none"
            )
        for ours, theirs in zip(run.cells, first.cells, strict=True):
            apart = [field for field in ("ancient_one", "season", "players", "policy") if _differ(ours, theirs, field)]
            for field in apart:
                if len({getattr(cell, field) for cell in run.cells}) > 1:
                    raise OmensError(f"{name} and {names[0]} differ in several values of {field}: name one for each")


def _differ(ours: object, theirs: object, field: str) -> bool:
    return getattr(ours, field) != getattr(theirs, field)
