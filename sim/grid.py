"""What a run plays: the cells of its grid and all else that determines its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    NO_SEASON,
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
    """All that determines the rows of a run, and nothing else; the cells of a mode stand together.

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
        """The scenario of one of the cells, with the rulings and settings that its mode has."""
        rulings = {name: value for name, value in self.rulings if acts_in(name, cell.mode)}
        settings = {name: numbers for name, numbers in self.settings if SETTINGS[name].mode in ("", cell.mode)}
        return Scenario(cell.mode, cell.ancient_one, cell.season, cell.players, rulings, settings)

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of the cells, each once."""
        return tuple(dict.fromkeys(cell.mode for cell in self.cells))

    @property
    def mode(self) -> str:
        """The mode of a run that has one: what most commands ask about."""
        (mode,) = self.modes
        return mode

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


def _of_modes(
    option: str, text: str, known: Mapping[str, Sequence[str]], every: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """For each mode that is a key of `known` those names in a comma list that it has, ``all`` being its `every`.

    Names of one mode come as they were named, those of several in the order of `known`.  Raises OmensError
    for a name that no mode has, and for a mode that has none of them.
    """
    if len(known) == 1:
        return {mode: chosen(option, text, known[mode], every[mode]) for mode in known}
    named = chosen(option, text, list(dict.fromkeys(name for names in known.values() for name in names)), ["all"])
    found = {}
    for mode, names in known.items():
        wanted = {*named, *(every[mode] if "all" in named else ())}
        found[mode] = [name for name in names if name in wanted]
        if not found[mode]:
            right = ", ".join(names)
            raise OmensError(f"{option} '{text[:60]}': {TITLES[mode]} has none of them; all or one of {right} as well")
    return found


def _seasons(text: str, modes: Sequence[str]) -> dict[str, list[str]]:
    """The seasons of each mode; of several modes one without seasons is played whatever is named."""
    if len(modes) == 1:
        for word in text.split(","):
            if word.strip() != "all":
                check_season(word.strip(), modes[0], "--season")
        return {modes[0]: chosen("--season", text, SEASONS_OF[modes[0]])}
    with_seasons = {mode: SEASONS_OF[mode] for mode in modes if SEASONS_OF[mode] != (NO_SEASON,)}
    return {mode: list(SEASONS_OF[mode]) for mode in modes} | _of_modes("--season", text, with_seasons, with_seasons)


def _check_fits(run: Run) -> None:
    """OmensError for a setting or a ruling that says nothing in any mode of the run."""
    titles = " and ".join(TITLES[mode] for mode in run.modes)
    leave_out = f"with --mode {','.join(run.modes)} leave it out"
    for name, _ in run.settings:
        if SETTINGS[name].mode not in ("", *run.modes):
            raise OmensError(f"setting {name}: belongs to {TITLES[SETTINGS[name].mode]}; {leave_out}")
    for name, _ in run.rulings:
        if not any(acts_in(name, mode) for mode in run.modes):
            raise OmensError(f"ruling {name}: says nothing in {titles}; {leave_out}")


def _check_cards(run: Run) -> None:
    """OmensError for card files that cannot be read, and for a banned card or a forbidden option that is not there."""
    if run.cards is not None and len(run.modes) > 1:
        raise OmensError(f"--cards {run.cards}: a folder holds the cards of one mode; --mode with one would be right")
    for mode in run.modes:
        first = next(cell for cell in run.cells if cell.mode == mode)
        known = load_cards(run.cards, mode)
        check_banned(known, run.banned)
        check_forbidden(run.forbidden, deck_names(without(known, run.banned), run.scenario(first)), mode)


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
    several_modes: bool = False,
) -> Run:
    """A run from the words of the command line: comma lists or ``all``, ``NAME=VALUE`` for rulings and settings.

    With `several_modes` it may have more than one: each plays those of the Ancient Ones and seasons that it has.
    Raises OmensError for whatever is wrong with one of them, the card data included.
    """
    in_range("games", games, 1, MOST_GAMES)
    in_range("completions", completions, 1, MOST_COMPLETIONS)
    in_range("seed", seed, 0, MOST_SEED)
    modes = chosen("--mode", mode, MODES) if several_modes else [one_mode(mode)]
    ancient_ones = _of_modes("--ancient-one", ancient_one, {m: ANCIENT_ONES_OF[m] for m in modes}, OWN_ANCIENT_ONES)
    seasons = _seasons(season, modes)
    numbers, names = _players(players), _policies(policy)
    run = Run(
        cells=tuple(
            Cell(m, one, when, number, name)
            for m in modes
            for one, when, number, name in product(ancient_ones[m], seasons[m], numbers, names)
        ),
        games=games,
        completions=completions,
        seed=seed,
        rulings=tuple(parse_ruling(text) for text in rulings),
        settings=tuple(parse_setting(text) for text in settings),
        cards=Path(cards) if cards else None,
        banned=tuple(sorted(banned)),
        forbidden=tuple(sorted(forbidden)),
    )
    _check_fits(run)
    _check_cards(run)
    return run
