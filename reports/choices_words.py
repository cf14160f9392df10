"""What a study of choices says in words, and its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.cells import listed
from sim.forbidding import OPTIONS_OF

if TYPE_CHECKING:
    from sim.lab.choices import Choice

HEADINGS = (
    "option", "verdict", "offered a game", "taken", "games with it", "cost of forbidding (points)",
    "95 % interval", "with unknown facts",
)  # fmt: skip
WORDS = 2

#: What is bought, in plain words.
_BOUGHT = {
    "storms": "remove storms",
    "omen": "advance the omen",
    "ally": "an Ally",
    "skill": "a Skill",
    "unique": "a Unique Item",
    "clue": "a clue",
    "common": "a Common Item",
    "spell": "a Spell",
    "stamina": "stamina",
    "sanity": "sanity",
    "discard": "discard an adventure",
}
_PLAIN = {"mythos.top": "Mythos: top option", "mythos.bottom": "Mythos: bottom option"}
#: How the options of each verdict are introduced.
_LEADS = {
    "worth it": "Worth it",
    "better left": "Never worth it, one wins more without",
    "hardly worth it": "Hardly worth it, less than a point is lost without",
    "open": "Open, which takes more games to tell",
}


def plain(name: str) -> str:
    """An option in a player's words, a purchase with its price in trophies; a part of a split keeps its name."""
    price = next((options[name][1] for options in OPTIONS_OF.values() if name in options), 0)
    entrance, _, bought = name.partition(".")
    if entrance not in ("camp", "ship"):
        return _PLAIN.get(name, name)
    return f"{_BOUGHT[bought]} ({price}{' trophies' * (bought == 'storms')})"


def sentences(found: Sequence[Choice], policies: Sequence[str]) -> list[str]:
    """What is worth it and what is not, then how that was found."""
    tried = [choice for choice in found if choice.offered]
    if not tried:
        return ["None of these options was ever offered, so none is worth anything here."]
    lines = []
    for verdict, lead in _LEADS.items():
        if mine := [choice for choice in tried if choice.verdict == verdict]:
            lines.append(f"{lead}: {listed([_costs(choice) for choice in mine])}.")
    for verdict in ("never taken", "never offered"):
        if idle := [plain(choice.name) for choice in found if choice.verdict == verdict]:
            lines.append(f"{verdict.capitalize()}: {listed(idle)}.")
    names = listed([policy.rpartition("/")[2] for policy in policies])
    lines.append(
        f"In brackets the points of win rate that forbidding costs, with 95 % intervals, on the same games and "
        f"under {names}: a policy that used an option better would find it worth more. The verdict allows for "
        f"{len(tried)} options tried."
    )
    return lines


def _costs(choice: Choice) -> str:
    return f"{plain(choice.name)} ({_points(choice.cost)}, {_points(choice.low)} to {_points(choice.high)})"


def _points(probability: float) -> str:
    return f"{round(100 * probability, 1) + 0:.1f}"


def rows(found: Sequence[Choice]) -> list[list[str]]:
    """A row an option."""
    return [
        [
            plain(choice.name),
            choice.verdict,
            f"{choice.offered / choice.games:.2f}",
            f"{choice.taken / choice.offered:.1%}" if choice.offered else "–",
            f"{choice.games_offered / choice.games:.0%}",
            f"{100 * choice.cost:+.2f}",
            f"{100 * choice.low:+.2f} to {100 * choice.high:+.2f}",
            f"{100 * choice.total_low:+.2f} to {100 * choice.total_high:+.2f}",
        ]
        for choice in found
    ]
