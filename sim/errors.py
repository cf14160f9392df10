"""What ends a command early, in one line."""

from __future__ import annotations


class OmensError(Exception):
    """A mistake of the user: what is wrong, where, and what would be right, in one line.

    The command line prints the line and ends with exit code 2.
    """

    exit_code = 2


class StoppedError(OmensError):
    """The user stopped a run: what is kept of it, and the command that goes on."""

    exit_code = 130
