"""The command `statistics`: what the finished games add up to, in lines or as a table for spreadsheet programs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from topping_out.game.cli.arguments import add_force
from topping_out.game.cli.console import check_place, print_lines, write_text
from topping_out.game.language import tr, tr_count
from topping_out.game.registry import load, names
from topping_out.game.storage.history.statistics import Career, careers
from topping_out.game.storage.library import Saved, SaveLibrary
from topping_out.game.storage.transfer.statistics_csv import csv_text


def add_command(commands: Any) -> None:
    command = commands.add_parser("statistics", help=tr("show the statistics of all finished games"))
    csv = tr("write one line for each finished game and seat instead")
    command.add_argument("--csv", metavar="FILE", type=Path, help=csv)
    add_force(command)
    command.set_defaults(run=_statistics)


def _statistics(arguments: argparse.Namespace, frontend: object) -> int:
    check_place("--csv", arguments.csv, arguments.force)
    library = SaveLibrary()
    library.read_all()
    finished = library.finished()
    if arguments.csv:
        write_text("--csv", arguments.csv, csv_text(finished), arguments.force)
        games = tr_count(
            "{number} finished game in {file}", "{number} finished games in {file}", len(finished), file=arguments.csv
        )
        print_lines([games, *library.problems])
    else:
        print_lines([*_lines(finished), *library.problems])
    return 0


def _lines(finished: list[Saved]) -> Iterator[str]:
    by_game = careers(finished)
    if not by_game:
        yield tr("No game with a human player has been finished yet.")
    for game in names():
        for career in sorted(by_game.get(game, {}).values(), key=lambda career: -len(career.played)):
            yield tr("{game}, {name}: {summary}", game=load(game).title, name=career.name, summary=_summary(career))


def _summary(career: Career) -> str:
    won, played, rating = career.won, len(career.played), career.rating
    text = tr_count(
        "{won} of {number} game won, best score {best}", "{won} of {number} games won, best score {best}", played,
        won=won, best=career.best,
    )  # fmt: skip
    if not rating.games:
        return text
    return tr(
        "{summary}, rating {rating} ± {margin}", summary=text, rating=round(rating.elo), margin=round(rating.margin)
    )
