"""A page of one question: sentences, figures, a table, and the command that repeats it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from reports.templates import render
from sim.scenario import without_season

if TYPE_CHECKING:
    from reports.drawing import Picture


@dataclass(frozen=True)
class Leaf:
    """What the page holds; the first `words` columns of the table are words and the others numbers."""

    title: str
    sentences: Sequence[str]
    pictures: Sequence[Picture]
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int
    command: str


def write_leaf(leaf: Leaf, path: Path) -> None:
    """Write the page, without seasons where there are none; OSError if `path` cannot be written."""
    headings, rows, words = without_season(leaf.headings, leaf.rows, leaf.words)
    leaf = replace(leaf, headings=headings, rows=rows, words=words)
    path.write_text(render("leaf.html", **vars(leaf)), encoding="utf-8")
