"""omens compare: the same games for both sides, the numbers of the 2x2 table, stop rules and mistakes."""

import json

import numpy as np
import pytest

from reports.compare_page import sentence
from sim.batch import play_run
from sim.cli import main
from sim.commands.compare import points
from sim.errors import OmensError
from sim.grid import plan
from sim.lab.comparison import StopRule, compare, rounds
from sim.lab.variants import check_pairs, variant
from sim.rules.state import WIN
from sim.spread import How

SHARED = {
    "mode": "alaska",
    "ancient_one": "rhan-tegoth",
    "season": "winter",
    "players": "1,4",
    "policy": "random",
    "games": 40,
    "completions": 2,
    "seed": 5,
    "rulings": (),
    "settings": (),
    "cards": None,
}
EASY = "policy=greedy rhan-tegoth.signs=3"


def test_words_of_a_variant_reach_its_run():
    run = variant(
        SHARED, "policy=rush season=summer ruling.TERROR_SCOPE=PER_PHASE summer.day6=7 cards.ban='Arctic Fog'"
    )
    assert {cell.policy for cell in run.cells} == {"rush"}
    assert {cell.season for cell in run.cells} == {"summer"}
    assert run.rulings == (("TERROR_SCOPE", "PER_PHASE"),)
    assert run.settings == (("summer.day6", (7,)),)
    assert run.banned == ("Arctic Fog",)


def test_a_policy_against_itself_plays_the_same_games():
    runs = [variant(SHARED, ""), variant(SHARED, "policy=random")]
    pooled = compare(["A", "B"], runs, How(), StopRule()).comparisons[0].pooled
    assert (pooled.games, pooled.only_a, pooled.only_b, pooled.p_value) == (80, 0, 0, 1.0)


def test_pairs_are_those_of_two_runs_whatever_the_look_and_the_jobs():
    runs = [variant(SHARED, EASY), variant(SHARED, "policy=greedy")]
    won = [np.concatenate([rows["outcome"] == WIN for _, rows in play_run(run, How())]) for run in runs]
    expected = [int(np.sum(x)) for x in (won[0] & won[1], won[0] & ~won[1], ~won[0] & won[1], ~won[0] & ~won[1])]
    assert expected[1] > 0, "an easier game must be won where the harder one is lost"
    for look, how in ((7, How()), (100, How(jobs=2, backend="threading"))):
        pooled = compare(["A", "B"], runs, how, StopRule(), look=look).comparisons[0].pooled.table
        assert [pooled.both, pooled.only_a, pooled.only_b, pooled.neither] == expected


def test_every_cell_is_played_in_turn():
    run = variant(SHARED | {"games": 5}, "")
    seen = [(chunk.cell, list(chunk.games)) for chunk in rounds(run, 2)]
    assert seen == [(0, [0, 1]), (1, [0, 1]), (0, [2, 3]), (1, [2, 3]), (0, [4]), (1, [4])]


def test_a_banned_card_never_appears():
    from sim.batch import deck_of, names_of

    run = variant(SHARED, "cards.ban='Arctic Fog'")
    names = names_of(run, run.cells[0], 0)
    assert "Arctic Fog" not in names.adventures
    assert deck_of(run, run.cells[0], 0)["n_adventures"] == deck_of(plan(**SHARED), run.cells[0], 0)["n_adventures"] - 1


def test_stops_when_the_interval_is_narrow_enough():
    runs = [variant(SHARED | {"games": 1_000}, ""), variant(SHARED | {"games": 1_000}, "policy=random")]
    found = compare(["A", "B"], runs, How(), StopRule(until=0.02), look=50)
    low, high = found.comparisons[0].pooled.interval()
    assert (high - low) / 2 <= 0.02 and found.comparisons[0].pooled.games < 2_000
    assert found.reason == "the interval is narrower than 2 points either way"


def test_a_sequential_test_finds_a_large_difference_early_and_says_so():
    runs = [variant(SHARED | {"games": 1_000}, ""), variant(SHARED | {"games": 1_000}, EASY)]
    found = compare(["A", "B"], runs, How(), StopRule(null=0.0, alternative=0.05), look=50)
    comparison = found.comparisons[0]
    assert (comparison.verdict, found.reason) == ("alternative", "the sequential test has decided")
    assert comparison.test.path[-1][0] == comparison.pooled.games < 2_000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("policy=gredy", "did you mean greedy?"),
        ("winter.day9=3", "did you mean winter.day7?"),
        ("policy", "expected NAME=VALUE"),
        ("cards.ban=Arrival", "a Special, which the game cannot do without"),
        ("cards.ban='Arctic", "No closing quotation"),
        ("ruling.TERROR_SCOPE=x", "TERROR_SCOPE"),
    ],
)
def test_mistakes_in_a_variant(words, message):
    with pytest.raises(OmensError, match=message.replace("?", r"\?")):
        variant(SHARED, words)


def test_what_cannot_be_paired():
    both = variant(SHARED | {"season": "all"}, "")
    with pytest.raises(OmensError, match="cannot be paired"):
        check_pairs(["A", "B"], [both, variant(SHARED | {"season": "all"}, "season=winter")])


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (StopRule(until=0.00001), "cannot be met with 80 games"),
        (StopRule(null=0.01, alternative=0.01), "both differences are the same"),
        (StopRule(alpha=0.7), "--alpha: 0.7 is out of range"),
    ],
)
def test_rules_that_can_never_be_met(rule, message):
    with pytest.raises(OmensError, match=message):
        rule.check(80)


def test_points():
    assert points("--until", "0.5pp", 0.001) == pytest.approx(0.005)
    assert points("--sprt", "-1", -100) == pytest.approx(-0.01)
    for wrong in ("", "half", "0", "1e9"):
        with pytest.raises(OmensError, match=r"as 0\.5pp"):
            points("--until", wrong, 0.001)


def test_command_prints_one_list_with_the_promised_keys(capfd):
    command = "compare --a policy=random --b policy=random --b season=all --games 20 --completions 2 --jobs 1 "
    assert main([*command.split(), "--players", "1", "--ancient-one", "ithaqua", "--format", "json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert len(found) == 2
    keys = "games wins_a wins_b only_a only_b difference ci_low ci_high p_value correlation games_saved_factor decision"
    assert set(keys.split()) | {"reason", "strata", "total_low", "total_high"} <= set(found[0])
    assert [len(each["strata"]) for each in found] == [2, 2]


def test_command_says_in_one_line_what_is_wrong(capfd):
    assert main(["compare", "--a", "", "--b", "season=winter", "--games", "10"]) == 2
    error = capfd.readouterr().err
    assert error.count("\n") == 1 and "cannot be paired" in error


def test_a_value_twice_in_a_variant_is_one_line(capfd):
    assert main(["compare", "--a", "policy=greedy policy=rush", "--b", "", "--games", "10"]) == 2
    assert "policy is there twice; one value would be right" in capfd.readouterr().err


def test_compare_writes_a_page(tmp_path, capfd):
    """The sentence, a picture for each variant, the path of the test, and the command that repeats it."""
    words = ["--ancient-one", "rhan-tegoth", "--season", "all", "--players", "4", "--games", "60", "--jobs", "1"]
    words = ["compare", "--a", "", "--b", "rhan-tegoth.signs=2", "--b", "supplies=15", *words, "--sprt", "0,20pp"]
    assert main([*words, "--out", str(tmp_path / "page")]) == 0
    page = (tmp_path / "page" / "report.html").read_text()
    assert page.count("<svg") == 3
    assert "rhan-tegoth.signs=2 wins" in page and "Why it stopped:" in page
    assert "omens compare --a &#39;&#39; --b rhan-tegoth.signs=2 --b supplies=15" in page


@pytest.mark.parametrize(
    ("decision", "limits", "says"),
    [
        ("B wins more", (0.01, 0.05), "the difference is real."),
        ("B wins more", (-0.01, 0.06), "but the unknown facts leave it in doubt."),
        ("no difference shown", (-0.01, 0.06), "these games show no difference."),
    ],
)
def test_the_verdict_of_the_page_claims_no_more_than_both_intervals(decision, limits, says):
    told = {"a": "", "b": "supplies=20", "difference": 0.03, "ci_low": 0.02, "ci_high": 0.04, "games": 900}
    told |= {"total_low": limits[0], "total_high": limits[1], "decision": decision, "games_saved_factor": 1.5}
    assert says in sentence(told)
