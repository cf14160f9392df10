"""omens choices: what is counted, and what doing without an option costs."""

import csv
import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest

from sim.batch import play_chunk
from sim.cli import main
from sim.forbidding import OPTIONS
from sim.lab.choices import Choice, counts, questions, without, worths
from sim.lab.comparison import Compared, Comparison, StopRule, compare
from sim.lab.history import histories
from sim.lab.variants import variant
from sim.replay.moments import Replay
from sim.rules.choices import CAMP
from sim.rules.log import ASKED
from sim.spread import Chunk, How
from sim.stats.paired import Pairs
from sim.tally import Tally

SHARED = {
    "mode": "alaska", "ancient_one": "rhan-tegoth", "season": "summer", "players": "2", "policy": "greedy",
    "games": 40, "completions": 4, "seed": 3,
}  # fmt: skip
WORDS = ["choices", "--ancient-one", "rhan-tegoth", "--season", "summer", "--policy", "greedy", "--jobs", "1"]


def replayed(run, number):
    """The questions of a game that the replay tells: kind, options and answer."""
    for moment in Replay(run, run.cells[0], number):
        if moment.event["code"] == ASKED and int(moment.event["a"]) in {kind for kind, *_ in OPTIONS.values()}:
            yield int(moment.event["a"]), moment.options, int(moment.event["d"])


def test_counts_are_those_of_the_replay():
    """Question by question, from the engine's own lists of options."""
    run = replace(variant(SHARED, ""), games=12)
    names = list(OPTIONS)
    naive = np.zeros((len(names), 3), int)
    for number in range(run.games):
        seen = set()
        for kind, options, answer in replayed(run, number):
            for i, (of_kind, a, b) in enumerate(OPTIONS.values()):
                mine = [kind == of_kind and o["a"] == a and (b < 0 or o["b"] == b) for o in options]
                if any(mine):
                    naive[i, :2] += 1, mine[answer]
                    seen.add(i)
        naive[list(seen), 2] += 1
    found = counts(run, names, How())
    np.testing.assert_array_equal(found, naive)
    assert (found[:, 1] > 0).sum() >= 6 and (found[:, 0] > found[:, 1]).sum() >= 6


def test_each_question_has_one_answer():
    run = variant(SHARED, "")
    for _, lines in histories(run, Chunk(0, range(20))):
        for question in questions(lines):
            assert question["d"].sum() == 1
            assert len(set(question["a"])) == 1
            assert question["a"][0] != CAMP or question["b"][0] == 0


def test_options_of_a_card_are_part_of_all():
    run = variant(SHARED, "")
    named, whole = counts(run, ["mythos.bottom of A Storm Approaches...", "mythos.bottom"], How())
    assert (named > 0).all() and (named < whole).all()


def test_what_is_never_offered_costs_nothing():
    """Exactly: the games without it are the same ones."""
    run = variant(SHARED, "")
    assert counts(run, ["split.4"], How())[0, 0] == 0
    compared = compare(["", "split.4"], [run, without(run, "split.4")], How(), StopRule())
    (pairs,) = compared.comparisons[0].tables
    assert (pairs.only_a, pairs.only_b) == (0, 0)
    assert (play_chunk(run, Chunk(0, range(40))) == play_chunk(without(run, "split.4"), Chunk(0, range(40)))).all()
    (choice,) = worths(["split.4"], np.zeros((1, 3), int), None, 40)
    assert (choice.cost, choice.low, choice.high, choice.verdict) == (0, 0, 0, "never offered")


def made_up(*tables):
    """Comparisons with these tables of outcomes, all in one cell."""
    cell = variant(SHARED, "").cells[0]
    tallies = []
    for wins in (tables[0].wins_a, *(table.wins_b for table in tables)):
        tally = Tally(cell, 1)
        tally.games[0, 0], tally.wins[0, 0] = tables[0].games, wins
        tallies.append([tally])
    found = Compared([Comparison("", str(i), [(cell, cell)]) for i in range(len(tables))], tallies)
    for comparison, table in zip(found.comparisons, tables, strict=True):
        comparison.pooled.tables = [table]
    return found


def test_costs_are_those_of_the_tables_and_the_verdicts_allow_for_their_number():
    needed = Pairs(both=400, only_a=60, only_b=20, neither=520)  # won less often without
    harmful = Pairs(both=400, only_a=60, only_b=120, neither=420)
    little = Pairs(both=440, only_a=20, only_b=35, neither=505)
    names = ["camp.clue", "camp.ally", "camp.spell", "split.4"]
    offered = np.array([[9, 5, 4], [8, 1, 1], [7, 0, 3], [0, 0, 0]])
    ranked = worths(names, offered, made_up(needed, harmful, little), 1000)
    assert [choice.name for choice in ranked] == ["camp.clue", "camp.spell", "camp.ally", "split.4"]
    assert [choice.verdict for choice in ranked] == ["worth it", "hardly worth it", "better left", "never offered"]
    clue, spell, ally, _ = ranked
    assert (clue.cost, spell.cost, ally.cost) == pytest.approx((0.04, -0.015, -0.06))
    assert clue.low < 0.04 < clue.high and clue.low > 0 and ally.high < 0
    sizes = ((20, 80, clue), (60, 180, ally), (20, 55, spell))
    tried = sorted((binomtest(fewer, differing).pvalue, choice) for fewer, differing, choice in sizes)
    expected = np.maximum.accumulate([p * left for (p, _), left in zip(tried, (3, 2, 1), strict=True)])  # Holm 1979
    np.testing.assert_allclose([choice.p_adjusted for _, choice in tried], expected)


def test_an_option_never_taken_is_said():
    assert Choice("camp.clue", 5, 0, 3, 10).verdict == "never taken"
    assert Choice("camp.clue", 5, 2, 3, 10, cost=-0.001, high=0.004).verdict == "hardly worth it"
    assert Choice("camp.clue", 5, 2, 3, 10, cost=0.0, low=-0.057, high=0.057).verdict == "open"


@pytest.fixture(scope="module")
def kind_bottoms(tmp_path_factory):
    """Cards of which every Mythos card's bottom gives three Elder Signs, and its top three doom."""
    folder = tmp_path_factory.mktemp("cards") / "mine"
    assert main(["cards", "export", str(folder)]) == 0
    path = folder / "mythos.csv"
    heading, *rows = list(csv.reader(path.open(encoding="utf-8")))
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([heading, *([row[0], "doom +3", "sign +3", *row[3:]] for row in rows)])
    return folder


def test_what_wins_the_game_is_worth_it(kind_bottoms, capfd):
    """200 games in which nearly all signs come from one option: without it hardly any is won."""
    words = ["--option", "mythos.bottom", "--option", "split.4", "--cards", str(kind_bottoms), "--completions", "2"]
    assert main([*WORDS, *words, "--players", "2", "--games", "200", "--format", "json"]) == 0
    bottom, split = json.loads(capfd.readouterr().out)
    assert (bottom["name"], bottom["verdict"], split["verdict"]) == ("mythos.bottom", "worth it", "never offered")
    assert bottom["cost"] > 0.3 and bottom["low"] > 0.2 and bottom["games_offered"] == 200


def test_results_do_not_depend_on_jobs_and_a_page_is_written(capfd, tmp_path):
    words = ["--games", "30", "--completions", "3", "--option", "camp.stamina", "--option", "camp.common"]
    assert main([*WORDS, *words, "--format", "csv", "--out", str(tmp_path / "page")]) == 0
    one = capfd.readouterr().out
    assert main([*WORDS[:-1], "2", *words, "--format", "csv"]) == 0
    assert capfd.readouterr().out == one
    page = (tmp_path / "page" / "report.html").read_text()
    assert page.index("on the same games and under greedy") < page.index("<svg")
    assert "--option camp.stamina --option camp.common" in page


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("camp.aly", "unknown; did you mean camp.ally?"),
        ("camp.ally of Avalanche", "a purchase belongs to no card"),
        ("split.1 of Avalanch", "did you mean Avalanche?"),
    ],
)
def test_mistakes_are_one_line(capfd, name, message):
    assert main([*WORDS, "--option", name]) == 2
    error = capfd.readouterr().err
    assert message in error and error.count("\n") == 1
