"""Table, answer in words, figures and page, on made-up games."""

import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from made_up import grid
from scipy import stats

from reports.answer import answer, by_policy, decimals, intervals, scope, worth_of_dice
from reports.cells import Grid, listed, shown
from reports.course_figures import days, quantiles, survival
from reports.drawing import SEASONS, canvas, house_style, to_svg
from reports.page import Assumptions, Facts, page, tracks, write_page
from reports.tables import COLUMNS, records, summary, write_csv
from sim.rules.state import BATTLE_LOST, BATTLE_WON, CAPPED, LOSS, MAX_NIGHTS, TIME_RAN_OUT, TURN_LIMIT, WIN
from sim.rulings import RULINGS
from sim.stats.completions import Estimate
from sim.tally import COUNTERS, SUMMED, Cell, Tally, row_dtype

ISSUE_COLUMNS = [
    "mode",
    "ancient_one",
    "season",
    "players",
    "policy",
    "games",
    "wins",
    "win_rate",
    "ci_low",
    "ci_high",
    "total_low",
    "total_high",
    "loss_causes",
    "mean_days",
    "mean_turns",
    "mean_elder_signs",
    "mean_doom",
    "devoured_per_game",
    "awakened_rate",
    "battle_win_rate",
]

ASSUMPTIONS = Assumptions(
    facts={
        "alaska": Facts(612, {"storm_faces": 28, "track": 5}, {"storm_faces.blanks": "some markers are blank (A-10.7)"})
    },
    rulings={
        "TERROR_SCOPE": "PER_PHASE",
        "WILD_IS_TERROR": "NO",
        "SUMMER_TABLE": "LIGHT",
        "WINTER_TABLE": "COMPLETION",
    },
    changed_rulings=("TERROR_SCOPE",),
    settings={"winter.day6": "7"},
    seed=3,
    version="0.1.0",
    card_hash="0123abcd",
    command="omens run --policy 'my <policy>.py:mine'",
    completions=20,
    games_per_cell=400,
)


def a_cell(season: str = "winter", players: int = 1, policy: str = "greedy", ancient_one: str = "Ithaqua") -> Cell:
    return Cell("alaska", ancient_one, season, players, policy)


def won(cell: Cell, wins: int, games: int, completions: int = 1) -> Tally:
    """A tally in which the first games of the run are won, the others lost in the sixth midnight."""
    rows = np.zeros(games, row_dtype)
    rows["game"] = np.arange(games)
    rows["completion"] = rows["game"] % completions
    rows["outcome"] = np.where(rows["game"] < wins, WIN, LOSS)
    rows["cause"] = np.where(rows["game"] < wins, 1, TIME_RAN_OUT)
    rows["midnights"] = 5
    for name in COUNTERS:
        nights = np.arange(MAX_NIGHTS)
        rows[f"night_{name}"] = np.where(nights < 5, nights, -1)
    tally = Tally(cell, completions)
    tally.add(rows)
    return tally


# --- table ----------------------------------------------------------------------------


def test_table_has_the_columns_of_the_interface_in_order():
    assert tuple(ISSUE_COLUMNS) == COLUMNS
    assert list(summary(grid(20, players=(1,))).columns) == ISSUE_COLUMNS
    assert list(records(grid(20, players=(1,)))[0]) == ISSUE_COLUMNS


def test_record_of_a_few_games_by_hand():
    rows = np.zeros(4, row_dtype)
    rows["game"] = range(4)
    rows["outcome"] = (WIN, LOSS, LOSS, CAPPED)
    rows["cause"] = (BATTLE_WON, BATTLE_LOST, TIME_RAN_OUT, TURN_LIMIT)
    rows["awakened"] = (1, 1, 0, 0)
    rows["midnights"] = (4, 5, 6, 9)
    rows["turns"] = (20, 24, 28, 40)
    rows["signs"] = (9, 8, 7, 0)
    rows["doom"] = (0, 12, 3, 1)
    rows["devoured"] = (0, 3, 1, 0)
    tally = Tally(a_cell(), 1)
    tally.add(rows)
    (record,) = records([tally])
    assert (record["games"], record["wins"], record["win_rate"]) == (4, 1, 0.25)
    limits = stats.binomtest(1, 4).proportion_ci(method="wilson")
    assert (record["ci_low"], record["ci_high"]) == pytest.approx((limits.low, limits.high))
    assert {cause: n for cause, n in record["loss_causes"].items() if n} == {
        "battle_lost": 1,
        "time_ran_out": 1,
        "turn_limit": 1,
    }
    assert (record["mean_days"], record["mean_turns"]) == (7.0, 28.0)  # the day a game ended in: 5, 6, 7, 10
    assert (record["mean_elder_signs"], record["mean_doom"], record["devoured_per_game"]) == (6.0, 4.0, 1.0)
    assert (record["awakened_rate"], record["battle_win_rate"]) == (0.5, 0.5)


def test_no_battle_has_no_rate():
    (record,) = records([won(a_cell(), 1, 4)])
    assert record["battle_win_rate"] is None


def test_records_are_strict_json_and_leave_out_cells_without_games():
    tallies = [*grid(20, players=(1,)), Tally(a_cell(players=3), 20)]
    text = json.dumps(records(tallies), allow_nan=False)
    assert len(json.loads(text)) == len(tallies) - 1


def test_losses_and_wins_make_all_games():
    for record in records(grid(200)):
        assert record["wins"] + sum(record["loss_causes"].values()) == record["games"]


def test_csv_reads_back_as_the_records():
    tallies = grid(50, players=(1, 2))
    text = io.StringIO()
    write_csv(tallies, text)
    table = pd.read_csv(io.StringIO(text.getvalue()))
    assert list(table.columns) == ISSUE_COLUMNS
    expected = records(tallies)
    assert [json.loads(cell) for cell in table["loss_causes"]] == [record["loss_causes"] for record in expected]
    assert table["win_rate"].tolist() == [record["win_rate"] for record in expected]


# --- answer ---------------------------------------------------------------------------


def estimate(value, low, high, total_low, total_high, per_completion=(0.1, 0.2)):
    return Estimate(value, low, high, total_low, total_high, np.array(per_completion))


@pytest.mark.parametrize(("half", "digits"), [(0.02, 0), (0.004, 1), (0.0004, 2), (0.0, 2)])
def test_no_more_decimals_than_games_give(half, digits):
    assert decimals(estimate(0.3, 0.3 - half, 0.3 + half, 0, 1)) == digits


def test_intervals_in_words():
    gap = estimate(-0.11, -0.12, -0.1, -0.16, 0.06)
    assert intervals(gap, 0, -1) == "95 % interval 10 to 12 from games; −6 to 16 with unknown facts"
    one = estimate(0.11, 0.1, 0.12, 0.1, 0.12, per_completion=(0.11,))
    assert intervals(one, 0) == "95 % interval 10 to 12 from games"


def test_season_comes_first_with_its_cost():
    summer, winter = won(a_cell("summer"), 600, 1000), won(a_cell("winter"), 500, 1000)
    first, last = answer(Grid.of([winter, summer]))
    assert re.match(r"Winter costs 10 points \(95 % interval \d+ to \d+ from games\)\.", first)
    assert "60 % in Summer" in first and "50 % in Winter" in first
    assert "the hardest is Ithaqua in Winter with 1 player" in last


def test_a_cell_is_not_called_the_hardest_alone_where_others_are_as_hard():
    wins = {1: 0, 2: 0, 4: 0, 8: 90}
    grid = Grid.of([won(a_cell("winter", players=players), n, 100) for players, n in wins.items()])
    last = answer(grid)[-1]
    assert "the hardest is Ithaqua in Winter with 1 player (as are 2 others):" in last
    assert "the easiest is Ithaqua in Winter with 8 players:" in last


def test_completions_in_which_the_sign_holds_are_counted():
    wins = {"summer": (40, 30, 20, 10), "winter": (20, 20, 20, 20)}  # of 50 in each completion
    tallies = []
    for season, counts in wins.items():
        tally = Tally(a_cell(season), 4)
        tally.games[:] = 0
        tally.games[:, :50] = 1
        for completion, n in enumerate(counts):
            tally.wins[completion, :n] = 1
        tallies.append(tally)
    assert "in 2 of 4 completions" in answer(Grid.of(tallies))[0]


def test_what_games_do_not_show_is_said():
    (sentence, *_) = answer(Grid.of([won(a_cell("summer"), 3, 10), won(a_cell("winter"), 5, 10)]))
    # the same five first games are won, so the blocks show how much is shared; two more are not enough
    assert sentence.startswith("These games do not show whether Winter is harder: Winter adds 20 points")


def test_worst_ancient_one_is_the_one_with_fewest_wins():
    names = {"Rhan-Tegoth": 700, "Ithaqua": 200, "Rlim-Shaikorth": 400}
    tallies = [won(a_cell(ancient_one=name), wins, 1000) for name, wins in names.items()]
    assert answer(Grid.of(tallies))[0].startswith("Ithaqua is the worst Ancient One, 20 points below Rlim-Shaikorth")


@pytest.mark.parametrize(
    ("few", "many", "start"),
    [
        (300, 500, "More players help: 8 players win 20 points more than 1 "),
        (500, 300, "More players do not help: 8 players win 20 points fewer than 1 "),
        (300, 301, "These games do not show whether more players help: "),
    ],
)
def test_players_help_or_not(few, many, start):
    tallies = [won(a_cell(players=1), few, 1000), won(a_cell(players=8), many, 1000)]
    assert answer(Grid.of(tallies))[0].startswith(start)


def test_the_ship_and_the_amulet_are_told_where_there_are_any():
    """R-4.4, R-7, R-8: of 4 games one sees the ship sink, three Stage II; 1, 2, 2 and 3 tokens are left."""
    rows = np.zeros(4, row_dtype)
    rows["outcome"], rows["cause"], rows["midnights"] = LOSS, BATTLE_LOST, 5
    rows["sunk"], rows["stage_two"], rows["amulet"] = (0, 1, 0, 0), (0, 1, 1, 1), (1, 2, 2, 3)
    tally = Tally(Cell("rlyeh", "hydra", "-", 2, "greedy"), 1)
    tally.add(rows)
    assert answer(Grid.of([tally]))[-1] == (
        "The Ultima Thule sinks in 25 % of games and Stage II begins in 75 %; the group ends with 2.0 tokens of the "
        "amulet on the mean."
    )
    assert "Ultima" not in " ".join(answer(Grid.of([won(a_cell(), 1, 4)])))


def test_single_cell_has_one_sentence():
    (sentence,) = answer(Grid.of([won(a_cell(), 120, 1000)]))
    assert sentence.startswith("The policy greedy wins 12 % (95 % interval ")
    assert sentence.endswith("against Ithaqua in Winter with 1 player.")


def test_policies_are_compared_over_cells_that_all_played():
    tallies = [won(a_cell(policy="greedy"), 500, 1000), won(a_cell(policy="rush"), 300, 1000)]
    extra = won(a_cell(policy="greedy", players=2), 0, 1000)
    assert by_policy(Grid.of([*tallies, extra])).startswith("The policy greedy wins 20 points more than rush ")
    assert by_policy(Grid.of(tallies[:1])) == ""


def with_tables(tally, by_table, beyond):
    """The tally with so many choices of dice answered from tables, and beyond them."""
    tally.sums[SUMMED.index("by_table")], tally.sums[SUMMED.index("beyond_tables")] = by_table, beyond
    return tally


@pytest.mark.parametrize(
    ("plain", "exact", "start"),
    [
        (300, 500, "The best dice play adds 20 points to the same strategy"),
        (500, 300, "The best dice play costs 20 points to the same strategy"),
        (300, 310, "These games do not show what the best dice play is worth: it adds 1 point to the same strategy"),
    ],
)
def test_worth_of_dice_play_is_exact_less_greedy_and_says_what_the_tables_covered(plain, exact, start):
    """Of 40 choices of dice 30 were answered from tables: 75 %; greedy's own, which has none, do not count."""
    tallies = [
        with_tables(won(a_cell(policy="greedy"), plain, 1000), 0, 1000),
        with_tables(won(a_cell(policy="exact"), exact, 1000), 30, 10),
    ]
    sentence = worth_of_dice(Grid.of(tallies))
    assert sentence.startswith(start)
    assert "Exact chances covered 75 % of its choices of dice" in sentence
    assert worth_of_dice(Grid.of(tallies[:1])) == ""


def test_scope_says_how_many_games():
    text = scope(Grid.of([won(a_cell(players=n), 1, 10 * n) for n in (1, 2, 3)]))
    assert "3 cells" in text and "1 to 3 players" in text and "10 to 30 games" in text


def test_matched_cells_differ_in_one_dimension_only():
    cells = [a_cell("summer", 1), a_cell("winter", 1), a_cell("winter", 2)]
    matched = Grid.of([won(cell, 1, 2) for cell in cells]).matched("season")
    assert {season: [tally.cell for tally in group] for season, group in matched.items()} == {
        "summer": [cells[0]],
        "winter": [cells[1]],
    }


def test_names_and_lists():
    assert shown("rlim-shaikorth") == "Rlim-Shaikorth" and shown("Ithaqua") == "Ithaqua"
    assert [listed(words) for words in ([], [1], [1, 2], [1, 2, 3])] == ["", "1", "1 and 2", "1, 2 and 3"]


# --- figures --------------------------------------------------------------------------


def test_quantiles_are_those_of_the_games():
    rng = np.random.default_rng(2)
    values = rng.integers(0, 9, 101)
    counts = np.bincount(values, minlength=10)[None, :]
    expected = [np.sort(values)[int(np.ceil(level * 101)) - 1] for level in (0.1, 0.5, 0.9)]
    assert quantiles(counts, (0.1, 0.5, 0.9))[:, 0].tolist() == expected


def long_games(last: int) -> Grid:
    """Twenty games of R'lyeh Rising that are lost after so many midnights, with as much doom after each."""
    rows = np.zeros(20, row_dtype)
    rows["outcome"], rows["cause"], rows["midnights"] = LOSS, BATTLE_LOST, last
    nights = np.arange(MAX_NIGHTS)
    for name in COUNTERS:
        rows[f"night_{name}"] = np.where(nights < last, nights + 1, -1)
    tally = Tally(Cell("rlyeh", "hydra", "-", 2, "greedy"), 1)
    tally.add(rows)
    return Grid.of([tally])


@pytest.mark.parametrize("last", [14, 15, 33])
def test_figures_reach_as_far_as_games_do(last):
    """Games of R'lyeh Rising go through more midnights than there are days in Alaska."""
    with house_style():
        doom, *_ = days(long_games(last), "days")
        (bars,) = survival(long_games(last), "survival")
    assert doom.caption == f"Doom. R'lyeh Rising, midnight {last}: median {last}, band {last} to {last}."
    assert bars.caption.startswith(f"R'lyeh Rising: half of the games are over by midnight {last + 1};")


def test_svg_is_well_formed_and_its_ids_are_its_own():
    with house_style():
        figure, axes = canvas(2)
        axes.bar([1], [2], hatch="//")
        svg = to_svg(figure, "key", 'says "1 < 2"')
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == 'says "1 < 2"'
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert ids and all(name.startswith("key-") for name in ids)
    assert set(re.findall(r"url\(#([^)]*)\)", svg)) <= set(ids)


def grey(colour: str) -> float:
    """Relative luminance (ITU-R BT.709) of a colour written #rrggbb."""
    return float(np.dot([0.2126, 0.7152, 0.0722], [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]))


def test_seasons_are_told_apart_without_colour():
    summer, winter = SEASONS["summer"], SEASONS["winter"]
    assert summer.marker != winter.marker and summer.line != winter.line
    assert abs(grey(summer.colour) - grey(winter.colour)) > 0.2


# --- page -----------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects what a page is made of."""

    void = frozenset({"meta", "br", "hr", "img", "link", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("style", "title"):
            self.text += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return reader


GRIDS = {
    "whole grid": {"games": 60, "players": range(1, 9)},
    "four policies": {"games": 40, "players": (1, 4), "policies": ("greedy", "cautious", "rush", "a/b.py:mine")},
    "one cell": {"games": 40, "players": (2,), "ancient_ones": ("Ithaqua",), "seasons": ("winter",)},
    "one completion": {"games": 30, "players": (1,), "seasons": ("summer",), "completions": 1},
    "one game": {"games": 1, "players": (1,), "ancient_ones": ("Ithaqua",), "seasons": ("winter",), "completions": 1},
    "fewer games than completions": {"games": 3, "players": (1, 2)},
}


@pytest.fixture(scope="module", params=GRIDS)
def tallies(request):
    return grid(**GRIDS[request.param])


@pytest.fixture(scope="module")
def html(tallies):
    return page(tallies, ASSUMPTIONS)


def test_page_stands_alone(html):
    reader = read(html)
    assert not {"script", "link", "img", "iframe"} & set(reader.tags)
    links = [value for name, value in reader.attributes if name in ("href", "xlink:href", "src")]
    assert all(link.startswith(("#", "data:")) for link in links)
    assert "url(http" not in html and "@import" not in html
    assert len(html.encode()) < 2_000_000


def test_page_has_unique_ids_and_no_missing_numbers(html):
    ids = [value for name, value in read(html).attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert not re.search(r"\b(nan|inf)\b", read(html).text)


def test_page_gives_the_answer_before_the_first_figure(html, tallies):
    whole = Grid.of(tallies)
    plain = html.replace("\u00a0", " ")
    places = [plain.index(s) for s in answer(whole.where(policy=whole.values("policy")[0]))]
    assert places == sorted(places)
    assert places[-1] < plain.index("<svg")


def test_every_figure_has_words(html):
    reader = read(html)
    figures = reader.tags.count("figure")
    assert figures >= 6
    assert reader.tags.count("svg") == reader.tags.count("figcaption") == figures
    labels = [value for name, value in reader.attributes if name == "aria-label"]
    assert len([label for label in labels if len(label) > 40]) == figures


def test_page_says_what_is_assumed_and_how_to_repeat_it(html):
    text = read(html).text
    for wanted in ("612", "33 are not", "storm faces", "TERROR_SCOPE = PER_PHASE", "winter.day6 = 7", "seed 3"):
        assert wanted in text
    assert "some markers are blank (A-10.7)" in text
    assert ASSUMPTIONS.command in text and ASSUMPTIONS.card_hash in text and "unofficial" in text


def test_page_says_how_the_day_track_is_read(html, tallies):
    """A-6.2: of the seasons that were played, and of no other."""
    text, played = read(html).text, {tally.cell.season for tally in tallies}
    assert ("SUMMER_TABLE = LIGHT" in text) == ("0, 0, 3, 4, 5, 6, 7" in text) == ("summer" in played)
    assert ("WINTER_TABLE = COMPLETION" in text) == ("0, 0, 4, 5, 6, 8, 9" in text) == ("winter" in played)


def test_every_reading_of_the_day_track_has_its_words():
    """SUMMER_TABLE, WINTER_TABLE"""
    said = [
        tracks([season], replace(ASSUMPTIONS, rulings={name: value}))
        for season, name in (("summer", "SUMMER_TABLE"), ("winter", "WINTER_TABLE"))
        for value in RULINGS[name].values
    ]
    assert len({words for reading in said for words in reading.values()}) == 5


def test_page_lists_every_cell(html, tallies):
    body = html[html.index("All numbers") :]
    assert body[: body.index("</table>")].count("<tr>") == 1 + len(tallies)


def test_same_tallies_give_the_same_page(html, tallies):
    assert page(tallies, ASSUMPTIONS) == html


def test_page_is_written_as_utf_8(tmp_path):
    write_page([won(a_cell(), 3, 10)], ASSUMPTIONS, tmp_path / "page.html")
    assert "95\u00a0% interval" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_no_game_no_page(tmp_path):
    with pytest.raises(ValueError, match="no finished game"):
        write_page([Tally(a_cell(), 3)], ASSUMPTIONS, tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()
