"""omens score: points of a known model, their calibration, the printed labels, folders that are read back."""

import hashlib
import json
import re
import shutil
from itertools import product

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy.special import expit

from sim.cli import main
from sim.errors import OmensError
from sim.lab.score import LABELS_OF, band, score
from sim.lab.variants import variant
from sim.runs.collect import collect
from sim.runs.journal import Journal
from sim.runs.reading import read_run
from sim.spread import How
from sim.stats.points import points_table
from sim.tally import Cell, Tally, row_dtype

#: Log odds that the levels of a made-up game cost, in the order of its factors.
COSTS = {
    "ancient_one": {"rhan-tegoth": 0.0, "rlim-shaikorth": 1.2, "ithaqua": 2.1},
    "season": {"summer": 0.0, "winter": 0.4},
    "players": {"1": 0.9, "4": 0.0},
    "policy": {"greedy": 0.0},
}
SETUPS = list(product(*(costs for costs in COSTS.values())))
FACTORS = {name: [setup[i] for setup in SETUPS] for i, name in enumerate(COSTS)}
LOG_ODDS = 0.8 - np.array([sum(COSTS[name][level] for name, level in zip(COSTS, s, strict=True)) for s in SETUPS])
MANY = 10**8


def counts(rates, games=MANY, completions=4):
    """Wins as the rates say, up to rounding, and games: shape (cells, completions)."""
    wins = np.rint(np.outer(rates, np.full(completions, games)))
    return wins, np.full(wins.shape, games)


def points_of(table):
    return {(level.factor, level.name): level.points for level in table.levels}


def test_a_known_model_comes_back_in_whole_points():
    table = points_table(FACTORS, *counts(expit(LOG_ODDS)), unit=0.1)
    wanted = {(name, level): round(10 * cost) for name, costs in COSTS.items() for level, cost in costs.items()}
    assert points_of(table) == wanted
    np.testing.assert_allclose([level.log_odds for level in table.levels[:3]], [0, 1.2, 2.1], atol=1e-6)
    np.testing.assert_allclose(table.predicted, expit(LOG_ODDS), atol=1e-6)
    assert (table.constant, table.explained) == (pytest.approx(0.8, abs=1e-6), pytest.approx(1))
    assert table.rate(10) == pytest.approx(expit(-0.2), abs=1e-6)


def test_rounding_is_part_of_the_calibration_error():
    """With points of 1: costs 0, 1, 2 and 0, 0 and 1, 0 in place of the true ones."""
    table = points_table(FACTORS, *counts(expit(LOG_ODDS)), unit=1.0)
    assert list(points_of(table).values()) == [0, 1, 2, 0, 0, 0, 1, 0]
    rounded = np.array([{"rlim-shaikorth": 1, "ithaqua": 2}.get(s[0], 0) + (s[2] == "1") for s in SETUPS])
    np.testing.assert_allclose(table.predicted, expit(table.constant - rounded))
    assert table.predicted.sum() == pytest.approx(expit(LOG_ODDS).sum(), rel=1e-6)  # as many wins as were played
    assert table.mean_error > 0.01
    np.testing.assert_allclose(table.model, expit(LOG_ODDS), atol=1e-6)


def test_what_does_not_add_up_is_told():
    """Winter is harder with one player alone: in a table of 2 x 2 log odds 0, 0, 0, -2 the additive model misses."""
    factors = {"season": ["summer", "winter"] * 2, "players": ["4", "4", "1", "1"]}
    rates = expit(np.array([0.0, 0, 0, -2]))
    table = points_table(factors, *counts(rates), unit=0.01)
    # by symmetry the model has a, b, b, c with sums of rows and columns as played: all miss by the same
    a, b = table.model[0], table.model[1]
    assert table.model[2] == pytest.approx(b)
    assert a + b == pytest.approx(rates[0] + rates[1], abs=1e-6)
    logit = lambda p: np.log(p / (1 - p))
    assert logit(a) + logit(table.model[3]) == pytest.approx(2 * logit(b), abs=1e-6)
    assert table.mean_error == pytest.approx(a - rates[0], abs=0.002) and a - rates[0] > 0.05
    rates = expit(LOG_ODDS)
    rates[5] += 0.2
    assert points_table(FACTORS, *counts(rates), unit=0.01).worst == 5


def test_limits_cover_as_often_as_promised():
    """Games by chance, no spread between completions: of 100 samples at 95 % fewer than 86 covering the cost of
    Winter would come by chance in one of 4,000 (binomial)."""
    random = np.random.default_rng(1)
    games = np.full((len(SETUPS), 10), 300)
    covered = 0
    for _ in range(100):
        table = points_table(FACTORS, random.binomial(games, expit(LOG_ODDS)[:, None]), games, unit=0.2)
        winter = next(level for level in table.levels if level.name == "winter")
        covered += winter.low <= 0.4 <= winter.high
    assert covered >= 86


def test_a_level_that_is_never_won_has_no_points():
    rates = np.where(np.array(FACTORS["ancient_one"]) == "ithaqua", 0, expit(LOG_ODDS))
    table = points_table(FACTORS, *counts(rates), unit=0.1)
    assert table.left_out == [("ancient_one", "ithaqua", "never")]
    assert ("ancient_one", "ithaqua") not in points_of(table)
    assert points_of(table)["ancient_one", "rlim-shaikorth"] == 12


@pytest.mark.parametrize(
    ("rates", "message"),
    [
        (np.zeros(len(SETUPS)), "every cell is always won or always lost"),
        (np.array([(s[1] == "summer") + 0.0 for s in SETUPS]), "every cell is always won or always lost"),
    ],
)
def test_nothing_to_add_up(rates, message):
    with pytest.raises(OmensError, match=message):
        points_table(FACTORS, *counts(rates), unit=0.1)


def test_wins_and_losses_that_are_parted_have_no_points():
    """Always won with nothing against it, never with both, half with one: the likelihood grows without end."""
    factors = {"season": ["summer", "winter"] * 2, "players": ["4", "4", "1", "1"]}
    wins, games = np.array([[10.0], [5], [5], [0]]), np.full((4, 1), 10.0)
    with pytest.raises(OmensError, match="only won or only lost"):
        points_table(factors, wins, games, unit=0.1)


def tallies(rates, completions=3):
    found = []
    for one, rate in zip(LABELS_OF["alaska"], rates, strict=True):
        for season in ("summer", "winter"):
            tally = Tally(Cell("alaska", one, season, 2, "greedy"), completions)
            tally.games[:, :10], tally.wins[:, :10] = 1000, round(1000 * rate)
            found.append(tally)
    return found


def test_labels_and_bands():
    right = score(tallies((0.52, 0.349, 0.05)), 0.2)
    assert right.in_order and [each.band for each in right.labelled] == [
        pytest.approx((0.5, 0.55)), pytest.approx((0.3, 0.35)), pytest.approx((0.05, 0.1)),
    ]  # fmt: skip
    assert not score(tallies((0.3, 0.4, 0.05)), 0.2).in_order
    assert (band(0), band(1), band(0.35)) == (
        (0, 0.05), pytest.approx((0.95, 1)), pytest.approx((0.35, 0.4)),
    )  # fmt: skip


WORDS = ["--ancient-one", "rhan-tegoth", "--season", "all", "--players", "2,4", "--policy", "greedy"]
SIZE = ["--games", "40", "--completions", "4", "--seed", "3"]


def test_a_folder_that_is_read_back_has_the_tallies_that_were_played(tmp_path, capfd):
    folder = tmp_path / "run"
    assert main(["run", *WORDS, *SIZE, "--jobs", "1", "--out", str(folder)]) == 0
    shared = {"mode": "alaska", "ancient_one": "rhan-tegoth", "season": "all", "players": "2,4", "policy": "greedy"}
    played = collect(variant(shared | {"games": 40, "completions": 4, "seed": 3}, ""), How())
    for mine, theirs in zip(read_run(folder).tallies, played.tallies, strict=True):
        assert mine.cell == theirs.cell
        for name in ("games", "wins", "endings", "sums", "nights"):
            np.testing.assert_array_equal(getattr(mine, name), getattr(theirs, name))
    capfd.readouterr()

    assert main(["score", "--from", str(folder), "--format", "json"]) == 0
    read = capfd.readouterr().out
    assert main(["score", *WORDS, *SIZE, "--jobs", "2", "--format", "json"]) == 0
    assert capfd.readouterr().out == read
    (told,) = json.loads(read)
    assert {(line["factor"], line["name"]) for line in told["points"]} > {("season", "winter"), ("players", "4")}
    assert len(told["cells"]) == 4

    assert main(["score", "--from", str(folder), "--out", str(tmp_path / "page")]) == 0
    page = (tmp_path / "page" / "report.html").read_text()
    assert page.index("Add up the points") < page.index("<svg") and "omens score --from" in page
    assert re.search(r"the games won are \d+\s% at 0, .* points\.", page)

    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished": true', '"finished": false'))
    assert main(["score", "--from", str(folder)]) == 2
    assert "--resume would finish it" in capfd.readouterr().err
    manifest.write_text(manifest.read_text().replace('"finished": false', '"finished": true'))
    (folder / "games.parquet").write_bytes(b"torn")
    assert main(["score", "--from", str(folder)]) == 2
    assert "games.parquet can't be read" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--from", "nowhere"], "--from nowhere: no run can be read there"),
        (["--point", "0"], "--point: 0.0 is out of range; 0.01 to 5 would be right"),
        (["--season", "winter", "--ancient-one", "ithaqua", "--players", "1", "--policy", "greedy"], "a single cell"),
    ],
)
def test_mistakes_are_one_line(capfd, words, message):
    assert main(["score", *words]) == 2
    error = capfd.readouterr().err
    assert message in error and error.count("\n") == 1


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished") / "run"
    assert main(["run", *WORDS, *SIZE, "--jobs", "1", "--out", str(folder)]) == 0
    return folder


def refused(capfd, folder) -> str:
    """The one line that says why a folder can't be read back."""
    capfd.readouterr()
    assert main(["score", "--from", str(folder)]) == 2
    out, error = capfd.readouterr()
    assert out == "" and error.count("\n") == 1 and error.startswith(f"omens: --from {folder}: ")
    return error


@pytest.fixture
def mine(finished, tmp_path):
    """A copy of the finished run, to be spoilt."""
    return shutil.copytree(finished, tmp_path / "run")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"version": "0.0.1"}, 'manifest.json: written by version "0.0.1", this is '),
        ({"version": None}, "manifest.json: written by version null"),
        ({"games_per_cell": 0}, "manifest.json: games_per_cell 0; 1 to 1000000000000 would be right"),
        ({"games_per_cell": "40"}, 'manifest.json: games_per_cell "40"; 1 to'),
        ({"games_per_cell": True}, "manifest.json: games_per_cell true; 1 to"),
        ({"games_per_cell": 41}, "manifest.json: games_played 160; 164 would be right"),
        ({"completions": 10**13}, "manifest.json: completions 10000000000000; 1 to 10000 would be right"),
        ({"completions": 5}, "games.parquet can't be read: its games are not those that manifest.json speaks of"),
        ({"seed": -1}, "manifest.json: seed -1; 0 to"),
        ({"seed": 1.5}, "manifest.json: seed 1.5; 0 to"),
        ({"cells": []}, "manifest.json: cells []; a list of cells would be right"),
        ({"cells": "all"}, 'manifest.json: cells "all"; a list'),
        ({"cells": [3]}, "manifest.json: cells[0]: mode, ancient_one, season, players, policy would be right"),
        ({"finished": "yes"}, "manifest.json: finished is no truth value"),
        ({"games_sha256": None}, "games.parquet can't be read: it is not the file that manifest.json was written with"),
        ({"games_sha256": "0" * 64}, "it is not the file that manifest.json was written with"),
    ],
)
def test_a_manifest_with_wrong_values_is_one_line(capfd, mine, changed, message):
    manifest = mine / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | changed))
    assert message in refused(capfd, mine)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"players": -3}, "cells[1]: players -3; 1 to 8 would be right"),
        ({"players": "2"}, 'cells[1]: players "2"; 1 to 8 would be right'),
        ({"season": None}, "cells[1]: season null; summer or winter would be right"),
        ({"ancient_one": "cthulhu"}, 'cells[1]: ancient_one "cthulhu"; rhan-tegoth or '),
        ({"mode": {}}, "cells[1]: mode {}; alaska or rlyeh would be right"),
        (
            {"mode": "rlyeh", "ancient_one": "hydra", "season": "-"},
            "cells: of several modes; one would be right",
        ),
        ({"policy": ""}, 'cells[1]: policy ""; the name of one would be right'),
        ({"weather": 1}, "cells[1]: mode, ancient_one, season, players, policy would be right"),
    ],
)
def test_a_manifest_with_a_wrong_cell_is_one_line(capfd, mine, changed, message):
    manifest = mine / "manifest.json"
    about = json.loads(manifest.read_text())
    about["cells"][1] |= changed
    manifest.write_text(json.dumps(about))
    assert f"manifest.json: {message}" in refused(capfd, mine)
    about["cells"][1] = about["cells"][0]
    manifest.write_text(json.dumps(about))
    assert "cells: one is there twice" in refused(capfd, mine)


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "is torn"), ("{", "is torn"), ("[]", "is torn"), ("[" * 100_000, "is torn"), ("{}", "is not that of a run")],
)
def test_what_is_no_manifest(capfd, mine, text, message):
    (mine / "manifest.json").write_text(text)
    assert f"manifest.json {message}; a folder of omens run --out is wanted" in refused(capfd, mine)
    (mine / "manifest.json").unlink()
    assert "no run can be read there: No such file" in refused(capfd, mine)
    (mine / "manifest.json").mkdir()
    assert "manifest.json is no file" in refused(capfd, mine)


def test_games_of_another_run_are_not_counted(capfd, mine, tmp_path):
    assert main(["run", *WORDS, *SIZE[:-1], "4", "--jobs", "1", "--out", str(tmp_path / "other")]) == 0
    shutil.copy(tmp_path / "other" / "games.parquet", mine)
    assert "it is not the file that manifest.json was written with" in refused(capfd, mine)
    (mine / "games.parquet").unlink()
    assert "games.parquet can't be read: No such file" in refused(capfd, mine)


def test_what_is_in_the_games_must_be_games(capfd, mine):
    """Even where the manifest vouches for them."""
    games, manifest = mine / "games.parquet", mine / "manifest.json"
    table = pq.read_table(games)

    def vouched():
        digest = hashlib.sha256(games.read_bytes()).hexdigest()
        manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"games_sha256": digest}))

    pq.write_table(table.slice(0, 50), games)
    vouched()
    assert "games.parquet can't be read: it holds 50 games where manifest.json says 160" in refused(capfd, mine)
    at = table.schema.get_field_index("outcome")
    pq.write_table(table.set_column(at, "outcome", pa.array(np.full(160, 99, np.int8))), games)
    vouched()
    assert "its games are not those that manifest.json speaks of" in refused(capfd, mine)
    for content in (b"", b"nonsense of some length"):
        games.write_bytes(content)
        vouched()
        assert "games.parquet can't be read: it is no file of games" in refused(capfd, mine)
    pq.write_table(table.select(["game"]), games)
    vouched()
    assert "games.parquet can't be read: it is no file of games" in refused(capfd, mine)


@pytest.mark.parametrize("left", [None, "{"])
def test_a_run_that_was_killed_is_told(capfd, tmp_path, left):
    folder = tmp_path / "run"
    journal = Journal(folder / "journal.part")
    folder.mkdir()
    journal.begin({"program": "omens"})
    journal.add(np.zeros(3, row_dtype))
    if left:
        (folder / "manifest.json").write_text(left)
    assert "holds a run that was killed; omens run ... --resume goes on with it" in refused(capfd, folder)


def test_games_of_another_game_are_told(capfd, tmp_path):
    (tmp_path / "manifest.json").write_text('{"program": "omens", "game": "arkham", "finished": true}')
    assert 'games of "arkham"; those of omens run would be right' in refused(capfd, tmp_path)
