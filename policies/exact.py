"""Exact: greedy's strategy with dice played by exact chances, so that the worth of dice play can be told."""

from __future__ import annotations

from policies.parts.answer import decide, is_about_dice, play_dice
from policies.parts.compile import policy
from policies.parts.exact import by_table
from policies.parts.temper import by_mode

_TEMPERS = by_mode()


@policy(tables=True)
def exact(game, deck, choice):
    """Greedy in all but dice; in these the best play, as far as the tables go."""
    if not is_about_dice(game, deck, choice):
        return decide(game, deck, choice, _TEMPERS[deck.mode])
    answer = by_table(game, deck, choice, _TEMPERS[deck.mode])
    return answer if answer >= 0 else play_dice(game, deck, choice, _TEMPERS[deck.mode])
