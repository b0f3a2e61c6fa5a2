"""The command line: its parser, its handling of errors, and the commands `help` and `completion`.

Callables passed in from outside do what needs a window, because nothing in `game` may draw.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from .. import __version__, boundary, registry, roster
from ..bots.process import WorkFailed
from ..engine import AnyGame
from ..language import mark, tr, tr_count
from ..record import RecordError
from ..registry import UnknownGame
from ..storage import translations
from ..storage.files import HOME_VARIABLE, have_a_home, portable_folder
from ..storage.transfer import TransferError
from ..text import labelled, plainly, system_says
from . import bots, doctor, games
from .console import (
    FAILED,
    INTERRUPTED,
    PIPE_CLOSED,
    PROGRAM,
    USAGE,
    OutputFailed,
    Parser,
    UsageError,
    forget_output,
    options_help,
    print_error,
    print_lines,
    speak_utf8,
    unknown,
    wrapped,
    write_out,
)
from .frontend import Frontend, FrontendFailed

COMMANDS = (
    games.add_play,
    bots.add_simulate,
    games.add_replay,
    games.add_print,
    games.add_statistics,
    bots.add_arena,
    bots.add_ladder,
    bots.add_bot,
    bots.add_tune,
    games.add_transfer,
    doctor.add_doctor,
    games.add_report,
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
        frontend = replace(frontend, read_aloud=arguments.read_aloud, quiet=arguments.quiet)
        status: int = arguments.run(arguments, frontend)
        return status
    except SystemExit as stop:  # raised by argparse for --help and --version
        if stop.code is None or isinstance(stop.code, int):
            return stop.code or 0
        return _report_error(ValueError(stop.code), FAILED)
    except (UsageError, RecordError, TransferError, UnknownGame) as error:
        return _report_error(error, USAGE)
    except (registry.PartFailed, FrontendFailed, WorkFailed) as error:
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
    add_help(commands, parser)
    add_completion(commands, parser)
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


SHELLS = ("bash", "zsh", "fish", "powershell", "tcsh")

# -- help


def add_help(commands: Any, parser: Parser) -> None:
    command = commands.add_parser("help", help=tr("explain a command or a game"))
    topic = tr("a command, or one of {games}", games=", ".join(registry.names()))
    command.add_argument("topic", metavar=tr("TOPIC"), nargs="*", help=topic)
    command.set_defaults(run=lambda arguments, frontend: _help(arguments.topic, parser))


def _help(topic: list[str], parser: Parser) -> int:
    games = registry.names()
    if topic and topic[0] in games:
        if topic[1:]:
            raise UsageError(tr("unrecognized arguments: %s") % " ".join(topic[1:]))
        print_lines(about_game(registry.load(topic[0])).split("\n"))
        return 0
    known = [*commands_of(parser), *games]
    for word in topic:
        if inner := commands_of(parser).get(word):
            parser, known = inner, [*commands_of(inner)] or [*games]
        elif word in games and not commands_of(parser):
            parser.given = [word]  # as in `help play wyoming`
        else:
            raise UsageError(unknown(word, known))
    print_lines(parser.format_help().rstrip("\n").split("\n"))
    return 0


def commands_of(parser: argparse.ArgumentParser) -> dict[str, Parser]:
    """Return the commands of a parser, by name."""
    naming = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return {name: each for action in naming for name, each in action.choices.items()}


def about_game(game: AnyGame) -> str:
    """Return what a game is, how it is begun, and its options."""
    return "\n".join((f"{game.title} ({game.name})", *_about(game), "", options_help(game).rstrip("\n")))


def _about(game: AnyGame) -> Iterator[str]:
    yield wrapped(tr(game.blurb), 0).rstrip("\n")
    fewest, most = game.seats[0], game.seats[-1]
    seats = tr_count("{number} seat", "{number} seats", most)
    if fewest != most:
        seats = tr("{fewest} to {most} seats", fewest=fewest, most=most)
    yield labelled(tr("For"), seats)
    yield labelled(tr("Start it with"), f"{PROGRAM} play {game.name}")
    yield labelled(tr("Bots"), ", ".join(game.levels))


# -- completion


def add_completion(commands: Any, parser: Parser) -> None:
    command = commands.add_parser("completion", help=tr("print a completion script for a shell"))
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    command.more_help = lambda words: "\n" + _hints()
    command.set_defaults(run=lambda arguments, frontend: _completion(arguments.shell, parser))


def _hints() -> str:
    lines = (
        (tr("bash, for this window"), f'eval "$({PROGRAM} completion bash)"'),
        (tr("bash, for good"), f"{PROGRAM} completion bash > ~/.local/share/bash-completion/completions/{PROGRAM}"),
        (tr("zsh, for good"), f'{PROGRAM} completion zsh > "${{fpath[1]}}/_{PROGRAM}"'),
        (tr("fish, for good"), f"{PROGRAM} completion fish > ~/.config/fish/completions/{PROGRAM}.fish"),
    )
    return "".join(f"{head}:\n  {line}\n" for head, line in lines)


def _completion(shell: str, parser: argparse.ArgumentParser) -> int:
    write_out(completion(shell, parser).encode() + b"\n")
    return 0


def completion(shell: str, parser: argparse.ArgumentParser) -> str:
    """Return the completion of all commands for a shell."""
    import shtab

    _prepare(parser)
    script: str = shtab.complete(parser, shell)
    return script


def _prepare(parser: argparse.ArgumentParser) -> None:
    """Say of each argument what completes it: names of games and bots, files, folders."""
    import shtab

    words = {"GAME": registry.names(), "BOT": (*roster.names(), roster.RANDOM)}
    for action in parser._actions:
        place = str(getattr(action, "place", ""))
        if action.choices is None and place in words:
            action.choices = words[place]
        elif place == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.type is Path or place == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    for command in commands_of(parser).values():
        _prepare(command)
