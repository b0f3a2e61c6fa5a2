"""The command `simulate`: games between bots without a window."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path
from typing import Any

from game import roster
from game.arena.simulate import PlayedGame, SimulationReport, headers, save, simulate
from game.cli.arguments import (
    LARGEST_SEED,
    MOST_GAMES,
    MOST_JOBS,
    UsageError,
    add_table,
    folder_path,
    read_header,
    read_players,
    whole_number,
)
from game.cli.console import OutputFailed, ProgressBar, output, print_lines
from game.engine import AnyGame
from game.record import Header


def add_command(commands: Any) -> None:
    sim = commands.add_parser("simulate", help="let bots play without a window", allow_abbrev=False)
    add_table(sim)
    sim.add_argument("--seats", metavar="LIST", required=True, help="the bots, e.g. hard,easy")
    sim.add_argument("--games", type=whole_number(1, MOST_GAMES), default=100, help="how many (default: 100)")
    sim.add_argument(
        "--seed", type=whole_number(0, LARGEST_SEED), default=1, help="of the first; the next has seed + 1"
    )
    sim.add_argument("--jobs", type=whole_number(1, MOST_JOBS), default=1, help="processes to use (default: 1)")
    sim.add_argument("--json", action="store_true", help="one JSON object a game instead of the table")
    sim.add_argument("--records", metavar="DIR", type=folder_path, help="write each game's record there")
    sim.set_defaults(run=_simulate)


def _simulate(arguments: argparse.Namespace, frontend: object) -> int:
    game: AnyGame = arguments.game
    first = _first_header(arguments)
    if arguments.records:
        _make_folder(arguments.records)
    report = SimulationReport(first, game.title)
    progress = ProgressBar(arguments.games)
    with output(), progress, closing(simulate(headers(first, arguments.games), arguments.jobs)) as games:
        for played in games:
            report.add(played)
            if arguments.records:
                _save(played, arguments.records)
            if arguments.json:
                print(json.dumps(played.to_json(), separators=(",", ":")))
            progress.step()
    if not arguments.json:
        print_lines(report.lines())
    return 0


def _save(played: PlayedGame, folder: Path) -> None:
    try:
        save(played, folder)
    except OSError as error:
        raise OutputFailed(f"--records: {folder} cannot be written: {error.strerror or error}") from None


def _first_header(arguments: argparse.Namespace) -> Header:
    players = read_players(arguments.seats)
    if any(player.is_human for player in players):
        raise UsageError(f"--seats: nobody is there to play for a human: choose from {', '.join(roster.names())}")
    if arguments.seed + arguments.games - 1 > LARGEST_SEED:
        raise UsageError(f"--seed: the last game's seed would be past {LARGEST_SEED}: begin lower")
    return read_header(arguments, players, arguments.seed)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--records: {folder} cannot be made: {error.strerror or error}: name another") from None
