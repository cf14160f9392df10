"""Attempts solved exactly: the chance of success under best dice play, and that play (C-5 to C-7)."""
