"""The row of a game and the sums of many rows."""

import numpy as np
import pytest
from made_up import rows_of

from sim.rules.state import (
    AWAKENING_LOST,
    BATTLE_LOST,
    BATTLE_WON,
    CAPPED,
    ENOUGH_SIGNS,
    LOSS,
    MAX_NIGHTS,
    TURN_LIMIT,
    WIN,
    deck_dtype,
    game_dtype,
)
from sim.tally import BLOCKS, COUNTERS, LEVELS, SUMMED, Cell, Tally, fill_row, flat_columns, row_dtype

CELL = Cell("alaska", "Ithaqua", "winter", 2, "greedy")


def new_rows(n: int) -> np.ndarray:
    rows = np.zeros(n, row_dtype)
    for name in COUNTERS:
        rows[f"night_{name}"] = -1
    return rows


def same(first: Tally, second: Tally) -> bool:
    arrays = ("games", "wins", "endings", "sums", "nights")
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in arrays) and (
        (first.battles, first.battle_wins) == (second.battles, second.battle_wins)
    )


NO_DECK = np.zeros(1, deck_dtype)[0]


def filled(**fields) -> np.void:
    game = np.zeros(1, game_dtype)
    for name, value in fields.items():
        game[0][name] = value
    row = new_rows(1)
    fill_row(game[0], NO_DECK, row[0])
    return row[0]


def test_row_takes_counters_from_the_record():
    row = filled(outcome=LOSS, cause=BATTLE_LOST, turn=31, nights=7, doom=12, signs=9, supplies=3, devoured=2)
    assert (row["outcome"], row["cause"], row["turns"], row["midnights"]) == (LOSS, BATTLE_LOST, 31, 7)
    assert (row["doom"], row["signs"], row["supplies"], row["devoured"]) == (12, 9, 3, 2)


def test_row_counts_storms_on_cards_in_play():
    game = np.zeros(1, game_dtype)
    game["n_slots"] = 3
    game["slots"]["storms"][0, :4] = (4, 0, 3, 2)  # the fourth slot was never used
    row = new_rows(1)
    fill_row(game[0], NO_DECK, row[0])
    assert row[0]["storms"] == 7


def test_row_holds_minus_one_after_the_last_midnight():
    game = np.zeros(1, game_dtype)
    game["nights"] = 2
    game["night"]["doom"][0, :2] = (1, 3)
    row = new_rows(1)
    fill_row(game[0], NO_DECK, row[0])
    assert list(row[0]["night_doom"]) == [1, 3] + [-1] * (MAX_NIGHTS - 2)
    assert list(row[0]["night_storms"]) == [0, 0] + [-1] * (MAX_NIGHTS - 2)


@pytest.mark.parametrize(
    ("flag", "outcome", "cause", "awakened"),
    [
        (0, WIN, ENOUGH_SIGNS, 0),
        (1, WIN, ENOUGH_SIGNS, 0),  # C-15.5: last sign and last doom in one batch
        (1, LOSS, AWAKENING_LOST, 1),  # Ithaqua with fewer than 8 signs
        (2, LOSS, BATTLE_LOST, 1),
        (2, WIN, BATTLE_WON, 1),
    ],
)
def test_row_says_whether_the_ancient_one_awoke(flag, outcome, cause, awakened):
    assert filled(awakened=flag, outcome=outcome, cause=cause)["awakened"] == awakened


def test_flat_columns_hold_every_value_once():
    rows = rows_of(CELL, 10, 3, 1)
    columns = flat_columns(rows)
    assert all(values.shape == (10,) for values in columns.values())
    assert np.array_equal(columns["night_signs_3"], rows["night_signs"][:, 2])
    assert len(columns) == len(row_dtype.names) + len(COUNTERS) * (MAX_NIGHTS - 1)


def test_tally_counts_wins_by_completion_and_block():
    rows = new_rows(3)
    rows["game"] = (4, 4 + 5 * BLOCKS, 13)  # of 5 completions: blocks 0, 0 (once round) and 2
    rows["completion"] = (4, 4, 3)
    rows["outcome"] = (WIN, LOSS, WIN)
    tally = Tally(CELL, 5)
    tally.add(rows)
    assert (tally.n_games, tally.n_wins) == (3, 2)
    assert (tally.games[4, 0], tally.wins[4, 0]) == (2, 1)
    assert (tally.games[3, 2], tally.wins[3, 2]) == (1, 1)


def test_tally_counts_causes_of_games_not_won():
    rows = new_rows(4)
    rows["outcome"] = (WIN, LOSS, LOSS, CAPPED)
    rows["cause"] = (ENOUGH_SIGNS, BATTLE_LOST, BATTLE_LOST, TURN_LIMIT)
    tally = Tally(CELL, 1)
    tally.add(rows)
    assert tally.by_cause()[[ENOUGH_SIGNS, BATTLE_LOST, TURN_LIMIT]].tolist() == [0, 2, 1]
    assert tally.by_cause().sum() == 3


def test_battles_are_those_fought():
    rows = new_rows(4)
    rows["outcome"] = (WIN, LOSS, LOSS, WIN)
    rows["cause"] = (BATTLE_WON, BATTLE_LOST, AWAKENING_LOST, ENOUGH_SIGNS)
    rows["awakened"] = (1, 1, 1, 0)
    tally = Tally(CELL, 1)
    tally.add(rows)
    assert (tally.battles, tally.battle_wins) == (2, 1)
    assert tally.mean("awakened") == 0.75


def test_histograms_hold_reached_nights_only_and_clip_large_values():
    rows = new_rows(2)
    rows["night_supplies"][0, :2] = (15, 3)
    rows["night_supplies"][1, :1] = LEVELS + 20
    tally = Tally(CELL, 1)
    tally.add(rows)
    supplies = tally.nights[COUNTERS.index("supplies")]
    assert supplies[0, 15] == 1 and supplies[0, LEVELS - 1] == 1 and supplies[1, 3] == 1
    assert supplies.sum() == 3


def test_sums_do_not_overflow_a_row_column():
    rows = new_rows(1000)
    rows["dice_rolled"] = 2**31 - 1
    tally = Tally(CELL, 1)
    for _ in range(3):
        tally.add(rows)
    assert tally.sums[SUMMED.index("dice_rolled")] == 3000 * (2**31 - 1)


def test_merge_is_independent_of_order_and_cuts():
    rows = rows_of(CELL, 997, 7, 3)
    whole = Tally(CELL, 7)
    whole.add(rows)
    rng = np.random.default_rng(5)
    cuts = np.sort(rng.choice(997, 9, replace=False))
    parts = np.split(rows, cuts)
    merged = Tally(CELL, 7)
    for i in rng.permutation(len(parts)):
        part = Tally(CELL, 7)
        part.add(rng.permutation(parts[i]))
        merged.merge(part)
    assert same(whole, merged)


def test_merge_refuses_another_cell():
    with pytest.raises(ValueError, match="different cells"):
        Tally(CELL, 7).merge(Tally(CELL, 8))


def test_memory_is_the_same_for_any_number_of_games():
    few, many = Tally(CELL, 20), Tally(CELL, 20)
    few.add(rows_of(CELL, 1, 20, 1))
    many.add(rows_of(CELL, 5000, 20, 1))
    size = lambda tally: sum(array.nbytes for array in vars(tally).values() if isinstance(array, np.ndarray))
    assert size(few) == size(many)
