"""The command `ladder`: every level of a game against every other."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from topping_out.game.arena.chart import draw_ladder
from topping_out.game.arena.contenders import read_contender
from topping_out.game.arena.ladder import Ladder, pairings
from topping_out.game.cli.arguments import add_force, add_records, add_table, whole_number
from topping_out.game.cli.console import INTERRUPTED, check_place, output, print_lines, write_text
from topping_out.game.cli.contests import add_contest, add_own_speed, make_contest, make_report, run_contests
from topping_out.game.cli.workers import open_workers
from topping_out.game.language import mark, tr

SEATS = mark("one bot of a level meets N-1 of a lower level; its share is scaled so that 50%% is even (default: 2)")


def add_command(commands: Any) -> None:
    ladder = commands.add_parser("ladder", help=tr("let every level meet every other"))
    add_table(ladder)
    ladder.add_argument("--seats", metavar="N", type=whole_number(2, 9), default=2, help=tr(SEATS))
    add_contest(ladder, 20, tr("pairs of every two levels"))
    ladder.add_argument("--json", action="store_true", help=tr("the results as one JSON object"))
    add_own_speed(ladder)
    add_records(ladder)
    ladder.add_argument("--picture", metavar="FILE", type=Path, help=tr("draw the ladder, as SVG"))
    add_force(ladder)
    ladder.set_defaults(run=_ladder)


def _ladder(arguments: argparse.Namespace, frontend: object) -> int:
    words = arguments.game.levels
    levels = [read_contender(arguments.game, word) for word in words]
    rungs = {
        (high, low): make_report(make_contest(arguments, (levels[high], *[levels[low]] * (arguments.seats - 1))))
        for high, low in pairings(len(words))
    }
    check_place("--picture", arguments.picture, arguments.force)
    with output(), open_workers(arguments) as workers:
        is_whole = run_contests(list(rungs.values()), arguments.pairs, workers, arguments.records, arguments.force)
        ladder = Ladder(words, rungs)
        if arguments.picture and ladder.pairs:
            write_text("--picture", arguments.picture, draw_ladder(ladder), arguments.force)
        print_lines([json.dumps(ladder.to_json())] if arguments.json else ladder.lines())
    return 0 if is_whole else INTERRUPTED
