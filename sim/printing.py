"""Results on standard output, and nothing else there."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

_PIPE_WIDTH = 160  # characters, where no terminal says how wide it is


def print_json(records: Sequence[dict[str, Any]]) -> None:
    """One JSON list."""
    print(json.dumps(records, indent=1))


def print_csv(records: Sequence[dict[str, Any]]) -> None:
    """A heading and a line a record."""
    writer = csv.DictWriter(sys.stdout, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], words: int) -> None:
    """A table of which the first `words` columns are words and the others numbers."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if not console.is_terminal:
        console = Console(width=_PIPE_WIDTH)
    table = Table(box=None, header_style="bold")
    for i, heading in enumerate(headings):
        table.add_column(heading, justify="left" if i < words else "right")
    for row in rows:
        table.add_row(*row)
    console.print(table)
