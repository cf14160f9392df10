"""Drawing a Mythos card and choosing one of its two options (A-9, R-10, C-14.10)."""

from __future__ import annotations

from sim.rules.choices import MYTHOS_OPTION, ask, begin, option
from sim.rules.compile import int64, rule, void
from sim.rules.decks import draw, shuffle_deck
from sim.rules.investigators import begin_effect
from sim.rules.log import MYTHOS_DRAWN, observe
from sim.rules.modes.mythos import bottom_allowed
from sim.rules.mythos_deck import end_current, lay_mythos
from sim.rules.resolving import resolve
from sim.rules.state import MYTHOS

TOP, BOTTOM_OPTION = 0, 1
RESHUFFLED = 9  # and the turn: the position of a shuffle beyond those of setup


@rule(void)
def _reshuffle(t):
    """An empty deck: all used cards are shuffled (C-14.10)."""
    lay_mythos(t)
    shuffle_deck(t, MYTHOS, t.hidden.rings[MYTHOS].n, RESHUFFLED + t.game.turn)


@rule(int64)
def _choose(t):
    """The group picks an option (D-A11, D-R8); not every mode allows the bottom one always."""
    g = t.game
    bottom = t.deck.mythos[g.mythos].bottom
    begin_effect(t)
    begin(t, MYTHOS_OPTION, g.active, g.mythos)
    option(t, TOP, 0, 0, 0, 0)
    if bottom_allowed(t, bottom.start, bottom.size):
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
        if g.deck_size[MYTHOS] == 0:
            return
    g.mythos = draw(t, MYTHOS)
    chosen = _choose(t)
    observe(t, MYTHOS_DRAWN, g.mythos, chosen, 0, 0)
    text = t.deck.mythos[g.mythos].top if chosen == TOP else t.deck.mythos[g.mythos].bottom
    resolve(t, text.start, text.size, g.active, -1)
