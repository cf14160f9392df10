"""The Mythos phase, its four steps in their order (H-3)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.awakening import ended
from sim.arkham.rules.choices import CLUE, ask, begin, option
from sim.arkham.rules.compile import boolean, int64, rule, void
from sim.arkham.rules.environments import environment_comes
from sim.arkham.rules.gates import open_gate
from sim.arkham.rules.headlines import headline
from sim.arkham.rules.movement import move_monsters
from sim.arkham.rules.mythos_deck import draw_card, under_deck
from sim.arkham.rules.rumors import rumor_acts, rumor_comes
from sim.arkham.rules.surge import monster_surge
from sim.arkham.state import COURSE, HEADLINE, NOTHING, RUMOR


@rule(void, int64, inline=True)
def gate_and_monsters(t, location):
    """Step 1: nothing at a seal, a surge at an open gate, else a gate opens (H-3.2)."""
    if t.game.sealed[location] != 0:
        log.note(t, log.SEAL_HOLDS, location, 0, 0)
    elif t.game.gate[location] >= 0:
        monster_surge(t, location)
    else:
        open_gate(t, location, t.town.monsters_per_gate)


@rule(void, int64, inline=True)
def place_clue(t, location):
    """Step 2: a clue, unless a gate is open there; whoever stands there may take it (H-3.4)."""
    g = t.game
    if location < 0 or g.gate[location] >= 0:
        return
    begin(t, CLUE, location)
    option(t, 0, 0)
    option(t, 1, 0)
    taken = ask(t) == 1
    log.note(t, log.CLUE_PLACED, location, 1 if taken else 0, 0)
    if taken:
        g.clues_held += 1
    else:
        g.clues[location] += 1
        g.n_clues += 1


@rule(void, int64, inline=True)
def _card_ability(t, card):
    """Step 4 (H-3.5); without texts every card just goes under the deck."""
    kind = t.town.cards[card].type
    if t.town.texts == 0:
        under_deck(t, card)
    elif kind == HEADLINE:
        if t.town.cards[card].effect != NOTHING:
            headline(t, card)
        under_deck(t, card)
    elif kind == RUMOR:
        rumor_comes(t, card)
    else:
        environment_comes(t, card)


@rule(void, int64, boolean)
def resolve_card(t, card, gate_only):
    """Gate and monsters, clue, movement, text (H-3.1); with `gate_only` the first step alone (H-11.5)."""
    t.game.cards += 1
    log.note(t, log.CARD_DRAWN, card, 1 if gate_only else 0, 0)
    gate_and_monsters(t, t.town.cards[card].gate)
    if ended(t):
        return
    if gate_only:
        under_deck(t, card)
        return
    place_clue(t, t.town.cards[card].clue)
    if t.town.texts != 0:
        move_monsters(t, card)
    _card_ability(t, card)


@rule(void, inline=True)
def keep_course(t):
    """Keep terror and doom as they stand after the last card, unless that ended the game."""
    g = t.game
    if not ended(t) and g.cards <= COURSE:
        g.terror_by[g.cards - 1] = g.terror
        g.doom_by[g.cards - 1] = g.doom


@rule(void)
def mythos_phase(t):
    """A whole phase; what awakens the Ancient One drops the rest of it (H-3.1)."""
    t.game.phase += 1
    t.game.opened_before = t.game.opened_now
    t.game.opened_now = 0
    if t.game.two_cards != 0:
        resolve_card(t, draw_card(t), True)
        keep_course(t)
    if not ended(t):
        resolve_card(t, draw_card(t), False)
    if t.game.rumor >= 0 and not ended(t):
        rumor_acts(t)
