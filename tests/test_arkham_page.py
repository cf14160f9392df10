"""The page of the clock: what its first sentences say of made-up games, and its pictures."""

import numpy as np
import pytest

from reports import arkham_figures as figures
from reports.arkham_page import write_page
from reports.arkham_words import answer, assumptions
from reports.drawing import house_style
from sim.arkham.play import row_dtype
from sim.arkham.run import Cell, plan
from sim.arkham.state import DOOM, GATES, TERROR10, VICTORY
from sim.arkham.tally import ClockTally
from sim.arkham.worth import Worth
from sim.spread import How


def tally(players: int, games: dict[tuple[int, int], int], policy: str = "idle") -> ClockTally:
    """A cell against Yig from numbers of games by (cards, cause)."""
    found = ClockTally(Cell("yig", players, policy))
    for (cards, cause), count in games.items():
        rows = np.zeros(count, row_dtype)
        rows["cards"], rows["cause"] = cards, cause
        found.add(rows)
    return found


def worth(players: int, what: str, cards: float, won: float = 0.0, policy: str = "idle") -> Worth:
    return Worth(Cell("yig", players, policy), what, 100, cards, cards - 0.1, cards + 0.1, won, won - 0.01, won + 0.01)


RUN = plan(ancient_one="yig", players="1,8", policy="idle", games=100, seed=0, extra_at=5)
TALLIES = [tally(1, {(14, GATES): 60, (16, TERROR10): 40}), tally(8, {(6, GATES): 80, (6, TERROR10): 20})]
FOUND = [worth(1, "closed", 0.5), worth(1, "sealed", 3.0), worth(8, "closed", 1.0), worth(8, "sealed", 1.7)]


def test_the_answer_when_nobody_acts():
    """(60 * 14 + 40 * 16) / 100 = 14.8 cards with one player; gates end (60 + 80) / 2 = 70 % of the games."""
    lasting, gate = answer(RUN, TALLIES, FOUND)
    assert lasting == (
        "With nobody acting, a game lasts 14.8 Mythos cards on average with 1 player, 6.0 with 8 players; it ends "
        "because too many gates are open in 70 % of the games."
    )
    assert gate == (
        "When 5 Mythos cards are on the table, closing one gate more is worth +0.5 to +1.0 Mythos cards and sealing it "
        "too +1.7 to +3.0, by players and Ancient One; nothing is paid for it, and intervals are in the pictures."
    )


def test_the_answer_when_games_are_won():
    """The worth of a gate is then told in games won."""
    mine = [tally(4, {(20, VICTORY): 30, (15, DOOM): 70}, "steady")]
    found = [worth(4, "closed", -1.0, -0.05, "steady"), worth(4, "sealed", -0.5, 0.2, "steady")]
    lasting, gate = answer(RUN, mine, found)
    assert "16.5 Mythos cards on average with 4 players" in lasting
    assert "the doom track is full in 70 % of the games, and the investigators win 30.0 %" in lasting
    assert "closing one gate more is worth −5.0 points of the games won and sealing it too +20.0;" in gate


def test_most_games_won_is_said_as_such():
    (lasting,) = answer(RUN, [tally(4, {(20, VICTORY): 90, (15, DOOM): 10}, "steady")], [])
    assert lasting.endswith("the investigators win 90.0 % of the games with 4 players.")


def test_assumed_rates_are_said_to_be_assumed():
    """Closings of 0.1 for each of 4 investigators are 0.4 for the group; idle needs no rates."""
    run = plan(ancient_one="yig", players="4", policy="steady", games=1, seed=0, rulings=["RUMOR_DONE=UNDER_DECK"])
    said = " ".join(assumptions(run))
    assert "is assumed, not known" in said and "with 4 players: closings 0.4" in said
    assert "Rulings: RUMOR_DONE=UNDER_DECK." in said
    assert "assumed" not in " ".join(assumptions(plan(ancient_one="yig", players="4", policy="idle", games=1, seed=0)))


def test_the_answer_names_the_ancient_ones_first_and_last():
    """Means over players alike: (10 + 6) / 2 = 8 against (12 + 6) / 2 = 9."""
    cells = []
    for one, cards in (("yig", 10), ("hastur", 12)):
        for players, lasted in ((1, cards), (8, 6)):
            cells.append(tally(players, {(lasted, GATES): 10}))
            cells[-1].cell = Cell(one, players, "idle")
    assert answer(RUN, cells, [])[1] == (
        "Yig leaves the town the fewest Mythos cards, 8.0 over all numbers of players, Hastur the most, 9.0."
    )
    assert answer(RUN, [cells[1], cells[3]], [])[1] == "All Ancient Ones leave the town 6.0 Mythos cards."


@pytest.mark.parametrize("players", [[1], [1, 8]])
def test_pictures_name_their_axes(players):
    mine = [each for each in TALLIES if each.cell.players in players]
    with house_style():
        drawn = [
            figures.survival(mine), figures.causes(mine), figures.course(mine, "terror"), figures.course(mine, "doom"),
            *figures.worth([each for each in FOUND if each.cell.players in players]),
        ]  # fmt: skip
    for each, axis in zip(
        drawn,
        ("games still going (%)", "games (%)", "terror (level)", "doom (level)", "Mythos cards gained"),
        strict=True,
    ):
        assert axis in each.svg and each.caption


def test_a_page_of_one_cell(tmp_path):
    """The whole of it: answer, pictures, numbers, the command that repeats it."""
    run = plan(ancient_one="yig", players="2", policy="idle", games=50, seed=0, sealed="woods")
    path = tmp_path / "page.html"
    write_page(run, [tally(2, {(9, GATES): 50})], [worth(2, "closed", 0.5), worth(2, "sealed", 2.0)], How(), path)
    page = path.read_text()
    assert "9.0 Mythos cards on average with 2" in page
    assert page.count("<figure>") == 6  # survival, ends, terror, doom, one more gate, locations
    assert "Sealed from the start: Woods." in page
    assert (
        "omens arkham --ancient-one yig --players 2 --policy idle --games 50 --seed 0 --texts on --sealed Woods" in page
    )


def test_five_seals_leave_no_sixth_to_draw(tmp_path):
    run = plan(
        ancient_one="yig", players="2", policy="idle", games=50, seed=0,
        sealed="woods,graveyard,black cave,unvisited isle,the unnamable",
    )  # fmt: skip
    path = tmp_path / "page.html"
    write_page(run, [tally(2, {(9, GATES): 50})], [worth(2, "closed", 0.5), worth(2, "sealed", 2.0)], How(), path)
    assert path.read_text().count("<figure>") == 5
