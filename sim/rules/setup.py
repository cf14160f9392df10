"""Setup of a game (C-3, A-2, R-2)."""

from __future__ import annotations

from sim.rules.adventures import ORDINARY_SLOTS, deal, enter_special
from sim.rules.choices import FIRST_PLAYER, ask, begin, option
from sim.rules.compile import rule, void
from sim.rules.decks import deck_of, lay, show_top_back, shuffle_deck
from sim.rules.investigators import draw_investigator
from sim.rules.log import GAME_STARTS, observe
from sim.rules.modes.setup import lay_out_mode
from sim.rules.mythos import draw_mythos
from sim.rules.mythos_deck import lay_mythos
from sim.rules.state import (
    DECKS,
    INVESTIGATORS,
    ORDINARY,
    OTHER_WORLD,
    OTHER_WORLDS,
    STAGE_I,
    STAGE_II,
)

FACEUP = 3  # three up, three down


@rule(void)
def _shuffle_decks(t):
    """Every deck is shuffled once (C-3.10, A-2.2)."""
    deck = t.deck
    h = t.hidden
    for d in range(DECKS):
        h.rings[d].n = 0
        h.rings[d].head = 0
    for card in range(deck.n_adventures):
        kind = deck.adventures[card].kind
        if kind == ORDINARY:
            lay(t, STAGE_II if deck.adventures[card].stage == 2 else STAGE_I, card)
        elif kind == OTHER_WORLD:
            lay(t, OTHER_WORLDS, card)
    for card in range(deck.n_items):
        lay(t, deck_of(deck.items[card].kind), card)
    lay_mythos(t)
    for card in range(deck.n_investigators):
        lay(t, INVESTIGATORS, card)
    for d in range(DECKS):
        shuffle_deck(t, d, h.rings[d].n, d)


@rule(void)
def _lay_out(t):
    """Three Stage I cards faceup, three facedown, the first Special faceup (A-2.6)."""
    g = t.game
    g.n_slots = ORDINARY_SLOTS
    for slot in range(ORDINARY_SLOTS):
        deal(t, slot, 1 if slot < FACEUP else 0)
    show_top_back(t)
    enter_special(t, 0)


@rule(void)
def setup(t):
    """Set the table, draw investigators, resolve the first Mythos card; no midnight (C-3.8, A-2.8).

    ``hidden.key`` and ``dice_key`` are set and every other byte of game and hidden is zero before.
    """
    g = t.game
    deck = t.deck
    g.supplies = deck.supplies
    g.day = 1
    g.stage = 1
    g.here = -1
    g.here_card = -1
    g.mythos = -1
    g.attempt.slot = -1
    g.pile = deck.n_storms
    for k in range(deck.n_storms):
        t.hidden.pile[k] = k
    _shuffle_decks(t)
    observe(t, GAME_STARTS, 0, 0, 0, 0)
    lay_out_mode(t)
    for p in range(deck.players):
        g.investigators[p].card = -1
    _lay_out(t)
    for p in range(deck.players):
        draw_investigator(t, p)
    begin(t, FIRST_PLAYER, 0, 0)
    for p in range(deck.players):
        option(t, p, 0, 0, 0, 0)
    g.active = t.choice.options[ask(t)].a
    draw_mythos(t)
