"""A replay tells the game that was played, completely: a referee needs nothing but the log."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import Any

import pytest

from sim.batch import play_chunk
from sim.cli import main
from sim.grid import Run, plan
from sim.replay.gamelog import json_lines, row_of, text_lines
from sim.replay.moments import Replay
from sim.replay.narrate import TELLINGS, tell
from sim.replay.questions import QUESTIONS
from sim.replay.scene import Scene
from sim.rules.choices import KINDS
from sim.rules.log import ASKED, EVENTS
from sim.rules.state import LOG_EVENTS
from sim.spread import Chunk
from sim.tally import flat_columns

FACES = {  # C-2.2
    "green": ["1", "2", "3", "lore", "peril", "terror"],
    "yellow": ["1", "2", "3", "4", "lore", "peril"],
    "red": ["2", "3", "4", "lore", "peril", "wild"],
}
COLOURS = ["green"] * 6 + ["yellow", "red"]  # C-2.1


def run_of(**changes) -> Run:
    words = {
        "mode": "alaska",
        "ancient_one": "ithaqua",
        "season": "winter",
        "players": "3",
        "policy": "greedy",
        "games": 30,
        "completions": 5,
        "seed": 3,
    }
    return plan(**(words | changes))


def lines_of(run: Run, game: int) -> list[dict[str, Any]]:
    return [json.loads(line) for line in json_lines(Replay(run, run.cells[0], game))]


@pytest.fixture(scope="module", params=["greedy", "random", "cautious", "rush"])
def games(request) -> list[list[dict[str, Any]]]:
    """JSON Lines of some games with every policy, against Ancient Ones of every kind."""
    runs = [run_of(policy=request.param, ancient_one=one) for one in ("rhan-tegoth", "rlim-shaikorth", "ithaqua")]
    return [lines_of(run, game) for run in runs for game in (0, 8)]


# --- it is the same game -------------------------------------------------------------------
@pytest.mark.parametrize("policy", ["greedy", "random"])
@pytest.mark.parametrize("season", ["summer", "winter"])
def test_the_replayed_row_is_the_row_that_was_played(policy, season):
    run = run_of(policy=policy, season=season, players="1")
    played = flat_columns(play_chunk(run, Chunk(0, range(30))))
    for game in (0, 7, 29):
        replay = Replay(run, run.cells[0], game)
        moments = list(replay)
        row = row_of(replay)
        assert all(row[name] == column[game] for name, column in played.items())
        assert moments[-1].after["doom"] == row["doom"]


def test_a_game_longer_than_the_log_is_told_whole():
    run = run_of(policy="cautious", ancient_one="rhan-tegoth", season="summer", players="4")
    moments = max((list(Replay(run, run.cells[0], game)) for game in range(4)), key=len)
    assert len(moments) > 2 * LOG_EVENTS
    assert [moment.number for moment in moments] == list(range(len(moments)))
    decisions = [int(moment.after["decisions"]) for moment in moments if moment.event["code"] == ASKED]
    assert decisions == list(range(1, len(decisions) + 1))
    for one, other in itertools.pairwise(moments):
        assert other.before.tobytes() == one.after.tobytes()


# --- it is told in words ---------------------------------------------------------------------
def test_every_kind_of_event_and_choice_has_words():
    assert set(TELLINGS) == set(range(len(EVENTS))) - {ASKED}
    assert set(QUESTIONS) == set(range(len(KINDS)))


@pytest.mark.parametrize("season", ["summer", "winter"])
@pytest.mark.parametrize("policy", ["greedy", "random", "cautious", "rush"])
def test_every_moment_of_many_games_can_be_told(policy, season):
    seen: Counter[int] = Counter()
    for one, players in (("rhan-tegoth", "1"), ("rlim-shaikorth", "2"), ("ithaqua", "8")):
        run = run_of(policy=policy, season=season, ancient_one=one, players=players)
        for game in range(4):
            replay = Replay(run, run.cells[0], game)
            for moment in replay:
                sentence, ids = tell(Scene(replay.deck[0], replay.names, moment), moment)
                assert sentence and ids
                seen[int(moment.event["code"])] += 1
    assert len(seen) > 40


def test_text_gives_rule_ids_and_ends_with_the_row():
    run = run_of()
    replay = Replay(run, run.cells[0], 0)
    lines = list(text_lines(replay))
    assert any("rolls" in line and "[C-5.5]" in line for line in lines)
    assert any("Midnight, step 1" in line and "[A-5]" in line for line in lines)
    row = row_of(replay)
    assert f"doom {row['doom']}, " in lines[-1] and f"turns {row['turns']}, " in lines[-1]


# --- it is complete --------------------------------------------------------------------------
def test_first_line_is_the_deck_last_line_the_row(games):
    for first, *events, last in games:
        assert (first["type"], last["type"]) == ("deck", "row")
        assert [event["number"] for event in events] == list(range(len(events)))
        cards = first["cards"]
        for kind, count in (("adventures", 72), ("mythos", 30), ("storms", 28), ("investigators", 24)):
            assert len(cards[kind]) == count
            assert all(card["name"] for card in cards[kind])
        state = events[-1]["state"]
        for name in ("doom", "signs", "supplies", "devoured", "attempts", "successes", "decisions", "dice_rolled"):
            assert state[name] == last[name]


def test_every_choice_was_one_of_its_options(games):
    for event in itertools.chain(*games):
        if event["type"] != "CHOICE":
            continue
        if "options" in event:
            assert len(event["options"]) > 1  # a question with one answer is never asked
            assert 0 <= event["taken"] < len(event["options"])
            assert len({json.dumps(option) for option in event["options"]}) == len(event["options"])
        else:
            assert set(event["taken"]) <= set(event["dice_allowed"])


def test_dice_are_where_the_rules_let_them_be(games):  # C-18.2, C-2.2
    for event in itertools.chain(*games):
        if "state" not in event:
            continue
        dice = event["state"]["dice"]
        assert len(dice) == 8
        for colour, die in zip(COLOURS, dice, strict=True):
            assert die["face"] in [None, *FACES[colour]]
        markers = [die["at"] for die in dice if die["place"] == "on marker"]
        assert len(markers) == len(set(markers))  # C-7.7


def test_a_roll_shows_every_die_of_the_pool(games):
    rolls = [event for event in itertools.chain(*games) if event["type"] == "ROLLED"]
    assert len(rolls) > 50
    for event in rolls:
        dice = event["state"]["dice"]
        assert event["dice"] == [number for number, die in enumerate(dice) if die["place"] == "pool"]
        assert all(dice[number]["face"] for number in event["dice"])


def test_counters_follow_from_events_alone(games):
    """Doom, Elder Signs and supplies recomputed from the events, without looking at the state (A-8, C-15)."""
    for first, *events, last in games:
        doom, signs, supplies = 0, 0, first["cards"]["supplies"]
        for event in events:
            if event["type"] in ("DOOM_PLACED", "DOOM_REMOVED"):
                step = 1 if event["type"] == "DOOM_PLACED" else -1
                assert event["doom"] == min(doom + step, first["cards"]["ancient_one"]["doom"])  # C-15.2
                doom = event["doom"]
            elif event["type"] == "SIGN_GAINED":
                signs += event["gained"]
            elif event["type"] == "SIGN_LOST":
                signs -= 1
            elif event["type"] == "SUPPLIES":
                supplies += event["supplies"]
        assert (doom, signs, supplies) == (last["doom"], last["signs"], last["supplies"])


def test_storm_markers_are_28_in_every_state(games):
    for event in itertools.chain(*games):
        if "state" in event:
            state = event["state"]
            on_cards = sum(slot["storms"] for slot in state["slots"])
            assert state["pile"] + on_cards + state["sheet_storms"] == 28


# --- a naive referee of completed tasks --------------------------------------------------------
def symbols_of(face: str) -> set[str]:
    return {"lore", "peril", "terror"} if face == "wild" else {face}  # C-2.3


def value_of(face: str) -> int:
    return 4 if face == "wild" else int(face) if face.isdecimal() else 0  # C-2.3


def fills(needs: list[str], faces: list[str]) -> bool:
    """Can all of `faces` be used, none needlessly, to meet all of `needs`? Tries every assignment (C-6.4 .. C-6.6)."""
    if not needs:
        return not faces
    need, rest = needs[0], needs[1:]
    sizes = range(1, len(faces) + 1) if need.startswith("inv") else [1]
    for chosen in itertools.chain.from_iterable(itertools.combinations(range(len(faces)), size) for size in sizes):
        mine = [faces[i] for i in chosen]
        if need.startswith("inv"):
            values = [value_of(face) for face in mine]
            least = int(need.split()[1])
            fits = sum(values) >= least > sum(values) - min(values)
        else:
            fits = bool(symbols_of(mine[0]) & set(need.split("/"))) if mine else False
        if fits and fills(rest, [face for i, face in enumerate(faces) if i not in chosen]):
            return True
    return False


def needs_of(requirement: str, bonus: int) -> list[str]:
    items = [item for item in requirement.split(", ") if item.split()[0] not in ("sanity", "stamina", "clock", "")]
    return [f"inv {int(item.split()[1]) + bonus}" if item.startswith("inv") else item for item in items]


def test_every_way_offered_to_complete_a_task_is_legal(games):  # C-6
    offered = 0
    for event in itertools.chain(*games):
        if event["type"] != "CHOICE" or event["kind"] != "TASK":
            continue
        state = event["state"]
        for option in event["options"]:
            if option["a"] < 0:
                continue
            row = state["attempt"]["rows"][option["a"]]
            faces = [state["dice"][die]["face"] for die in option["dice"]]
            places = {state["dice"][die]["place"] for die in option["dice"]}
            assert not row["done"]
            assert places <= {"pool", "on spell", "on marker"}  # C-6.3
            assert fills(needs_of(row["requirement"], state["investigation_bonus"]), faces)
            offered += 1
    assert offered > 20


# --- the command -------------------------------------------------------------------------------
def test_replay_asks_for_one_cell(capsys):
    code = main(["replay", "--game", "1", "--season", "winter", "--policy", "all"])
    (line,) = capsys.readouterr().err.splitlines()
    assert code == 2
    assert line.endswith("choose one value of --ancient-one, --players, --policy")


def test_replay_needs_the_number_of_a_game(capsys):
    assert main(["replay"]) == 2
    assert "--game" in capsys.readouterr().err
    assert main(["replay", "--game", "-1"]) == 2
    assert "--game: -1 is out of range" in capsys.readouterr().err
    assert main(["replay", "--games", "50", "--game", "50"]) == 2
    assert "0 to 49 would be right" in capsys.readouterr().err


def test_replay_tells_a_game_of_a_run(capsys):
    cell = ["--ancient-one", "ithaqua", "--season", "winter", "--players", "2", "--seed", "9"]
    assert main(["replay", *cell, "--game", "4", "--format", "json"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    run = run_of(players="2", seed=9, completions=20)
    played = flat_columns(play_chunk(run, Chunk(0, range(5))))
    row = json.loads(last)
    assert all(row[name] == column[4] for name, column in played.items())
