"""A game told is the game played."""

import json

import numpy as np
import pytest

from sim.arkham.batch import play_chunk
from sim.arkham.replay import events, json_lines, text_lines
from sim.arkham.run import plan
from sim.arkham.state import CAUSES
from sim.spread import Chunk


def run_of(policy: str, players: int = 3, ancient_one: str = "yig", **more):
    given = {"ancient_one": ancient_one, "players": str(players), "policy": policy, "games": 60, "seed": 2} | more
    return plan(**given)


@pytest.mark.parametrize("policy", ["idle", "steady", "random"])
def test_events_add_up_to_the_row(policy):
    run = run_of(policy, rates=["lore=4", "lost=0.2", "encounter_gates=0.1"])
    rows = play_chunk(run, Chunk(0, range(run.games)))
    for game in range(run.games):
        told = events(run, game)
        names = [name for name, *_ in told]
        row = rows[game]
        for event, column in (
            ("CARD_DRAWN", "cards"), ("SURGE", "surges"), ("GATE_OPENED", "opened"), ("GATE_CLOSED", "closed"),
            ("BEATEN", "beaten"), ("TERROR_ROSE", "terror"),
        ):  # fmt: skip
            assert names.count(event) == row[column], event
        assert names.count("DOOM_ADDED") - names.count("DOOM_TAKEN") == row["doom"]
        assert [CAUSES[a] for name, a, *_ in told if name == "ENDED"] == [CAUSES[row["cause"]]]


def test_text_tells_the_end_and_its_rule():
    lines = list(text_lines(run_of("idle"), 0))
    assert lines[0] == "Game 0 of seed 2: Yig, 3 investigators, policy idle"
    assert lines[1].startswith("Mythos card 1: ")
    assert lines[-1].startswith("The Ancient One awakens: ") and "(H-9." in lines[-1]


def test_json_lines_are_the_events():
    run = run_of("steady")
    lines = [json.loads(line) for line in json_lines(run, 4)]
    assert [(line["event"], line["a"], line["b"], line["c"]) for line in lines] == events(run, 4)
    assert all(line["text"] for line in lines if line["event"] in ("GATE_OPENED", "MONSTER_CAME", "ENDED", "SURGE"))


def test_every_event_can_be_told():
    """Over many games of all kinds no event breaks the telling, and each kind that is told comes up."""
    seen = set()
    for one in ("yig", "hastur"):
        run = run_of("random", ancient_one=one, rates=["lost=0.5", "lore=3", "fight=1"])
        for game in range(40):
            list(text_lines(run, game))
            seen |= {name for name, *_ in events(run, game)}
    assert seen >= {
        "RUMOR_CAME",
        "RUMOR_PASSED",
        "GATE_SEALED",
        "CHECK_FAILED",
        "RETURNED",
        "LOST",
        "FOUND",
        "SHOP_CLOSED",
    }


def test_a_replay_leaves_no_trace():
    """The log is off again for the games after it."""
    run = run_of("steady")
    before = play_chunk(run, Chunk(0, range(20)))
    events(run, 3)
    assert np.array_equal(before, play_chunk(run, Chunk(0, range(20))))
