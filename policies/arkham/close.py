"""Close: gates are closed by the scenario's rate, none is sealed."""

from __future__ import annotations

from policies.arkham import by_rates
from policies.arkham.compile import policy


@policy
def close(game, town, choice):
    """See `policies.arkham.by_rates`."""
    return by_rates.answer(game, town, choice, by_rates.CLOSING)
