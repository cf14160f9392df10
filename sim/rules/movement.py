"""Movement: going somewhere, and what happens on arrival (C-4.4, A-3.1..A-3.12)."""

from __future__ import annotations

from sim.rules.adventures import flip
from sim.rules.choices import MOVE, ask, begin, option
from sim.rules.compile import boolean, int64, rule, void
from sim.rules.doom import stopped
from sim.rules.investigators import STAMINA_POINT, lose_points
from sim.rules.log import BACK_EFFECT, ENTRY_EFFECT, MOVED, observe
from sim.rules.resolving import resolve
from sim.rules.state import ENTRANCE, NO_CARD, STORMS_CHILL
from sim.rules.usable import untimed_cards


@rule(boolean, int64, int64)
def _still_there(t, player, slot):
    """Is the mover alive, the game running and the marker still on the card?"""
    g = t.game
    me = g.investigators[player]
    return not stopped(t) and g.gone == 0 and me.card >= 0 and me.at == slot and g.slots[slot].kind != NO_CARD


@rule(void, int64, int64)
def _turn_up(t, player, slot):
    """A facedown card: back effect, flip, monsters (A-3.3); a back that removes the mover stops it (A-3.5)."""
    g = t.game
    back = t.deck.backs[g.slots[slot].back].arrive
    if back.size > 0:
        observe(t, BACK_EFFECT, slot, g.slots[slot].back, 0, 0)
        resolve(t, back.start, back.size, player, slot)
    stays = _still_there(t, player, slot)
    if stays or (t.deck.rulings.back_interrupt == 1 and not stopped(t) and g.slots[slot].kind != NO_CARD):
        flip(t, slot)


@rule(void, int64, int64)
def arrive(t, player, slot):
    """Everything that moving onto a card brings, in order (A-3.3, A-3.8, A-13.4)."""
    g = t.game
    if t.deck.ancient_one.ability == STORMS_CHILL and g.slots[slot].storms > 0:
        lose_points(t, player, STAMINA_POINT, 1)
        if not _still_there(t, player, slot):
            return
    if g.slots[slot].faceup == 0:
        _turn_up(t, player, slot)
    if not _still_there(t, player, slot) or g.slots[slot].faceup == 0:
        return
    entry = t.deck.adventures[g.slots[slot].card].entry
    if entry.size > 0:
        observe(t, ENTRY_EFFECT, slot, 0, 0, 0)
        resolve(t, entry.start, entry.size, player, slot)


@rule(void)
def movement(t):
    """The active investigator stays, or goes to any card in play or to the entrance (C-4.4)."""
    untimed_cards(t)
    g = t.game
    player = g.active
    if stopped(t) or g.gone == 1:
        return
    here = g.investigators[player].at
    begin(t, MOVE, player, 0)
    option(t, here, 1, 0, 0, 0)
    for slot in range(g.n_slots):
        if slot != here and g.slots[slot].kind != NO_CARD:
            option(t, slot, 0, 0, 0, 0)
    if here != ENTRANCE:
        option(t, ENTRANCE, 0, 0, 0, 0)
    there = t.choice.options[ask(t)].a
    observe(t, MOVED, player, here, there, 0)
    if there == here:  # no Entry when staying
        return
    g.investigators[player].at = there
    if there != ENTRANCE:
        arrive(t, player, there)
