"""Decks of R'lyeh Rising with made-up facts, for random games: an Alaska deck with Legions, missions and skills."""

from __future__ import annotations

import random

import numpy as np

from sim.cards.notation import parse_effect, parse_requirement
from sim.cards.programs import compile_effect, requirement_record
from sim.entrances import ULTIMA_THULE, fill_entrance
from sim.rules import operations as op
from sim.rules import state
from sim.rulings import RULINGS

MISSIONS, LEGIONS, SKILLS = 5, 15, 12
TASKS = ("lore", "peril", "terror", "inv 2", "lore, peril")
REWARDS = (
    "sign +1", "omen +1; clue +1", "amulet +1", "remove_monster 1; common +1", "ally +1; omen +1", "gate 1; doom -1",
)  # fmt: skip
PENALTIES = (
    "omen -1", "legion 1", "amulet -1; doom +1", "sanity -1; omen -1", "monster 1; stamina -1",
    "split(ally -1, legion 1)",
)  # fmt: skip
TERROR = ("omen -1", "legion 1; omen -1", "monster_here 1", "fail", "discard_terror; omen -1", "sanity -1")
ENTRY = ("omen -1", "monster_here 1", "legion 1", "clue +1", "may(clue -1, defeat 1)")
MIDNIGHT = ("omen -1", "legion 1", "doom +1", "monster 1", "omen +1", "each(sanity -1)")
MYTHOS = (
    "legion 1; lock yellow", "omen -1; terror(legion 1)", "omen +1", "omen +2; lock red; investigation +1",
    "lock green; next_midnight(legion 1)", "amulet -1; doom +1", "adventure 1; monster 1",
)  # fmt: skip
COSTS = ("clue -1", "sanity -1", "stamina -1", "common -1", "doom +1", "trophy -1", "omen -1", "ally -1")
PRICES = ("sign +1", "amulet +1", "defeat 1", "doom -1", "ally +1; sanity -1", "stamina -5", "omen +1")
USES = ("yellow", "red", "defeat 1", "remove_monster 1", "omen +1", "amulet +1", "clue +1")


class _Writer:
    """Effects behind those that a deck has; ally icons are skill icons here and there."""

    def __init__(self, deck: np.void, r: random.Random):
        self.deck, self.r = deck, r
        self.n = int(np.flatnonzero(deck["ops"]["code"]).max()) + 1

    def one_of(self, texts: tuple[str, ...]) -> tuple[int, int]:
        ops = compile_effect(parse_effect(self.r.choice(texts)))
        start = self.n
        for code, amount, target, size in ops:
            if code == op.ALLY_CARD and self.r.random() < 0.5:
                code = op.SKILL_CARD
            for name, value in zip(("code", "amount", "target", "size"), (code, amount, target, size), strict=True):
                self.deck["ops"][self.n][name] = value
            self.n += 1
        return start, len(ops)


def deep_deck(decks: np.ndarray, seed: int) -> np.ndarray:
    """A deck of R'lyeh Rising like `decks` (shape (1,), an Alaska deck), its own facts drawn with `seed`."""
    r = random.Random(seed)
    decks = decks.copy()
    deck = decks[0]
    writer = _Writer(deck, r)
    deck["mode"], deck["n_storms"], deck["storms_of_day"] = state.RLYEH, 0, 0
    for side in (0, 1):
        fill_entrance(deck, side, tuple((price + side, which, what) for price, which, what in ULTIMA_THULE))
    deck["track_spaces"] = r.randint(2, 7)
    deck["track_start"] = r.randint(1, int(deck["track_spaces"]))
    deck["amulet"] = [r.choice((state.GREEN, state.YELLOW, state.RED)) for _ in range(3)]
    icons = deck["ancient_one"]["icon"]
    icons[icons > 0] = state.LEGION_ICON
    _fill_cards(deck, writer, r)
    _fill_markers(deck, writer, r)
    _fill_skills(deck, writer, r)
    for name in state.RULING_FIELDS[state.RULING_FIELDS.index("echoes_advances") :]:
        values = len(RULINGS[name.upper()].values)
        deck["rulings"][name] = r.choice((0, 0, *range(values)))
    return decks


def _fill_cards(deck: np.void, writer: _Writer, r: random.Random) -> None:
    texts = {"reward": REWARDS, "penalty": PENALTIES, "terror": TERROR, "entry": ENTRY, "midnight": MIDNIGHT}
    for i in range(int(deck["n_adventures"])):
        for name, choices in texts.items():
            if r.random() < 0.4:
                deck["adventures"][i][name] = writer.one_of(choices)
    for k, reward in enumerate(("next_special", "stage_2", "next_special", "sign +1")):
        deck["adventures"][deck["specials"][k]]["reward"] = writer.one_of((reward,))
    for i in range(int(deck["n_mythos"])):
        deck["mythos"][i]["stage"] = 1 + i % 2
        for side in ("top", "bottom"):
            deck["mythos"][i][side] = writer.one_of(MYTHOS)


def _fill_markers(deck: np.void, writer: _Writer, r: random.Random) -> None:
    first = int(deck["n_monsters"])
    deck["n_monsters"] = first + MISSIONS + LEGIONS
    for m in range(first, int(deck["n_monsters"])):
        marker = deck["monsters"][m]
        marker["kind"] = state.MISSION if m < first + MISSIONS else state.LEGION
        marker["task"] = requirement_record(parse_requirement(r.choice(TASKS)))
        marker["lock"] = r.choice((-1, -1, -1, state.GREEN, state.YELLOW, state.RED))
        marker["trophy"] = r.choice((-1, 1, 1, 2)) if m >= first + MISSIONS else r.choice((1, 2, 3))
        marker["cost"] = writer.one_of(COSTS)
        if m < first + MISSIONS:
            marker["collected"] = writer.one_of(PRICES)
        if r.random() < 0.2:
            marker["midnight"] = writer.one_of(MIDNIGHT)


def _fill_skills(deck: np.void, writer: _Writer, r: random.Random) -> None:
    first = int(deck["n_items"])
    deck["n_items"] = first + SKILLS
    for card in range(first, int(deck["n_items"])):
        item = deck["items"][card]
        item["kind"], item["tokens"] = state.SKILL, r.choice((0, 1, 2))
        item["when"] = r.choice((state.WHEN_POOL, state.WHEN_UNTIMED, state.WHEN_ROLLED, state.WHEN_BEFORE_ROLLING))
        item["effect"] = writer.one_of(USES)
