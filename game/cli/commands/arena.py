"""The command `arena`: bots measured against each other, or one of them against the old bots."""

from __future__ import annotations

import argparse
import json
from typing import Any

from topping_out.game.arena.contenders import Contender, UnfitContender, read_contender, read_contenders
from topping_out.game.arena.elo import Sprt
from topping_out.game.arena.report import gauntlet_lines
from topping_out.game.bots import weights
from topping_out.game.cli.arguments import UsageError, add_force, add_records, add_table
from topping_out.game.cli.console import INTERRUPTED, output, print_lines
from topping_out.game.cli.contests import (
    WHO,
    add_contest,
    add_own_speed,
    add_patience,
    make_contest,
    make_report,
    run_contests,
)
from topping_out.game.cli.workers import open_workers
from topping_out.game.language import mark, tr

LARGEST_ELO = 2000


def add_command(commands: Any) -> None:
    arena = commands.add_parser("arena", help=tr("measure bots against each other"))
    add_table(arena)
    arena.add_argument("--seats", metavar="LIST", required=True, help=tr(WHO))
    add_contest(arena, 100, tr("play pairs of games: each deal once in every seating"))
    arena.add_argument("--json", action="store_true", help=tr("the results as one JSON object"))
    sprt = tr("stop once it is clear which Elo is truer")
    arena.add_argument("--sprt", metavar="ELO0,ELO1", type=_sprt, help=sprt)
    gauntlet = tr("one bot of --seats meets the game's old bots instead")
    arena.add_argument("--gauntlet", action="store_true", help=gauntlet)
    add_own_speed(arena)
    add_records(arena)
    add_force(arena)
    add_patience(arena)
    arena.set_defaults(run=_arena)


def _sprt(text: str) -> Sprt:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -LARGEST_ELO <= low < high <= LARGEST_ELO:
        message = mark("{text} is not two Elo numbers, the lower first, e.g. 0,10")
        raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40])))
    return Sprt(low, high)


def _arena(arguments: argparse.Namespace, frontend: object) -> int:
    try:
        contenders = read_contenders(arguments.game, arguments.seats)
        if arguments.gauntlet:
            return _run_gauntlet(arguments, contenders)
    except UnfitContender as error:
        raise UsageError(f"--seats: {error}") from None
    report = make_report(make_contest(arguments, contenders, arguments.patience), arguments.sprt)
    with output(), open_workers(arguments) as workers:
        is_whole = run_contests([report], arguments.pairs, workers, arguments.records, arguments.force)
        print_lines([json.dumps(report.to_json())] if arguments.json else report.lines())
    return 0 if is_whole else INTERRUPTED


def _run_gauntlet(arguments: argparse.Namespace, contenders: tuple[Contender, ...]) -> int:
    """Let one bot meet every old one, two seats at a time."""
    if arguments.sprt:
        raise UsageError(tr("--gauntlet: every old bot is met equally often: leave --sprt out"))
    if len(contenders) != 1:
        raise UsageError(tr("--gauntlet: one bot meets them all, not {number}", number=len(contenders)))
    old = [read_contender(arguments.game, word) for word in weights.gauntlet(arguments.game.name)]
    contests = [make_contest(arguments, (*contenders, opponent), arguments.patience) for opponent in old]
    reports = [make_report(contest) for contest in contests]
    with output(), open_workers(arguments) as workers:
        is_whole = run_contests(reports, arguments.pairs, workers, arguments.records, arguments.force)
        if arguments.json:
            print_lines([json.dumps([report.to_json() for report in reports])])
        else:
            print_lines(gauntlet_lines(reports))
    return 0 if is_whole else INTERRUPTED
