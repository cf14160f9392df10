"""The page that answers the question: one HTML file without scripts and without the network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Assumptions:
    """What the numbers of a run rest on, and how to repeat it.

    Attributes:
        unknown_by_group: number of unknown facts of each group of facts.
        known: number of known facts.
        rulings: every ruling in force, name to value.
        changed_rulings: names of those that are not the default.
        settings: scenario values set by the user, name to value.
        priors: one line a group of facts: what its unknown values are drawn from.
        completions: completions of the card facts that were played.
        games_per_cell: games in each cell.
        seed, version, card_hash, command: all that repeats the run.
    """

    unknown_by_group: Mapping[str, int]
    known: int
    rulings: Mapping[str, str]
    settings: Mapping[str, str]
    seed: int
    version: str
    card_hash: str
    command: str
    completions: int
    games_per_cell: int
    changed_rulings: tuple[str, ...] = ()
    priors: Mapping[str, str] = field(default_factory=dict)
