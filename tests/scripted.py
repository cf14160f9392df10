"""Policies written in plain Python, for tests: each question is shown with the whole open state."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

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

    dtypes: tuple[np.dtype, ...] = (game_dtype, deck_dtype, choice_dtype)
    kinds: tuple[str, ...] = KINDS

    def __init__(self, game: np.void, deck: np.void, choice: np.void):
        self.game, self.deck, self.choice = game, deck, choice

    @property
    def kind(self) -> str:
        return self.kinds[self.choice["kind"]]

    @property
    def options(self) -> list[tuple[int, ...]]:
        return [tuple(int(v) for v in o) for o in self.choice["options"][: self.choice["n"]]]


class Scripted(WrapperAddressProtocol):
    """A policy that answers with ``decide(question) -> index or set of dice``.

    An exception in `decide` is kept in ``error`` and answered with the first option.
    """

    asked = Question
    policy_signature = POLICY

    def __init__(self, decide: Callable[[Any], int]):
        self.decide = decide
        self.error: BaseException | None = None
        self._callback = _CALLBACK(self._answer)

    def _answer(self, game: int, deck: int, choice: int) -> int:
        try:
            records = zip((game, deck, choice), self.asked.dtypes, strict=True)
            return int(self.decide(self.asked(*(_record(address, dtype) for address, dtype in records))))
        except BaseException as error:
            self.error = self.error or error
            return 0

    def __wrapper_address__(self) -> int:
        return ctypes.cast(self._callback, ctypes.c_void_p).value or 0

    def signature(self):
        return self.policy_signature

    @property
    def _numba_type_(self) -> FunctionType:
        return FunctionType(self.policy_signature)
