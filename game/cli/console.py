"""What commands share: their arguments, and output to a terminal of any kind and to files."""

from __future__ import annotations

import argparse
import io
import itertools
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import copyfileobj, get_terminal_size
from tempfile import NamedTemporaryFile, TemporaryDirectory
from textwrap import fill
from time import monotonic
from typing import Any, NoReturn, TypeVar

from .. import registry, roster
from ..engine import AnyGame
from ..language import YOU, mark, tr, tr_count
from ..options import Option, Preset, parse_options
from ..record import Header, Player, new_header
from ..storage.files import PART, STANDARD, is_there, write_atomic
from ..text import clock_text, escaped, labelled, nearest, no_such, refusal, system_says

# -- help on options


SWITCHES: dict[object, str] = {True: "on", False: "off"}


NARROWEST = 40


def wrapped(text: str, indent: int) -> str:
    """Return a paragraph in lines of the terminal's width; words that are typed are never broken."""
    width, first, later = max(NARROWEST, get_terminal_size().columns - 2), " " * indent, " " * (indent + 4)
    lines = fill(
        text, width, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )
    return lines + "\n"


def options_help(game: AnyGame) -> str:
    """Return the options and presets of a game. An option is described as offered for the most seats that have it."""
    text = tr("options of {game}:", game=game.name) + "\n" + "".join(wrapped(line, 2) for line in _options_of(game))
    if game.presets:
        text += "\n" + tr("presets, each for several options:") + "\n"
    return text + "".join(wrapped(_preset_words(preset), 2) for preset in game.presets)


def option_lines(game: AnyGame) -> Iterator[str]:
    """Yield each option and preset of a game, with what it does after a colon."""
    yield from _options_of(game)
    yield from map(_preset_words, game.presets)


def _options_of(game: AnyGame) -> Iterator[str]:
    offered = {option.key: option for seats in game.seats for option in game.options(seats)}
    return (_words(game, option) for option in offered.values())


def _words(game: AnyGame, option: Option) -> str:
    """Return the description of an option. For a switch, the key alone turns it on."""
    having = [seats for seats in game.seats if any(other.key == option.key for other in game.options(seats))]
    seats = tr(" or ").join(map(str, having))
    words = option.help
    if len(having) < len(game.seats):
        words = tr("{help} With {seats} seats.", help=words, seats=seats)
    if option.is_switch:
        return f"{option.key}: {words}"
    values = "|".join(map(str, option.lasting))
    return tr("{option}: {help} (default: {value})", option=f"{option.key}={values}", help=words, value=option.default)


def _preset_words(preset: Preset) -> str:
    words = (f"{key}={SWITCHES[value] if isinstance(value, bool) else value}" for key, value in preset.options)
    return f"{preset.key}: {preset.about} ({', '.join(words)})"


# -- arguments


PROGRAM = "topping-out"
MOST_GAMES = 1_000_000
MOST_JOBS = 256
LONGEST_NEW_NAME = 20
"""The most letters of a player's name on the command line."""


A = TypeVar("A", bound=argparse.Action)
N = TypeVar("N", int, float)


class UsageError(ValueError):
    """An impossible request. The message says what is wrong, where, and what to do, in one line."""


# Translators: what the parser of arguments says itself; `%(name)s` and the like stay as they are.
PARSER_SAYS = (
    mark("usage: "), mark("positional arguments"), mark("options"), mark("show this help message and exit"),
    mark("show program's version number and exit"), mark("argument %(argument_name)s: %(message)s"),
    mark("the following arguments are required: %s"), mark("unrecognized arguments: %s"),
    mark("expected one argument"),
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


# Translators: what stands for a value in the help of a command, as in "--records DIR".
PLACES = (
    mark("ADDRESS"), mark("BOT"), mark("DATE"), mark("DIR"), mark("FILE"), mark("GAME"), mark("LIST"), mark("MONTH"),
    mark("NAMES"), mark("SECONDS"),
)  # fmt: skip


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line, in the reader's language."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, "formatter_class": HelpFormatter, **settings})

    more_help: Callable[[Sequence[str]], str] | None = None
    """Returns text below the help, given the arguments; only called when the help is shown."""
    given: Sequence[str] = ()

    def _add_action(self, action: A) -> A:
        """Name what stands for a value in the reader's language; `place` keeps its English name."""
        action.place = action.metavar  # type: ignore[attr-defined]
        if action.metavar in PLACES:
            action.metavar = tr(str(action.metavar))
        return super()._add_action(action)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.given = sys.argv[1:] if args is None else args
        own = itertools.takewhile(lambda word: word != "--" and (not self._subparsers or word[:1] == "-"), self.given)
        self._refuse_misspelt(own)
        found, left = super().parse_known_args(args, namespace)
        optional = next((action for action in self._get_positional_actions() if action.nargs == "?"), None)
        if optional and left and left[0][:1] != "-" and getattr(found, optional.dest) is optional.default:
            # older versions of argparse don't find it after options
            setattr(found, optional.dest, self._get_value(optional, left.pop(0)))
        return found, left

    def _refuse_misspelt(self, words: Iterable[str]) -> None:
        """Raise UsageError for an unknown option that is similar to one of this command."""
        for word in words:
            option = word.partition("=")[0]
            is_unknown = option.startswith("--") and option not in self._option_string_actions
            if near := nearest(option, self._option_string_actions) if is_unknown else "":
                text = mark("there's no option {key} here (did you mean {near}?)")
                self.error(tr(text, key=option, near=near))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        raise argparse.ArgumentError(action, unknown(value, known))

    def error(self, message: str) -> NoReturn:
        raise UsageError(tr("{message} (see {program} --help)", message=message, program=self.prog))

    def format_help(self) -> str:
        return super().format_help() + (self.more_help(self.given) if self.more_help else "")

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


def _options_help(words: Sequence[str]) -> str:
    """Return the options of the game among the words of the command line; without one, where they are shown."""
    # This loads games, so it must not run at start-up.
    known = registry.names()
    if named := next((word for word in words if word in known), ""):
        return "\n" + options_help(registry.load(named))
    place = tr("GAME")
    return "\n" + wrapped(tr("The options of a game: {command}", command=f"`{PROGRAM} help {place}`"), 0)


def unknown(word: str, known: Sequence[str]) -> str:
    """Return a message that there is no such word, which suggests a similar one and lists all."""
    near = mark("there's no {name} here (did you mean {near}?): choose from {choices}")
    return no_such(word, known, mark("there's no {name} here: choose from {choices}"), near, name=repr(word[:40]))


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
    folder = tr("write each game's record to this folder")
    command.add_argument("--records", metavar="DIR", type=folder_path, help=folder)


def prepare_records(folder: Path, paths: Iterable[Path]) -> None:
    """Create the folder for records. Raises UsageError, also if one of these records is already there.

    Do this before any game is played.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = mark("--records: {folder} can't be created ({why}): name another")
        raise UsageError(tr(text, folder=folder, why=system_says(error))) from None
    for path in paths:
        with _errors_for("--records", path):
            if is_there(path):
                raise FileExistsError


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a parser for an argument that must be an integer from `low` to `high`."""
    return partial(_number, int, low, high, mark("{text} isn't a whole number from {low} to {high}"))


def decimal_number(low: float, high: float) -> Callable[[str], float]:
    """Return a parser for an argument that must be a number from `low` to `high`."""
    return partial(_number, float, low, high, mark("{text} isn't a number from {low} to {high}"))


def _number(read: Callable[[str], N], low: N, high: N, message: str, text: str) -> N:
    with suppress(ValueError):
        if low <= (number := read(text)) <= high:
            return number
    raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40]), low=low, high=high))


# -- players and header


def read_players(seats: str, names: str = "") -> list[Player]:
    """Return the players described by --seats and --names. Raises UsageError."""
    kinds = [word.strip() for word in seats.split(",")]
    called = [name.strip() for name in names.split(",")] if names else []
    if len(called) > len(kinds):
        seats_words = tr_count("{number} seat", "{number} seats", len(kinds))
        raise UsageError(tr("--names: too many names for {seats}: leave some out", seats=seats_words))
    called += [""] * (len(kinds) - len(called))
    free = (name for name in roster.usual_names("bots") if name not in called)
    usual = [name or _usual_name(seat, kinds, free) for seat, name in enumerate(called)]
    return [_player(seat, *of_seat) for seat, of_seat in enumerate(zip(kinds, usual))]


def _usual_name(seat: int, kinds: list[str], free: Iterator[str]) -> str:
    """Return a name for a seat: a single human is "You", and a bot has a character's name or the next `free` one."""
    kind, is_alone = kinds[seat], kinds.count(kinds[seat]) == 1
    if kind == "human":
        return YOU if is_alone else tr("Player {number}", number=seat + 1)
    if kind in roster.characters():
        return roster.title(kind) if is_alone else f"{roster.title(kind)} {seat + 1}"
    return next(free, f"{kind} {seat + 1}")


def _player(seat: int, kind: str, name: str) -> Player:
    if wrong := refusal(name):
        raise UsageError(labelled("--names", wrong))
    if len(name) > LONGEST_NEW_NAME:
        text = mark("--names: {name} can't be a name: use at most {most} letters")
        raise UsageError(tr(text, name=repr(name[:40]), most=LONGEST_NEW_NAME))
    if kind == "human":
        return Player(name, "human", "", seat)
    if kind not in roster.names():
        near = mark("--seats: nobody is called {name} (did you mean {near}?): choose from {choices}")
        alone = mark("--seats: nobody is called {name}: choose from {choices}")
        raise UsageError(no_such(kind, ("human", *roster.names()), alone, near))
    return Player(name, "bot", kind, seat)


def read_header(arguments: argparse.Namespace, players: Iterable[Player], seed: int, started: str = "") -> Header:
    """Return the header of a game with these players and the requested game and options. Raises UsageError."""
    game: AnyGame = arguments.game
    try:
        return new_header(game, players, parse_options(arguments.options, game.presets), seed, started)
    except ValueError as error:  # including OptionError
        raise UsageError(str(error)) from None


# -- output


USAGE, FAILED, INTERRUPTED, PIPE_CLOSED = 2, 1, 130, 141
"""Exit statuses."""


class OutputFailed(OSError):
    """Standard output cannot be written, for another reason than a closed pipe."""


def speak_utf8() -> None:
    """Avoid encoding errors: write UTF-8 on Windows; elsewhere, write `?` for letters that the terminal lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if sys.platform == "win32" else None, errors="replace")


@contextmanager
def output() -> Iterator[None]:
    """A context for writing to standard output. Raises OutputFailed or BrokenPipeError."""
    try:
        yield
        if sys.stdout:
            sys.stdout.flush()
    except (BrokenPipeError, OutputFailed):
        raise
    except OSError as error:
        file = error.filename or tr("the output")
        raise OutputFailed(tr("can't write {file}: {why}", file=file, why=system_says(error))) from None


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each flushed at once, without characters that could control the terminal (see `escaped`)."""
    with output():
        for line in lines:
            print(escaped(line), flush=True)


def print_error(line: str) -> None:
    """Print a line in the same way to standard error, if there is one."""
    with suppress(OSError, ValueError):
        print(escaped(f"{PROGRAM}: {line}"), file=sys.stderr)


def check_place(option: str, path: Path | None, may_replace: bool = False) -> None:
    """Raise UsageError if a file cannot be written, before any work is done for it.

    An existing file may only be replaced if `may_replace`, which is what --force sets.
    """
    if path is None or path == STANDARD:
        return
    folder = path.absolute().parent
    if os.path.isdir(path):
        raise UsageError(tr("{option}: {file} is a folder: name a file in it", option=option, file=path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(tr("{option}: {file} isn't a file: name one", option=option, file=path))
    with _errors_for(option, path):
        if not may_replace and is_there(path):
            raise FileExistsError
        if not is_there(folder):
            text = mark("{option}: there's no folder {folder}: create it, or name another")
            raise UsageError(tr(text, option=option, folder=path.parent))
        with NamedTemporaryFile(prefix=path.name + ".", suffix=PART, dir=folder):
            pass


@contextmanager
def writing(option: str, path: Path, may_replace: bool = False) -> Iterator[Path]:
    """Yield the path at which to write the file that an option names; its content may be anything. Raises UsageError.

    For `-` this is a temporary file, which is then written to standard output.
    """
    check_place(option, path, may_replace)
    if path != STANDARD:
        yield path
        return
    if sys.stdout.isatty():
        text = mark("{option}: this file isn't text: send it to a file or a program, not to the terminal")
        raise UsageError(tr(text, option=option))
    with TemporaryDirectory(prefix=f"{PROGRAM}-") as folder:
        place = Path(folder) / "-"
        yield place
        write_out(place.read_bytes())


def write_out(data: bytes) -> None:
    """Write to standard output as it is. Raises OutputFailed or BrokenPipeError."""
    with output():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


@contextmanager
def reading(path: Path) -> Iterator[Path]:
    """Yield the path of a file to read; for `-` that of a copy of standard input."""
    if path != STANDARD:
        yield path
        return
    with TemporaryDirectory(prefix=f"{PROGRAM}-") as folder:
        place = Path(folder) / "-"
        with place.open("wb") as file:
            copyfileobj(sys.stdin.buffer, file)
        yield place


def tell(path: Path | None, lines: Iterable[str]) -> None:
    """Print lines about a written file; to standard error if the file went to standard output."""
    if path == STANDARD:
        for line in lines:
            print(escaped(line), file=sys.stderr)
    else:
        print_lines(lines)


def write_text(option: str, path: Path, text: str, may_replace: bool = False) -> None:
    """Write a file that an option names. Raises UsageError."""
    if path == STANDARD:
        write_out(text.encode())
        return
    with _errors_for(option, path):
        write_atomic(path, text.encode(), may_replace)


@contextmanager
def _errors_for(option: str, path: Path) -> Iterator[None]:
    """Convert errors of the block to a UsageError that names the option."""
    try:
        yield
    except FileExistsError:
        text = mark("{option}: {file} already exists: name another, or replace it with {force}")
        raise UsageError(tr(text, option=option, file=path, force="--force")) from None
    except OSError as error:
        raise UsageError(cannot_write_for(option, path, error)) from None


def cannot_write_for(option: str, path: Path, error: OSError) -> str:
    """Return a message that a file or folder given by an option cannot be written."""
    text = mark("{option}: can't write {file}: {why}")
    return tr(text, option=option, file=path, why=system_says(error))


def forget_output() -> None:
    """Discard buffered output; otherwise Python tries to write it again at exit, and prints a traceback."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class ProgressBar:
    """A progress bar on standard error. It is only shown on a terminal, and if there is something to do."""

    WIDTH = 30
    SURE_AFTER = 2
    """Seconds after which the time that is left can be guessed."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self._start, self._longest = monotonic(), 0
        self._is_shown = bool(total and sys.stderr) and sys.stderr.isatty()

    def __enter__(self) -> ProgressBar:
        self._show()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._is_shown:
            print(f"\r{'':{self._longest}}\r", end="", file=sys.stderr, flush=True)

    def step(self) -> None:
        self.go_to(self.done + 1, self.total)

    def go_to(self, done: int, total: int) -> None:
        """Show how much is done of how much."""
        self.done, self.total = done, total
        self._show()

    def _show(self) -> None:
        if self._is_shown:
            full = self.WIDTH * self.done // self.total
            bar = "#" * full + "." * (self.WIDTH - full)
            line = f"[{bar}] {self.done}/{self.total}"
            if time := self._time_left():
                line += "  " + tr("{time} left", time=time)
            self._longest = max(self._longest, len(line))
            print(f"\r{line:{self._longest}}", end="", file=sys.stderr, flush=True)

    def _time_left(self) -> str:
        """Return the time that is left, judged by the time so far; "" if it is too early to tell."""
        spent = monotonic() - self._start
        if spent < self.SURE_AFTER or not 0 < self.done < self.total:
            return ""
        left = round(spent * (self.total - self.done) / self.done)
        hours = f"{left // 3600}:" if left >= 3600 else ""
        return hours + clock_text(left % 3600 * 1000).strip().rjust(5 if hours else 0, "0")


def follow(steps: Iterator[tuple[int, int]]) -> str:
    """Run the steps with a progress bar; return the message with the result if there is one."""
    with ProgressBar(1) as bar:
        while True:
            try:
                bar.go_to(*next(steps))
            except StopIteration as end:
                return end.value or ""
