"""omens uncertainty: what is played, and what is told."""

import json

from sim.cards.completion import GROUPS
from sim.cli import main
from sim.uncertainty import _group_numbers


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
