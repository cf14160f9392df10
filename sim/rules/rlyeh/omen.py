"""The omen: along the Dark Waters in Stage I, Legions and monsters in Stage II (R-6, R-8.6)."""

from __future__ import annotations

from sim.rules.choices import REMOVED_LEGION, STAGE_TWO_OFFER, ask, begin, option
from sim.rules.compile import rule, void
from sim.rules.doom import BATTLE_IS_ON
from sim.rules.locks import open_locks
from sim.rules.log import LEGION_GONE, OMEN_MOVED, observe
from sim.rules.monsters import appear, leave_card
from sim.rules.rlyeh.legion import legion_appears
from sim.rules.rlyeh.stage_two import rise
from sim.rules.state import LEGION, LOCK_OF_MONSTER, ON_CARD, OUT_OF_GAME, RLYEH


@rule(void)
def _offer_stage_two(t):
    """The rightmost space: the group may begin Stage II; declining costs nothing (R-6.3, R-6.4, D-R3)."""
    begin(t, STAGE_TWO_OFFER, t.game.active, 0)
    option(t, 1, 0, 0, 0, 0)
    option(t, 0, 0, 0, 0, 0)
    if t.choice.options[ask(t)].a == 1:
        rise(t)


@rule(void)
def _remove_legion(t):
    """One Legion on any adventure leaves the game, not to the stockpile (R-8.6, D-R9)."""
    g = t.game
    begin(t, REMOVED_LEGION, g.active, 0)
    for m in range(t.deck.n_monsters):
        if t.deck.monsters[m].kind == LEGION and g.monsters[m].where == ON_CARD and g.monsters[m].defeated == 0:
            option(t, m, 0, 0, 0, 0)
    if t.choice.n == 0:
        return
    m = t.choice.options[ask(t)].a
    observe(t, LEGION_GONE, m, g.monsters[m].at, 0, 0)
    leave_card(t, m)
    g.monsters[m].where = OUT_OF_GAME
    open_locks(t, LOCK_OF_MONSTER, m)


@rule(void)
def advance_omen(t):
    """Advance Omen: one space right (R-6.1, R-6.3); in Stage II a Legion leaves the game (R-8.6).

    In the final battle there is nothing left for it to act on (C-15.8, C-17.10).
    """
    g = t.game
    if t.deck.mode != RLYEH or g.awakened == BATTLE_IS_ON:
        return
    if g.stage == 2:
        _remove_legion(t)
        return
    arrives = g.omen < t.deck.track_spaces
    if arrives:
        g.omen += 1
        observe(t, OMEN_MOVED, g.omen, 1, 0, 0)
    if g.omen == t.deck.track_spaces and not (arrives and t.deck.rulings.stage2_offer == 1):
        _offer_stage_two(t)


@rule(void)
def retreat_omen(t):
    """Retreat Omen: one space left; on the leftmost a Legion appears (R-6.2); in Stage II a monster (R-8.6)."""
    g = t.game
    if t.deck.mode != RLYEH or g.awakened == BATTLE_IS_ON:
        return
    if g.stage == 2:
        appear(t, -1)
    elif g.omen > 1:
        g.omen -= 1
        observe(t, OMEN_MOVED, g.omen, -1, 0, 0)
    else:
        legion_appears(t)
