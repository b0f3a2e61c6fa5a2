"""Arguments that several commands have in common, and the description of the games' options in --help."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn

from .. import registry, roster
from ..engine import AnyGame
from ..language import mark, tr, tr_count
from ..options import Option, Preset, parse_options
from ..record import Header, Player, new_header
from ..text import escaped, refusal

# -- options help


WIDTH = 79


def options_help() -> str:
    """Return a list of all games' options with their values and meanings."""
    heads = {game.name: tr("options of {game}:", game=game.name) for game in registry.games()}
    return "".join(f"\n{heads[game.name]}\n{_lines_of(game)}" for game in registry.games())


def _lines_of(game: AnyGame) -> str:
    """Return the options and presets of a game. An option is described as offered for the most seats that have it."""
    offered = {option.key: option for seats in game.seats for option in game.options(seats)}
    texts = [*(_words(game, option) for option in offered.values()), *map(_preset_words, game.presets)]
    return "".join(fill(text, WIDTH, initial_indent="  ", subsequent_indent="      ") + "\n" for text in texts)


def _words(game: AnyGame, option: Option) -> str:
    """Return the description of an option. For a switch, the key alone turns it on."""
    having = [seats for seats in game.seats if any(other.key == option.key for other in game.options(seats))]
    seats = tr(" or ").join(map(str, having))
    words = (
        option.help
        if len(having) == len(game.seats)
        else tr("{help} With {seats} seats.", help=option.help, seats=seats)
    )
    if option.is_switch:
        return f"{option.key}: {words}"
    values = "|".join(map(str, option.lasting))
    return tr("{option}: {help} (default: {value})", option=f"{option.key}={values}", help=words, value=option.default)


def _preset_words(preset: Preset) -> str:
    values = ",".join(f"{key}={value}" for key, value in preset.options)
    return f"{preset.key}: {preset.about} ({values})"


# -- arguments


LARGEST_SEED = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""
MOST_GAMES = 1_000_000
MOST_JOBS = 256
LONGEST_NEW_NAME = 20
"""The most letters of a player's name on the command line."""


class UsageError(ValueError):
    """An impossible request. The message says what is wrong, where, and what to do, in one line."""


# Translators: what the parser of arguments says itself; `%(name)s` and the like stay as they are.
PARSER_SAYS = (
    mark("usage: "), mark("positional arguments"), mark("options"), mark("show this help message and exit"),
    mark("show program's version number and exit"), mark("argument %(argument_name)s: %(message)s"),
    mark("the following arguments are required: %s"), mark("unrecognized arguments: %s"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"), mark("expected one argument"),
    mark("expected at least one argument"), mark("not allowed with argument %s"),
    mark("one of the arguments %s is required"), mark("ignored explicit argument %r"),
    mark("unknown parser %(parser_name)r (choices: %(choices)s)"),
)  # fmt: skip
argparse._ = tr  # type: ignore[attr-defined]  # gettext's domains, its default, need compiled catalogues


IN_HELP = re.compile(r"%\((\w+)\)s|%%")
"""Places in help texts that are filled in, such as `%(default)s`. `%%` is a percent sign, and so is a single `%`."""


class HelpFormatter(argparse.HelpFormatter):
    """Formats help texts in which `%` is a percent sign unless a known name follows."""

    def _expand_help(self, action: argparse.Action) -> str:
        known = {**vars(action), "prog": self._prog}
        return _filled_in(self._get_help_string(action) or "", known)

    def _format_text(self, text: str) -> str:
        width = max(self._width - self._current_indent, 11)
        return self._fill_text(_filled_in(text, {"prog": self._prog}), width, " " * self._current_indent) + "\n\n"


def _filled_in(text: str, known: dict[str, object]) -> str:
    return IN_HELP.sub(lambda found: str(known.get(found[1], found[0])) if found[1] else "%", text)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line, in the reader's language."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, "formatter_class": HelpFormatter, **settings})

    more_help: Callable[[], str] | None = None
    """Returns text below the help; only called when the help is shown."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(tr("{message} (see {program} --help)", message=message, program=self.prog))

    def format_help(self) -> str:
        return super().format_help() + (self.more_help() if self.more_help else "")

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message("\n".join(map(escaped, message.split("\n"))), file)


def add_game(command: argparse.ArgumentParser) -> None:
    """Add the argument that names a game."""
    command.add_argument("game", metavar="GAME", type=game_named, help=", ".join(registry.names()))


def add_table(command: Parser) -> None:
    """Add the arguments for the game and its options."""
    add_game(command)
    command.add_argument("--options", metavar="LIST", default="", help=tr("the game's options, e.g. tidal,first=0"))
    command.more_help = _options_help


def _options_help() -> str:
    # This loads the games, so it must not run at start-up.
    return options_help()


def game_named(text: str) -> AnyGame:
    try:
        return registry.load(text)
    except registry.UnknownGame as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def folder_path(text: str) -> Path:
    """Parse an argument that names a folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError(tr("no folder given"))
    return Path(text)


def add_force(command: argparse.ArgumentParser) -> None:
    """Add the argument --force, without which no command replaces a file."""
    command.add_argument("--force", action="store_true", help=tr("replace files that are already there"))


def add_records(command: argparse.ArgumentParser) -> None:
    """Add the argument that names a folder for the records of all games."""
    command.add_argument(
        "--records", metavar="DIR", type=folder_path, help=tr("write each game's record to this folder")
    )


def make_records_folder(folder: Path | None) -> None:
    """Create the folder for records, if given. Raises UsageError."""
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = mark("--records: {folder} can't be created: {why}: name another")
        raise UsageError(tr(text, folder=folder, why=error.strerror or error)) from None


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a parser for an argument that must be an integer from `low` to `high`."""

    def number(text: str) -> int:
        with suppress(ValueError):
            if low <= int(text) <= high:
                return int(text)
        message = mark("{text} is not a whole number from {low} to {high}")
        raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40]), low=low, high=high))

    return number


# -- players and header


def read_players(seats: str, names: str = "") -> list[Player]:
    """Return the players described by --seats and --names. Raises UsageError."""
    kinds = [word.strip() for word in seats.split(",")]
    called = [name.strip() for name in names.split(",")] if names else []
    if len(called) > len(kinds):
        seats_words = tr_count("{number} seat", "{number} seats", len(kinds))
        raise UsageError(tr("--names: too many names for {seats}: leave some out", seats=seats_words))
    called += [""] * (len(kinds) - len(called))
    twice = {kind for kind in kinds if kinds.count(kind) > 1}
    return [_player(seat, kind, name, kind in twice) for seat, (kind, name) in enumerate(zip(kinds, called))]


def _player(seat: int, kind: str, name: str, is_twin: bool) -> Player:
    if wrong := refusal(name):
        raise UsageError(f"--names: {wrong}")
    if len(name) > LONGEST_NEW_NAME:
        text = mark("--names: {name} can't be a name: use at most {most} letters")
        raise UsageError(tr(text, name=repr(name[:40]), most=LONGEST_NEW_NAME))
    if kind == "human":
        return Player(name or tr("Player {number}", number=seat + 1), "human", "", seat)
    if kind not in roster.names():
        choices = ", ".join(["human", *roster.names()])
        raise UsageError(
            tr("--seats: nobody is called {name}: choose from {choices}", name=repr(kind), choices=choices)
        )
    alone = kind in roster.characters() and not is_twin
    return Player(name or (roster.title(kind) if alone else f"{roster.title(kind)} {seat + 1}"), "bot", kind, seat)


def read_header(arguments: argparse.Namespace, players: Iterable[Player], seed: int, started: str = "") -> Header:
    """Return the header of a game with these players and the requested game and options. Raises UsageError."""
    game: AnyGame = arguments.game
    try:
        return new_header(game, players, parse_options(arguments.options, game.presets), seed, started)
    except ValueError as error:  # including OptionError
        raise UsageError(str(error)) from None
