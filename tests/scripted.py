"""Policies written in plain Python, for tests: each question is shown with the whole open state."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import numpy as np
from numba.core.types import FunctionType, WrapperAddressProtocol

from sim.rules.choices import KINDS
from sim.rules.state import POLICY, choice_dtype, deck_dtype, game_dtype

_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


def _record(address: int, dtype: np.dtype) -> np.void:
    buffer = (ctypes.c_char * dtype.itemsize).from_address(address)
    return np.frombuffer(buffer, dtype, 1)[0]


class Question:
    """What the engine asks: records of game, deck and choice, live."""

    def __init__(self, game: np.void, deck: np.void, choice: np.void):
        self.game, self.deck, self.choice = game, deck, choice

    @property
    def kind(self) -> str:
        return KINDS[self.choice["kind"]]

    @property
    def options(self) -> list[tuple[int, int, int, int, int]]:
        return [tuple(int(v) for v in o) for o in self.choice["options"][: self.choice["n"]]]


class Scripted(WrapperAddressProtocol):
    """A policy that answers with ``decide(question) -> index or set of dice``.

    An exception in `decide` is kept in ``error`` and answered with the first option.
    """

    def __init__(self, decide: Callable[[Question], int]):
        self.decide = decide
        self.error: BaseException | None = None
        self._callback = _CALLBACK(self._answer)

    def _answer(self, game: int, deck: int, choice: int) -> int:
        try:
            question = Question(_record(game, game_dtype), _record(deck, deck_dtype), _record(choice, choice_dtype))
            return int(self.decide(question))
        except BaseException as error:
            self.error = self.error or error
            return 0

    def __wrapper_address__(self) -> int:
        return ctypes.cast(self._callback, ctypes.c_void_p).value or 0

    def signature(self):
        return POLICY

    @property
    def _numba_type_(self) -> FunctionType:
        return FunctionType(POLICY)
