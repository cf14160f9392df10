"""What a run plays: the cells of its grid and all else that determines its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import policies
from sim.cards.banning import check_banned, without
from sim.cards.loading import load_cards
from sim.deck import deck_names
from sim.errors import OmensError
from sim.forbidding import check_forbidden
from sim.names import known_name
from sim.rules.state import MAX_PLAYERS
from sim.rulings import acts_in, parse_ruling
from sim.scenario import (
    ANCIENT_ONES_OF,
    MODES,
    OWN_ANCIENT_ONES,
    SEASONS_OF,
    SETTINGS,
    TITLES,
    Scenario,
    check_season,
    parse_setting,
)
from sim.tally import Cell

MOST_GAMES = 10**12
MOST_COMPLETIONS = 10_000
MOST_SEED = 2**63 - 1
PLAYERS = range(1, MAX_PLAYERS + 1)  # C-1.1


@dataclass(frozen=True)
class Run:
    """All that determines the rows of a run, and nothing else; its cells are of one mode.

    `games` is the number per cell; `rulings` and `settings` are those that the user set, as
    (name, value); `cards` is a folder of the user's or None; `banned` are names of cards out of play,
    `forbidden` of options that may not be taken (sim/forbidding.py).
    """

    cells: tuple[Cell, ...]
    games: int
    completions: int
    seed: int
    rulings: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[str, tuple[int, ...]], ...] = ()
    cards: Path | None = None
    banned: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()

    def scenario(self, cell: Cell) -> Scenario:
        """The scenario of one of the cells."""
        return Scenario(cell.mode, cell.ancient_one, cell.season, cell.players, dict(self.rulings), dict(self.settings))

    @property
    def mode(self) -> str:
        """The mode of all cells."""
        return self.cells[0].mode

    @property
    def total(self) -> int:
        """Games in all cells together."""
        return self.games * len(self.cells)


def chosen(option: str, text: str, known: Sequence[str], every: Sequence[str] | None = None) -> list[str]:
    """The names in a comma list; ``all`` stands for those of `every`, by default all that are `known`.

    Raises OmensError for an unknown name, with the nearest right one.
    """
    names: list[str] = []
    for word in text.split(","):
        names += every or known if word.strip() == "all" else [known_name(word.strip(), known, option)]
    return list(dict.fromkeys(names))


def one_mode(text: str) -> str:
    """The mode that is meant: OmensError for an unknown one, or for several."""
    modes = chosen("--mode", text, MODES)
    if len(modes) > 1:
        raise OmensError(f"--mode: {', '.join(modes)} are several modes, which have cards of their own; name one")
    return modes[0]


def _seasons(text: str, mode: str) -> list[str]:
    for word in text.split(","):
        if word.strip() != "all":
            check_season(word.strip(), mode, "--season")
    return chosen("--season", text, SEASONS_OF[mode])


def _check_settings(settings: Sequence[tuple[str, tuple[int, ...]]], mode: str) -> None:
    """OmensError for a setting that another mode has and this one not."""
    for name, _ in settings:
        if SETTINGS[name].mode not in ("", mode):
            raise OmensError(
                f"setting {name}: belongs to {TITLES[SETTINGS[name].mode]}; with --mode {mode} leave it out"
            )


def _check_rulings(rulings: Sequence[tuple[str, str]], mode: str) -> None:
    """OmensError for a ruling that says nothing in the mode."""
    for name, _ in rulings:
        if not acts_in(name, mode):
            raise OmensError(f"ruling {name}: says nothing in {TITLES[mode]}; with --mode {mode} leave it out")


def _players(text: str) -> list[int]:
    by_word = {str(count): [count] for count in PLAYERS} | {"all": list(PLAYERS)}
    counts: list[int] = []
    for word in map(str.strip, text.split(",")):
        if word not in by_word:
            raise OmensError(f"--players: {word[:40]!r} is no number of players; 1 to {MAX_PLAYERS} would be right")
        counts += by_word[word]
    return list(dict.fromkeys(counts))


def _policies(text: str) -> list[str]:
    """Policies by name, or ``path.py:name`` for a user's own; each is loaded, so that a fault shows now."""
    own = [word.strip() for word in text.split(",") if ":" in word or word.strip().endswith(".py")]
    shipped = policies.names()
    names = chosen("--policy", text, [*shipped, *own])
    for name in names:
        policies.load(name)
    return names


def in_range(option: str, value: float, least: float, most: float) -> None:
    """OmensError if `value` is not in ``least..most``."""
    if not least <= value <= most:
        raise OmensError(f"--{option}: {value} is out of range; {least} to {most} would be right")


def plan_cells(cells: Sequence[Cell], *, games: int, completions: int, seed: int, cards: Path | None = None) -> Run:
    """A run of just these cells, with the default rulings; OmensError as `plan` raises it."""
    in_range("games", games, 1, MOST_GAMES)
    in_range("completions", completions, 1, MOST_COMPLETIONS)
    in_range("seed", seed, 0, MOST_SEED)
    for cell in cells:
        _policies(cell.policy)
    load_cards(cards, cells[0].mode)
    return Run(tuple(cells), games, completions, seed, cards=cards)


def plan(
    *,
    mode: str,
    ancient_one: str,
    season: str,
    players: str,
    policy: str,
    games: int,
    completions: int,
    seed: int,
    rulings: Sequence[str] = (),
    settings: Sequence[str] = (),
    cards: Path | str | None = None,
    banned: Sequence[str] = (),
    forbidden: Sequence[str] = (),
) -> Run:
    """A run from the words of the command line: comma lists or ``all``, ``NAME=VALUE`` for rulings and settings.

    Raises OmensError for whatever is wrong with one of them, the card data included.
    """
    in_range("games", games, 1, MOST_GAMES)
    in_range("completions", completions, 1, MOST_COMPLETIONS)
    in_range("seed", seed, 0, MOST_SEED)
    mode = one_mode(mode)
    axes = product(
        [mode],
        chosen("--ancient-one", ancient_one, ANCIENT_ONES_OF[mode], OWN_ANCIENT_ONES[mode]),
        _seasons(season, mode),
        _players(players),
        _policies(policy),
    )
    run = Run(
        cells=tuple(Cell(*axis) for axis in axes),
        games=games,
        completions=completions,
        seed=seed,
        rulings=tuple(parse_ruling(text) for text in rulings),
        settings=tuple(parse_setting(text) for text in settings),
        cards=Path(cards) if cards else None,
        banned=tuple(sorted(banned)),
        forbidden=tuple(sorted(forbidden)),
    )
    _check_settings(run.settings, mode)
    _check_rulings(run.rulings, mode)
    known = load_cards(run.cards, mode)
    check_banned(known, run.banned)
    check_forbidden(run.forbidden, deck_names(without(known, run.banned), run.scenario(run.cells[0])), mode)
    return run
