"""When each card first came, was tried and what became of it: events of many games, made of their histories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sim.batch import deck_of, names_of
from sim.grid import Run
from sim.lab.history import histories
from sim.rules import log
from sim.rules.state import LEGION, OTHER_WORLD, SPECIAL, WIN
from sim.spread import Chunk

ADVENTURE, ITEM, MONSTER, MYTHOS = range(4)
FAMILIES = ("adventure", "item", "monster", "Mythos card")
#: Verbs: an adventure is tried when it is attempted, an item when it is used, a monster when it is defeated; an
#: adventure that was dealt facedown appears when it is turned up, which players choose with its back in view.
APPEARED, TURNED, TRIED = range(3)
VERBS = 3

#: Decks of each family: within one of them chance says which card is drawn; an investigator's own items come with it.
DECKS: tuple[tuple[str, ...], ...] = (
    ("Stage I", "Stage II", "Special", "Other World"),
    ("Common", "Unique", "Spell", "Ally", "Skill", "investigator's own"),
    ("monsters",),
    ("Mythos", "Ocean", "R'lyeh"),
)
MOST_DECKS = max(map(len, DECKS))
SPECIAL_DECK, _OTHER_WORLD, OWN_DECK = 2, 3, 5

#: The first time in a game that a card appears or is tried.  `entry` is the cell's place times the
#: games of a cell plus the game's number, `line` the place in the game's history; `option` is 1 for an
#: attempt that succeeds and for the bottom option of a Mythos card; the rest is how the game stood then, `day`
#: counting Mythos cards where there is no day track.
event_dtype = np.dtype(
    [
        ("entry", "i8"),
        ("line", "i2"),
        ("family", "i1"),
        ("verb", "i1"),
        ("card", "i2"),
        ("option", "i1"),
        ("day", "i2"),
        ("signs", "i2"),
        ("doom", "i2"),
        ("supplies", "i2"),
        ("devoured", "i2"),
    ]
)
POSITION = ("day", "signs", "doom", "supplies", "devoured")


class _Source(NamedTuple):
    """A line of the history that is an event: which of its numbers is the card, and what it must hold."""

    family: int
    verb: int
    code: int
    card: str
    succeeds: int = 0


_SOURCES = (
    _Source(ADVENTURE, APPEARED, log.REPLACED, "b"),
    _Source(ADVENTURE, TURNED, log.FLIPPED, "b"),
    _Source(ADVENTURE, APPEARED, log.SPECIAL_ENTERED, "b"),
    _Source(ADVENTURE, APPEARED, log.OTHER_WORLD_ENTERED, "b"),
    _Source(ADVENTURE, TRIED, log.SUCCEEDED, "c", succeeds=1),
    _Source(ADVENTURE, TRIED, log.FAILED, "c"),
    _Source(ITEM, APPEARED, log.CARD_DRAWN, "b"),
    _Source(ITEM, TRIED, log.CARD_LEFT, "b"),
    _Source(MONSTER, APPEARED, log.MONSTER_APPEARED, "a"),
    _Source(MONSTER, TRIED, log.MONSTER_DEFEATED, "a"),
    _Source(MYTHOS, APPEARED, log.MYTHOS_DRAWN, "a"),
)
_USED = 1  # in c of CARD_LEFT


def first_events(lines: np.ndarray, entry: np.ndarray, line: np.ndarray) -> np.ndarray:
    """The first event of each kind and card in each game, shape (n,), `event_dtype`, by game and line.

    A card appears or is turned up, whichever came first.

    `lines` (``line_dtype``) are those of several games, game by game; `entry` and `line`, of the
    same shape, say whose they are and which of it.
    """
    found = np.concatenate([_events(source, lines, entry, line) for source in _SOURCES])
    found = found[np.argsort(found["entry"] * np.iinfo("i2").max + found["line"], kind="stable")]
    kind = found["family"].astype(np.int64) * 2 + (found["verb"] == TRIED)
    which = (found["entry"] * 2 * len(FAMILIES) + kind) * np.iinfo("i2").max + found["card"]
    _, first = np.unique(which, return_index=True)
    return found[np.sort(first)]


def _events(source: _Source, lines: np.ndarray, entry: np.ndarray, line: np.ndarray) -> np.ndarray:
    chosen = (lines["code"] == source.code) & (lines[source.card] >= 0)  # a card dealt facedown is -1
    if source.code == log.CARD_LEFT:
        chosen &= lines["c"] == _USED
    mine = lines[chosen]
    found = np.zeros(len(mine), event_dtype)
    found["entry"], found["line"] = entry[chosen], line[chosen]
    found["family"], found["verb"] = source.family, source.verb
    found["card"] = mine[source.card]
    found["option"] = mine["b"] if source.code == log.MYTHOS_DRAWN else source.succeeds
    for name in POSITION:
        found[name] = mine[name]
    return found


def events_of_chunk(run: Run, chunk: Chunk) -> tuple[np.ndarray, np.ndarray]:
    """The first events of a chunk's games, and which of these were won, shape (games,).

    Raises OmensError as `sim.lab.history.histories` does.
    """
    rows, lines = zip(*histories(run, chunk), strict=True)
    if run.mode != "alaska":
        lines = tuple(map(_with_nights, lines))
    lengths = [len(each) for each in lines]
    entries = chunk.cell * run.games + np.asarray(chunk.games)
    won = np.array([row["outcome"] == WIN for row in rows])
    place = np.concatenate([np.arange(length) for length in lengths])
    events = first_events(np.concatenate(lines), np.repeat(entries, lengths), place)
    return events[(events["family"] != MONSTER) | (events["card"] < _differing(run))], won


def _with_nights(lines: np.ndarray) -> np.ndarray:
    """The lines of a game, its day the number of Mythos cards so far."""
    lines["day"] = np.cumsum(lines["code"] == log.MYTHOS_DRAWN)
    return lines


def _differing(run: Run) -> int:
    """How many markers differ from each other: the Legions, which are all alike, stand last."""
    deck = deck_of(run, run.cells[0], 0)[0]
    return int((deck["monsters"]["kind"][: deck["n_monsters"]] != LEGION).sum())


@dataclass(frozen=True)
class FamilyCards:
    """Names of a family's cards, and of which of its decks each is: `deck` (completions, cards), -1 for none."""

    names: tuple[str, ...]
    deck: np.ndarray


def cards_of(run: Run, family: int) -> FamilyCards:
    """The cards of a family, Legions aside; which stage an adventure is may differ between completions."""
    completions = range(min(run.completions, run.games))
    cell = run.cells[0]
    named = names_of(run, cell, 0)
    names = (named.adventures, named.items, named.monsters[: _differing(run)], named.mythos)[family]
    decks = [_decks(deck_of(run, cell, index)[0], family, len(names)) for index in completions]
    return FamilyCards(names, np.stack(decks))


def _decks(deck: np.void, family: int, cards: int) -> np.ndarray:
    if family == ITEM:
        mine = deck["investigators"]["own"][: deck["n_investigators"]]
        return np.where(np.isin(np.arange(cards), mine), OWN_DECK, deck["items"]["kind"][:cards].astype(np.int64))
    if family == MYTHOS:
        return deck["mythos"]["stage"][:cards].astype(np.int64)
    if family == MONSTER:
        return np.zeros(cards, np.int64)
    kind, stage = (deck["adventures"][name][:cards] for name in ("kind", "stage"))
    return np.where(
        kind == SPECIAL, SPECIAL_DECK, np.where(kind == OTHER_WORLD, _OTHER_WORLD, stage.astype(np.int64) - 1)
    )
