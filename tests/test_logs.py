"""omens logs: a player's own games, read with care and judged with more."""

import json

import numpy as np
import pytest
from scipy.stats import binom

from sim.cli import main
from sim.errors import OmensError
from sim.lab import real_games
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
    assert (lost.ancient_one, lost.players, lost.won, lost.time) == ("ithaqua", 2, False, 6)
    assert (won.season, won.won, won.doom) == ("summer", True, None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2026-01-31,Ithaka,winter,2,lost,,,", r"games\.csv:2: ancient_one 'ithaka': unknown; did you mean ithaqua\?"),
        ("2026-13-31,Ithaqua,winter,2,lost,,,", "date '2026-13-31': expected a date"),
        ("20260131,Ithaqua,winter,2,lost,,,", "date '20260131': expected a date as 2026-01-31"),
        ("2026-W05-6,Ithaqua,winter,2,lost,,,", "date '2026-W05-6': expected a date"),
        ("2026-1-3,Ithaqua,winter,2,lost,,,", "date '2026-1-3': expected a date"),
        ("٢٠٢٦-01-31,Ithaqua,winter,2,lost,,,", "date '٢٠٢٦-01-31': expected a date"),
        ("2101-01-01,Ithaqua,winter,2,lost,,,", "date '2101-01-01': expected .*, 2100 at the latest"),
        ("9999-12-31,Ithaqua,winter,2,lost,,,", "date '9999-12-31': expected .*, 2100 at the latest"),
        (f",Ithaqua,winter,2,lost,{'1' * 4301},,", r"games\.csv:2: last_day '1{20}': expected a number from 0 to 60"),
        (f",Ithaqua,winter,{'0' * 5000}2,lost,,,", r"games\.csv:2: players '0{20}': expected a number from 1 to 8"),
        (",Ithaqua,winter,2,lost,,,,9", r"games\.csv:2: 9 cells where there are 8 headings"),
        (",Ithaqua,winter,2,lost,1,2,3,x,y", r"games\.csv:2: 10 cells where there are 8 headings"),
        (",Ithaqua,winter", r"games\.csv:2: players '': expected a number"),
        (f",Ithaqua,winter,2,lost,,,{'x' * 200_000}", r"games\.csv:2: not a line of a CSV file"),
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


def test_rows_without_anything_are_no_games(tmp_path):
    games = read(written(tmp_path, ",,,,,,,", ",Ithaqua,winter,2,lost", "", " ,", ",ithaqua,summer,1,won,,,,,"))
    assert [game.season for game in games] == ["winter", "summer"]


def test_headings_may_have_spaces_and_capitals_but_come_once(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("Ancient_One, season,Players,result,,\nIthaqua,winter,2,lost,,\n")
    assert read(path)[0].players == 2
    for column in HEADING.split(","):
        path.write_text(f"{HEADING},{column.upper()}\n2026-01-31,Ithaqua,winter,2,lost,6,7,14,1\n")
        with pytest.raises(OmensError, match=f"column {column} is there twice; once would be right"):
            read(path)


@pytest.mark.parametrize(("mark", "name"), [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
def test_other_marks_than_commas_are_named(tmp_path, mark, name):
    path = tmp_path / "games.csv"
    path.write_text(template().replace(",", mark))
    with pytest.raises(OmensError, match=f"cells are divided by {name}; commas would be right"):
        read(path)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_another_encoding_is_told(tmp_path, encoding):
    path = tmp_path / "games.csv"
    path.write_bytes(template().encode(encoding))
    with pytest.raises(OmensError, match="not a CSV file in UTF-8, but perhaps in UTF-16; save it as UTF-8"):
        read(path)
    path.write_bytes(template().encode("utf-8-sig"))
    assert len(read(path)) == 2
    path.write_bytes(template().encode() + b"2026-01-31,Ithaqua,winter,2,\xe4,,,\n")
    with pytest.raises(OmensError, match=r"not a CSV file in UTF-8; save it as UTF-8$"):
        read(path)


def test_too_many_games_are_refused_while_reading(tmp_path, monkeypatch):
    line = ",Ithaqua,winter,2,lost,,,"
    monkeypatch.setattr(real_games, "MOST_GAMES", 3)
    assert len(read(written(tmp_path, *[line] * 3))) == 3
    with pytest.raises(OmensError, match=r"games\.csv:5: a game too many; 3 at most would be right"):
        read(written(tmp_path, *[line] * 4, "not read any more"))


@pytest.mark.parametrize("policy", ["all", " all ", "greedy,random", "greedy,", ","])
def test_one_policy_is_compared(tmp_path, capfd, policy):
    path = written(tmp_path, ",Ithaqua,winter,2,lost,,,")
    assert main(["logs", "compare", str(path), "--policy", policy]) == 2
    assert capfd.readouterr().err == f"omens: --policy {policy.strip()}: one policy would be right\n"


def test_one_game_and_spaces_around_a_policy(tmp_path, capfd):
    path = written(tmp_path, ",Ithaqua,winter,1,won,,,")
    assert main(["logs", "check", str(path)]) == 0
    assert "games.csv: 1 game, 1 won." in capfd.readouterr().out
    words = ["--policy", " random ", "--games", "20", "--completions", "2", "--jobs", "1", "--format", "json"]
    assert main(["logs", "compare", str(path), *words]) == 0
    said = json.loads(capfd.readouterr().out)[0]["verdict"]
    assert said.startswith("1 game is too few to tell anything: random would win ")
    assert verdict(judged(1, 30, [0.5]), "greedy").startswith("1 won is fewer than chance explains")


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
