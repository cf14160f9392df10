"""Policies: how choices are made, one file each, and the door to a user's own.

A policy is a compiled function ``policy(game, deck, choice) -> answer``.  It sees the open
state, the facts of all cards that exist, and one question with its legal options
(`sim.rules.choices` lists the kinds); it answers with the index of an option, or with a
set of dice where ``choice.mask`` is not zero.  It keeps no memory and draws no random
numbers of its own: ``choice.word`` holds 64 random bits.

A policy of one's own is a file such as ``policies/examples/patient.py``.
"""

from __future__ import annotations

from policies.parts.compile import policy
from policies.registry import load, names, uses_tables

__all__ = ["load", "names", "policy", "uses_tables"]
