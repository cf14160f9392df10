"""The rules of the game, one module a concept, compiled."""
