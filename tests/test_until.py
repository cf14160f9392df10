"""omens run --until: games go to the cells that need them."""

import json

from sim.cli import main
from sim.grid import plan
from sim.runs.collect import LOOK, collect_until
from sim.spread import How
from sim.stats.intervals import wilson

GRID = {
    "mode": "alaska", "ancient_one": "rhan-tegoth,ithaqua", "season": "winter", "players": "4", "policy": "greedy",
    "games": 20_000, "completions": 2, "seed": 3,
}  # fmt: skip


def test_every_cell_is_narrow_enough_and_none_gets_more_than_it_needs():
    """Ithaqua is won in about 1 % of games and needs fewer for 3 points than Rhan-Tegoth with some 60 %."""
    found = collect_until(plan(**GRID), How(), 0.03)
    assert found.narrow and found.finished
    easy, hard = found.tallies
    for tally in (easy, hard):
        low, high = wilson(tally.n_wins, tally.n_games)
        assert (high - low) / 2 <= 0.03
    assert hard.n_games == LOOK < easy.n_games
    low, high = wilson(0.5 * (easy.n_games - LOOK), easy.n_games - LOOK)
    assert (high - low) / 2 > 0.025, "a look earlier it was hardly narrow enough"


def test_games_do_not_depend_on_jobs():
    one, two = (collect_until(plan(**GRID), how, 0.03).tallies for how in (How(), How(jobs=2, backend="threading")))
    assert [(t.n_games, t.n_wins) for t in one] == [(t.n_games, t.n_wins) for t in two]


def test_not_reached_is_said(capfd):
    words = (
        "run --ancient-one rhan-tegoth --season winter --players 4 --games 100 --completions 2 --format json".split()
    )
    assert main([*words, "--until", "4pp"]) == 2
    out, err = capfd.readouterr()
    assert json.loads(out)[0]["games"] == 100
    assert err == "omens: --until 4pp: not reached with 100 games a cell; raise --games\n"


def test_until_and_out_do_not_go_together(tmp_path, capfd):
    assert main(["run", "--until", "1pp", "--out", str(tmp_path / "x")]) == 2
    assert "leave out --out" in capfd.readouterr().err and not (tmp_path / "x").exists()
