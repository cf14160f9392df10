"""``omens cards``: what is known of the cards and from where, and a user's own card files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.errors import OmensError
from sim.names import plain_name
from sim.runs.made import make_folders, unmake

if TYPE_CHECKING:
    from sim.cards.columns import File
    from sim.cards.facts import Cards

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)
Folder = Annotated[Path | None, typer.Option("--cards", metavar="DIR", help="A folder of your own card files.")]
Mode = Annotated[str, typer.Option("--mode", help="Whose cards: alaska or rlyeh.")]
#: Columns that only say which card a row is.
IDENTITY = ("name", "kind", "expansion", "season", "day", "source")


@app.command("list")
def list_cards(
    kind: Annotated[str, typer.Argument(help="A card file, as adventures; all files if left out.")] = "",
    cards: Folder = None,
    mode: Mode = "alaska",
) -> None:
    """Card files, or the cards of one, with how much of them is known."""
    from sim.cards.columns import FILES_OF
    from sim.commands.printing import print_table

    loaded = _loaded(cards, mode)
    files = FILES_OF[mode]
    if not kind:
        rows = []
        for name, file in files.items():
            known = [_known(file, card) for card in loaded.kind(name)]
            rows.append([name, str(len(known)), str(sum(k for k, _ in known)), str(sum(u for _, u in known))])
        print_table(("file", "cards", "known values", "unknown"), rows, 1)
        return
    name = plain_name(kind.removesuffix(".csv"), files, "card file", "omens cards list")
    rows = [[card.name, *map(str, _known(files[name], card))] for card in loaded.kind(name)]
    print_table((name, "known values", "unknown"), rows, 1)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="The name of a card, as printed.")],
    cards: Folder = None,
    seed: Annotated[int, typer.Option(help="Seed of the completion shown beside unknown values.")] = 0,
    completion: Annotated[int, typer.Option(help="Number of that completion.")] = 0,
    mode: Mode = "alaska",
) -> None:
    """All that is known of a card and from where, and what a completion would play for the rest."""
    from sim.cards.columns import FILES_OF
    from sim.cards.completion import complete
    from sim.commands.printing import print_table

    loaded = _loaded(cards, mode)
    completed = complete(loaded, seed, completion)
    files = FILES_OF[mode]
    names = [card.name for name in files for card in loaded.kind(name)]
    meant = plain_name(name, names, "card", "omens cards list")
    headings = ("", "known", "source", f"played in completion {completion} of seed {seed}")
    for name, file in files.items():
        for i, card in enumerate(loaded.kind(name)):
            if card.name == meant:
                played = completed.kind(name)[i] if completed.kind(name) else None
                typer.echo(f"{card.name} ({name}.csv)")
                print_table(headings, _shown(file, card, played), 4)
                for key in dict.fromkeys(source.key for source in card.source):
                    typer.echo(f"{key}: {loaded.sources[key]}")


@app.command()
def status(cards: Folder = None, mode: Mode = "alaska") -> None:
    """How much is known, by group of facts."""
    from sim.cards.completion import count_facts
    from sim.commands.printing import print_table

    counted = count_facts(_loaded(cards, mode))
    total = tuple(map(sum, zip(*counted.values(), strict=True)))
    rows = [
        [group, str(known), str(unknown), f"{known / (known + unknown):.0%}"]
        for group, (known, unknown) in [*counted.items(), ("all", total)]
    ]
    print_table(("group", "known", "unknown", "share known"), rows, 1)


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to check.")], mode: Mode = "alaska"
) -> None:
    """Read a folder of your own card files and say whether it can be played."""
    from sim.cards.completion import complete, unknown_facts
    from sim.deck import build_deck
    from sim.scenario import ANCIENT_ONES_OF, SEASONS_OF, Scenario

    loaded = _loaded(folder, mode)
    completed = complete(loaded, 0, 0)
    for one in ANCIENT_ONES_OF[mode]:
        build_deck(completed, Scenario(mode, one, SEASONS_OF[mode][-1]))
    known, unknown = unknown_facts(loaded)
    own = ", ".join(sorted(path.name for path in folder.glob("*.csv")))
    typer.echo(f"{folder}: {own} can be played; {known} values known, {sum(unknown.values())} unknown.")


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")], mode: Mode = "alaska"
) -> None:
    """Copy a mode's shipped card files into a folder, to fill in what you can read off your own cards."""
    from sim.cards.loading import NAMES_OF, shipped
    from sim.grid import one_mode

    files = {f"{name}.csv": shipped(name, mode) for name in NAMES_OF[one_mode(mode)]}
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OmensError(f"{folder}: expected a new or an empty folder")
    try:
        made = make_folders(folder)
        _write(files, folder, made)
    except OSError as error:
        raise OmensError(f"{folder}: cannot be written ({error.strerror})") from None
    use = f"--cards {folder}" + f" --mode {mode}" * (mode != "alaska")
    typer.echo(f"{len(files)} files in {folder}; fill in blanks, then use {use}")


def _loaded(folder: Path | None, mode: str) -> Cards:
    """The cards of a mode; OmensError for one that is unknown."""
    from sim.cards.loading import load_cards
    from sim.grid import one_mode

    return load_cards(folder, one_mode(mode))


def _write(files: Mapping[str, bytes], folder: Path, made: Iterable[Path]) -> None:
    """Write `files` into the empty `folder`; if that fails no file is left, and none of the folders `made` for it."""
    try:
        for name, data in files.items():
            (folder / name).write_bytes(data)
    except OSError:
        for name in files:
            (folder / name).unlink(missing_ok=True)
        unmake(made)
        raise


def _known(file: File, card: Any) -> tuple[int, int]:
    """Known and unknown values of a card."""
    from sim.cards.facts import is_unknown

    values = [getattr(card, column) for column in file.columns if column not in IDENTITY]
    unknown = sum(map(is_unknown, values))
    return len(values) - unknown, unknown


def _shown(file: File, card: Any, played: Any) -> Iterator[list[str]]:
    """Rows of ``cards show``: column, what is known, its source, what a completion plays."""
    from sim.cards.facts import is_unknown, source_of

    for name, column in file.columns.items():
        if name in ("name", "source"):
            continue
        value = getattr(card, name)
        source = source_of(card, name) if value is not None else None
        yield [
            name,
            "unknown" if value is None else _in_words(name, value, column.cell),
            f"{source.key}, {source.confidence}" if source else "",
            _in_words(name, getattr(played, name), column.cell) if played and is_unknown(value) else "",
        ]


def _in_words(column: str, value: Any, cell: Callable[[Any], str]) -> str:
    """A value in the rules' words if it has some, else as in the file."""
    from sim.cards.notation import Requirement, Tasks
    from sim.cards.words import describe_effect, describe_requirement, describe_tasks

    if isinstance(value, Tasks):
        return describe_tasks(value)
    if isinstance(value, Requirement):
        return describe_requirement(value)
    if isinstance(value, tuple) and column != "icons":
        return describe_effect(value)
    text = cell(value)
    return "none" if text == "-" else text
