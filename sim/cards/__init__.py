"""Card facts, their notation, and completions of what is not known."""
