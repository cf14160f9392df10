"""The register of rule ids: every id of the specification is settled by a test, or says why not.

``data/rule_ids.csv`` has a row an id: its status, the tests or other ids that settle it, a reason.
The cases RC-.. and NR-.. have lists of their own in test_cases.py.
"""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from sim.arkham.rulings import RULINGS as ARKHAM_RULINGS
from sim.rulings import RULINGS

HERE = Path(__file__).parent
STATUSES = ("tested", "not applicable")

#: Rules of each section of the specification.
CORE = (18, 8, 10, 6, 19, 13, 12, 13, 6, 6, 17, 8, 16, 10, 13, 11, 12, 3, 1)
ALASKA = (4, 8, 21, 1, 5, 6, 3, 6, 6, 13, 8, 9, 5)
RLYEH = (3, 8, 9, 8, 9, 5, 9, 7, 7, 2, 1, 1, 4, 2)
ARKHAM = (2, 6, 6, 4, 5, 7, 8, 3, 7, 4, 6, 1, 3)
#: Worked examples: numbers from .. to, both included.
EXAMPLES = (
    (1, 2), (4, 7), (9, 12), (14, 17), (19, 22), (24, 27), (29, 32), (34, 37), (39, 42), (44, 48), (50, 53), (55, 55),
    (57, 60), (62, 65), (67, 70), (72, 77), (79, 82), (84, 87), (89, 92), (94, 97), (99, 102), (104, 107), (109, 112),
    (114, 117), (119, 122), (124, 127), (129, 132), (134, 137), (139, 142), (144, 147), (149, 152), (154, 156),
    (158, 162), (164, 167), (169, 172),
    (175, 178), (180, 183), (185, 192), (194, 197),
    (199, 202), (204, 204),
)  # fmt: skip
DECISIONS = {"C": 24, "A": 14, "R": 12, "H": 9}

_IDS = re.compile(r"\b(D-[CARH]|[CARH]-\d+\.|E-)(\d+)(?:\s*(?:\.\.|–)\s*(?:D-[CARH]|[CARH]-\d+\.|E-)?(\d+))?")
_IN_NAME = re.compile(r"_e(\d+)(?=_)")
_RULING = re.compile(r"\b(?:" + "|".join([*RULINGS, *ARKHAM_RULINGS]) + r")\b")
_ANY_ID = re.compile(r"\b(?:[CARHE]-\d|D-[CARH]\d|RC-\d|NR-\d)|_(?:e|rc|nr)\d+_|" + _RULING.pattern)


def specification() -> list[str]:
    """Every id, in the order of the register."""
    rules = [
        f"{letter}-{section}.{number}"
        for letter, sizes in (("C", CORE), ("A", ALASKA), ("R", RLYEH), ("H", ARKHAM))
        for section, size in enumerate(sizes, start=1)
        for number in range(1, size + 1)
    ]
    decisions = [f"D-{letter}{n}" for letter, size in DECISIONS.items() for n in range(1, size + 1)]
    return rules + decisions + [f"E-{n}" for first, end in EXAMPLES for n in range(first, end + 1)]


@cache
def register() -> dict[str, dict[str, str]]:
    """Rows by id."""
    with (HERE / "data" / "rule_ids.csv").open(newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


@cache
def functions_of(file: str) -> dict[str, str]:
    """The text of every test function of a file, with the tables of its module that it names."""
    source = (HERE / file).read_text()
    lines = source.splitlines()
    tables: dict[str, str] = {}
    texts: dict[str, str] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            tables[node.targets[0].id] = ast.get_source_segment(source, node) or ""
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            named = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
            own = [table for name, table in tables.items() if name in named]
            texts[node.name] = "\n".join([*lines[first - 1 : node.end_lineno], *own])
    return texts


def mentioned(name: str, text: str) -> set[str]:
    """The ids that a test mentions, ranges as C-3.5 .. C-3.9 spelled out."""
    found = {f"E-{number}" for number in _IN_NAME.findall(name + "_")}
    for stem, first, end in _IDS.findall(text):
        found |= {f"{stem}{number}" for number in range(int(first), int(end or first) + 1)}
    return found


def test_every_id_is_registered_once():
    with (HERE / "data" / "rule_ids.csv").open(newline="") as file:
        ids = Counter(row["id"] for row in csv.DictReader(file))
    assert ids == Counter(specification())


@pytest.mark.parametrize("rule", specification())
def test_the_id_is_settled(rule):
    row = register()[rule]
    assert row["status"] in STATUSES
    if row["status"] != "tested":
        assert row["reason"]
        return
    assert row["where"]
    for place in row["where"].split():
        file, _, name = place.partition("::")
        if name:
            assert name in functions_of(file), f"{place} is not there"
            assert rule in mentioned(name, functions_of(file)[name]), f"{place} does not mention {rule}"
        else:  # an example or another rule that settles it
            assert place != rule
            assert register()[place]["status"] == "tested"
            assert "::" in register()[place]["where"]


RULE_TESTS = sorted(
    path.name
    for pattern in ("test_rules_*.py", "test_examples_*.py", "test_investigators.py", "test_decisions.py")
    for path in HERE.glob(pattern)
    if path.name != "test_examples_odds.py"
)


@pytest.mark.parametrize("file", RULE_TESTS)
def test_every_test_of_a_rule_says_which(file):
    """By id, or by the ruling that it switches."""
    silent = [name for name, text in functions_of(file).items() if not _ANY_ID.search(f"{name}_ {text}")]
    assert silent == []


@pytest.mark.parametrize("ruling", ARKHAM_RULINGS)
def test_every_ruling_of_the_clock_is_switched(ruling):
    """With each of its values named in a test that names the ruling."""
    tests = [text for file in RULE_TESTS if "arkham" in file for text in functions_of(file).values()]
    about = "\n".join(text for text in tests if re.search(rf"\bR:{ruling}\b", text))
    assert [value for value in ARKHAM_RULINGS[ruling].values if f'"{value}"' not in about] == []
