"""Policies in R'lyeh Rising: single judgements on hand-made tables, each with its reason.

What is expected follows from the rules or from plain reason, not from the weights.
"""

from __future__ import annotations

import numpy as np
import pytest
from test_policies import SENSIBLE, Table

from sim.cards.notation import parse_effect, parse_requirement
from sim.cards.programs import compile_effect, requirement_of, requirement_record
from sim.exact.cards import requirement_chances
from sim.rules import choices as ask
from sim.rules import operations as op
from sim.rules.state import (
    BOTTOM,
    ENTRANCE,
    IN_PILE,
    LEGION,
    LORE,
    ON_CARD,
    OWNED,
    PERIL,
    RLYEH,
    TERROR,
    UNIQUE,
)
from sim.worth import fill_worths

PATIENT = [name for name in SENSIBLE if name != "rush"]
EASY, HARD = (1, 0, 0, 0), (0, 0, 4, 0)  # one lore; four terror


class Sea(Table):
    """A table of R'lyeh Rising with Legions to lay."""

    def __init__(self, players=1):
        super().__init__(players)
        self.deck["mode"], self.deck["season"] = RLYEH, 0
        self.deck["ancient_one"]["signs"] = 10
        self.deck["monsters"]["lock"] = -1

    def text(self, effect):
        """An effect in notation; its place in the deck."""
        start = self._ops
        for step in compile_effect(parse_effect(effect)):
            for name, value in zip(("code", "amount", "target", "size"), step, strict=True):
                self.deck["ops"][self._ops][name] = value
            self._ops += 1
        return start, self._ops - start

    def texts(self, slot, **boxes):
        """Write effects on the card in a slot."""
        for box, effect in boxes.items():
            self.deck["adventures"][slot][box] = self.text(effect)
        fill_worths(self._deck)

    def legion(self, slot, task="peril"):
        """A Legion below the bottom row of the card in a slot; with the attempt there on, a row of it as well."""
        m = int(self.deck["n_monsters"])
        self.deck["n_monsters"] = m + 1
        facts, marker = self.deck["monsters"][m], self.game["monsters"][m]
        facts["kind"], facts["trophy"] = LEGION, 1
        facts["task"] = requirement_record(parse_requirement(task))
        facts["chance"] = requirement_chances(requirement_of(facts["task"]))
        marker["where"], marker["at"], marker["row"] = ON_CARD, slot, BOTTOM
        self.game["slots"][slot]["monsters"] += 1
        self.game["slots"][slot]["bottom"] += 1
        a = self.game["attempt"]
        if a["slot"] == slot:
            row = a["rows"][a["n_rows"]]
            row["requirement"], row["printed"], row["monster"] = facts["task"], -1, m
            a["n_rows"] += 1
        return m

    def hand(self, *kinds):
        """Give the player cards of these classes."""
        me = self.game["investigators"][0]
        for card, kind in enumerate(kinds):
            self.deck["items"][card]["kind"], me["hand"][card] = kind, card
        me["n_hand"] = self.deck["n_items"] = len(kinds)


# --- Stage II ------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PATIENT)
def test_stage_two_can_wait(name):
    """R-6.4, R-7.9: declining costs nothing, no day ends the game, and Stage II is the dangerous half."""
    table = Sea()
    table.game["amulet"] = OWNED
    assert table.answer(name, ask.STAGE_TWO_OFFER, (1,), (0,)) == 1


@pytest.mark.parametrize("name", PATIENT)
def test_the_card_that_begins_stage_two_can_wait(name):
    """R-7.2: of two equal cards the one that keeps the group in Stage I."""
    table = Sea()
    table.game["amulet"] = IN_PILE
    rises = table.card(EASY)
    table.texts(rises, reward="stage_2")
    clue = table.card(EASY)
    table.texts(clue, reward="clue +1")
    assert table.answer(name, ask.MOVE, (rises,), (clue,)) == 1


def test_rush_goes_for_the_signs():
    table = Sea()
    table.game["amulet"] = OWNED
    assert table.answer("rush", ask.STAGE_TWO_OFFER, (0,), (1,)) == 1


# --- what a penalty would do ---------------------------------------------------------------------
@pytest.mark.parametrize("name", SENSIBLE)
def test_a_split_leaves_what_cannot_be_paid(name):
    """A-12.3: without a unique item "unique item or doom" is doom, and three sanity are then the lesser loss."""
    table = Sea()
    split = table.card(HARD)
    table.texts(split, penalty="split(unique -1, doom +1)")
    points = table.card(HARD)
    table.texts(points, penalty="sanity -3")
    assert table.answer(name, ask.MOVE, (split,), (points,)) == 1
    table.hand(UNIQUE)
    assert table.answer(name, ask.MOVE, (split,), (points,)) == 0


@pytest.mark.parametrize("name", SENSIBLE)
def test_staying_aboard_beats_a_doom_token(name):
    """R-3.6: a turn on the entrance has no Resolution phase; a card that can hardly be resolved brings doom."""
    table = Sea()
    hopeless = table.card((0, 0, 6, 0), penalty=[(op.DOOM, 1)])
    assert table.answer(name, ask.MOVE, (hopeless,), (ENTRANCE, 1)) == 1


@pytest.mark.parametrize("name", SENSIBLE)
def test_the_last_point_is_not_staked_against_terror(name):
    """C-7.1: terror takes a sanity; with one left that is the end (C-16.1), with five the attempt is worth it."""
    table = Sea()
    slot = table.card((0, 0, 2, 0), reward=[(op.CLUE, 2)], terror=[(op.SANITY, -1)])
    table.attempt(slot, LORE, LORE, LORE, LORE)
    assert table.answer(name, ask.ATTEMPT, (1,), (0,)) == 0
    table.game["investigators"][0]["sanity"] = 1
    assert table.answer(name, ask.ATTEMPT, (1,), (0,)) == 1


# --- Legions ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SENSIBLE)
def test_a_card_behind_hard_legions_is_left(name):
    """C-11.3: their rows must be completed too, and six dice do not show seven terror."""
    table = Sea()
    crowded = table.card(EASY, reward=[(op.CLUE, 2)])
    free = table.card(EASY, reward=[(op.CLUE, 1)])
    assert table.answer(name, ask.MOVE, (crowded,), (free,)) == 0
    for _ in range(2):
        table.legion(crowded, "terror, terror, terror")
    assert table.answer(name, ask.MOVE, (crowded,), (free,)) == 1


@pytest.mark.parametrize("name", SENSIBLE)
def test_a_legion_is_worth_an_attempt_that_must_fail(name):
    """C-11.9: what is defeated stays so though the card is not resolved; here two dice cannot show four terror."""
    table = Sea()
    slot = table.card(HARD)
    table.attempt(slot, PERIL, LORE)
    assert table.answer(name, ask.ATTEMPT, (1,), (0,)) == 1
    table.legion(slot)
    assert table.answer(name, ask.ATTEMPT, (1,), (0,)) == 0
    assert table.answer(name, ask.TASK, (-1, -1, -1), (1, -1, -1, 1, 1)) == 1


@pytest.mark.parametrize("name", SENSIBLE)
def test_of_two_hopeless_cards_the_one_with_a_legion(name):
    """R-4.4: every Legion in play is one nearer to the wreck, and it gives a trophy (R-5.5)."""
    table = Sea()
    bare = table.card((0, 0, 6, 0))
    legion = table.card((0, 0, 6, 0))
    table.legion(legion)
    assert table.answer(name, ask.MOVE, (bare,), (legion,)) == 1


def test_alaska_knows_nothing_of_this():
    """There only the chance of success counts: what is defeated on the way has no weight of its own."""
    table = Sea()
    table.deck["mode"] = 0
    slot = table.card(HARD)
    table.attempt(slot, PERIL, TERROR)
    table.legion(slot)
    assert table.answer("greedy", ask.ATTEMPT, (1,), (0,)) == 1
    assert np.all(table.deck["monsters"]["kind"][:1] == LEGION)
