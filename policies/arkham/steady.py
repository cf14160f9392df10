"""Steady: everything that the scenario gives a rate, gates and seals, monsters and rumors."""

from __future__ import annotations

from policies.arkham import by_rates
from policies.arkham.compile import policy


@policy
def steady(game, town, choice):
    """See `policies.arkham.by_rates`."""
    return by_rates.answer(game, town, choice, by_rates.EVERYTHING)
