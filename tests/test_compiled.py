"""Compiling on demand: the parts of numba it leans on behave as expected."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest
from numba import types

from sim import compiled as module
from sim.compiled import compiled

int64 = types.int64


@compiled(int64(int64), "sim/errors.py", lazy=True)
def _double(x):
    return 2 * x


@compiled(int64(int64), "sim/errors.py", lazy=True)
def _double_plus_one(x):
    return _double(x) + 1


@compiled(int64(int64), "sim/errors.py", "tests/test_compiled.py")
def _of_all(n):
    total = 0
    for i in range(n):
        total += _double_plus_one(types.int32(i))
    return total


def test_a_compiled_caller_takes_lazy_functions_in():
    assert _of_all(10) == sum(2 * i + 1 for i in range(10))


def test_a_lazy_function_called_from_python_has_code_of_its_own():
    assert _double_plus_one(20) == 41


def test_only_the_declared_signature_is_compiled():
    _double_plus_one(1)
    assert [tuple(signature) for signature in _double_plus_one.overloads] == [(int64,)]


def test_numba_is_itself_again_after_compiling():
    @numba.njit
    def plain(x):
        return x + 1

    assert plain(1) == 2
    assert plain.overloads


def test_an_exception_in_a_lazy_function_reaches_python():
    @compiled(int64(int64), "sim/errors.py", lazy=True)
    def refuse(x):
        if x < 0:
            raise ValueError("negative")
        return x

    assert refuse(1) == 1
    with pytest.raises(ValueError, match="negative"):
        refuse(-1)


def test_changed_sources_have_a_cache_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    source = tmp_path / "rules" / "doom.py"
    source.parent.mkdir()
    source.write_text("ONE = 1")
    monkeypatch.setattr(module, "_PACKAGES", tmp_path)
    module.cache_folder.cache_clear()
    before = module.cache_folder("rules")
    module.cache_folder.cache_clear()
    same = module.cache_folder("rules")
    source.write_text("ONE = 2")
    module.cache_folder.cache_clear()
    after = module.cache_folder("rules")
    module.cache_folder.cache_clear()
    assert before == same != after


def test_records_have_short_names_in_machine_code():
    from sim.rules.state import Table_t

    assert len(Table_t.name) > 10_000
    assert len(Table_t.mangling_args[0]) < 100
