"""Policies of the clock act as their rates say, and never more."""

import numpy as np
import pytest

from policies.arkham import load, names
from sim.arkham.play import new_records, play, row_dtype
from sim.arkham.rules import log
from sim.arkham.scenario import Scenario
from sim.arkham.state import LOG_EVENTS
from sim.arkham.town import build_town
from sim.errors import OmensError


def played(policy: str, games: int = 2000, **scenario) -> np.ndarray:
    rows = np.zeros(games, row_dtype)
    play(build_town(Scenario(**scenario)), load(policy), 3, range(games), rows)
    return rows


def events_of(policy: str, game: int, **scenario) -> list[str]:
    records = new_records()
    records.log["on"] = 1
    rows = np.zeros(1, row_dtype)
    play(build_town(Scenario(**scenario)), load(policy), 3, range(game, game + 1), rows, records=records)
    kept = records.log[0]
    assert kept["n"] < LOG_EVENTS
    return [log.EVENTS[code] for code in kept["events"]["code"][: kept["n"]]]


def test_idle_does_nothing():
    rows = played("idle", players=4)
    assert not rows["closed"].any() and not rows["seals"].any() and not rows["beaten"].any()
    assert set(events_of("idle", 0, players=4)).isdisjoint(
        {"BEATEN", "CLUES_TAKEN", "GATE_CLOSED", "FOUND", "RETURNED"}
    )


@pytest.mark.parametrize(
    ("policy", "does"),
    [
        ("close", {"closed"}),
        ("seal", {"closed", "seals"}),
        ("fight", {"beaten"}),
        ("steady", {"closed", "seals", "beaten"}),
    ],
)
def test_each_does_what_its_name_says(policy, does):
    rows = played(policy, players=4)
    assert {name for name in ("closed", "seals", "beaten") if rows[name].any()} == does


def test_a_rate_is_met_on_average():
    """Half a monster a turn, where there is always one: idle gates feed more than that.

    Turns are one fewer than cards without the Great Ritual; 3 standard errors of a coin a turn.
    """
    rows = played("fight", players=8, texts=False, rates={"beaten": (0.5,) * 8})
    turns = int((rows["cards"] - 1).sum())
    assert abs(rows["beaten"].sum() / turns - 0.5) < 3 * 0.5 / np.sqrt(turns)


def test_a_whole_rate_is_met_every_turn():
    """One a turn exactly, as even as can be: a monster stands there after the first card (H-3.3)."""
    rows = played("fight", players=8, texts=False, rates={"beaten": (1.0,) * 8})
    assert (rows["beaten"] == rows["cards"] - 1).all()


def test_rates_of_nothing_are_idle():
    nothing = dict.fromkeys(("closings", "clues", "beaten", "elder_signs", "spells", "allies", "rumors"), (0.0,))
    for policy in ("steady", "seal"):
        assert np.array_equal(played(policy, players=3, rates=nothing), played("idle", players=3, rates=nothing))


def test_a_gate_is_closed_in_its_third_turn_at_the_earliest():
    """H-6.2 needs an explored marker: the way in, and two areas.  Hunters of gates close none in turns 1 and 2."""
    rates = {"closings": (8.0,)}
    for game in range(50):
        events = events_of("close", game, players=1, rates=rates)
        turns = [i for i, name in enumerate(events) if name == "TURN"]
        before_third = events[: turns[2]] if len(turns) > 2 else events
        assert "GATE_CLOSED" not in before_third
        assert len(turns) <= 2 or "GATE_CLOSED" in events[turns[2] :]


def test_yigs_cultists_are_left_alone_while_there_is_another():
    """H-8.3: each Cultist beaten is a doom, so a policy that fights takes another monster first."""
    yig = played("fight", players=4, texts=False, ancient_one="yig", rates={"beaten": (0.3,)})
    plain = played("fight", players=4, texts=False, ancient_one="cthulhu", rates={"beaten": (0.3,)})
    assert yig["doom"].mean() < plain["doom"].mean() + 1


def test_an_answer_out_of_range_is_told(tmp_path):
    from policies.arkham import policy

    @policy
    def wrong(game, town, choice):
        return choice.n

    with pytest.raises(
        OmensError, match=r"policy wrong: answered \d+ to \w+, where 0 to \d+ would be right, in game 0"
    ):
        play(build_town(Scenario()), wrong, 0, range(5), np.zeros(5, row_dtype), name="wrong")


def test_names_are_those_that_can_be_loaded():
    assert all(load(name) for name in names())
