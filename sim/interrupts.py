"""What Ctrl-C does for a while."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupts(handler: Any) -> Iterator[None]:
    """Let `handler` have the interrupts, as in ``signal.signal``; only the main thread gets any."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Interrupts wait for the end of the block; processes that start in it never get any."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Stop:
    """Lets Ctrl-C wait for a good moment: `pressed` says that it was used; used again, it acts at once."""

    def __init__(self) -> None:
        """Nobody has pressed it yet."""
        self.pressed = False

    def __call__(self, number: int, frame: object) -> None:
        """Note an interrupt."""
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True
