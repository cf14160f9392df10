"""Results on standard output, and nothing else there."""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_PIPE_WIDTH = 160  # characters, where no terminal says how wide it is


def print_json(records: Sequence[dict[str, Any]]) -> None:
    """One JSON list; what is no number is null, and a cell of a mode without seasons has none."""
    print(json.dumps(_known(records), indent=1, allow_nan=False))


def _known(value: Any) -> Any:
    from sim.scenario import NO_SEASON

    if isinstance(value, dict):
        return {name: _known(inner) for name, inner in value.items() if (name, inner) != ("season", NO_SEASON)}
    if isinstance(value, list | tuple):
        return [_known(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def print_csv(records: Sequence[dict[str, Any]]) -> None:
    """A heading and a line a record, without seasons where there are none."""
    lines = [_known(record) for record in records]
    headings = dict.fromkeys(name for line in lines for name in line)
    writer = csv.DictWriter(sys.stdout, list(headings), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)


def print_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    words: int,
    *,
    least: int | None = None,
    caption: str | None = None,
) -> None:
    """A table of which the first `words` columns are words and the others numbers, and a caption below it.

    Seasons are left out where there are none.  On a terminal that is too narrow the last columns are left out, down
    to `least` of them (by default none is), and the rest is wrapped.
    """
    from rich.console import Console

    from sim.scenario import without_season

    console = Console(markup=False, emoji=False)  # names are the user's, brackets and colons included
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    before = len(headings)
    headings, rows, words = without_season(headings, list(rows), words)
    least = least and least - (before - len(headings))
    shown = len(headings)
    while shown > (least or shown) and _width(_table(headings, rows, words, shown), console) > console.width:
        shown -= 1
    console.print(_table(headings, rows, words, shown))
    if caption:
        console.print(caption, style="italic")


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], words: int, shown: int) -> Table:
    """The first `shown` columns."""
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for i, heading in enumerate(headings[:shown]):
        table.add_column(heading, justify="left" if i < words else "right")
    for row in rows:
        table.add_row(*row[:shown])
    return table


def _width(table: Table, console: Console) -> int:
    """Characters that a table would like to have."""
    return console.measure(table, options=console.options.update(max_width=1000)).maximum
