"""The picture of the deck's difficulty, and its place on the page."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from made_up import grid
from test_reports import ASSUMPTIONS

from reports.deck_figures import caption, difficulty
from reports.drawing import house_style
from reports.page import page
from sim.cards.loading import load_cards
from sim.cards.notation import parse_tasks
from sim.exact.cards import Attempt, attempt_rows, focused_chances, success
from sim.odds import CardChance, card_chances_of

DECK = (CardChance("Middling", 0.5, 0.9), CardChance("Easy", 0.9, 1.0), CardChance("Hard & fast", 0.13, 0.6))

GREEN_DICE = re.compile(r'<use[^>]* y="([\d.]+)" style="fill: #0072b2; stroke: #0072b2"/>')


def test_the_sentence_is_computed_from_the_numbers():
    assert caption(DECK) == (
        "With six green dice and a focus half of the adventures succeed 50 % of the time or more, from Hard & fast "
        "(13 %) to Easy (90 %); the yellow and the red die add 32 points on the mean."
    )


def test_cards_stand_in_a_row_hardest_first():
    with house_style():
        (drawn,) = difficulty(DECK, "deck")
        assert difficulty(DECK[::-1], "deck")[0].svg == drawn.svg
        assert difficulty((), "deck") == []
    assert "Hard &amp; fast" in drawn.svg  # readers who do not see it get the sentence
    heights = [float(y) for y in GREEN_DICE.findall(drawn.svg)]
    assert heights[:3] == sorted(heights[:3], reverse=True)  # from the top of the picture down
    assert heights[0] - heights[2] > 100


def test_the_page_has_it_where_the_deck_is_known():
    tallies = grid()
    assert "How hard the adventures are" not in page(tallies, ASSUMPTIONS)
    facts = {mode: replace(known, deck=DECK) for mode, known in ASSUMPTIONS.facts.items()}
    text = page(tallies, replace(ASSUMPTIONS, facts=facts))
    assert "How hard the adventures are" in text
    assert text.count("Hard &amp; fast") == 2


@pytest.mark.parametrize("tasks", ["lore > inv 3 > peril", "terror, terror | inv 6", "inv 20"])
def test_both_marks_are_the_exact_chances(tasks):
    rows = attempt_rows(parse_tasks(tasks))
    expected = (success(Attempt(rows)), success(Attempt(rows, yellow=1, red=1)))
    assert focused_chances(parse_tasks(tasks)) == pytest.approx(expected, abs=1e-6)


def test_every_adventure_has_its_chances():
    deck = card_chances_of(load_cards())
    assert len(deck) == 72
    assert all(0 <= card.green < card.coloured <= 1 for card in deck)
