"""What is played: cells of Ancient One, players and policy, and all else that determines their games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from policies.arkham import load, names
from sim.arkham.rates import parse_rates
from sim.arkham.rulings import parse_rulings
from sim.arkham.scenario import EXTRAS, Scenario, ancient_ones, unstable_locations
from sim.arkham.state import MAX_PLAYERS
from sim.errors import OmensError
from sim.names import known_name, plain_name

MOST_GAMES = 10**10
MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Cell:
    """One cell of the grid."""

    ancient_one: str
    players: int
    policy: str


@dataclass(frozen=True)
class ClockRun:
    """All that determines the rows of a run; `games` is the number in each cell.

    `rulings` and `rates` are those that the user set, as (name, value); the rest as in `Scenario`.
    """

    cells: tuple[Cell, ...]
    games: int
    seed: int
    texts: bool = True
    rulings: tuple[tuple[str, str], ...] = ()
    rates: tuple[tuple[str, tuple[float, ...]], ...] = ()
    sealed: tuple[str, ...] = ()
    extra: str = "none"
    extra_at: int = 4

    def scenario(self, cell: Cell) -> Scenario:
        """The scenario of one of the cells."""
        return Scenario(
            cell.ancient_one,
            cell.players,
            self.texts,
            dict(self.rulings),
            dict(self.rates),
            self.sealed,
            self.extra,
            self.extra_at,
        )

    def changed(self, **values: object) -> ClockRun:
        """The same run with something else."""
        return replace(self, **values)  # type: ignore[arg-type]

    @property
    def total(self) -> int:
        """Games in all cells together."""
        return self.games * len(self.cells)


def plan(
    *,
    ancient_one: str,
    players: str,
    policy: str,
    games: int,
    seed: int,
    texts: bool = True,
    rulings: Sequence[str] = (),
    rates: Sequence[str] = (),
    sealed: str = "",
    extra: str = "none",
    extra_at: int = 4,
) -> ClockRun:
    """A run from the words of the command line: comma lists or ``all``, ``NAME=VALUE`` for rulings and rates.

    Raises OmensError for whatever is wrong with one of them.
    """
    _in_range("games", games, 1, MOST_GAMES)
    _in_range("seed", seed, 0, MOST_SEED)
    axes = product(
        _chosen("--ancient-one", ancient_one, ancient_ones(), ancient_ones()),
        _players(players),
        _chosen("--policy", policy, names(), names()[:-1]),
    )
    words = sealed.split(",") if sealed.strip() else []
    places = [plain_name(word, unstable_locations(), "--sealed") for word in words]
    run = ClockRun(
        tuple(Cell(*axis) for axis in axes),
        games,
        seed,
        texts,
        tuple(parse_rulings(rulings).items()),
        tuple(parse_rates(rates).items()),
        tuple(dict.fromkeys(places)),
        known_name(extra, EXTRAS, "--extra"),
        extra_at,
    )
    for cell in run.cells:
        load(cell.policy)
    run.scenario(run.cells[0])
    return run


def command(run: ClockRun, *more: str) -> str:
    """The command that plays `run`, every option spelled out."""

    def listed(name: str) -> str:
        return ",".join(dict.fromkeys(str(getattr(cell, name)) for cell in run.cells))

    words = ["omens", "arkham"]
    for option in ("ancient_one", "players", "policy"):
        words += [f"--{option.replace('_', '-')}", listed(option)]
    words += ["--games", str(run.games), "--seed", str(run.seed), "--texts", "on" if run.texts else "off"]
    for name, value in run.rulings:
        words += ["--ruling", f"{name}={value}"]
    for name, numbers in run.rates:
        words += ["--rate", f"{name}={','.join(map(_shown, numbers))}"]
    if run.sealed:
        words += ["--sealed", ",".join(run.sealed)]
    if run.extra != "none":
        words += ["--extra", run.extra]
    if run.extra_at != ClockRun.extra_at:
        words += ["--extra-at", str(run.extra_at)]
    return shlex.join([*words, *more])


def _shown(number: float) -> str:
    """A rate with every digit that it has."""
    return repr(number).removesuffix(".0")


def _chosen(option: str, text: str, known: Sequence[str], every: Sequence[str]) -> list[str]:
    chosen: list[str] = []
    for word in map(str.strip, text.split(",")):
        chosen += every if word == "all" else [known_name(word, known, option)]
    return list(dict.fromkeys(chosen))


def _players(text: str) -> list[int]:
    counts = [str(count) for count in range(1, MAX_PLAYERS + 1)]
    chosen: list[str] = []
    for word in map(str.strip, text.split(",")):
        if word != "all" and word not in counts:
            raise OmensError(f"--players: {word[:40]!r} is no number of players; 1 to {MAX_PLAYERS} would be right")
        chosen += counts if word == "all" else [word]
    return [int(word) for word in dict.fromkeys(chosen)]


def _in_range(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise OmensError(f"--{option}: {value} is out of range; {least} to {most} would be right")
