"""The page of what is unknown: which facts leave the answers in doubt, and which to read off first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from reports.cells import listed
from reports.drawing import BLUE, INK, SKY, Picture, canvas, house_style, legend_above, picture
from reports.leaf import Leaf, write_leaf
from sim.runs.made import make_folders

if TYPE_CHECKING:
    from sim.lab.uncertainty import Answer, Uncertainty

HEADINGS = ("answer", "group of facts", "unknown", "alone", "in all")
_FIRST = 3  # groups that are named


def shown_group(group: str) -> str:
    """A group of facts as people read it."""
    return group.replace("ancient_ones", "Ancient Ones").replace("_", " ")


def sentences(found: Uncertainty) -> list[str]:
    """What to read off first, what it would settle, what filling in has gained, and how sure the order is."""
    lines = [_read_first(found), *map(_spread, found.answers), _gain(found)]
    unclear = [answer.name for answer in found.answers if not answer.shares.clear]
    if unclear:
        lines.append(f"Too few draws or games to share out: {listed(unclear)}.")
    lines += [f"{pair} change places in {100 * share:.0f} % of completions." for pair, share in found.flips.items()]
    return [line for line in lines if line]


def _read_first(found: Uncertainty) -> str:
    if not found.groups:
        return "Every fact is known: nothing is left to read off."
    if not found.answers[0].shares.clear:
        return ""
    named = [f"{shown_group(group)} ({_facts(found.unknown[group])})" for group, _ in found.ranking()[:_FIRST]]
    return f"Read off first: {listed(named)}: a fact of theirs settles most of {_the(found.answers[0].name)}."


def _facts(number: int) -> str:
    return "1 unknown fact" if number == 1 else f"{number} unknown facts"


def _spread(answer: Answer) -> str:
    return (
        f"{answer.name[0].upper()}{answer.name[1:]}: {100 * answer.mean:.1f} points on the mean, standard deviation "
        f"{100 * answer.spread:.1f} over completions."
    )


def _the(name: str) -> str:
    """An answer's name in a sentence."""
    return f"the {name}" if name[0].islower() else name


def _gain(found: Uncertainty) -> str:
    """What the user's facts have taken off the spread."""
    if not found.filled:
        return ""
    changes = [
        f"of {_the(answer.name)} from {100 * answer.before:.1f} to {100 * answer.spread:.1f} points"
        for answer in found.answers
        if answer.before is not None
    ]
    return f"{_facts(found.filled).replace('unknown', 'filled in').capitalize()} brought the spread {listed(changes)}."


def row_of(answer: Answer, found: Uncertainty, i: int) -> list[str]:
    """The shares of group number `i` in an answer, as a line under `HEADINGS`."""
    shares, group = answer.shares, found.groups[i]
    return [
        answer.name,
        shown_group(group),
        str(found.unknown[group]),
        f"{100 * shares.first[i]:.0f} ± {100 * shares.first_error[i]:.0f}",
        f"{100 * shares.total[i]:.0f} ± {100 * shares.total_error[i]:.0f}",
    ]


def write_uncertainty(found: Uncertainty, command: str, folder: Path) -> None:
    """Write the page into a folder; OSError if that cannot be."""
    clear = [answer for answer in found.answers if answer.shares.clear]
    with house_style():
        pictures = [_picture(answer, found, place) for place, answer in enumerate(clear)]
    rows = [row_of(answer, found, i) for answer in clear for i in range(len(found.groups))]
    make_folders(folder)
    leaf = Leaf("Which unknown facts matter?", sentences(found), pictures, HEADINGS, rows, 2, command)
    write_leaf(leaf, folder / "report.html")


def _picture(answer: Answer, found: Uncertainty, place: int) -> Picture:
    """Shares of the groups in one answer, the largest first."""
    shares = answer.shares
    order = np.argsort(-shares.total)
    at = np.arange(len(order))
    figure, axes = canvas(1.0 + 0.36 * len(order))
    for shift, values, errors, color, hatch, label in (
        (-0.19, shares.first, shares.first_error, BLUE, "", "alone"),
        (0.19, shares.total, shares.total_error, SKY, "///", "with the others"),
    ):
        axes.barh(at + shift, 100 * values[order], 0.36, color=color, hatch=hatch, edgecolor="white", label=label)
        axes.errorbar(100 * values[order], at + shift, xerr=100 * errors[order], fmt="none", ecolor=INK, elinewidth=1)
    axes.axvline(0, color=INK, lw=0.8)
    axes.set_yticks(at, [shown_group(found.groups[i]) for i in order])
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.set_xlabel(f"share of the variance of {_the(answer.name)} (%)")
    legend_above(axes)
    caption = (
        f"How much of what is unknown about {_the(answer.name)} comes from each group of card facts, alone and with "
        "what it does together with others; lines are standard errors."
    )
    return picture(figure, f"uncertainty{place}", "Bars", caption)
