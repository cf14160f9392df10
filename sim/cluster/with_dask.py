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
_PROTOCOLS = ("tcp", "tls", "ws", "wss")
_RIGHT = "tcp://HOST:PORT would be right"


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
        from distributed.core import rpc
    except ImportError:
        raise OmensError("--backend dask: the package distributed is missing; pip install 'omens[dask]'") from None
    except Exception:
        raise OmensError(
            "--backend dask: the package distributed can't be loaded; pip install 'omens[dask]' anew"
        ) from None
    _check_address(address)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # a worker that dies is no matter of the user's
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    _ask(address, rpc)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Mismatched versions")  # told in one line where it matters
        try:
            client = Client(address, timeout=TIMEOUT, set_as_default=False)
        except Exception as error:
            raise _unreached(address, error) from None
        with client:
            yield DaskCluster(address, client)


def _check_address(address: str) -> None:
    """OmensError for what can be no address of a scheduler that is there already."""
    protocol, divided, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    known = not divided or protocol in _PROTOCOLS
    digits = port.isascii() and port.isdigit() and len(port) < 6
    if not known or not host or not digits or not 0 < int(port) < 2**16 or any(map(str.isspace, address)):
        raise OmensError(f"--scheduler {address[:60] or repr('')}: no address of a Dask scheduler; {_RIGHT}")


def _unreached(address: str, error: Exception) -> OmensError:
    """What is said when connecting fails."""
    if isinstance(error, (OSError, TimeoutError)):
        return OmensError(f"--scheduler {address[:60]}: no Dask scheduler answers within {TIMEOUT} seconds; {_RIGHT}")
    return OmensError(f"--scheduler {address[:60]}: no Dask scheduler can be reached so; {_RIGHT}")


def _ask(address: str, rpc: Any) -> None:
    """See that a scheduler answers there; a client that cannot connect would take long to give up."""

    async def identity() -> dict[str, Any]:
        async with rpc(address, timeout=TIMEOUT) as there:
            return await asyncio.wait_for(there.identity(), TIMEOUT)

    try:
        kind = str(asyncio.run(identity())["type"])
    except Exception as error:
        raise _unreached(address, error) from None
    if kind != "Scheduler":
        raise OmensError(f"--scheduler {address}: that is a Dask {kind.lower()}, not the scheduler")
