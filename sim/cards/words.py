"""Effects and tasks in the rules' words, for people: ``cards show`` and the replay."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sim.cards.notation import COLOURS, SYMBOLS, Effect, Requirement, Step, Task, Tasks, boxed
from sim.cards.programs import effect_of, requirement_of
from sim.rules.state import EMPTY_TASK, NO_MONSTER_TASK, PARTIAL_TASK, TOTAL_TASK

#: Things counted by a signed word: one, several.
_THINGS = {
    "sign": ("Elder Sign", "Elder Signs"),
    "doom": ("doom token", "doom tokens"),
    "clue": ("clue", "clues"),
    "common": ("common item", "common items"),
    "unique": ("unique item", "unique items"),
    "spell": ("spell", "spells"),
    "ally": ("ally", "allies"),
    "trophy": ("trophy", "trophies"),
    "supply": ("supply", "supplies"),
    "supplies": ("supply (nothing instead)", "supplies (nothing instead)"),
    "blessing": ("blessing", "blessings"),
    "curse": ("curse", "curses"),
    "skill": ("skill", "skills"),
    "amulet": ("token of the amulet", "tokens of the amulet"),
}
_COUNTED = {
    "gate": ("an Other World enters play", "{n} Other Worlds enter play"),
    "monster": ("a monster appears", "{n} monsters appear"),
    "legion": ("a Legion appears", "{n} Legions appear"),
    "monster_here": ("a monster appears here", "{n} monsters appear here"),
    "storm": ("1 storm marker", "{n} storm markers"),
    "clock": ("advance the clock", "advance the clock {n} times"),
    "remove_monster": ("return a monster to the cup", "return {n} monsters to the cup"),
    "defeat": ("defeat a monster", "defeat {n} monsters"),
    "set_sanity": ("sanity becomes 1", "sanity becomes {n}"),
    "set_stamina": ("stamina becomes 1", "stamina becomes {n}"),
    "reroll": ("re-roll a die", "re-roll up to {n} dice"),
    "adventure": ("another adventure enters play", "{n} more adventures enter play"),
}
_PLAIN = {
    "expeditious": "the clock does not advance this turn",
    "next_special": "the next Special Adventure enters play",
    "stage_2": "Stage II begins",
    "fail": "the attempt fails",
    "discard_terror": "discard all dice that show terror",
    "devour": "be devoured",
    "leave": "this card leaves play",
    "awaken": "the Ancient One awakens",
    "yellow": "add the yellow die",
    "red": "add the red die",
    "yellow_even_if_locked": "add the yellow die, even if locked",
    "monster_on_free_tasks": "a monster appears on every free monster task",
    "?": "and more that is unknown",
}


def describe(ops: np.ndarray) -> str:
    """A stretch of ``deck.ops`` in words: ``1 Elder Sign, 3 storm markers``."""
    return describe_effect(effect_of(ops))


def describe_effect(effect: Effect) -> str:
    """An effect in words; ``nothing`` for an empty one."""
    return ", ".join(map(_step, effect)) or "nothing"


def _step(step: Step) -> str:
    if step.parts:
        return _composite(step)
    if step.word in _PLAIN:
        return _PLAIN[step.word]
    if step.word in _COUNTED:
        return _COUNTED[step.word][step.amount > 1].format(n=step.amount)
    if step.word == "lock":
        return f"a {COLOURS[step.amount]} die is locked"
    if step.word == "investigation":
        return f"each investigation requirement +{step.amount}"
    if step.word == "omen":
        return f"{'advance' if step.amount > 0 else 'retreat'} the omen" + f" {abs(step.amount)} times" * (
            abs(step.amount) > 1
        )
    return _amount(step)


def _amount(step: Step) -> str:
    n = abs(step.amount)
    if step.word in ("sanity", "stamina"):
        verb, thing = ("regain", "lose")[step.amount < 0], step.word
    else:
        thing = _THINGS[step.word][n > 1]
        losing = "remove" if step.word == "doom" else "lose"
        verb = losing if step.amount < 0 else ""
    text = f"{verb} {n} {thing}".strip()
    return f"any one investigator: {text}" if step.target == "any" else text


def _composite(step: Step) -> str:
    parts = [describe_effect(part) for part in step.parts]
    if step.word == "may" and len(parts) == 2:
        return f"may {parts[0]} for: {parts[1]}"
    before, between = {
        "choose": ("either ", " or "),
        "split": ("one group of: ", " / "),
        "each": ("each investigator: ", ""),
        "may": ("may ", ""),
        "terror": ("terror effect: ", ""),
        "next_midnight": ("at the next midnight: ", ""),
        "per_other_world": ("for each Other World: ", ""),
        "if_monster": ("if a monster is in play: ", ""),
    }[step.word]
    return before + between.join(parts)


def describe_requirement(requirement: Requirement | np.void) -> str:
    """A row in words: ``investigation 3 + lore, costs 1 sanity``; also from a record of the rules."""
    r = requirement_of(requirement) if isinstance(requirement, np.void) else requirement
    dice = [f"investigation {n}" for n in r.investigation]
    dice += [" or ".join(name for name, bit in SYMBOLS.items() if mask & bit) for mask in r.symbols]
    costs = [f"{n} {name}" for name, n in (("sanity", r.sanity), ("stamina", r.stamina)) if n]
    costs += ["the clock advances"] * r.clock
    return " + ".join(dice or ["no dice"]) + (f", costs {', '.join(costs)}" if costs else "")


def describe_tasks(tasks: Tasks) -> str:
    """The rows of a card in words."""
    return (", then " if tasks.ordered else "; ").join(map(_task, tasks.rows))


def _task(task: Task) -> str:
    kinds = {
        NO_MONSTER_TASK: describe_requirement(task.full),
        EMPTY_TASK: "empty monster task",
        TOTAL_TASK: f"{describe_requirement(task.full)} (monster task)",
    }
    if task.monster_task == PARTIAL_TASK:
        covered = describe_requirement(boxed(task))
        return f"{describe_requirement(task.uncovered)} + {covered} (monster task)"
    return kinds[task.monster_task]


def listed(names: Iterable[str]) -> str:
    """``a, b and c``."""
    *front, last = names
    return f"{', '.join(front)} and {last}" if front else last
