"""The commands `export` and `import`: everything that a player has gathered, to another machine and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from topping_out.game.cli.arguments import add_force
from topping_out.game.cli.console import ProgressBar, check_place, print_lines
from topping_out.game.cli.frontend import Frontend
from topping_out.game.language import mark, tr
from topping_out.game.storage.transfer.exporting import Export, Progress
from topping_out.game.storage.transfer.importing import Import

PUT_OUT = mark("put everything into one file: games, settings, your own decks and languages, results")


def add_command(commands: Any) -> None:
    out = commands.add_parser("export", help=tr(PUT_OUT))
    out.add_argument("file", metavar="FILE", type=Path, help=tr("the zip file to create"))
    add_force(out)
    out.set_defaults(run=_export)
    back = commands.add_parser("import", help=tr("add what such a file holds to what you have here"))
    back.add_argument("file", metavar="FILE", type=Path, help=tr("a file created by `export`"))
    back.set_defaults(run=_import)


def _export(arguments: argparse.Namespace, frontend: object) -> int:
    check_place("FILE", arguments.file, arguments.force)
    export = Export(arguments.file, may_replace=arguments.force)
    _run(export.steps())
    print_lines([*export.problems, export.summary()])
    return 0


def _import(arguments: argparse.Namespace, frontend: Frontend) -> int:
    work = Import(arguments.file, frontend.check_settings)
    _run(work.steps())
    print_lines([*work.left_out, work.summary()])
    return 0


def _run(steps: Progress) -> None:
    bar = ProgressBar(1)
    with bar:
        for done, total in steps:
            bar.go_to(done, total)
