"""The command `replay`: a record in the window, or as text."""

from __future__ import annotations

import argparse
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from topping_out.game.cli.arguments import UsageError, add_force, whole_number
from topping_out.game.cli.console import check_place, follow, print_lines
from topping_out.game.cli.frontend import FilmRequest, Frontend, WindowRequest
from topping_out.game.cli.transcript import json_lines, review_lines, review_of, text_lines
from topping_out.game.language import mark, tr
from topping_out.game.match import Match
from topping_out.game.record import RecordError
from topping_out.game.storage.files import is_there, records_folder
from topping_out.game.storage.journal import read_record


def add_command(commands: Any) -> None:
    replay = commands.add_parser("replay", help=tr("look back at a game"))
    folder = str(records_folder()).replace("%", "%%")
    replay.add_argument(
        "file", metavar="FILE", type=Path, help=tr("a record; the games played here are in {folder}", folder=folder)
    )
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help=tr("as text, a line for each action"))
    lines = tr("as JSON lines: each action, its events, the state after it")
    how.add_argument("--json", action="store_true", help=lines)
    review = tr("each human's accuracy, their three costliest decisions, and what was better")
    how.add_argument("--review", action="store_true", help=review)
    film = tr("as a moving picture (animated WebP) in a new file")
    how.add_argument("--film", metavar="OUT", type=Path, help=film)
    add_force(replay)
    last, most = (
        tr("only the last seconds of the game"),
        tr("the largest the film may be (default: {number})", number=8),
    )
    replay.add_argument("--last", metavar="SECONDS", type=whole_number(1, 3600), help=last)
    replay.add_argument("--most", metavar="MB", type=whole_number(1, 100), default=8, help=most)
    replay.set_defaults(run=_replay)


def _replay(arguments: argparse.Namespace, frontend: Frontend) -> int:
    path: Path = arguments.file
    if os.path.isdir(path):
        raise UsageError(tr("{file} is a folder: name one record in it", file=path))
    with suppress(OSError):  # where nobody can say, opening it tells why
        if not is_there(path):
            text = mark("there's no file {file}: the games played here are in {folder}")
            raise UsageError(tr(text, file=path, folder=records_folder()))
    try:
        record = read_record(path)
        if arguments.json:
            print_lines(json_lines(record))
            return 0
    except RecordError as error:
        if arguments.json:  # scripts read which action it is
            print_lines([json.dumps({"type": "error", "message": str(error), **error.place})])
        raise
    if arguments.text:
        print_lines(text_lines(record))
        return 0
    if arguments.review:
        print_lines(review_lines(review_of(record)))
        return 0
    if arguments.film:
        check_place("--film", arguments.film, arguments.force)
        largest = arguments.most * 1_000_000
        request = FilmRequest(record, arguments.film, arguments.last, largest, arguments.force)
        print_lines([follow(frontend.film(request))])
        return 0
    Match(record)  # refuses what does not fit the rules, before a window opens
    return frontend.show(WindowRequest("replay", record=record, path=path))
