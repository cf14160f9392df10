"""omens logs: a player's own games, read with care and judged with more."""

import json

import numpy as np
import pytest
from scipy.stats import binom

from sim.cli import main
from sim.errors import OmensError
from sim.lab.real_games import RealGame, _count_distribution, held_against, read, template, verdict
from sim.tally import Cell, Tally

HEADING = "date,ancient_one,season,players,result,last_day,signs,doom"


def written(tmp_path, *lines):
    path = tmp_path / "games.csv"
    path.write_text("\n".join([HEADING, *lines]) + "\n")
    return path


def test_the_template_can_be_read(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text(template())
    lost, won = read(path)
    assert (lost.ancient_one, lost.players, lost.won, lost.last_day) == ("ithaqua", 2, False, 6)
    assert (won.season, won.won, won.doom) == ("summer", True, None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2026-01-31,Ithaka,winter,2,lost,,,", r"games\.csv:2: ancient_one 'ithaka': unknown; did you mean ithaqua\?"),
        ("2026-13-31,Ithaqua,winter,2,lost,,,", "date '2026-13-31': expected a date"),
        (",Ithaqua,winter,9,lost,,,", "players '9': expected a number from 1 to 8"),
        (",Ithaqua,winter,,lost,,,", "players '': expected a number"),
        (",Ithaqua,winter,2,drawn,,,", "result 'drawn': unknown"),
        (",Ithaqua,winter,2,lost,-1,,", "last_day '-1': expected a number"),
        (",Ithaqua,winter,2,lost,,many,", "signs 'many': expected a number"),
    ],
)
def test_mistakes_name_line_and_column(tmp_path, line, message):
    with pytest.raises(OmensError, match=message):
        read(written(tmp_path, line))


def test_files_that_hold_no_games(tmp_path):
    with pytest.raises(OmensError, match="holds no game"):
        read(written(tmp_path))
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(OmensError, match="no column ancient_one"):
        read(other)
    with pytest.raises(OmensError, match="No such file"):
        read(tmp_path / "none.csv")
    other.write_bytes(bytes(range(256)))
    with pytest.raises(OmensError, match="not a CSV file in UTF-8"):
        read(other)


def test_wins_of_like_games_are_binomial():
    assert _count_distribution(np.full(7, 0.3)) == pytest.approx(binom.pmf(np.arange(8), 7, 0.3))


def judged(won, games, rates, policy="greedy"):
    """Games against a policy whose completions have these win rates, each known from 10,000 games."""
    tally = Tally(Cell("alaska", "ithaqua", "winter", 1, policy), len(rates))
    tally.games[:, 0] = 10_000
    tally.wins[:, 0] = [round(10_000 * rate) for rate in rates]
    mine = [RealGame(None, "ithaqua", "winter", 1, k < won, None, None, None) for k in range(games)]
    return held_against(mine, [tally])[0]


def test_a_right_prediction_is_rejected_as_rarely_as_promised():
    """1,000 players who win as predicted, half of 40 games: an exact test rejects fewer than 5 % (here 4 %
    of the law itself, so 50 of 1,000 are 1.6 standard deviations above; the seed is fixed)."""
    random = np.random.default_rng(4)
    wins = random.binomial(40, 0.5, size=1_000)
    found = {int(won): judged(int(won), 40, [0.5]).p for won in np.unique(wins)}
    assert sum(found[int(won)] < 0.05 for won in wins) <= 50


def test_unknown_facts_make_more_possible():
    sure, unsure = judged(20, 40, [0.5, 0.5]), judged(20, 40, [0.2, 0.8])
    assert unsure.low < sure.low <= 20 <= sure.high < unsure.high


def test_words():
    assert verdict(judged(3, 5, [0.1]), "greedy").startswith("5 games are too few to tell anything")
    assert verdict(judged(5, 10, [0.5]), "greedy").startswith("5 won is what may be expected")
    assert verdict(judged(10, 10, [0.2]), "greedy").startswith("10 won are more than chance explains")
    assert verdict(judged(0, 30, [0.5]), "greedy").startswith("0 won are fewer than chance explains")


def test_command(tmp_path, capfd):
    path = written(tmp_path, *["2026-01-01,Rhan-Tegoth,winter,1,lost,5,3,12"] * 12)
    assert main(["logs", "check", str(path)]) == 0
    assert "12 games, 0 won." in capfd.readouterr().out
    words = ["--policy", "random", "--games", "50", "--completions", "2", "--jobs", "1", "--format", "json"]
    assert main(["logs", "compare", str(path), *words]) == 0
    found = json.loads(capfd.readouterr().out)
    assert [line["name"] for line in found] == ["games won", "last_day", "signs", "doom"]
    assert found[0]["verdict"].startswith("0 won is what may be expected")
    assert main(["logs", "compare", str(tmp_path / "none.csv")]) == 2
    assert capfd.readouterr().err.count("\n") == 1
