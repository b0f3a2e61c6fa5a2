"""The command line: its parser and its handling of errors.

Callables passed in from outside do what needs a window, because nothing in `game` may draw.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from .. import __version__, boundary, registry
from ..bots.process import WorkFailed
from ..language import mark, tr
from ..record import RecordError
from ..registry import UnknownGame
from ..storage import translations
from ..storage.files import HOME_VARIABLE, have_a_home, portable_folder
from ..storage.transfer import TransferError
from ..text import plainly, system_says
from . import bots, doctor, games, help, records
from .arguments import PROGRAM, Parser, UsageError
from .console import (
    FAILED,
    INTERRUPTED,
    PIPE_CLOSED,
    USAGE,
    OutputFailed,
    forget_output,
    print_error,
    speak_utf8,
)
from .frontend import Frontend, NoDisplay, NoFilm, NoPrint, Stopped

COMMANDS = (
    games.add_play,
    bots.add_simulate,
    games.add_replay,
    games.add_print,
    records.add_statistics,
    bots.add_arena,
    bots.add_ladder,
    bots.add_bot,
    bots.add_tune,
    records.add_transfer,
    doctor.add_doctor,
    records.add_report,
)


def main(argv: Sequence[str] | None = None, frontend: Frontend | None = None) -> int:
    """Run a command and return the exit status: 0, 1 for failure, 2 for a wrong request."""
    frontend = frontend or Frontend()
    speak_utf8()
    have_a_home()
    translations.use(translations.preferred(translations.chosen()))
    try:
        arguments = make_parser().parse_args(argv)
        if arguments.portable:
            _make_portable()
        status: int = arguments.run(
            arguments, replace(frontend, read_aloud=arguments.read_aloud, quiet=arguments.quiet)
        )
        return status
    except SystemExit as stop:  # raised by argparse for --help and --version
        if stop.code is None or isinstance(stop.code, int):
            return stop.code or 0
        return _report_error(ValueError(stop.code), FAILED)
    except registry.PartFailed as error:
        return _report_error(error, FAILED)
    except (UsageError, RecordError, TransferError, UnknownGame) as error:
        return _report_error(error, USAGE)
    except (NoDisplay, NoFilm, NoPrint, Stopped, WorkFailed) as error:
        return _report_error(error, FAILED)
    except OutputFailed as error:
        forget_output()
        return _report_error(error, FAILED)
    except BrokenPipeError:
        forget_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED


def _report_error(error: Exception, status: int) -> int:
    print_error(plainly(" ".join(str(error).splitlines())))
    return status


def make_parser() -> argparse.ArgumentParser:
    about = tr("Tower-building table games. Without a command, the title page opens.")
    parser = Parser(prog=PROGRAM, description=about)
    shown = tr("show program's version number and exit")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}", help=shown)
    portable = tr("from now on, keep everything in the folder `data` next to the program")
    parser.add_argument("--portable", action="store_true", help=portable)
    quiet = tr("make no sound at all, whatever the settings say")
    parser.add_argument("--quiet", action="store_true", help=quiet)
    read_aloud = tr("switch the program's own voice on, as F3 does")
    parser.add_argument("--read-aloud", action="store_true", help=read_aloud)
    parser.set_defaults(run=games.show_title)
    commands = parser.add_subparsers(metavar=tr("COMMAND"), parser_class=Parser)
    for add in COMMANDS:
        add(commands)
    for name in registry.names():
        _add_command_of(name, commands)
    help.add_help(commands, parser)
    help.add_completion(commands, parser)
    return parser


def _add_command_of(name: str, commands: Any) -> None:
    """Add the subcommand of a game, if it has one. The command of another package's game is run by `_run`."""
    before = {*commands.choices}
    if add := registry.part(name, "command"):
        with suppress(registry.PartFailed):
            registry.run(name, "its command", add, commands, blame=registry.noter(name, "command"))
    if registry.is_own(name):
        return
    for word in {*commands.choices} - before:
        if registry.is_noted(name, "command"):
            del commands.choices[word]
        else:
            commands.choices[word].set_defaults(run=partial(_run, name, commands.choices[word].get_default("run")))


def _run(name: str, run: Any, *values: Any) -> int:
    """Run a command of another package's game. It may take any time and may end the program."""
    try:
        status = run(*values)
    except (SystemExit, KeyboardInterrupt, BrokenPipeError, UsageError, RecordError, UnknownGame, WorkFailed):
        raise
    except BaseException as error:
        raise registry.noter(name, "command")(f"it raised {boundary.error_text(error)}") from error
    return status if isinstance(status, int) else 0


def _make_portable() -> None:
    folder = portable_folder()
    if folder is None:
        text = mark("--portable is for the packaged program: name a folder in {variable} instead")
        raise UsageError(tr(text, variable=HOME_VARIABLE))
    if os.environ.get(HOME_VARIABLE):
        text = mark("--portable and {variable} name two places for the same things: leave one of them out")
        raise UsageError(tr(text, variable=HOME_VARIABLE))
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        text = mark("--portable: {folder} can't be created ({why}): put the program in a folder you can write to")
        raise UsageError(tr(text, folder=folder, why=system_says(error))) from None
