"""Where the command `omens` begins: nothing else is imported before Ctrl-C has an answer."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command; its exit code."""
    try:
        from sim.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("omens: stopped", file=sys.stderr)
        return 130
