"""The answer in words, computed from the numbers of a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.cells import Grid, listed, named, named_with_ties, players_of, shown
from sim.scenario import NO_SEASON, TITLES
from sim.stats.completions import Estimate, difference, independent_difference, mean_rate
from sim.tally import Tally


def answer(grid: Grid) -> list[str]:
    """Sentences about a grid of one policy: season, Ancient Ones, players, the range of all cells, the ship.

    A dimension with one value has no sentence.
    """
    sentences = [_season(grid), _ancient_ones(grid), _players(grid), _range(grid), _ship(grid)]
    return [sentence for sentence in sentences if sentence]


def _ship(grid: Grid) -> str:
    """What becomes of the ship and of the amulet (R-4.4, R-7, R-8); empty where no game has them."""
    cells = grid.where(mode="rlyeh").tallies
    if not cells:
        return ""
    games = sum(tally.n_games for tally in cells)
    sunk, stage_two, tokens = (
        sum(tally.total(name) for tally in cells) / games for name in ("sunk", "stage_two", "amulet")
    )
    return (
        f"The Ultima Thule sinks in {100 * sunk:.0f} % of games and Stage II begins in {100 * stage_two:.0f} %; the "
        f"group ends with {tokens:.1f} tokens of the amulet on the mean."
    )


def modes(grid: Grid) -> str:
    """Which mode of a grid of one policy is the hardest and by how much, each with its cells counting the same.

    Over the numbers of players that each mode played.  Empty for one mode, or where no number is shared.
    """
    played = grid.values("mode")
    common = set.intersection(*({t.cell.players for t in grid.where(mode=mode).tallies} for mode in played))
    cells = {mode: [t for t in grid.where(mode=mode).tallies if t.cell.players in common] for mode in played}
    if len(played) < 2 or not common:
        return ""
    rates = {mode: mean_rate(group) for mode, group in cells.items()}
    hard, easy = sorted(rates, key=lambda mode: rates[mode].value)[:2]
    gap = independent_difference(rates[easy], rates[hard])
    digits = decimals(gap)
    policy = grid.values("policy")[0]
    start = f"{_capital(TITLES[hard])} is harder than {TITLES[easy]}: "
    if not _shows(gap):
        start = "These games do not show which mode is harder: "
    return (
        f"{start}the policy {policy} wins {_points(gap, digits)} less in {TITLES[hard]} "
        f"({intervals(gap, digits)}){_how_sure(gap, 'pairs of completions')}. {_rates(cells, 'in')}."
    )


def _capital(words: str) -> str:
    """The words at the beginning of a sentence."""
    return words[0].upper() + words[1:]


def by_policy(grid: Grid) -> str:
    """How the policies compare over the cells that all of them played; empty for one policy."""
    cells = grid.matched("policy")
    if len(cells) < 2:
        return ""
    best, second = sorted(cells, key=lambda name: -mean_rate(cells[name]).value)[:2]
    gap = difference(cells[best], cells[second])
    digits = decimals(gap)
    start = "The" if _shows(gap) else "These games do not show which policy is the best: the"
    return (
        f"{start} policy {best} wins {_points(gap, digits)} more than {second} "
        f"({intervals(gap, digits)}){_how_sure(gap)}. {_rates(cells, 'by')}."
    )


#: One strategy, with dice played by rule of thumb and by exact chances.
_SAME_STRATEGY = ("greedy", "exact")


def worth_of_dice(grid: Grid) -> str:
    """What the best dice play adds to the same strategy, and how much of it the tables covered; empty without both."""
    cells = grid.matched("policy")
    if not cells.keys() >= set(_SAME_STRATEGY):
        return ""
    plain, best = (cells[name] for name in _SAME_STRATEGY)
    gap = difference(best, plain)
    digits = decimals(gap)
    covered = sum(tally.total("by_table") for tally in best)
    asked = covered + sum(tally.total("beyond_tables") for tally in best)
    verb, sign = ("adds", 1) if gap.value > 0 else ("costs", -1)
    start = "The best dice play" if _shows(gap) else "These games do not show what the best dice play is worth: it"
    return (
        f"{start} {verb} {_points(gap, digits)} to the same strategy, games and dice paired "
        f"({intervals(gap, digits, sign)}){_how_sure(gap)}. Exact chances covered "
        f"{100 * covered / max(asked, 1):.0f} % of its choices of dice; in the others it played by rule of thumb."
    )


def scope(grid: Grid) -> str:
    """What was played, in one line."""
    games = [tally.n_games for tally in grid.tallies]
    each = f"{games[0]:,}" if min(games) == max(games) else f"{min(games):,} to {max(games):,}"
    cells = "1 cell" if len(games) == 1 else f"{len(games)} cells"
    numbers = grid.values("players")
    players = players_of(numbers[0]) if len(numbers) == 1 else f"{_run_of(numbers)} players"
    policies = grid.values("policy")
    parts = (
        listed([shown(mode) for mode in grid.values("mode")]),
        listed([shown(name) for name in grid.values("ancient_one")]),
        listed([shown(season) for season in grid.values("season") if season != NO_SEASON]),
        players,
        f"{'policy' if len(policies) == 1 else 'policies'} {listed(policies)}",
        f"{each} games in {'it' if len(games) == 1 else 'each'}",
    )
    return f"Played: {cells} ({'; '.join(filter(None, parts[:-1]))}), {parts[-1]}."


def percent(estimate: Estimate) -> str:
    """``12 % (95 % interval 11 to 13 from games; 8 to 17 with unknown facts)``."""
    digits = decimals(estimate)
    return f"{100 * estimate.value:.{digits}f} % ({intervals(estimate, digits)})"


def intervals(estimate: Estimate, digits: int, sign: int = 1) -> str:
    """Both intervals of `sign` times an estimate, in percent or points; one where they are the same."""
    low, high = sorted(100 * sign * limit for limit in (estimate.low, estimate.high))
    text = f"95 % interval {_between(low, high, digits)} from games"
    if len(estimate.per_completion) > 1:
        low, high = sorted(100 * sign * limit for limit in (estimate.total_low, estimate.total_high))
        text += f"; {_between(low, high, digits)} with unknown facts"
    return text


def decimals(estimate: Estimate) -> int:
    """Decimals of a percentage that its interval from games leaves a meaning: 0 to 2."""
    width = 100 * (estimate.high - estimate.low)
    return 0 if width >= 1 else 1 if width >= 0.1 else 2


def _points(gap: Estimate, digits: int) -> str:
    """The size of a difference, in percentage points."""
    text = f"{abs(100 * gap.value):.{digits}f}"
    return f"{text} point" if text == "1" else f"{text} points"


def _between(low: float, high: float, digits: int) -> str:
    return f"{_signed(low, digits)} to {_signed(high, digits)}"


def _run_of(numbers: Sequence[int]) -> str:
    """``1 to 8`` where none is left out, else a list."""
    whole = len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{numbers[0]} to {numbers[-1]}" if whole else listed(numbers)


def _signed(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return text.replace("-", "" if float(text) == 0 else "−")


def _shows(estimate: Estimate) -> bool:
    """Whether the games show on which side of zero a difference lies."""
    return not estimate.low <= 0 <= estimate.high


def _how_sure(estimate: Estimate, what: str = "completions") -> str:
    """In how many completions, or pairs of them, a difference is found, and what the unknown facts leave open."""
    completions = len(estimate.per_completion)
    if completions == 1 or estimate.value == 0:
        return ""
    doubt = "; the unknown facts leave it in doubt" if estimate.total_low <= 0 <= estimate.total_high else ""
    return f", in {estimate.agreeing} of {completions} {what}{doubt if _shows(estimate) else ''}"


def _season(grid: Grid) -> str:
    cells = grid.matched("season")
    if len(cells) != 2:
        return ""
    easy, hard = sorted(cells, key=lambda season: season == "winter")
    gap = difference(cells[hard], cells[easy])
    verb, sign = ("adds", 1) if gap.value > 0 else ("costs", -1)
    start = "" if _shows(gap) else f"These games do not show whether {shown(hard)} is harder: "
    digits = decimals(gap)
    return (
        f"{start}{shown(hard)} {verb} {_points(gap, digits)} ({intervals(gap, digits, sign)})"
        f"{_how_sure(gap)}. {_rates(cells, 'in')}."
    )


def _ancient_ones(grid: Grid) -> str:
    cells = grid.matched("ancient_one")
    if len(cells) < 2:
        return ""
    worst, second = sorted(cells, key=lambda name: mean_rate(cells[name]).value)[:2]
    gap = difference(cells[second], cells[worst])
    start = f"{shown(worst)} is the worst Ancient One, "
    if not _shows(gap):
        start = f"These games do not show which Ancient One is the worst: {shown(worst)} is "
    digits = decimals(gap)
    return (
        f"{start}{_points(gap, digits)} below {shown(second)} "
        f"({intervals(gap, digits)}){_how_sure(gap)}. {_rates(cells, 'against')}."
    )


def _players(grid: Grid) -> str:
    cells = grid.matched("players")
    if len(cells) < 2:
        return ""
    fewest, most = min(cells), max(cells)
    gap = difference(cells[most], cells[fewest])
    start = "More players help" if gap.value > 0 else "More players do not help"
    if not _shows(gap):
        start = "These games do not show whether more players help"
    more, sign = ("more", 1) if gap.value > 0 else ("fewer", -1)
    digits = decimals(gap)
    return (
        f"{start}: {most} players win {_points(gap, digits)} {more} than {fewest} "
        f"({intervals(gap, digits, sign)}){_how_sure(gap)}. {_rates(cells, 'with')}."
    )


def _range(grid: Grid) -> str:
    rates = [(mean_rate([tally]), tally) for tally in grid.tallies]
    (hardest, hard), (easiest, easy) = (pick(rates, key=lambda pair: pair[0].value) for pick in (min, max))
    policy = hard.cell.policy
    if len(rates) == 1:
        return f"The policy {policy} wins {percent(hardest)} against {named(hard.cell)}."
    if hardest.value == easiest.value:
        return f"In each of the {len(rates)} cells the policy {policy} wins {percent(hardest)}."
    return (
        f"Of the {len(rates)} cells the hardest is {named_with_ties(hard, grid.tallies)}: "
        f"the policy {policy} wins {percent(hardest)}; "
        f"the easiest is {named_with_ties(easy, grid.tallies)}: {percent(easiest)}."
    )


def _rates(cells: Mapping[Any, Sequence[Tally]], preposition: str) -> str:
    """The win rate of each group of cells."""
    rates = {value: mean_rate(group) for value, group in cells.items()}
    digits = max(decimals(rate) for rate in rates.values())
    # policies keep the spelling of their options, modes have an article
    name = str if preposition == "by" else lambda value: TITLES.get(value, shown(value))
    texts = [f"{100 * rate.value:.{digits}f} % {preposition} {name(value)}" for value, rate in rates.items()]
    return f"Games won: {listed(texts)}"
