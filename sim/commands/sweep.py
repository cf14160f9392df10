"""The command `omens sweep`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.commands import options as opt
from sim.commands.compare import play_variants
from sim.errors import OmensError

if TYPE_CHECKING:
    from sim.lab.sweep import Knob, Point


@opt.about_a_run(players="1", games=2_000)
def sweep(
    shared: dict[str, Any],
    out: opt.PageFolder = None,
    format: opt.ResultFormat = opt.Format.TABLE,
    jobs: opt.Jobs = None,
) -> None:
    """Give one or two values of the scenario a range (--set winter.day6=6..10) and see what the win rate does."""
    from sim.lab.sweep import is_swept, parse_knob

    knobs = [parse_knob(text) for text in shared["settings"] if is_swept(text)]
    if not 1 <= len(knobs) <= 2:
        raise OmensError(f"sweep: {len(knobs)} ranges are set; one or two would be right, as --set winter.day6=6..10")
    points = play_points(shared, knobs, jobs)
    show(points, format)
    if out is not None:
        from reports.sweep_page import write_sweep
        from sim.lab.variants import variant
        from sim.runs.manifest import command

        base = variant(without_knobs(shared), "")
        words = [f"--set {knob.name}={knob.values[0]}..{knob.values[-1]}" for knob in knobs]
        write_sweep(points, command(base, verb="sweep") + " " + " ".join(words), out)


def without_knobs(shared: dict[str, Any]) -> dict[str, Any]:
    """The options of the scenario as it is, without the ranges among its settings."""
    from sim.lab.sweep import is_swept

    return shared | {"settings": [text for text in shared["settings"] if not is_swept(text)]}


def play_points(shared: dict[str, Any], knobs: list[Knob], jobs: int | None) -> list[Point]:
    """Play the scenario as it is and with every combination of the knobs' values, on the same games."""
    from sim.lab.comparison import StopRule
    from sim.lab.sweep import points_of, swept, words_of
    from sim.lab.variants import variant

    values = points_of(knobs)
    plain = without_knobs(shared)
    names = ["", *map(words_of, values)]
    found = play_variants(names, [variant(plain, words) for words in names], StopRule(), jobs)
    return swept(found, values)


def show(points: list[Point], format: opt.Format) -> None:
    """Print a line a point."""
    from sim.commands.printing import print_csv, print_json, print_table

    lines = [_values(point, points) | numbers_of(point) for point in points]
    if format is opt.Format.JSON:
        print_json(lines)
    elif format is opt.Format.CSV:
        print_csv(lines)
    else:
        named = list(_values(points[0], points))
        rows = ([*map(str, _values(point, points).values()), *row_of(point)] for point in points)
        print_table((*named, *HEADINGS), rows, 1, caption=_CAPTION)


HEADINGS = ("won", "games only", "facts too", "change", "95 % interval", "p")
_CAPTION = "Won in percent; change in points from the scenario as it is, on the same decks and dice."


def _values(point: Point, points: list[Point]) -> dict[str, Any]:
    """What the point sets: a column a name where all points have the same ones, else one for all."""
    from sim.lab.sweep import words_of

    same = all(each.values.keys() == point.values.keys() for each in points)
    return dict(point.values) if same else {"value": words_of(point.values)}


def numbers_of(point: Point) -> dict[str, Any]:
    """A point's numbers as values that JSON knows: probabilities, differences from the scenario as it is."""
    low, high = point.pairs.interval()
    return {
        "games": point.pairs.games,
        "win_rate": point.rate.value,
        "ci_low": point.rate.low,
        "ci_high": point.rate.high,
        "total_low": point.rate.total_low,
        "total_high": point.rate.total_high,
        "difference": point.pairs.difference,
        "difference_low": low,
        "difference_high": high,
        "p_value": point.pairs.p_value,
        "correlation": point.pairs.correlation,
    }


def row_of(point: Point) -> list[str]:
    """A point's numbers as a line of a table under `HEADINGS`."""
    low, high = point.pairs.interval()
    rate = point.rate
    return [
        f"{100 * rate.value:.1f}",
        f"{100 * rate.low:.1f} to {100 * rate.high:.1f}",
        f"{100 * rate.total_low:.1f} to {100 * rate.total_high:.1f}",
        f"{100 * point.pairs.difference:+.2f}",
        f"{100 * low:+.2f} to {100 * high:+.2f}",
        f"{point.pairs.p_value:.2g}",
    ]
