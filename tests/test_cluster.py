"""A real Dask cluster on this machine: the same rows, workers that die, and what is told in one line."""

from __future__ import annotations

import os
import signal
import socket
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from sim.batch import play_run, sources
from sim.cli import main
from sim.cluster import spread, with_dask, with_ray
from sim.cluster.sources import LIBRARIES, Sources, sources_of
from sim.cluster.spread import connected
from sim.errors import OmensError
from sim.grid import Run, plan
from sim.runs.collect import collect_until
from sim.runs.folder import GAMES, PAGE, SUMMARY
from sim.spread import How
from sim.tally import row_dtype

distributed = pytest.importorskip("distributed")

GRID = "--ancient-one ithaqua --season all --players 1 --policy random --games 2000 --completions 3 --chunk 150"
COMMAND = ["run", *GRID.split()]


def run_of(games: int = 300) -> Run:
    return plan(
        mode="alaska", ancient_one="ithaqua,rhan-tegoth", season="winter", players="1,3", policy="random",
        games=games, completions=7, seed=5,
    )  # fmt: skip


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return len(one) == len(other) and all((one[name] == other[name]).all() for name in row_dtype.names or ())


@pytest.fixture(scope="module")
def cluster():
    """A scheduler here with two worker processes, which it starts anew when they die."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster


@pytest.fixture
def workers(cluster):
    with connected("dask", cluster.scheduler_address, sources(run_of())) as workers:
        yield workers


def pids(cluster) -> set[int]:
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        return set(client.run(os.getpid).values())


# --- rows ----------------------------------------------------------------------------------
def test_rows_are_those_of_processes_here(workers):
    for chunk in (40, 5_000):
        found = np.concatenate([rows for _, rows in play_run(run_of(), How(chunk=chunk, workers=workers))])
        assert same(found, np.concatenate([rows for _, rows in play_run(run_of(), How(2, 77))]))


def test_a_worker_killed_in_the_midst_loses_nothing(cluster, workers):
    before = pids(cluster)
    found = []
    for chunk, rows in play_run(run_of(2_000), How(chunk=100, workers=workers)):
        found.append(rows)
        if chunk.cell == 0 and chunk.games.start == 300:
            os.kill(min(before), signal.SIGKILL)
    assert same(np.concatenate(found), np.concatenate([rows for _, rows in play_run(run_of(2_000), How())]))
    assert min(before) not in pids(cluster)


def test_games_until_the_interval_is_narrow_do_not_depend_on_the_cluster(workers):
    here, there = (collect_until(run_of(3_000), how, 0.02).tallies for how in (How(), How(workers=workers)))
    assert [(t.n_games, t.n_wins) for t in there] == [(t.n_games, t.n_wins) for t in here]


def test_an_interrupted_run_goes_on_on_the_cluster_and_ends_with_the_same_bytes(cluster, tmp_path, monkeypatch):
    from sim.runs import journal

    added = journal.Journal.add

    def add_and_interrupt(self, rows):
        added(self, rows)
        if self.games == 600:
            signal.raise_signal(signal.SIGINT)

    there = [*COMMAND, "--backend", "dask", "--scheduler", cluster.scheduler_address, "--out", str(tmp_path / "there")]
    with monkeypatch.context() as patched:
        patched.setattr(journal.Journal, "add", add_and_interrupt)
        assert main(there) == 130
    assert main([*there, "--resume"]) == 0
    assert main([*COMMAND, "--jobs", "2", "--out", str(tmp_path / "here")]) == 0
    for name in (GAMES, SUMMARY, PAGE):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


# --- faults --------------------------------------------------------------------------------
def test_the_first_fault_in_order_is_raised(workers):
    def fails(number):
        if number in (3, 5):
            raise OmensError(f"fault {number}")
        return number

    found = workers.in_order(fails, iter(range(8)))
    assert [next(found) for _ in range(3)] == [(0, 0), (1, 1), (2, 2)]
    with pytest.raises(OmensError, match=r"^fault 3$"):
        next(found)


def test_a_task_that_kills_every_worker_ends_the_run_and_does_not_hang(cluster, workers, monkeypatch):
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)

    def dies(number):
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(OmensError, match=r"cluster gave up: KilledWorker.*--resume goes on") as told:
        list(workers.in_order(dies, iter([1])))
    assert "\n" not in str(told.value)


def test_a_worker_with_other_sources_is_refused(cluster, workers):
    other = Sources((("numpy", "1.0"),))
    with pytest.raises(OmensError, match=rf"numpy {np.__version__} instead of 1\.0"):
        connected("dask", cluster.scheduler_address, other).__enter__()
    come_later = spread.Workers(workers.cluster, other)
    with pytest.raises(OmensError, match="instead of"):
        list(come_later.in_order(abs, iter([1])))


def test_sources_tell_a_changed_policy_and_other_cards(tmp_path):
    policy, cards = tmp_path / "mine.py", tmp_path / "cards"
    cards.mkdir()
    (cards / "monsters.csv").write_text("a")
    policy.write_text("1")
    before = sources_of((str(policy),), str(cards))
    assert before.unlike_here() == "" and {name for name, _ in before.found} >= {*LIBRARIES, "omens", "sources"}
    policy.write_text("2")
    assert f"policy {policy}" in before.unlike_here() and "cards" not in before.unlike_here()
    policy.unlink()
    assert f"policy {policy} nothing instead of" in before.unlike_here()
    again = tmp_path / "again"
    again.mkdir()
    (again / "monsters.csv").write_text("b")
    mine, theirs = sources_of(cards=str(cards)), sources_of(cards=str(again))
    assert dict(mine.found)[f"cards {cards}"] != dict(theirs.found)[f"cards {again}"]


def told(capfd, tmp_path: Path, *words: str) -> str:
    """The one line that a run ends with that can't be; it leaves nothing behind."""
    assert main([*COMMAND, *words, "--out", str(tmp_path / "out")]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.count("\n") == 1 and not (tmp_path / "out").exists()
    return err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--scheduler tcp://127.0.0.1:8786", "only a cluster has one"),
        ("--backend dask", "name it with --scheduler ADDRESS"),
        ("--backend ray --scheduler auto --jobs 2", "leave it out with --backend ray"),
        ("--backend dask --scheduler here", "tcp://HOST:PORT would be right"),
        ("--backend dask --scheduler tcp://127.0.0.1:1", "no Dask scheduler answers within 0.5 seconds"),
    ],
)
def test_mistakes_are_one_line_and_leave_nothing(capfd, tmp_path, monkeypatch, words, message):
    monkeypatch.setattr(with_dask, "TIMEOUT", 0.5)
    assert message in told(capfd, tmp_path, *words.split())


@pytest.mark.parametrize(("backend", "package"), [("dask", "distributed"), ("ray", "ray")])
def test_a_missing_package_is_named(capfd, tmp_path, monkeypatch, backend, package):
    monkeypatch.setitem(sys.modules, package, None)
    line = told(capfd, tmp_path, "--backend", backend, "--scheduler", "127.0.0.1:1")
    assert f"the package {package} is missing; pip install 'omens[{backend}]'" in line


ADDRESSES = (
    "",
    ":8786",
    "tcp://",
    "tcp://127.0.0.1",
    "tcp://127.0.0.1:",
    "tcp://127.0.0.1:0",
    "tcp://127.0.0.1:-5",
    "tcp://127.0.0.1:65536",
    "tcp://127.0.0.1:99999999",
    "tcp://127.0.0.1:" + "9" * 5000,
    "tcp://127.0.0.1:port",
    "tcp://127.0.0.1 :1",
    "tcp://a..b:1",
    "tcp://" + "a" * 300 + ":1",
    "tls://127.0.0.1:1",
    "ws://127.0.0.1:1",
    "ucx://127.0.0.1:1",
    "inproc://x",
    "inproc://127.0.0.1:1",
    "foo://x",
    "foo://127.0.0.1:1",
    "tcp://tcp://127.0.0.1:1",
    "://127.0.0.1:1",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_where_no_scheduler_can_be_is_told_in_plain_words(capfd, tmp_path, monkeypatch, address):
    monkeypatch.setattr(with_dask, "TIMEOUT", 0.5)
    line = told(capfd, tmp_path, "--backend", "dask", "--scheduler", address)
    assert line.startswith(f"omens: --scheduler {address[:60] or repr('')}: no ")
    assert line.endswith("; tcp://HOST:PORT would be right\n") and len(line) < 200


@pytest.mark.parametrize("error", [OSError("x"), TypeError("x"), RuntimeError("x"), KeyError("type"), ImportError("x")])
@pytest.mark.parametrize("where", ["distributed.core.rpc", "distributed.Client"])
def test_whatever_fails_on_connecting_is_one_line(capfd, tmp_path, cluster, monkeypatch, where, error):
    def fails(*_, **__):
        raise error

    monkeypatch.setattr(where, fails)
    line = told(capfd, tmp_path, "--backend", "dask", "--scheduler", cluster.scheduler_address)
    assert "no Dask scheduler" in line and line.endswith("; tcp://HOST:PORT would be right\n")


def test_somebody_else_who_listens_is_no_scheduler(capfd, tmp_path, monkeypatch):
    monkeypatch.setattr(with_dask, "TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        assert "no Dask scheduler answers within" in told(capfd, tmp_path, "--backend", "dask", "--scheduler", address)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "ray.py is another package called ray; pip install 'omens[ray]' would be right"),
        ("def init(**_): pass", "ray.py is another package called ray"),
        ("1 / 0", "the package ray can't be loaded"),
        ("def", "the package ray can't be loaded"),
    ],
)
def test_another_package_called_ray_is_told(capfd, tmp_path, monkeypatch, source, message):
    (tmp_path / "ray.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "ray", raising=False)
    assert message in told(capfd, tmp_path, "--backend", "ray", "--scheduler", "auto")
    sys.modules.pop("ray", None)


@pytest.mark.parametrize("address", ["", "here", "h:0", "h:-5", "h:99999999", "h:" + "9" * 5000, "a..b:1"])
def test_an_address_where_no_ray_can_be(capfd, tmp_path, monkeypatch, address):
    ray = ModuleType("ray")
    for name in with_ray._USED:
        setattr(ray, name, None)
    monkeypatch.setitem(sys.modules, "ray", ray)
    line = told(capfd, tmp_path, "--backend", "ray", "--scheduler", address)
    assert "expected auto, HOST:6379" in line or "no Ray cluster answers" in line


def test_a_worker_is_no_scheduler(capfd, tmp_path, cluster):
    (address, *_) = cluster.scheduler_info["workers"]
    assert "a Dask worker, not the scheduler" in told(capfd, tmp_path, "--backend", "dask", "--scheduler", address)


def test_a_scheduler_without_workers_is_told(capfd, tmp_path, monkeypatch):
    monkeypatch.setattr(spread, "TIMEOUT", 0.5)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        line = told(capfd, tmp_path, "--backend", "dask", "--scheduler", empty.scheduler_address)
    assert "no worker answers within 0.5 seconds" in line
