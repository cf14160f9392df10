"""Runs: many games collected, and the folder that keeps what is needed to repeat them."""
