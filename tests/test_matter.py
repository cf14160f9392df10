"""Which cards matter: what is found in made-up games of known worth, and what is told of real ones."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sim.cli import main
from sim.lab.card_arms import QUESTIONS, CardEvents, Played, arms_of
from sim.lab.card_events import (
    ADVENTURE,
    APPEARED,
    ITEM,
    MONSTER,
    MYTHOS,
    TRIED,
    TURNED,
    FamilyCards,
    event_dtype,
    events_of_chunk,
    first_events,
)
from sim.lab.matter import adjusted, findings_of
from sim.rules import log
from sim.rules.state import line_dtype
from sim.stats.position import expected_wins

# --- made-up games ----------------------------------------------------------------------------------------
DAYS, LATE_DAY, CARDS = 7, 4, 24
LATE = CARDS // 2  # the card of worth is the first of the late deck
MANY = FamilyCards(tuple(f"card {i}" for i in range(CARDS)), np.tile(np.arange(CARDS) // LATE, (4, 1)))


def made_up(games, seed, worth):
    """Games that draw two cards a day: from one deck on days 1 to 3, from another from day 4 on.

    Only strong games last, and those that last are won more often; a game is won ``worth(day)`` more often
    if card `LATE` comes on that day, and no other card matters.
    """
    random = np.random.default_rng(seed)
    strength = random.normal(size=games)
    lasted = np.full(games, DAYS)
    for day in range(DAYS - 1, 0, -1):
        lasted[random.random(games) < 0.25 / (1 + np.exp(2 * strength))] = day
    early, late = (random.permuted(np.tile(np.arange(LATE), (games, 1)), axis=1) for _ in range(2))
    pieces = []
    for day in range(1, DAYS + 1):
        alive = np.flatnonzero(lasted >= day)
        for turn in range(2):
            drawn = early[:, 2 * (day - 1) + turn] if day < LATE_DAY else LATE + late[:, 2 * (day - LATE_DAY) + turn]
            events = np.zeros(len(alive), event_dtype)
            events["entry"], events["card"], events["day"], events["line"] = alive, drawn[alive], day, 2 * day + turn
            events["signs"] = np.clip(day + 2 * strength[alive], 0, 12).astype(int)
            pieces.append(events)
    events = np.concatenate(pieces)
    events["family"] = ITEM
    events = events[np.lexsort((events["line"], events["entry"]))]
    chance = 0.02 + 0.11 * lasted
    mine = events[events["card"] == LATE]
    chance[mine["entry"]] += worth(mine["day"].astype(float))
    return Played(events, random.random(games) < chance, games, 4)


def found_in(played):
    found = [f for f in findings_of(ITEM, MANY, played) if f.question == "appeared"]
    return {finding.card: finding for finding in adjusted(found)}


def plainly(finding):
    return finding.yes_won / finding.yes - finding.no_won / finding.no


def test_a_late_card_worth_five_points_is_found():
    """Of 23 other cards one lies 4.5 standard errors off zero once in 6,000 seeds."""
    found = found_in(made_up(40_000, 1, lambda day: np.full(len(day), 0.05)))
    card = found.pop(f"card {LATE}")
    assert card.shown and card.effect.low < 0.05 < card.effect.high
    assert plainly(card) > 0.15  # only games that lasted have it
    for other in (finding.effect for finding in found.values()):
        assert abs(other.value) < 4.5 * (other.high - other.low) / 2 / 1.96


def test_a_card_that_is_worth_less_each_day_has_the_worth_of_its_mean_day():
    """From 36 points of harm on day 4 to none on day 7; with one worth for all days the value would be 10 standard
    errors off.  Five of them either way fail once in 10^6."""
    played = made_up(40_000, 2, lambda day: -0.12 * (DAYS - day))
    days = played.events["day"][played.events["card"] == LATE]
    effect = found_in(played)[f"card {LATE}"].effect
    error = (effect.high - effect.low) / 2 / 1.96
    assert abs(effect.value + (0.12 * (DAYS - days)).mean()) < 5 * error
    assert error < 0.01


@pytest.mark.slow
def test_value_interval_and_false_alarms_hold_over_many_repeats():
    """60 seeds.  The mean value within 4.5 of its standard errors: fails once in 10^5.  Of 95 % intervals fewer
    than 48 hold the worth once in 10^5 (binomial).  Where no card is of worth, one is called shown in 5 % of seeds
    at most; more than 12 once in 10^5."""
    values, covered, plain, alarms = [], 0, [], 0
    for seed in range(60):
        card = found_in(made_up(1_500, [3, seed], lambda day: np.full(len(day), 0.05)))[f"card {LATE}"]
        values.append(card.effect.value)
        plain.append(plainly(card))
        covered += card.effect.low <= 0.05 <= card.effect.high
        alarms += any(f.shown for f in found_in(made_up(1_500, [4, seed], lambda day: np.zeros(len(day)))).values())
    error = np.std(values) / 60**0.5
    assert abs(np.mean(values) - 0.05) < 4.5 * error
    assert np.mean(plain) - 0.05 > 20 * np.std(plain) / 60**0.5
    assert covered >= 48
    assert alarms <= 12


# --- the two sides, by a naive twin -----------------------------------------------------------------------
def mixed(seed, games=40):
    """Events of both verbs in random order; half of the cards that appear are tried later."""
    random = np.random.default_rng(seed)
    lines = []
    for game in range(games):
        order = random.permutation(CARDS)[: random.integers(2, CARDS)]
        told = [(line, APPEARED, card) for line, card in enumerate(order)]
        told += [(line + random.uniform(0.1, 9), TRIED, card) for line, _, card in told if random.random() < 0.5]
        lines += [(game, place, verb, card) for place, (_, verb, card) in enumerate(sorted(told))]
    events = np.zeros(len(lines), event_dtype)
    for name, values in zip(("entry", "line", "verb", "card"), zip(*lines, strict=True), strict=True):
        events[name] = np.array(values)
    events["family"], events["day"] = ITEM, 1 + events["line"] // 6
    events = events[np.lexsort((events["line"], events["entry"]))]
    return Played(events, random.random(games) < 0.5, games, 4)


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q.family == ITEM], ids=lambda q: q.word)
def test_compared_are_the_events_before_it_and_after_it_could_be(question):
    played = mixed(5)
    by_verb = {
        v: CardEvents.of(played.events[played.events["verb"] == v], MANY, played) for v in (APPEARED, TURNED, TRIED)
    }
    mine = by_verb[question.verb]
    for card in (0, LATE, CARDS - 1):
        arms, could, did = arms_of(question, card, by_verb, played)
        for game in range(played.games):
            weight = rest = product = 0.0
            appeared = [e for e in by_verb[APPEARED].events if e["entry"] == game and e["card"] == card]
            there = question.verb == APPEARED or bool(appeared)
            after = appeared[0]["line"] if question.verb == TRIED and appeared else -1
            same = [i for i, e in enumerate(mine.events) if e["entry"] == game and e["card"] // LATE == card // LATE]
            own = [i for i in same if mine.events["card"][i] == card]
            for seen, i in enumerate(sorted(same, key=lambda i: mine.events["line"][i])):
                line = mine.events["line"][i]
                if not there or line < after or (own and line >= mine.events["line"][own[0]]):
                    continue
                # the odds that the card comes now among those unseen, itself one of them
                odds = 1 / (LATE - seen - 1) if question.verb == APPEARED and LATE - seen > 1 else 1
                weight += odds
                rest += odds * mine.rest[i]
                product += odds * mine.rest[i] * mine.events["day"][i]
            assert (could[game], did[game]) == (there, bool(own))
            assert arms.other[game] == pytest.approx(weight)
            assert arms.other_rest[game] == pytest.approx(rest)
            assert arms.other_product[game] == pytest.approx(product)


def test_of_its_own_options_the_difference_is_that_of_the_win_rates():
    """One card, always tried at the same moment: 60 of 100 won where it succeeds, 30 of 80 where it fails."""
    events = np.zeros(180, event_dtype)
    events["entry"], events["verb"], events["option"] = np.arange(180), TRIED, np.arange(180) < 100
    won = np.r_[np.arange(100) < 60, np.arange(80) < 30]
    cards = FamilyCards(("only",), np.zeros((1, 1), np.int64))
    (resolved,) = [
        f for f in findings_of(ADVENTURE, cards, Played(events, won, 180, 1)) if f.question == "resolved"
    ]  # fmt: skip
    assert (resolved.yes, resolved.yes_won, resolved.no, resolved.no_won) == (100, 60, 80, 30)
    assert resolved.effect.value == pytest.approx(0.6 - 0.375)
    error = np.sqrt((0.6 * 0.4 / 100 + 0.375 * 0.625 / 80) * 180 / 179)
    assert resolved.effect.high - resolved.effect.low == pytest.approx(2 * 1.959964 * error)


def test_a_game_in_two_cells_counts_once():
    """The same games twice, as two cells: the value and its error stay (but for n / (n - 1), the same too)."""
    once = made_up(3_000, 6, lambda day: np.zeros(len(day)))
    again = once.events.copy()
    again["entry"] += once.games
    twice = Played(np.concatenate([once.events, again]), np.r_[once.won, once.won], once.games, 4)
    one, two = (found_in(played)["card 3"].effect for played in (once, twice))
    assert two.value == pytest.approx(one.value) and two.low == pytest.approx(one.low)


# --- what a moment lets one expect ------------------------------------------------------------------------
def test_each_value_of_a_factor_has_its_rate_drawn_to_the_mean_by_one_game():
    """Two days, two coefficients, so one game of the mean rate for each day: (9 + 0.5) / (10 + 1) and the reverse."""
    day = np.repeat([1, 2], 10)
    won = np.r_[np.arange(10) < 9, np.arange(10) < 1]
    expected = expected_wins({"day": day}, {}, won)
    assert expected == pytest.approx(np.where(day == 1, 9.5 / 11, 1.5 / 11))


def test_days_without_any_win_and_runs_without_any_are_no_trouble():
    day = np.repeat([1, 2, 3], 100)
    won = np.r_[np.zeros(100), np.ones(100), np.arange(100) % 2].astype(bool)
    expected = expected_wins({"day": day}, {"signs": day * 0 + np.arange(300) % 5}, won)
    assert expected[:100].max() < 0.05 and expected[100:200].min() > 0.95
    assert (expected_wins({"day": day}, {}, np.zeros(300, bool)) == 0).all()


# --- events of histories ----------------------------------------------------------------------------------
def test_the_first_event_of_each_card_is_taken():
    lines = np.array(
        [
            (log.REPLACED, 0, -1), (log.REPLACED, 1, 4), (log.FLIPPED, 0, 5), (log.CARD_LEFT, 0, 7), (log.FAILED, 0, 0),
            (log.SUCCEEDED, 0, 0), (log.MYTHOS_DRAWN, 3, 1), (log.FLIPPED, 0, 4), (log.MONSTER_DEFEATED, 9, 2),
        ],
        [("code", "i2"), ("a", "i2"), ("b", "i2")],
    )  # fmt: skip
    mine = np.zeros(len(lines), line_dtype)
    for name in ("code", "a", "b"):
        mine[name] = lines[name]
    mine["c"] = [0, 0, 0, 1, 6, 6, 0, 0, 0]
    found = first_events(mine, np.zeros(len(mine), int), np.arange(len(mine)))
    assert [tuple(map(int, e)) for e in found[["line", "family", "verb", "card", "option"]]] == [
        (1, ADVENTURE, APPEARED, 4, 0),
        (2, ADVENTURE, TURNED, 5, 0),
        (3, ITEM, TRIED, 7, 0),
        (4, ADVENTURE, TRIED, 6, 0),  # the first attempt, which failed
        (6, MYTHOS, APPEARED, 3, 1),
        (8, MONSTER, TRIED, 9, 0),
    ]


def test_outcomes_are_those_of_their_games():
    from sim.batch import play_chunk
    from sim.lab.variants import variant
    from sim.rules.state import WIN
    from sim.spread import Chunk

    run = variant(
        {"mode": "alaska", "ancient_one": "rhan-tegoth", "season": "winter", "players": "2", "policy": "greedy",
         "games": 60, "completions": 3, "seed": 0}, "",
    )  # fmt: skip
    chunk = Chunk(0, range(60))
    events, won = events_of_chunk(run, chunk)
    assert (won == (play_chunk(run, chunk)["outcome"] == WIN)).all() and 0 < won.sum() < 60
    assert set(events["entry"]) == set(range(60))


# --- the command ------------------------------------------------------------------------------------------
COMMAND = ["matter", "--games", "150", "--completions", "3"]


@pytest.mark.slow
def test_any_number_of_jobs_tells_the_same_of_every_card(capfd):
    told = []
    for jobs in ("1", "2"):
        assert main([*COMMAND, "--jobs", jobs, "--format", "json"]) == 0
        told.append(json.loads(capfd.readouterr().out))
    assert told[0] == told[1]
    kinds = {(line["family"], line["question"]) for line in told[0]}
    assert len(kinds) == len(QUESTIONS)
    assert not any(line["deck"] == "Special" and line["question"] == "dealt faceup" for line in told[0])
    known = [line for line in told[0] if line["effect"] is not None]
    assert known and all(
        line["total_low"] <= line["ci_low"] < line["effect"] < line["ci_high"] <= line["total_high"] for line in known
    )


@pytest.mark.slow
def test_the_page_answers_and_names_the_experiment(capfd, tmp_path):
    assert main([*COMMAND, "--jobs", "1", "--top", "2", "--out", str(tmp_path / "page")]) == 0
    printed = capfd.readouterr().out
    page = (tmp_path / "page" / "report.html").read_text()
    for text in (" ".join(printed.split()), page):
        assert "is no experiment" in text and "omens compare" in text and "cards.ban=" in text
    assert page.count("<svg") == 2 and "omens matter" in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "600000"], "--games: 600,000 in 1 cells are 600,000 games, more than are kept; 500,000 at most"),
        (["--top", "0"], "--top: 0 is out of range"),
        (["--ancient-one", "itaqua"], "did you mean ithaqua?"),
    ],
)
def test_mistakes_are_one_line(capfd, words, message):
    assert main(["matter", *words]) == 2
    error = capfd.readouterr().err
    assert message in error and error.count("\n") == 1
