"""A table to try single rules on: every rule behind one compiled call, cards written in notation.

``Board`` holds the records of a game.  Its deck begins blank: cards without dangers or
rewards, blank storms, no monsters, items that do nothing; tests write on it what they need.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from scripted import Question, Scripted

from sim.cards.notation import parse_effect, parse_requirement, parse_tasks
from sim.cards.programs import compile_effect, requirement_record, task_records
from sim.chance import game_key
from sim.compiled import compiled
from sim.entrances import CAMP, ULTIMA_THULE, fill_entrance
from sim.rules import state
from sim.rules.adventures import deal, discard_adventure, enter_other_world, enter_special
from sim.rules.alaska.day_track import advance_day, storm_doom
from sim.rules.alaska.reveal import resolve_storms
from sim.rules.alaska.storms import place_storms, put_storm
from sim.rules.alaska.supplies import gain_supplies
from sim.rules.attempt import resolution
from sim.rules.battle import ancient_one_attacks, attack_ancient_one, awaken
from sim.rules.clock import advance_clock
from sim.rules.compile import SOURCES
from sim.rules.doom import add_doom, add_signs, remove_doom
from sim.rules.effects import PENALTIES, REWARDS
from sim.rules.entrance import purchase
from sim.rules.hands import take
from sim.rules.investigators import devour, lose_points, regain
from sim.rules.items import gain_cards
from sim.rules.midnight import midnight
from sim.rules.monsters import appear, defeat, remove
from sim.rules.movement import arrive, movement
from sim.rules.mythos import draw_mythos
from sim.rules.resolving import collect, resolve, resolve_box
from sim.rules.rlyeh.legion import legion_appears, legion_reappears
from sim.rules.rlyeh.missions import fulfil_missions
from sim.rules.rlyeh.stage_two import rise
from sim.rules.setup import setup
from sim.rules.state import Choice, Deck, Game, Hidden, Log, Policy, Table
from sim.rules.trophies import pay, win_adventure, win_monster
from sim.rules.turn import play_game, take_turn
from sim.rules.usable import use_card
from sim.rulings import RULINGS, ruling_number

#: R'lyeh Rising on a blank deck: what is unknown of it is made up.
MONSTERS, MISSIONS, LEGIONS = 22, 5, 15  # markers in this order
FIRST_MISSION, FIRST_LEGION = MONSTERS, MONSTERS + MISSIONS
TRACK, START = 6, 3
AMULET = (state.GREEN, state.GREEN, state.RED)  # as in E-132
WRECKAGE = tuple((price + 1, which, benefit) for price, which, benefit in ULTIMA_THULE if price < 5)

RULES = """
    setup play_game take_turn movement arrive resolution resolve_storms midnight advance_day storm_doom
    draw_mythos purchase awaken attack_ancient_one ancient_one_attacks advance_clock add_doom remove_doom
    add_signs place_storms put_storm gain_supplies appear remove defeat collect lose_points regain devour
    gain_cards take use_card pay win_adventure win_monster resolve rewards penalties deal enter_special
    enter_other_world discard_adventure legion_appears legion_reappears fulfil_missions rise
""".split()


def _records(record: types.Type) -> types.Array:
    return types.Array(record, 1, "C")


@compiled(
    types.void(
        types.int64, _records(Game), _records(Hidden), _records(Deck), _records(Choice), _records(Log), Policy,
        types.int64, types.int64, types.int64, types.int64,
    ),
    *SOURCES,
    "tests/board.py",
)  # fmt: skip
def _call(rule, games, hiddens, decks, choices, logs, policy, a, b, c, d):
    t = Table(games[0], hiddens[0], decks[0], choices[0], logs[0], policy)
    if rule == 0:
        setup(t)
    elif rule == 1:
        play_game(t)
    elif rule == 2:
        take_turn(t)
    elif rule == 3:
        movement(t)
    elif rule == 4:
        arrive(t, a, b)
    elif rule == 5:
        resolution(t)
    elif rule == 6:
        resolve_storms(t, a)
    elif rule == 7:
        midnight(t)
    elif rule == 8:
        advance_day(t)
    elif rule == 9:
        storm_doom(t)
    elif rule == 10:
        draw_mythos(t)
    elif rule == 11:
        purchase(t)
    elif rule == 12:
        awaken(t)
    elif rule == 13:
        attack_ancient_one(t)
    elif rule == 14:
        ancient_one_attacks(t)
    elif rule == 15:
        advance_clock(t)
    elif rule == 16:
        add_doom(t)
    elif rule == 17:
        remove_doom(t)
    elif rule == 18:
        add_signs(t, a)
    elif rule == 19:
        place_storms(t, a, b)
    elif rule == 20:
        put_storm(t, a, b)
    elif rule == 21:
        gain_supplies(t, a)
    elif rule == 22:
        appear(t, a)
    elif rule == 23:
        remove(t, a)
    elif rule == 24:
        defeat(t, a, b)
    elif rule == 25:
        collect(t, a, b)
    elif rule == 26:
        lose_points(t, a, b, c)
    elif rule == 27:
        regain(t, a, b, c)
    elif rule == 28:
        devour(t, a)
    elif rule == 29:
        gain_cards(t, a, b, c)
    elif rule == 30:
        take(t, a, b)
    elif rule == 31:
        use_card(t, a, b)
    elif rule == 32:
        pay(t, a, b)
    elif rule == 33:
        win_adventure(t, a, b)
    elif rule == 34:
        win_monster(t, a, b)
    elif rule == 35:
        resolve(t, a, b, c, d)
    elif rule == 36:
        resolve_box(t, a, b, c, REWARDS)
    elif rule == 37:
        resolve_box(t, a, b, c, PENALTIES)
    elif rule == 38:
        deal(t, a, b)
    elif rule == 39:
        enter_special(t, a)
    elif rule == 40:
        enter_other_world(t)
    elif rule == 41:
        discard_adventure(t, a, b)
    elif rule == 42:
        legion_appears(t)
    elif rule == 43:
        legion_reappears(t, a)
    elif rule == 44:
        fulfil_missions(t, a)
    elif rule == 45:
        rise(t)


def _first(question: Question) -> int:
    return 0


class Board:
    """Records of one game in setup's state, and every rule of ``RULES`` as a method.

    >>> board = Board(players=2)                             # doctest: +SKIP
    >>> board.card(0, tasks="lore | inv 3", reward="sign +1") # doctest: +SKIP
    >>> board.stand(0, slot=0); board.resolution()           # doctest: +SKIP
    """

    def __init__(self, players: int = 1, decide=_first, *, seed: int = 1, season: str = "winter", mode: str = "alaska"):
        self.games = np.zeros(1, state.game_dtype)
        self.hiddens = np.zeros(1, state.hidden_dtype)
        self.decks = np.zeros(1, state.deck_dtype)
        self.choices = np.zeros(1, state.choice_dtype)
        self.logs = np.zeros(1, state.log_dtype)
        self.logs["first"] = -1
        self.policy = Scripted(decide)
        self.n_ops = 0
        self._blank_deck(players, season)
        if mode == "rlyeh":
            self._blank_rlyeh()
        self.hiddens["key"] = self.hiddens["dice_key"] = game_key(np.uint64(seed), np.uint64(0))
        self.setup()

    def clear(self) -> None:
        """Nothing has happened yet: all records as before a game, with the same keys."""
        key, dice_key = self.hidden["key"], self.hidden["dice_key"]
        self.games[0], self.hiddens[0] = 0, 0
        self.hidden["key"], self.hidden["dice_key"] = key, dice_key

    # --- cards ---------------------------------------------------------------------------
    def _blank_deck(self, players: int, season: str) -> None:
        deck = self.deck
        deck["season"] = ("summer", "winter").index(season)
        deck["players"] = players
        fill_entrance(deck, 0, CAMP)
        deck["supplies"] = 15
        deck["storms_of_day"][: state.MAX_TRACK] = (0, 0, 0, 4, 5, 6, 8, 9, 7 if season == "summer" else 0)
        deck["n_adventures"], deck["n_items"], deck["n_monsters"] = 72, 64, 34
        deck["n_mythos"], deck["n_storms"], deck["n_investigators"] = 30, 28, 24
        deck["specials"] = (60, 61, 62, 63)
        for i in range(72):
            card = deck["adventures"][i]
            card["kind"] = state.ORDINARY if i < 60 else state.SPECIAL if i < 64 else state.OTHER_WORLD
            card["stage"] = 1 if i < 28 or i in (60, 61) else 2 if i < 64 else 0
            card["trophy"] = 1
            card["lock"] = -1
            card["n_tasks"] = 1
            card["tasks"] = task_records(parse_tasks("lore"))
        for i in range(64):
            item = deck["items"][i]
            item["kind"] = 0 if i < 17 else 1 if i < 34 else 2 if i < 51 else 3
            item["tokens"] = 1
        deck["monsters"]["lock"] = -1
        deck["monsters"]["trophy"] = 1
        deck["monsters"]["task"] = requirement_record(parse_requirement("peril"))
        deck["investigators"]["sanity"] = 5
        deck["investigators"]["stamina"] = 5
        deck["investigators"]["own"] = -1
        sheet = deck["ancient_one"]
        sheet["signs"], sheet["doom"] = 10, 10
        sheet["task"] = requirement_record(parse_requirement("peril, peril"))
        for name, ruling in RULINGS.items():
            if name.lower() in state.RULING_FIELDS:
                deck["rulings"][name.lower()] = ruling_number(name, ruling.values[0])
        deck["rulings"]["turn_cap"] = 2000

    def _blank_rlyeh(self) -> None:
        """The same cards in R'lyeh Rising, with Legions, missions and skills that do nothing, and no storms."""
        deck = self.deck
        deck["mode"] = state.RLYEH
        deck["supplies"] = deck["n_storms"] = 0
        deck["storms_of_day"] = 0
        for side, purchases in enumerate((ULTIMA_THULE, WRECKAGE)):
            fill_entrance(deck, side, purchases)
        deck["track_spaces"], deck["track_start"], deck["amulet"] = TRACK, START, AMULET
        deck["n_items"] = 76
        deck["items"]["kind"][64:76] = state.SKILL
        deck["items"]["tokens"][64:76] = 1
        deck["n_monsters"] = FIRST_LEGION + LEGIONS
        deck["monsters"]["kind"][FIRST_MISSION:] = state.MISSION
        deck["monsters"]["trophy"][FIRST_MISSION:] = 3
        deck["monsters"]["kind"][FIRST_LEGION:] = state.LEGION
        deck["monsters"]["trophy"][FIRST_LEGION:] = 1
        deck["n_mythos"] = 40
        deck["mythos"]["stage"][:40] = np.repeat((1, 2), 20)

    @property
    def game(self) -> np.void:
        return self.games[0]

    @property
    def deck(self) -> np.void:
        return self.decks[0]

    @property
    def hidden(self) -> np.void:
        return self.hiddens[0]

    def program(self, effect: str) -> tuple[int, int]:
        """Write an effect into the deck; its start and size."""
        ops = compile_effect(parse_effect(effect))
        start = self.n_ops
        for op in ops:
            for field, value in zip(("code", "amount", "target", "size"), op, strict=True):
                self.deck["ops"][self.n_ops][field] = value
            self.n_ops += 1
        return start, len(ops)

    def write(self, card: np.void, **facts: Any) -> None:
        """Write facts on a card: tasks, task and texts in notation, all else as it is."""
        for name, value in facts.items():
            if name == "tasks":
                tasks = parse_tasks(value)
                card["n_tasks"] = len(tasks.rows)
                card["ordered"] = tasks.ordered
                card["tasks"] = task_records(tasks)
            elif name == "task":
                card["task"] = requirement_record(parse_requirement(value))
            elif isinstance(value, str):
                card[name] = self.program(value)
            else:
                card[name] = value

    def card(self, slot: int, *, faceup: bool = True, **facts: Any) -> np.void:
        """Write on the adventure in a place, and turn it up or down."""
        number = int(self.hidden["front"][slot])
        self.write(self.deck["adventures"][number], **facts)
        self.game["slots"][slot]["faceup"] = faceup
        self.game["slots"][slot]["card"] = number if faceup else -1
        return self.deck["adventures"][number]

    def ruling(self, name: str, value: str) -> None:
        self.deck["rulings"][name.lower()] = ruling_number(name, value)

    # --- people --------------------------------------------------------------------------
    def player(self, player: int) -> np.void:
        return self.game["investigators"][player]

    def stand(self, player: int, slot: int) -> None:
        self.player(player)["at"] = slot

    def decide(self, decide) -> None:
        self.policy = Scripted(decide)

    # --- rules ---------------------------------------------------------------------------
    def __getattr__(self, rule: str):
        if rule not in RULES:
            raise AttributeError(rule)

        def call(a: int = 0, b: int = 0, c: int = 0, d: int = -1) -> None:
            records = self.games, self.hiddens, self.decks, self.choices, self.logs
            _call(RULES.index(rule), *records, self.policy, a, b, c, d)
            if getattr(self.policy, "error", None):  # a compiled policy keeps none
                raise self.policy.error

        return call

    def do(self, effect: str, player: int = 0, here: int = -1) -> None:
        """Carry out an effect as a text (C-15.11: every token acts at once)."""
        self.resolve(*self.program(effect), player, here)
