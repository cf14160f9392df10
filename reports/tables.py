"""The table of a run: a row a cell, as a data frame, as JSON records and as CSV."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Any

from sim.rules.state import ALL_DEVOURED, AWAKENING_LOST, BATTLE_LOST, TIME_RAN_OUT, TURN_LIMIT
from sim.scenario import NO_SEASON
from sim.stats.completions import win_rate
from sim.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

#: Names of the ways not to win; the last is a game that was stopped undecided (C-18.3).
LOSS_CAUSES = {
    TIME_RAN_OUT: "time_ran_out",
    BATTLE_LOST: "battle_lost",
    AWAKENING_LOST: "awakening_lost",
    ALL_DEVOURED: "all_devoured",
    TURN_LIMIT: "turn_limit",
}
COLUMNS = (
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
)


def records(tallies: Iterable[Tally]) -> list[dict[str, Any]]:
    """One dictionary a cell, with the keys of `COLUMNS` in order, of values that JSON knows.

    Rates are probabilities, intervals are 95 %: `ci_low` and `ci_high` from games only,
    `total_low` and `total_high` with unknown facts.  `loss_causes` counts games; `mean_days`
    counts the day a game ended in; Elder Signs and doom are those at the end; `battle_win_rate`
    is None where no final battle was fought.  Cells without games are left out.
    """
    return [_record(tally) for tally in tallies if tally.n_games]


def _record(tally: Tally) -> dict[str, Any]:
    rate = win_rate(tally)
    lost = tally.by_cause()
    return asdict(tally.cell) | {
        "games": tally.n_games,
        "wins": tally.n_wins,
        "win_rate": rate.value,
        "ci_low": rate.low,
        "ci_high": rate.high,
        "total_low": rate.total_low,
        "total_high": rate.total_high,
        "loss_causes": {name: int(lost[cause]) for cause, name in LOSS_CAUSES.items()},
        "mean_days": tally.mean("midnights") + 1,
        "mean_turns": tally.mean("turns"),
        "mean_elder_signs": tally.mean("signs"),
        "mean_doom": tally.mean("doom"),
        "devoured_per_game": tally.mean("devoured"),
        "awakened_rate": tally.mean("awakened"),
        "battle_win_rate": tally.battle_wins / tally.battles if tally.battles else None,
    }


def summary(tallies: Iterable[Tally]) -> pd.DataFrame:
    """A row a cell with games: the columns of `COLUMNS`, as `records` explains them."""
    import pandas as pd  # half a second that JSON does not need

    return pd.DataFrame(records(tallies), columns=list(COLUMNS))


def write_csv(tallies: Sequence[Tally], target: str | IO[str]) -> None:
    """Write `summary` as CSV; `loss_causes` is JSON text, an unfought battle or no season an empty cell.

    Where no cell has a season there is no column of them.
    """
    table = summary(tallies)
    without = table["season"] == NO_SEASON
    table = table.drop(columns="season") if without.all() else table.assign(season=table["season"].mask(without))
    table["loss_causes"] = table["loss_causes"].map(json.dumps)
    table.to_csv(target, index=False, lineterminator="\n")
