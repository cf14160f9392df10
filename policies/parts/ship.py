"""How near the Ultima Thule is to sinking, and what brings it nearer: Legions and the omen (R-4.4, R-6)."""

from __future__ import annotations

from policies.parts.compile import Temper_t, float64, int64, part
from sim.rules import operations as op
from sim.rules.rlyeh.in_play import legions_on_adventures
from sim.rules.state import RLYEH
from sim.worth import PER_UNIT

_SINKS_SHIP = 4.0  # Legions in play


@part(float64, int64, Temper_t)
def sinking(game, deck, legions, temper):
    """What the last of so many Legions in play means for the ship: little at first, all of it with the fourth.

    0 for a wreck.
    """
    if deck.mode != RLYEH or game.entrance == 1:
        return 0.0
    near = min(1.0, legions / _SINKS_SHIP)
    return temper.ship * near * near


@part(float64, Temper_t)
def afloat(game, deck, temper):
    """What one Legion less in play is worth for the ship."""
    return sinking(game, deck, legions_on_adventures(game, deck, 0), temper)


@part(float64, Temper_t)
def legion_worth(game, deck, temper):
    """One more Legion in play: a monster, and a step nearer to the wreck."""
    return PER_UNIT[op.LEGION] - sinking(game, deck, legions_on_adventures(game, deck, 0) + 1, temper)


@part(float64, int64, Temper_t)
def omen_worth(game, deck, steps, temper):
    """Steps of the omen: on the track, where a retreat from the first space is a Legion (R-6.2); R-8.6 in Stage II."""
    if game.stage == 2:
        if steps < 0:
            return PER_UNIT[op.MONSTER] * -steps
        return -legion_worth(game, deck, temper) * min(steps, legions_on_adventures(game, deck, 0))
    beyond = max(0, 1 - (game.omen + steps))
    return PER_UNIT[op.OMEN] * (steps + beyond) + legion_worth(game, deck, temper) * beyond
