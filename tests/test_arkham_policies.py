"""Policies of the clock act as their rates say, and never more."""

from collections.abc import Callable

import numpy as np
import pytest
from arkham import Arkham, area

from policies.arkham import load, names
from sim.arkham.play import new_records, play, row_dtype
from sim.arkham.rates import RATES
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


# --- what policies answer ----------------------------------------------------------------------------
def acted(policy: str, prepare: Callable[[Arkham], object], **rates: float) -> Arkham:
    """A table after one turn of a policy whose rates are nought but for those given, for a group of two."""
    nothing = dict.fromkeys(RATES, (0.0,) * 8)
    table = Arkham(2, rates=nothing | {name: (rate,) * 8 for name, rate in rates.items()})
    prepare(table)
    table.policy = load(policy)
    table.investigators_turn()
    return table


def explored(table: Arkham, clues: int = 0, signs: int = 0) -> None:
    table.gate("Woods")
    table.gate("Graveyard")
    table.game["clues_held"], table.game["signs_held"] = clues, signs


def test_the_gate_named_most_is_closed_first():
    """H-11.2: Woods stand on 10 cards, the Graveyard on 6."""
    assert acted("close", explored, closings=1).gates() == {"Graveyard"}


def test_an_elder_sign_is_used_before_clues():
    """H-6.5: it costs no clue, and takes a doom."""
    game = acted("seal", lambda table: explored(table, 5, 1), closings=1, sealing=1).game
    assert (game["n_seals"], game["clues_held"], game["signs_held"]) == (1, 5, 0)


@pytest.mark.parametrize(("policy", "sealing", "seals"), [("seal", 1, 1), ("seal", 0, 0), ("close", 1, 0)])
def test_gates_are_sealed_as_the_rate_says(policy, sealing, seals):
    """H-6.4"""
    game = acted(policy, lambda table: explored(table, 5), closings=1, sealing=sealing).game
    assert (game["closed"], game["n_seals"], game["clues_held"]) == (1, seals, 5 - 5 * seals)


def test_clues_come_before_the_gate_that_they_seal():
    """D-H9: the fifth clue is gathered first."""
    game = acted("seal", lambda table: explored(table, 4), closings=1, sealing=1, clues=1).game
    assert (game["n_seals"], game["clues_held"]) == (1, 0)


def test_the_most_clues_are_gathered():
    def cave(table: Arkham) -> None:
        table.game["clues"][area("Black Cave")] = 3
        table.game["n_clues"] += 2

    table = acted("seal", cave, clues=1)
    assert (table.game["clues_held"], "Black Cave" in table.clues()) == (3, False)


def test_monsters_on_a_rumor_are_beaten_first():
    """H-11.5: the Terrible Experiment is passed when none is left."""

    def experiment(table: Arkham) -> None:
        table.in_play(rumor="The Terrible Experiment")
        table.put("Cultist", "Woods")
        table.put("Ghoul", "the rumor")

    table = acted("fight", experiment, beaten=1)
    assert (table.game["rumor"], table.places()) == (-1, {"the trophies": 1, "Woods": 1})


def test_good_work_undone_is_paid_for_at_once():
    """H-11.5, D-H6: six counters are six clues, though a rumor is seen to once a turn."""

    def undone(table: Arkham) -> None:
        table.in_play(rumor="Good Work Undone")
        table.game["counters"], table.game["clues_held"] = 6, 8

    for rate, left, rumor in ((1, 2, False), (0, 8, True)):
        game = acted("steady", undone, rumors=rate).game
        assert (game["clues_held"], game["rumor"] >= 0) == (left, rumor)


def test_monster_trophies_are_returned_before_gates():
    """H-12.1: gate trophies may win."""

    def trophies(table: Arkham) -> None:
        table.gate_trophies("Abyss")
        table.put("Ghoul", "the trophies")

    game = acted("steady", trophies, returned=1).game
    assert (game["n_trophies"], game["monster_trophies"]) == (1, 0)
