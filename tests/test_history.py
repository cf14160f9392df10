"""The history of the cards, and options that may not be taken."""

from __future__ import annotations

import numpy as np
import pytest

import policies
from sim.batch import deck_of, play_chunk
from sim.errors import OmensError
from sim.forbidding import OPTIONS
from sim.lab.history import histories
from sim.lab.variants import variant
from sim.play import new_records, play
from sim.replay.moments import Replay
from sim.rules import log
from sim.rules.choices import CAMP, MYTHOS_OPTION
from sim.spread import Chunk
from sim.tally import row_dtype

SHARED = {
    "mode": "alaska",
    "ancient_one": "rhan-tegoth",
    "season": "winter",
    "players": "2",
    "policy": "greedy",
    "games": 60,
    "completions": 3,
    "seed": 11,
}
GAMES = Chunk(0, range(60))


def test_a_history_changes_no_game():
    run = variant(SHARED, "")
    rows = play_chunk(run, GAMES)
    for row, (mine, lines) in zip(rows, histories(run, GAMES), strict=True):
        assert row == mine
        assert len(lines)


def test_rows_that_are_kept_stay_those_of_their_games():
    run = variant(SHARED, "")
    kept = [row for row, _ in histories(run, GAMES)]
    assert [row["game"] for row in kept] == list(GAMES.games)


def test_a_history_is_what_the_replay_tells():
    """Every event of a card, in order, and as many purchases as the row of the game counts."""
    run = variant(SHARED, "")
    for number in (0, 7, 31):
        row, lines = next(histories(run, Chunk(0, range(number, number + 1))))
        told = [
            (int(moment.event["code"]), int(moment.event["a"]), int(moment.event["b"]), int(moment.after["day"]))
            for moment in Replay(run, run.cells[0], number)
            if moment.event["code"] in set(lines["code"].tolist()) - {log.ASKED}
        ]
        mine = lines[lines["code"] != log.ASKED]
        assert told == [tuple(map(int, line)) for line in mine[["code", "a", "b", "day"]]]
        camp = lines[(lines["code"] == log.ASKED) & (lines["a"] == CAMP)]
        assert ((camp["d"] == 1) & (camp["b"] > 0)).sum() == row["purchases"]


def test_each_question_of_the_history_is_answered_once():
    run = variant(SHARED, "")
    for _, lines in histories(run, Chunk(0, range(5))):
        mythos = lines[(lines["code"] == log.ASKED) & (lines["a"] == MYTHOS_OPTION)]
        assert mythos["d"].sum() == (mythos["b"] == 0).sum()  # the top one is always among them


def test_a_forbidden_purchase_is_never_made():
    """D-A10: without any purchase allowed nobody buys; with one forbidden nobody takes that one."""
    everything = " ".join(f"choices.forbid={name}" for name in OPTIONS if name.startswith("camp."))
    assert play_chunk(variant(SHARED, everything), GAMES)["purchases"].sum() == 0
    for name in ("camp.common", "camp.clue"):
        run = variant(SHARED, f"choices.forbid={name}")
        _, a, b = OPTIONS[name]
        lines = np.concatenate([lines for _, lines in histories(run, GAMES)])
        asked = lines[(lines["code"] == log.ASKED) & (lines["a"] == CAMP)]
        assert ((asked["b"] > 0) & (asked["d"] == 1)).any()
        assert not ((asked["b"] == a) & (asked["c"] == b)).any()


def test_a_forbidden_option_is_taken_where_there_is_no_other():
    """A-9.2: the top option stays where the bottom one cannot be carried out."""
    run = variant(SHARED, "choices.forbid=mythos.top")
    chosen = np.concatenate([lines[lines["code"] == log.MYTHOS_DRAWN]["b"] for _, lines in histories(run, GAMES)])
    free = np.concatenate(
        [lines[lines["code"] == log.MYTHOS_DRAWN]["b"] for _, lines in histories(variant(SHARED, ""), GAMES)]
    )
    assert 0 < (chosen == 0).mean() < (free == 0).mean()


def test_an_option_of_one_card_is_forbidden_for_that_card_alone():
    run = variant(SHARED, "")
    lines = np.concatenate([lines for _, lines in histories(run, GAMES)])
    drawn = lines[lines["code"] == log.MYTHOS_DRAWN]
    card = int(drawn["a"][drawn["b"] == 1][0])
    deck = deck_of(run, run.cells[0], 0).copy()
    deck["n_forbidden"] = 1
    deck["forbidden"][0, 0] = (MYTHOS_OPTION, 1, -1, card)
    rows = np.zeros(20, row_dtype)
    records = new_records()
    records.log["first"], records.log["history"] = 0, 1
    play(deck, policies.load("greedy"), 11, range(20), rows, records=records)
    mine = records.log[0]["lines"][: records.log[0]["n_lines"]]
    mythos = mine[mine["code"] == log.MYTHOS_DRAWN]
    assert not ((mythos["a"] == card) & (mythos["b"] == 1)).any()
    assert (mythos["b"] == 1).any()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("choices.forbid=camp.aly", "choices.forbid 'camp.aly': unknown; did you mean camp.ally?"),
        ("choices.forbid='camp.ally of Avalanche'", "a purchase belongs to no card; 'camp.ally' would be right"),
        ("choices.forbid='split.1 of Avalanch'", "choices.forbid 'split.1' of 'Avalanch': unknown; did you mean Aval"),
    ],
)
def test_a_wrong_name_is_told(words, message):
    with pytest.raises(OmensError) as error:
        variant(SHARED, words)
    assert message in str(error.value)


def test_dice_of_another_game():
    """The decks of a game with the dice of another: its own dice give its own row, others another game."""
    run = variant(SHARED, "")
    deck = deck_of(run, run.cells[0], 0)
    greedy = policies.load("greedy")

    def rows(dice: int) -> np.ndarray:
        found = np.zeros(1, row_dtype)
        play(deck, greedy, 11, range(4, 5), found, dice=dice)
        return found

    assert rows(4) == rows(-1)
    assert len({rows(dice).tobytes() for dice in range(20)}) > 15
