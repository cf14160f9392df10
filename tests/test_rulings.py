"""Rulings and scenarios: names, values, defaults, and what is refused with which line."""

from __future__ import annotations

import pytest

from sim.errors import OmensError
from sim.rules.state import RULING_FIELDS
from sim.rulings import RULINGS, in_force, parse_ruling, ruling_number, switchable
from sim.scenario import SETTINGS, Scenario, parse_setting

#: Defaults as the tables "Rulings" of the rules give them.
DEFAULTS = {
    "TERROR_SCOPE": "PER_ROLL",
    "WILD_IS_TERROR": "NO",
    "EMPTY_POOL": "SECURED_ANY",
    "AUTO_FAIL": "OFF",
    "EXCESS_DICE": "IRREDUCIBLE",
    "LAST_TASK_GONE": "RESOLVE",
    "FAIL_ORDER": "MONSTERS_ASSIST_PENALTY",
    "REWARD_ORDER": "PLAYER_CHOICE",
    "ASSIST_CONSENT": "ACTIVE_CHOOSES",
    "ADVENTURE_DISCARD": "UNDER_DECK",
    "EMPTY_SLOT": "STAYS",
    "ATTEMPT_VOID": "NEITHER",
    "EITHER_OR": "FULFIL",
    "DEFEAT_OWNER": "USER",
    "EMPTY_CUP": "NO_MONSTER",
    "TOKEN_POOLS": "UNLIMITED",
    "TROPHY_SET": "IRREDUCIBLE",
    "LOCK_RETURN": "END_OF_TURN",
    "EXTRA_STRIKE_DOOM": "AT_STRIKE",
    "MIDNIGHT_IN_MIDNIGHT": "EXTRA_DOOM",
    "MIDNIGHT_LIST": "PER_LETTER",
    "REPRIEVE_TOKEN": "LAST",
    "AWAKEN_AT_MIDNIGHT": "ATTACK_NOW",
    "REPLACEMENT": "IMMEDIATE",
    "INVESTIGATOR_PICK": "RANDOM",
    "ALL_OUT": "LOSS",
    "BATTLE_REFRESH": "AFTER_ATTACK",
    "TURN_CAP": "2000",
    "GROUP_DECIDER": "ONE_POLICY",
    "SUMMER_TABLE": "COMPLETION",
    "WINTER_TABLE": "COMPLETION",
    "SUMMER_TRACK_TEXT": "SAME_AS_WINTER",
    "SUPPLY_CAP": "NONE",
    "LOSE_SUPPLY_TEXT": "AS_MUCH_AS_POSSIBLE",
    "FOUR_STORM_CHECK": "SNAPSHOT",
    "STORM_NO_SPACE": "RETURN_TO_PILE",
    "BACK_INTERRUPT": "STAY_FACEDOWN",
    "CAMP_PURCHASES": "ONE",
    "CAMP_SAME_TURN": "ALLOWED",
    "CAMP_CHOOSER": "PAYER",
    "SPECIAL_TROPHY": "YES",
    "SPLIT_FULFIL": "WHOLE_GROUP",
    "SPLIT_NONE": "AS_MUCH_AS_POSSIBLE",
    "DAY_IN_BATTLE": "IGNORED",
    "ECHOES_ADVANCES": "YES",
    "STAGE2_OFFER": "ON_ARRIVAL_AND_ADVANCE",
    "SINK_AMULET": "YES",
    "SHIP_PURCHASES": "ONE",
    "SPECIAL_MOVE": "ALLOWED",
    "LEGION_COUNT": "UNDEFEATED",
    "LEGION_COST_TIMING": "ON_DEFEAT",
    "LEGION_TROPHY": "IF_VALUE_PRINTED",
    "CURRENT_MYTHOS_STAGE2": "BOXED",
    "LOST_AMULET_RELOCK": "YES",
    "MISSION_IMMUNITY": "ITEMS_SPELLS",
    "MISSION_COLLECT": "ON_COMPLETION",
    "MISSION_DEVOURED": "CUP",
    "SPECIAL_CHAIN": "ANALOGY",
    "MYTHOS_SPLIT": "20/20",
}


def test_defaults():
    assert in_force({}) == DEFAULTS
    assert in_force({"AUTO_FAIL": "ON"})["AUTO_FAIL"] == "ON"


def test_every_ruling_of_the_rules_can_be_set():
    assert {name.upper() for name in RULING_FIELDS} <= set(RULINGS)
    for field in RULING_FIELDS:
        assert switchable(field.upper()), field
    fixed = {name for name in RULINGS if not switchable(name)}
    assert fixed == {
        "ASSIST_CONSENT",
        "EMPTY_SLOT",
        "ATTEMPT_VOID",
        "EMPTY_CUP",
        "TOKEN_POOLS",
        "LOCK_RETURN",
        "MIDNIGHT_LIST",
        "REPRIEVE_TOKEN",
        "REPLACEMENT",
        "ALL_OUT",
        "GROUP_DECIDER",
        "STORM_NO_SPACE",
        "CAMP_CHOOSER",
        "SPLIT_NONE",
        "SPECIAL_MOVE",
        "MYTHOS_SPLIT",
    }


@pytest.mark.parametrize(
    ("text", "pair", "number"),
    [
        ("TERROR_SCOPE=PER_PHASE", ("TERROR_SCOPE", "PER_PHASE"), 1),
        (" empty-pool = strict ", ("EMPTY_POOL", "STRICT"), 2),
        ("SUPPLY_CAP=NONE", ("SUPPLY_CAP", "NONE"), 0),
        ("SUPPLY_CAP=39", ("SUPPLY_CAP", "39"), 39),
        ("TURN_CAP=100", ("TURN_CAP", "100"), 100),
        ("GROUP_DECIDER=ONE_POLICY", ("GROUP_DECIDER", "ONE_POLICY"), 0),
    ],
)
def test_rulings_read(text, pair, number):
    assert parse_ruling(text) == pair
    assert ruling_number(*pair) == number


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("TERROR_SCOPE", "expected NAME=VALUE"),
        ("TEROR_SCOPE=PER_ROLL", "did you mean TERROR_SCOPE"),
        ("QQQ=1", "unknown"),
        ("TERROR_SCOPE=PER_FASE", "expected PER_PHASE, found PER_FASE"),
        ("TERROR_SCOPE=", "expected PER_ROLL or PER_PHASE"),
        ("SUPPLY_CAP=20", "expected"),
        ("TURN_CAP=0", "from 1 to 32000"),
        ("TURN_CAP=99999999999999999999", "from 1 to 32000"),
        ("TURN_CAP=many", "from 1 to 32000"),
        ("GROUP_DECIDER=VOTE", "only ONE_POLICY is played here"),
        ("TOKEN_POOLS=PRINTED_COUNTS", "only UNLIMITED is played here"),
    ],
)
def test_rulings_refused(text, says):
    with pytest.raises(OmensError, match=says):
        parse_ruling(text)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"players": 0}, "from 1 to 8, found 0"),
        ({"players": 9}, "from 1 to 8, found 9"),
        ({"season": "wnter"}, "did you mean winter"),
        ({"ancient_one": "Ithaca"}, "did you mean ithaqua"),
        ({"mode": "alasca"}, "did you mean alaska"),
        ({"rulings": {"AUTO_FAIL": "MAYBE"}}, "AUTO_FAIL: expected"),
        ({"settings": {"supplies": (100,)}}, "from 0 to 99, found 100"),
        ({"settings": {"suplies": (1,)}}, "did you mean supplies"),
    ],
)
def test_scenarios_refused(wrong, says):
    with pytest.raises(OmensError, match=says):
        Scenario(**wrong)


def test_a_scenario_in_plain_values():
    plain = Scenario(season="summer", rulings={"AUTO_FAIL": "ON"}, settings={"supplies": (3,)}).as_dict()
    assert (plain["season"], plain["rulings"]["AUTO_FAIL"], plain["settings"]) == ("summer", "ON", {"supplies": [3]})
    assert plain["rulings"]["TERROR_SCOPE"] == "PER_ROLL"


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("winter.day6=7", ("winter.day6", (7,))),
        (" Supplies = 12 ", ("supplies", (12,))),
        ("ithaqua.icons=1, 3, 6", ("ithaqua.icons", (1, 3, 6))),
        ("ithaqua.icons=0", ("ithaqua.icons", (0,))),
        ("summer.table=0,0,3,4,5,6,7", ("summer.table", (0, 0, 3, 4, 5, 6, 7))),
    ],
)
def test_settings_read(text, pair):
    assert parse_setting(text) == pair


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("winter.day6", "expected NAME=VALUE"),
        ("winter.day8=7", "did you mean winter.day"),
        ("winter.day6=29", "from 0 to 28"),
        ("winter.day6=-1", "from 0 to 28"),
        ("winter.day6=1,2", "a whole number"),
        ("winter.day6=seven", "a whole number from 0 to 28, found seven"),
        ("winter.table=1,2,3", "7 whole numbers"),
        ("ithaqua.icons=3,1", "rising"),
        ("ithaqua.doom=25", "from 1 to 24"),
        ("itaqua.doom=3", "did you mean ithaqua.doom"),
        ("supplies=99999999999", "from 0 to 99"),
    ],
)
def test_settings_refused(text, says):
    with pytest.raises(OmensError, match=says):
        parse_setting(text)


def test_every_setting_is_explained():
    assert all("A-" in setting.doc or "R-" in setting.doc for setting in SETTINGS.values())
