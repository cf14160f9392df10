"""Card facts, their notation, and completions of what is not known."""

from sim.cards.completion import GROUPS, complete, unknown_facts
from sim.cards.facts import Cards
from sim.cards.loading import load_cards

__all__ = ["GROUPS", "Cards", "complete", "load_cards", "unknown_facts"]
