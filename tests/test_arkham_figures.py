"""Numbers in the pictures and the table of the clock's page, from made-up games worked out by hand."""

import numpy as np
import pytest

from reports import arkham_figures as figures
from reports import arkham_page
from sim.arkham.play import row_dtype
from sim.arkham.run import Cell, plan
from sim.arkham.state import DOOM, GATES, TERROR10, VICTORY
from sim.arkham.tally import ClockTally
from sim.arkham.worth import Worth
from sim.spread import How


@pytest.fixture(autouse=True)
def _figures_stay_figures(monkeypatch):
    """Each function gives matplotlib's figure, whose numbers can be read."""
    monkeypatch.setattr(figures, "picture", lambda figure, key, kind, caption: figure)


def tally(players: int, *games: tuple[int, int, int, list[int]]) -> ClockTally:
    """A cell against Yig from (games, cards, cause, terror after each card); doom is twice the terror."""
    found = ClockTally(Cell("yig", players, "idle"))
    for count, cards, cause, terror in games:
        rows = np.zeros(count, row_dtype)
        rows["cards"], rows["cause"] = cards, cause
        rows["terror"], rows["doom"], rows["surges"], rows["shops_closed"] = terror[-1], 2 * terror[-1], 5, 1
        rows["terror_by"][:, : len(terror)] = terror
        rows["doom_by"][:, : len(terror)] = 2 * np.array(terror)
        found.add(rows)
    return found


ONE = tally(1, (60, 3, GATES, [1, 2, 2]), (30, 4, TERROR10, [0, 4, 5, 5]), (10, 2, DOOM, [0, 0]))
EIGHT = tally(8, (20, 2, VICTORY, [3, 3]), (80, 3, GATES, [1, 1, 1]))


def worth(what: str, players: int, middle: float) -> Worth:
    return Worth(
        Cell("yig", players, "idle"), what, 100, middle, middle - 0.25, middle + 0.5, middle / 100, 0.0, middle / 50
    )


def test_survival_counts_games_still_going_after_each_card():
    """Of 100 games 10 end with card 2, 60 with card 3, 30 with card 4; of the others 20 with 2 and 80 with 3."""
    (axes,) = figures.survival([EIGHT, ONE]).axes
    one, eight = (line.get_ydata() for line in axes.lines)
    assert one[:5] == pytest.approx([100, 100, 90, 30, 0]) and eight[:4] == pytest.approx([100, 100, 80, 0])
    assert [text.get_text() for text in axes.texts] == ["1", "8"]


def test_ends_are_shares_of_the_games_of_a_row():
    (axes,) = figures.causes([ONE, EIGHT]).axes
    widths = {bars.get_label(): [bar.get_width() for bar in bars] for bars in axes.containers}
    starts = {bars.get_label(): [bar.get_x() for bar in bars] for bars in axes.containers}
    assert widths["the doom track is full"] == pytest.approx([10, 0])
    assert widths["too many gates are open"] == pytest.approx([60, 80])
    assert widths["monsters overrun the town at terror 10"] == pytest.approx([30, 0])
    assert widths["the investigators win"] == pytest.approx([0, 20])
    assert starts["too many gates are open"] == pytest.approx([10, 0])


@pytest.mark.parametrize(("track", "times"), [("terror", 1), ("doom", 2)])
def test_the_course_is_the_median_of_games_still_going(track, times):
    """After card 1 all 100 go on: 40 at level 0, 60 at 1; after card 2 the 60 stand at 2, the 30 at 4; then the 30."""
    (axes,) = figures.course([ONE, EIGHT], track).axes
    one, eight = axes.lines
    assert list(one.get_ydata()) == [times * level for level in (1, 2, 5)]
    assert list(eight.get_ydata()) == [times * level for level in (1, 1)]
    low, high = (np.nanmin, np.nanmax)
    band = axes.collections[0].get_paths()[0].vertices
    assert (low(band[:, 1]), high(band[:, 1])) == (0, 5 * times)
    tenth = [times * level for level in (0, 2, 5)]
    assert list(figures._levels(ONE.course[track], 0.1)[:3]) == tenth


@pytest.mark.parametrize(("place", "scale"), [(0, 1), (1, 1)])
def test_worth_is_drawn_with_its_interval(place, scale):
    """Cards as they are, victories in points; low and high are those of the pairs."""
    found = [worth("closed", 1, 1.0), worth("sealed", 1, 3.0), worth("closed", 8, 0.5), worth("sealed", 8, 2.0)]
    (axes,) = figures.worth(found)[place].axes
    closed, sealed = axes.containers
    assert closed.lines[0].get_ydata() == pytest.approx([1.0, 0.5])
    assert sealed.lines[0].get_ydata() == pytest.approx([3.0, 2.0])
    first = closed.lines[2][0].get_segments()[0]
    limits = (0.75, 1.5) if place == 0 else (0, 2.0)
    assert first[:, 1] == pytest.approx(limits)


def test_locations_are_drawn_by_what_they_gain():
    (figure,) = figures.by_location([worth("Woods", 4, 2.0), worth("Graveyard", 4, 1.0)])
    (axes,) = figure.axes
    bars = axes.containers[-1]
    assert [bar.get_width() for bar in bars] == [1.0, 2.0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Graveyard", "Woods"]


def test_the_table_has_each_number_under_its_heading(monkeypatch, tmp_path):
    """Also: seals are tried with the middle number of players."""
    kept = []
    monkeypatch.setattr(arkham_page, "write_leaf", lambda leaf, path: kept.append(leaf))
    tried = []
    monkeypatch.setattr(arkham_page, "worths", lambda run, changed, how: tried.append(run.cells) or [])
    four = tally(4, (1, 2, GATES, [1, 1]))
    run = plan(ancient_one="yig", players="1,4,8", policy="idle", games=100, seed=0)
    found = [worth(what, players, 1.0) for what in ("closed", "sealed") for players in (1, 4, 8)]
    arkham_page.write_page(run, [ONE, four, EIGHT], found, How(), tmp_path / "page.html")
    assert tried == [(Cell("yig", 4, "idle"),)]
    (leaf,) = kept
    line = dict(zip(leaf.headings, leaf.rows[0], strict=True))
    # 10 games of 2 cards, 60 of 3, 30 of 4; terror 0, 2 and 5 at the end: 2.7, doom twice that
    assert (line["games"], line["Mythos cards"], line["median"], line["10–90 %"]) == ("100", "3.20", "3", "2–4")
    assert (line["doom (%)"], line["gates (%)"], line["terror 10 (%)"], line["won (%)"]) == (
        "10.0",
        "60.0",
        "30.0",
        "0.0",
    )
    assert (line["markers (%)"], line["cup (%)"]) == ("0.0", "0.0")
    assert (line["terror"], line["doom"], line["surges"], line["shops closed"]) == ("2.70", "5.40", "5.00", "1.00")
