"""R'lyeh Rising with every command, and none of what only the Alaska Expedition has."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy import stats

import policies
import sim
from sim.batch import deck_of, names_of, play_chunk
from sim.cli import main
from sim.forbidding import MAX_FORBIDDEN, OPTIONS_OF, places_of
from sim.grid import plan, plan_cells
from sim.lab.card_events import FAMILIES, MONSTER, MYTHOS, cards_of, events_of_chunk
from sim.lab.choices import counts, without
from sim.lab.score import LABELS_OF, score
from sim.lab.uncertainty import _flips
from sim.replay.gamelog import json_lines
from sim.replay.moments import Replay
from sim.rules import state
from sim.rules.choices import CAMP
from sim.rules.log import ASKED, BOUGHT
from sim.rules.state import WIN
from sim.scenario import ANCIENT_ONES, LEGIONS_LORDS, NO_SEASON, without_season
from sim.spread import Chunk, How
from sim.tally import Cell, Tally

MODE = ["--mode", "rlyeh"]
ONE = [*MODE, "--ancient-one", "hydra", "--players", "2"]
SMALL = [*ONE, "--games", "20", "--completions", "2", "--jobs", "1"]
EASY = [word for one in LEGIONS_LORDS for word in ("--set", f"{one}.signs=3")]

#: Words that R'lyeh Rising has no use for, wherever they are printed.
FOREIGN = re.compile(r"\b(?:camp|seasons?|days?|winter|summer|storms?|supply|supplies)\b", re.IGNORECASE)
#: Names of cards that hold such a word, and the heading of a column of csv that both modes have.
NO_MATTER = re.compile(r"Unnatural Storm|once per day|mean_days")


def omens(capsys, *words: str) -> str:
    """What a command prints; it must succeed and say nothing of what the mode has not."""
    code = main(list(words))
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def said(text: str) -> list[str]:
    """Lines of `text` with a word that belongs to the other mode."""
    return [line for line in text.splitlines() if FOREIGN.search(NO_MATTER.sub("", line))]


# --- every command ---------------------------------------------------------------------------------
COMMANDS = {
    "run": (["run", *SMALL], ("hydra", "midnights")),
    "run all": (["run", *MODE, "--games", "2", "--players", "1", "--policy", "random"], LEGIONS_LORDS),
    "run with an Ancient One of Alaska": (["run", *SMALL, "--ancient-one", "ithaqua,hydra"], ("ithaqua", "hydra")),
    "run until": (["run", *ONE, "--games", "500", "--until", "10pp", "--jobs", "1"], ("hydra",)),
    "compare": (["compare", *SMALL, "--a", "", "--b", "dark_waters.spaces=8"], ("dark_waters.spaces=8",)),
    "compare cells": (
        ["compare", *SMALL, "--ancient-one", "all", "--a", "", "--b", "policy=random"],
        ("hydra, 2", "all cells"),
    ),
    "compare without a purchase": (
        ["compare", *SMALL, "--a", "", "--b", "choices.forbid=ship.common"],
        ("choices.forbid=ship.common",),
    ),
    "sweep": (["sweep", *SMALL, "--set", "hydra.signs=10..11"], ("hydra.signs",)),
    "tornado": (
        ["tornado", *MODE, "--games", "10", "--completions", "2", "--jobs", "1"],
        ("dark_waters.spaces", "hydra.signs", "hydra.doom"),
    ),
    "solve": (
        ["solve", *SMALL, "--games", "1500", "--knob", "hydra.signs=4..16", "--wanted", "83%"],
        ("hydra.signs",),
    ),
    "uncertainty": (
        ["uncertainty", *ONE, "--ancient-one", "hydra,dagon", "--draws", "2", "--games", "2", "--jobs", "1"],
        ("Hydra minus Dagon",),
    ),
    "luck": (
        ["luck", *ONE, "--completions", "3", "--decks", "3", "--dice", "3", "--policy", "greedy,random", *EASY],
        ("decks", "dice"),
    ),
    "score": (
        ["score", *SMALL, "--ancient-one", "all", "--players", "1,2", "--policy", "greedy", "--games", "60", *EASY],
        ("Hydra (average)", "Dagon (hard)", "Cthulhu (insane)"),
    ),
    "score with an Ancient One of Alaska": (
        ["score", *SMALL, "--ancient-one", "hydra,ithaqua", "--policy", "greedy,random"],
        ("Labels belong to a mode: Ithaqua has none in R'lyeh Rising.",),
    ),
    "choices": (["choices", *SMALL], ("an Ally (5)", "advance the omen (5)", "Mythos: top option")),
    "choices of one": (["choices", *SMALL, "--option", "ship.skill"], ("a Skill (5)",)),
    "matter": (["matter", *SMALL], ("cards that its appearing matters",)),
    "replay": (["replay", *ONE, "--game", "3"], ("Stage I,", "omen on space", "the Ultima Thule", "Legions in play")),
    "bench": (["bench", *MODE, "--policy", "random", "--players", "1", "--seconds", "0.1"], ("hydra", "games/s")),
    "cards status": (["cards", "status", *MODE], ("stages",)),
    "cards list": (["cards", "list", *MODE], ("legion", "missions", "amulet", "dark_waters", "wreckage")),
    "cards show": (["cards", "show", "Hydra", *MODE], ("Hydra (ancient_ones.csv)",)),
    "odds": (["odds", "Calling", *MODE], ("Calling",)),
    "odds of all": (["odds", "--all", *MODE], ("R'lyeh Risen", "The Sleeper Wakes")),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_plays_rlyeh_rising(capsys, command):
    words, expected = COMMANDS[command]
    out = omens(capsys, *words)
    assert [word for word in expected if word not in out] == []
    assert said(out) == []


PAGES = ("compare", "sweep", "tornado", "solve", "uncertainty", "luck", "score", "choices", "matter")


@pytest.mark.parametrize("command", PAGES)
def test_every_page_is_of_the_mode(capsys, tmp_path, command):
    """No column of seasons, and nothing of Alaska in what is read."""
    omens(capsys, *COMMANDS[command][0], "--out", str(tmp_path / "page"))
    text = (tmp_path / "page" / "report.html").read_text(encoding="utf-8")
    assert "<th>season</th>" not in text and "--mode rlyeh" in text
    assert said(re.sub(r"<style.*?</style>|<svg.*?</svg>|<[^>]*>", " ", text, flags=re.DOTALL)) == []


def test_json_and_csv_hold_the_cell(capsys):
    (cell,) = json.loads(omens(capsys, "run", *SMALL, "--format", "json"))
    assert (cell["mode"], cell["ancient_one"], cell["games"]) == ("rlyeh", "hydra", 20) and "season" not in cell
    heading, line = omens(capsys, "run", *SMALL, "--format", "csv").splitlines()
    assert heading.startswith("mode,ancient_one,players,") and line.startswith("rlyeh,hydra,2,greedy,20,")
    lines = json.loads(omens(capsys, *COMMANDS["score"][0], "--format", "json"))[0]["labels"]
    assert [(line["ancient_one"], line["label"]) for line in lines] == list(LABELS_OF["rlyeh"].items())


def test_a_folder_is_gone_on_with_and_scored(capsys, tmp_path):
    out = str(tmp_path / "out")
    words = ["run", *SMALL, "--players", "1,2", "--ancient-one", "all", "--games", "60", *EASY, "--out", out]
    omens(capsys, *words)
    before = (tmp_path / "out" / "games.parquet").read_bytes()
    omens(capsys, *words, "--resume")
    assert (tmp_path / "out" / "games.parquet").read_bytes() == before
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["finished"]
    assert "Dagon (hard)" in omens(capsys, "score", "--from", out)


def test_card_files_go_out_and_are_read_again(capsys, tmp_path):
    folder = str(tmp_path / "mine")
    omens(capsys, "cards", "export", folder, *MODE)
    assert "can be played" in omens(capsys, "cards", "check", folder, *MODE)
    mine, shipped = (json.loads(omens(capsys, "run", *SMALL, "--format", "json", *more)) for more in (
        ["--cards", folder], []))  # fmt: skip
    assert mine == shipped


def test_data_frames():
    table = sim.run(mode="rlyeh", players=1, policy="random", games=4)
    assert (list(table["ancient_one"]), set(table["season"])) == (list(LEGIONS_LORDS), {NO_SEASON})
    found = sim.compare("policy=random", "policy=greedy", mode="rlyeh", ancient_one="hydra", players=1, games=20)
    assert len(found) and set(found["games"]) == {20}


def test_own_games(capsys, tmp_path):
    """The file has midnights in place of seasons and days."""
    file = tmp_path / "games.csv"
    file.write_text(omens(capsys, "logs", "template", *MODE))
    assert said(file.read_text()) == []
    assert "hydra: 1" in omens(capsys, "logs", "check", str(file), *MODE).splitlines()
    file.write_text("ancient_one,players,result,midnights\n" + 10 * "Hydra,2,lost,9\n")
    words = ["--games", "30", "--completions", "2", "--policy", "greedy", "--jobs", "1", "--format", "json"]
    found = json.loads(omens(capsys, "logs", "compare", str(file), *MODE, *words))
    assert [line["name"] for line in found] == ["games won", "midnights"]
    assert main(["logs", "check", str(file)]) == 2
    assert "no column season" in capsys.readouterr().err


# --- mistakes --------------------------------------------------------------------------------------
WRONG = {
    "season": (["run", *SMALL, "--season", "winter"], "R'lyeh Rising has no seasons; - or all would be right"),
    "season of score": (["score", *MODE, "--season", "summer"], "R'lyeh Rising has no seasons"),
    "season of a variant": (["compare", *SMALL, "--a", "", "--b", "season=winter"], "R'lyeh Rising has no seasons"),
    "storms": (["run", *SMALL, "--set", "winter.day6=7"], "winter.day6: belongs to the Alaska Expedition"),
    "supplies": (["run", *SMALL, "--set", "supplies=7"], "supplies: belongs to the Alaska Expedition"),
    "a knob": (["tornado", *MODE, "--knob", "supplies=1..3"], "belongs to the Alaska Expedition"),
    "a search": (["solve", *ONE, "--knob", "winter.day6=1..3", "--wanted", "9%"], "belongs to the Alaska Expedition"),
    "a sweep": (["sweep", *SMALL, "--set", "supplies=6..8"], "belongs to the Alaska Expedition"),
    "a variant": (["compare", *SMALL, "--a", "", "--b", "supplies=8"], "belongs to the Alaska Expedition"),
    "an Ancient One nobody meets": (["tornado", *MODE, "--knob", "dagon.signs=1..3"], "no cell is played with dagon"),
    "a ruling": (["run", *SMALL, "--ruling", "SUPPLY_CAP=19"], "SUPPLY_CAP: says nothing in R'lyeh Rising"),
    "a ruling of R'lyeh Rising": (["run", "--ruling", "SINK_AMULET=NO"], "says nothing in the Alaska Expedition"),
    "all modes": (["choices", "--mode", "all"], "--mode: alaska, rlyeh are several modes"),
    "both modes compared": (["compare", "--mode", "alaska,rlyeh", "--a", "", "--b", ""], "are several modes"),
    "both modes swept": (["sweep", "--mode", "all", "--set", "hydra.signs=3..4"], "are several modes"),
    "all modes of cards": (["cards", "list", "--mode", "all"], "are several modes"),
    "all modes of odds": (["odds", "--all", "--mode", "all"], "are several modes"),
    "all modes of a replay": (["replay", "--mode", "all", "--game", "1"], "are several modes"),
    "the Camp": (["choices", *SMALL, "--option", "camp.ally"], "--option 'camp.ally': R'lyeh Rising has no Camp"),
    "the Camp forbidden": (
        ["compare", *SMALL, "--a", "", "--b", "choices.forbid=camp.storms"],
        "choices.forbid 'camp.storms': R'lyeh Rising has no Camp",
    ),
    "the ship in Alaska": (
        ["choices", "--option", "ship.skill"],
        "--option 'ship.skill': the Alaska Expedition has no",
    ),
    "a purchase misspelt": (["choices", *SMALL, "--option", "ship.skil"], "did you mean ship.skill?"),
    "Hydra in Alaska": (["run", "--ancient-one", "hydra"], "--ancient-one 'hydra': unknown"),
    "no season in Alaska": (["run", "--season", "-"], "--season '-': unknown"),
    "Dark Waters in Alaska": (["run", "--set", "dark_waters.spaces=7"], "dark_waters.spaces: belongs to R'lyeh Rising"),
    "the omen off the track": (
        ["run", *SMALL, "--set", "dark_waters.spaces=5", "--set", "dark_waters.start=5"],
        "1 to 4 would be right",
    ),
    "cells of two modes": (["compare", *SMALL, "--a", "", "--b", "mode=alaska"], "hydra"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_wrong_mix_is_one_line(capsys, mistake):
    words, hint = WRONG[mistake]
    code = main(words)
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert hint in line


# --- what is read of a game ------------------------------------------------------------------------
def run_of(**changed):
    words = {"mode": "rlyeh", "ancient_one": "hydra", "season": "all", "players": "2", "policy": "greedy"}
    return plan(**(words | {"games": 40, "completions": 4, "seed": 3} | changed))


def keys_of(value) -> set[str]:
    if isinstance(value, dict):
        return set(value) | set().union(*map(keys_of, value.values()), set())
    return set().union(*map(keys_of, value), set()) if isinstance(value, list) else set()


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_no_reading_of_the_state_shows_a_storm_a_supply_or_a_day(policy):
    run = run_of(policy=policy)
    first, *events, last = map(json.loads, json_lines(Replay(run, run.cells[0], 5)))
    shown = keys_of(first["cards"]) | keys_of([event["state"] for event in events]) | set(last)
    assert not {key for key in shown if re.search("storm|suppl|^season$|^day$|facedown|revealed", key)}
    assert {"omen", "amulet", "stage", "entrance", "monsters"} <= keys_of([event["state"] for event in events])
    assert said("\n".join(event["text"] for event in events)) == []
    assert not any(re.search(r"\bA-3\.18|\bD-A10", " ".join(event["ids"])) for event in events)


def test_the_records_hold_no_storm_no_supply_and_the_first_day():
    """Whatever a policy may read of them, at every question."""
    run = run_of(policy="random")
    for number in range(6):
        for moment in Replay(run, run.cells[0], number):
            game = moment.after
            night = game["night"][: game["nights"]]
            assert (game["supplies"], game["day"], game["n_revealed"], game["storm_doom"]) in (
                (0, 1, 0, 0),
                (0, 0, 0, 0),
            )
            assert not game["slots"]["storms"].any() and not game["slots"]["facedown"].any()
            assert not night["supplies"].any() and not night["storms"].any()


def test_a_table_has_seasons_only_where_a_row_has_one():
    headings = ("policy", "season", "won")
    assert without_season(headings, [["a", "-", "1"], ["b", "", "2"]], 2) == (
        ["policy", "won"], [["a", "1"], ["b", "2"]], 1,
    )  # fmt: skip
    both = [["a", "winter", "1"], ["b", "", "2"]]
    assert without_season(headings, both, 2) == (list(headings), both, 2)


# --- what is bought --------------------------------------------------------------------------------
def test_a_purchase_is_forbidden_on_the_ship_and_in_the_wreckage():
    """And nothing else is: everything has a price and place of its own (R-4.3, R-4.8)."""
    run = run_of(games=30, completions=6)
    cell = run.cells[0]

    def bought(run) -> set[tuple[int, int]]:
        found = set()
        for number in range(run.games):
            for moment in Replay(run, run.cells[0], number):
                if moment.event["code"] == BOUGHT:
                    found.add((int(moment.before["entrance"]), int(moment.event["d"])))
        return found

    before = bought(run)
    assert {benefit for _, benefit in before} >= {state.BUY_COMMON, state.BUY_SANITY}
    after = {benefit for _, benefit in bought(without(run, "ship.common"))}
    assert state.BUY_COMMON not in after and after >= {state.BUY_SANITY, state.BUY_STAMINA, state.BUY_SPELL}
    for completion in range(run.completions):
        deck = deck_of(run, cell, completion)[0]
        names = names_of(run, cell, completion)
        for name in OPTIONS_OF["rlyeh"]:
            benefits = set()
            for kind, price, which, _ in places_of(name, names, deck):
                for side in range(2):
                    for one in deck["purchases"][side][: deck["n_purchases"][side]] if kind == CAMP else ():
                        if (one["price"], one["which"]) == (price, which):
                            benefits.add(int(one["benefit"]))
            assert len(benefits) == name.startswith("ship."), name


def test_all_purchases_can_be_forbidden_at_once():
    names = [name for name in OPTIONS_OF["rlyeh"] if name.startswith("ship.")]
    run = run_of(games=8, forbidden=names)
    assert not play_chunk(run, Chunk(0, range(8)))["purchases"].any()
    assert 2 * len(names) <= MAX_FORBIDDEN


def test_offers_are_counted_by_what_is_bought():
    """Held against the replay, which tells the benefit itself."""
    run = run_of(games=10)
    names = [name for name in OPTIONS_OF["rlyeh"] if name.startswith("ship.")]
    first = deck_of(run, run.cells[0], 0)[0]["purchases"][0]
    naive = np.zeros((len(names), 2), int)
    for number in range(run.games):
        for moment in Replay(run, run.cells[0], number):
            if moment.event["code"] == ASKED and moment.event["a"] == CAMP:
                options = moment.options["d"].tolist()
                for i in range(len(names)):
                    mine = [benefit == first["benefit"][i] for benefit in options]
                    naive[i] += any(mine), mine[int(moment.event["d"])]
    found = counts(run, names, How())
    np.testing.assert_array_equal(found[:, :2], naive)
    assert naive[:, 0].sum() > 0


# --- cards, labels, places -------------------------------------------------------------------------
def test_cards_that_matter_stand_in_their_decks():
    run = run_of()
    named = names_of(run, run.cells[0], 0)
    monsters = cards_of(run, MONSTER)
    assert not any("Legion" in name for name in monsters.names)  # they are all alike
    assert set(named.monsters) - set(monsters.names) and any("Mission" in name for name in monsters.names)
    assert set(np.unique(cards_of(run, MYTHOS).deck)) == {1, 2}
    events, _ = events_of_chunk(run, Chunk(0, range(20)))
    assert set(events["family"]) == set(range(len(FAMILIES)))
    assert events["day"].max() > 3 and (np.diff(events["day"][events["entry"] == 0]) >= 0).all()
    assert (events["card"][events["family"] == MONSTER] < len(monsters.names)).all()


def test_labels_are_those_of_the_mode():
    """A-13.1, R-13.3."""
    found = []
    for one, rate in zip(LEGIONS_LORDS, (0.6, 0.4, 0.2), strict=True):
        for players in (1, 2):
            tally = Tally(Cell("rlyeh", one, NO_SEASON, players, "greedy"), 3)
            tally.games[:, :10], tally.wins[:, :10] = 1000, round(1000 * rate) + players
            found.append(tally)
    right = score(found, 0.2)
    assert right.in_order
    assert [(each.ancient_one, each.label) for each in right.labelled] == [
        ("hydra", "average"), ("dagon", "hard"), ("cthulhu", "insane"),
    ]  # fmt: skip
    assert tuple(LABELS_OF["alaska"]) == ANCIENT_ONES


def test_equal_rates_are_no_change_of_places():
    run = run_of(ancient_one="hydra,dagon")
    equal = np.zeros((3, 4, 2, 2))
    assert _flips(run, equal) == {"hydra and dagon": 0.0}


# --- whole games -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("jobs", "chunk"), [(1, 7), (2, 3)])
def test_the_same_rows_for_any_jobs_and_chunk(capsys, tmp_path, jobs, chunk):
    words = ["run", *SMALL, "--ancient-one", "hydra,ithaqua", "--policy", "greedy,random"]
    files = []
    for name, more in (("a", ["--jobs", "1"]), ("b", ["--jobs", str(jobs), "--chunk", str(chunk)])):
        omens(capsys, *words, *more, "--out", str(tmp_path / name))
        files.append((tmp_path / name / "games.parquet").read_bytes())
    assert files[0] == files[1]


SENSIBLE = ("greedy", "cautious", "rush", "expert")
PLAYERS = (1, 2, 8)
GAMES, COMPLETIONS, SEED = 540, 6, 77
#: For each policy; all four together raise a false alarm in fewer than one of 25 sets of seeds (union bound).
FALSE_ALARM = 1e-2


@cache
def wins(policy: str, ancient_one: str, players: int) -> np.ndarray:
    run = plan_cells(
        [Cell("rlyeh", ancient_one, NO_SEASON, players, policy)], games=GAMES, completions=COMPLETIONS, seed=SEED
    )
    return play_chunk(run, Chunk(0, range(GAMES)))["outcome"] == WIN


@pytest.mark.slow
def test_random_almost_never_wins():
    assert np.mean([wins("random", *cell) for cell in product(LEGIONS_LORDS, PLAYERS)]) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("policy", SENSIBLE)
def test_sensible_play_beats_random_against_hydra(policy):
    """An exact one-sided sign test over the games that only one of the two wins."""
    assert policy in policies.names()
    better, worse = (
        np.concatenate([wins(name, "hydra", players) for players in PLAYERS]) for name in (policy, "random")
    )
    ahead, behind = np.count_nonzero(better & ~worse), np.count_nonzero(worse & ~better)
    assert ahead and stats.binomtest(behind, ahead + behind, 0.5, alternative="less").pvalue < FALSE_ALARM


def test_forbidding_nothing_that_is_offered_changes_nothing():
    run = run_of(games=12)
    same = replace(run, forbidden=("split.4",))
    assert (play_chunk(run, Chunk(0, range(12))) == play_chunk(same, Chunk(0, range(12)))).all()
