"""What things are worth just now, found once for each choice that asks for worths."""

from __future__ import annotations

from policies.parts.battle import card_in_battle, outlook, point_in_battle, sign_in_battle, worth_of_hit
from policies.parts.compile import Temper_t, part
from policies.parts.prices import marker_worth, supply_worth
from policies.parts.temper import Temper
from policies.parts.worth import doom_before_battle
from sim.rules import operations as op

_WEIGHTS = Temper._fields.index("price_doom")  # the fields before it


@part(Temper_t, Temper_t)
def priced(game, deck, temper):
    """A `temper` with foresight, its prices set for the table as it stands; all worths in Elder Signs."""
    won = outlook(game, deck)
    hit = worth_of_hit(game, deck, won, temper)
    doom = doom_before_battle(game, deck, won, temper)
    prices = (
        doom,
        marker_worth(game, deck, doom, hit, temper),
        supply_worth(game, deck, temper),
        1 + temper.signs + sign_in_battle(game, deck, won, temper),
        card_in_battle(game, deck, hit),
        point_in_battle(game, deck, op.SANITY, hit),
        point_in_battle(game, deck, op.STAMINA, hit),
    )
    return Temper(*(temper[:_WEIGHTS] + prices))
