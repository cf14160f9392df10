"""``omens cards``: what is known of the cards and from where, and a user's own card files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.errors import OmensError
from sim.names import plain_name
from sim.runs.made import make_folders, unmake

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)
Folder = Annotated[Path | None, typer.Option("--cards", metavar="DIR", help="A folder of your own card files.")]
#: Columns that only say which card a row is.
IDENTITY = ("name", "kind", "expansion", "season", "day", "source")


@app.command("list")
def list_cards(
    kind: Annotated[str, typer.Argument(help="A card file, as adventures; all files if left out.")] = "",
    cards: Folder = None,
) -> None:
    """Card files, or the cards of one, with how much of them is known."""
    from sim.cards.columns import FILES
    from sim.cards.loading import load_cards
    from sim.commands.printing import print_table

    loaded = load_cards(cards)
    if not kind:
        rows = []
        for name in FILES:
            known = [_known(name, card) for card in loaded.kind(name)]
            rows.append([name, str(len(known)), str(sum(k for k, _ in known)), str(sum(u for _, u in known))])
        print_table(("file", "cards", "known values", "unknown"), rows, 1)
        return
    name = plain_name(kind.removesuffix(".csv"), FILES, "card file", "omens cards list")
    rows = [[card.name, *map(str, _known(name, card))] for card in loaded.kind(name)]
    print_table((name, "known values", "unknown"), rows, 1)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="The name of a card, as printed.")],
    cards: Folder = None,
    seed: Annotated[int, typer.Option(help="Seed of the completion shown beside unknown values.")] = 0,
    completion: Annotated[int, typer.Option(help="Number of that completion.")] = 0,
) -> None:
    """All that is known of a card and from where, and what a completion would play for the rest."""
    from sim.cards.columns import FILES
    from sim.cards.completion import complete
    from sim.cards.loading import load_cards
    from sim.commands.printing import print_table

    loaded = load_cards(cards)
    completed = complete(loaded, seed, completion)
    names = [card.name for file in FILES for card in loaded.kind(file)]
    meant = plain_name(name, names, "card", "omens cards list")
    headings = ("", "known", "source", f"played in completion {completion} of seed {seed}")
    for file in FILES:
        for i, card in enumerate(loaded.kind(file)):
            if card.name == meant:
                played = completed.kind(file)[i] if completed.kind(file) else None
                typer.echo(f"{card.name} ({file}.csv)")
                print_table(headings, _shown(file, card, played), 4)
                for key in dict.fromkeys(source.key for source in card.source):
                    typer.echo(f"{key}: {loaded.sources[key]}")


@app.command()
def status(cards: Folder = None) -> None:
    """How much is known, by group of facts."""
    from sim.cards.completion import count_facts
    from sim.cards.loading import load_cards
    from sim.commands.printing import print_table

    counted = count_facts(load_cards(cards))
    total = tuple(map(sum, zip(*counted.values(), strict=True)))
    rows = [
        [group, str(known), str(unknown), f"{known / (known + unknown):.0%}"]
        for group, (known, unknown) in [*counted.items(), ("all", total)]
    ]
    print_table(("group", "known", "unknown", "share known"), rows, 1)


@app.command()
def check(folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to check.")]) -> None:
    """Read a folder of your own card files and say whether it can be played."""
    from sim.cards.completion import complete, unknown_facts
    from sim.cards.loading import load_cards
    from sim.deck import build_deck
    from sim.scenario import ANCIENT_ONES, Scenario

    loaded = load_cards(folder)
    completed = complete(loaded, 0, 0)
    for one in ANCIENT_ONES:
        build_deck(completed, Scenario(ancient_one=one))
    known, unknown = unknown_facts(loaded)
    own = ", ".join(sorted(path.name for path in folder.glob("*.csv")))
    typer.echo(f"{folder}: {own} can be played; {known} values known, {sum(unknown.values())} unknown.")


@app.command()
def export(folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")]) -> None:
    """Copy the shipped card files into a folder, to fill in what you can read off your own cards."""
    from sim.cards.loading import NAMES, SHIPPED

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OmensError(f"{folder}: expected a new or an empty folder")
    try:
        made = make_folders(folder)
        _copy([SHIPPED / f"{name}.csv" for name in NAMES], folder, made)
    except OSError as error:
        raise OmensError(f"{folder}: cannot be written ({error.strerror})") from None
    typer.echo(f"{len(NAMES)} files in {folder}; fill in blanks, then use --cards {folder}")


def _copy(files: Iterable[Path], folder: Path, made: Iterable[Path]) -> None:
    """Copy `files` into the empty `folder`; if that fails no file is left, and none of the folders `made` for it."""
    try:
        for file in files:
            shutil.copyfile(file, folder / file.name)
    except OSError:
        for file in files:
            (folder / file.name).unlink(missing_ok=True)
        unmake(made)
        raise


def _known(file: str, card: Any) -> tuple[int, int]:
    """Known and unknown values of a card."""
    from sim.cards.columns import FILES
    from sim.cards.facts import is_unknown

    values = [getattr(card, column) for column in FILES[file].columns if column not in IDENTITY]
    unknown = sum(map(is_unknown, values))
    return len(values) - unknown, unknown


def _shown(file: str, card: Any, played: Any) -> Iterator[list[str]]:
    """Rows of ``cards show``: column, what is known, its source, what a completion plays."""
    from sim.cards.columns import FILES
    from sim.cards.facts import is_unknown, source_of

    for name, column in FILES[file].columns.items():
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
