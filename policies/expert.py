"""Expert: plays to win the game, by Elder Signs or by the battle, whichever the table promises.

Strategy and dice are separate parts: `policies.parts.plan` decides where to go and all that texts
leave open, `policies.parts.exact` what happens inside an attempt, by exact chances, and
`policies.parts.answer.play_dice` what lies beyond these.  The weights are
those of ``expert.toml``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from policies.parts.answer import is_about_dice, play_dice
from policies.parts.compile import policy
from policies.parts.exact import by_table
from policies.parts.moment import priced
from policies.parts.plan import plan
from policies.parts.temper import Temper
from sim.rules import choices as ask
from sim.rules.state import RLYEH
from sim.scenario import SEASONS

_WEIGHTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
_SHEETS = ("sign_wounds", "storms_chill", "wind_from_north")  # abilities 1 to 3 of sim.rules.state; 0 is none
_NEVER = 9  # players


def _tempers(own: dict) -> tuple[Temper, Temper]:
    """The weights against one Ancient One: to win by Elder Signs, and by the battle."""
    signs = {name: value for name, value in own.items() if name in Temper._fields and name != "battle"}
    return Temper(**(_WEIGHTS["every"] | signs)), Temper(**(_WEIGHTS["every"] | own.get("battle", {})))


_OWN = ({}, *(_WEIGHTS[sheet] for sheet in _SHEETS))
#: For each ability the weights of the plan of signs, then those of the battle.
TEMPERS = tuple(temper for own in _OWN for temper in _tempers(own))
#: The weights of R'lyeh Rising, against any Ancient One.
IN_RLYEH = Temper(**(_WEIGHTS["every"] | _WEIGHTS["rlyeh"]))
#: Players with whom the battle is the plan, ``[ability, season]``.
BATTLE_FROM = np.array([[own.get("battle_from", {}).get(season, _NEVER) for season in SEASONS] for own in _OWN])


@policy(tables=True)
def expert(game, deck, choice):
    """Every option weighed by what it leads to."""
    ability = deck.ancient_one.ability
    battle = 1 if deck.players >= BATTLE_FROM[ability, deck.season] else 0
    temper = IN_RLYEH if deck.mode == RLYEH else TEMPERS[2 * ability + battle]
    if not is_about_dice(game, deck, choice):
        return plan(game, deck, choice, temper)
    if (
        choice.kind != ask.DISCARD and choice.kind != ask.FOCUS and choice.kind != ask.REROLL_DICE
    ):  # weighed by chance alone
        temper = priced(game, deck, temper)
    answer = by_table(game, deck, choice, temper)
    return answer if answer >= 0 else play_dice(game, deck, choice, temper)
