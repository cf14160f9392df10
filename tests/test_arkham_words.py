"""What the page of the clock says its numbers rest on."""

from __future__ import annotations

import pytest

from reports.arkham_words import answer, assumptions
from sim.arkham.run import Cell, plan
from sim.arkham.state import DOOM, GATES, VICTORY
from sim.arkham.tally import ClockTally
from sim.arkham.worth import Worth


def said(policy: str, *rates: str, players: str = "2,8") -> str:
    return " ".join(
        assumptions(plan(ancient_one="all", players=players, policy=policy, games=1, seed=0, rates=rates)),
    )


def test_nobody_acts_so_nothing_is_assumed():
    assert "assumed" not in said("idle") and "Pictures" not in said("idle")


@pytest.mark.parametrize("policies", ["steady", "idle,steady", "steady,idle"])
def test_rates_are_told_whichever_policy_comes_first(policies):
    """Rates for each investigator are 2 and 8 times as much for groups, rates of the group are not."""
    text = said(policies, "closings=0.25", "sealing=0.5")
    two, eight = text.split("with 2 players: ")[1].split("with 8 players: ")
    assert "closings 0.5, sealing 0.5" in two and "closings 2, sealing 0.5" in eight
    assert ("Pictures are of the policy" in text) == ("," in policies)
    if "," in policies:
        assert f"the policy {policies.split(',')[0]} alone" in text


def test_what_befalls_is_told_though_nobody_acts():
    assert "with 3 players: encounter gates 0.5." in said("idle", "encounter_gates=0.5", players="3")


def test_what_checks_at_gates_need():
    """H-6.2: without dice they all succeed, and that is said in words."""
    assert "checks at gates that fail 0" in said("steady")
    assert "lore 4, fight 0" in said("steady", "lore=4") and "that fail" not in said("steady", "lore=4")


def ended(players: int, **ends: int) -> ClockTally:
    """A cell whose games of ten cards ended so."""
    tally = ClockTally(Cell("yig", players, "steady"))
    for name, games in ends.items():
        tally.ends[{"doom": DOOM, "gates": GATES, "won": VICTORY}[name], 10] = games
    return tally


RUN = plan(ancient_one="yig", players="1,4,8", policy="steady", games=100, seed=0)


def test_victories_are_told_by_players():
    """One in a hundred alone, ninety with eight: their mean, 47 %, would be true of neither."""
    (said,) = answer(RUN, [ended(1, gates=99, won=1), ended(4, doom=50, won=50), ended(8, doom=10, won=90)], [])
    assert "win 1.0 % of the games with 1 player and 90.0 % of the games with 8 players" in said
    assert "47" not in said and "it ends because" not in said


def test_the_usual_end_is_told_with_few_victories():
    (said,) = answer(RUN, [ended(1, gates=98, won=2), ended(8, gates=100)], [])
    assert "too many gates are open in 99 % of the games, and the investigators win 2.0 %" in said
    (said,) = answer(RUN, [ended(1, gates=100), ended(8, doom=100)], [])
    assert "win" not in said


def test_a_span_says_what_it_spans():
    cells = [ended(1, gates=100), ended(8, gates=100)]
    found = [Worth(t.cell, what, 100, t.cell.players, 0, 0, 0, 0, 0) for t in cells for what in ("closed", "sealed")]
    assert (
        "closing one gate more is worth +1.0 to +8.0 Mythos cards and sealing it too +1.0 to +8.0, by players and "
        "Ancient One;" in answer(RUN, cells, found)[1]
    )
    assert answer(RUN, cells[:1], found[:2])[1].split(";")[0].endswith("sealing it too +1.0")
