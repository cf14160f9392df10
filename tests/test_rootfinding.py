"""Finding the value that gives a wanted win rate, on made-up games of which the truth is known."""

import json

import numpy as np
import pytest
from scipy.special import expit, logit

from sim.cli import main
from sim.errors import OmensError
from sim.grid import Run
from sim.lab import rootfinding
from sim.lab.rootfinding import LOOK, find_root
from sim.rules.state import LOSS, WIN
from sim.spread import How
from sim.tally import Cell, row_dtype

CELL = Cell("alaska", "ithaqua", "winter", 1, "greedy")


def runs(values, games, completions=20):
    """The same run for each value; the seed tells the values apart."""
    return {value: Run((CELL,), games, completions, seed=value) for value in values}


def made_up(monkeypatch, seed, log_odds, spread=0.0):
    """Games won with log odds `log_odds(value)`, moved in each completion by a normal deviate times `spread`."""
    moved = np.random.default_rng((seed, 1)).normal(0, spread, 1000)

    def play(run, chunk):
        rows = np.zeros(len(chunk.games), row_dtype)
        numbers = np.array(chunk.games)
        rows["game"], rows["completion"] = numbers, numbers % run.completions
        chance = expit(log_odds(run.seed) + moved[rows["completion"]])
        dice = np.random.default_rng((seed, run.seed, chunk.games.start))
        rows["outcome"] = np.where(dice.random(len(rows)) < chance, WIN, LOSS)
        return rows

    monkeypatch.setattr(rootfinding, "play_chunk", play)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("log_odds", "wanted", "root"),
    [
        (lambda value: 2.0 - 0.5 * value, 0.5, 4.0),
        (lambda value: 0.3 * value - 3.0, 0.25, (logit(0.25) + 3) / 0.3),
        (lambda value: 6.0 - 1.1 * value if value < 7 else -1.7 + 0.1 * (7 - value), 0.3, (6 - logit(0.3)) / 1.1),
    ],
)
def test_the_root_of_a_known_curve_is_covered_as_often_as_promised(monkeypatch, log_odds, wanted, root):
    """60 seeds at 95 %: fewer than 50 covering would come by chance once in 3,000 times (binomial).  The third
    curve has a kink that a single curve through all values would not follow."""
    covered = 0
    for seed in range(60):
        made_up(monkeypatch, seed, log_odds)
        found, _ = find_root("supplies", runs(range(21), 6_000), wanted, How())
        covered += found.low <= root <= found.high
    assert covered >= 50


@pytest.mark.slow
def test_the_true_cards_are_covered_as_often_as_promised(monkeypatch):
    """Each completion moves the curve; the cards as they are are one more draw of it.  60 seeds at 95 %, fewer
    than 50 covering once in 3,000 times."""
    covered = narrow = 0
    for seed in range(60):
        made_up(monkeypatch, seed, lambda value: 2.0 - 0.5 * value, spread=0.6)
        truth = 4 + np.random.default_rng((seed, 2)).normal(0, 0.6) / 0.5
        found, _ = find_root("supplies", runs(range(21), 6_000), 0.5, How())
        covered += found.total_low <= truth <= found.total_high
        narrow += found.low <= truth <= found.high
    assert covered >= 50
    assert narrow < 30  # games alone do not know what is on the cards


def test_games_go_where_they_tell(monkeypatch):
    """Nearly all on the two values on either side of the root, which lies between 3 and 4."""
    made_up(monkeypatch, 1, lambda value: 1.9 - 0.55 * value)
    found, search = find_root("supplies", runs(range(41), 40_000), 0.5, How())
    games = {value: search.tallies[value][0].n_games for value in search.played}
    assert sum(games.values()) == 40_000
    assert games[3] + games[4] > 30_000
    assert found.nearest == 3


def test_the_search_stops_when_the_interval_is_narrow(monkeypatch):
    made_up(monkeypatch, 1, lambda value: 2.0 - 0.5 * value)
    found, search = find_root("supplies", runs(range(21), 400_000), 0.5, How(), until=0.2)
    assert found.high - found.low <= 0.4
    assert search.games_of_a_cell() < 20_000
    assert found.reason == "the interval is narrower than 0.2 either way"


@pytest.mark.parametrize("constant", [-9.0, 9.0])
def test_hardly_any_game_won_or_lost_is_no_trouble(monkeypatch, constant):
    made_up(monkeypatch, 1, lambda value: constant)
    with pytest.raises(OmensError, match="never 50 %; a wider range might"):
        find_root("supplies", runs(range(5), 5 * LOOK), 0.5, How())


def test_a_knob_that_does_nothing_or_never_reaches_is_said(monkeypatch):
    made_up(monkeypatch, 1, lambda value: 0.0)
    with pytest.raises(OmensError, match="does not move the win rate"):
        find_root("supplies", runs(range(11), 10 * LOOK), 0.5, How())
    made_up(monkeypatch, 1, lambda value: 2.0 - 0.5 * value)
    with pytest.raises(OmensError, match="never 99 %; a wider range might"):
        find_root("supplies", runs(range(11), 10 * LOOK), 0.99, How())


def test_the_command_answers_and_writes_a_page(tmp_path, capfd):
    """Rhan-Tegoth sealed by few signs is won more often than 80 %, by many less (greedy, 4 players)."""
    words = ["--ancient-one", "rhan-tegoth", "--season", "winter", "--players", "4", "--jobs", "1", "--games", "3000"]
    words = ["solve", *words, "--knob", "rhan-tegoth.signs=3..14", "--wanted", "80%", "--format", "json"]
    assert main([*words, "--out", str(tmp_path / "page")]) == 0
    (found,) = json.loads(capfd.readouterr().out)
    assert found["low"] < found["value"] < found["high"] and 3 < found["value"] < 14
    rates = [point["win_rate"] for point in found["points"]]
    assert rates[0] > 0.8 > rates[-1] and sum(point["games"] for point in found["points"]) == 3000
    page = (tmp_path / "page" / "report.html").read_text()
    assert "<svg" in page and "omens solve" in page and "gives 80" in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--knob", "supplies=1..3", "--wanted", "100%"], "expected points from 0.1 to 99.9"),
        (["--knob", "supplies=3..3", "--wanted", "50%"], "a single value leaves nothing to search"),
        (["--knob", "supplies=1..3", "--wanted", "50%", "--games", "100"], "--games: 100 is out of range; 1500 to"),
        (["--knob", "supplies=1..3", "--wanted", "50%", "--until", "0"], "--until: 0.0 is out of range; 0.01 to"),
    ],
)
def test_mistakes_are_one_line(capfd, words, message):
    assert main(["solve", *words]) == 2
    error = capfd.readouterr().err
    assert message in error and error.count("\n") == 1
