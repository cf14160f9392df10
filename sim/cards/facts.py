"""What the card files hold: a record for every kind of card.

In every record ``None`` means unknown (a blank cell), never zero; a cell ``-`` holds nothing.
A number with a question mark (``8?``) is a doubtful reading, see `Doubtful`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.cards.notation import MORE, Effect, Requirement, Step, Tasks

CONFIDENCE = ("printed", "transcribed", "inferred")


class Doubtful(int):
    """A reading that may be wrong: a number like any other, of which a completion may draw a neighbour."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where values come from: a key of sources.csv, how sure it is, and for which columns (empty: the rest)."""

    key: str
    confidence: str
    columns: tuple[str, ...] = ()


Sources = tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Adventure:
    """A card of adventures.csv, other_worlds.csv or donors.csv."""

    name: str
    source: Sources
    kind: str = ""  # alaskan or pacific, special; of donors the expansion
    stage: int | None = 0  # 0 for Other Worlds and donors
    dice: Tasks | None = None  # the rows without boxes and costs
    tasks: Tasks | None = None  # the rows whole
    lock: int | None = None  # -1 or a colour
    colour: int | None = -1  # of the skull on the back
    trophy: int | None = None  # -1: gives none
    reward: Effect | None = None
    penalty: Effect | None = None
    terror: Effect | None = None
    entry: Effect | None = None
    midnight: Effect | None = None
    back: str | None = "-"  # a card of backs.csv

    @property
    def ordinary(self) -> bool:
        """Whether it is an Alaskan or Pacific Adventure, neither Special nor Other World (A-1.2, R-1.3)."""
        return self.kind in ("alaskan", "pacific")


@dataclass(frozen=True, slots=True)
class Item:
    """A common item, unique item, spell, ally or skill."""

    name: str
    kind: int  # COMMON, UNIQUE, SPELL, ALLY, SKILL
    expansion: str
    when: int | None  # WHEN_... of sim.rules.state
    any_turn: bool | None
    secures: int | None
    tokens: int | None
    effect: Effect | None
    source: Sources


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster marker; `collected` is the reward or cost on its back."""

    name: str
    expansion: str
    task: Requirement | None
    trophy: int | None
    lock: int | None
    collected: Effect | None
    midnight: Effect | None
    source: Sources


@dataclass(frozen=True, slots=True)
class Mythos:
    """A Mythos card with its two options (A-9, R-10)."""

    name: str
    top: Effect | None
    bottom: Effect | None
    source: Sources
    stage: int = 0  # R'lyeh Rising: 1 Ocean, 2 R'lyeh; Alaska has one deck


@dataclass(frozen=True, slots=True)
class Storm:
    """A storm marker and the penalty on its face (A-10.7)."""

    name: str
    penalty: Effect | None
    source: Sources


@dataclass(frozen=True, slots=True)
class Back:
    """A place printed on the backs of adventures (A-3.3, A-3.4)."""

    name: str
    stage: int | None
    arrive: Effect | None
    midnight: Effect | None
    source: Sources


@dataclass(frozen=True, slots=True)
class Investigator:
    """An investigator: values, ability, starting cards and clues (C-19)."""

    name: str
    expansion: str
    sanity: int | None
    stamina: int | None
    ability: int | None
    result: int | None  # the face that the ability turns
    clues: int | None
    common: int | None
    unique: int | None
    spell: int | None
    ally: int | None
    free: int | None  # draws of a class of one's choice
    own: str | None  # a named card of items.csv
    source: Sources


@dataclass(frozen=True, slots=True)
class AncientOne:
    """An Ancient One's sheet (A-13)."""

    name: str
    signs: int | None
    doom: int | None
    icons: tuple[int, ...] | None  # spaces with an icon: of a storm, of a Legion
    ability: int | None
    awakens: int | None
    awakens_signs: int | None
    attack: int | None
    midnight: Effect | None
    attack_effects: Effect | None
    task: Requirement | None
    source: Sources


@dataclass(frozen=True, slots=True)
class TrackDay:
    """Storm markers of one space of the day track (A-6.1)."""

    name: str
    season: int
    day: int
    storms: int | None
    source: Sources


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission: placed and completed like a monster, its reward paid for with trophies (R-9)."""

    name: str
    task: Requirement | None
    price: int | None  # trophies
    lock: int | None
    reward: Effect | None
    midnight: Effect | None
    source: Sources


@dataclass(frozen=True, slots=True)
class Legion:
    """The markers of the Deep One Legion, all alike (R-5)."""

    name: str
    markers: int
    task: Requirement | None
    trophy: int | None  # -1: gives none
    lock: int | None
    cost: Effect | None  # on the back, paid when one is defeated
    midnight: Effect | None
    source: Sources


@dataclass(frozen=True, slots=True)
class DarkWaters:
    """The track of the omen (R-6)."""

    name: str
    spaces: int | None
    start: int | None  # counted from the left, 1..
    source: Sources


@dataclass(frozen=True, slots=True)
class AmuletSpace:
    """A space of the amulet: the die that is locked while it is empty (R-8.1)."""

    name: str
    die: int | None  # a colour
    source: Sources


@dataclass(frozen=True, slots=True)
class Offer:
    """What the Wreckage asks for one of the things that the ship sells (R-4.8)."""

    name: str  # a word of `sim.entrances.BENEFITS`
    price: int | None  # trophies, -1: not for sale
    source: Sources


@dataclass(frozen=True, eq=False)
class Cards:
    """All card facts of a mode, in the order of the files; Specials after the other adventures, items by class.

    A completed set has the same form, without donors and without unknown values.  What the mode
    has not is empty.
    """

    mode: str
    adventures: tuple[Adventure, ...]
    other_worlds: tuple[Adventure, ...]
    donors: tuple[Adventure, ...]
    items: tuple[Item, ...]
    monsters: tuple[Monster, ...]
    mythos: tuple[Mythos, ...]
    backs: tuple[Back, ...]
    investigators: tuple[Investigator, ...]
    ancient_ones: tuple[AncientOne, ...]
    sources: dict[str, str]
    digest: str  # SHA-256 of the files and of the priors
    # the Alaska Expedition
    storms: tuple[Storm, ...] = ()
    tracks: tuple[TrackDay, ...] = ()
    # R'lyeh Rising
    missions: tuple[Mission, ...] = ()
    legion: tuple[Legion, ...] = ()
    dark_waters: tuple[DarkWaters, ...] = ()
    amulet: tuple[AmuletSpace, ...] = ()
    wreckage: tuple[Offer, ...] = ()

    def kind(self, name: str) -> tuple[Any, ...]:
        """The records of one file."""
        return getattr(self, name)


def is_part(effect: Effect | None) -> bool:
    """Whether an effect is known only in part."""
    return effect is not None and effect[-1:] == (Step(MORE),)


def is_unknown(value: Any) -> bool:
    """Whether a value is blank, read with doubt, or an effect known only in part."""
    return value is None or isinstance(value, Doubtful) or (isinstance(value, tuple) and is_part(value))


def filled(known: Effect | None, drawn: Effect) -> Effect:
    """A known effect; the drawn one; or the known part and the drawn rest."""
    if known is None:
        return drawn
    return (*known[:-1], *drawn) if is_part(known) else known


def source_of(record: Any, column: str) -> Source | None:
    """Where a value of a record comes from; None where no source is given."""
    named = [source for source in record.source if column in source.columns]
    return next(iter(named or [source for source in record.source if not source.columns]), None)
