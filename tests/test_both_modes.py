"""Both modes in one run: which cells, the same games as alone, the page, and a difference of independent numbers."""

from __future__ import annotations

import csv
import json
import re
import shlex
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from made_up import rows_of
from test_modes import said

import sim
from reports.answer import answer, modes
from reports.cells import Grid
from reports.page import Assumptions, Facts, page
from sim.batch import play_chunk
from sim.cli import main
from sim.errors import OmensError
from sim.grid import plan
from sim.rules.state import LOSS, WIN
from sim.runs.manifest import command, manifest
from sim.scenario import ANCIENT_ONES, LEGIONS_LORDS, NO_SEASON
from sim.spread import Chunk
from sim.stats.completions import Estimate, independent_difference, mean_rate, win_rate
from sim.tally import Cell, Tally, row_dtype

WORDS = {"ancient_one": "all", "season": "all", "players": "1", "policy": "random", "games": 6, "completions": 2}
BOTH = ["run", "--mode", "all", "--players", "1", "--policy", "random", "--completions", "2", "--jobs", "1"]


def both(mode: str = "all", **changed):
    return plan(**(WORDS | {"mode": mode, "seed": 3} | changed), several_modes=True)


def played(run) -> set[tuple[str, str, str]]:
    return {(cell.mode, cell.ancient_one, cell.season) for cell in run.cells}


def of_alaska(*ones: str, seasons=("summer", "winter")) -> set[tuple[str, str, str]]:
    return {("alaska", one, season) for one in ones for season in seasons}


def of_rlyeh(*ones: str) -> set[tuple[str, str, str]]:
    return {("rlyeh", one, NO_SEASON) for one in ones}


# --- which cells -----------------------------------------------------------------------------------
SELECTED = {
    "all": ({}, of_alaska(*ANCIENT_ONES) | of_rlyeh(*LEGIONS_LORDS)),
    "a guest": (  # any Ancient One in R'lyeh Rising
        {"ancient_one": "hydra,ithaqua"},
        of_alaska("ithaqua") | of_rlyeh("hydra", "ithaqua"),
    ),
    "all and a guest": (
        {"ancient_one": "ithaqua,all"},
        of_alaska(*ANCIENT_ONES) | of_rlyeh(*LEGIONS_LORDS, "ithaqua"),
    ),
    "every name": (
        {"ancient_one": ",".join((*LEGIONS_LORDS, *ANCIENT_ONES))},
        of_alaska(*ANCIENT_ONES) | of_rlyeh(*LEGIONS_LORDS, *ANCIENT_ONES),
    ),
    "one season": (
        {"ancient_one": "ithaqua", "season": "winter"},
        of_alaska("ithaqua", seasons=("winter",)) | of_rlyeh("ithaqua"),
    ),
}


@pytest.mark.parametrize("mode", ["all", "alaska,rlyeh", "rlyeh,alaska"])
@pytest.mark.parametrize("case", SELECTED)
def test_each_mode_plays_what_it_has_of_what_is_named(case, mode):
    changed, expected = SELECTED[case]
    run = both(mode, players="1,4", policy="random,greedy", **changed)
    assert played(run) == expected
    assert len(run.cells) == len(set(run.cells)) == 4 * len(expected)
    assert run.modes == (("rlyeh", "alaska") if mode == "rlyeh,alaska" else ("alaska", "rlyeh"))


@pytest.mark.parametrize("mode", ["all", "rlyeh,alaska", "alaska", "rlyeh"])
@pytest.mark.parametrize("case", SELECTED)
def test_the_command_of_a_run_plays_the_same_run(case, mode):
    changed, _ = SELECTED[case]
    try:
        run = both(mode, **changed)
    except OmensError:  # of one mode: names of the other
        assert mode in ("alaska", "rlyeh")
        return
    given = dict(zip(*[iter(shlex.split(command(run))[2:])] * 2, strict=True))
    named = {name.lstrip("-").replace("-", "_"): value for name, value in given.items()}
    numbers = {name: int(named.pop(name)) for name in ("games", "completions", "seed")}
    assert plan(**{"season": "all"} | named | numbers, several_modes=True) == run


def test_rulings_and_values_act_in_the_modes_that_have_them():
    run = both(settings=["supplies=9", "dark_waters.spaces=6", "ithaqua.doom=9"], rulings=["SINK_AMULET=NO"])
    alaska, rlyeh = run.scenario(run.cells[0]), run.scenario(run.cells[-1])
    assert dict(alaska.settings) == {"supplies": (9,), "ithaqua.doom": (9,)} and not alaska.rulings
    assert dict(rlyeh.settings) == {"dark_waters.spaces": (6,), "ithaqua.doom": (9,)}
    assert dict(rlyeh.rulings) == {"SINK_AMULET": "NO"}
    about = manifest(run, 0)
    assert about["settings"] == {"supplies": [9], "dark_waters.spaces": [6], "ithaqua.doom": [9]}
    assert about["rulings"]["SINK_AMULET"] == "NO" and "SUPPLY_CAP" in about["rulings"]


WRONG = {
    "a mode without any": (["--ancient-one", "hydra"], "--ancient-one 'hydra': the Alaska Expedition has none of them"),
    "a name of neither": (["--ancient-one", "azathot"], "--ancient-one 'azathot': unknown"),
    "a season of neither": (["--season", "spring"], "--season 'spring': unknown"),
    "cards": (["--cards", "mine"], "--cards mine: a folder holds the cards of one mode"),
    "a value of neither": (["--set", "hydra.sings=3"], "did you mean hydra.signs?"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_wrong_word_is_one_line(capsys, mistake):
    words, hint = WRONG[mistake]
    assert main([*BOTH, *words]) == 2
    out, err = capsys.readouterr()
    (line,) = err.splitlines()
    assert not out and hint in line


# --- the games -------------------------------------------------------------------------------------
def test_games_are_those_of_each_mode_alone():
    """To the bit: what else is played does not matter."""
    words = {"ancient_one": "ithaqua", "season": "winter", "policy": "random,greedy"}
    run = both(**words)
    for mode in run.modes:
        alone = both(mode, **words | ({} if mode == "alaska" else {"season": "all"}))
        for place, cell in enumerate(alone.cells):
            rows = play_chunk(run, Chunk(run.cells.index(cell), range(run.games)))
            assert (rows == play_chunk(alone, Chunk(place, range(alone.games)))).all()


def test_it_is_printed_kept_and_gone_on_with(capsys, tmp_path):
    words = [*BOTH, "--ancient-one", "ithaqua,hydra", "--season", "winter", "--games", "8"]
    cells = [("alaska", "ithaqua"), ("rlyeh", "hydra"), ("rlyeh", "ithaqua")]
    assert main([*words, "--out", str(tmp_path / "out")]) == 0
    heading, *lines, _ = capsys.readouterr().out.splitlines()
    assert heading.split()[0] == "mode" and "midnights" in heading
    assert [tuple(line.split()[:2]) for line in lines] == cells
    assert main([*words, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(cell["mode"], cell["ancient_one"]) for cell in found] == cells
    assert [cell.get("season") for cell in found] == ["winter", None, None]
    assert main([*words, "--format", "csv"]) == 0
    table = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [(line["mode"], line["season"]) for line in table] == [("alaska", "winter"), ("rlyeh", ""), ("rlyeh", "")]
    before = (tmp_path / "out" / "games.parquet").read_bytes()
    assert main([*words, "--out", str(tmp_path / "out"), "--resume"]) == 0
    assert (tmp_path / "out" / "games.parquet").read_bytes() == before
    assert {len(digest) for digest in json.loads((tmp_path / "out" / "manifest.json").read_text())[
        "card_data_hash"].split()} == {64}  # fmt: skip


def test_a_data_frame_holds_both():
    table = sim.run(
        mode=["alaska", "rlyeh"], ancient_one="ithaqua", season="winter", players=1, policy="random", games=4
    )
    assert list(zip(table["mode"], table["season"], strict=True)) == [("alaska", "winter"), ("rlyeh", NO_SEASON)]


# --- the difference --------------------------------------------------------------------------------
def tally(cell: Cell, wins: list[int], games: int) -> Tally:
    """Games of each completion, of which the first are won."""
    rows = np.zeros(games * len(wins), row_dtype)
    rows["game"] = np.arange(len(rows))
    rows["completion"] = rows["game"] % len(wins)
    won = rows["game"] // len(wins) < np.array(wins)[rows["completion"]]
    rows["outcome"], rows["cause"], rows["midnights"] = np.where(won, WIN, LOSS), 1, 5
    found = Tally(cell, len(wins))
    found.add(rows)
    return found


ALASKA = Cell("alaska", "ithaqua", "winter", 1, "greedy")
RLYEH = Cell("rlyeh", "hydra", NO_SEASON, 1, "greedy")


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_the_interval_from_games_is_that_of_independent_proportions(first, second, low, high):
    """The examples of Newcombe (1998, Stat. Med. 17, 873-890, table II, method 10)."""
    a, b = (win_rate(tally(cell, [wins], games)) for cell, (wins, games) in ((ALASKA, first), (RLYEH, second)))
    gap = independent_difference(a, b)
    assert (gap.low, gap.high) == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))
    assert gap.value == pytest.approx(first[0] / first[1] - second[0] / second[1])


def test_uncertainties_of_independent_numbers_add_by_squares():
    a = Estimate(0.5, 0.46, 0.54, 0.2, 0.8, np.array([0.4, 0.6]))
    b = Estimate(0.3, 0.27, 0.33, 0.1, 0.7, np.array([0.1, 0.5, 0.3]))
    gap = independent_difference(a, b)
    assert (gap.low, gap.high) == (pytest.approx(0.15), pytest.approx(0.25))  # 3, 4 and 5
    assert gap.total_low == pytest.approx(0.2 - 0.5) and gap.total_high == pytest.approx(0.2 + np.hypot(0.3, 0.2))
    assert sorted(gap.per_completion.round(9)) == [-0.1, 0.1, 0.1, 0.3, 0.3, 0.5] and gap.agreeing == 5


def test_completions_of_two_modes_are_not_paired():
    """In whatever order those of one mode come, the sentence is the same; within a mode it is not so."""
    wins = [40, 30, 20, 10]
    one, other = (Grid.of([tally(ALASKA, wins, 50), tally(RLYEH, hard, 50)]) for hard in ([8, 6, 4, 2], [2, 4, 6, 8]))
    assert modes(one) == modes(other) != ""


def test_the_harder_mode_comes_first_with_the_points():
    """50 % against 20 %, in each of 3 times 3 pairs of completions."""
    sentence = modes(Grid.of([tally(RLYEH, [20, 20, 20], 100), tally(ALASKA, [50, 50, 50], 100)]))
    assert re.fullmatch(
        r"R'lyeh Rising is harder than the Alaska Expedition: the policy greedy wins 30 points less in R'lyeh Rising "
        r"\(95 % interval 2\d to 3\d from games; \d+ to \d+ with unknown facts\), in 9 of 9 pairs of completions\. "
        r"Games won: 20 % in R'lyeh Rising and 50 % in the Alaska Expedition\.",
        sentence,
    )
    assert modes(Grid.of([tally(ALASKA, [50], 100), tally(RLYEH, [51], 100)])).startswith(
        "These games do not show which mode is harder: the policy greedy wins 1 point less in the Alaska Expedition ("
    )
    assert modes(Grid.of([tally(ALASKA, [50], 100)])) == ""


def test_only_numbers_of_players_that_both_have_are_compared():
    """As after a run that was interrupted."""
    four = tally(replace(ALASKA, players=4), [100], 100)
    grid = Grid.of([tally(ALASKA, [50], 100), four, tally(RLYEH, [20], 100)])
    assert "wins 30 points less in R'lyeh Rising" in modes(grid)
    assert modes(Grid.of([four, tally(RLYEH, [20], 100)])) == ""


# --- the page --------------------------------------------------------------------------------------
FACTS = Facts(100, {"monsters": 7}, {"monsters.task": "as in the core game"})
ASSUMPTIONS = Assumptions(
    facts={"alaska": FACTS, "rlyeh": FACTS},
    rulings={"SUMMER_TABLE": "COMPLETION", "WINTER_TABLE": "COMPLETION"},
    settings={},
    seed=1,
    version="0.1.0",
    card_hash="01 23",
    command="omens run --mode alaska,rlyeh",
    completions=4,
    games_per_cell=200,
)


@cache
def made_up() -> Grid:
    """Some of Alaska's cells and R'lyeh's, for two policies."""
    tallies = []
    for policy in ("greedy", "rush"):
        for players in (1, 4):
            for season in ("summer", "winter"):
                cell = Cell("alaska", "ithaqua", season, players, policy)
                found = Tally(cell, 4)
                found.add(rows_of(replace(cell, ancient_one="Ithaqua"), 200, 4, 1))
                tallies.append(found)
            cell = Cell("rlyeh", "hydra", NO_SEASON, players, policy)
            tallies.append(found := Tally(cell, 4))
            rows = rows_of(replace(cell, ancient_one="Ithaqua", season="winter"), 200, 4, 2)
            rows["night_omen"], rows["night_legions"] = rows["night_doom"] // 2, rows["night_signs"]
            found.add(rows)
    return Grid.of(tallies)


@cache
def text_of_page() -> str:
    return page(made_up().tallies, ASSUMPTIONS).replace("\u00a0", " ")


def chapter(mode: str) -> str:
    """The page from the heading of a mode to the next heading of its rank."""
    title = {"alaska": "The Alaska Expedition", "rlyeh": "R'lyeh Rising"}[mode].replace("'", "&#39;")
    return text_of_page().partition(f"<h2>{title}</h2>")[2].partition("<h2>")[0]


def test_the_answer_begins_with_the_modes():
    first = made_up().where(policy="greedy")
    answered = text_of_page().partition('aria-label="The answer">')[2].partition("</section>")[0]
    (sentence, *more) = re.findall(r"<p>(.*?)</p>", answered)
    assert sentence.replace("&#39;", "'") == modes(first) and len(more) == 1 and more[0].startswith("The")


def test_the_win_rates_of_both_stand_in_one_picture():
    rates = text_of_page().partition("<h2>Win rates</h2>")[2].partition("<h2>")[0]
    side_by_side, *maps = re.findall(r"<svg.*?</svg>", rates, flags=re.DOTALL)
    assert len(maps) == 2  # a policy each
    for picture in (side_by_side, *maps):
        assert "R'lyeh Rising" in picture and re.search(r"Alaska Expedition|Winter", picture)
    for mode in ("alaska", "rlyeh"):
        mean = mean_rate(made_up().where(policy="greedy", mode=mode).tallies).value
        assert f"{100 * mean:.1f} % in" in rates


@pytest.mark.parametrize(
    ("mode", "told", "untold"),
    [("alaska", ("Supplies", "Storms"), ("Omen", "Legions")), ("rlyeh", ("Omen", "Legions"), ("Supplies", "Storms"))],
)
def test_each_mode_tells_its_own_story(mode, told, untold):
    text = chapter(mode)
    assert all(f">{title}</text>" in text for title in told) and not any(f">{title}</text>" in text for title in untold)
    for sentence in answer(made_up().where(policy="greedy", mode=mode)):
        assert sentence.replace("'", "&#39;") in text
    assert ("Ultima Thule sinks" in text) == (mode == "rlyeh")


def test_the_story_of_rlyeh_has_no_day_and_no_season():
    words = re.findall(r'aria-label="([^"]*)"|>([^<]+)<', chapter("rlyeh"))
    assert said("\n".join(map("".join, words))) == []


def test_what_is_assumed_is_said_of_both():
    text = text_of_page()
    assert text.count("100 card facts are known and 7 are not") == 2 and "the 14 card facts" in text
    assert "taken for independent" in text
    ids = re.findall(r'\sid="([^"]*)"', text)
    assert len(ids) == len(set(ids))


def test_a_page_of_one_mode_says_nothing_of_two():
    text = page(made_up().where(mode="rlyeh").tallies, replace(ASSUMPTIONS, facts={"rlyeh": FACTS}))
    assert "independent" not in text and "<h2>How a game goes, midnight by midnight</h2>" in text
    assert said(re.sub(r"<style.*?</style>|<[^>]*>", "\n", text, flags=re.DOTALL)) == []
