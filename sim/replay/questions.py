"""What is asked of players and what they may answer, in words: one entry for each kind of choice.

The meaning of an option's numbers is that of the table in ``sim.rules.choices``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from sim.replay.plain import FACES
from sim.replay.scene import CLASSES, STATS, Scene, purchase
from sim.rules import choices as ask
from sim.rules.midnight import FROM_MONSTER


class Answer(NamedTuple):
    """One option of a choice: numbers `a` to `d` and a set of dice."""

    a: int
    b: int
    c: int
    d: int
    dice: int


Words = Callable[[Scene, Answer], str]


class Question(NamedTuple):
    """A kind of choice: what it is about, the rules' decision ids, and its options in words."""

    about: str
    ids: str
    words: Words


def _place(scene: Scene, o: Answer) -> str:
    return scene.place(o.a)


def _player(scene: Scene, o: Answer) -> str:
    return scene.who(o.a)


def _monster(scene: Scene, o: Answer) -> str:
    return scene.monster(o.a)


def _item(scene: Scene, o: Answer) -> str:
    return scene.item(o.a)


def _die(scene: Scene, o: Answer) -> str:
    return scene.die(o.b)


def _part(scene: Scene, o: Answer) -> str:
    return scene.part(o.b)


def _move(scene: Scene, o: Answer) -> str:
    return f"stay at {scene.place(o.a)}" if o.b else f"go to {scene.place(o.a)}"


def _action(scene: Scene, o: Answer) -> str:
    if o.a == ask.USE_CARD:
        return f"use {scene.item(o.b)}"
    if o.a == ask.TAKE_DIE:
        return f"take the {scene.die(o.b)} into the pool"
    if o.a == ask.USE_CLUE:
        return "spend a clue"
    return "go on" if o.a == ask.DONE else "use an ability"


def _dice_ability(scene: Scene, o: Answer) -> str:
    """Step 3: what the ability costs, if anything."""
    if o.a != ask.USE_ABILITY:
        return _action(scene, o)
    cost = f" for {scene.item(o.b)}" if o.b >= 0 else ""
    return "use the ability" + (" for a clue" if o.c else cost)


def _face_ability(scene: Scene, o: Answer) -> str:
    """Step 5: the die that is changed, if it is one."""
    if o.a != ask.USE_ABILITY or o.b < 0:
        return _action(scene, o)
    return f"change the {scene.die(o.b)} to {FACES[o.c]}"


def _secure(scene: Scene, o: Answer) -> str:
    return f"secure {scene.dice(o.dice)} on {scene.item(o.a)}" if o.a >= 0 else "secure nothing"


def _task(scene: Scene, o: Answer) -> str:
    if o.a < 0:
        return "complete no task"
    payers = [(card, stat) for card, stat in ((o.c, "sanity"), (o.b, "stamina")) if card >= 0]
    paid = "".join(f", {scene.item(card)} pays 1 {stat}" for card, stat in payers)
    return f"complete {scene.row(o.a)} with {scene.dice(o.dice)}{paid}"


def _focus(scene: Scene, o: Answer) -> str:
    return f"put the {scene.die(o.b)} on the marker of {scene.who(o.a)}" if o.a >= 0 else "keep all dice"


def _pay(scene: Scene, o: Answer) -> str:
    return f"give {scene.trophy(o.a, o.b)}, worth {o.c}, of {o.d} owed"


def _place_monster(scene: Scene, o: Answer) -> str:
    return f"{scene.place(o.a)}, {scene.card_row(o.b)}"


def _flip_monster(scene: Scene, o: Answer) -> str:
    return f"{scene.monster(o.a)} {scene.card_row(o.b)}"


def _lock(scene: Scene, o: Answer) -> str:
    lock = scene.after["locks"][o.a]
    return f"the lock of {scene.lock_of(int(lock['kind']), int(lock['of']))}"


def _source(scene: Scene, o: Answer) -> str:
    return scene.monster(o.b) if o.a == FROM_MONSTER else scene.place(o.b)


def _battle_task(scene: Scene, o: Answer) -> str:
    return f"assign {scene.dice(o.dice)} to the combat task" if o.a >= 0 else "assign no dice"


def _optional(scene: Scene, o: Answer) -> str:
    return f"yes: {scene.step(o.b)}" if o.a else "no"


def _storm_order(scene: Scene, o: Answer) -> str:
    return scene.storm(o.a)


def _share(scene: Scene, o: Answer) -> str:
    return f"{scene.who(o.a)} loses 1 {STATS[o.b]}"


def _camp(scene: Scene, o: Answer) -> str:
    if not o.a:
        return "buy nothing"
    return f"{purchase(o.d)} for {o.a} trophies" + (f", to {scene.who(o.c)}" if o.c >= 0 else "")


def _mission(scene: Scene, o: Answer) -> str:
    return f"{scene.monster(o.a)} for {o.b} trophies" if o.a >= 0 else "none now"


def _camp_storm(scene: Scene, o: Answer) -> str:
    return f"a storm marker off {scene.place(o.a)}" if o.a >= 0 else "no more"


def _offering(scene: Scene, o: Answer) -> str:
    return ("discard nothing", "discard a clue", "discard ")[o.a] + (scene.item(o.b) if o.b >= 0 else "")


def _daily(scene: Scene, o: Answer) -> str:
    return f"help {scene.who(o.b)}" if o.a >= 0 else "not now"


def _one_of(*names: str) -> Words:
    """The name that the option's first number is the place of."""
    return lambda scene, o: names[o.a]


QUESTIONS: Mapping[int, Question] = {
    ask.MOVE: Question("where to go", "D-C3, D-A2", _move),
    ask.ATTEMPT: Question("whether to attempt", "D-C4", _one_of("declare failure", "attempt")),
    ask.POOL_STEP: Question("the pool", "D-C5", _dice_ability),
    ask.CHANGE: Question("changing the roll", "D-C6, D-A14", _face_ability),
    ask.REROLL_DICE: Question("dice to roll again", "D-C6", _die),
    ask.SECURE: Question("securing dice", "D-C7", _secure),
    ask.TASK: Question("a task", "D-C8", _task),
    ask.TERROR_ORDER: Question(
        "which terror effect comes first", "D-C9", _one_of("the adventure's", "the Mythos card's")
    ),
    ask.FOCUS: Question("focus or assist", "D-C10", _focus),
    ask.DISCARD: Question("the die to discard", "D-C11", _die),
    ask.COLLECT: Question("the monster collected next", "D-C12", _monster),
    ask.LOSE_POINT: Question("what the assistant loses", "D-C13", _one_of(*STATS)),
    ask.ICON_ORDER: Question("the icon resolved next", "D-C14", lambda scene, o: scene.step(o.a)),
    ask.TARGET: Question("whom it concerns", "D-C14, D-A9", _player),
    ask.LOSE_CARD: Question("the card given up", "D-C14, D-A9", _item),
    ask.PAY: Question("the trophy given up", "D-C15", _pay),
    ask.PLACE_MONSTER: Question("where the monster appears", "D-C17", _place_monster),
    ask.LOCK_DIE: Question("the die that is locked", "D-C18", _die),
    ask.LOCK_SERVED: Question("the lock that takes the freed die", "D-C18", _lock),
    ask.UNTIMED: Question("untimed cards", "D-C3, D-C11, D-C19", _action),
    ask.EFFECT_ORDER: Question("the midnight effect that comes next", "D-C20, D-A12", _source),
    ask.REPLACEMENT: Question("the investigator", "D-C1, D-C21", lambda scene, o: scene.investigator(o.a)),
    ask.BATTLE_TASK: Question("the combat task", "D-C22", _battle_task),
    ask.BATTLE_DISCARD: Question(
        "rolling again", "D-C22", lambda scene, o: "stop" if o.a < 0 else "discard a die and roll again"
    ),
    ask.OPTIONAL: Question("an optional effect", "D-C23, D-A3", _optional),
    ask.STORM_PLACE: Question("where a storm marker goes", "D-A6", _place),
    ask.STORM_ORDER: Question("the storm resolved next", "D-A7", _storm_order),
    ask.SPLIT_GROUP: Question("the group", "D-A8", _part),
    ask.EITHER: Question("either or", "D-A3, D-A5", _part),
    ask.REMOVED_MONSTER: Question("the monster removed", "D-A9", _monster),
    ask.DEFEATED_MONSTER: Question("the monster defeated", "D-C6, D-A14", _monster),
    ask.CAMP: Question("the purchase", "D-A10, D-R2", _camp),
    ask.CAMP_STORM: Question("the storm marker removed", "D-A10", _camp_storm),
    ask.MYTHOS_OPTION: Question("the Mythos card", "D-A11, D-R8", _one_of("the top option", "the bottom option")),
    ask.VICTIM: Question("the victim", "D-A13", _player),
    ask.SHARE: Question("who loses a point", "D-A13", _share),
    ask.OFFERING: Question("the offering", "D-A13", _offering),
    ask.DAILY: Question("a daily ability", "D-C2", _daily),
    ask.FREE_CARD: Question("the class of the card", "D-C1", _one_of(*CLASSES)),
    ask.FIRST_PLAYER: Question("the first player", "D-C1", _player),
    ask.FLIP_MONSTER: Question("where a monster goes on the flipped card", "D-A4", _flip_monster),
    ask.STAGE_TWO_OFFER: Question("whether Stage II begins", "D-R3", _one_of("not yet", "it begins")),
    ask.LEGION_COST: Question("the Legion's cost", "D-R4", _one_of("refuse", "pay")),
    ask.REMOVED_LEGION: Question("the Legion that leaves the game", "D-R9", _monster),
    ask.AMULET_TOKEN: Question("the token of the amulet", "D-R6", _one_of("keep it", "place it")),
    ask.LOST_TOKEN: Question("the token that is lost", "D-R10", lambda scene, o: scene.amulet_die(o.a)),
    ask.MISSION_REWARD: Question("a mission's reward", "D-R7", _mission),
    ask.INSTEAD: Question("what is taken instead", "D-C23", _one_of("the card", "a clue", *CLASSES[:3])),
}


def answers(options: np.ndarray) -> list[Answer]:
    """The options of a choice, from records of ``option_dtype``."""
    return [Answer(*option.item()) for option in options]


def chosen(scene: Scene, kind: int, options: np.ndarray, answer: int) -> str:
    """What was answered, in words: an option by its place, or a set of dice where there are no options."""
    if len(options):
        return QUESTIONS[kind].words(scene, answers(options)[answer])
    return scene.dice(answer)
