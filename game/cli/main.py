"""The command line. What needs a window goes to a callable from outside, since nothing in `game` may draw."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from game import __version__, roster
from game.arena.simulate import Tally, headers, save, simulate
from game.bots.process import WorkFailed
from game.cli import arena, tune
from game.cli.console import (
    FAILED,
    INTERRUPTED,
    LARGEST_SEED,
    MOST_GAMES,
    MOST_JOBS,
    PIPE_CLOSED,
    PROGRAM,
    USAGE,
    OutputFailed,
    Parser,
    Progress,
    UsageError,
    add_table,
    forget_output,
    output,
    print_lines,
    whole_number,
)
from game.cli.doctor import Probe, examine
from game.cli.transcript import json_lines, review_lines, text_lines
from game.engine import AnyGame
from game.match import Match
from game.options import parse_options
from game.record import Header, Player, Record, RecordError, new_header, new_seed
from game.storage.files import HOME_VARIABLE, portable_folder, records_folder, tidy_up
from game.storage.journal import read_record
from game.text import plainly

LONGEST_NAME = 20


class NoDisplay(RuntimeError):
    """There is no window to be had; the message says why, and what works without one."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the window shall show: the title, a table to play at, or a record to replay."""

    command: Literal["title", "play", "replay"]
    header: Header | None = None
    record: Record | None = None
    path: Path | None = None


Window = Callable[[Request], int | None]
"""Opens the window and returns the exit status when it is closed. Raises NoDisplay."""


def main(argv: Sequence[str] | None = None, window: Window | None = None, probe: Probe | None = None) -> int:
    """Run a command and return the exit status: 0, 1 for failure, 2 for a request that makes no sense."""
    try:
        arguments = _parser().parse_args(argv)
        if arguments.portable:
            _make_portable()
        status: int = arguments.run(arguments, Outside(window, probe))
        return status
    except SystemExit as stop:  # argparse, after --help and --version
        return int(stop.code or 0)
    except (UsageError, RecordError) as error:
        return _complain(error, USAGE)
    except (NoDisplay, WorkFailed) as error:
        return _complain(error, FAILED)
    except OutputFailed as error:
        forget_output()
        return _complain(error, FAILED)
    except BrokenPipeError:
        forget_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED


@dataclass(frozen=True, slots=True)
class Outside:
    """What comes from outside `game`."""

    window: Window | None
    probe: Probe | None

    def show(self, request: Request) -> int:
        if self.window is None:
            raise NoDisplay("this is the part of the program without a window: start it with `topping-out`")
        tidy_up()
        return self.window(request) or 0


def _complain(error: Exception, status: int) -> int:
    print(f"{PROGRAM}: {plainly(' '.join(str(error).splitlines()))}", file=sys.stderr)
    return status


# -- arguments


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM, description="Tower-building table games. Without a command: the title screen.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.add_argument(
        "--portable", action="store_true", help="from now on, keep everything in the folder `data` beside the program"
    )
    parser.set_defaults(run=_title)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    _add_play(commands)
    _add_simulate(commands)
    _add_replay(commands)
    arena.add_commands(commands)
    tune.add_commands(commands)
    doctor = commands.add_parser("doctor", help="say what the program finds on this machine")
    doctor.set_defaults(run=_doctor)
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


def _add_play(commands: Any) -> None:
    play = commands.add_parser("play", help="sit down at a table", allow_abbrev=False)
    add_table(play)
    play.add_argument("--seats", metavar="LIST", help="who sits there, e.g. human,hard (default: you and one bot)")
    play.add_argument("--names", metavar="LIST", default="", help="what they are called, e.g. Ana,Ben")
    play.add_argument("--seed", type=whole_number(0, LARGEST_SEED), help="the same seed deals the same cards")
    play.set_defaults(run=_play)


def _add_simulate(commands: Any) -> None:
    sim = commands.add_parser("simulate", help="let bots play without a window", allow_abbrev=False)
    add_table(sim)
    sim.add_argument("--seats", metavar="LIST", required=True, help="the bots, e.g. hard,easy")
    sim.add_argument("--games", type=whole_number(1, MOST_GAMES), default=100, help="how many (default: 100)")
    sim.add_argument(
        "--seed", type=whole_number(0, LARGEST_SEED), default=1, help="of the first; the next has seed + 1"
    )
    sim.add_argument("--jobs", type=whole_number(1, MOST_JOBS), default=1, help="processes to use (default: 1)")
    sim.add_argument("--json", action="store_true", help="one JSON object a game instead of the table")
    sim.add_argument("--records", metavar="DIR", type=Path, help="write each game's record there")
    sim.set_defaults(run=_simulate)


def _add_replay(commands: Any) -> None:
    replay = commands.add_parser("replay", help="look at a game again", allow_abbrev=False)
    replay.add_argument("file", metavar="FILE", type=Path, help=f"a record; the games played here are in {_shown()}")
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="as text, a line for each action")
    how.add_argument("--json", action="store_true", help="as JSON lines: each action, its events, the state after it")
    how.add_argument("--review", action="store_true", help="each human's three dearest decisions, and what was better")
    replay.set_defaults(run=_replay)


def _shown() -> str:
    return str(records_folder()).replace("%", "%%")


# -- the table


def players(seats: str, names: str = "") -> list[Player]:
    """Return who sits at the table by the words of --seats and --names. Raises UsageError."""
    kinds = [word.strip() for word in seats.split(",")]
    called = [name.strip() for name in names.split(",")] if names else []
    if len(called) > len(kinds):
        raise UsageError(f"--names: there are {len(called)} names for {len(kinds)} seats: leave some out")
    called += [""] * (len(kinds) - len(called))
    twice = {kind for kind in kinds if kinds.count(kind) > 1}
    return [_player(seat, kind, name, kind in twice) for seat, (kind, name) in enumerate(zip(kinds, called))]


def _player(seat: int, kind: str, name: str, is_twin: bool) -> Player:
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(f"--names: {name[:40]!r} is no name: at most {LONGEST_NAME} letters, please")
    if kind == "human":
        return Player(name or f"Player {seat + 1}", "human", "", seat)
    if kind not in roster.words():
        raise UsageError(f"--seats: nobody is called {kind!r}: choose from human, {', '.join(roster.words())}")
    alone = kind in roster.characters() and not is_twin
    return Player(name or (roster.title(kind) if alone else f"{roster.title(kind)} {seat + 1}"), "bot", kind, seat)


def _header(arguments: argparse.Namespace, seated: list[Player], seed: int, started: str = "") -> Header:
    game: AnyGame = arguments.game
    try:
        return new_header(game, seated, parse_options(arguments.options, game.presets), seed, started)
    except ValueError as error:  # OptionError too
        raise UsageError(str(error)) from None


# -- commands


def _title(arguments: argparse.Namespace, outside: Outside) -> int:
    return outside.show(Request("title"))


def _play(arguments: argparse.Namespace, outside: Outside) -> int:
    game: AnyGame = arguments.game
    usual = ",".join(["human"] + [game.levels[len(game.levels) // 2]] * (max(2, game.seats[0]) - 1))
    seated = players(usual if arguments.seats is None else arguments.seats, arguments.names)
    seed = new_seed() if arguments.seed is None else arguments.seed
    header = _header(arguments, seated, seed, datetime.now().isoformat(timespec="seconds"))
    return outside.show(Request("play", header=header))


def _simulate(arguments: argparse.Namespace, outside: Outside) -> int:
    game: AnyGame = arguments.game
    seated = players(arguments.seats)
    if any(player.is_human for player in seated):
        raise UsageError(f"--seats: nobody is there to play for a human: choose from {', '.join(roster.words())}")
    if arguments.seed + arguments.games - 1 > LARGEST_SEED:
        raise UsageError(f"--seed: the last game's seed would be past {LARGEST_SEED}: begin lower")
    first = _header(arguments, seated, arguments.seed)
    if arguments.records:
        _make_folder(arguments.records)
    tally = Tally(first, game.title)
    progress = Progress(arguments.games)
    with output(), progress, closing(simulate(headers(first, arguments.games), arguments.jobs)) as games:
        for played in games:
            tally.add(played)
            if arguments.records:
                save(played, arguments.records)
            if arguments.json:
                print(json.dumps(played.to_json(), separators=(",", ":")))
            progress.step()
    if not arguments.json:
        print_lines(tally.lines())
    return 0


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--records: {folder} cannot be made: {error.strerror or error}: name another") from None


def _replay(arguments: argparse.Namespace, outside: Outside) -> int:
    path: Path = arguments.file
    if os.path.isdir(path):
        raise UsageError(f"{path} is a folder: name one record in it")
    if not os.path.lexists(path):
        raise UsageError(f"there is no file {path}: the games played here are in {records_folder()}")
    record = read_record(path)
    if arguments.text or arguments.json:
        print_lines(text_lines(record) if arguments.text else json_lines(record))
        return 0
    if arguments.review:
        print_lines(review_lines(record))
        return 0
    Match(record)  # refuses what does not fit the rules, before a window opens
    return outside.show(Request("replay", record=record, path=path))


def _doctor(arguments: argparse.Namespace, outside: Outside) -> int:
    findings = []
    with output():
        for finding in examine(outside.probe):
            findings.append(finding)
            print(finding, flush=True)
    return 0 if all(finding.is_ok for finding in findings) else FAILED
