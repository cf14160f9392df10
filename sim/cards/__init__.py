"""Card facts, their notation, and completions of what is not known."""

from sim.cards.completion import GROUPS, card_data_hash, complete, unknown_facts
from sim.cards.facts import Cards
from sim.cards.loading import load_cards

__all__ = ["GROUPS", "Cards", "card_data_hash", "complete", "load_cards", "unknown_facts"]
