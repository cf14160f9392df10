"""The card files, read whole and checked: every mistake is one line with file, line and column.

The shipped ones lie in ``core`` where the modes share them, and in a folder for each mode.  Where both have
a file of the same name, as items.csv, the mode plays with the rows of both: its own are mixed in.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import io
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.cards.checks import check
from sim.cards.columns import FILES_OF, File
from sim.cards.facts import Cards
from sim.cards.priors import paths as priors_of
from sim.errors import OmensError
from sim.scenario import TITLES

_SHIPPED = Path(__file__).parent
MAX_BYTES = 1_000_000  # of one file
#: Names of the files of each mode.
NAMES_OF = {mode: (*files, "sources") for mode, files in FILES_OF.items()}
NAMES = NAMES_OF["alaska"]
#: Folders of files that a mode takes from elsewhere than ``core`` and its own: any Ancient One may be chosen (R-2.3).
_ELSEWHERE = {("rlyeh", "ancient_ones"): ("alaska", "rlyeh")}


def load_cards(folder: Path | str | None = None, mode: str = "alaska") -> Cards:
    """The shipped cards of a mode, file by file replaced by those in `folder`.

    Raises OmensError with one line (file, line, column, what was expected) for a folder that
    is not there or holds no card file, a file that is not a table in UTF-8 with exactly the
    known columns, a cell that cannot be read, a row that appears twice, or facts that
    contradict each other or the limits of the rules.
    """
    own = _files_of(Path(folder), mode) if folder is not None else {}
    contents = [(name, _read(own[name]) if name in own else shipped(name, mode)) for name in NAMES_OF[mode]]
    return _cards(mode, (*contents, *(("priors", path.read_bytes()) for path in priors_of(mode))))


@lru_cache(maxsize=64)
def shipped(name: str, mode: str = "alaska") -> bytes:
    """A shipped file as a mode plays with it: the rows that it shares, then its own, under one heading."""
    folders = _ELSEWHERE.get((mode, name), ("core", mode))
    places = [_SHIPPED / folder / f"{name}.csv" for folder in folders]
    first, *more = [_read(path) for path in places if path.exists()]
    return b"".join([first, *(data.partition(b"\n")[2] for data in more)])


def _files_of(folder: Path, mode: str) -> dict[str, Path]:
    names = NAMES_OF[mode]
    if not folder.is_dir():
        raise OmensError(f"{folder}: no such folder of card files")
    found = {path.stem: path for path in sorted(folder.glob("*.csv"))}
    for name, path in found.items():
        if name not in names:
            for other in (other for other in NAMES_OF if name in NAMES_OF[other]):
                raise OmensError(f"{path}: a card file of {TITLES[other]}; --mode {other} plays with it")
            near = difflib.get_close_matches(name, names, 1)
            meant = f"{near[0]}.csv" if near else ", ".join(f"{name}.csv" for name in names)
            raise OmensError(f"{path}: not a card file; expected {meant}")
    if not found:
        raise OmensError(f"{folder}: holds no card file; expected at least one of {', '.join(names)} (.csv)")
    return found


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise OmensError(f"{path.name}: larger than {MAX_BYTES} bytes; expected a table of cards")
        return path.read_bytes()
    except OSError as error:
        raise OmensError(f"{path}: cannot be read ({error.strerror})") from None


@lru_cache(maxsize=8)
def _cards(mode: str, contents: tuple[tuple[str, bytes], ...]) -> Cards:
    digest = hashlib.sha256()
    for name, data in contents:
        digest.update(name.encode() + b"\0" + data + b"\0")
    files = dict(contents)
    sources = _source_table(files["sources"])
    records = {name: _records(name, file, files[name], sources) for name, file in FILES_OF[mode].items()}
    for name in ("adventures", "items"):
        records[name] = tuple(sorted(records[name], key=lambda card: card.kind))
    cards = Cards(mode, **records, sources=sources, digest=digest.hexdigest())
    check(cards)
    return cards


def _records(name: str, file: File, data: bytes, sources: dict[str, str]) -> tuple[Any, ...]:
    """The records of one file."""
    found: dict[tuple[Any, ...], Any] = {}
    for line, cells in _rows(f"{name}.csv", data, tuple(file.columns)):
        place = f"{name}.csv, line {line}"
        values = {}
        for column, cell in cells.items():
            try:
                values[column] = file.columns[column].value(cell)
            except OmensError as error:
                raise OmensError(f'{place}, column "{column}": {error}') from None
        values["source"] = _known_sources(place, values["source"] or (), file, sources)
        record = file.record(**values)
        key = tuple(getattr(record, column) for column in file.key)
        if key in found:
            raise OmensError(f'{place}, column "{file.key[0]}": {cells[file.key[0]]} is there twice')
        found[key] = record
    if not found and not file.may_be_empty:
        raise OmensError(f"{name}.csv: holds no card below its columns")
    return tuple(found.values())


def _known_sources(place: str, given: Any, file: File, sources: dict[str, str]) -> Any:
    for source in given:
        if source.key not in sources:
            raise OmensError(f'{place}, column "source": {source.key} is not in sources.csv')
        for column in source.columns:
            if column not in file.columns:
                raise OmensError(f'{place}, column "source": there is no column {column[:40]}')
    return given


def _source_table(data: bytes) -> dict[str, str]:
    return {cells["key"]: cells["description"] for _, cells in _rows("sources.csv", data, ("key", "description"))}


def _rows(name: str, data: bytes, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and cells, stripped, of every row that is not empty."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise OmensError(f"{name}, line {line}: not UTF-8 text; expected a table saved as CSV UTF-8") from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        _check_header(name, header, columns)
        for row in reader:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if len(cells) != len(header):
                raise OmensError(f"{name}, line {reader.line_num}: {len(cells)} cells, expected {len(header)}")
            yield reader.line_num, dict(zip(header, cells, strict=True))
    except csv.Error as error:
        raise OmensError(f"{name}, line {reader.line_num}: not a table ({error})") from None


def _check_header(name: str, header: list[str], columns: tuple[str, ...]) -> None:
    place = f"{name}, line 1"
    if not any(header):
        raise OmensError(f"{place}: expected the columns {', '.join(columns)}, found an empty line")
    if len(header) == 1 and len(columns) > 1:
        raise OmensError(f"{place}: expected columns divided by commas, found '{header[0][:40]}'")
    for column in header:
        if header.count(column) > 1:
            raise OmensError(f'{place}, column "{column[:40]}": is there twice')
        if column not in columns:
            near = difflib.get_close_matches(column, columns, 1)
            meant = f"expected {near[0]}" if near else f"expected only {', '.join(columns)}"
            raise OmensError(f'{place}, column "{column[:40]}": unknown; {meant}')
    for column in columns:
        if column not in header:
            raise OmensError(f'{place}: the column "{column}" is missing')
