"""A figure of the deck: how likely each adventure is to be completed under best dice play.

Call under `drawing.house_style`.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median

from reports.drawing import BLUE, GREY, ORANGE, Picture, canvas, legend_above, picture
from sim.odds import CardChance


def difficulty(deck: Sequence[CardChance], key: str) -> list[Picture]:
    """All cards in a row, hardest first; none for an empty deck."""
    if not deck:
        return []
    order = sorted(deck, key=lambda card: (card.green, card.coloured))
    figure, axes = canvas(2.9)
    at = range(1, len(order) + 1)
    green, coloured = [100 * card.green for card in order], [100 * card.coloured for card in order]
    axes.vlines(at, green, coloured, color=GREY, lw=0.8, zorder=1)
    axes.plot(at, coloured, "s", color=ORANGE, mfc="white", ms=4, label="with yellow and red", clip_on=False)
    axes.plot(at, green, "o", color=BLUE, ms=4, label="6 green dice", clip_on=False)
    axes.set_xlim(0, len(order) + 1)
    axes.set_ylim(0, 100)
    axes.set_xticks([])
    axes.grid(False, axis="x")
    axes.set_xlabel(f"{len(order)} adventures, hardest first")
    axes.set_ylabel("chance (%)")
    legend_above(axes)
    return [picture(figure, key, "Points", caption(order))]


def caption(deck: Sequence[CardChance]) -> str:
    """The deck in one sentence."""
    hardest = min(deck, key=lambda card: (card.green, card.coloured))
    easiest = max(deck, key=lambda card: card.green)
    gain = mean(card.coloured - card.green for card in deck)
    return (
        f"With six green dice and a focus half of the adventures succeed {100 * median(c.green for c in deck):.0f} % "
        f"of the time or more, from {hardest.name} ({100 * hardest.green:.0f} %) to {easiest.name} "
        f"({100 * easiest.green:.0f} %); the yellow and the red die add {100 * gain:.0f} points on the mean."
    )
