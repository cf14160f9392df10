"""The rulings: readings of the rules where the text leaves more than one, with their defaults.

Numbers, names and defaults follow the tables "Rulings" of the rules: core, Alaska, R'lyeh Rising.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from sim.errors import OmensError
from sim.names import known_name
from sim.rules.state import RULING_FIELDS


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: its values (the default first), why, and the numbers the rules read for them.

    `numbers` lists what stands in ``deck.rulings`` for each value; where it is empty that is
    the place in `values`.  `least` and `most` bound a ruling that is itself a number.
    """

    values: tuple[str, ...]
    note: str
    numbers: tuple[int, ...] = ()
    least: int = 0
    most: int = 0


RULINGS: Mapping[str, Ruling] = {
    # core
    "TERROR_SCOPE": Ruling(("PER_ROLL", "PER_PHASE"), "C-7.2: terror effects once per failed roll, or per phase"),
    "WILD_IS_TERROR": Ruling(("NO", "YES"), "C-2.5: whether an unassigned wild die triggers terror effects"),
    "EMPTY_POOL": Ruling(
        ("SECURED_ANY", "SECURED_SPELLS", "STRICT"),
        "C-5.13: which secured dice keep an attempt with an empty pool alive",
    ),
    "AUTO_FAIL": Ruling(("OFF", "ON"), "C-5.15: whether hopeless dice end the attempt"),
    "EXCESS_DICE": Ruling(("IRREDUCIBLE", "ANY"), "C-6.6: whether needless dice may be spent on investigation"),
    "LAST_TASK_GONE": Ruling(("RESOLVE", "NEED_ROLL"), "C-5.16: last task removed by an effect"),
    "FAIL_ORDER": Ruling(
        ("MONSTERS_ASSIST_PENALTY", "MONSTERS_PENALTY_ASSIST"), "C-8.7: order of losses after a failure"
    ),
    "REWARD_ORDER": Ruling(("PLAYER_CHOICE", "PRINTED"), "C-9.2: order of reward and penalty icons"),
    "ASSIST_CONSENT": Ruling(("ACTIVE_CHOOSES", "CONSENT"), "C-7.5: whether an assistant has to agree"),
    "ADVENTURE_DISCARD": Ruling(("UNDER_DECK", "OUT_OF_PLAY"), "C-8.11: where discarded adventures go"),
    "EMPTY_SLOT": Ruling(("STAYS", "REFILL"), "C-8.12: a place left empty by an empty deck"),
    "ATTEMPT_VOID": Ruling(("NEITHER", "FAILED"), "C-8.13: attempt whose card or investigator is gone"),
    "EITHER_OR": Ruling(("FULFIL", "FREE"), "C-1.18: an alternative that cannot be carried out in full"),
    "DEFEAT_OWNER": Ruling(("USER", "ACTIVE"), "C-11.15: who gets a monster defeated by an effect"),
    "EMPTY_CUP": Ruling(("NO_MONSTER",), "C-11.1: a monster should appear from an empty cup"),
    "TOKEN_POOLS": Ruling(("UNLIMITED", "PRINTED_COUNTS"), "C-1.12: whether tokens run out"),
    "TROPHY_SET": Ruling(("IRREDUCIBLE", "ANY"), "C-10.2: whether needless trophies may be paid"),
    "LOCK_RETURN": Ruling(("END_OF_TURN", "FREE"), "C-12.6: die used through an even-if-locked effect"),
    "EXTRA_STRIKE_DOOM": Ruling(("AT_STRIKE", "AT_MIDNIGHT"), "C-14.3: when a further strike brings its doom"),
    "MIDNIGHT_IN_MIDNIGHT": Ruling(("EXTRA_DOOM", "NEW_MIDNIGHT", "IGNORE"), "C-14.8: a midnight effect reaches XII"),
    "MIDNIGHT_LIST": Ruling(("PER_LETTER", "AT_START"), "C-14.6: when the list of midnight effects is taken"),
    "REPRIEVE_TOKEN": Ruling(("LAST",), "C-15.3: which doom token is removed"),
    "AWAKEN_AT_MIDNIGHT": Ruling(("ATTACK_NOW", "NO_ATTACK"), "C-15.10: awakening during midnight"),
    "REPLACEMENT": Ruling(("IMMEDIATE", "NEXT_TURN"), "C-16.5: when the new investigator enters"),
    "INVESTIGATOR_PICK": Ruling(("RANDOM", "CHOICE"), "C-3.6: how investigators are taken"),
    "ALL_OUT": Ruling(("LOSS",), "C-16.8: all players out before the battle"),
    "BATTLE_REFRESH": Ruling(("AFTER_ATTACK", "NEVER"), "C-17.9: once-per-day abilities in the battle"),
    "TURN_CAP": Ruling(("2000",), "C-18.3: turns after which a game is stopped", least=1, most=32000),
    "GROUP_DECIDER": Ruling(("ONE_POLICY", "VOTE"), "C-1.13: who decides for the group"),
    # Alaska
    "SUMMER_TABLE": Ruling(("COMPLETION", "TRANSCRIBED", "LIGHT"), "A-6.2: storms of Summer's days"),
    "WINTER_TABLE": Ruling(("COMPLETION", "TRANSCRIBED"), "A-6.2: storms of Winter's days; the last two are doubtful"),
    "SUMMER_TRACK_TEXT": Ruling(("SAME_AS_WINTER", "NONE"), "A-8.6: loss at zero supplies in Summer"),
    "SUPPLY_CAP": Ruling(("NONE", "19", "39"), "A-8.2: most supplies", numbers=(0, 19, 39)),
    "LOSE_SUPPLY_TEXT": Ruling(
        ("AS_MUCH_AS_POSSIBLE", "STAMINA_SUBSTITUTE"), "A-8.5: supplies lost by a text and not there"
    ),
    "FOUR_STORM_CHECK": Ruling(("SNAPSHOT", "REEVALUATE"), "A-7.1: adventures with four storms counted once, or again"),
    "STORM_NO_SPACE": Ruling(("RETURN_TO_PILE",), "A-10.6: a storm marker without a legal place"),
    "BACK_INTERRUPT": Ruling(("STAY_FACEDOWN", "FLIP"), "A-3.5: a back effect that removes the mover"),
    "CAMP_PURCHASES": Ruling(("ONE", "UNLIMITED"), "A-3.15: purchases in one visit of the Camp"),
    "CAMP_SAME_TURN": Ruling(("ALLOWED", "FORBIDDEN"), "A-3.16: purchase in the turn of a success"),
    "CAMP_CHOOSER": Ruling(("PAYER", "BENEFICIARY"), "A-3.15: who picks what is bought for another"),
    "SPECIAL_TROPHY": Ruling(("YES", "NO"), "A-11.2: whether a completed Special is a trophy"),
    "SPLIT_FULFIL": Ruling(("WHOLE_GROUP", "ANY_PART"), "A-12.4: when a penalty group counts as fulfilled"),
    "SPLIT_NONE": Ruling(("AS_MUCH_AS_POSSIBLE",), "A-12.6: no group can be fulfilled"),
    "DAY_IN_BATTLE": Ruling(("IGNORED", "ACTIVE"), "A-5.5: the day track during the final battle"),
    # R'lyeh Rising
    "ECHOES_ADVANCES": Ruling(("YES", "NO"), "R-7.2: whether completing Echoes of the Dream begins Stage II"),
    "STAGE2_OFFER": Ruling(
        ("ON_ARRIVAL_AND_ADVANCE", "ON_ADVANCE_ONLY"), "R-6.3: when the rightmost space offers Stage II"
    ),
    "SINK_AMULET": Ruling(("YES", "NO"), "R-4.5: whether sinking costs a token of the amulet"),
    "SHIP_PURCHASES": Ruling(("ONE", "UNLIMITED"), "R-4.2: purchases in a Clock phase on the ship"),
    "SPECIAL_MOVE": Ruling(("ALLOWED",), "R-3.1: whether one may move to a Special"),
    "LEGION_COUNT": Ruling(("UNDEFEATED", "ALL_ON_CARDS"), "R-5.3: which Legions count as in play"),
    "LEGION_COST_TIMING": Ruling(("ON_DEFEAT", "END_OF_PHASE"), "R-5.4: when the cost of a Legion is paid"),
    "LEGION_TROPHY": Ruling(("IF_VALUE_PRINTED", "NO"), "R-5.5: whether a paid Legion is a trophy"),
    "CURRENT_MYTHOS_STAGE2": Ruling(
        ("BOXED", "STAYS_TO_MIDNIGHT"), "R-7.5: the current Mythos card when Stage II begins"
    ),
    "LOST_AMULET_RELOCK": Ruling(("YES", "NO"), "R-8.4: whether a lost token's space locks its die again"),
    "MISSION_IMMUNITY": Ruling(("ITEMS_SPELLS", "ALL_EFFECTS"), "R-9.2: which effects cannot touch a mission"),
    "MISSION_COLLECT": Ruling(("ON_COMPLETION", "END_OF_PHASE"), "R-9.3: when a completed mission is taken"),
    "MISSION_DEVOURED": Ruling(("CUP", "BOX"), "R-9.6: where the missions of the devoured go"),
    "SPECIAL_CHAIN": Ruling(("ANALOGY", "NONE"), "R-14.2: whether a Special brings the next, as in Alaska"),
    "MYTHOS_SPLIT": Ruling(("20/20",), "R-10.2: Ocean and R'lyeh cards of the Mythos deck, an assumption"),
}
#: Rulings that act while the deck is built.
_OF_DECK = ("SUMMER_TABLE", "WINTER_TABLE")
#: Rulings of Alaska's rules that R'lyeh Rising has no use for; others of them serve both (R-13.1).
_OF_ALASKA = frozenset(
    "SUMMER_TABLE WINTER_TABLE SUMMER_TRACK_TEXT SUPPLY_CAP LOSE_SUPPLY_TEXT FOUR_STORM_CHECK STORM_NO_SPACE "
    "CAMP_PURCHASES DAY_IN_BATTLE".split()
)


def acts_in(name: str, mode: str) -> bool:
    """Whether a ruling says anything in a mode."""
    return name not in _OF_ALASKA if mode == "rlyeh" else not RULINGS[name].note.startswith("R-")


def switchable(name: str) -> bool:
    """Whether values other than the default are in force here."""
    ruling = RULINGS[name]
    built_in = name in _OF_DECK or name.lower() in RULING_FIELDS
    return built_in and (len(ruling.values) > 1 or ruling.most > 0)


def parse_ruling(text: str) -> tuple[str, str]:
    """``NAME=VALUE`` as a pair of a known name and one of its values.

    Raises OmensError for an unknown name or value (with the nearest right one), and for a
    value that the laboratory does not play.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise OmensError(f"ruling '{text[:60]}': expected NAME=VALUE, as TERROR_SCOPE=PER_PHASE")
    name, value = name.upper().replace("-", "_"), value.upper()
    check_ruling(name, value)
    return name, value


def check_ruling(name: str, value: str) -> None:
    """Raise OmensError unless `value` can be played for ruling `name`."""
    ruling = RULINGS[known_name(name, RULINGS, "ruling")]
    if ruling.most:
        if not (value.isascii() and value.isdigit() and len(value) < 9 and ruling.least <= int(value) <= ruling.most):
            raise OmensError(
                f"ruling {name}: expected a number from {ruling.least} to {ruling.most}, found {value[:40]}"
            )
        return
    if value not in ruling.values:
        near = difflib.get_close_matches(value, ruling.values, 1)
        raise OmensError(
            f"ruling {name}: expected {near[0] if near else ' or '.join(ruling.values)}, found {value[:40]}"
        )
    if value != ruling.values[0] and not switchable(name):
        raise OmensError(f"ruling {name}: only {ruling.values[0]} is played here")


def in_force(changed: Mapping[str, str]) -> dict[str, str]:
    """Every ruling with the value that is played, where `changed` holds those that are no defaults."""
    return {name: changed.get(name, ruling.values[0]) for name, ruling in RULINGS.items()}


def ruling_number(name: str, value: str) -> int:
    """What stands in ``deck.rulings`` for a value."""
    ruling = RULINGS[name]
    if ruling.most:
        return int(value)
    place = ruling.values.index(value)
    return ruling.numbers[place] if ruling.numbers else place
