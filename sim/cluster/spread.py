"""Chunks handed to the workers of a cluster, and what comes of them, in order.

joblib has backends for Dask and for Ray, but its Dask backend waits for ever once a task has failed
with its worker, and its Ray backend gives no result before it has all.  So chunks go to the cluster's own
interface here; a chunk whose worker dies is played again by another one, as both do by themselves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from sim.cluster.sources import Sources
from sim.errors import OmensError

#: Seconds within which the first worker must answer.
TIMEOUT = 10
#: Tasks handed out for each core before their results are taken.
WINDOW = 16


class Cluster(Protocol):
    """Workers elsewhere: `cores` tasks run at once, `address` is where the user said they are."""

    address: str
    cores: int

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """Hand a task to some worker; what stands for its result."""

    def result(self, future: Any, timeout: float | None = None) -> Any:
        """Wait for a result; raises what the task raised, or whatever the cluster says of its own end."""

    def cancel(self, futures: list[Any]) -> None:
        """Drop tasks of which nobody wants the results."""


@dataclass(frozen=True)
class Workers:
    """The workers of a cluster that play with the same `sources` as this machine."""

    cluster: Cluster
    sources: Sources

    def in_order(self, task: Callable[[Any], Any], todo: Iterator[Any]) -> Iterator[tuple[Any, Any]]:
        """Carry out `task` for each of `todo` and yield (what was to do, result) in order.

        Every worker compares its sources first, for it may have come later.  Raises OmensError as
        the task does, and where the cluster is lost.
        """
        waiting: deque[tuple[Any, Any]] = deque()
        try:
            while True:
                for each in islice(todo, WINDOW * self.cluster.cores - len(waiting)):
                    waiting.append((each, self.cluster.submit(_on_worker, self.sources, task, each)))
                if not waiting:
                    return
                each, future = waiting[0]
                result = _result(self.cluster, future)
                waiting.popleft()
                yield each, result
        finally:
            self.cluster.cancel([future for _, future in waiting])


@contextmanager
def connected(kind: str, address: str, sources: Sources) -> Iterator[Workers]:
    """The workers of the ``dask`` or ``ray`` cluster at `address`; one has shown that it has the same `sources`.

    Raises OmensError where the package for it is missing, nobody answers within some seconds, there
    is no worker, or the worker has other sources.
    """
    with _cluster(kind, address) as cluster:
        _probe(cluster, sources)
        yield Workers(cluster, sources)


def _cluster(kind: str, address: str) -> AbstractContextManager[Cluster]:
    if kind == "dask":
        from sim.cluster.with_dask import dask_cluster

        return dask_cluster(address)
    from sim.cluster.with_ray import ray_cluster

    return ray_cluster(address)


def _probe(cluster: Cluster, sources: Sources) -> None:
    """See that a worker answers, and with what it would play."""
    probe = cluster.submit(sources.unlike_here)
    try:
        unlike = cluster.result(probe, TIMEOUT)
    except TimeoutError:
        unlike = f"no worker answers within {TIMEOUT} seconds"
    except Exception as error:
        unlike = f"{_gist(error)}; every worker needs this version of omens"
    cluster.cancel([probe])
    if unlike:
        raise OmensError(f"--scheduler {cluster.address}: {unlike}")


def _on_worker(sources: Sources, task: Callable[[Any], Any], each: Any) -> Any:
    """The result or the fault, which is handed over like a result, so that the first in order is raised."""
    if unlike := sources.unlike_here():
        return OmensError(unlike)
    try:
        return task(each)
    except OmensError as fault:
        return fault


def _result(cluster: Cluster, future: Any) -> Any:
    try:
        result = cluster.result(future)
    except Exception as error:
        raise OmensError(
            f"--scheduler {cluster.address}: the cluster gave up: {_gist(error)}; "
            "games in --out are kept, --resume goes on with them"
        ) from None
    if isinstance(result, OmensError):
        raise result
    return result


def _gist(error: BaseException) -> str:
    """An error in one line."""
    first = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    return f"{type(error).__name__}: {first[:200]}"
