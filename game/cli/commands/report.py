"""The command `report`: one file to attach where a fault is told. Nothing is sent."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from topping_out.game.cli.arguments import add_force
from topping_out.game.cli.commands.doctor import examine
from topping_out.game.cli.console import check_place, print_lines
from topping_out.game.cli.frontend import Frontend
from topping_out.game.language import tr
from topping_out.game.storage.fault_report import new_name, pack
from topping_out.game.text import escaped


def add_command(commands: Any) -> None:
    report = commands.add_parser("report", help=tr("pack everything that helps to find a fault into one file"))
    file = tr("the zip file to create (default: one in this folder)")
    report.add_argument("file", metavar="FILE", type=Path, nargs="?", help=file)
    add_force(report)
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace, frontend: Frontend) -> int:
    path = arguments.file or Path(new_name())
    check_place("FILE", path, arguments.force)
    found = "".join(f"{escaped(str(finding))}\n" for finding in examine(frontend.diagnose))
    print_lines(pack(path, found, arguments.force))
    return 0
