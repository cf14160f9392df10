"""The command `omens odds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.errors import OmensError

if TYPE_CHECKING:
    from sim.odds import Help, Question


class Terror(StrEnum):
    """What a terror effect does to the dice."""

    NONE = "none"
    ENDS = "ends"
    DISCARDS = "discards"


def odds(
    names: Annotated[list[str] | None, typer.Argument(metavar="CARD...", help="Names of adventures.")] = None,
    tasks: Annotated[str | None, typer.Option(help='Tasks instead of a card, as "lore > inv 3 > peril".')] = None,
    all_cards: Annotated[bool, typer.Option("--all", help="Every adventure of the mode, hardest first.")] = False,
    mode: opt.Mode = "alaska",
    green: Annotated[int, typer.Option(help="Green dice in the pool.")] = 6,
    yellow: Annotated[int, typer.Option(help="Yellow dice in the pool, 0 or 1.")] = 0,
    red: Annotated[int, typer.Option(help="Red dice in the pool, 0 or 1.")] = 0,
    focus: Annotated[bool, typer.Option(help="Whether a die may be focused.")] = True,
    spells: Annotated[int, typer.Option(help="Free spells that each secure a die.")] = 0,
    clues: Annotated[int, typer.Option(help="Clues to spend.")] = 0,
    monster: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TASK", help='A monster there, as "lore, peril": on a free monster task, else below; repeatable.'
        ),
    ] = None,
    sanity: Annotated[int | None, typer.Option(help="Sanity for rows that cost it; enough if left out.")] = None,
    stamina: Annotated[int | None, typer.Option(help="Stamina for rows that cost it; enough if left out.")] = None,
    terror: Annotated[
        Terror | None, typer.Option(help="What a terror effect does to the dice; by default the card's, if known.")
    ] = None,
    distribution: Annotated[
        bool, typer.Option("--distribution", help="Also tasks completed and terror effects met under best play.")
    ] = False,
    completions: Annotated[
        int, typer.Option(help="Ways to fill in what is unknown of a card; 0 takes its known dice rows alone.")
    ] = 0,
    seed: opt.Seed = 0,
    ruling: opt.Rulings = None,
    cards: opt.Cards = None,
    format: opt.ResultFormat = opt.Format.TABLE,
) -> None:
    """The exact chance of an adventure under best dice play."""
    from sim.cards.notation import NotationError, parse_requirement
    from sim.commands.progress import progress
    from sim.grid import MOST_COMPLETIONS, MOST_SEED, in_range, one_mode
    from sim.odds import Help, answer, attempts_of, check_work

    one_mode(mode)
    in_range("completions", completions, 0, MOST_COMPLETIONS)
    in_range("seed", seed, 0, MOST_SEED)
    if sum((bool(names), tasks is not None, all_cards)) != 1:
        raise OmensError("odds: name cards, or give --tasks, or --all")
    ruled = _ruled(ruling or ())
    help = Help(green, yellow, red, focus, spells, clues, sanity, stamina)
    help.check()
    if all_cards:
        if help != Help() or monster or terror or distribution or completions:
            raise OmensError("--all: has a column for each kind of help; only --ruling, --cards, --format go with it")
        _print_deck(ruled, cards, mode, format)
        return
    try:
        monsters = [parse_requirement(text) for text in monster or ()]
    except NotationError as error:
        raise OmensError(f"--monster: {error}") from None
    questions = list(_questions(names or (), tasks, terror, completions, seed, cards, mode))
    check_work([a for question in questions for a in attempts_of(question, monsters, help, ruled)], distribution)
    with progress("attempts", sum(max(1, len(question.completions)) for question in questions)) as done:
        records = [answer(question, monsters, help, ruled, distribution, done) for question in questions]
    _print(records, help, format)


def _ruled(words: Sequence[str]) -> dict[str, str]:
    from sim.odds import RULINGS
    from sim.rulings import parse_ruling

    found = dict(map(parse_ruling, words))
    for name in found:
        if name not in RULINGS:
            raise OmensError(f"--ruling: {name} does not act on the dice of an attempt; {', '.join(RULINGS)} do")
    return found


def _questions(
    names: Sequence[str], tasks: str | None, terror: Terror | None, completions: int, seed: int, folder: Any, mode: str
) -> Iterator[Question]:
    from sim.cards.loading import load_cards
    from sim.cards.notation import NotationError, parse_tasks
    from sim.exact.problem import DISCARDS, ENDS, NO_TERROR
    from sim.names import plain_name
    from sim.odds import Question, adventures_of, completed, question_of

    effect = {None: None, Terror.NONE: NO_TERROR, Terror.ENDS: ENDS, Terror.DISCARDS: DISCARDS}[terror]
    if tasks is not None:
        try:
            parsed = parse_tasks(tasks)
        except NotationError as error:
            raise OmensError(f"--tasks: {error}") from None
        yield Question("", parsed, NO_TERROR if effect is None else effect)
        return
    loaded = load_cards(folder, mode)
    known = {card.name: card for card in adventures_of(loaded)}
    meant = list(dict.fromkeys(plain_name(name, known, "adventure", "omens cards list adventures") for name in names))
    filled = completed(loaded, meant, seed, completions)
    for name in meant:
        yield question_of(known[name], filled[name], effect)


# --- printing ---------------------------------------------------------------------------------------
def _print(records: list[dict[str, Any]], help: Help, format: opt.Format) -> None:
    from sim.commands.printing import print_csv, print_json, print_table

    if format is opt.Format.JSON:
        print_json(records)
        return
    if format is opt.Format.CSV:
        print_csv([_flat(record) for record in records])
        return
    told = "by_tasks" in records[0]
    ranged = any(record["completions"] for record in records)
    headings = ["card" if records[0]["name"] else "", "tasks", "success"]
    headings += ["in one completion"] * ranged + ["tasks done", "terror effects", "0, 1, 2, .. tasks"] * told
    print_table(headings, [_line(record, ranged, told) for record in records], 2)
    for line in _remarks(records, help):
        print(line)


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def _line(record: dict[str, Any], ranged: bool, told: bool) -> list[str]:
    tasks = record["tasks"] + "".join(f" + [{monster}]" for monster in record["monsters"])
    line = [record["name"], tasks, _percent(record["success"])]
    if ranged:
        line += [f"{_percent(record['success_low'])} to {_percent(record['success_high'])}"]
    if told:
        shares = ", ".join(f"{100 * chance:.1f}" for chance in record["by_tasks"])
        line += [f"{record['tasks_completed']:.3f}", f"{record['terror_effects']:.3f}", f"{shares} %"]
    return line


def _remarks(records: list[dict[str, Any]], help: Help) -> list[str]:
    """What the chances are of, what is unknown, and why some are 0."""
    lines = [f"Exact, under best play with {help}."]
    for unknown in dict.fromkeys(tuple(record["unknown"]) for record in records if record["unknown"]):
        which = [record for record in records if tuple(record["unknown"]) == unknown]
        number = which[0]["completions"]
        how = f"the mean of {number} completions" if number else "left out; --completions N draws them"
        lines.append(f"{', '.join(record['name'] for record in which)}: {' and '.join(unknown)} unknown, {how}.")
    lines += [f"{record['name'] or record['tasks']}: {record['note']}." for record in records if record["note"]]
    return lines


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """A record for a line of a table: lists in one cell, no chance of no number of tasks."""
    return {key: "; ".join(map(str, value)) if isinstance(value, list) else value for key, value in record.items()}


def _print_deck(ruled: dict[str, str], folder: Any, mode: str, format: opt.Format) -> None:
    from sim.cards.loading import load_cards
    from sim.commands.printing import print_csv, print_json, print_table
    from sim.commands.progress import progress
    from sim.odds import DECK_HELP, adventures_of, deck_chances

    known = [card for card in adventures_of(load_cards(folder, mode)) if card.tasks or card.dice]
    records = []
    with progress("cards", len(known)) as done:
        for card in known:
            records.append(deck_chances(card, DECK_HELP, ruled))
            done(1)
    records.sort(key=lambda record: record["focus"])
    if format is opt.Format.JSON:
        print_json(records)
    elif format is opt.Format.CSV:
        print_csv(records)
    else:
        rows = [[record["name"], *(f"{100 * record[column]:.1f}" for column in DECK_HELP)] for record in records]
        headings = ["card", "6 green", "yellow", "red", "both", "clue", "spell", "focus", "focus, both"]
        print_table(
            headings, rows, 1, caption="Chance in percent; known dice rows, no monsters, costs or terror effects."
        )
