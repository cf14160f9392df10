"""One game again: its moments, and the words for them."""
