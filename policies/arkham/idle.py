"""Idle: nobody acts, so the town meets its end undisturbed."""

from __future__ import annotations

from policies.arkham.compile import policy


@policy
def idle(game, town, choice):
    """The first option: rest, leave, take nothing; of gates the one that Mythos cards name most."""
    return 0
