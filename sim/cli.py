"""The command `omens`.

Commands import what they need when they run, so that help is there at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.core import TyperGroup

from sim.commands.arkham import arkham
from sim.commands.bench import bench
from sim.commands.cards import app as cards
from sim.commands.choices import choices
from sim.commands.compare import compare
from sim.commands.logs import app as logs
from sim.commands.luck import luck
from sim.commands.matter import matter
from sim.commands.odds import odds
from sim.commands.replay import replay
from sim.commands.run import run
from sim.commands.score import score
from sim.commands.solve import solve
from sim.commands.sweep import sweep
from sim.commands.tornado import tornado
from sim.commands.uncertainty import uncertainty
from sim.errors import OmensError, StoppedError
from sim.names import known_name


class Commands(TyperGroup):
    """Commands of which an unknown one is answered with the nearest."""

    def resolve_command(self, ctx, args):
        """The command that `args` begin with; OmensError if there is none."""
        if not args[0].startswith("-"):
            known_name(args[0], self.list_commands(ctx), "command")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="omens",
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command()(run)
app.command()(compare)
app.command()(sweep)
app.command()(tornado)
app.command()(solve)
app.command()(uncertainty)
app.command()(luck)
app.command()(score)
app.command()(choices)
app.command()(matter)
app.command()(replay)
app.command()(odds)
app.command()(bench)
app.command()(arkham)
app.add_typer(
    cards, name="cards", help="What is known of the cards, and from where.", cls=Commands, no_args_is_help=False
)
app.add_typer(logs, name="logs", help="Your own games beside what is predicted.", cls=Commands, no_args_is_help=False)

_INTERRUPTED = 130  # what typer makes of a KeyboardInterrupt


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
    """A laboratory for the balance of cooperative dice games, unofficial and without card text.

    It plays the Alaska Expedition and R'lyeh Rising, and runs the clock of Arkham Horror.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code.

    0, 2 for a mistake of the user, 130 when interrupted, 1 when the reader of a pipe has left.
    """
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except OmensError as error:
        return _fail(str(error), error.exit_code)
    except typer.TyperException as error:  # unknown options, values that are no numbers
        return _fail(error.format_message())
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:  # a name that is too long, a disk that is full, and the like
        if error.filename is None:
            _drop_output()
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}")


def _run(arguments: Sequence[str]) -> int:
    for argument in arguments:
        if argument != argument.encode(errors="replace").decode():
            raise OmensError(f"{argument!a}: expected text in UTF-8")
    code = app(args=arguments, prog_name="omens", standalone_mode=False) or 0
    if code == _INTERRUPTED:
        raise StoppedError("stopped")
    if sys.stdout:
        sys.stdout.flush()  # here and not at the end of Python, where a failure could not be told
    return code


def _fail(message: str, code: int = 2) -> int:
    """Say what is wrong in one line; the exit code."""
    if sys.stderr:  # without one print would take standard output
        line = " ".join(message.splitlines())
        print("omens:", "".join(letter if letter.isprintable() else "?" for letter in line), file=sys.stderr)
    return code


def _drop_output() -> None:
    """Let what cannot be written vanish, so that Python does not try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
