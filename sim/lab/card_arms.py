"""The two sides that a card is judged by: its own events, and those of other cards at a like moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sim.lab.card_events import (
    ADVENTURE,
    APPEARED,
    ITEM,
    MONSTER,
    MOST_DECKS,
    MYTHOS,
    POSITION,
    TRIED,
    TURNED,
    FamilyCards,
)
from sim.stats.position import expected_wins
from sim.stats.risk_sets import Arms


class Question(NamedTuple):
    """A comparison: of a family's events of one verb, with others of their deck or by their own option.

    `chance`: whether which card it is comes of a shuffled deck, and not of a choice or of dice.
    """

    family: int
    word: str
    verb: int
    by_option: bool = False
    chance: bool = False


QUESTIONS = (
    Question(ADVENTURE, "dealt faceup", APPEARED, chance=True),
    Question(ADVENTURE, "turned up", TURNED),
    Question(ADVENTURE, "attempted", TRIED),
    Question(ADVENTURE, "resolved", TRIED, by_option=True),
    Question(ITEM, "appeared", APPEARED, chance=True),
    Question(ITEM, "used", TRIED),
    Question(MONSTER, "appeared", APPEARED, chance=True),
    Question(MONSTER, "defeated", TRIED),
    Question(MYTHOS, "appeared", APPEARED, chance=True),
    Question(MYTHOS, "bottom option", APPEARED, by_option=True),
)


@dataclass(frozen=True)
class Played:
    """Games and their events.

    `events` (n,) of ``event_dtype`` stand in order of game and line; `won` (cells * games,) are the
    outcomes; `games` is the number of games of each cell.
    """

    events: np.ndarray
    won: np.ndarray
    games: int
    completions: int


@dataclass(frozen=True)
class CardEvents:
    """The events of one verb, sorted by game, deck and line, with running sums to take windows from.

    `begins` (entries * MOST_DECKS + 1,) says where the events of a game and deck begin; `at` and
    `entry` give, for each card, where its events stand and in which games; `place` orders events
    within a game and deck.
    """

    events: np.ndarray
    expected: np.ndarray
    rest: np.ndarray
    begins: np.ndarray
    at: list[np.ndarray]
    entry: list[np.ndarray]
    place: np.ndarray
    deck: np.ndarray  # (completions, cards)
    sums: dict[bool, list[np.ndarray]]  # as the sums over others in `Arms`, weighed by odds or not

    @staticmethod
    def of(events: np.ndarray, cards: FamilyCards, played: Played) -> CardEvents:
        """Sort the events, find what each moment lets one expect, and sum up."""
        completion = events["entry"] % played.games % played.completions
        deck = cards.deck[completion, events["card"]]
        slot = events["entry"] * MOST_DECKS + deck
        order = np.argsort(slot, kind="stable")
        events, deck, slot, completion = events[order], deck[order], slot[order], completion[order]
        begins = np.searchsorted(slot, np.arange(len(played.won) * MOST_DECKS + 1))
        won = played.won[events["entry"]]
        expected = _expected(events, deck, completion, won, played)
        seen = np.arange(len(events)) - begins[slot]
        sizes = np.stack([(cards.deck == d).sum(axis=1) for d in range(MOST_DECKS)], axis=1)
        odds = 1 / np.maximum(sizes[completion, deck] - seen - 1, 1)
        by_card = np.argsort(events["card"], kind="stable")
        at = np.split(by_card, np.searchsorted(events["card"][by_card], np.arange(1, len(cards.names))))
        day, rest, ones = events["day"].astype(float), won - expected, np.ones(len(events))
        summed = (ones, expected, rest, day, day**2, day * rest)
        sums = {
            drawn: [_running(weight * values) for values in summed] for drawn, weight in ((True, odds), (False, ones))
        }
        return CardEvents(
            events, expected, rest, begins, at, [events["entry"][mine] for mine in at],
            slot * np.iinfo("i2").max + events["line"], cards.deck, sums,
        )  # fmt: skip


def _running(values: np.ndarray) -> np.ndarray:
    return np.concatenate([[0.0], np.cumsum(values)])


def _expected(
    events: np.ndarray, deck: np.ndarray, completion: np.ndarray, won: np.ndarray, played: Played
) -> np.ndarray:
    """The chance to win from the moment of each event, fitted by cell and deck.

    Texts differ between completions, and so do win rates: the rest is centred in each.
    """
    cell = events["entry"] // played.games
    expected = np.zeros(len(events))
    group = cell * MOST_DECKS + deck
    for each in np.unique(group):
        mine = np.flatnonzero(group == each)
        now = events[mine]
        factors = {name: now[name] for name in ("day",)}
        measures = {name: now[name] for name in POSITION[1:]}
        expected[mine] = expected_wins(factors, measures, won[mine])
        rest = won[mine] - expected[mine]
        counts = np.bincount(completion[mine], minlength=played.completions)
        shift = np.bincount(completion[mine], weights=rest, minlength=played.completions) / np.maximum(counts, 1)
        expected[mine] += shift[completion[mine]]
    return expected


def arms_of(
    question: Question, card: int, by_verb: dict[int, CardEvents], played: Played
) -> tuple[Arms, np.ndarray, np.ndarray]:
    """The two sides for a card, in which games it could have happened, and in which it did: (entries,) each."""
    events = by_verb[question.verb]
    return _by_option(events, card, played) if question.by_option else _against_others(question, card, by_verb, played)


def _by_option(events: CardEvents, card: int, played: Played) -> tuple[Arms, np.ndarray, np.ndarray]:
    """The card's own events, of the one option against the other."""
    at, entry = events.at[card], events.entry[card]
    one = events.events["option"][at] == 1
    day, rest = events.events["day"][at].astype(float), events.rest[at]
    values = (np.ones(len(at)), day, events.expected[at], rest)
    other = (np.ones(len(at)), events.expected[at], rest, day, day**2, day * rest)

    def side(values: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        return np.bincount(entry[chosen], weights=values[chosen], minlength=len(played.won))

    did, did_not = side(values[0], one), side(values[0], ~one)
    sides = [*(side(each, one) for each in values), *(side(each, ~one) for each in other), np.zeros(len(played.won))]
    return Arms(*sides), did + did_not > 0, did > 0


def _against_others(
    question: Question, card: int, by_verb: dict[int, CardEvents], played: Played
) -> tuple[Arms, np.ndarray, np.ndarray]:
    """The card's events against those of others of its deck, before it and, if it is tried, after it appeared."""
    events = by_verb[question.verb]
    at, entry = events.at[card], events.entry[card]
    entries = np.arange(len(played.won))
    deck = events.deck[entries % played.games % played.completions, card]
    slot = entries * MOST_DECKS + deck
    begin, end = events.begins[slot], events.begins[slot + 1]
    could = deck >= 0
    if question.verb == TRIED:
        could = np.zeros(len(entries), bool)
        for appeared in (by_verb[APPEARED], by_verb[TURNED]):
            there, when = appeared.entry[card], appeared.place[appeared.at[card]]
            could[there] = True
            begin[there] = np.searchsorted(events.place, when)
    did = np.zeros(len(entries), bool)
    did[entry] = True
    end[entry] = at
    begin = np.where(could, np.minimum(begin, end), end)
    others = (total[end] - total[begin] for total in events.sums[question.chance])
    own = np.zeros((3, len(entries)))
    own[:, entry] = events.events["day"][at], events.expected[at], events.rest[at]
    sides = [did.astype(float), *own, *others, did.astype(float)]
    return Arms(*sides), could | did, did
