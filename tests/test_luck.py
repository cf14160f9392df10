"""omens luck: which games are played, and what is told."""

import json

import numpy as np
import pytest

from sim.batch import play_chunk
from sim.cli import main
from sim.grid import Run
from sim.lab.luck import study
from sim.rules.state import WIN
from sim.spread import Chunk, How
from sim.tally import Cell

CELLS = tuple(Cell("alaska", "rhan-tegoth", "summer", players, "greedy") for players in (1, 2))
WORDS = ["luck", "--ancient-one", "rhan-tegoth", "--season", "summer", "--players", "1,2", "--policy", "random,greedy"]
SMALL = [*WORDS, "--completions", "3", "--decks", "4", "--dice", "3"]


def run_of(*policies, completions=3):
    cells = tuple(Cell(**vars(cell) | {"policy": policy}) for cell in CELLS for policy in policies)
    return Run(cells, games=1, completions=completions, seed=5)


def test_decks_with_their_own_dice_are_the_games_of_a_run():
    run = run_of("greedy", "random")
    found = study(run, 6, 6, How())
    assert found.won.shape == (2, 3, 6, 6, 2)
    for cell, policy in np.ndindex(2, 2):
        rows = play_chunk(run, Chunk(2 * cell + policy, range(18)))
        won = (rows["outcome"] == WIN).reshape(6, 3).T  # game k has completion k mod 3
        np.testing.assert_array_equal(found.won[cell, :, range(6), range(6), policy].T, won)
    assert found.won.any() and (found.won[:, :, :, 0] != found.won[:, :, :, 1]).any()


def test_a_policy_against_itself():
    run = run_of("greedy", "greedy")
    found = study(run, 5, 5, How())
    assert found.overall.parts["play"].value == pytest.approx(0, abs=1e-12)
    assert found.overall.parts["play with luck"].value == pytest.approx(0, abs=1e-12)
    assert found.overall.table["luck"].value == pytest.approx(1)


def told(capfd, *words):
    assert main([*SMALL, *words]) == 0
    return capfd.readouterr().out


def test_results_do_not_depend_on_jobs(capfd):
    one = told(capfd, "--jobs", "1", "--format", "json")
    assert one == told(capfd, "--jobs", "2", "--format", "json")
    lines = json.loads(one)
    assert {line["players"] for line in lines} == {"all", 1, 2}
    for players in ("all", 1, 2):
        mine = [line for line in lines if line["players"] == players and line["of"] == "sources"]
        assert sum(line["value"] for line in mine) == pytest.approx(1)
        assert all(line["low"] <= line["value"] <= line["high"] for line in mine)


def test_the_page_answers_first(capfd, tmp_path):
    table = told(capfd, "--jobs", "1", "--out", str(tmp_path / "page"))
    assert "Of what decides a game, decks are" in table
    page = (tmp_path / "page" / "report.html").read_text()
    assert page.index("Of what decides a game") < page.index("<svg")
    assert "omens luck" in page and "--decks 4 --dice 3" in page and "--games" not in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--policy", "greedy"], "--policy: greedy alone; two or more would be right"),
        (["--policy", "greedy,greedy"], "two or more would be right"),
        (["--decks", "2"], "--decks: 2 is out of range; 3 to 1000"),
        (["--dice", "0"], "--dice: 0 is out of range"),
        (["--completions", "2"], "1, or 3 and more, would be right"),
        (["--policy", "gredy,random"], "did you mean greedy?"),
    ],
)
def test_mistakes_are_one_line(capfd, tmp_path, words, message):
    assert main([*SMALL, *words, "--out", str(tmp_path / "page")]) == 2
    error = capfd.readouterr().err
    assert message in error and error.count("\n") == 1
    assert not (tmp_path / "page").exists()


def test_a_cell_that_is_never_won_has_no_shares(capfd):
    """A-13.1: Ithaqua, awakened by its first doom without the signs that it needs, has won."""
    words = ["--ancient-one", "ithaqua", "--set", "ithaqua.awakens_signs=60", "--set", "ithaqua.doom=1"]
    lines = json.loads(told(capfd, *words, "--jobs", "1", "--format", "json"))
    assert all(line["value"] is None for line in lines)
    assert "nothing to share out" in told(capfd, *words, "--jobs", "1")
