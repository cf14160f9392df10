"""What to give up, and who is to bear it (D-C13, D-C14, D-C15, D-A13)."""

from __future__ import annotations

from policies.parts.compile import Temper_t, float64, int64, part, weighs
from policies.parts.effects import points_worth
from policies.parts.worth import CARD, POINT, kept_worth
from sim.rules import operations as op
from sim.rules.state import DICE, LORE, ON_SPELL, ORDINARY
from sim.worth import PER_UNIT

_WOUND = 2  # stamina, by Rhan-Tegoth
_DIE_ON_SPELL = 0.1  # a symbol waiting there


@part(float64, int64)
def card_worth(game, deck, card):
    """A card in hand: by its class, and more for a symbol secured on it."""
    worth = CARD[deck.items[card].kind]
    for d in range(DICE):
        die = game.dice[d]
        if die.place == ON_SPELL and die.at == card and die.face >= LORE:
            worth += _DIE_ON_SPELL
    return worth


@weighs
def lost_card_worth(game, deck, choice, option, temper):
    """LOSE_CARD: the cheapest."""
    return -card_worth(game, deck, option.a)


@weighs
def lost_point_worth(game, deck, choice, option, temper):
    """LOSE_POINT: of what there is more."""
    code = op.SANITY if option.a == 0 else op.STAMINA
    return points_worth(game, deck, choice.player, code, -1, temper)


@weighs
def victim_worth(game, deck, choice, option, temper):
    """VICTIM: whoever bears two stamina best (A-13.1)."""
    return points_worth(game, deck, option.a, op.STAMINA, -_WOUND, temper)


@weighs
def share_worth(game, deck, choice, option, temper):
    """SHARE: the investigator and the point that are missed least."""
    code = op.SANITY if option.b == 0 else op.STAMINA
    return points_worth(game, deck, option.a, code, -1, temper)


@part(float64, Temper_t)
def _refusal(game, deck, temper):
    """OFFERING refused: devoured in battle, else a storm on every adventure without one (A-13.1)."""
    if game.awakened > 0:
        return -10.0
    worth = 0.0
    for slot in range(game.n_slots):
        if game.slots[slot].kind == ORDINARY and game.slots[slot].storms == 0:
            worth += temper.harm * (temper.price_storm if temper.foresight > 0 else PER_UNIT[op.STORM])
    return worth


@weighs
def offering_worth(game, deck, choice, option, temper):
    """OFFERING: the cheapest thing, if it is cheaper than refusing."""
    if option.a == 0:
        return _refusal(game, deck, temper)
    worth = PER_UNIT[op.CLUE] if option.a == 1 else card_worth(game, deck, option.b)
    return -kept_worth(game, deck, worth, temper)


@weighs
def paid_worth(game, deck, choice, option, temper):
    """PAY: the exact sum, else the smallest trophy that still does (C-10.2); adventures before monsters (C-10.3)."""
    worth = -float(option.c)
    if option.c == option.d:
        worth += 100.0
    return worth if option.a == 0 else worth - POINT
