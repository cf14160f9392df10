"""``omens cards``: what it prints, and what it refuses."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sim.cards
from sim.cards.loading import NAMES, NAMES_OF, load_cards
from sim.commands.cards import app
from sim.errors import OmensError


def cards(*arguments):
    """What the command prints, line by line; mistakes are raised."""
    result = CliRunner().invoke(app, list(map(str, arguments)), standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.output.splitlines()


def row(lines, first):
    return next(line.split() for line in lines if line.split()[:1] == [first])


def test_files_and_their_cards():
    lines = cards("list")
    assert row(lines, "storms") == ["storms", "28", "0", "28"]  # no face is known
    assert row(lines, "mythos") == ["mythos", "30", "2", "58"]  # one of 30 cards
    assert any(line.split() == ["Winter", "day", "6", "0", "1"] for line in cards("list", "tracks"))
    assert cards("list", "other-worlds") == cards("list", "other_worlds.csv")


def test_a_card_with_sources_and_a_completion():
    lines = cards("show", "winters song")
    assert lines[0] == "Winter's Song (adventures.csv)"
    entry = next(line for line in lines if line.split()[:1] == ["entry"])
    assert "each investigator: either lose 1 sanity or 1 storm marker" in entry
    assert "ice-1, printed" in entry
    assert row(lines, "reward")[1] == "unknown"
    assert len(row(lines, "reward")) > 2  # what the completion plays
    assert any(line.startswith("solver: github.com/") for line in lines)


def test_cards_of_the_same_name_are_all_shown():
    heads = [line for line in cards("show", "Unnatural Habitat") if line.endswith(".csv)")]
    assert heads == ["Unnatural Habitat (adventures.csv)", "Unnatural Habitat (donors.csv)"]


def test_status_adds_up():
    lines = cards("status")
    counts = {line.split()[0]: list(map(int, line.split()[1:3])) for line in lines[1:]}
    total = counts.pop("all")
    assert [sum(column) for column in zip(*counts.values(), strict=True)] == total
    assert counts["storm_faces"] == [0, 28]


def test_export_check_and_use(tmp_path):
    folder = tmp_path / "own"
    assert str(folder) in cards("export", folder)[0]
    assert sorted(path.stem for path in folder.iterdir()) == sorted(NAMES)
    assert load_cards(folder).digest == load_cards().digest
    path = folder / "storms.csv"
    path.write_text(path.read_text().replace("Storm marker 1,,", "Storm marker 1,stamina -1,"))
    assert "can be played" in cards("check", folder)[0]
    assert row(cards("status", "--cards", folder), "storm_faces") == ["storm_faces", "1", "27", "4%"]
    path.write_text(path.read_text().replace("stamina -1", "stamina 1"))
    with pytest.raises(OmensError, match=r'storms.csv, line 2, column "penalty"'):
        cards("check", folder)


def test_export_overwrites_nothing(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OmensError, match="expected a new or an empty folder"):
        cards("export", tmp_path)
    with pytest.raises(OmensError, match="expected a new or an empty folder"):
        cards("export", tmp_path / "notes.txt")
    with pytest.raises(OmensError, match="cannot be written"):
        cards("export", tmp_path / "notes.txt" / "below")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_export_leaves_nothing_where_the_disk_is_full(tmp_path, monkeypatch):
    def full(path, data):
        if path.stem == NAMES[-1]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        path.touch()

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OmensError, match="No space left"):
        cards("export", tmp_path / "a" / "own")
    (tmp_path / "empty").mkdir()
    with pytest.raises(OmensError, match="No space left"):
        cards("export", tmp_path / "empty")
    assert list(tmp_path.rglob("*")) == [tmp_path / "empty"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("list", "track"), "did you mean tracks"),
        (("show", "Winter Song"), "did you mean Winter's Song"),
        (("show", "zzz"), "see omens cards list"),
        (("status", "--cards", "/nowhere"), "no such folder"),
        (("check", "/nowhere"), "no such folder"),
        (("show", "Arrival", "--completion", "-1"), "from 0 on"),
    ],
)
def test_mistakes(arguments, says):
    with pytest.raises(OmensError, match=says):
        cards(*arguments)


def test_shipped_files_are_all_known():
    folders = Path(sim.cards.__file__).parent.glob("*/*.csv")
    assert {path.stem for path in folders} == {name for names in NAMES_OF.values() for name in names}
