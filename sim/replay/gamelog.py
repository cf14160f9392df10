"""A game as a log: sentences for people, or JSON Lines for a referee."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from sim.replay.moments import Moment, Replay
from sim.replay.narrate import is_idle, numbers, tell
from sim.replay.plain import CAUSES, OUTCOMES, effects_by_place, foreign_column, plain
from sim.replay.questions import QUESTIONS, answers
from sim.replay.scene import Scene
from sim.rules import log
from sim.rules.choices import KINDS
from sim.rules.log import ASKED, EVENTS
from sim.scenario import NO_SEASON, TITLES
from sim.tally import Cell, flat_columns

_HEADINGS = (log.GAME_STARTS, log.TURN_STARTS, log.NIGHT_ENDS, log.GAME_OVER)
_CHAPTERS = (log.MOVED, log.MIDNIGHT_STEP, log.ATTACK)


def row_of(replay: Replay) -> dict[str, Any]:
    """The row of a game that has been played, as in ``games.parquet``."""
    return asdict(replay.cell) | {name: column[0].item() for name, column in flat_columns(replay.row).items()}


def text_lines(replay: Replay) -> Iterator[str]:
    """The game in sentences, with the ids of rules and decisions in brackets; the last line is its row."""
    names, deck = replay.names, replay.deck[0]
    cell = replay.cell
    yield (
        f"Game {replay.number} of seed {replay.run.seed}: {names.ancient_one}, {_where(cell)}, players {cell.players}, "
        f"policy {cell.policy}, completion {replay.completion} of the unknown card facts"
    )
    for moment in replay:
        if is_idle(moment, cell.mode):
            continue
        sentence, ids = tell(Scene(deck, names, moment), moment)
        code = moment.event["code"]
        before = "\n" if code in _HEADINGS else "  " if code in _CHAPTERS else "      "
        yield f"{before}{sentence} [{ids}]"
    row = row_of(replay)
    result = f"{OUTCOMES[row['outcome']]} ({CAUSES[row['cause']]})"
    told = {name: value for name, value in row.items() if value != -1 and not foreign_column(name, cell.mode)}
    yield "\n" + f"Result: {result}; " + ", ".join(f"{name} {value}" for name, value in told.items())


def _where(cell: Cell) -> str:
    """The season; the mode where there is none."""
    return TITLES[cell.mode] if cell.season == NO_SEASON else cell.season


def json_lines(replay: Replay) -> Iterator[str]:
    """The game as JSON Lines: the deck, then an event a line with the open state after it, then its row."""
    names, deck = replay.names, replay.deck[0]
    yield _json(_deck_line(replay))
    for moment in replay:
        scene = Scene(deck, names, moment)
        event = _choice(scene, moment) if moment.event["code"] == ASKED else _event(moment)
        sentence, ids = tell(scene, moment)
        line = {"number": moment.number} | event | {"text": sentence, "ids": ids.split(", ")}
        yield _json(line | {"state": plain(moment.after, deck)})
    row = row_of(replay)
    yield _json({"type": "row"} | {name: row[name] for name in row if not foreign_column(name, replay.cell.mode)})


def _json(line: dict[str, Any]) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def _deck_line(replay: Replay) -> dict[str, Any]:
    """All that is fixed in the game: scenario, rulings, and every card of this completion by place."""
    run, deck = replay.run, plain(replay.deck[0], replay.deck[0])
    for kind, called in asdict(replay.names).items():
        if kind == "ancient_one":
            deck[kind]["name"] = called
        elif kind in deck:
            deck[kind] = [{"name": name} | card for name, card in zip(called, deck[kind], strict=False)]
    return {
        "type": "deck",
        "program": f"omens {version('omens')}",
        "seed": run.seed,
        "game": replay.number,
        "completion": replay.completion,
        "policy": replay.cell.policy,
        "scenario": run.scenario(replay.cell).as_dict(),
        "cards": deck,
        "effects_by_place": effects_by_place(replay.deck[0]),
    }


def _event(moment: Moment) -> dict[str, Any]:
    named = numbers(moment)
    return {"type": EVENTS[moment.event["code"]]} | {
        name: _dice(value) if name == "dice" else value for name, value in named.items()
    }


def _choice(scene: Scene, moment: Moment) -> dict[str, Any]:
    """A question with all legal answers and the one given: the place of an option, or a set of dice."""
    event = moment.event
    kind = int(event["a"])
    asked = {"type": "CHOICE", "kind": KINDS[kind], "player": int(event["b"]), "context": int(event["c"])}
    if event["dice"]:
        return asked | {"dice_allowed": _dice(int(event["dice"])), "taken": _dice(int(event["d"]))}
    options = [
        option._asdict() | {"dice": _dice(option.dice), "text": QUESTIONS[kind].words(scene, option)}
        for option in answers(moment.options)
    ]
    return asked | {"options": options, "taken": int(event["d"])}


def _dice(mask: int) -> list[int]:
    """A set of dice as their numbers: 0 to 5 green, 6 yellow, 7 red."""
    return [die for die in range(mask.bit_length()) if mask >> die & 1]
