"""How all figures look, and how they become SVG inside a page.

Colours are those of Okabe and Ito (2008, "Color Universal Design") and cividis (Nuñez, Anderton
and Renslow 2018, PLoS ONE 13); whatever a colour tells, a marker, a line style or a hatch tells too.
"""

from __future__ import annotations

import html
import io
import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

ORANGE, SKY, GREEN, BLUE, VERMILION, PINK, GREY = (
    "#e69f00", "#56b4e9", "#009e73", "#0072b2", "#d55e00", "#cc79a7", "#999999",
)  # fmt: skip
INK, DARK, FAINT, PALE = "#222222", "#555555", "#d8d8d8", "#f4f4f4"
WIDTH = 4.4  # inches: readable unscaled on a phone
_STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # wider than what the page's own font will be
    "font.size": 9.5,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "hatch.linewidth": 0.7,
    "text.parse_math": False,  # a dollar in the name of a policy is a dollar
    "svg.fonttype": "none",  # text stays text: small, and found by a search
    "svg.hashsalt": "omens",  # the same numbers give the same file
}
_IDS = re.compile(r'(\sid="|url\(#|href="#)')


@dataclass(frozen=True)
class Style:
    """How one series looks: in colour, and without."""

    colour: str
    marker: str = "o"
    line: str = "-"
    filled: bool = True
    hatch: str = ""

    @property
    def face(self) -> str:
        """Fill colour of its markers."""
        return self.colour if self.filled else "white"


#: How a season looks everywhere on the page.
SEASONS = {"summer": Style(ORANGE, "o", "-", hatch=""), "winter": Style(BLUE, "s", "--", filled=False, hatch="///")}
#: How a mode without seasons looks.
PLAIN = Style(GREEN, "^", "-")
#: How the modes look beside each other.
MODES = {"alaska": Style(BLUE, "s", "--", filled=False), "rlyeh": PLAIN}


@dataclass(frozen=True)
class Picture:
    """A figure of the page: `svg` with its alternative text inside, and the `caption` below it."""

    svg: str
    caption: str


def season_style(season: str) -> Style:
    """The looks of a season's series."""
    return SEASONS.get(season, PLAIN)


def house_style() -> AbstractContextManager:
    """The settings of matplotlib under which figures are made and written."""
    return rc_context(_STYLE)


def canvas(height: float) -> tuple[Figure, Axes]:
    """A new figure of `WIDTH` by `height` inches and its only axes."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.add_subplot()


def legend_above(axes: Axes, columns: int = 4) -> None:
    """The legend in a line of its own between title and axes, for a series or more."""
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=columns, borderaxespad=0.2, columnspacing=1.2)


def picture(figure: Figure, key: str, kind: str, caption: str) -> Picture:
    """A finished figure; `kind` and caption together are what readers get who do not see it."""
    return Picture(to_svg(figure, key, f"{kind}. {caption}"), caption)


def to_svg(figure: Figure, key: str, alternative: str) -> str:
    """The figure as an ``<svg>`` element to stand in HTML, as wide as its column.

    `key` sets its ids apart from those of all others on the page; `alternative` says what it
    shows to readers who do not see it.
    """
    text = io.StringIO()
    FigureCanvasSVG(figure).print_svg(text, metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.DOTALL)  # would hold for the whole page
    svg = re.sub(r' width="[^"]*" height="[^"]*"', "", svg, count=1)
    svg = _IDS.sub(rf"\g<1>{key}-", svg)
    label = html.escape(alternative, quote=True)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
