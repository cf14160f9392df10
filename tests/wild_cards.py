"""Card data of every kind that the loader takes, for hypothesis: whole decks of random texts and extreme numbers."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import strategies as st
from strategies import cards as task_cards

from sim.cards.columns import FILES, Column
from sim.cards.notation import NotationError, format_tasks, parse_requirement, parse_tasks
from sim.cards.programs import compile_effect, requirement_record, task_records
from sim.errors import OmensError
from sim.rules import state
from sim.rules.operations import COLOURED, COMPOSITES, COUNTED, PLAIN, SIGNED
from sim.rulings import RULINGS

NUMBERS = (1, 2, 5, 9, 28)  # the least, common ones, and the loader's limits
COLOURS = ("green", "yellow", "red")
ADVENTURE_TEXTS = ("reward", "penalty", "terror", "entry", "midnight")


def _readable(column: Column, text: str) -> bool:
    try:
        column.read(text)
    except OmensError:
        return False
    return True


@cache
def _simple_texts(file: str, name: str) -> tuple[str, ...]:
    """Every simple effect, with small and extreme numbers, that may stand in a column."""
    found = [f"{word} {sign}{n}{target}" for word in SIGNED for sign in "+-" for n in NUMBERS
             for target in ("", " @any", " @each")]  # fmt: skip
    found += [f"{word} {n}" for word in COUNTED for n in NUMBERS]
    found += [*PLAIN, *(f"{word} {colour}" for word in COLOURED for colour in COLOURS)]
    return tuple(text for text in found if _readable(FILES[file].columns[name], text))


@cache
def _composites(file: str, name: str) -> tuple[str, ...]:
    """The composites that may stand in a column."""
    column = FILES[file].columns[name]
    least = {word: ", ".join(["doom +1"] * parts) for word, (_, parts, _) in COMPOSITES.items()}
    return tuple(word for word in COMPOSITES if _readable(column, f"{word}({least[word]})"))


@cache
def texts(file: str, name: str) -> st.SearchStrategy[str]:
    """Effects of a column, up to three brackets inside each other."""
    column = FILES[file].columns[name]
    simple = st.sampled_from(_simple_texts(file, name))

    def nest(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        part = st.lists(inner, min_size=1, max_size=2).map("; ".join)

        def of(word: str) -> st.SearchStrategy[str]:
            _, least, most = COMPOSITES[word]
            return st.lists(part, min_size=least, max_size=most).map(lambda parts: f"{word}({', '.join(parts)})")

        return simple | st.sampled_from(_composites(file, name)).flatmap(of) if _composites(file, name) else simple

    steps = st.lists(nest(nest(nest(simple))), min_size=0, max_size=3).map("; ".join)
    return steps.filter(lambda text: not text or _readable(column, text))


@cache
def tasks() -> st.SearchStrategy[str]:
    """Rows of a card, as far as the loader takes them."""

    def fits(text: str) -> bool:
        try:
            parse_tasks(text)
        except NotationError:
            return False
        return True

    return task_cards.map(format_tasks).filter(fits)


REQUIREMENTS = st.sampled_from(
    ["lore", "peril, terror", "inv 20", "inv 1, sanity 5", "stamina 2", "clock, clock, clock", "lore/peril/terror",
     "lore, lore, lore, lore, lore, lore, lore, lore", "inv 3, inv 3, inv 3, inv 3, peril/terror, sanity 1, clock"]
)  # fmt: skip
LOCKS = st.integers(-1, 2)
TROPHIES = st.sampled_from((-1, 1, 2, 9))


class Wild:
    """A deck (shape (1,)) into which drawn facts are written."""

    def __init__(self, draw, decks: np.ndarray):
        self.draw, self.decks, self.n_ops = draw, decks.copy(), 0
        self.deck["ops"] = np.zeros(1, state.op_dtype)[0]
        self.written: list[str] = []

    def __repr__(self) -> str:
        return f"<{int(self.deck['players'])} players; {' | '.join(self.written)}>"

    @property
    def deck(self) -> np.void:
        return self.decks[0]

    def text(self, file: str, name: str) -> tuple[int, int]:
        return self.write(file, name, self.draw(texts(file, name)))

    def write(self, file: str, name: str, text: str) -> tuple[int, int]:
        self.written.append(f"{file}.{name}: {text}")
        ops = compile_effect(FILES[file].columns[name].read(text)) if text else ()
        start = self.n_ops
        self.n_ops += len(ops)
        self.deck["ops"][["code", "amount", "target", "size"]][start : self.n_ops] = list(ops)
        return start, len(ops)

    def texts(self, file: str, name: str, cards: np.ndarray, kinds: int = 2) -> None:
        """A few texts for a column, dealt out to the cards in turn."""
        programs = [self.text(file, name) for _ in range(kinds)]
        for i in range(len(cards)):
            cards[i][name] = programs[i % kinds]


def _wild_adventures(wild: Wild) -> None:
    cards = wild.deck["adventures"][: wild.deck["n_adventures"]]
    specials = {int(card) for card in wild.deck["specials"]}
    for name in ADVENTURE_TEXTS:
        wild.texts("adventures", name, cards)
    chain = wild.write("adventures", "reward", "stage_2; next_special")
    rows = [parse_tasks(wild.draw(tasks())) for _ in range(4)]
    locks, trophies = wild.draw(st.tuples(LOCKS, LOCKS, st.just(-1))), wild.draw(st.tuples(TROPHIES, TROPHIES))
    for i, card in enumerate(cards):
        card["lock"], card["trophy"] = locks[i % 3], trophies[i % 2]
        if i in specials:  # their chain is checked by the loader
            card["reward"], card["midnight"] = chain, (0, 0)
            continue
        chosen = rows[i % 4]
        card["n_tasks"], card["ordered"], card["tasks"] = len(chosen.rows), chosen.ordered, task_records(chosen)


def _wild_people(wild: Wild) -> None:
    first = wild.draw(st.integers(0, state.SANITY_FOR_RESULT))
    for i, person in enumerate(wild.deck["investigators"][: wild.deck["n_investigators"]]):
        person["ability"] = (first + i) % (state.SANITY_FOR_RESULT + 1)
        person["result"] = i % (state.WILD + 1)
    extreme = wild.draw(st.sampled_from((1, 5, 9)))
    wild.deck["investigators"]["sanity"] = extreme
    wild.deck["investigators"]["free"] = wild.draw(st.sampled_from((0, 4)))
    items = wild.deck["items"][: wild.deck["n_items"]]
    wild.texts("items", "effect", items, 4)
    for i, item in enumerate(items):
        when = i % state.WHEN_COST
        item["when"], item["tokens"] = when, (0, 1, 9)[i % 3]
        item["secures"], item["any_turn"] = (8, 1, 2)[i % 3] * (when == state.WHEN_SECURING), i % 2


def _wild_monsters(wild: Wild) -> None:
    monsters = wild.deck["monsters"][: wild.deck["n_monsters"]]
    for name in ("collected", "midnight"):
        wild.texts("monsters", name, monsters)
    for i, monster in enumerate(monsters):
        if i < 3:
            monster["task"] = requirement_record(parse_requirement(wild.draw(REQUIREMENTS)))
            monster["lock"], monster["trophy"] = wild.draw(LOCKS), wild.draw(TROPHIES)
        else:
            for name in ("task", "lock", "trophy"):
                monster[name] = monsters[i % 3][name]


def _wild_sheet(wild: Wild) -> None:
    sheet, draw = wild.deck["ancient_one"], wild.draw
    sheet["signs"] = draw(st.sampled_from((1, 10, 60)))
    sheet["doom"] = draw(st.sampled_from((1, 2, 10, state.MAX_DOOM)))
    icons = draw(st.integers(0, 2**state.MAX_DOOM - 1))
    sheet["icon"][1:] = [icons >> space & 1 for space in range(state.MAX_DOOM)]
    sheet["icon"][int(sheet["doom"]) + 1 :] = 0
    for name, most in (("ability", 3), ("awakens", 2), ("attack", 3)):
        sheet[name] = draw(st.integers(0, most))
    for name in ("midnight", "attack_effects"):
        sheet[name] = wild.text("ancient_ones", name)
    sheet["task"] = requirement_record(parse_requirement(draw(REQUIREMENTS)))
    wild.deck["storms_of_day"][2:8] = draw(st.sampled_from(((0,) * 6, (4, 5, 6, 7, 8, 9), (28,) * 6)))


@st.composite
def wild_sea(draw, base: np.ndarray) -> Wild:
    """Decks of R'lyeh Rising like `base` (shape (1,)): as `wild_cards`, with costs, locks, icons and amulets anew."""
    wild = draw(wild_cards(base))
    deck = wild.deck
    markers = deck["monsters"][: deck["n_monsters"]]
    costs = [wild.text("monsters", "collected") for _ in range(3)]
    for m, marker in enumerate(markers):
        marker["cost"] = costs[m % 3]
    icons = deck["ancient_one"]["icon"]
    icons[icons > 0] = draw(st.sampled_from((state.STORM_ICON, state.LEGION_ICON)))
    deck["amulet"] = draw(st.tuples(*(st.integers(0, 2) for _ in range(state.AMULET_TOKENS))))
    deck["track_spaces"] = draw(st.sampled_from((1, 2, 12)))
    deck["track_start"] = draw(st.integers(1, int(deck["track_spaces"])))
    deck["storms_of_day"] = 0
    return wild


@st.composite
def wild_cards(draw, base: np.ndarray) -> Wild:
    """Decks like `base` (shape (1,)) with all texts, tasks and numbers drawn anew."""
    wild = Wild(draw, base)
    deck = wild.deck
    _wild_adventures(wild)
    for text in ("mythos.top", "mythos.bottom", "storms.penalty", "backs.arrive", "backs.midnight"):
        file, name = text.split(".")
        wild.texts(file, name, deck[file], 3)
    _wild_people(wild)
    _wild_monsters(wild)
    _wild_sheet(wild)
    deck["players"], deck["season"] = draw(st.sampled_from((1, 3, 8))), draw(st.integers(0, 1))
    deck["supplies"] = draw(st.sampled_from((0, 15, 99)))
    changed = draw(st.sets(st.sampled_from(state.RULING_FIELDS), max_size=6))
    for name in state.RULING_FIELDS:
        deck["rulings"][name] = len(RULINGS[name.upper()].values) - 1 if name in changed else 0
    deck["rulings"]["supply_cap"] = draw(st.sampled_from((0, 19, 39)))
    deck["rulings"]["turn_cap"] = 40
    return wild
