"""A table of the Arkham Horror clock to try single rules on."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from invariants_arkham import in_pile
from scripted import Question, Scripted
from twins.arkham import DIE, key_of, number_below

from sim.arkham import state
from sim.arkham.facts import facts
from sim.arkham.rules import log
from sim.arkham.rules.awakening import check_terror_ten
from sim.arkham.rules.choices import ACT_PAY, ACT_RETURN, ACT_VISIT, KINDS
from sim.arkham.rules.doom import add_doom
from sim.arkham.rules.environments import environment_comes
from sim.arkham.rules.game import play_game
from sim.arkham.rules.gates import close_gate, open_gate, seal
from sim.arkham.rules.headlines import headline
from sim.arkham.rules.monsters import draw_monster
from sim.arkham.rules.movement import move_monsters
from sim.arkham.rules.mythos_deck import draw_card
from sim.arkham.rules.mythos_phase import gate_and_monsters, mythos_phase, place_clue, resolve_card
from sim.arkham.rules.rumors import rumor_acts, rumor_comes
from sim.arkham.rules.setup import first_card, set_up
from sim.arkham.rules.surge import monster_surge
from sim.arkham.rules.terror import raise_terror
from sim.arkham.rules.turn import befall, investigators_turn
from sim.arkham.rulings import RULINGS
from sim.arkham.scenario import Scenario
from sim.arkham.state import Table
from sim.arkham.town import build_town

RULES = {
    rule.__name__: rule
    for rule in (
        set_up, first_card, mythos_phase, resolve_card, gate_and_monsters, place_clue, monster_surge, draw_monster,
        open_gate, close_gate, seal, raise_terror, add_doom, headline, environment_comes, rumor_comes, rumor_acts,
        move_monsters, investigators_turn, befall, check_terror_ten, play_game, draw_card,
    )
}  # fmt: skip


# --- answers -----------------------------------------------------------------------------------------
class TownQuestion(Question):
    """A question of this game; `deck` is the town."""

    dtypes = (state.game_dtype, state.town_dtype, state.choice_dtype)
    kinds = KINDS


class TownScripted(Scripted):
    """A policy in plain Python (see `scripted.Scripted`)."""

    asked = TownQuestion
    policy_signature = state.POLICY


class Answers:
    """Answers in order, by kind of question: an option's `a`, or the whole option; all else the first option.

    Keeps the questions: kind, context and options of each.
    """

    def __init__(self, **answers: Iterable[int | tuple[int, int]]):
        self.left = {kind: list(those) for kind, those in answers.items()}
        self.asked: list[tuple[str, int, list[tuple[int, ...]]]] = []

    def __call__(self, question: TownQuestion) -> int:
        options = question.options
        self.asked.append((question.kind, int(question.choice["context"]), options))
        wanted = self.left.get(question.kind)
        if not wanted:
            return 0
        answer = wanted.pop(0)
        return [o if isinstance(answer, tuple) else o[0] for o in options].index(answer)

    def of(self, kind: str) -> list[list[tuple[int, ...]]]:
        """The options of every question of a kind, in order."""
        return [options for asked, _, options in self.asked if asked == kind]


def turn(*acts: int, **answers: Iterable[int | tuple[int, int]]) -> Answers:
    """A turn of these acts, then rest."""
    return Answers(TURN=acts, **answers)


VISIT, PAY, RETURN = ACT_VISIT, ACT_PAY, ACT_RETURN


# --- names -------------------------------------------------------------------------------------------
def area(name: str) -> int:
    """Where a monster can be, by its name: ``Woods``, ``Uptown streets``, ``the Sky``, ``the Outskirts``."""
    return next(place for place in range(state.NOT_IN_GAME + 1) if facts().area_name(place) == name)


def card(name: str) -> int:
    """A Mythos card."""
    return [known.name for known in facts().cards].index(name)


def kind(name: str) -> int:
    """A kind of monster."""
    return [known.name for known in facts().monsters].index(name)


def world(name: str) -> int:
    """The first of the two gate markers of a world."""
    return 2 * [known.name for known in facts().worlds].index(name)


UNSTABLE = [place.name for place in facts().locations if place.unstable]


# --- the table ---------------------------------------------------------------------------------------
class Arkham:
    """Records of one game before its first card, and every rule of ``RULES`` as a method.

    Further facts of the scenario go to `sim.arkham.scenario.Scenario`.
    """

    def __init__(self, players: int = 1, decide: Callable | None = None, *, seed: int = 1, **scenario):
        self.towns = build_town(Scenario(players=players, **scenario))
        self.games = np.zeros(1, state.game_dtype)
        self.hiddens = np.zeros(1, state.hidden_dtype)
        self.choices = np.zeros(1, state.choice_dtype)
        self.logs = np.zeros(1, state.log_dtype)
        self.logs["on"] = 1
        self.answer(decide or Answers())
        self.hidden["key"] = key_of(seed, 0)
        self.set_up()

    def again(self, key: int) -> Arkham:
        """The same table in the game of another key."""
        other = copy.copy(self)
        other.games, other.hiddens, other.logs = self.games.copy(), self.hiddens.copy(), self.logs.copy()
        other.hidden["key"] = key
        return other

    @property
    def game(self) -> np.void:
        return self.games[0]

    @property
    def hidden(self) -> np.void:
        return self.hiddens[0]

    @property
    def town(self) -> np.void:
        return self.towns[0]

    def answer(self, decide: Callable) -> None:
        self.policy = TownScripted(decide)

    def rule_so(self, **rulings: str) -> None:
        for name, value in rulings.items():
            self.town["rulings"][name] = RULINGS[name].values.index(value)

    def __getattr__(self, rule: str):
        if rule not in RULES:
            raise AttributeError(rule)

        def call(*numbers: int) -> Any:
            t = Table(self.game, self.hidden, self.town, self.choices[0], self.logs[0], self.policy)
            compiled = RULES[rule].overloads
            # past the dispatcher, which would look at the types of all fields for milliseconds
            result = (next(iter(compiled.values())).entry_point if compiled else RULES[rule])(t, *numbers)
            if getattr(self.policy, "error", None):  # a compiled policy keeps none
                raise self.policy.error
            return result

        return call

    # --- what is where -----------------------------------------------------------------------
    def places(self) -> Counter[str]:
        """How many monsters are where, but for the cup and the box."""
        names = [facts().area_name(place) for place in self.game["place"]]
        return Counter(name for name in names if name not in ("the cup", "the box"))

    def where(self, name: str) -> list[str]:
        """Where the monsters of a kind are, in order."""
        tokens = np.flatnonzero(self.town["kind"] == kind(name))
        return [facts().area_name(self.game["place"][token]) for token in tokens]

    def gates(self) -> set[str]:
        return {name for name, marker in zip(UNSTABLE, self.game["gate"], strict=True) if marker >= 0}

    def clues(self) -> dict[str, int]:
        return {name: int(n) for name, n in zip(UNSTABLE, self.game["clues"], strict=True) if n}

    def cause(self) -> str:
        return state.CAUSES[self.game["cause"]]

    def happened(self, *names: str) -> list[tuple[str, int]]:
        """Events with these names, in order, each with its first number."""
        events = self.logs[0]["events"][: self.logs[0]["n"]]
        named = [(log.EVENTS[event["code"]], int(event["a"])) for event in events]
        return [event for event in named if event[0] in names]

    def in_order(self, *names: str) -> list[str]:
        """Of all events those with these names, in order, one a row."""
        return [name for name, _ in self.happened(*names)]

    # --- setting up --------------------------------------------------------------------------
    def put(self, name: str, place: str) -> int:
        """A monster from the cup at a place, whatever the limit says; its token."""
        game, hidden = self.game, self.hidden
        here = np.flatnonzero((self.town["kind"] == kind(name)) & (game["place"] == state.IN_CUP))
        token = int(here[0])
        left = [m for m in hidden["cup"][: hidden["n_cup"]] if m != token]
        hidden["cup"][: len(left)] = left
        hidden["n_cup"] -= 1
        game["place"][token] = area(place)
        if place == "the Outskirts":
            game["outskirts"][game["n_outskirts"]] = token
            game["n_outskirts"] += 1
        elif place == "the trophies":
            game["monster_trophies"] += 1
        elif place == "the rumor":
            game["on_rumor"] += 1
        else:
            game["monsters"][game["in_town"]] = token
            game["in_town"] += 1
        return token

    def crowd(self, n: int, place: str) -> None:
        """So many monsters that no headline names: Crescents while there are some, then Circles."""
        monsters = [m for m in facts().monsters if m.symbol in ("Crescent", "Circle") and not m.mask]
        for _ in range(n):
            left = [m.name for m in monsters if m.name != "Dhole" and "the cup" in self.where(m.name)]
            self.put(min(left, key=lambda name: facts().monsters[kind(name)].symbol != "Crescent"), place)

    def marker(self, name: str) -> int:
        """A marker of a world out of the stack."""
        left = self.stack()
        marker = next(m for m in left if m // 2 == world(name) // 2)
        left.remove(marker)
        stack = self.hidden["stack"]
        stack["cards"][: len(left)] = left
        stack["top"], stack["n"], stack["unordered"] = 0, len(left), len(left)
        return marker

    def stack(self) -> list[int]:
        """The markers of the stack from the top down, settled or not."""
        return in_pile(self.hidden["stack"])

    def gate(self, location: str, behind: str = "Yuggoth") -> None:
        """A gate is open there, without doom or monsters, for long enough to have been explored (H-6.2)."""
        game, at = self.game, area(location)
        game["gate"][at] = self.marker(behind)
        game["open"] |= 1 << at
        game["n_gates"] += 1
        game["n_clues"] -= game["clues"][at]
        game["clues"][at] = 0

    def open_gates(self, n: int) -> None:
        """The first so many locations have a gate."""
        worlds = [known.name for known in facts().worlds for _ in range(known.copies)]
        for location, behind in zip(UNSTABLE[:n], worlds, strict=False):
            self.gate(location, behind)

    def gate_trophies(self, *worlds: str) -> None:
        for name in worlds:
            self.game["trophies"][self.game["n_trophies"]] = self.marker(name)
            self.game["n_trophies"] += 1

    def order(self, *names: str) -> None:
        """The deck's top cards; all others follow in the order of their file."""
        first = [card(name) for name in names]
        rest = [number for number in range(state.CARDS) if number not in first]
        deck = self.hidden["deck"]
        deck["cards"] = first + rest
        deck["top"], deck["n"], deck["unordered"] = 0, state.CARDS, 0

    def deck(self) -> list[str]:
        """The deck from the top down."""
        return [facts().cards[number].name for number in in_pile(self.hidden["deck"])]

    def in_play(self, environment: str = "", rumor: str = "", since: int = 0) -> None:
        """Cards in play, out of the deck; a rumor's phase is `since`."""
        game = self.game
        self.order(*[name for name in (environment, rumor) if name])
        if environment:
            game["environment"] = self.draw_card()
        if rumor:
            game["rumor"] = self.draw_card()
            game["rumor_since"] = since

    def dice(self, *faces: int) -> None:
        """The next dice rolled show these faces."""
        rolled = int(self.hidden["dice"])
        for seed in range(10**6):
            key = key_of(seed, 0)
            if all(1 + number_below(key, DIE, rolled + i, 6) == face for i, face in enumerate(faces, start=1)):
                self.hidden["key"] = key
                return
        raise ValueError(f"no game rolls {faces}")
