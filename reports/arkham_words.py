"""What the page of the Arkham Horror clock says first, and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.arkham.rates import RATES, rate_of_group
from sim.arkham.run import ClockRun
from sim.arkham.state import CAUSES, MOST_CARDS, VICTORY
from sim.arkham.tally import ClockTally
from sim.arkham.worth import Worth

#: How a game ends, in words; the keys are those of the results.
ENDS = {
    "doom": "the doom track is full",
    "gates": "too many gates are open",
    "markers": "no gate marker is left",
    "cup": "the monster cup is empty",
    "terror10": "monsters overrun the town at terror 10",
    "victory": "the investigators win",
    "unfinished": f"it is left unfinished after {MOST_CARDS} Mythos cards",
}
_POLICIES = {
    "idle": "With nobody acting",
    "close": "With investigators who close gates and seal none",
    "seal": "With investigators who close and seal gates",
    "fight": "With investigators who only fight monsters",
    "steady": "With investigators who close, seal, fight and see to rumors",
    "random": "With investigators who act at random",
}


def answer(run: ClockRun, tallies: Sequence[ClockTally], found: Sequence[Worth]) -> list[str]:
    """The answer in a few sentences, policy by policy."""
    sentences = []
    for policy in dict.fromkeys(tally.cell.policy for tally in tallies):
        mine = [tally for tally in tallies if tally.cell.policy == policy]
        sentences.append(f"{_POLICIES[policy]}, {_lasting(mine)}; {_ending(mine)}.")
        sentences.append(_by_ancient_one(mine))
        sentences.append(_gate([each for each in found if each.cell.policy == policy], _wins(mine), run.extra_at))
    return [sentence for sentence in sentences if sentence]


def _lasting(tallies: Sequence[ClockTally]) -> str:
    """How many cards a game lasts, at the fewest and the most players, over all Ancient Ones."""
    counts = sorted({tally.cell.players for tally in tallies})
    means = {n: np.mean([tally.mean_cards()[0] for tally in tallies if tally.cell.players == n]) for n in counts}
    first, last = counts[0], counts[-1]
    said = f"a game lasts {means[first]:.1f} Mythos cards on average with {_players(first)}"
    return said + (f", {means[last]:.1f} with {_players(last)}" if last != first else "")


def _by_ancient_one(tallies: Sequence[ClockTally]) -> str:
    """Which Ancient One comes first and which last, each number of players alike, as far as tenths of a card differ."""
    ones = dict.fromkeys(tally.cell.ancient_one for tally in tallies)
    means = {one: np.mean([t.mean_cards()[0] for t in tallies if t.cell.ancient_one == one]) for one in ones}
    first, last = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
    if f"{means[first]:.1f}" == f"{means[last]:.1f}":
        return "" if len(means) == 1 else f"All Ancient Ones leave the town {means[first]:.1f} Mythos cards."
    return (
        f"{first.title()} leaves the town the fewest Mythos cards, {means[first]:.1f} over all numbers of players, "
        f"{last.title()} the most, {means[last]:.1f}."
    )


def _players(number: int) -> str:
    return f"{number} player{'s' if number > 1 else ''}"


def _ending(tallies: Sequence[ClockTally]) -> str:
    """What ends most games, and how many are won at the fewest and the most players: that differs widely."""
    counts = sorted({tally.cell.players for tally in tallies})
    shares = {n: _shares([tally for tally in tallies if tally.cell.players == n]) for n in counts}
    every = _shares(tallies)
    most = int(np.argmax(every))
    said = []
    if most != VICTORY:
        said.append(f"it ends because {ENDS[CAUSES[most]]} in {100 * every[most]:.0f} % of the games")
    if most == VICTORY or every[VICTORY] >= 0.0005:
        ends = dict.fromkeys((counts[0], counts[-1]))
        won = (f"{100 * shares[n][VICTORY]:.1f} % of the games with {_players(n)}" for n in ends)
        said.append("the investigators win " + " and ".join(won))
    return ", and ".join(said)


def _shares(tallies: Sequence[ClockTally]) -> np.ndarray:
    """Shares of games by cause, each cell alike."""
    return np.mean([tally.ends.sum(axis=1) / tally.games for tally in tallies], axis=0)


def _wins(tallies: Sequence[ClockTally]) -> bool:
    """Are enough games won that the worth of a gate is told in victories?"""
    return sum(tally.wins for tally in tallies) > 0.02 * sum(tally.games for tally in tallies)


def _gate(found: Sequence[Worth], wins: bool, at: int) -> str:
    """What one more gate closed, or closed and sealed, is worth."""
    if not found:
        return ""
    parts = []
    for what, verb in (("closed", "closing one gate more is worth"), ("sealed", "sealing it too")):
        values = [100 * each.won if wins else each.cards for each in found if each.what == what]
        low, high = (f"{value:+.1f}".replace("-", "−") for value in (min(values), max(values)))
        parts.append(f"{verb} {low}" + (f" to {high}" if low != high else ""))
    by = ", by players and Ancient One" if len(found) > len(parts) else ""
    unit = "points of the games won" if wins else "Mythos cards"
    return (
        f"When {at} Mythos cards are on the table, {parts[0]} {unit} and {parts[1]}{by}; nothing is paid for it, and "
        "intervals are in the pictures."
    )


def assumptions(run: ClockRun) -> list[str]:
    """What the numbers rest on."""
    said = [
        "Mythos cards count from the setup's on. The game is the pressure of the Mythos phase alone: investigators "
        "have no places, fights or encounters, and the final battle is left out. Facts are transcribed from cards and "
        "board; intervals are from the number of games."
    ]
    policies = list(dict.fromkeys(cell.policy for cell in run.cells))
    if len(policies) > 1:
        said.append(f"Pictures are of the policy {policies[0]} alone; the table has every policy.")
    if not run.texts:
        said.append("Texts of Mythos cards are off: only gates, surges, monsters, terror and their ends count.")
    players = sorted({cell.players for cell in run.cells})
    rates = [_rates(run, count) for count in dict.fromkeys((players[0], players[-1]))]
    if any(rates):
        said.append(
            "What investigators manage and encounters bring is assumed, not known; for the whole group, per turn where "
            f"that applies, {'; '.join(rates)}."
        )
    if run.rulings:
        said.append("Rulings: " + ", ".join(f"{name}={value}" for name, value in run.rulings) + ".")
    if run.sealed:
        said.append(f"Sealed from the start: {', '.join(run.sealed)}.")
    return said


def _rates(run: ClockRun, players: int) -> str:
    """The rates of a group in words, empty where nobody acts and nothing befalls."""
    group = {name: rate_of_group(name, dict(run.rates), players) for name in RATES}
    if all(cell.policy == "idle" for cell in run.cells):
        group = {name: group[name] for name in ("encounter_gates", "lost") if group[name]}
    elif group["lore"] == group["fight"] == 0:
        del group["lore"], group["fight"]
        group["checks at gates that fail"] = 0
    listed = ", ".join(f"{name.replace('_', ' ')} {rate:g}" for name, rate in group.items())
    return f"with {_players(players)}: {listed}" if listed else ""
