"""The benchmark measures what it says; how fast it is, no test asserts."""

from __future__ import annotations

import json

import pytest

from sim.batch import play_chunk
from sim.cli import main
from sim.grid import plan
from sim.spread import Chunk

FIELDS = ["games_per_second", "decisions_per_second", "dice_per_game", "dice_floor_ratio", "warm_start_seconds"]


@pytest.fixture(scope="module")
def speeds(tmp_path_factory) -> list[dict]:
    from contextlib import redirect_stdout
    from io import StringIO

    with redirect_stdout(StringIO()) as out:
        arguments = ["--policy", "greedy,random", "--players", "1", "--completions", "3", "--seconds", "0.2"]
        assert main(["bench", *arguments, "--format", "json"]) == 0
    return json.loads(out.getvalue())


def test_bench_gives_a_record_for_each_policy_and_number_of_players(speeds):
    assert [(speed["policy"], speed["players"]) for speed in speeds] == [("greedy", 1), ("random", 1)]
    for speed in speeds:
        assert all(speed[field] > 0 for field in FIELDS)
        assert speed["load"] >= 0


def test_decisions_and_dice_are_those_of_the_games(speeds):
    """Means over other games of the same cell: both are within a few standard errors (false alarm below 1e-6)."""
    for speed in speeds:
        words = {"mode": "alaska", "ancient_one": "ithaqua", "season": "winter", "players": "1"}
        run = plan(**words, policy=speed["policy"], games=3000, completions=3, seed=0)
        rows = play_chunk(run, Chunk(0, range(3000)))
        for mean, column in (
            (speed["dice_per_game"], rows["dice_rolled"]),
            (speed["decisions_per_second"] / speed["games_per_second"], rows["decisions"]),
        ):
            few = column[: max(30, 3000 // 20)]
            assert abs(mean - column.mean()) < 5 * few.std() / len(few) ** 0.5


def test_no_time_is_a_mistake(capsys):
    assert main(["bench", "--seconds", "0"]) == 2
    assert "--seconds" in capsys.readouterr().err
