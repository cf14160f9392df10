"""Which cards matter: what each one's appearing, being tried and being resolved is worth in games won.

It reads games as they are played and changes none of them, so it is no experiment.  Which card is dealt
faceup, drawn or placed is left to a shuffled deck, and its value is close to that of an experiment: it is held
against other cards of the same deck that first appear at a like moment (sim/stats/risk_sets.py).  Specials enter and
an investigator's own items come without any chance, so there this is not asked.  The strongest of many cards are in
part those that luck favoured: an experiment will mostly find less.

All else is chosen, and chosen when it looks good.  A facedown adventure is turned up by choice, with its back
in view: what is turned up in need looks harmful.  The value of attempting, using or defeating holds whatever
makes players do it, as far as time and position don't show it.  Resolving is held against failing the same card:
that is dice, but more of them, clues and helpful items do both, succeed and win.  The bottom option of a Mythos
card is held against its top one; it can be chosen only where the whole of it can be carried out (A-9.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from sim.errors import OmensError
from sim.grid import Run
from sim.lab.card_arms import QUESTIONS, CardEvents, Played, arms_of
from sim.lab.card_events import DECKS, FAMILIES, OWN_DECK, SPECIAL_DECK, VERBS, FamilyCards, cards_of, events_of_chunk
from sim.spread import How, chunks, side_by_side
from sim.stats.intervals import CONFIDENCE
from sim.stats.risk_sets import Effect, effect

#: Games in all whose events are kept at once: some 3 GB.
MOST_GAMES = 500_000


_WITHOUT_CHANCE = {DECKS[0][SPECIAL_DECK], DECKS[1][OWN_DECK]}
_VARIES = "by completion"
#: Words of the questions in which chance says what happens.
BY_CHANCE = {question.word for question in QUESTIONS if question.chance}
#: What is said of every answer.
NO_EXPERIMENT = (
    "Effects are points of win rate, against other cards of the same deck at a like time and position; * marks what "
    "5 % false alarms leave over (Benjamini-Hochberg). This watches games and is no experiment. Chance says which card "
    "is drawn or dealt faceup; but what is turned up, attempted, used or defeated is chosen, and whoever resolves has "
    "often the better hand. The strongest of many are flattered by luck, so an experiment will mostly find less."
)


@dataclass(frozen=True)
class Finding:
    """What one comparison says of one card.

    `yes` and `no` count the games in which it happened and, of those in which it could have, the
    others; `yes_won` and `no_won` are the wins among them, at whatever time.  `effect` is None
    where there are too few games to tell; `p_adjusted` is corrected for all comparisons that tell.
    """

    family: str
    deck: str
    card: str
    question: str
    yes: int
    yes_won: int
    no: int
    no_won: int
    effect: Effect | None
    p_adjusted: float | None = None

    @property
    def shown(self) -> bool:
        """Whether the card is shown to matter, after the correction."""
        return self.p_adjusted is not None and self.p_adjusted < 1 - CONFIDENCE


def study(run: Run, how: How, advance: Callable[[int], None] = lambda games: None) -> list[Finding]:
    """Play the run and compare, for all cards; the strongest effect of each question first.

    Raises OmensError for a run with more games than `MOST_GAMES`, and as `sim.lab.history.histories` does.
    """
    if run.total > MOST_GAMES:
        raise OmensError(
            f"--games: {run.games:,} in {len(run.cells)} cells are {run.total:,} games, more than are kept; "
            f"{MOST_GAMES // len(run.cells):,} at most would be right"
        )
    events, won = [], []
    for chunk, (mine, outcomes) in side_by_side(partial(events_of_chunk, run), chunks(run, how.chunk), how):
        events.append(mine)
        won.append(outcomes)
        advance(len(chunk.games))
    played = Played(np.concatenate(events), np.concatenate(won), run.games, min(run.completions, run.games))
    del events
    findings = [
        finding for family in range(len(FAMILIES)) for finding in findings_of(family, cards_of(run, family), played)
    ]
    return adjusted(findings)


def adjusted(findings: list[Finding]) -> list[Finding]:
    """The same with p-values corrected for their number, the strongest first within a question.

    By Benjamini and Hochberg (1995, J. R. Stat. Soc. B 57, 289-300): of the cards that are called shown,
    5 % at most are false alarms on the mean.  The list says what is worth an experiment; Holm's rule, under which
    hardly any list would hold a false alarm, would leave many of these out.
    """
    from dataclasses import replace

    from statsmodels.stats.multitest import multipletests

    told = [finding for finding in findings if finding.effect is not None]
    silent = [finding for finding in findings if finding.effect is None]
    if told:
        p = multipletests([finding.effect.p_value for finding in told if finding.effect], method="fdr_bh")[1]
        told = [replace(finding, p_adjusted=float(value)) for finding, value in zip(told, p, strict=True)]
    words = [(FAMILIES[question.family], question.word) for question in QUESTIONS]
    told.sort(key=lambda f: (words.index((f.family, f.question)), -abs(f.effect.value if f.effect else 0)))
    return told + silent


def findings_of(family: int, cards: FamilyCards, played: Played) -> list[Finding]:
    """What the games say of every card of one family, p-values as yet uncorrected."""
    mine = played.events[played.events["family"] == family]
    by_verb = {verb: CardEvents.of(mine[mine["verb"] == verb], cards, played) for verb in range(VERBS)}
    findings = []
    for question in QUESTIONS:
        if question.family != family:
            continue
        for card, name in enumerate(cards.names):
            decks = {DECKS[family][deck] for deck in np.unique(cards.deck[:, card]) if deck >= 0}
            if question.chance and decks <= _WITHOUT_CHANCE:
                continue
            arms, could, did = arms_of(question, card, by_verb, played)
            number = np.arange(len(played.won)) % played.games
            known = effect(arms, number, played.completions)
            deck = decks.pop() if len(decks) == 1 else _VARIES
            won = played.won
            findings.append(
                Finding(
                    FAMILIES[family], deck, name, question.word,
                    int(did.sum()), int(won[did].sum()), int((could & ~did).sum()), int(won[could & ~did].sum()), known,
                )
            )  # fmt: skip
    return findings


# --- what is told -----------------------------------------------------------------------------------------
def records(findings: list[Finding]) -> list[dict[str, Any]]:
    """One dictionary a card and question, of values that JSON knows; rates and effects are probabilities.

    `won_with` and `won_without` are plain win rates, which favour cards that come late; `effect` is
    adjusted for the moment; None where there are too few games to tell.
    """
    return [
        {
            "family": finding.family,
            "deck": finding.deck,
            "card": finding.card,
            "question": finding.question,
            "games_with": finding.yes,
            "games_without": finding.no,
            "won_with": finding.yes_won / finding.yes if finding.yes else None,
            "won_without": finding.no_won / finding.no if finding.no else None,
            **_effect_record(finding.effect),
            "p_adjusted": finding.p_adjusted,
            "shown": finding.shown,
        }
        for finding in findings
    ]


def _effect_record(found: Effect | None) -> dict[str, float | None]:
    names = ("effect", "ci_low", "ci_high", "total_low", "total_high", "p_value")
    if found is None:
        return dict.fromkeys(names)
    values = (found.value, found.low, found.high, found.total_low, found.total_high, found.p_value)
    return dict(zip(names, values, strict=True))


def strongest(findings: list[Finding], many: int, *, chance: bool) -> tuple[list[Finding], list[Finding]]:
    """The `many` most helpful and most harmful findings, by the limit from games that is nearer to zero.

    A large value that is known badly does not stand before a smaller one that is sure.  `chance` takes
    those of `BY_CHANCE`, else those of choices and dice.
    """
    told = [(f.effect, f) for f in findings if f.effect is not None and (f.question in BY_CHANCE) == chance]
    helpful = sorted((pair for pair in told if pair[0].value > 0), key=lambda pair: -pair[0].low)
    harmful = sorted((pair for pair in told if pair[0].value < 0), key=lambda pair: pair[0].high)
    return [f for _, f in helpful[:many]], [f for _, f in harmful[:many]]


def in_words(findings: list[Finding]) -> str:
    """The answer: the cards that are shown to matter by appearing, three at most each way."""
    helpful, harmful = strongest([f for f in findings if f.shown], 3, chance=True)
    told = sum(f.effect is not None and f.question in BY_CHANCE for f in findings)
    if not helpful and not harmful:
        return f"These games do not show of any of {told} cards that its appearing matters; more games would show more."
    parts = [
        f"{word} {'; '.join(map(_said, found))}"
        for word, found in (("helpful", helpful), ("harmful", harmful))
        if found
    ]
    return f"The cards that matter most when they appear: {', and '.join(parts)}."


def _said(finding: Finding) -> str:
    found = finding.effect
    assert found is not None
    doubt = "" if found.total_low > 0 or found.total_high < 0 else ", in doubt by unknown facts"
    return (
        f"{finding.card} ({100 * found.value:+.1f} points, 95 % interval {100 * found.low:+.1f} to "
        f"{100 * found.high:+.1f}{doubt})"
    )


def to_experiment(findings: list[Finding]) -> Finding | None:
    """The card whose ban would be the first experiment: the strongest by chance that can be banned, or None."""
    helpful, harmful = strongest(findings, 1, chance=True)
    both = [(f.effect, f) for f in (*helpful, *harmful) if f.effect]
    return max(both, key=lambda pair: max(pair[0].low, -pair[0].high))[1] if both else None
