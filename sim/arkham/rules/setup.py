"""Setup (H-2)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.choices import begin_turn_of_words
from sim.arkham.rules.compile import rule, void
from sim.arkham.rules.mythos_deck import top_card, under_deck
from sim.arkham.rules.mythos_phase import resolve_card
from sim.arkham.rules.piles import new_pile
from sim.arkham.state import (
    ALLIES,
    CARDS,
    ELDER_SIGNS,
    IN_CUP,
    MARKERS,
    NOT_IN_GAME,
    RESHUFFLE,
    RUMOR,
    TOKENS,
    UNSTABLE,
)


@rule(void)
def _fill_decks(t):
    """The cup, the stack of gate markers and the Mythos deck (H-2.3, H-2.4)."""
    h = t.hidden
    new_pile(t, h.deck, CARDS)
    new_pile(t, h.stack, MARKERS)
    h.n_cup = t.town.n_tokens
    for token in range(TOKENS):
        h.cup[token] = token
        t.game.place[token] = IN_CUP if token < h.n_cup else NOT_IN_GAME


@rule(void)
def set_up(t):
    """The board before any card: no terror, no doom, a clue on each unstable location (H-2.1, H-2.2).

    The records hold zeros; locations that the scenario seals are sealed now.
    """
    g = t.game
    _fill_decks(t)
    g.allies = ALLIES
    g.signs_left = ELDER_SIGNS
    g.environment = -1
    g.rumor = -1
    g.clues_held = int(t.town.rates.first_clues + 0.5)
    for location in range(UNSTABLE):
        g.gate[location] = -1
        g.clues[location] = 1
        if (t.town.sealed >> location) & 1 == 1:
            g.sealed[location] = 1
            g.n_seals += 1
    g.n_clues = UNSTABLE


@rule(void)
def first_card(t):
    """One Mythos card before the first turn; rumors and the card without a gate are redrawn (H-2.5).

    They go under the deck, the reshuffle card as well: it shuffles nothing yet (SETUP_REDRAW).
    """
    t.game.phase = 1
    begin_turn_of_words(t)
    card = top_card(t)
    while t.town.cards[card].type == RUMOR or t.town.cards[card].type == RESHUFFLE:
        log.note(t, log.REDRAWN, card, 0, 0)
        under_deck(t, card)
        card = top_card(t)
    resolve_card(t, card, False)
