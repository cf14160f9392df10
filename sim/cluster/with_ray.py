"""A Ray cluster that is there already, by its address: ``auto``, ``HOST:6379`` or ``ray://HOST:10001``."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from sim.errors import OmensError

#: Seconds within which the head of the cluster must answer.
TIMEOUT = 5
_USED = ("init", "shutdown", "remote", "get", "cancel", "cluster_resources")


class RayCluster:
    """A `sim.cluster.spread.Cluster` by the module ``ray``, connected."""

    def __init__(self, address: str, ray: Any) -> None:
        """With the cores that are there now; those that come later are used too."""
        self.address = address
        self.cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._ray = ray
        self._remote = ray.remote(_call)

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """Hand a task to some worker; Ray plays it again, three times at most, where that one dies."""
        return self._remote.remote(task, *arguments)

    def result(self, future: Any, timeout: float | None = None) -> Any:
        """Wait for a result."""
        return self._ray.get(future, timeout=timeout)

    def cancel(self, futures: list[Any]) -> None:
        """Drop tasks that have not begun."""
        for future in futures:
            self._ray.cancel(future)


def _call(task: Callable[..., Any], *arguments: Any) -> Any:
    return task(*arguments)


@contextmanager
def ray_cluster(address: str) -> Iterator[RayCluster]:
    """Connect to the cluster at `address`; OmensError where that fails."""
    try:
        import ray
    except ImportError:
        raise OmensError("--backend ray: the package ray is missing; pip install 'omens[ray]'") from None
    except Exception:
        raise OmensError("--backend ray: the package ray can't be loaded; pip install 'omens[ray]' anew") from None
    if not all(hasattr(ray, name) for name in _USED):
        raise OmensError(
            f"--backend ray: {_place(ray)} is another package called ray; pip install 'omens[ray]' would be right"
        )
    _ask(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="CRITICAL")
        cluster = RayCluster(address, ray)
    except Exception as error:
        gist = next(iter(str(error).splitlines()), type(error).__name__)
        raise OmensError(f"--scheduler {address}: no Ray cluster answers: {gist[:200]}") from None
    try:
        with redirect_stdout(sys.stderr):  # Ray tells of dead workers where the results go
            yield cluster
    finally:
        ray.shutdown()


def _place(module: Any) -> str:
    """Where a package lies."""
    places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]  # a bare folder has no file
    return next(filter(None, places), "what is there")


def _ask(address: str) -> None:
    """See that somebody listens there; Ray itself would try for minutes."""
    if address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    digits = port.isascii() and port.isdigit() and len(port) < 6
    if not host or not digits or not 0 < int(port) < 2**16:
        raise OmensError(f"--scheduler {address[:60] or repr('')}: expected auto, HOST:6379 or ray://HOST:10001")
    try:
        socket.create_connection((host, int(port)), TIMEOUT).close()
    except (OSError, ValueError):  # the latter for names that no host can have
        raise OmensError(f"--scheduler {address[:60]}: no Ray cluster answers within {TIMEOUT} seconds") from None
