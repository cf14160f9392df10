"""Seal: gates are closed, and sealed with clues or Elder Signs, by the scenario's rates."""

from __future__ import annotations

from policies.arkham import by_rates
from policies.arkham.compile import policy


@policy
def seal(game, town, choice):
    """See `policies.arkham.by_rates`."""
    return by_rates.answer(game, town, choice, by_rates.CLOSING | by_rates.SEALING)
