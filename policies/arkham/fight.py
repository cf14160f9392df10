"""Fight: monsters are beaten by the scenario's rate, gates left alone."""

from __future__ import annotations

from policies.arkham import by_rates
from policies.arkham.compile import policy


@policy
def fight(game, town, choice):
    """See `policies.arkham.by_rates`."""
    return by_rates.answer(game, town, choice, by_rates.FIGHTING)
