"""Where the modes of play part: one file for each place in the rules that a mode fills in."""
