"""omens uncertainty: what is played, and what is told."""

import json

import numpy as np

from reports.uncertainty_page import sentences
from sim.cards.completion import GROUPS
from sim.cli import main
from sim.lab.uncertainty import Answer, Uncertainty, _group_numbers
from sim.stats.shares import Shares


def test_a_draw_is_two_completions_and_all_that_lie_between():
    groups = ("track", "mythos")
    assert [_group_numbers(n, groups) for n in range(8)] == [
        (0, {}), (1, {}), (0, {"track": 1}), (0, {"mythos": 1}),
        (2, {}), (3, {}), (2, {"track": 3}), (2, {"mythos": 3}),
    ]  # fmt: skip


def told(capfd, *words):
    command = ["uncertainty", "--ancient-one", "rhan-tegoth,ithaqua", "--players", "4", "--games", "10", "--draws", "2"]
    assert main([*command, "--jobs", "1", *words, "--format", "json"]) == 0
    (found,) = json.loads(capfd.readouterr().out)
    return found


def test_every_answer_has_a_share_for_every_group(capfd):
    found = told(capfd)
    answers = {line["answer"] for line in found["shares"]}
    assert answers == {"win rate", "Winter minus Summer", "Rhan-Tegoth minus Ithaqua"}
    assert {line["group"] for line in found["shares"]} == set(GROUPS)
    assert [line["group"] for line in found["read_first"]] != []
    assert all(0 <= share <= 1 for share in found["order_flips"].values())


def test_what_a_user_has_filled_in_is_no_group_any_more(capfd, tmp_path):
    """The track read off: its days have no share, since nothing of them is unknown."""
    assert main(["cards", "export", str(tmp_path / "mine")]) == 0
    capfd.readouterr()
    tracks = tmp_path / "mine" / "tracks.csv"
    heading, *rows = tracks.read_text().splitlines()
    place = heading.split(",").index("storms")
    filled = []
    for row in rows:
        cells = row.split(",")
        cells[place] = cells[place].rstrip("?") or "4"
        filled.append(",".join(cells))
    tracks.write_text("\n".join([heading, *filled]) + "\n")
    found = told(capfd, "--cards", str(tmp_path / "mine"))
    assert "track" not in {line["group"] for line in found["shares"]}
    assert found["filled_in"]["facts"] == 7
    before, after = found["filled_in"]["spread"]["Winter minus Summer"]
    assert before >= 0 and after >= 0


def study_of(variance, before=None, filled=0, groups=("track",)):
    """A study with one answer whose variance over completions is known."""
    error = np.zeros(len(groups))
    whole = Shares(variance, variance / 10, error + 1, error, error + 1, error)
    answer = Answer("win rate", 0.3, variance**0.5, whole, before)
    return Uncertainty(groups, dict.fromkeys(groups, 5), [answer], {}, filled)


def test_what_was_gained_is_said():
    """7 facts brought the standard deviation from 4 to 3 points."""
    said = " ".join(sentences(study_of(0.0009, before=0.04, filled=7)))
    assert "7 filled in facts brought the spread of the win rate from 4.0 to 3.0 points." in said
    assert "Read off first: track (5 unknown facts)" in said
    assert "brought" not in " ".join(sentences(study_of(0.0009)))


def test_nothing_is_left_to_read_off():
    said = " ".join(sentences(study_of(0.0, before=0.04, filled=900, groups=())))
    assert "Every fact is known" in said and "from 4.0 to 0.0 points" in said


def test_the_page_names_the_command(tmp_path, capfd):
    told(capfd, "--out", str(tmp_path / "page"))
    page = (tmp_path / "page" / "report.html").read_text()
    assert "omens uncertainty" in page and "--draws 2" in page
