"""Records of the rules as plain values: words in place of numbers, notation in place of programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.cards.notation import Task, Tasks, format_effect, format_requirement, format_tasks
from sim.cards.programs import effect_of, requirement_of
from sim.rules import state
from sim.rules.operations import BRANCH
from sim.rules.state import program_dtype, requirement_dtype, task_dtype
from sim.rulings import RULINGS, acts_in
from sim.scenario import MODES


def _named(constants: str) -> dict[int, str]:
    """Value -> name in words of constants of the state."""
    return {getattr(state, name): name.lower().replace("_", " ") for name in constants.split()}


PLACES = _named("SUPPLY POOL ON_TASK ON_SPELL ON_MARKER LOCKED DISCARDED REMOVED")
COLOURS = _named("GREEN YELLOW RED")
FACES = {0: None, 1: "1", 2: "2", 3: "3", 4: "4"} | _named("LORE PERIL TERROR WILD")
OUTCOMES = _named("UNDECIDED WIN LOSS CAPPED")
CAUSES = _named("NO_CAUSE ENOUGH_SIGNS BATTLE_WON BATTLE_LOST TIME_RAN_OUT AWAKENING_LOST ALL_DEVOURED TURN_LIMIT")
_CARDS = _named("NO_CARD ORDINARY SPECIAL OTHER_WORLD")
_CLASSES = _named("COMMON UNIQUE SPELL ALLY SKILL")
_LOCKS = _named("NO_LOCK LOCK_OF_CARD LOCK_OF_MONSTER LOCK_OF_MYTHOS LOCK_OF_AMULET")
_ABILITIES = _named(
    "NO_ABILITY ANY_NUMBER_OF_TASKS SWAP_GAINS EXTRA_COMMON HEAL_SANITY_DAILY RAISE_INVESTIGATION EXTRA_SPELL "
    "FREE_DICE_IN_OTHER_WORLDS TERROR_TO_LORE DISCARD_FOR_DICE SECOND_REROLL NO_MONSTERS_NO_TERROR REROLL_TWO_DAILY "
    "TERROR_TO_PERIL EXTRA_UNIQUE LOCKED_DICE_AND_NO_MYTHOS HEAL_STAMINA_DAILY SANITY_FOR_RESULT"
)

#: Words for the numbers of a field, by record and field.
_WORDS: dict[tuple[np.dtype, str], dict[int, Any]] = {
    (state.die_dtype, "place"): PLACES,
    (state.die_dtype, "face"): FACES,
    (state.slot_dtype, "kind"): _CARDS,
    (state.adventure_dtype, "kind"): _CARDS,
    (state.adventure_dtype, "lock"): COLOURS,
    (state.monster_dtype, "lock"): COLOURS,
    (state.lock_dtype, "kind"): _LOCKS,
    (state.lock_dtype, "colour"): COLOURS,
    (state.back_dtype, "colour"): COLOURS,
    (state.item_dtype, "kind"): _CLASSES,
    (state.item_dtype, "when"): _named(
        "WHEN_NEVER WHEN_POOL WHEN_BEFORE_ROLLING WHEN_UNTIMED WHEN_ROLLED WHEN_SECURING WHEN_COST"
    ),
    (state.investigator_card_dtype, "ability"): _ABILITIES,
    (state.investigator_card_dtype, "result"): FACES,
    (state.marker_dtype, "where"): _named("IN_CUP ON_CARD AS_TROPHY OUT_OF_GAME IN_STOCKPILE AS_MISSION"),
    (state.monster_dtype, "kind"): _named("MONSTER LEGION MISSION"),
    (state.game_dtype, "amulet"): _named("IN_PILE OWNED ON_SPACE"),
    (state.deck_dtype, "amulet"): COLOURS,
    (state.ancient_one_dtype, "ability"): _named("NO_TEXT SIGN_WOUNDS STORMS_CHILL WIND_FROM_NORTH"),
    (state.ancient_one_dtype, "awakens"): _named("AWAKENS_PLAIN AWAKENS_TAKING_STORMS AWAKENS_NEEDING_SIGNS"),
    (state.ancient_one_dtype, "attack"): _named("ATTACK_EFFECTS ATTACK_WOUND_AGAIN ATTACK_STORM_TOLL ATTACK_OFFERING"),
    (state.game_dtype, "adventure_place"): _named("IN_DECK IN_PLAY IN_TROPHIES GONE"),
    (state.game_dtype, "outcome"): OUTCOMES,
    (state.game_dtype, "cause"): CAUSES,
}
_NO_FACTS = frozenset({"chance", "ops", "odds", "fillings", "odds_at", "odds_row", "odds_rows", "odds_terror"})
#: What only one mode has, by the mode that has it not: fields of the records.
_FOREIGN: dict[int, frozenset[str]] = {
    MODES.index(mode): frozenset(name.lower() for name in RULINGS if not acts_in(name, mode)) for mode in MODES
}
_FOREIGN[state.RLYEH] |= frozenset(
    "season supplies storms_of_day n_storms storms storm_worth day facedown n_revealed revealed storm_doom "
    "sheet_storms".split()
)


def foreign_column(name: str, mode: str) -> bool:
    """Whether a column of a game's row says nothing in this mode."""
    whole = name.removeprefix("night_").rstrip("0123456789").rstrip("_")
    return whole in _FOREIGN[MODES.index(mode)]


#: Lists of which only the first so many elements are in use: the field of the same record, or of the deck, that
#: counts them.
_COUNTED = {
    (state.game_dtype, "slots"): "n_slots",
    (state.game_dtype, "locks"): "n_locks",
    (state.game_dtype, "revealed"): "n_revealed",
    (state.game_dtype, "night"): "nights",
    (state.game_dtype, "investigators"): "players",
    (state.game_dtype, "monsters"): "n_monsters",
    (state.game_dtype, "adventure_place"): "n_adventures",
    (state.game_dtype, "adventure_owner"): "n_adventures",
    (state.game_dtype, "item_tokens"): "n_items",
    (state.investigator_dtype, "hand"): "n_hand",
    (state.attempt_dtype, "rows"): "n_rows",
    (state.deck_dtype, "adventures"): "n_adventures",
    (state.deck_dtype, "items"): "n_items",
    (state.deck_dtype, "monsters"): "n_monsters",
    (state.deck_dtype, "mythos"): "n_mythos",
    (state.deck_dtype, "storms"): "n_storms",
    (state.deck_dtype, "investigators"): "n_investigators",
}


def plain(record: np.void, deck: np.void) -> dict[str, Any]:
    """A record of the rules as a dictionary that JSON knows; `deck` is where its programs point into.

    What no rule reads is left out: judgements that only policies use, what the mode has not, and the programs
    themselves, which stand in notation wherever they are used.
    """
    left_out = _NO_FACTS | _FOREIGN[int(deck["mode"])]
    names = [name for name in record.dtype.names or () if name not in left_out and not name.endswith("_worth")]
    return {name: _plain(record, name, deck) for name in names}


def _plain(record: np.void, name: str, deck: np.void) -> Any:
    value = record[name]
    words = _WORDS.get((record.dtype, name))
    if isinstance(value, np.ndarray):
        if counter := _COUNTED.get((record.dtype, name)):
            value = value[: (record if counter in (record.dtype.names or ()) else deck)[counter]]
        if value.dtype == task_dtype:
            return format_tasks(tasks_of(record))
        if value.dtype.names:
            return [_record(each, deck) for each in value]
        return [words.get(each, each) for each in value.tolist()] if words else value.tolist()
    if isinstance(value, np.void):
        return _record(value, deck)
    return words.get(int(value), int(value)) if words else value.item()


def _record(record: np.void, deck: np.void) -> Any:
    if record.dtype == program_dtype:
        return effect_notation(deck, record)
    if record.dtype == requirement_dtype:
        return format_requirement(requirement_of(record))
    return plain(record, deck)


def effect_notation(deck: np.void, program: np.void) -> str:
    """A program of the deck in the notation of the card files."""
    return format_effect(effect_of(program_ops(deck, program)))


def effects_by_place(deck: np.void) -> list[str]:
    """For each place in ``deck.ops`` the operation there, with its body, in the notation of the card files."""
    ops = deck["ops"][: np.flatnonzero(deck["ops"]["code"]).max(initial=-1) + 1]
    return [_effect_at(ops, place) for place in range(len(ops))]


def _effect_at(ops: np.ndarray, place: int) -> str:
    first = place + (ops[place]["code"] == BRANCH)  # a part stands for what is in it
    return format_effect(effect_of(ops[first : place + 1 + int(ops[place]["size"])]))


def program_ops(deck: np.void, program: np.void) -> np.ndarray:
    """The stretch of ``deck.ops`` that a program is."""
    start = int(program["start"])
    return deck["ops"][start : start + int(program["size"])]


def tasks_of(adventure: np.void) -> Tasks:
    """The tasks of an adventure card."""
    rows = [
        Task(int(task["monster_task"]), requirement_of(task["full"]), requirement_of(task["uncovered"]))
        for task in adventure["tasks"][: adventure["n_tasks"]]
    ]
    return Tasks(tuple(rows), bool(adventure["ordered"]))
