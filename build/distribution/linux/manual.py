"""The man page: what the commands take comes from the program itself, the rest from `topping-out.6`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from topping_out.game import __version__, registry
from topping_out.game.cli.console import HelpFormatter, option_lines
from topping_out.game.cli.main import commands_of, completion, make_parser
from topping_out.game.storage.files import records_folder

SOURCE = Path(__file__).with_name("topping-out.6")
RECORDS = "~/.local/share/topping-out/games"
"""Where the program keeps records, whoever uses it; the help names the folder of who makes the package."""
WIDE = 1000
"""Letters in a line that `man` breaks itself."""
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/topping-out",
    "zsh": "usr/share/zsh/vendor-completions/_topping-out",
    "fish": "usr/share/fish/vendor_completions.d/topping-out.fish",
}
"""Where Debian's shells look for completions."""


def manual(day: str) -> str:
    """Return the man page, dated `day`."""
    parser = parser_for_everybody()
    places = {
        "@DATE@": day,
        "@VERSION@": __version__,
        "@OPTIONS@": "\n".join(_arguments(parser)),
        "@COMMANDS@": "\n".join(_commands(parser)),
        "@GAMES@": "\n".join(_games()),
    }
    page = SOURCE.read_text(encoding="utf-8")
    for place, text in places.items():
        page = page.replace(place, text)
    return page


def completions() -> dict[str, str]:
    """Return the file for each shell, by its place."""
    return {place: completion(shell, parser_for_everybody()) + "\n" for shell, place in COMPLETIONS.items()}


def parser_for_everybody() -> argparse.ArgumentParser:
    """Return the parser, with help that names no folder of this machine."""
    parser = make_parser()
    waiting: list[argparse.ArgumentParser] = [parser]
    while waiting:
        command = waiting.pop()
        waiting += commands_of(command).values()
        for action in command._actions:
            action.help = action.help and action.help.replace(str(records_folder()), RECORDS)
    return parser


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    helps = {action.dest: action.help or "" for each in parser._actions for action in _pseudo(each)}
    for name, command in commands_of(parser).items():
        inner = commands_of(command)
        yield f".SS {roff(command.prog.partition(' ')[2])}"
        yield roff(helps[name][:1].upper() + helps[name][1:] + ".")
        if inner:
            yield from _commands(command)
        else:
            yield ".PP"
            yield rf"\fB{roff(_usage(command))}\fP"
            yield from _arguments(command)


def _pseudo(action: argparse.Action) -> list[argparse.Action]:
    return action._choices_actions if isinstance(action, argparse._SubParsersAction) else []


def _usage(command: argparse.ArgumentParser) -> str:
    formatter = HelpFormatter(command.prog, width=WIDE)
    formatter.add_usage(command.usage, command._actions, command._mutually_exclusive_groups, "")
    return formatter.format_help().strip()


def _arguments(command: argparse.ArgumentParser) -> Iterator[str]:
    formatter = HelpFormatter(command.prog, width=WIDE)
    for action in command._actions:
        if isinstance(action, (argparse._HelpAction, argparse._SubParsersAction)) or action.help == argparse.SUPPRESS:
            continue
        yield ".TP"
        yield rf"\fB{roff(formatter._format_action_invocation(action))}\fP"
        yield roff(formatter._expand_help(action))


def _games() -> Iterator[str]:
    for game in registry.games():
        if registry.is_own(game.name):
            yield f".SS {roff(game.name)}"
            yield roff(f"{game.title}: {game.blurb}")
            for line in option_lines(game):
                key, _, about = line.partition(": ")
                yield from (".TP", rf"\fB{roff(key)}\fP", roff(about))


def roff(text: str) -> str:
    """Return text in which nothing is a command of roff."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("^", r"\(ha")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
