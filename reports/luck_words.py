"""What a study of luck and skill says in words, and its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.cells import listed, shown
from sim.scenario import NO_SEASON
from sim.stats.components import Share

if TYPE_CHECKING:
    from sim.lab.luck import Luck
    from sim.stats.components import Shares

HEADINGS = (
    "Ancient One", "season", "players", "won", "decks", "dice", "decks with dice", "play", "play with luck",
    "unknown facts",
)  # fmt: skip
WORDS = 3


def sentences(found: Luck) -> list[str]:
    """The answer for a player, then what the words mean."""
    parts, table = found.overall.parts, found.overall.table
    if np.isnan(parts["dice"].value):
        return ["No game was won or none was lost, so there is nothing to share out."]
    names = [policy.rpartition("/")[2] for policy in found.policies]
    return [
        f"Of what decides a game, decks are {said(parts['decks'])}, dice {said(parts['dice'])}, the two together "
        f"{said(parts['decks with dice'])}, play {said(parts['play'])}, how a way to play meets the luck "
        f"{said(parts['play with luck'])}, and card facts that nobody has published {_facts(found)}.",
        f"With the cards known: luck that strikes all ways to play alike {said(table['luck'])}, play "
        f"{said(table['play'])}, and luck that turns on how one plays {said(table['play with luck'])}.",
        f"Play means which of {len(names)} plays, {listed(names)}, each as likely; other policies have other shares.",
        "Shares are of the variance of the outcome, 1 for a win and 0 for a loss, with 95 % intervals.",
    ]


def _facts(found: Luck) -> str:
    """The share of the unknown facts, which a single completion cannot show."""
    return said(found.overall.parts["unknown facts"]) if found.won.shape[1] > 1 else "are left out, with 1 completion"


def said(share: Share) -> str:
    """A share in percent with its interval, cut to what a share can be."""
    if np.isnan(share.high):
        return f"{_percent(share.value)} % (too few wins for an interval)"
    value, low, high = (min(max(number, 0), 1) for number in share)
    return f"{_percent(value)} % ({_percent(low)} to {_percent(high)})"


def _percent(value: float) -> str:
    return f"{round(100 * value) + 0:d}"


def rows(found: Luck) -> list[list[str]]:
    """The mean over the cells, if there are several, and every cell: percent won, then the parts."""
    lines = [_row(["all", "", ""], found.won, found.overall)] if len(found.cells) > 1 else []
    for cell, won, shares in zip(found.cells, found.won, found.of_cells, strict=True):
        season = "" if cell.season == NO_SEASON else shown(cell.season)
        lines.append(_row([shown(cell.ancient_one), season, str(cell.players)], won, shares))
    return lines


def _row(words: list[str], won: np.ndarray, shares: Shares) -> list[str]:
    parts = shares.parts if len(won) > 1 else shares.parts | {"unknown facts": Share(np.nan, np.nan, np.nan)}
    return [*words, f"{won.mean():.1%}", *map(_short, parts.values())]


def _short(share: Share) -> str:
    if np.isnan(share.value):
        return "–"
    half = (share.high - share.low) / 2
    return f"{_percent(share.value)} ± {'?' if np.isnan(half) else _percent(half)}"
