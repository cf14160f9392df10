"""The best choice in every state: who follows it reaps what best play is said to bring."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from test_odds_twin import as_solved, random_attempt
from twins import odds as twin
from twins.matching import ways

from sim.cards.notation import parse_tasks
from sim.exact.best_play import BestPlay, Die, Play, State
from sim.exact.cards import Attempt, attempt_rows
from sim.exact.faces import LORE, PERIL, TERROR
from sim.exact.holds import FREE, NOTHING
from sim.rules.state import GREEN

COLOURS = ("green", "yellow", "red")
FACES = "1234LPTW"


def rolls(colours):
    """Chances and results of dice of these colours."""
    named = tuple(COLOURS[colour] for colour in colours)
    for chance, dice in twin.rolls(named):
        yield chance, tuple(Die(COLOURS.index(colour), FACES.index(face)) for colour, face in dice)


class Follower:
    """Success of a player who does what `BestPlay` says."""

    def __init__(self, best: BestPlay, attempt: twin.Attempt):
        self.best, self.attempt = best, attempt
        self.success, self.standing = cache(self._success), cache(self._standing)

    def _success(self, state: State) -> float:
        if self.best.gives_up(state):
            return 0.0
        more = self.best.taken_back(state)
        if more is not None:
            return self.success(more)
        pool = [colour for colour in range(3) for _ in range(state[colour])]
        return sum(chance * self.standing(state, tuple(sorted(roll))) for chance, roll in rolls(pool))

    def _standing(self, state: State, roll: tuple[Die, ...]) -> float:
        play = self.best.choice(state, roll)
        left = list(roll)
        for die in (*play.dice, *play.secured, *([play.focused] if play.focused else [])):
            left.remove(die)  # all of them are there
        if play.kind == "re-roll":
            fewer = state._replace(clues=state.clues - 1)
            new = rolls([die.colour for die in play.dice])
            return sum(chance * self.standing(fewer, tuple(sorted((*left, *again)))) for chance, again in new)
        if play.kind == "complete":
            self.check(state, play)
            return self.success(play.then) if play.then else 1.0
        return self.success(play.then) if play.then else 0.0

    def check(self, state: State, play: Play) -> None:
        """The dice fill the row exactly, where no spell may have helped."""
        if self.attempt.spells or (play.then is None and state.marker not in (NOTHING, FREE)):
            return
        faces = [FACES[die.face] for die in play.dice]
        if state.marker != FREE and play.then is not None and play.then.marker != state.marker:
            faces.append(FACES[state.marker - 1])
        needs = self.attempt.rows[play.row].needs
        raised = needs._replace(numbers=tuple(n + self.attempt.bonus for n in needs.numbers))
        fillings = ways(raised, dict(enumerate(faces)), self.attempt.excess_dice == "ANY")
        assert frozenset(range(len(faces))) in fillings


@pytest.mark.parametrize(
    ("help", "number"),
    [
        ({}, 25),
        ({"clues": 1, "dice": 3}, 10),
        ({"spells": 1, "dice": 3}, 10),
        ({"spells": 1, "clues": 1, "dice": 2}, 10),
    ],
)
def test_following_the_best_choices_brings_what_was_said(help, number):
    """Seeded: the same attempts every time."""
    random = Random(f"follow {help}")
    for _ in range(number):
        attempt = random_attempt(random, **help)
        best = BestPlay(as_solved(attempt))
        found = Follower(best, attempt).success(best.start)
        assert found == pytest.approx(best.outcome().success, abs=1e-9), attempt


def dice(*faces):
    return tuple(Die(GREEN, face) for face in faces)


def test_a_die_that_is_wanted_twice_is_focused():
    """C-7.5: of lore and others the lore goes to the marker, another die is discarded."""
    best = BestPlay(Attempt(attempt_rows(parse_tasks("lore, lore"))))
    play = best.choice(best.start, dice(LORE, PERIL, 0, 0, 1, 2))
    assert (play.kind, play.focused, play.discarded) == ("fail", Die(GREEN, LORE), GREEN)
    assert play.then == State(4, 0, 0, 0, LORE + 1, best.start.way, 0)


def test_a_clue_rolls_again_all_but_what_is_wanted():
    """C-13.1."""
    best = BestPlay(Attempt(attempt_rows(parse_tasks("lore, lore")), green=3, focus=False, clues=1))
    play = best.choice(best.start, dice(LORE, PERIL, TERROR))
    assert (play.kind, sorted(play.dice)) == ("re-roll", sorted(dice(PERIL, TERROR)))


def test_a_hopeless_attempt_is_given_up():
    """C-5.10: no roll more, and no terror effect."""
    best = BestPlay(Attempt(attempt_rows(parse_tasks("lore, lore")), focus=False))
    assert not best.gives_up(best.start)
    assert best.gives_up(best.start._replace(green=1))


def test_a_roll_of_other_dice_is_refused():
    best = BestPlay(Attempt(attempt_rows(parse_tasks("lore"))))
    with pytest.raises(ValueError, match="not of the pool"):
        best.choice(best.start, dice(LORE))
