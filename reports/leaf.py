"""A page of one question: sentences, figures, a table, and the command that repeats it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reports.templates import render

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
    """Write the page; OSError if `path` cannot be written."""
    path.write_text(render("leaf.html", **vars(leaf)), encoding="utf-8")
