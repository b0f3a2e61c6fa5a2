"""The command `report`: one file to attach where a fault is told. Nothing is sent."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from topping_out.game.cli.commands.doctor import examine
from topping_out.game.cli.console import print_lines
from topping_out.game.cli.frontend import Frontend
from topping_out.game.storage import languages
from topping_out.game.storage.fault_report import new_name, pack


def add_command(commands: Any) -> None:
    report = commands.add_parser("report", help="pack what helps to find a fault into one file", allow_abbrev=False)
    report.add_argument("file", metavar="FILE", type=Path, nargs="?", help="the zip file to make (default: one here)")
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace, frontend: Frontend) -> int:
    languages.use(languages.preferred())
    found = "".join(f"{finding}\n" for finding in examine(frontend.diagnose))
    print_lines(pack(arguments.file or Path(new_name()), found))
    return 0
