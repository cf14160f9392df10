"""The Mythos card: a choice of two options, its lasting part, its end (A-9, C-14.9, C-14.10)."""

from __future__ import annotations

from sim.rules.choices import MYTHOS_OPTION, ask, begin, option
from sim.rules.compile import int64, rule, void
from sim.rules.decks import draw, shuffle_deck
from sim.rules.effects import resolve
from sim.rules.feasible import WHOLE_TEST, fulfils
from sim.rules.investigators import begin_effect
from sim.rules.locks import open_locks
from sim.rules.log import MYTHOS_DRAWN, observe
from sim.rules.state import DECKS, LOCK_OF_MYTHOS, MYTHOS

TOP, BOTTOM_OPTION = 0, 1


@rule(void)
def end_current(t):
    """The old card's lasting effects end and its lock opens (C-14.9)."""
    g = t.game
    g.investigation_bonus = 0
    g.mythos_terror.size = 0
    g.mythos_midnight.size = 0
    if g.mythos >= 0:
        open_locks(t, LOCK_OF_MYTHOS, g.mythos)
    g.mythos = -1


@rule(void)
def _reshuffle(t):
    """An empty deck: all used cards are shuffled (C-14.10)."""
    ring = t.hidden.rings[MYTHOS]
    for i in range(t.deck.n_mythos):
        ring.cards[i] = i
    shuffle_deck(t, MYTHOS, t.deck.n_mythos, DECKS + t.game.turn)


@rule(int64)
def _choose(t):
    """The group picks an option; the bottom one only if its whole effect can be carried out (A-9.2)."""
    g = t.game
    bottom = t.deck.mythos[g.mythos].bottom
    begin_effect(t)
    begin(t, MYTHOS_OPTION, g.active, g.mythos)
    option(t, TOP, 0, 0, 0, 0)
    if fulfils(t, bottom.start, bottom.size, g.active, WHOLE_TEST, False):
        option(t, BOTTOM_OPTION, 0, 0, 0, 0)
    return t.choice.options[ask(t)].a


@rule(void)
def draw_mythos(t):
    """Draw and resolve a new Mythos card in place of the old (A-9.1, A-9.6)."""
    g = t.game
    end_current(t)
    if g.deck_size[MYTHOS] == 0:
        if t.deck.n_mythos == 0:
            return
        _reshuffle(t)
    g.mythos = draw(t, MYTHOS)
    chosen = _choose(t)
    observe(t, MYTHOS_DRAWN, g.mythos, chosen, 0, 0)
    text = t.deck.mythos[g.mythos].top if chosen == TOP else t.deck.mythos[g.mythos].bottom
    resolve(t, text.start, text.size, g.active, -1)
