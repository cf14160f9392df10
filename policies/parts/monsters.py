"""Monsters: where they appear, and which of them go (D-C12, D-C17, D-A4, D-A9)."""

from __future__ import annotations

from policies.parts.appeal import appeal
from policies.parts.compile import float64, int64, part, weighs
from policies.parts.worth import TROPHY_POINT
from sim.rules.state import BOTTOM, EMPTY_TASK, MAX_TASKS, TOTAL_TASK, YELLOW_DIE

_HERE = 0.5  # for the card under attempt or about to be
_GREEN_DICE = YELLOW_DIE  # six
_EVERY_ROW = (1 << MAX_TASKS) - 1


@part(float64, int64, int64, int64)
def _eased(game, deck, card, row, monster):
    """How much likelier a monster task becomes by a monster on it (C-11.7); a partial one stays much the same."""
    facts = deck.adventures[card]
    if facts.tasks[row].monster_task == EMPTY_TASK:
        return deck.monsters[monster].chance[_GREEN_DICE] - 1.0
    if facts.tasks[row].monster_task == TOTAL_TASK:
        return deck.monsters[monster].chance[_GREEN_DICE] - facts.chance[_EVERY_ROW ^ 1 << row, _GREEN_DICE]
    return 0.0


@weighs
def place_worth(game, deck, choice, option, temper):
    """PLACE_MONSTER: where nobody wants to go, or on a task that is harder than the monster."""
    s = game.slots[option.a]
    worth = -appeal(game, deck, option.a)
    if option.a == game.investigators[choice.player].at:
        worth -= _HERE
    if option.b != BOTTOM:
        worth += _eased(game, deck, s.card, option.b, choice.context)
    return worth


@weighs
def flip_worth(game, deck, choice, option, temper):
    """FLIP_MONSTER: an easy monster onto the hardest task that it replaces."""
    return _eased(game, deck, game.slots[choice.context].card, option.b, option.a)


@weighs
def removed_worth(game, deck, choice, option, temper):
    """REMOVED_MONSTER: one that hurts at midnight or is hard to defeat, from a card worth going to."""
    monster = deck.monsters[option.a]
    at = game.monsters[option.a].at
    return appeal(game, deck, at) - monster.chance[_GREEN_DICE] - monster.midnight_worth


@weighs
def defeated_worth(game, deck, choice, option, temper):
    """DEFEATED_MONSTER: as when removing, and its trophy; best on the card under attempt."""
    monster = deck.monsters[option.a]
    worth = (
        (monster.trophy * TROPHY_POINT + monster.collected_worth) - monster.chance[_GREEN_DICE] - monster.midnight_worth
    )
    return worth + _HERE if game.monsters[option.a].at == game.attempt.slot else worth


@weighs
def collect_worth(game, deck, choice, option, temper):
    """COLLECT: gains before losses."""
    return deck.monsters[option.a].collected_worth
