"""Environments in play (H-3.5, H-11.4)."""

from __future__ import annotations

from sim.arkham.rules import log
from sim.arkham.rules.compile import boolean, int64, rule, void
from sim.arkham.rules.mythos_deck import under_deck
from sim.arkham.state import WEATHER


@rule(boolean, int64, inline=True)
def in_force(t, effect):
    """Does the environment in play have this effect?  Ithaqua's weather has none (H-8.3)."""
    at = t.game.environment
    if at < 0:
        return False
    card = t.town.cards[at]
    return card.effect == effect and not (card.type == WEATHER and t.town.no_weather != 0)


@rule(void, int64, inline=True)
def environment_comes(t, card):
    """It stays and replaces the old one, which goes under the deck (H-3.5)."""
    g = t.game
    if g.environment >= 0:
        under_deck(t, g.environment)
    g.environment = card
    log.note(t, log.ENVIRONMENT_CAME, card, 0, 0)
