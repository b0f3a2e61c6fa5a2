"""The command line: its parser, and what becomes of errors.

What needs a window is done by a callable from outside, since nothing in `game` may draw.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from topping_out.game import __version__
from topping_out.game.bots.process import WorkFailed
from topping_out.game.cli.arguments import Parser, UsageError
from topping_out.game.cli.commands import (
    arena,
    bot,
    doctor,
    ladder,
    play,
    replay,
    report,
    simulate,
    statistics,
    transfer,
    tune,
)
from topping_out.game.cli.console import (
    FAILED,
    INTERRUPTED,
    PIPE_CLOSED,
    PROGRAM,
    USAGE,
    OutputFailed,
    forget_output,
    speak_utf8,
)
from topping_out.game.cli.frontend import CheckSettings, Diagnose, Frontend, MakeFilm, NoDisplay, NoFilm, Window
from topping_out.game.record import RecordError
from topping_out.game.registry import UnknownGame
from topping_out.game.storage.files import HOME_VARIABLE, portable_folder
from topping_out.game.storage.transfer.exporting import TransferError
from topping_out.game.text import plainly

COMMANDS = (play, simulate, replay, statistics, arena, ladder, bot, tune, transfer, doctor, report)


def main(
    argv: Sequence[str] | None = None,
    window: Window | None = None,
    diagnose: Diagnose | None = None,
    check_settings: CheckSettings | None = None,
    make_film: MakeFilm | None = None,
) -> int:
    """Run a command and return the exit status: 0, 1 for failure, 2 for a request that makes no sense."""
    speak_utf8()
    try:
        arguments = _parser().parse_args(argv)
        if arguments.portable:
            _make_portable()
        status: int = arguments.run(
            arguments, Frontend(window, diagnose, check_settings, make_film, arguments.read_aloud)
        )
        return status
    except SystemExit as stop:  # argparse, after --help and --version
        return int(stop.code or 0)
    except (UsageError, RecordError, TransferError, UnknownGame) as error:
        return _complain(error, USAGE)
    except (NoDisplay, NoFilm, WorkFailed) as error:
        return _complain(error, FAILED)
    except OutputFailed as error:
        forget_output()
        return _complain(error, FAILED)
    except BrokenPipeError:
        forget_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED


def _complain(error: Exception, status: int) -> int:
    print(f"{PROGRAM}: {plainly(' '.join(str(error).splitlines()))}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM, description="Tower-building table games. Without a command: the title screen.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.add_argument(
        "--portable", action="store_true", help="from now on, keep everything in the folder `data` beside the program"
    )
    parser.add_argument("--read-aloud", action="store_true", help="switch the program's own voice on (F3 does, too)")
    parser.set_defaults(run=play.show_title)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS:
        command.add_command(commands)
    return parser


def _make_portable() -> None:
    folder = portable_folder()
    if folder is None:
        raise UsageError(f"--portable is for the packed program: name a folder in {HOME_VARIABLE} instead")
    if os.environ.get(HOME_VARIABLE):
        raise UsageError(f"--portable and {HOME_VARIABLE} name two places for the same things: leave one of them out")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(
            f"--portable: {folder} cannot be made: {reason}: put the program where you may write"
        ) from None
