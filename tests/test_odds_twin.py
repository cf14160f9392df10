"""Best dice play against a twin that tries everything (C-5 to C-7, C-13), with up to four dice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from twins import odds as twin
from twins.matching import Needs, ways

from sim.cards.notation import SYMBOLS, Requirement
from sim.exact.best_play import BestPlay
from sim.exact.cards import Attempt, Row
from sim.exact.faces import multisets
from sim.exact.fillings import fillings
from sim.exact.problem import DISCARDS, ENDS, NO_TERROR
from sim.exact.solved import success

BITS = {"L": SYMBOLS["lore"], "P": SYMBOLS["peril"], "T": SYMBOLS["terror"]}
TERRORS = {"none": NO_TERROR, "ends": ENDS, "discards": DISCARDS}
POOLS = ("SECURED_ANY", "SECURED_SPELLS", "STRICT")

SYMBOL_SETS = ("L", "P", "T", "L", "P", "T", "LP", "LT", "PT", "LPT")


def random_needs(random: Random, most: int) -> Needs:
    """For `most` dice at most, or thereabouts; now and then for none."""
    symbols, numbers = [], []
    for _ in range(random.choice([0, *range(1, most + 1), *range(1, most + 1)])):
        if random.random() < 0.6:
            symbols.append(random.choice(SYMBOL_SETS))
        else:
            numbers.append(random.randint(1, 5))
    return Needs(tuple(symbols), tuple(numbers))


def random_attempt(random: Random, clues: int = 0, spells: int = 0, dice: int = 4, rows: int = 3) -> twin.Attempt:
    """Any attempt with so much help, most often one that may succeed and may fail."""
    n = random.randint(1, rows)
    ordered = random.random() < 0.4
    yellow, red = random.randint(0, 1), random.randint(0, 1)
    green = max(dice - yellow - red - random.choice([0, 0, 1]), 0 if yellow + red else 1)

    def cost() -> int:
        return random.choice([0, 0, 0, 0, 1, 2])

    return twin.Attempt(
        rows=tuple(
            twin.Row(random_needs(random, 1 if n == 3 else 2), tuple(range(r)) if ordered else (), cost(), cost())
            for r in range(n)
        ),
        green=green,
        yellow=yellow,
        red=red,
        focus=random.random() < 0.7,
        spells=spells,
        clues=clues,
        sanity=random.randint(2, 5),
        stamina=random.randint(2, 5),
        bonus=random.choice([0, 0, 0, 1]),
        terror=random.choice(sorted(TERRORS)),
        empty_pool=random.choice(POOLS),
        terror_scope=random.choice(["PER_ROLL", "PER_PHASE"]),
        wild_is_terror=random.choice(["NO", "YES"]),
        excess_dice=random.choice(["IRREDUCIBLE", "ANY"]),
    )


def requirement(row: twin.Row) -> Requirement:
    masks = sorted(sum(BITS[symbol] for symbol in each) for each in row.needs.symbols)
    return Requirement(tuple(masks), tuple(sorted(row.needs.numbers)), row.sanity, row.stamina)


def as_solved(a: twin.Attempt) -> Attempt:
    return Attempt(
        tuple(Row(requirement(row), sum(1 << above for above in row.after)) for row in a.rows),
        green=a.green,
        yellow=a.yellow,
        red=a.red,
        focus=a.focus,
        spells=a.spells,
        clues=a.clues,
        sanity=a.sanity,
        stamina=a.stamina,
        bonus=a.bonus,
        terror=TERRORS[a.terror],
        empty_pool=POOLS.index(a.empty_pool),
        once=a.terror_scope == "PER_PHASE",
        wild_is_terror=a.wild_is_terror == "YES",
        excess=a.excess_dice == "ANY",
    )


HELP = {
    "dice": ({}, 120),
    "a clue": ({"clues": 1, "dice": 3}, 40),
    "two clues": ({"clues": 2, "dice": 3, "rows": 2}, 12),
    "a spell": ({"spells": 1, "dice": 3}, 40),
    "a spell and four dice": ({"spells": 1, "rows": 2}, 12),
    "two spells": ({"spells": 2, "dice": 3, "rows": 2}, 12),
    "a spell and a clue": ({"spells": 1, "clues": 1, "dice": 3, "rows": 2}, 12),
}


@pytest.mark.parametrize("help", HELP)
def test_every_attempt_agrees(help):
    """Seeded: the same attempts every time, a third and more of them neither hopeless nor certain."""
    given, number = HELP[help]
    random = Random(help)
    open_ended = 0
    for _ in range(number):
        attempt = random_attempt(random, **given)
        expected = twin.Odds(attempt).outcome().success
        open_ended += 0 < expected < 1
        assert success(as_solved(attempt)) == pytest.approx(expected, abs=1e-9), attempt
    assert open_ended >= number / 3


@pytest.mark.parametrize("help", HELP)
def test_what_comes_of_best_play_agrees(help):
    """The same, with tasks completed and terror effects met: fewer attempts, since equal plays are told apart too."""
    given, number = HELP[help]
    random = Random(f"outcome, {help}")
    for _ in range(number // 3):
        attempt = random_attempt(random, **given)
        expected, found = twin.Odds(attempt).outcome(), BestPlay(as_solved(attempt)).outcome()
        assert found.success == pytest.approx(expected.success, abs=1e-9), attempt
        assert found.tasks == pytest.approx(expected.tasks, abs=1e-9), attempt
        assert found.terror_effects == pytest.approx(expected.terrors, abs=1e-9), attempt
        assert found.by_tasks == pytest.approx(expected.chances, abs=1e-9), attempt


def test_a_wild_die_that_is_terror():
    """WILD_IS_TERROR, where it matters: the red die, and a terror effect that touches dice."""
    random = Random("wild")
    differ = 0
    for _ in range(40):
        attempt = random_attempt(random, dice=3)
        attempt = replace(attempt, green=2, yellow=0, red=1, terror=random.choice(["ends", "discards"]))
        found = []
        for ruling in ("NO", "YES"):
            ruled = replace(attempt, wild_is_terror=ruling)
            found.append(success(as_solved(ruled)))
            assert found[-1] == pytest.approx(twin.Odds(ruled).outcome().success, abs=1e-9), ruled
        differ += abs(found[0] - found[1]) > 1e-9
    assert differ >= 5


@pytest.mark.parametrize("excess", [False, True])
def test_which_dice_fill_a_row(excess):
    """C-6.4 to C-6.7, C-6.13, EXCESS_DICE: every set of up to four dice, for random rows."""
    random = Random("rows")
    sets = multisets()
    few = [m for m in range(len(sets.size)) if sets.size[m] <= 4]
    filled = 0
    for _ in range(30):
        needs, bonus = random_needs(random, 3), random.choice([0, 1])
        raised = Needs(needs.symbols, tuple(number + bonus for number in needs.numbers))
        found = fillings(requirement(twin.Row(needs)), bonus, excess)
        for m in few:
            faces = "".join(face * n for face, n in zip("1234LPTW", sets.counts[m], strict=True))
            expected = frozenset(range(len(faces))) in ways(raised, dict(enumerate(faces)), excess)
            assert found[m] == expected, (needs, bonus, faces)
            filled += expected
    assert filled > 300
