"""The games: rules, card facts, and playing many of them."""
