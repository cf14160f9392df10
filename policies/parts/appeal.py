"""How much anybody would want to come to a card, storms and monsters aside."""

from __future__ import annotations

from policies.parts.compile import float64, int64, part


@part(float64, int64)
def appeal(game, deck, slot):
    """Worth in Elder Signs of an average attempt at the card in `slot`; of a facedown one its back tells (A-3.7)."""
    s = game.slots[slot]
    if s.faceup == 1:
        return deck.adventures[s.card].attempt_worth
    back = deck.backs[s.back]
    return back.attempt_worth[s.stage] + back.arrive_worth
