"""A game told: every event in words, or as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from policies.arkham import load
from sim.arkham.batch import town_of
from sim.arkham.facts import Facts, facts
from sim.arkham.play import new_records, play, row_dtype
from sim.arkham.rules import choices, log
from sim.arkham.run import ClockRun
from sim.arkham.state import CAUSES, IN_CUP, LOG_EVENTS, OUTSKIRTS
from sim.errors import OmensError


def events(run: ClockRun, game: int) -> list[tuple[str, int, int, int]]:
    """All events of a game of the run's one cell: (name, a, b, c) as ``sim.arkham.rules.log`` explains them."""
    cell = run.cells[0]
    records = new_records()
    records.log["on"] = 1
    rows = np.zeros(1, row_dtype)
    play(
        town_of(run, cell), load(cell.policy), run.seed, range(game, game + 1), rows, name=cell.policy, records=records
    )
    kept = records.log[0]
    if kept["n"] >= LOG_EVENTS:
        raise OmensError(f"--replay: game {game} has more than {LOG_EVENTS} events; another game would be right")
    return [(log.EVENTS[code], int(a), int(b), int(c)) for code, a, b, c in kept["events"][: kept["n"]].tolist()]


def json_lines(run: ClockRun, game: int) -> Iterator[str]:
    """A JSON object an event, with what it says in words."""
    teller = _Teller(run, facts())
    for name, a, b, c in events(run, game):
        yield json.dumps({"event": name, "a": a, "b": b, "c": c, "text": teller.tell(name, a, b, c)})


def text_lines(run: ClockRun, game: int) -> Iterator[str]:
    """A heading, then a line an event; monsters that move are told together."""
    cell = run.cells[0]
    yield (
        f"Game {game} of seed {run.seed}: {cell.ancient_one.title()}, {cell.players} "
        f"investigator{'s' if cell.players > 1 else ''}, policy {cell.policy}"
    )
    teller = _Teller(run, facts())
    moves: list[str] = []
    for name, a, b, c in [*events(run, game), ("", 0, 0, 0)]:
        if name == "MOVED":
            moves.append(f"{teller.monster(a)} to {teller.known.area_name(c)}")
            continue
        if moves:
            yield f"    Monsters move: {', '.join(moves)}."
            moves = []
        if text := teller.tell(name, a, b, c):
            yield text if name in _HEADS else f"    {text}"


_HEADS = ("CARD_DRAWN", "TURN", "ENDED")
_ENDS = {
    "doom": "the doom track is full",
    "gates": "too many gates are open",
    "markers": "a gate must open and no marker is left",
    "cup": "a monster must be drawn and the cup is empty",
    "terror10": "at terror 10 monsters overrun the town",
}
_RULES = {"doom": "H-9.1", "gates": "H-9.2", "markers": "H-9.3", "cup": "H-9.4", "terror10": "H-9.5"}
_FOUND = {
    choices.FIND_SIGN: "An investigator finds an Elder Sign.",
    choices.FIND_SPELL: "An investigator gains a spell.",
    choices.FIND_ALLY: "An ally joins the investigators.",
}


class _Teller:
    """Events in words."""

    def __init__(self, run: ClockRun, known: Facts) -> None:
        self.known = known
        self._town = town_of(run, run.cells[0])[0]
        self._cards = 0

    def monster(self, token: int) -> str:
        """The name of a monster."""
        return self.known.monsters[self._town["kind"][token]].name

    def _world(self, marker: int) -> str:
        return self.known.worlds[self._town["world_of"][marker]].name

    def _place(self, location: int) -> str:
        return self.known.locations[location].name

    def _card(self, card: int) -> str:
        return self.known.cards[card].name

    def tell(self, name: str, a: int, b: int, c: int) -> str:
        """One event in words, empty for what needs none."""
        speak = getattr(self, f"_{name.lower()}", None)
        return speak(a, b, c) if speak else ""

    def _card_drawn(self, a: int, b: int, c: int) -> str:
        self._cards += 1
        only = ", for its gate only" if b else ""
        return f"Mythos card {self._cards}: {self._card(a)} ({self.known.cards[a].type}){only}"

    def _redrawn(self, a: int, b: int, c: int) -> str:
        return f"{self._card(a)} is not for the setup: under the deck, another card (H-2.5)."

    def _deck_shuffled(self, a: int, b: int, c: int) -> str:
        return "The Mythos deck is shuffled (H-2.6)."

    def _turn(self, a: int, b: int, c: int) -> str:
        return f"Turn {a}"

    def _seal_holds(self, a: int, b: int, c: int) -> str:
        return f"{self._place(a)} is sealed: no gate."

    def _gate_opened(self, a: int, b: int, c: int) -> str:
        return f"A gate to {self._world(b)} opens at {self._place(a)}."

    def _surge(self, a: int, b: int, c: int) -> str:
        return f"Monster surge at {self._place(a)}: {b} monster{'s' if b != 1 else ''}."

    def _monster_came(self, a: int, b: int, c: int) -> str:
        return f"{self.monster(a)} appears: {self.known.area_name(b)}."

    def _to_outskirts(self, a: int, b: int, c: int) -> str:
        return f"{self.monster(a)}: the town is full, so the Outskirts."

    def _outskirts_emptied(self, a: int, b: int, c: int) -> str:
        return f"The Outskirts are emptied into the cup ({a})." if a else ""

    def _to_cup(self, a: int, b: int, c: int) -> str:
        if b >= OUTSKIRTS and b != IN_CUP:
            return ""
        return f"{self.monster(a)} returns to the cup from {self.known.area_name(b)}."

    def _clue_placed(self, a: int, b: int, c: int) -> str:
        return f"A clue at {self._place(a)}{', taken at once' if b else ''}."

    def _clues_gone(self, a: int, b: int, c: int) -> str:
        return f"The gate swallows {b} clue{'s' if b != 1 else ''}."

    def _terror_rose(self, a: int, b: int, c: int) -> str:
        return f"Terror rises to {a}."

    def _shop_closed(self, a: int, b: int, c: int) -> str:
        return f"{self._place(a)} closes for good."

    def _doom_added(self, a: int, b: int, c: int) -> str:
        return f"Doom {a} of {self._town['doom_track']}."

    def _doom_taken(self, a: int, b: int, c: int) -> str:
        return f"Doom falls to {a}."

    def _environment_came(self, a: int, b: int, c: int) -> str:
        return f"Environment in play: {self._card(a)}."

    def _rumor_came(self, a: int, b: int, c: int) -> str:
        return f"Rumor in play: {self._card(a)}."

    def _rumor_ignored(self, a: int, b: int, c: int) -> str:
        return "Another rumor is in play: its text is ignored."

    def _rumor_acted(self, a: int, b: int, c: int) -> str:
        return f"{self._card(a)}: a roll of {b}."

    def _rumor_passed(self, a: int, b: int, c: int) -> str:
        return f"{self._card(a)} is passed."

    def _rumor_failed(self, a: int, b: int, c: int) -> str:
        return f"{self._card(a)} fails."

    def _gate_closed(self, a: int, b: int, c: int) -> str:
        return f"The gate at {self._place(a)} to {self._world(b)} is closed."

    def _check_failed(self, a: int, b: int, c: int) -> str:
        return f"The check at {self._place(a)} fails: the gate stays open."

    def _gate_sealed(self, a: int, b: int, c: int) -> str:
        return f"{self._place(a)} is sealed{' with an Elder Sign' if b else ''}."

    def _seals_gone(self, a: int, b: int, c: int) -> str:
        return "All seals leave the board."

    def _beaten(self, a: int, b: int, c: int) -> str:
        return f"{self.monster(a)} is beaten: {self.known.area_name(b)}."

    def _clues_taken(self, a: int, b: int, c: int) -> str:
        return f"{b} clue{'s' if b != 1 else ''} taken at {self._place(a)}."

    def _found(self, a: int, b: int, c: int) -> str:
        return _FOUND[a]

    def _returned(self, a: int, b: int, c: int) -> str:
        return f"A trophy is returned: {self.monster(b) if a else self._world(b)}."

    def _lost(self, a: int, b: int, c: int) -> str:
        return "An investigator is lost in time and space."

    def _ended(self, a: int, b: int, c: int) -> str:
        cause: Any = CAUSES[a]
        if cause in _ENDS:
            return f"The Ancient One awakens: {_ENDS[cause]} ({_RULES[cause]})."
        return "The investigators win (H-12.1)." if cause == "victory" else "The game is left unfinished."
