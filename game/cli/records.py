"""The commands `statistics`, `export`, `import` and `report`, which concern what the program stores."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..language import mark, tr, tr_count
from ..progress.rating import limit_words
from ..registry import load, names
from ..storage.faults import new_name, pack
from ..storage.history import Career, careers, csv_text
from ..storage.library import Saved, SaveLibrary
from ..storage.transfer import Export, Import, Progress
from ..text import escaped, full_stop, paragraph
from .arguments import add_force
from .console import ProgressBar, check_place, print_lines, reading, tell, write_text, writing
from .doctor import examine
from .frontend import Frontend

# -- statistics


def add_statistics(commands: Any) -> None:
    command = commands.add_parser("statistics", help=tr("show the statistics of all finished games"))
    csv = tr("write one line for each finished game and seat instead")
    how = command.add_mutually_exclusive_group()
    how.add_argument("--csv", metavar="FILE", type=Path, help=csv)
    how.add_argument("--json", action="store_true", help=tr("the same as one JSON object"))
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
        tell(arguments.csv, [games, *library.problems])
    elif arguments.json:
        print_lines([json.dumps({"players": [*_players(finished)], "problems": library.problems})])
    else:
        print_lines([*_statistics_lines(finished), *library.problems])
    return 0


def _statistics_lines(finished: list[Saved]) -> Iterator[str]:
    every = _careers(finished)
    if not every:
        yield tr("No game with a human player has been finished yet.")
    for game, career in every:
        yield tr("{game}, {name}: {summary}", game=load(game).title, name=career.name, summary=_summary(career))


def _players(finished: list[Saved]) -> Iterator[dict[str, Any]]:
    """Yield what `_statistics_lines` says as plain JSON data."""
    for game, career in _careers(finished):
        rating = {"elo": career.rating.elo, "margin": career.rating.margin} if career.rating.games else None
        games = {"played": len(career.played), "won": career.won, "best": career.best}
        yield {"game": game, "name": career.name, **games, "rating": rating}


def _careers(finished: list[Saved]) -> list[tuple[str, Career]]:
    """Return the careers of each game's players, with the most games first."""
    by_game = careers(finished)
    return [
        (game, career)
        for game in names()
        for career in sorted(by_game.get(game, {}).values(), key=lambda career: -len(career.played))
    ]


def _summary(career: Career) -> str:
    won, played, rating = career.won, len(career.played), career.rating
    text = tr_count(
        "{won} of {number} game won, best score {best}", "{won} of {number} games won, best score {best}", played,
        won=won, best=career.best,
    )  # fmt: skip
    if not rating.games:
        return text
    rated = tr(
        "{summary}, rating {rating} ± {margin}", summary=text, rating=round(rating.elo), margin=round(rating.margin)
    )
    why = limit_words(career.game, rating)
    return paragraph([full_stop(rated), why]) if why else rated


# -- transfer


PUT_OUT = mark("put everything into one file: games, settings, your own decks and languages, results")


def add_transfer(commands: Any) -> None:
    out = commands.add_parser("export", help=tr(PUT_OUT))
    out.add_argument("file", metavar="FILE", type=Path, help=tr("the zip file to create"))
    add_force(out)
    out.set_defaults(run=_export)
    back = commands.add_parser("import", help=tr("add the contents of an exported file to what you have here"))
    back.add_argument("file", metavar="FILE", type=Path, help=tr("a file created by `export`"))
    back.set_defaults(run=_import)


def _export(arguments: argparse.Namespace, frontend: object) -> int:
    with writing(tr("FILE"), arguments.file, arguments.force) as place:
        export = Export(place, may_replace=arguments.force)
        _run_transfer(export.steps())
    tell(arguments.file, [*export.problems, export.summary()])
    return 0


def _import(arguments: argparse.Namespace, frontend: Frontend) -> int:
    with reading(arguments.file) as place:
        work = Import(place, frontend.check_settings)
        _run_transfer(work.steps())
    print_lines([*work.left_out, work.summary()])
    return 0


def _run_transfer(steps: Progress) -> None:
    bar = ProgressBar(1)
    with bar:
        for done, total in steps:
            bar.go_to(done, total)


# -- report


def add_report(commands: Any) -> None:
    report = commands.add_parser("report", help=tr("pack everything that helps to find a problem into one file"))
    file = tr("the zip file to create (default: one in this folder)")
    report.add_argument("file", metavar="FILE", type=Path, nargs="?", help=file)
    add_force(report)
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace, frontend: Frontend) -> int:
    path = arguments.file or Path(new_name())
    with writing(tr("FILE"), path, arguments.force) as place:
        found = "".join(f"{escaped(str(finding))}\n" for finding in examine(frontend.diagnose))
        packed = pack(place, found, arguments.force)
    tell(path, packed)
    return 0
