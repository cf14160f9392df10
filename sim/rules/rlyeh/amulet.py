"""The Amulet of R'lyeh: three tokens, and three dice that they keep free in Stage II (R-8)."""

from __future__ import annotations

from sim.chance import below, word
from sim.rules.chance import AMULET_WORD
from sim.rules.choices import AMULET_TOKEN, LOST_TOKEN, ask, begin, option
from sim.rules.compile import int64, rule, void
from sim.rules.locks import open_locks, shut_lock
from sim.rules.log import AMULET_GAINED, AMULET_LOST, AMULET_PLACED, observe
from sim.rules.state import AMULET_TOKENS, IN_PILE, LOCK_OF_AMULET, ON_SPACE, OWNED


@rule(int64)
def tokens_of_group(t):
    """Tokens that the group has, on their spaces or not."""
    n = 0
    for token in range(AMULET_TOKENS):
        if t.game.amulet[token] != IN_PILE:
            n += 1
    return n


@rule(void, int64)
def _put_on_space(t, token):
    """Its die is free at once (R-8.2, R-8.3)."""
    t.game.amulet[token] = ON_SPACE
    observe(t, AMULET_PLACED, token, 0, 0, 0)
    open_locks(t, LOCK_OF_AMULET, token)


@rule(void)
def gain_amulet(t):
    """Draw and reveal one token; none left: nothing (R-12). In Stage II it may be placed (R-8.3)."""
    g = t.game
    left = AMULET_TOKENS - tokens_of_group(t)
    if left == 0:
        return
    k = below(word(t.hidden.key, AMULET_WORD, t.hidden.amulet_draws), left)
    t.hidden.amulet_draws += 1
    for token in range(AMULET_TOKENS):
        if g.amulet[token] != IN_PILE:
            continue
        if k == 0:
            g.amulet[token] = OWNED
            observe(t, AMULET_GAINED, token, 0, 0, 0)
            if g.stage == 2:
                begin(t, AMULET_TOKEN, g.active, token)
                option(t, 1, 0, 0, 0, 0)
                option(t, 0, 0, 0, 0, 0)
                if t.choice.options[ask(t)].a == 1:
                    _put_on_space(t, token)
            return
        k -= 1


@rule(void, int64)
def _lock_space(t, token):
    """An empty space locks its die (R-8.2)."""
    shut_lock(t, LOCK_OF_AMULET, token, t.deck.amulet[token])


@rule(void)
def lose_amulet(t):
    """The active investigator's choice of a token goes back to the pile (R-12, D-R10).

    In Stage II its space locks the die again (R-8.4, R:LOST_AMULET_RELOCK).
    """
    g = t.game
    begin(t, LOST_TOKEN, g.active, 0)
    for token in range(AMULET_TOKENS):
        if g.amulet[token] != IN_PILE:
            option(t, token, 0, 0, 0, 0)
    if t.choice.n == 0:
        return
    token = t.choice.options[ask(t)].a
    on_space = g.amulet[token] == ON_SPACE
    g.amulet[token] = IN_PILE
    observe(t, AMULET_LOST, token, 0, 0, 0)
    if on_space and t.deck.rulings.lost_amulet_relock == 0:
        _lock_space(t, token)


@rule(void)
def lay_out_amulet(t):
    """Stage II: owned tokens on their spaces, the dice of the others are locked (R-7.3 c, d)."""
    g = t.game
    for token in range(AMULET_TOKENS):
        if g.amulet[token] == OWNED:
            g.amulet[token] = ON_SPACE
            observe(t, AMULET_PLACED, token, 0, 0, 0)
    for token in range(AMULET_TOKENS):
        if g.amulet[token] == IN_PILE:
            _lock_space(t, token)
