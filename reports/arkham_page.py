"""The page of the Arkham Horror clock: how long a town lasts, what ends it, what a gate is worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reports import arkham_figures as figures
from reports.arkham_words import answer, assumptions
from reports.drawing import house_style
from reports.leaf import Leaf, write_leaf
from sim.arkham.run import ClockRun, command
from sim.arkham.scenario import unstable_locations
from sim.arkham.tally import ClockTally, records
from sim.arkham.worth import Worth, seals, worths
from sim.spread import How

_HEADINGS = (
    "Ancient One",
    "policy",
    "players",
    "games",
    "Mythos cards",
    "95 % interval",
    "median",
    "10–90 %",
    "doom (%)",
    "gates (%)",
    "markers (%)",
    "cup (%)",
    "terror 10 (%)",
    "won (%)",
    "terror",
    "surges",
    "doom",
    "shops closed",
)
_CAUSES = ("doom", "gates", "markers", "cup", "terror10", "victory")
_MOST_SEALED = 5  # a sixth seal wins (H-12.1)


def write_page(run: ClockRun, tallies: Sequence[ClockTally], found: Sequence[Worth], how: How, path: Path) -> None:
    """Write the page of a run to `path`; its pictures are of the run's first policy.

    `found` are the worths of one more gate closed and sealed in every cell; those of single locations are
    played here, as `how` says.  Raises OSError if `path` cannot be written.
    """
    policy = tallies[0].cell.policy
    first = [tally for tally in tallies if tally.cell.policy == policy]
    mine = [each for each in found if each.cell.policy == policy]
    sealed = _locations(run, first, how)
    with house_style():
        pictures = [
            figures.survival(first),
            figures.causes(first),
            figures.course(first, "terror"),
            figures.course(first, "doom"),
            *figures.worth(mine),
            *figures.by_location(sealed),
        ]
    leaf = Leaf(
        "How long Arkham lasts",
        [*answer(run, tallies, found), *assumptions(run)],
        pictures,
        _HEADINGS,
        [_line(record) for record in records(tallies)],
        2,
        command(run),
    )
    write_leaf(leaf, path)


def _locations(run: ClockRun, first: Sequence[ClockTally], how: How) -> list[Worth]:
    """What sealing each location from the start is worth in one cell, that in the middle by players."""
    places = [place for place in unstable_locations() if place not in run.sealed]
    if len(run.sealed) >= _MOST_SEALED:
        return []
    cells = [tally.cell for tally in first if tally.cell.ancient_one == first[0].cell.ancient_one]
    cell = sorted(cells, key=lambda each: each.players)[(len(cells) - 1) // 2]
    one = run.changed(cells=(cell,))
    return worths(one, seals(one, places), how)


def _line(record: dict) -> list[str]:
    return [
        record["ancient_one"].title(),
        record["policy"],
        str(record["players"]),
        f"{record['games']:,}",
        f"{record['mean_mythos_cards']:.2f}",
        f"{record['ci_low']:.2f} to {record['ci_high']:.2f}",
        str(record["median"]),
        f"{record['p10']}–{record['p90']}",
        *(f"{100 * record['causes'][name]:.1f}" for name in _CAUSES),
        f"{record['mean_terror']:.2f}",
        f"{record['mean_surges']:.2f}",
        f"{record['mean_doom']:.2f}",
        f"{record['shops_closed']:.2f}",
    ]
