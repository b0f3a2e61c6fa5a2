"""The command `statistics`: what the finished games add up to, in lines or as a table for spreadsheet programs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from topping_out.game.cli.console import check_place, print_lines, write_text
from topping_out.game.registry import load, names
from topping_out.game.storage.library import Saved, SaveLibrary
from topping_out.game.storage.statistics import Career, careers
from topping_out.game.storage.transfer.statistics_csv import csv_text
from topping_out.game.text import counted


def add_command(commands: Any) -> None:
    command = commands.add_parser("statistics", help="what the finished games add up to", allow_abbrev=False)
    command.add_argument(
        "--csv", metavar="FILE", type=Path, help="write a line for each finished game and seat instead"
    )
    command.set_defaults(run=_statistics)


def _statistics(arguments: argparse.Namespace, frontend: object) -> int:
    check_place("--csv", arguments.csv)
    library = SaveLibrary()
    library.read_all()
    finished = library.finished()
    if arguments.csv:
        write_text("--csv", arguments.csv, csv_text(finished))
        print_lines([f"{counted(len(finished), 'finished game')} in {arguments.csv}", *library.problems])
    else:
        print_lines([*_lines(finished), *library.problems])
    return 0


def _lines(finished: list[Saved]) -> Iterator[str]:
    by_game = careers(finished)
    if not by_game:
        yield "no game with a human has been finished yet"
    for game in names():
        for career in sorted(by_game.get(game, {}).values(), key=lambda career: -len(career.played)):
            yield f"{load(game).title}, {career.name}: {_summary(career)}"


def _summary(career: Career) -> str:
    text = f"{career.won} of {counted(len(career.played), 'game')} won, best score {career.best}"
    rating = career.rating
    return f"{text}, rating {rating.elo:.0f} ± {rating.margin:.0f}" if rating.games else text
