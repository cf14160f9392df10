"""Intervals for win rates and their differences."""
