"""The laboratory in a notebook: the commands as functions that give data frames.

``import sim`` hands these on as ``sim.run``, ``sim.compare`` and ``sim.exact.cards``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

_DEFAULTS: dict[str, Any] = {
    "mode": "alaska",
    "ancient_one": "all",
    "season": "all",
    "players": "1,2,4,8",
    "policy": "greedy",
    "games": 1_000,
    "completions": 20,
    "seed": 0,
    "rulings": (),
    "settings": (),
    "cards": None,
}


def _options(given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `sim.grid.plan`, words for numbers and lists; TypeError for one that is unknown."""
    if unknown := given.keys() - _DEFAULTS.keys():
        raise TypeError(f"unknown: {', '.join(sorted(unknown))}; {', '.join(_DEFAULTS)} would be right")
    chosen = _DEFAULTS | given
    for name in ("mode", "ancient_one", "season", "players", "policy"):
        value = chosen[name]
        chosen[name] = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return chosen


def run(*, jobs: int = 1, **options: Any) -> pd.DataFrame:
    """Play a grid of cells; a row a cell, columns as in ``omens run --format json``.

    `options` are those of ``omens run``: mode, ancient_one, season, players, policy, games (per cell),
    completions, seed, rulings (``NAME=VALUE``), settings (``NAME=VALUE``), cards.  Rates are
    probabilities with 95 % limits.  Raises OmensError for a mistake in one of them.

    >>> import sim
    >>> table = sim.run(ancient_one="rhan-tegoth", season="winter", players=[1, 4], policy="random", games=20)
    >>> list(table["players"]), list(table["games"])
    ([1, 4], [20, 20])
    """
    from reports.tables import summary
    from sim.batch import prepare
    from sim.grid import plan
    from sim.runs.collect import collect
    from sim.spread import How

    planned = plan(**_options(options), several_modes=True)
    prepare(planned, jobs, lambda n: lambda done: None)
    return summary(collect(planned, How(jobs)).tallies)


def compare(
    a: str,
    b: str | Sequence[str],
    *,
    until: float | None = None,
    sprt: tuple[float, float] | None = None,
    jobs: int = 1,
    **options: Any,
) -> pd.DataFrame:
    """Compare variants with a base on the same games; for each a row of all cells, then one a cell.

    `a` and `b` are words such as ``"policy=greedy winter.day6=7"`` (sim/lab/variants.py); `until` is a half
    width and `sprt` two differences, as probabilities; columns as in ``omens compare --format json``.

    >>> import sim
    >>> table = sim.compare("policy=random", "policy=random", ancient_one="ithaqua", players=1, games=20)
    >>> int(table["games"][0]), float(table["difference"][0])
    (40, 0.0)
    """
    import pandas as pd

    from sim.batch import prepare
    from sim.lab.comparison import StopRule, records
    from sim.lab.comparison import compare as play
    from sim.lab.variants import check_pairs, variant
    from sim.spread import How

    shared = _options(options)
    names = [a, *([b] if isinstance(b, str) else b)]
    runs = [variant(shared, words) for words in names]
    check_pairs([f"variant '{name}'" for name in names], runs)
    for planned in runs:
        prepare(planned, jobs, lambda n: lambda done: None)
    null, alternative = sprt or (None, None)
    found = records(play(names, runs, How(jobs), StopRule(until, null, alternative)))
    lines = []
    for each in found:
        strata = each.pop("strata")
        lines += [each, *({"a": each["a"], "b": each["b"]} | stratum for stratum in strata)]
    return pd.DataFrame(lines)
