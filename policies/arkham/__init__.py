"""Policies of the Arkham Horror clock: what investigators do between and in Mythos phases.

A policy is a compiled function ``policy(game, town, choice) -> answer``; ``sim.arkham.rules.choices`` lists
the kinds of question.  How much a group manages in a turn stands in ``town.rates``; these are assumptions
of the scenario (``sim.arkham.rates``), not facts.
"""

from __future__ import annotations

from policies.arkham.compile import policy
from policies.arkham.registry import load, names

__all__ = ["load", "names", "policy"]
