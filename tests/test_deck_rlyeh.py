"""The deck of R'lyeh Rising, its scenarios, and the grid of a run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.batch import deck_of, play_chunk
from sim.cards.completion import complete
from sim.cards.loading import load_cards
from sim.cards.notation import parse_effect
from sim.cards.programs import effect_of, requirement_of
from sim.deck import build_deck, deck_names
from sim.errors import OmensError
from sim.grid import plan
from sim.replay.moments import Replay
from sim.rules import log, state
from sim.scenario import ANCIENT_ONES, LEGIONS_LORDS, NO_SEASON, Scenario, parse_setting
from sim.spread import Chunk

SEED = 7
ALL = (*LEGIONS_LORDS, *ANCIENT_ONES)


@pytest.fixture(scope="module")
def cards():
    return complete(load_cards(None, "rlyeh"), SEED, 0)


def built(cards, ancient_one="hydra", players=2, **more):
    return build_deck(cards, Scenario("rlyeh", ancient_one, NO_SEASON, players, **more))[0]


def effect(deck, program):
    start, size = int(program["start"]), int(program["size"])
    return effect_of(deck["ops"][start : start + size])


def test_numbers_and_order_of_cards(cards):
    """R-1.1: 60 Pacific Adventures, 4 Specials, 8 Other Worlds of the core game; no storm markers, no supplies."""
    deck = built(cards)
    assert deck["mode"] == state.RLYEH
    kinds = deck["adventures"]["kind"].tolist()
    assert kinds[:72] == [state.ORDINARY] * 60 + [state.SPECIAL] * 4 + [state.OTHER_WORLD] * 8
    assert deck["specials"].tolist() == [60, 61, 62, 63]
    assert (deck["n_storms"], deck["supplies"], deck["storms_of_day"].any()) == (0, 0, False)
    names = deck_names(cards, Scenario("rlyeh", "hydra", NO_SEASON))
    assert names.adventures[60:64] == ("Calling", "Echoes of the Dream", "R'lyeh Risen", "The Sleeper Wakes")
    for kind in ("adventures", "items", "monsters", "mythos", "investigators"):
        assert len(getattr(names, kind)) == deck[f"n_{kind}"]


def test_markers(cards):
    """R-2.4, R-2.5: monsters and 5 missions for the cup, 15 Legions for the stockpile."""
    deck = built(cards)
    markers = deck["monsters"][: deck["n_monsters"]]
    assert markers["kind"].tolist() == [state.MONSTER] * 22 + [state.MISSION] * 5 + [state.LEGION] * 15
    (legion,) = cards.legion
    for marker in markers[markers["kind"] == state.LEGION]:
        assert effect(deck, marker["cost"]) == legion.cost
        assert requirement_of(marker["task"]) == legion.task
        assert (marker["trophy"], marker["collected"]["size"]) == (legion.trophy, 0)
    for marker, mission in zip(markers[markers["kind"] == state.MISSION], cards.missions, strict=True):
        assert effect(deck, marker["collected"]) == mission.reward
        assert (marker["trophy"], marker["cost"]["size"]) == (mission.price, 0)


@pytest.mark.parametrize("one", ALL)
def test_doom_icons(cards, one):
    """R-2.3, R-13.2: those of the three new Ancient Ones bring a Legion, those of Alaska's a storm."""
    deck = built(cards, one)
    sheet = next(sheet for sheet in cards.ancient_ones if sheet.name.lower() == one)
    assert np.flatnonzero(deck["ancient_one"]["icon"]).tolist() == list(sheet.icons)
    icon = state.LEGION_ICON if one in LEGIONS_LORDS else state.STORM_ICON
    assert set(deck["ancient_one"]["icon"].tolist()) == {state.NO_ICON, icon}
    assert deck_names(cards, Scenario("rlyeh", one, NO_SEASON)).ancient_one.lower() == one


def test_the_entrance(cards):
    """R-4.3: the ship's prices; R-4.8: dearer on the Wreckage, and some things not for sale."""
    deck = built(cards)
    sides = [
        {int(p["benefit"]): int(p["price"]) for p in deck["purchases"][side][: deck["n_purchases"][side]]}
        for side in (0, 1)
    ]
    assert sides[0] == {
        state.BUY_ALLY: 5, state.BUY_SKILL: 5, state.BUY_OMEN: 5, state.BUY_UNIQUE: 4, state.BUY_SPELL: 4,
        state.BUY_COMMON: 3, state.BUY_CLUE: 3, state.BUY_SANITY: 2, state.BUY_STAMINA: 2, state.BUY_NEW_TOP: 1,
    }  # fmt: skip
    assert 0 < len(sides[1]) < 10
    assert all(price > sides[0][benefit] for benefit, price in sides[1].items())


def test_dark_waters_and_amulet(cards):
    """R-6, R-8.1."""
    deck = built(cards)
    (track,) = cards.dark_waters
    assert (deck["track_spaces"], deck["track_start"]) == (track.spaces, track.start)
    assert deck["amulet"].tolist() == [space.die for space in cards.amulet]


def test_mythos_cards_have_a_stage_and_skills_are_items(cards):
    """R-1.1, R-2.8."""
    deck = built(cards)
    assert deck["mythos"]["stage"][:40].tolist() == [1] * 20 + [2] * 20
    assert deck["items"]["kind"][: deck["n_items"]].tolist().count(state.SKILL) == 12


def test_a_skill_that_is_gained_or_lost_is_in_play(cards):
    """R-11.1: in Alaska its icon does nothing."""
    first = replace(cards.adventures[0], reward=parse_effect("split(skill +1, blessing +1)"))
    deck = built(replace(cards, adventures=(first, *cards.adventures[1:])))
    assert effect(deck, deck["adventures"][0]["reward"]) == parse_effect("skill +1")


# --- values set by hand -------------------------------------------------------------------------
def test_settings_in_the_deck(cards):
    own = dict(map(parse_setting, ["hydra.doom=14", "hydra.signs=2", "hydra.icons=2,13", "dark_waters.spaces=9",
                                   "dark_waters.start=4", "dagon.signs=3"]))  # fmt: skip
    deck = built(cards, settings=own)
    assert (deck["ancient_one"]["doom"], deck["ancient_one"]["signs"]) == (14, 2)
    assert np.flatnonzero(deck["ancient_one"]["icon"]).tolist() == [2, 13]
    assert deck["ancient_one"]["icon"][13] == state.LEGION_ICON
    assert (deck["track_spaces"], deck["track_start"]) == (9, 4)


def test_a_shorter_track_moves_the_start(cards):
    """R-6.3: the omen never starts on the rightmost space."""
    deck = built(cards, settings={"dark_waters.spaces": (2,)})
    assert (deck["track_spaces"], deck["track_start"]) == (2, 1)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"dark_waters.spaces": (5,), "dark_waters.start": (5,)}, "space 5 is not left of the rightmost one; 1 to 4"),
        ({"hydra.doom": (8,), "hydra.icons": (9,)}, "space 9 is not on the doom track; spaces up to 8"),
    ],
)
def test_settings_that_do_not_fit(cards, settings, says):
    with pytest.raises(OmensError, match=says):
        built(cards, settings=settings)


@pytest.mark.parametrize(
    ("mode", "one", "season", "says"),
    [
        ("rlyeh", "hydra", "winter", "season 'winter': R'lyeh Rising has no seasons; - or all would be right"),
        ("rlyeh", "hydrra", "-", "Ancient One 'hydrra': unknown; did you mean hydra"),
        ("alaska", "hydra", "winter", "Ancient One 'hydra': unknown"),
        ("alaska", "ithaqua", "-", "season '-': unknown"),
    ],
)
def test_scenarios_that_are_none(mode, one, season, says):
    with pytest.raises(OmensError, match=says):
        Scenario(mode, one, season)


# --- the grid ---------------------------------------------------------------------------------
def planned(**changed):
    options = {"mode": "rlyeh", "ancient_one": "all", "season": "all", "players": "2", "policy": "random"}
    return plan(**(options | {"games": 20, "completions": 2, "seed": 3} | changed))


def test_all_means_what_the_mode_brings():
    cells = planned().cells
    assert [(cell.ancient_one, cell.season) for cell in cells] == [(one, "-") for one in LEGIONS_LORDS]
    both = planned(ancient_one="ithaqua,hydra", season="-").cells
    assert [cell.ancient_one for cell in both] == ["ithaqua", "hydra"]
    assert {cell.ancient_one for cell in planned(mode="alaska").cells} == set(ANCIENT_ONES)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"season": "summer"}, "--season 'summer': R'lyeh Rising has no seasons"),
        ({"ancient_one": "nyarlathotep"}, "--ancient-one 'nyarlathotep': unknown"),
        ({"mode": "all"}, "--mode: alaska, rlyeh are several modes"),
        ({"mode": "ryleh"}, "--mode 'ryleh': unknown; did you mean rlyeh"),
        ({"settings": ["winter.day6=7"]}, "setting winter.day6: belongs to the Alaska Expedition"),
        (
            {"settings": ["dark_waters.spaces=7"], "mode": "alaska"},
            "setting dark_waters.spaces: belongs to R'lyeh Rising",
        ),
        ({"forbidden": ["camp.ally"]}, "choices.forbid 'camp.ally': R'lyeh Rising has no Camp"),
        (
            {"forbidden": ["ship.ally"], "mode": "alaska"},
            "choices.forbid 'ship.ally': the Alaska Expedition has no ship",
        ),
        ({"banned": ["Calling"]}, "cards.ban 'Calling': a Special"),
    ],
)
def test_a_plan_that_cannot_be_played_is_told_in_one_line(changed, says):
    with pytest.raises(OmensError) as error:
        planned(**changed)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_mission_can_be_left_out_of_play():
    run = planned(banned=["Mission 2 (unseen)"], ancient_one="hydra")
    kinds = deck_of(run, run.cells[0], 0)[0]["monsters"]["kind"].tolist()
    assert kinds.count(state.MISSION) == 4


@pytest.mark.parametrize("one", ALL)
def test_games_are_played_to_their_end(one):
    """Rows tell the mode's story: R-16 ship sunk means Stage II, at most 15 Legions, at most 3 tokens."""
    run = planned(ancient_one=one, games=60)
    rows = play_chunk(run, Chunk(0, range(60)))
    if one != "rlim-shaikorth":  # whose attack counts storm markers, so that here a battle may have no end
        assert set(rows["outcome"].tolist()) <= {state.WIN, state.LOSS}
    assert (rows["stage_two"] >= rows["sunk"]).all()
    assert rows["stage_two"].any()
    assert (rows["legions"] <= 15).all() and (rows["night_legions"] <= 15).all()
    assert ((rows["amulet"] >= 0) & (rows["amulet"] <= 3)).all()
    assert (rows["storms"] == 0).all() and (rows["storm_doom"] == 0).all()
    assert (rows["night_omen"] <= 8).all()
    again = play_chunk(run, Chunk(0, range(60)))
    assert np.array_equal(rows, again)


@pytest.mark.parametrize("number", [0, 3, 8, 21])
def test_the_story_in_a_row_is_what_the_replay_shows(number):
    """Omen and Legions after every midnight, and how the game ended, counted from the states of the replay (R-5.3)."""
    run = planned(ancient_one="hydra", games=30, policy="greedy")
    replay = Replay(run, run.cells[0], number)
    deck = replay.deck[0]
    is_legion = deck["monsters"]["kind"][: deck["n_monsters"]] == state.LEGION
    nights, last = [], None
    for moment in replay:
        markers = moment.after["monsters"][: deck["n_monsters"]]
        legions = int((is_legion & (markers["where"] == state.ON_CARD) & (markers["defeated"] == 0)).sum())
        if moment.event["code"] == log.NIGHT_ENDS:
            nights.append((int(moment.after["omen"]), legions))
        last = moment.after
    row = replay.row[0]
    told = list(zip(row["night_omen"].tolist(), row["night_legions"].tolist(), strict=True))[: len(nights)]
    assert told == nights[: state.MAX_NIGHTS]
    assert any(legions for _, legions in nights)
    assert (row["stage_two"], row["sunk"]) == (last["stage"] == 2, last["entrance"])
    assert row["amulet"] == (last["amulet"] != state.IN_PILE).sum() and row["legions"] == legions
