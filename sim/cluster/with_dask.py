"""A Dask cluster that is there already, by the address of its scheduler."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sim.errors import OmensError

#: Seconds within which the scheduler must answer.
TIMEOUT = 5


class DaskCluster:
    """A `sim.cluster.spread.Cluster` by a connected ``distributed.Client``."""

    def __init__(self, address: str, client: Any) -> None:
        """With the workers that are there now; those that come later are used too."""
        self.address = address
        self.cores = max(1, sum(client.nthreads().values()))
        self._client = client

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """Hand a task to some worker."""
        return self._client.submit(task, *arguments, pure=False)

    def result(self, future: Any, timeout: float | None = None) -> Any:
        """Wait for a result."""
        return future.result(timeout)

    def cancel(self, futures: list[Any]) -> None:
        """Drop tasks, unless the scheduler is lost and they with it."""
        if futures and self._client.status == "running":
            self._client.cancel(futures)


@contextmanager
def dask_cluster(address: str) -> Iterator[DaskCluster]:
    """Connect to the scheduler at `address`; OmensError where that fails within `TIMEOUT` seconds."""
    try:
        from distributed import Client
    except ImportError:
        raise OmensError("--backend dask: the package distributed is missing; pip install 'omens[dask]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # a worker that dies is no matter of the user's
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    _ask(address)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Mismatched versions")  # told in one line where it matters
        with Client(address, timeout=TIMEOUT, set_as_default=False) as client:
            yield DaskCluster(address, client)


def _ask(address: str) -> None:
    """See that a scheduler answers there; a client that cannot connect would take long to give up."""
    from distributed.core import rpc

    async def identity() -> dict[str, Any]:
        async with rpc(address, timeout=TIMEOUT) as there:
            return await asyncio.wait_for(there.identity(), TIMEOUT)

    try:
        kind = asyncio.run(identity())["type"]
    except ValueError as error:
        raise OmensError(f"--scheduler {address}: {error}; tcp://HOST:8786 would be right") from None
    except (OSError, TimeoutError):
        raise OmensError(f"--scheduler {address}: no Dask scheduler answers within {TIMEOUT} seconds") from None
    if kind != "Scheduler":
        raise OmensError(f"--scheduler {address}: that is a Dask {kind.lower()}, not the scheduler")
