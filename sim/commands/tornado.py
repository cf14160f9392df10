"""The command `omens tornado`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import options as opt
from sim.commands.compare import play_variants
from sim.commands.sweep import show
from sim.errors import OmensError

if TYPE_CHECKING:
    from sim.grid import Run
    from sim.lab.sweep import Knob

_SUPPLIES = 5  # turned down and up from the printed number; everything else by one


@opt.about_a_run(ancient_one="rhan-tegoth", season="winter", players="1", games=2_000)
def tornado(
    shared: dict[str, Any],
    knob: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=LOW..HIGH", help="A value and how far it is turned; repeatable. By default some usual ones."
        ),
    ] = None,
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Turn many values of the scenario down and up, one at a time, and rank them by what that does."""
    from sim.lab.comparison import StopRule
    from sim.lab.sweep import parse_knob, swept, words_of
    from sim.lab.variants import variant

    base = variant(shared, "")
    knobs = _distinct([parse_knob(text) for text in knob]) if knob else usual(base)
    values = [{each.name: value} for each in knobs for value in (each.values[0], each.values[-1])]
    names = ["", *map(words_of, values)]
    found = play_variants(names, [variant(shared, words) for words in names], StopRule(), jobs)
    points = swept(found, values)

    def reach(each: Knob) -> float:
        return max(abs(point.pairs.difference) for point in points if each.name in point.values)

    ranked = [point for each in sorted(knobs, key=reach, reverse=True) for point in points if each.name in point.values]
    show(ranked, format)
    if out is not None:
        from reports.sweep_page import write_tornado
        from sim.runs.manifest import command

        words = " ".join(f"--knob {each.name}={each.values[0]}..{each.values[-1]}" for each in knobs)
        write_tornado(ranked, command(base, verb="tornado") + " " + words, out)


def _distinct(knobs: list[Knob]) -> list[Knob]:
    """OmensError for a knob that is there twice, or not turned at all."""
    names = [knob.name for knob in knobs]
    for knob in knobs:
        if names.count(knob.name) > 1:
            raise OmensError(f"--knob {knob.name}: is there twice; one range would be right")
        if len(knob.values) < 2:
            raise OmensError(f"--knob {knob.name}: a single value turns nothing; a range as 6..10 would be right")
    return knobs


def usual(run: Run) -> list[Knob]:
    """Signs and doom spaces of a run's Ancient Ones and what its mode adds, turned a little.

    In Alaska these are supplies and the later storms of its seasons, in R'lyeh Rising the Dark Waters.
    """
    from sim.batch import deck_of
    from sim.lab.sweep import Knob
    from sim.scenario import DAYS, SETTINGS

    found: dict[str, Knob] = {}

    def turn(name: str, value: int, by: int) -> None:
        least, most = SETTINGS[name].least, SETTINGS[name].most
        found.setdefault(name, Knob(name, (max(value - by, least), min(value + by, most))))

    for cell in run.cells:
        deck = deck_of(run, cell, 0)[0]
        if cell.mode == "alaska":
            turn("supplies", int(deck["supplies"]), _SUPPLIES)
        for name in ("doom", "signs"):
            turn(f"{cell.ancient_one}.{name}", int(deck["ancient_one"][name]), 1)
        if cell.mode == "rlyeh":
            turn("dark_waters.spaces", int(deck["track_spaces"]), 1)
            continue
        for day in range(DAYS // 2 + 1, DAYS + 1):
            turn(f"{cell.season}.day{day}", int(deck["storms_of_day"][day]), 1)
    return list(found.values())
