"""What the numbers of an event or a choice are called at the table."""

from __future__ import annotations

import numpy as np

from sim.cards.words import describe, describe_requirement, describe_tasks, listed
from sim.deck import DeckNames
from sim.replay.moments import Moment
from sim.replay.plain import COLOURS, FACES, program_ops, tasks_of
from sim.rules import state
from sim.rules.alaska.camp import MOST_STORMS
from sim.rules.dice import colour
from sim.rules.entrance import REST
from sim.rules.state import BOTTOM, ENTRANCE, LOCK_OF_CARD, LOCK_OF_MONSTER, LOCK_OF_MYTHOS, NO_CARD, POOL

HOURS = ("XII", "III", "VI", "IX")
STATS = ("sanity", "stamina")
CLASSES = ("common item", "unique item", "spell", "ally", "skill")
#: A-3.18, by price and option.
_PURCHASES = {
    state.BUY_STORMS: f"remove up to {MOST_STORMS} storm markers",
    state.BUY_OMEN: "advance the omen",
    state.BUY_ALLY: "1 ally",
    state.BUY_SKILL: "1 skill",
    state.BUY_UNIQUE: "1 unique item",
    state.BUY_CLUE: "1 clue",
    state.BUY_COMMON: "1 common item",
    state.BUY_SPELL: "1 spell",
    state.BUY_STAMINA: f"regain {REST} stamina",
    state.BUY_SANITY: f"regain {REST} sanity",
    state.BUY_NEW_TOP: "discard the top card of the adventure deck",
}


def purchase(benefit: int) -> str:
    """What is bought at the entrance."""
    return _PURCHASES[benefit]


class Scene:
    """A moment of a game, and the names of all that is in it.

    What a moment takes off the table still had its name at the moment before, so names are
    looked up in the state after it and, if need be, in the one before.
    """

    def __init__(self, deck: np.void, names: DeckNames, moment: Moment) -> None:
        """Look at a moment of a game that is played with `deck`."""
        self.deck = deck
        self.names = names
        self.before = moment.before
        self.after = moment.after

    def who(self, player: int) -> str:
        """The investigator of a player."""
        for game in (self.after, self.before):
            card = int(game["investigators"][player]["card"])
            if card >= 0:
                return self.names.investigators[card]
        return f"player {player + 1}"

    def investigator(self, card: int) -> str:
        """The investigator on a card."""
        return self.names.investigators[card]

    def place(self, slot: int) -> str:
        """What lies in a slot, or the entrance."""
        if slot == ENTRANCE:
            if self.deck["mode"] == state.ALASKA:
                return "the Expedition Camp"
            return "the Wreckage" if self.after["entrance"] else "the Ultima Thule"
        for game in (self.after, self.before):
            there = game["slots"][slot]
            if there["kind"] == NO_CARD:
                continue
            if there["card"] >= 0:
                return self.adventure(int(there["card"]))
            return f"facedown card {slot + 1} ({self.names.backs[int(there['back'])]})"
        return f"place {slot + 1}"

    def adventure(self, card: int) -> str:
        """An adventure, Special or Other World."""
        return self.names.adventures[card]

    def item(self, card: int) -> str:
        """An item, spell, ally or skill."""
        return self.names.items[card]

    def monster(self, marker: int) -> str:
        """A monster."""
        return self.names.monsters[marker]

    def facts(self, slot: int) -> np.void:
        """The card that lies faceup in a slot, or lay there at the moment before."""
        for game in (self.after, self.before):
            card = int(game["slots"][slot]["card"])
            if card >= 0:
                return self.deck["adventures"][card]
        raise ValueError(f"slot {slot} holds no open card")

    def face(self, card: int) -> str:
        """An adventure with its tasks."""
        tasks = describe_tasks(tasks_of(self.deck["adventures"][card]))
        return f"{self.adventure(card)} ({tasks})"

    def item_text(self, card: int) -> str:
        """A card of a hand with what it does."""
        item = self.deck["items"][card]
        secures = f"secures {item['secures']}" if item["secures"] else ""
        effect = self.program(item["effect"]) if item["effect"]["size"] else ""
        return f"{self.item(card)} ({CLASSES[item['kind']]}: {', '.join(filter(None, (secures, effect))) or 'nothing'})"

    def condition(self, player: int) -> str:
        """How an investigator fares."""
        there = self.after["investigators"][player]
        return ", ".join(f"{name} {there[name]}" for name in ("sanity", "stamina", "clues", "trophies"))

    def date(self) -> str:
        """The day of the track; without one the stage."""
        if self.deck["mode"] == state.ALASKA:
            return f"day {self.after['day']}"
        return f"Stage {'I' * int(self.after['stage'])}"

    def counters(self) -> str:
        """The counters of the table."""
        game, sheet = self.after, self.deck["ancient_one"]
        counted = f"doom {game['doom']} of {sheet['doom']}, Elder Signs {game['signs']} of {sheet['signs']}"
        if self.deck["mode"] == state.ALASKA:
            return f"{counted}, supplies {game['supplies']}, storm markers {int(game['slots']['storms'].sum())}"
        omen = f", omen on space {game['omen']} of {self.deck['track_spaces']}" if game["omen"] else ""
        if game["stage"] == 2:
            omen = ", R'lyeh has risen"
        return f"{counted}{omen}, Legions in play {self.legions()}, amulet tokens {self.tokens()}"

    def legions(self) -> int:
        """Undefeated Legions on adventures (R-5.3)."""
        markers = self.after["monsters"][: self.deck["n_monsters"]]
        kinds = self.deck["monsters"]["kind"][: self.deck["n_monsters"]]
        inside = (kinds == state.LEGION) & (markers["where"] == state.ON_CARD) & (markers["defeated"] == 0)
        return int(inside.sum())

    def tokens(self) -> int:
        """Tokens of the amulet that the group has (R-8)."""
        return int((self.after["amulet"] != state.IN_PILE).sum())

    def amulet_die(self, token: int) -> str:
        """The colour of the die on a token's space (R-8.1)."""
        return COLOURS[int(self.deck["amulet"][token])]

    def mythos(self, card: int) -> str:
        """A Mythos card."""
        return self.names.mythos[card]

    def storm(self, marker: int) -> str:
        """What a storm marker brings."""
        program = self.deck["storms"][marker]["penalty"]
        return self.program(program) if program["size"] else "blank"

    def die_name(self, die: int) -> str:
        """A die by colour."""
        return COLOURS[colour(die)]

    def die(self, die: int) -> str:
        """A die by colour and face, in the state after the moment."""
        face = FACES[int(self.after["dice"][die]["face"])]
        return f"{self.die_name(die)} {face}" if face else f"{self.die_name(die)} die"

    def dice(self, mask: int) -> str:
        """A set of dice."""
        inside = [die for die in range(len(self.after["dice"])) if mask >> die & 1]
        return listed(map(self.die, inside)) if inside else "no dice"

    def pool(self) -> str:
        """The dice pool."""
        dice = self.after["dice"]
        return self.dice(sum(1 << die for die in range(len(dice)) if dice[die]["place"] == POOL))

    def row(self, row: int) -> str:
        """A row of the adventure that is attempted."""
        there = self.after["attempt"]["rows"][row]
        task = describe_requirement(there["requirement"])
        return f"{self.monster(int(there['monster']))} ({task})" if there["monster"] >= 0 else task

    def card_row(self, row: int) -> str:
        """Where on a card a monster lies."""
        return "below the bottom row" if row == BOTTOM else f"on row {row + 1}"

    def program(self, program: np.void) -> str:
        """A program of the deck in words."""
        return describe(program_ops(self.deck, program))

    def step(self, place: int) -> str:
        """The operation at a place in ``deck.ops``, with its body, in words."""
        ops = self.deck["ops"]
        return describe(ops[place : place + 1 + int(ops[place]["size"])])

    def part(self, place: int) -> str:
        """The part of a composite whose BRANCH is at a place in ``deck.ops``, in words."""
        ops = self.deck["ops"]
        return describe(ops[place + 1 : place + 1 + int(ops[place]["size"])])

    def lock_of(self, kind: int, of: int) -> str:
        """The card, monster or space of the amulet that locks a die."""
        names = {
            LOCK_OF_CARD: self.place,
            LOCK_OF_MONSTER: self.monster,
            LOCK_OF_MYTHOS: self.mythos,
            state.LOCK_OF_AMULET: lambda token: "the amulet",
        }
        return names[kind](of)

    def trophy(self, kind: int, which: int) -> str:
        """A trophy: 0 an adventure, 1 a monster."""
        return self.monster(which) if kind else self.adventure(which)
