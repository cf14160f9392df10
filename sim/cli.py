"""The command `omens`.

Commands import what they need when they run, so that help is there at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from sim.bench_cli import bench
from sim.cards_cli import app as cards
from sim.errors import OmensError
from sim.replay_cli import replay
from sim.run_cli import run

app = typer.Typer(
    name="omens",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command()(run)
app.command()(replay)
app.command()(bench)
app.add_typer(cards, name="cards", help="What is known of the cards, and from where.", no_args_is_help=False)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"omens {version('omens')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A laboratory for the balance of the Alaska Expedition: unofficial, and without any card text."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _fail(message: str) -> int:
    """Say what is wrong in one line; the exit code."""
    print(f"omens: {' '.join(message.split())}", file=sys.stderr)
    return 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code: 0, 2 for a mistake of the user, 130 when interrupted."""
    try:
        return app(args=arguments, prog_name="omens", standalone_mode=False) or 0
    except OmensError as error:
        return _fail(str(error))
    except typer.TyperException as error:  # unknown options, values that are no numbers
        return _fail(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        print("omens: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
