"""The clock of Arkham Horror while nobody acts (H-1 .. H-5, H-7 .. H-11), a whole game.

What is printed comes from the same files as the engine's, read here by hand; what is random from the same
words, made here by hand: the word of (key, purpose, number) for the number-th draw of that purpose.  Where
the group chooses, it takes the first gate in the order of the board's file.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

CARDS = Path(__file__).parents[2] / "sim" / "arkham" / "cards"

# --- chance ------------------------------------------------------------------------------------------
WORD = 2**64
GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
CARD, MARKER, MONSTER, DIE, ENCOUNTER, PLACE = range(21, 27)


def mix(x: int) -> int:
    """The last step of splitmix64."""
    x = (x ^ (x >> 30)) * FIRST % WORD
    x = (x ^ (x >> 27)) * SECOND % WORD
    return x ^ (x >> 31)


def key_of(seed: int, game: int) -> int:
    return mix((mix((seed + GOLDEN) % WORD) + (game + 1) * GOLDEN) % WORD)


def number_below(key: int, purpose: int, number: int, n: int) -> int:
    return (mix((key + purpose * FIRST + (number + 1) * GOLDEN) % WORD) >> 32) * n >> 32


# --- what is printed ---------------------------------------------------------------------------------
@cache
def printed(file: str) -> tuple[dict[str, str], ...]:
    with (CARDS / f"{file}.csv").open(newline="", encoding="utf-8") as lines:
        return tuple(csv.DictReader(lines))


def words(cell: str) -> list[str]:
    return [] if cell == "-" else cell.split()


SHOPS = {3: "General Store", 6: "Curiositie Shoppe", 9: "Ye Olde Magick Shoppe"}  # H-7.4
WEATHER_CANCELLED_BY = "Ithaqua"  # H-8.3


class Awakening(Exception):  # noqa: N818
    """The Ancient One wakes up; the message is the cause."""


@dataclass
class City:
    """Everything on the table.  Monsters are numbers, their places names."""

    ancient_one: str
    players: int
    key: int
    texts: bool = True
    sealed: set[str] = field(default_factory=set)
    rulings: dict[str, str] = field(default_factory=dict)
    encounter_gates: float = 0
    lost: float = 0

    def __post_init__(self):
        one = next(row for row in printed("ancient_ones") if row["name"] == self.ancient_one)
        self.track = int(one["doom"])
        self.doom_per_lost = self.ancient_one == "Yig"
        p = self.players
        self.limit, self.most_outside = p + 3, 8 - p  # H-1.1
        self.too_many_gates = {1: 8, 2: 8, 3: 7, 4: 7, 5: 6, 6: 6, 7: 5, 8: 5}[p]
        self.per_gate = 1 if p < 5 else 2
        self.home = {row["location"]: row["neighbourhood"] for row in printed("board")}
        self.unstable = [row["location"] for row in printed("board") if row["unstable"] == "yes"]
        self.streets = [row["street"] for row in printed("streets")]
        kinds = [row for row in printed("monsters") if row["mask"] == "no" or self.ancient_one == "Nyarlathotep"]
        self.monsters = [dict(row) for row in kinds for _ in range(int(row["count"]))]
        if self.ancient_one == "Hastur":
            for monster in self.monsters:
                if monster["name"] == "Cultist":
                    monster["movement"] = "flying"
        self.cup = list(range(len(self.monsters)))
        self.place = dict.fromkeys(self.cup, "the cup")
        self.town: list[int] = []  # in Arkham and the Sky, as they came
        self.outside: list[int] = []
        self.stack = list(range(16))
        self.deck = list(range(67))
        self.loose = 67  # cards from the top on, in no order yet
        self.loose_markers = 16
        self.drawn = {CARD: 0, MARKER: 0, MONSTER: 0, DIE: 0}
        self.gates: dict[str, int] = {}
        self.clues = dict.fromkeys(self.unstable, 1)
        self.terror = self.doom = self.cards = self.surges = self.overflows = self.opened = 0
        self.allies = 11
        self.environment: int | None = None
        self.rumor: int | None = None
        self.rumor_came = self.counters = 0
        self.two_cards = False
        self.phase = 0
        self.cause = ""
        self.shops: list[str] = []
        self.course: list[tuple[int, int, int]] = []  # cards, terror and doom after each card

    def value(self, ruling: str) -> str | None:
        """Of a ruling, what is not its default."""
        return self.rulings.get(ruling)

    # --- draws ---------------------------------------------------------------------------------------
    def next_number(self, purpose: int, n: int) -> int:
        self.drawn[purpose] += 1
        return number_below(self.key, purpose, self.drawn[purpose] - 1, n)

    def take_top(self, pile: list[int], purpose: int, loose: int) -> int:
        """The top of a pile; any of its first `loose` ones may be it, and the one before it takes its place."""
        if loose:
            at = self.next_number(purpose, loose)
            pile[0], pile[at] = pile[at], pile[0]
        else:
            self.drawn[purpose] += 1
        return pile.pop(0)

    def top_card(self) -> int:
        card = self.take_top(self.deck, CARD, self.loose)
        self.loose = max(0, self.loose - 1)
        return card

    def draw_card(self) -> int:
        while printed("mythos")[card := self.top_card()]["type"] == "reshuffle":  # H-2.6
            self.deck.append(card)
            self.loose = len(self.deck)
        return card

    def draw_monster(self) -> int:
        if not self.cup:
            raise Awakening("cup")  # H-9.4
        at = self.next_number(MONSTER, len(self.cup))
        self.cup[at], self.cup[-1] = self.cup[-1], self.cup[at]
        return self.cup.pop()

    def roll(self) -> int:
        self.drawn[DIE] += 1  # dice are counted from one
        return 1 + number_below(self.key, DIE, self.drawn[DIE], 6)

    # --- doom and terror -----------------------------------------------------------------------------
    def more_doom(self) -> None:
        self.doom += 1
        if self.doom == self.track:
            raise Awakening("doom")  # H-9.1

    def environment_says(self, text: str) -> bool:
        if self.environment is None:
            return False
        card = printed("mythos")[self.environment]
        idle_weather = card["type"] == "weather" and self.ancient_one == WEATHER_CANCELLED_BY
        return card["effect"] == text and not idle_weather

    def more_terror(self) -> None:
        frozen = self.environment_says("terror frozen")
        if self.terror == 10:  # H-7.6
            if not frozen or self.value("FROZEN_SCOPE") == "RISE_ONLY":
                self.more_doom()
            return
        if frozen:
            return
        self.terror += 1
        self.allies = max(0, self.allies - 1)  # H-7.3
        if self.terror in SHOPS:
            shop = SHOPS[self.terror]
            self.shops.append(shop)
            for monster in self.town:
                if self.place[monster] == shop:
                    self.place[monster] = f"{self.home[shop]} streets"
        if self.terror == 10:
            self.empty_outside()
            if self.value("TERROR10_DOOM") == "ALSO_ON_REACHING":
                self.more_doom()
            self.count_at_ten()

    def count_at_ten(self) -> None:
        """H-9.5"""
        n, enough = len(self.town), 2 * (self.players + 3)
        if self.terror == 10 and (n == enough if self.value("TERROR10_COUNT") == "EXACT" else n >= enough):
            raise Awakening("terror10")

    # --- monsters ------------------------------------------------------------------------------------
    def into_cup(self, monster: int) -> None:
        self.cup.append(monster)
        self.place[monster] = "the cup"

    def empty_outside(self) -> None:
        for monster in self.outside:
            self.into_cup(monster)
        self.outside.clear()

    def arrives(self, monster: int, place: str) -> None:
        """H-5.2 .. H-5.5"""
        if self.terror == 10 or len(self.town) < self.limit:
            self.place[monster] = place
            self.town.append(monster)
            self.count_at_ten()
            return
        self.outside.append(monster)
        self.place[monster] = "the Outskirts"
        if len(self.outside) > self.most_outside:
            self.overflows += 1
            self.empty_outside()
            self.more_terror()

    def leave_for_cup(self, monsters: list[int]) -> None:
        for monster in monsters:
            self.town.remove(monster)
            self.into_cup(monster)

    # --- step 1 --------------------------------------------------------------------------------------
    def step_one(self, where: str) -> None:
        if where in self.sealed:
            return
        if where in self.gates:
            self.surge(where)
        else:
            self.gate_opens(where, self.per_gate)

    def gate_opens(self, where: str, monsters: int) -> None:
        """H-3.3"""
        self.more_doom()
        if not self.stack:
            raise Awakening("markers")
        self.gates[where] = self.take_top(self.stack, MARKER, self.loose_markers)
        self.loose_markers = max(0, self.loose_markers - 1)
        self.opened += 1
        self.clues[where] = 0
        if len(self.gates) == self.too_many_gates:
            raise Awakening("gates")
        for _ in range(monsters):
            self.arrives(self.draw_monster(), where)

    def surge(self, surging: str) -> None:
        """H-4.1 .. H-4.3"""
        self.surges += 1
        gates = [where for where in self.unstable if where in self.gates]
        k = len(gates) if self.value("SURGE_COUNT") == "GATES_ONLY" else max(len(gates), self.players)
        each, extra = divmod(k, len(gates))
        first = [surging, *(where for where in gates if where != surging)][:extra]
        all_of_them = [where for where in gates for _ in range(each + (where in first))]
        fit = len(all_of_them) if self.terror == 10 else max(0, self.limit - len(self.town))
        for where in all_of_them[:fit] + all_of_them[fit:]:
            self.arrives(self.draw_monster(), where)

    # --- steps 3 and 4 -------------------------------------------------------------------------------
    def one_arrow(self, place: str, step: int) -> str:
        if place in self.home:
            return f"{self.home[place]} streets"
        at = self.streets.index(place.removesuffix(" streets"))
        return f"{self.streets[(at + step) % len(self.streets)]} streets"

    def move(self, card: dict[str, str]) -> None:
        """H-10.1 .. H-10.3, no investigator anywhere"""
        for monster in self.town:
            about = self.monsters[monster]
            place = self.place[monster]
            step = 1 if about["symbol"] in words(card["white"]) else -1
            if place == "the Sky" or about["symbol"] not in words(card["white"]) + words(card["black"]):
                continue
            steps = {"normal": 1, "fast": 2}.get(about["movement"], 0)
            if steps == 2 and self.environment_says("fast slowed"):
                steps = 1
            for _ in range(steps):
                place = self.one_arrow(place, step)
            if about["movement"] == "flying" and not self.environment_says("flying frozen"):
                place = "the Sky"
            self.place[monster] = place

    def ability(self, number: int) -> None:
        """H-3.5"""
        card = printed("mythos")[number]
        if not self.texts or (card["type"] == "rumor" and self.rumor is not None):
            self.deck.append(number)
        elif card["type"] == "headline":
            self.headline(card["effect"])
            self.deck.append(number)
        elif card["type"] == "rumor":
            self.rumor, self.rumor_came, self.counters = number, self.phase, 0
            if card["name"] == "Good Work Undone":
                self.counters = 6
            if card["name"] == "The Terrible Experiment":
                for _ in range(5):
                    self.onto_rumor()
        else:
            if self.environment is not None:
                self.deck.append(self.environment)
            self.environment = number

    def headline(self, text: str) -> None:
        """H-11.2, H-11.4"""
        verb, _, about = text.partition(" ")
        if text == "clear Sky and Outskirts":
            self.leave_for_cup([m for m in self.town if self.place[m] == "the Sky"])
            self.empty_outside()
        elif text == "clear all streets":
            self.leave_for_cup([m for m in self.town if self.place[m].endswith(" streets")])
        elif text == "clear all locations":
            self.leave_for_cup([m for m in self.town if self.place[m] in self.home])
        elif verb == "clear":
            there = [place for place, where in self.home.items() if where == about] + [f"{about} streets"]
            self.leave_for_cup([m for m in self.town if self.place[m] in there])
        elif verb == "terror":
            for _ in range(int(about)):
                self.more_terror()
        elif verb == "drive":
            kinds = about.removeprefix("off ").split(", ")
            gone = [
                m
                for kind in kinds
                for m in self.town
                if self.monsters[m]["name"] == kind and self.place[m] != "the Sky"
            ]
            self.leave_for_cup(gone)
            if gone:
                self.more_terror()
        elif verb == "spawn":
            for _ in range(2):
                self.arrives(self.draw_monster(), f"{about} streets")

    # --- rumors --------------------------------------------------------------------------------------
    def onto_rumor(self) -> None:
        self.place[self.draw_monster()] = "the rumor"

    def on_rumor(self) -> list[int]:
        return sorted(m for m, place in self.place.items() if place == "the rumor")

    def rumor_acts(self) -> None:
        """H-11.5"""
        if self.rumor is None or self.rumor_came == self.phase:
            return
        name = printed("mythos")[self.rumor]["name"]
        failed = False
        if name == "Disturbing the Dead":
            if self.terror < 10 and self.roll() <= 2:
                self.more_terror()
            failed = self.terror == 10
        elif name == "The Stars Are Right":
            if self.roll() <= 2:
                self.more_doom()
        elif name == "Good Work Undone":
            self.counters += sum(self.roll() <= 2 for _ in range(2))
            if failed := self.counters >= 10:
                self.sealed.clear()
        elif name == "The Great Ritual":
            self.counters += 1
            if failed := self.counters == 5:
                self.two_cards = True
        elif name == "The Southside Strangler Strikes":
            self.allies = max(0, self.allies - 1)
            failed = self.allies == 0
        else:
            self.onto_rumor()
            if failed := len(self.on_rumor()) == 8:
                while self.terror < 10 and not self.environment_says("terror frozen"):
                    self.more_terror()
                for monster in self.on_rumor():
                    self.arrives(monster, "Miskatonic U. streets")
        if failed:
            if self.value("RUMOR_DONE") == "UNDER_DECK":
                self.deck.append(self.rumor)
            self.rumor = None

    # --- the game ------------------------------------------------------------------------------------
    def resolve(self, number: int, gate_only: bool = False) -> None:
        """H-3.1"""
        card = printed("mythos")[number]
        self.cards += 1
        self.step_one(card["gate"])
        if gate_only:
            self.deck.append(number)
            return
        if card["clue"] != "-" and card["clue"] not in self.gates:
            self.clues[card["clue"]] += 1
        if self.texts:
            self.move(card)
        self.ability(number)

    def happens(self, number: int, rate: float) -> int:
        """How often in this turn what happens `rate` times on average."""
        whole, thousandths = divmod(round(1000 * rate), 1000)
        return whole + (number_below(self.key, ENCOUNTER, number, 1000) >= 1000 - thousandths)

    def encounters(self) -> None:
        """H-3.6, H-8.3"""
        for i in range(self.happens(2 * self.phase, self.encounter_gates)):
            where = self.unstable[number_below(self.key, PLACE, 64 * self.phase + i, len(self.unstable))]
            if where not in self.gates and where not in self.sealed:
                self.gate_opens(where, 1)
        for _ in range(self.happens(2 * self.phase + 1, self.lost)):
            if self.doom_per_lost:
                self.more_doom()

    def play(self) -> None:
        """From the setup's card to awakening."""
        try:
            self.phase = 1
            while printed("mythos")[card := self.top_card()]["type"] in ("rumor", "reshuffle"):  # H-2.5
                self.deck.append(card)
            self.resolve(card)
            while True:
                self.course.append((self.cards, self.terror, self.doom))
                self.encounters()
                self.phase += 1
                if self.two_cards:
                    self.resolve(self.draw_card(), gate_only=True)
                    self.course.append((self.cards, self.terror, self.doom))
                self.resolve(self.draw_card())
                self.rumor_acts()
        except Awakening as cause:  # H-9.6
            self.cause = str(cause)
            for monster in self.on_rumor():
                self.into_cup(monster)
            self.environment = self.rumor = None
