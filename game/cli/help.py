"""The commands `help` and `completion`: what commands and games take, for people and for shells."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import registry, roster
from ..engine import AnyGame
from ..language import tr, tr_count
from ..text import labelled
from .arguments import PROGRAM, Parser, UsageError, options_help, unknown, wrapped
from .console import print_lines, write_out

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
    return {name: each for action in _sub_actions(parser) for name, each in action.choices.items()}


def _sub_actions(parser: argparse.ArgumentParser) -> list[Any]:
    """Return the argument of a parser that names a command, if it has one."""
    return [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]


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
