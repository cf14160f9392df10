"""What a user can do wrong, in one line."""

from __future__ import annotations


class OmensError(Exception):
    """A mistake of the user: what is wrong, where, and what would be right, in one line.

    The command line prints the line and ends with exit code 2.
    """
