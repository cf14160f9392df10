"""Figures of win rates: by cell, by completion, by policy.

Each function takes a grid and gives the pictures that it has data for; `key` sets their ids
apart.  Captions are computed from the numbers.  Call them under `drawing.house_style`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from reports.cells import Grid, listed, named_with_ties, shown
from reports.drawing import INK, MODES, Picture, Style, canvas, legend_above, picture, season_style
from sim.scenario import TITLES
from sim.stats.completions import Estimate, mean_rate, win_rate

_BOTH = "Thick bars: 95 % interval from games; thin bars: with unknown facts."


def heat_maps(grid: Grid, key: str) -> list[Picture]:
    """Win rate by Ancient One, season and number of players: a map a policy, all in one scale of colours.

    None where a policy played a single cell.
    """
    top = max(0.1, *(100 * tally.n_wins / tally.n_games for tally in grid.tallies))
    parts = [grid.where(policy=policy) for policy in grid.values("policy")]
    return [_heat_map(part, top, f"{key}-{n}") for n, part in enumerate(parts) if len(part.tallies) > 1]


def _heat_map(grid: Grid, top: float, key: str) -> Picture:
    """Ancient Ones and seasons down, players across; `top` is the rate (%) at the end of the scale."""
    players = grid.values("players")
    rows = list(dict.fromkeys((tally.cell.ancient_one, tally.cell.season) for tally in grid.tallies))
    rates = np.full((len(rows), len(players)), np.nan)
    for tally in grid.tallies:
        at = rows.index((tally.cell.ancient_one, tally.cell.season)), players.index(tally.cell.players)
        rates[at] = 100 * tally.n_wins / tally.n_games
    figure, axes = canvas(1.4 + 0.4 * len(rows))
    mesh = axes.pcolormesh(np.ma.masked_invalid(rates), cmap="cividis", vmin=0, vmax=top, edgecolors="white", lw=1)
    for (row, column), rate in np.ndenumerate(rates):
        text = "–" if np.isnan(rate) else f"{rate:.{0 if top >= 10 else 1}f}"
        color = "white" if rate < 0.55 * top else INK
        axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=color)
    axes.set_xticks(np.arange(len(players)) + 0.5, [str(number) for number in players])
    axes.set_yticks(np.arange(len(rows)) + 0.5, [f"{shown(name)}\n{shown(season)}" for name, season in rows])
    axes.tick_params(length=0)
    axes.grid(False)
    axes.invert_yaxis()
    axes.set_xlabel("players")
    figure.colorbar(mesh, ax=axes, orientation="horizontal", label="games won (%)", aspect=30)
    low, high = (pick(grid.tallies, key=lambda tally: tally.n_wins / tally.n_games) for pick in (min, max))
    caption = (
        f"Games won (%) by the policy {low.cell.policy}; darker is harder. "
        f"Hardest: {named_with_ties(low, grid.tallies)}; easiest: {named_with_ties(high, grid.tallies)}."
    )
    return picture(figure, key, "Heat map of win rates", caption)


def modes(grid: Grid, key: str) -> list[Picture]:
    """Mean win rate of each mode by number of players, side by side; none for one mode."""
    played, places = grid.values("mode"), grid.values("players")
    if len(played) < 2:
        return []
    figure, axes = canvas(2.9)
    for i, mode in enumerate(played):
        cells = grid.where(mode=mode)
        numbers = cells.values("players")
        at = [places.index(number) + _shift(i, len(played)) for number in numbers]
        rates = [mean_rate(cells.where(players=number).tallies) for number in numbers]
        _intervals(axes, at, rates, MODES[mode], shown(mode))
    axes.set_xticks(range(len(places)), [str(place) for place in places])
    axes.set_xlim(-0.6, len(places) - 0.4)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("players")
    axes.set_ylabel("games won (%)")
    axes.grid(False, axis="x")
    legend_above(axes, 2)
    means = [f"{100 * mean_rate(grid.where(mode=mode).tallies).value:.1f} % in {TITLES[mode]}" for mode in played]
    caption = f"Games won, the mean over Ancient Ones and seasons: {listed(means)}. {_BOTH}"
    return [picture(figure, key, "Win rates of the modes with intervals", caption)]


def points(grid: Grid, key: str) -> list[Picture]:
    """Win rate with both intervals: by players for each Ancient One, or by Ancient One if one number plays."""
    top = max(win_rate(tally).total_high for tally in grid.tallies)
    if len(grid.values("players")) == 1:
        return [_panel(grid, "ancient_one", "By Ancient One", top, key)]
    return [
        _panel(grid.where(ancient_one=name), "players", shown(name), top, f"{key}-{number}")
        for number, name in enumerate(grid.values("ancient_one"))
    ]


def _panel(grid: Grid, dimension: str, title: str, top: float, key: str) -> Picture:
    """Win rates of `grid` along a dimension, a series a season."""
    places, seasons = grid.values(dimension), grid.values("season")
    figure, axes = canvas(2.7)
    for i, season in enumerate(seasons):
        cells = grid.where(season=season).tallies
        at = [places.index(getattr(tally.cell, dimension)) + _shift(i, len(seasons)) for tally in cells]
        _intervals(axes, at, [win_rate(tally) for tally in cells], season_style(season), shown(season))
    axes.set_xticks(range(len(places)), [shown(place) for place in places])
    axes.set_xlim(-0.6, len(places) - 0.4)
    axes.set_ylim(0, 105 * top)
    axes.set_ylabel("games won (%)")
    axes.set_xlabel("players" if dimension == "players" else "")
    axes.grid(False, axis="x")
    axes.set_title(title, loc="left")
    legend_above(axes)
    means = {season: mean_rate(grid.where(season=season).tallies).value for season in seasons}
    caption = f"{title}: {listed([f'{100 * mean:.1f} % won in {shown(season)}' for season, mean in means.items()])}"
    return picture(figure, key, "Win rates with intervals", f"{caption}, all points counting the same. {_BOTH}")


def by_completion(grid: Grid, key: str) -> list[Picture]:
    """Mean win rate in each completion, by season; none where completions cannot be told apart."""
    rates = {season: mean_rate(grid.where(season=season).tallies).per_completion for season in grid.values("season")}
    sizes = {len(values) for values in rates.values()}
    if len(sizes) > 1 or 1 in sizes:
        return []
    order = np.argsort(np.mean(list(rates.values()), axis=0))
    figure, axes = canvas(2.6)
    for season, values in rates.items():
        style = season_style(season)
        axes.plot(
            np.arange(len(order)), 100 * values[order], style.marker, color=style.colour, mfc=style.face, ms=5,
            label=shown(season), clip_on=False,
        )  # fmt: skip
    axes.set_xticks([])
    axes.set_xlabel(f"{len(order)} completions, hardest first")
    axes.set_ylabel("games won (%)")
    axes.set_ylim(bottom=0)
    legend_above(axes)
    spans = [f"{100 * v.min():.1f} to {100 * v.max():.1f} % of games in {shown(s)}" for s, v in rates.items()]
    caption = f"Win rate in each completion: {listed(spans)}. Part of the spread is dice."
    return [picture(figure, key, "Points", caption)]


def policies(grid: Grid, key: str) -> list[Picture]:
    """Mean win rate of each policy by season, over the cells that all policies played; none for one policy."""
    cells = grid.matched("policy")
    if len(cells) < 2:
        return []
    seasons = list(dict.fromkeys(tally.cell.season for tally in next(iter(cells.values()))))
    figure, axes = canvas(1.1 + 0.45 * len(cells))
    for i, season in enumerate(seasons):
        groups = [[tally for tally in group if tally.cell.season == season] for group in cells.values()]
        at = [place + _shift(i, len(seasons)) for place in range(len(groups))]
        rates = [mean_rate(group) for group in groups]
        _intervals(axes, at, rates, season_style(season), shown(season), across=True)
    axes.set_yticks(range(len(cells)), [policy.rpartition("/")[2] for policy in cells])
    axes.set_ylim(len(cells) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("games won (%)")
    axes.grid(False, axis="y")
    legend_above(axes)
    means = {policy: 100 * mean_rate(group).value for policy, group in cells.items()}
    order = sorted(means, key=means.__getitem__, reverse=True)
    caption = f"Games won over all cells: {listed([f'{policy} {means[policy]:.1f} %' for policy in order])}. {_BOTH}"
    return [picture(figure, key, "Win rate of each policy", caption)]


def _intervals(
    axes: Axes, at: Sequence[float], estimates: Sequence[Estimate], style: Style, label: str, across: bool = False
) -> None:
    """Points with both intervals, in percent; `across` lays them along the x axis."""

    def percent(name: str) -> list[float]:
        return [100 * getattr(estimate, name) for estimate in estimates]

    lines = axes.hlines if across else axes.vlines
    lines(at, percent("total_low"), percent("total_high"), color=style.colour, lw=1.1)
    lines(at, percent("low"), percent("high"), color=style.colour, lw=6.5, alpha=0.5)
    where = (percent("value"), at) if across else (at, percent("value"))
    axes.plot(*where, style.marker, color=style.colour, mfc=style.face, ms=4.5, label=label, zorder=3, clip_on=False)


def _shift(i: int, n: int) -> float:
    """Where series `i` of `n` stands beside its tick."""
    return 0.26 * (i - (n - 1) / 2)
