"""Notation into the arrays the rules read, and back: effects as ops, rows as requirement records."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sim.cards.notation import FOREIGN_OF, Effect, Requirement, Step, Tasks
from sim.rules.operations import BRANCH, BRANCHED, COLOURED, COMPOSITES, COUNTED, PLAIN, SIGNED, TARGETS
from sim.rules.state import MAX_TASKS, requirement_dtype, task_dtype

Op = tuple[int, int, int, int]  # code, amount, target, size

_SIMPLE = {**SIGNED, **COUNTED, **PLAIN, **COLOURED}
_COMPOSITE = {word: code for word, (code, _, _) in COMPOSITES.items()}
_WORD_OF = {code: word for word, code in {**_SIMPLE, **_COMPOSITE}.items()}
_TARGET_OF = {code: word for word, code in TARGETS.items()}


def in_play(effect: Effect, mode: str = "alaska") -> Effect:
    """The effect without the icons of expansions that are not in play in a mode.

    A group or alternative that holds one is forbidden, so the other one is all that is left
    (A-12.5); an icon on its own does nothing.
    """
    kept: list[Step] = []
    for step in effect:
        if step.word in FOREIGN_OF[mode]:
            continue
        if not step.parts:
            kept.append(step)
        elif step.word in ("split", "choose"):
            parts = [in_play(part, mode) for part in step.parts if not _holds_foreign(part, mode)]
            kept += [Step(step.word, parts=tuple(parts))] if len(parts) > 1 else [s for part in parts for s in part]
        elif all(parts := [in_play(part, mode) for part in step.parts]):
            kept.append(Step(step.word, parts=tuple(parts)))
    return tuple(kept)


def _holds_foreign(effect: Effect, mode: str) -> bool:
    return any(
        step.word in FOREIGN_OF[mode] or any(_holds_foreign(part, mode) for part in step.parts) for step in effect
    )


@lru_cache(maxsize=8192)
def compile_effect(effect: Effect, mode: str = "alaska") -> tuple[Op, ...]:
    """The ops of an effect in a mode, icons of expansions not in play left out."""
    return _ops(in_play(effect, mode))


def _ops(effect: Effect) -> tuple[Op, ...]:
    ops: list[Op] = []
    for step in effect:
        if not step.parts:
            ops.append((_SIMPLE[step.word], step.amount, TARGETS[step.target], 0))
            continue
        code = _COMPOSITE[step.word]
        body: list[Op] = []
        for part in map(_ops, step.parts):
            body += [(BRANCH, 0, 0, len(part)), *part] if code in BRANCHED else part
        ops += [(code, 0, 0, len(body)), *body]
    return tuple(ops)


def effect_of(ops: np.ndarray) -> Effect:
    """The effect that a stretch of ops (dtype `op_dtype`, any length) stands for."""
    steps: list[Step] = []
    i = 0
    while i < len(ops):
        code, amount, target, size = ops[i].item()[:4]
        body = ops[i + 1 : i + 1 + size]
        if code in BRANCHED:
            steps.append(Step(_WORD_OF[code], parts=tuple(_branches(body))))
        elif code in _COMPOSITE.values():
            steps.append(Step(_WORD_OF[code], parts=(effect_of(body),)))
        else:
            steps.append(Step(_WORD_OF[code], amount, _TARGET_OF[target]))
        i += 1 + size
    return tuple(steps)


def _branches(body: np.ndarray) -> list[Effect]:
    parts = []
    i = 0
    while i < len(body):
        end = i + 1 + int(body[i]["size"])
        parts.append(effect_of(body[i + 1 : end]))
        i = end
    return parts


# --- tasks ------------------------------------------------------------------------------
@lru_cache(maxsize=4096)
def requirement_record(requirement: Requirement) -> np.ndarray:
    """A requirement as an array of shape (), dtype `requirement_dtype`; not to be written to."""
    record = np.zeros((), requirement_dtype)
    for mask in requirement.symbols:
        record["symbols"][mask] += 1
    record["investigation"][: len(requirement.investigation)] = requirement.investigation
    for cost in ("sanity", "stamina", "clock"):
        record[cost] = getattr(requirement, cost)
    record.flags.writeable = False
    return record


@lru_cache(maxsize=4096)
def task_records(tasks: Tasks) -> np.ndarray:
    """The rows of a card, shape (MAX_TASKS,), dtype `task_dtype`; not to be written to."""
    records = np.zeros(MAX_TASKS, task_dtype)
    for record, task in zip(records, tasks.rows, strict=False):
        record["monster_task"] = task.monster_task
        record["full"] = requirement_record(task.full)
        record["uncovered"] = requirement_record(task.uncovered)
    records.flags.writeable = False
    return records


def requirement_of(record: np.void) -> Requirement:
    """The requirement that a record of `requirement_dtype` stands for."""
    symbols = tuple(mask for mask in range(1, 8) for _ in range(int(record["symbols"][mask])))
    numbers = tuple(int(n) for n in record["investigation"] if n)
    return Requirement(symbols, numbers, int(record["sanity"]), int(record["stamina"]), int(record["clock"]))
