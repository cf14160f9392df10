"""Events in the rules' words: one entry for each kind, with the rule that explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sim.cards.words import describe_requirement
from sim.replay.moments import Moment
from sim.replay.plain import CAUSES, FACES, OUTCOMES
from sim.replay.questions import QUESTIONS, chosen
from sim.replay.scene import HOURS, STATS, Scene, purchase
from sim.rules import log
from sim.rules.log import ASKED
from sim.rules.midnight import DAY_STEP, OTHERS_STEP, STORM_DOOM_STEP
from sim.rules.state import ALASKA, ENTRANCE


class Telling(NamedTuple):
    """How a kind of event is told: names of its numbers a to d, the rule, and the sentence from these numbers."""

    names: str
    rule: str
    words: Callable[..., str]


_MIDNIGHT = (
    "the day token moves",
    "adventures with four storm markers bring doom",
    "the Ancient One",
    "monsters",
    "adventures and Other Worlds",
    "other cards",
    "what the Mythos card left for midnight",
    "a new Mythos card",
)
_ICONS = ("", " (storm icon)", " (Legion icon)")
OF_ALASKA = (DAY_STEP, STORM_DOOM_STEP, OTHERS_STEP)  # R'lyeh Rising has no such steps
_STEP_NAMES = ("1", "2", "3a", "3b", "3c", "3d", "4", "5")


def _midnight(s: Scene, step: int) -> str:
    what = _MIDNIGHT[step] if s.deck["mode"] == ALASKA or step not in OF_ALASKA else "nothing"
    return f"Midnight, step {_STEP_NAMES[step]}: {what}"


def _moved(s: Scene, player: int, here: int, there: int) -> str:
    return f"{s.who(player)} {'stays at' if here == there else 'goes to'} {s.place(there)}"


def _rolled(s: Scene, player: int, dice: int, roll: int) -> str:
    return f"{s.who(player)} rolls (roll {roll}): {s.dice(dice)}"


def _completed(s: Scene, slot: int, row: int, dice: int, printed: int) -> str:
    return f"task completed: {s.row(row)} with {s.dice(dice)}"


def _left(s: Scene, player: int, card: int, used: int, tokens: int) -> str:
    return f"{s.who(player)} {'uses' if used else 'discards'} {s.item(card)}"


def _points(verb: str) -> Callable[..., str]:
    return lambda s, player, stat, n: f"{s.who(player)} {verb} {n} {STATS[stat]}"


def _clues(s: Scene, player: int, n: int) -> str:
    return f"{s.who(player)} {'gains' if n > 0 else 'spends or loses'} {abs(n)} clue{'s' * (abs(n) > 1)}"


def _supplies(s: Scene, n: int) -> str:
    return f"supplies {n:+d}, now {s.after['supplies']}"


def _lock(verb: str) -> Callable[..., str]:
    def words(s: Scene, lock: int, die: int, kind: int, of: int) -> str:
        return f"{s.lock_of(kind, of)} {verb} {f'the {s.die_name(die)} die' if die >= 0 else 'no die'}"

    return words


def _replaced(s: Scene, slot: int, card: int) -> str:
    return f"a new adventure is laid out: {s.place(slot)}"


def _mythos(s: Scene, card: int, bottom: int) -> str:
    text = s.deck["mythos"][card]["bottom" if bottom else "top"]
    return f"Mythos card {s.mythos(card)}, {'bottom' if bottom else 'top'} option: {s.program(text)}"


def _bought(s: Scene, price: int, which: int, player: int, benefit: int) -> str:
    return f"bought at {s.place(ENTRANCE)} for {price} trophies: {purchase(benefit)}" + (
        f", to {s.who(player)}" if player >= 0 else ""
    )


def _terror(s: Scene, mythos: int, slot: int) -> str:
    if mythos:
        return f"terror effect of the Mythos card: {s.program(s.after['mythos_terror'])}"
    return f"terror effect of {s.place(slot)}: {s.program(s.facts(slot)['terror'])}"


def _back(s: Scene, slot: int, back: int) -> str:
    return f"back of {s.place(slot)}: {s.program(s.deck['backs'][back]['arrive'])}"


def _entry(s: Scene, slot: int) -> str:
    return f"Entry of {s.place(slot)}: {s.program(s.facts(slot)['entry'])}"


def _strike(s: Scene, strikes: int, at_midnight: int) -> str:
    return "the hand is on XII again within midnight" if at_midnight else f"the clock strikes: {strikes} in this turn"


def _awakened(s: Scene, doom: int, signs: int) -> str:
    task = describe_requirement(s.deck["ancient_one"]["task"])
    return f"{s.names.ancient_one} awakens with {doom} doom and {signs} Elder Signs; combat task {task}"


def _doom(s: Scene, doom: int) -> str:
    sheet = s.deck["ancient_one"]
    return f"doom, now {doom} of {sheet['doom']}" + _ICONS[sheet["icon"][doom]]


def _turn(s: Scene, turn: int, player: int) -> str:
    return f"Turn {turn}, {s.date()}, {HOURS[s.after['hour']]}: {s.who(player)} ({s.condition(player)})"


def _omen(s: Scene, space: int, step: int) -> str:
    return f"the omen {'advances' if step > 0 else 'retreats'} to space {space} of {s.deck['track_spaces']}"


def _fulfilled(s: Scene, m: int, player: int) -> str:
    reward = s.program(s.deck["monsters"][m]["collected"])
    return f"{s.who(player)} fulfils the mission {s.monster(m)}: {reward}"


TELLINGS: Mapping[int, Telling] = {
    log.GAME_STARTS: Telling(
        "", "C-3, A-2", lambda s: f"The game starts against {s.names.ancient_one}: {s.counters()}"
    ),
    log.TURN_STARTS: Telling("turn player", "C-4", _turn),
    log.MOVED: Telling("player from to", "C-4.4", _moved),
    log.BACK_EFFECT: Telling("slot back", "A-3.3", _back),
    log.FLIPPED: Telling("slot card", "A-3.3", lambda s, slot, card: f"flipped: {s.face(card)}"),
    log.ENTRY_EFFECT: Telling("slot", "A-3.8", _entry),
    log.STORMS_REVEALED: Telling("slot storms", "A-10.7", lambda s, slot, n: f"{n} storm markers are revealed"),
    log.STORM_RESOLVED: Telling(
        "slot storm", "A-10.7", lambda s, slot, marker: f"storm resolved: {s.storm(marker)}; back to the pile"
    ),
    log.STORM_PLACED: Telling(
        "slot storms", "A-10.1", lambda s, slot, n: f"storm marker onto {s.place(slot)}, now {n}"
    ),
    log.STORM_RETURNED: Telling(
        "slot storms", "A-10.9", lambda s, slot, n: f"storm marker off {s.place(slot)}, now {n}"
    ),
    log.DIE_ADDED: Telling("die spell", "C-2.6", lambda s, die, spell: f"the {s.die_name(die)} die joins the pool"),
    log.ROLLED: Telling("player dice roll", "C-5.5", _rolled),
    log.REROLLED: Telling(
        "player dice", "C-13.1", lambda s, player, dice: f"{s.who(player)} rolls again: {s.dice(dice)}; pool {s.pool()}"
    ),
    log.FACE_CHANGED: Telling(
        "player die face", "C-5.6", lambda s, player, die, face: f"a {s.die_name(die)} die becomes {FACES[face]}"
    ),
    log.SECURED: Telling(
        "player card dice", "C-13.8", lambda s, player, card, dice: f"{s.dice(dice)} secured on {s.item(card)}"
    ),
    log.TASK_COMPLETED: Telling("slot row dice printed", "C-6", _completed),
    log.TERROR_STRUCK: Telling("mythos slot", "C-7.1", _terror),
    log.FOCUSED: Telling(
        "player die", "C-7.5", lambda s, player, die: f"{s.die(die)} onto the marker of {s.who(player)}"
    ),
    log.DISCARDED_DIE: Telling("player die", "C-7.8", lambda s, player, die: f"{s.die(die)} discarded"),
    log.SUCCEEDED: Telling(
        "player slot card", "C-8.1", lambda s, player, slot, card: f"{s.who(player)} resolves {s.adventure(card)}"
    ),
    log.RESOLVED: Telling(
        "player slot card",
        "C-8.4",
        lambda s, player, slot, card: f"rewards: {s.program(s.deck['adventures'][card]['reward'])}",
    ),
    log.FAILED: Telling(
        "player slot", "C-8.6", lambda s, player, slot: f"failed; penalties: {s.program(s.facts(slot)['penalty'])}"
    ),
    log.PHASE_VOID: Telling(
        "player slot", "C-8.13", lambda s, player, slot: "the attempt ends, neither won nor failed"
    ),
    log.CARD_DISCARDED: Telling("slot card", "C-8.10", lambda s, slot, card: f"{s.adventure(card)} leaves play"),
    log.REPLACED: Telling("slot card", "A-3.14", _replaced),
    log.OTHER_WORLD_ENTERED: Telling("slot card", "C-9.3", lambda s, slot, card: f"Other World: {s.face(card)}"),
    log.SPECIAL_ENTERED: Telling("slot card", "A-11", lambda s, slot, card: f"Special Adventure: {s.face(card)}"),
    log.STAGE: Telling("stage", "A-11.4", lambda s, stage: f"Stage {'I' * stage} begins"),
    log.OPERATION: Telling("place player", "C-1.15", lambda s, place, player: f"{s.who(player)}: {s.step(place)}"),
    log.DOOM_PLACED: Telling("doom", "C-15.1", _doom),
    log.DOOM_REMOVED: Telling("doom", "C-15.3", lambda s, doom: f"doom removed, now {doom}"),
    log.SIGN_GAINED: Telling(
        "signs gained", "C-15.4", lambda s, signs, n: f"Elder Signs, now {signs} of {s.deck['ancient_one']['signs']}"
    ),
    log.SIGN_LOST: Telling("signs", "A-12.1", lambda s, signs: f"Elder Sign lost, now {signs}"),
    log.LOST_POINT: Telling("player stat points", "C-16.1", _points("loses")),
    log.REGAINED: Telling("player stat points", "C-9.5", _points("regains")),
    log.DEVOURED: Telling(
        "player investigator double", "C-16.1", lambda s, player, card, double: f"{s.investigator(card)} is devoured"
    ),
    log.NEW_INVESTIGATOR: Telling(
        "player investigator",
        "C-3.6, C-16.5",
        lambda s, player, card: f"player {player + 1} takes {s.investigator(card)}",
    ),
    log.CARD_DRAWN: Telling(
        "player card", "C-9.3", lambda s, player, card: f"{s.who(player)} draws {s.item_text(card)}"
    ),
    log.CARD_LEFT: Telling("player card used tokens", "C-1.11", _left),
    log.CLUES: Telling("player clues", "C-9.3", _clues),
    log.SUPPLIES: Telling("supplies", "A-8", _supplies),
    log.TROPHIES_PAID: Telling(
        "player monster which worth",
        "C-10.2",
        lambda s, player, kind, which, worth: f"{s.who(player)} gives up {s.trophy(kind, which)}, worth {worth}",
    ),
    log.MONSTER_APPEARED: Telling(
        "monster slot row",
        "C-11.1",
        lambda s, m, slot, row: f"{s.monster(m)} appears on {s.place(slot)}, {s.card_row(row)}",
    ),
    log.MONSTER_DEFEATED: Telling(
        "monster slot player", "C-11.9", lambda s, m, slot, player: f"{s.who(player)} defeats {s.monster(m)}"
    ),
    log.MONSTER_REMOVED: Telling("monster slot", "C-11.11", lambda s, m, slot: f"{s.monster(m)} returns to the cup"),
    log.COLLECTED: Telling(
        "monster player",
        "C-8.3",
        lambda s, m, player: (
            f"{s.who(player)} collects {s.monster(m)}: {s.program(s.deck['monsters'][m]['collected'])}"
        ),
    ),
    log.LOCK_SHUT: Telling("lock die kind of", "C-12.1", _lock("locks")),
    log.LOCK_OPENED: Telling("lock die kind of", "C-12.5", _lock("frees")),
    log.CLOCK_MOVED: Telling("hour", "C-1.9", lambda s, hour: f"the clock advances to {HOURS[hour]}"),
    log.STRIKE: Telling("strikes at_midnight", "C-14.3, C-14.8", _strike),
    log.BOUGHT: Telling("price which player benefit", "A-3.18, R-4.3", _bought),
    log.MIDNIGHT_STEP: Telling("step", "A-5, R-13.1", _midnight),
    log.DAY: Telling("day storms", "A-6.1", lambda s, day, n: f"day {day}: {n} storm markers" if n else f"day {day}"),
    log.MYTHOS_DRAWN: Telling("card bottom", "A-9.1", _mythos),
    log.NIGHT_ENDS: Telling("nights", "A-5, R-13.1", lambda s, nights: f"Midnight {nights} is over: {s.counters()}"),
    log.AWAKENED: Telling("doom signs", "C-15.8", _awakened),
    log.BATTLE_HIT: Telling(
        "player dice", "C-17.3", lambda s, player, dice: f"{s.who(player)} hits with {s.dice(dice)}"
    ),
    log.ATTACK: Telling(
        "attack sheet_storms", "C-17.5, A-13.1, R-13.3", lambda s, attack, n: f"{s.names.ancient_one} attacks"
    ),
    log.OMEN_MOVED: Telling("space step", "R-6.1", _omen),
    log.SHIP_SANK: Telling("", "R-4.4", lambda s: "four Legions are in play: the Ultima Thule sinks"),
    log.LEGION_PAID: Telling(
        "legion player",
        "R-5.4",
        lambda s, m, player: f"{s.who(player)} pays for {s.monster(m)}: {s.program(s.deck['monsters'][m]['cost'])}",
    ),
    log.LEGION_GONE: Telling("legion slot", "R-8.6", lambda s, m, slot: f"{s.monster(m)} leaves the game"),
    log.AMULET_GAINED: Telling(
        "token", "R-12", lambda s, token: f"the amulet's token of the {s.amulet_die(token)} die is gained"
    ),
    log.AMULET_PLACED: Telling(
        "token", "R-8.2", lambda s, token: f"a token keeps the amulet's {s.amulet_die(token)} die free"
    ),
    log.AMULET_LOST: Telling(
        "token", "R-8.4", lambda s, token: f"the amulet's token of the {s.amulet_die(token)} die is lost"
    ),
    log.MISSION_TAKEN: Telling(
        "mission player", "R-9.3", lambda s, m, player: f"{s.who(player)} completes the mission {s.monster(m)}"
    ),
    log.MISSION_FULFILLED: Telling("mission player", "R-9.4", _fulfilled),
    log.GAME_OVER: Telling(
        "outcome cause", "C-18.1", lambda s, outcome, cause: f"The game is over: {OUTCOMES[outcome]}, {CAUSES[cause]}"
    ),
}


def numbers(moment: Moment) -> dict[str, int]:
    """The numbers of an event by name."""
    event = moment.event
    names = TELLINGS[int(event["code"])].names.split()
    return {name: int(event[field]) for name, field in zip(names, "abcd", strict=False)}


def tell(scene: Scene, moment: Moment) -> tuple[str, str]:
    """A moment in one sentence, and the rule or decision ids that explain it."""
    event = moment.event
    if event["code"] != ASKED:
        telling = TELLINGS[int(event["code"])]
        return telling.words(scene, *numbers(moment).values()), _of_mode(telling.rule, scene)
    question = QUESTIONS[int(event["a"])]
    taken = chosen(scene, int(event["a"]), moment.options, int(event["d"]))
    of = f" (of {len(moment.options)})" if len(moment.options) else ""
    return f"{scene.who(int(event['b']))} chooses {question.about}: {taken}{of}", _of_mode(question.ids, scene)


def _of_mode(ids: str, scene: Scene) -> str:
    """The ids without those that say how the other mode has it."""
    other = ("R-", "D-R") if scene.deck["mode"] == ALASKA else ("A-", "D-A")
    mine = [each for each in ids.split(", ") if not each.startswith(other)]
    return ", ".join(mine) or ids


def is_idle(moment: Moment, mode: str) -> bool:
    """Whether nothing can happen in this step of midnight in the mode (R-13.1)."""
    return moment.event["code"] == log.MIDNIGHT_STEP and mode != "alaska" and int(moment.event["a"]) in OF_ALASKA
