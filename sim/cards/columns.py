"""How each column of the card files is written, and which words its effects may hold."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sim.cards.facts import (
    CONFIDENCE,
    Adventure,
    AmuletSpace,
    AncientOne,
    Back,
    DarkWaters,
    Doubtful,
    Investigator,
    Item,
    Legion,
    Mission,
    Monster,
    Mythos,
    Offer,
    Source,
    Sources,
    Storm,
    TrackDay,
)
from sim.cards.notation import (
    COLOURS,
    WORDS,
    format_effect,
    format_requirement,
    format_tasks,
    parse_effect,
    parse_requirement,
    parse_tasks,
)
from sim.entrances import SHIP_PRICES
from sim.errors import OmensError
from sim.rules import state
from sim.scenario import MOST_SPACES

_REFUSED = object()


@dataclass(frozen=True, slots=True)
class Column:
    """How a cell becomes a value and a value a cell; `nothing` is what ``-`` means."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    nothing: Any = _REFUSED
    required: bool = False

    def value(self, cell: str) -> Any:
        """The value of a cell, None for a blank one.

        Raises OmensError, saying what was expected.
        """
        if not cell:
            if self.required:
                raise OmensError("expected a value, found a blank cell")
            return None
        if cell == "-" and self.nothing is not _REFUSED:
            return self.nothing
        return self.read(cell)

    def cell(self, value: Any) -> str:
        """The cell that holds a value; blank for None."""
        if value is None:
            return ""
        return "-" if value == self.nothing else self.write(value)


def _number(least: int, most: int, *, doubt: bool = False, nothing: Any = _REFUSED, required: bool = False) -> Column:
    def read(cell: str) -> int:
        digits = cell.removesuffix("?").strip() if doubt else cell
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 4 and least <= int(digits) <= most):
            raise OmensError(f"expected a whole number from {least} to {most}, found '{cell[:40]}'")
        return Doubtful(digits) if digits != cell else int(digits)

    def write(value: int) -> str:
        return f"{value}?" if isinstance(value, Doubtful) else str(value)

    return Column(read, write, nothing, required)


def _word(known: Mapping[str, Any], nothing: Any = _REFUSED, required: bool = False) -> Column:
    def read(cell: str) -> Any:
        if cell.lower() not in known:
            near = difflib.get_close_matches(cell.lower(), known, 1)
            raise OmensError(f"expected {near[0] if near else ', '.join(known)}, found '{cell[:40]}'")
        return known[cell.lower()]

    words = {value: word for word, value in known.items()}
    return Column(read, words.__getitem__, nothing, required)


def _text(nothing: Any = _REFUSED, required: bool = False) -> Column:
    def read(cell: str) -> str:
        if len(cell) > 60 or not cell.isprintable():
            raise OmensError(f"expected a name of at most 60 letters, found '{cell[:40]}...'")
        return cell

    return Column(read, str, nothing, required)


def _spaces(cell: str) -> tuple[int, ...]:
    space = _number(1, state.MAX_DOOM)
    spaces = tuple(space.value(part.strip()) or 0 for part in cell.split(","))
    if list(spaces) != sorted(set(spaces)):
        raise OmensError(f"expected spaces of the doom track in rising order, found '{cell[:40]}'")
    return spaces


def _write_spaces(spaces: tuple[int, ...]) -> str:
    return ", ".join(map(str, spaces))


def _sources(cell: str) -> Sources:
    """``key confidence`` for all of a card, ``columns: key confidence; ...`` where they differ."""
    found = []
    for part in cell.split(";"):
        columns, colon, rest = part.rpartition(":")
        match rest.split():
            case [key, confidence] if confidence in CONFIDENCE:
                names = tuple(name.strip() for name in columns.split(",")) if colon else ()
                found.append(Source(key, confidence, names))
            case _:
                raise OmensError(
                    f"expected a key of sources.csv and one of {', '.join(CONFIDENCE)}, found '{part.strip()[:40]}'"
                )
    return tuple(found)


def _write_sources(sources: Sources) -> str:
    return "; ".join(", ".join(s.columns) + ": " * bool(s.columns) + f"{s.key} {s.confidence}" for s in sources)


def _effect(*words: str) -> Column:
    return Column(lambda cell: parse_effect(cell, words), format_effect, nothing=())


_MYTHOS_ONLY = ("investigation", "lock", "adventure", "terror", "next_midnight")
_DICE = ("yellow", "red", "yellow_even_if_locked", "reroll")
_HERE = ("monster_here", "monster_on_free_tasks")
_PLACED = (*_MYTHOS_ONLY, *_DICE, *_HERE, "split", "next_special", "stage_2", "fail", "discard_terror", "leave")
#: Words of things that only one mode has.
_ONLY_IN = {"alaska": ("storm", "supply", "supplies"), "rlyeh": ("omen", "amulet", "legion")}
#: Words that may stand in every effect, whatever the mode.
_ANYWHERE = tuple(word for word in WORDS if word not in _PLACED)


def _anywhere(mode: str) -> tuple[str, ...]:
    """Words that may stand in every effect of a mode."""
    others = [word for other, words in _ONLY_IN.items() if other != mode for word in words]
    return tuple(word for word in _ANYWHERE if word not in others)


_COLOURS = {name: number for number, name in enumerate(COLOURS)}
_YES_NO = {"yes": True, "no": False}
_ABILITIES = (
    "none",
    "any_number_of_tasks",
    "swap_gains",
    "extra_common",
    "heal_sanity_daily",
    "raise_investigation",
    "extra_spell",
    "free_dice_in_other_worlds",
    "terror_to_lore",
    "discard_for_dice",
    "second_reroll",
    "no_monsters_no_terror",
    "reroll_two_daily",
    "terror_to_peril",
    "extra_unique",
    "locked_dice_and_no_mythos",
    "heal_stamina_daily",
    "sanity_for_result",
)
ITEM_KINDS = ("common", "unique", "spell", "ally", "skill")
FACES = {
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "lore": state.LORE,
    "peril": state.PERIL,
    "terror": state.TERROR,
    "wild": state.WILD,
}
WHEN = ("never", "pool", "before_rolling", "untimed", "rolled", "securing", "cost")


def _order(words: tuple[str, ...]) -> dict[str, int]:
    return {word: number for number, word in enumerate(words)}


_NAME = _text(required=True)
_SOURCE = Column(_sources, _write_sources, nothing=())
_LOCK = _word(_COLOURS, nothing=-1)
_TROPHY = _number(1, 9, nothing=-1)
_STAGE = _number(1, 2, doubt=True)
_COUNT = _number(0, 4, nothing=0)
_TASKS = Column(parse_tasks, format_tasks, required=True)
_REQUIREMENT = Column(parse_requirement, format_requirement)


@dataclass(frozen=True, slots=True)
class File:
    """One card file: the record of a row, its columns, those that tell its rows apart, and whether it may be empty."""

    record: type
    columns: Mapping[str, Column]
    key: tuple[str, ...] = ("name",)
    may_be_empty: bool = False


def _adventure(words: tuple[str, ...]) -> dict[str, Column]:
    """Columns of a card that is attempted."""
    return {
        "tasks": Column(parse_tasks, format_tasks),
        "lock": _LOCK,
        "trophy": _TROPHY,
        "reward": _effect(*words, "split", "next_special", "stage_2"),
        "penalty": _effect(*words, "split"),
        "terror": _effect(*words, *_HERE, "fail", "discard_terror"),
        "entry": _effect(*words, *_HERE),
        "midnight": _effect(*words, *_HERE, "leave"),
    }


def _adventures(words: tuple[str, ...], ordinary: str) -> dict[str, File]:
    """The adventures, what donates to them, and their backs."""
    texts = _adventure(words)
    return {
        "adventures": File(
            Adventure,
            {
                "name": _NAME,
                "kind": _word({ordinary: ordinary, "special": "special"}, required=True),
                "stage": _STAGE,
                "dice": Column(parse_tasks, format_tasks),
                **texts,
                "back": _text(nothing="-"),
                "colour": _word(_COLOURS, nothing=-1),
                "source": _SOURCE,
            },
        ),
        "other_worlds": File(Adventure, {"name": _NAME, **texts, "tasks": _TASKS, "source": _SOURCE}),
        "donors": File(
            Adventure,
            {"name": _NAME, "kind": _text(required=True), **texts, "tasks": _TASKS, "source": _SOURCE},
        ),
    }


def _small_cards(words: tuple[str, ...], item_kinds: tuple[str, ...]) -> dict[str, File]:
    """Items and monsters."""
    return {
        "items": File(
            Item,
            {
                "name": _NAME,
                "kind": _word(_order(item_kinds), required=True),
                "expansion": _text(),
                "when": _word(_order(WHEN)),
                "any_turn": _word(_YES_NO),
                "secures": _number(1, state.DICE, nothing=0),
                "tokens": _number(1, 9, nothing=0),
                "effect": _effect(*words, *_DICE),
                "source": _SOURCE,
            },
        ),
        "monsters": File(
            Monster,
            {
                "name": _NAME,
                "expansion": _text(),
                "task": _REQUIREMENT,
                "trophy": _TROPHY,
                "lock": _LOCK,
                "collected": _effect(*words),
                "midnight": _effect(*words),
                "source": _SOURCE,
            },
        ),
    }


def _mythos(words: tuple[str, ...], **more: Column) -> File:
    """The Mythos cards."""
    option = _effect(*words, *_MYTHOS_ONLY, "monster_on_free_tasks")
    return File(Mythos, {"name": _NAME, **more, "top": option, "bottom": option, "source": _SOURCE})


def _backs(words: tuple[str, ...], may_be_empty: bool = False) -> File:
    """The places on the backs of adventures."""
    text = _effect(*words, *_HERE)
    columns = {"name": _NAME, "stage": _STAGE, "arrive": text, "midnight": text, "source": _SOURCE}
    return File(Back, columns, may_be_empty=may_be_empty)


_INVESTIGATORS = File(
    Investigator,
    {
        "name": _NAME,
        "expansion": _text(),
        "sanity": _number(1, 9),
        "stamina": _number(1, 9),
        "ability": _word(_order(_ABILITIES), nothing=state.NO_ABILITY),
        "result": _word(FACES, nothing=0),
        "clues": _COUNT,
        "common": _COUNT,
        "unique": _COUNT,
        "spell": _COUNT,
        "ally": _COUNT,
        "free": _COUNT,
        "own": _text(nothing="-"),
        "source": _SOURCE,
    },
)


def _ancient_ones(words: tuple[str, ...]) -> File:
    return File(
        AncientOne,
        {
            "name": _NAME,
            "signs": _number(1, 60),
            "doom": _number(1, state.MAX_DOOM),
            "icons": Column(_spaces, _write_spaces, nothing=()),
            "ability": _word(_order(("none", "sign_wounds", "storms_chill", "wind_from_north")), nothing=0),
            "awakens": _word(_order(("plain", "taking_storms", "needing_signs")), nothing=0),
            "awakens_signs": _number(1, 60, nothing=0),
            "attack": _word(_order(("effects", "wound_again", "storm_toll", "offering")), nothing=0),
            "midnight": _effect(*words),
            "attack_effects": _effect(*words),
            "task": _REQUIREMENT,
            "source": _SOURCE,
        },
    )


def _alaska() -> dict[str, File]:
    """The card files of the Alaska Expedition."""
    words = _anywhere("alaska")
    return {
        **_adventures(words, "alaskan"),
        **_small_cards(words, ITEM_KINDS[: state.SKILL]),  # no skills
        "mythos": _mythos(words),
        "storms": File(Storm, {"name": _NAME, "penalty": _effect(*words, *_HERE), "source": _SOURCE}),
        "backs": _backs(words),
        "investigators": _INVESTIGATORS,
        "ancient_ones": _ancient_ones(words),
        "tracks": File(
            TrackDay,
            {
                "name": _NAME,
                "season": _word(_order(("summer", "winter")), required=True),
                "day": _number(1, state.MAX_TRACK - 2, required=True),
                "storms": _number(0, state.MAX_STORMS, doubt=True),
                "source": _SOURCE,
            },
            key=("season", "day"),
        ),
    }


def _rlyeh() -> dict[str, File]:
    """The card files of R'lyeh Rising."""
    words = _anywhere("rlyeh")
    marker = {"task": _REQUIREMENT, "lock": _LOCK, "midnight": _effect(*words)}
    return {
        **_adventures(words, "pacific"),
        **_small_cards(words, ITEM_KINDS),
        "mythos": _mythos(words, stage=_number(1, 2, required=True)),
        "backs": _backs(words, may_be_empty=True),
        "investigators": _INVESTIGATORS,
        "ancient_ones": _ancient_ones(_ANYWHERE),  # Alaska's too
        "missions": File(
            Mission,
            {"name": _NAME, **marker, "price": _number(1, 20), "reward": _effect(*words, "split"), "source": _SOURCE},
        ),
        "legion": File(
            Legion,
            {
                "name": _NAME,
                "markers": _number(1, 30, required=True),
                **marker,
                "trophy": _TROPHY,
                "cost": _effect(*words),
                "source": _SOURCE,
            },
        ),
        "dark_waters": File(
            DarkWaters,
            {
                "name": _NAME,
                "spaces": _number(2, MOST_SPACES),
                "start": _number(1, MOST_SPACES),
                "source": _SOURCE,
            },
        ),
        "amulet": File(AmuletSpace, {"name": _NAME, "die": _word(_COLOURS), "source": _SOURCE}),
        "wreckage": File(
            Offer,
            {
                "name": _word({word: word for word in SHIP_PRICES}, required=True),
                "price": _number(1, 20, nothing=-1),
                "source": _SOURCE,
            },
        ),
    }


#: The card files of each mode, by name without ``.csv``.
FILES_OF: Mapping[str, Mapping[str, File]] = {"alaska": _alaska(), "rlyeh": _rlyeh()}
#: Those of the Alaska Expedition.
FILES = FILES_OF["alaska"]
