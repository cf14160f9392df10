"""What the score of a set-up says in words, and its table of points."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from reports.cells import listed, named, shown
from sim.scenario import TITLES

if TYPE_CHECKING:
    from sim.lab.score import Labelled, Score

HEADINGS = ("of", "what", "points", "log odds", "95 % interval")
WORDS = 2
_STEPS = 6  # sums of points whose win rates are told


def sentences(found: Score) -> list[str]:
    """The printed labels first, then how points become a win rate and how well."""
    table = found.table
    totals = np.unique(np.rint(np.linspace(0, _most_points(found), _STEPS)).astype(int)).tolist()
    rates = [f"{100 * table.rate(total):.0f} % at {total}" for total in totals]
    worst, cell = table.worst, found.tallies[table.cells[table.worst]].cell
    left_out = [f"{shown(level)} ({won} won)" for _, level, won in table.left_out]
    return [
        *_of_labels(found),
        f"Add up the points of your set-up: the games won are {listed(rates)} points.",
        f"The sum misses the win rate of a set-up by {100 * table.mean_error:.1f} % of games on the mean. The worst is "
        f"{named(cell)} under {cell.policy.rpartition('/')[2]}: {100 * table.predicted[worst]:.1f} % won by the sum, "
        f"{100 * table.observed[worst]:.1f} % played.",
        f"A point costs {table.unit:g} of log odds; 95 % intervals hold what the unknown card facts may do.",
        *_without_label(found),
        *([f"Without points, since they were {listed(left_out)}."] if left_out else []),
    ]


def _most_points(found: Score) -> int:
    by_factor: dict[str, int] = {}
    for level in found.table.levels:
        by_factor[level.factor] = max(level.points, by_factor.get(level.factor, 0))
    return sum(by_factor.values())


def _of_labels(found: Score) -> list[str]:
    if len(found.labelled) < 2:
        return []
    order = " before ".join(each.label for each in found.labelled)
    wrong = [pair for pair, gap in zip(pairwise(found.labelled), found.gaps, strict=True) if gap.high < 0]
    if found.in_order:
        verdict = "right" + ("" if found.whatever_the_cards else ", though the unknown card facts leave it in doubt")
    elif wrong:
        verdict = "wrong: " + listed([f"{one.label} is won less often than {other.label}" for one, other in wrong])
    else:
        verdict = "not settled by these games"
    return [f"The order of the printed labels, {order}, is {verdict}.", f"{listed(list(map(_band, found.labelled)))}."]


def _without_label(found: Score) -> list[str]:
    """Which Ancient Ones have no label in this mode: those of another one, which may be chosen too (R-2.3, R-13.3)."""
    labelled = [each.ancient_one for each in found.labelled]
    guests = [one for one in dict.fromkeys(t.cell.ancient_one for t in found.tallies) if one not in labelled]
    if not guests:
        return []
    have = "has" if len(guests) == 1 else "have"
    title = TITLES[found.tallies[0].cell.mode]
    return [f"Labels belong to a mode: {listed([shown(one) for one in guests])} {have} none in {title}."]


def _band(each: Labelled) -> str:
    low, high = each.band
    return (
        f"{shown(each.ancient_one)} ({each.label}) is won in {100 * each.rate.value:.1f} % of games "
        f"({100 * each.rate.low:.1f} to {100 * each.rate.high:.1f}; with unknown facts {100 * each.rate.total_low:.0f} "
        f"to {100 * each.rate.total_high:.0f}), in the band from {100 * low:.0f} to {100 * high:.0f} %"
    )


def rows(found: Score) -> list[list[str]]:
    """The points of each level, the easiest of its factor first."""
    return [
        [
            shown(level.factor.replace("_", " ")),
            shown(level.name.rpartition("/")[2]),
            str(level.points),
            f"{-level.log_odds + 0:.2f}",
            "–" if np.isnan(level.low) or not level.log_odds else f"{-level.high:.2f} to {-level.low:.2f}",
        ]
        for level in found.table.levels
    ]
