"""The page of a comparison: what differs, in which cells, and the path of the sequential test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cells import players_of, shown
from reports.drawing import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PINK,
    VERMILION,
    Picture,
    canvas,
    house_style,
    legend_above,
    picture,
)
from reports.leaf import Leaf, write_leaf
from sim.runs.made import make_folders

if TYPE_CHECKING:
    from sim.lab.comparison import StopRule

_HEADINGS = (
    "B",
    "where",
    "A won (%)",
    "B won (%)",
    "B minus A",
    "from games",
    "with unknown facts",
    "p",
    "correlation",
    "saved",
    "games",
)
_LOOKS = ((BLUE, "-", "o"), (ORANGE, "--", "s"), (GREEN, ":", "^"), (VERMILION, "-.", "D"), (PINK, "-", "v"))
_MOST_LOOKS = len(_LOOKS)


def sentence(each: dict[str, Any]) -> str:
    """What a comparison found, in words; `each` is one of `sim.lab.comparison.records`."""
    gap = 100 * each["difference"]
    verdict = {
        "B wins more": "the difference is real",
        "A wins more": "the difference is real",
        "no difference shown": "these games show no difference",
        "undecided": "the sequential test has not decided",
    }.get(each["decision"], f"the sequential test finds {each['decision']}")
    if gap and each["decision"] in ("A wins more", "B wins more") and each["total_low"] <= 0 <= each["total_high"]:
        verdict = "the difference is real with the cards as drawn, but the unknown facts leave it in doubt"
    limits = f"{100 * each['ci_low']:+.1f} to {100 * each['ci_high']:+.1f} from games"
    total = f"{100 * each['total_low']:+.1f} to {100 * each['total_high']:+.1f} with unknown facts"
    return (
        f"{_named(each['b'])} wins {abs(gap):.1f} points {'more' if gap >= 0 else 'less'} than {_named(each['a'])} "
        f"(95 % interval {limits}; {total}): {verdict}. {each['games']:,} pairs of games; unpaired it "
        f"would have taken {each['games_saved_factor']:.1f} times as many."
    )


def _named(words: str) -> str:
    return words or "the scenario as it is"


def write_compare(found: Sequence[dict[str, Any]], rule: StopRule, command: str, folder: Path) -> None:
    """Write the page of `sim.lab.comparison.records` into a folder; OSError if that cannot be."""
    with house_style():
        pictures = [_differences(each, place) for place, each in enumerate(found)]
        if any(each["path"] for each in found):
            pictures.append(_paths(found, rule))
    rows = [row for each in found for row in _rows(each)]
    make_folders(folder)
    sentences = [*map(sentence, found), f"Why it stopped: {found[0]['reason']}."]
    leaf = Leaf("Is the change real?", sentences, pictures, _HEADINGS, rows, 2, command)
    write_leaf(leaf, folder / "report.html")


def _lines(each: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """All cells together, then each by its name."""
    strata = each["strata"] if len(each["strata"]) > 1 else []
    return [("all cells", each), *((_where(stratum), stratum) for stratum in strata)]


def _where(stratum: dict[str, Any]) -> str:
    names = [shown(stratum[name]) for name in ("ancient_one", "season", "policy") if name in stratum]
    return ", ".join([*names, *([players_of(stratum["players"])] if "players" in stratum else [])])


def _rows(each: dict[str, Any]) -> list[list[str]]:
    return [
        [
            _named(each["b"]),
            where,
            f"{100 * line['wins_a'] / line['games']:.1f}",
            f"{100 * line['wins_b'] / line['games']:.1f}",
            f"{100 * line['difference']:+.2f}",
            f"{100 * line['ci_low']:+.2f} to {100 * line['ci_high']:+.2f}",
            f"{100 * line['total_low']:+.2f} to {100 * line['total_high']:+.2f}" if "total_low" in line else "",
            f"{line['p_value']:.2g}",
            f"{line['correlation']:.2f}",
            f"{line['games_saved_factor']:.1f}x",
            f"{line['games']:,}",
        ]
        for where, line in _lines(each)
    ]


def _differences(each: dict[str, Any], place: int) -> Picture:
    """B minus A with its interval, for all cells together and each."""
    lines = _lines(each)
    figure, axes = canvas(1.2 + 0.26 * len(lines))
    for at, (_, line) in enumerate(lines):
        value, low, high = (100 * line[name] for name in ("difference", "ci_low", "ci_high"))
        marker, color = ("o", BLUE) if at else ("D", INK)
        axes.errorbar(
            value, at, xerr=[[value - low], [high - value]], fmt=marker, color=color, ecolor=INK, elinewidth=1, ms=5
        )
    axes.axvline(0, color=INK, lw=0.8)
    axes.set_yticks(range(len(lines)), [where for where, _ in lines])
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.set_title(_named(each["b"]), loc="left")
    axes.set_xlabel("B minus A (points)")
    caption = (
        f"How much more often B ({_named(each['b'])}) wins than A on the same games, with 95 % intervals from games."
    )
    return picture(figure, f"differences{place}", "Points with intervals", caption)


def _paths(found: Sequence[dict[str, Any]], rule: StopRule) -> Picture:
    """The log likelihood ratio after every look, between the limits at which the test decides."""
    test = rule.test()
    assert test is not None
    figure, axes = canvas(2.8)
    for i, each in enumerate(found):
        color, line, marker = _LOOKS[i % _MOST_LOOKS]
        games, ratio = zip(*each["path"], strict=True) if each["path"] else ((), ())
        axes.plot(games, ratio, ls=line, marker=marker, ms=3, color=color, label=_named(each["b"]))
    for limit, name in zip(test.limits, (rule.null, rule.alternative), strict=True):
        axes.axhline(limit, color=INK, ls="--", lw=1)
        axes.annotate(f"{100 * (name or 0):+g} points", (0, limit), xycoords=("axes fraction", "data"), va="bottom")
    axes.set_xlabel("pairs of games")
    axes.set_ylabel("log likelihood ratio")
    if len(found) > 1:
        legend_above(axes, 2)
    caption = (
        "The sequential test: it decides for the difference at the upper or lower dashed line as soon as the path "
        "reaches it."
    )
    return picture(figure, "path", "Lines", caption)
