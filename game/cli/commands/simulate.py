"""The command `simulate`: games between bots without a window."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from typing import Any

from topping_out.game.arena.contenders import UnfitContender, players_of, read_contenders
from topping_out.game.arena.external.program import end_in_order
from topping_out.game.arena.records import record_path
from topping_out.game.arena.simulate import Simulation, SimulationReport, save, simulate, simulations
from topping_out.game.cli.arguments import (
    LARGEST_SEED,
    MOST_GAMES,
    UsageError,
    add_force,
    add_records,
    add_table,
    make_records_folder,
    read_header,
    whole_number,
)
from topping_out.game.cli.console import ProgressBar, check_records, output, print_lines
from topping_out.game.cli.contests import WHO, add_patience, saving_records
from topping_out.game.cli.workers import add_workers, open_workers
from topping_out.game.engine import AnyGame
from topping_out.game.language import mark, tr


def add_command(commands: Any) -> None:
    sim = commands.add_parser("simulate", help=tr("let bots play without a window"))
    add_table(sim)
    sim.add_argument("--seats", metavar="LIST", required=True, help=tr(WHO))
    many = tr("how many games to play (default: {number})", number=100)
    sim.add_argument("--games", type=whole_number(1, MOST_GAMES), default=100, help=many)
    seed = tr("seed of the first game; each next one adds 1")
    sim.add_argument("--seed", type=whole_number(0, LARGEST_SEED), default=1, help=seed)
    add_workers(sim)
    sim.add_argument("--json", action="store_true", help=tr("one JSON object a game instead of the table"))
    add_records(sim)
    add_force(sim)
    add_patience(sim)
    sim.set_defaults(run=_simulate)


def _simulate(arguments: argparse.Namespace, frontend: object) -> int:
    game: AnyGame = arguments.game
    first = _first(arguments)
    make_records_folder(arguments.records)
    report = SimulationReport([contender.word for contender in first.contenders], game.title)
    if (folder := arguments.records) and not arguments.force:
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        check_records(record_path(folder, game.name, report.words, str(seed)) for seed in seeds)
    progress = ProgressBar(arguments.games)
    end_in_order()
    starts = simulations(first, arguments.games)
    with output(), open_workers(arguments) as workers, progress, closing(simulate(starts, workers)) as games:
        for played in games:
            report.add(played)
            if arguments.records:
                with saving_records(arguments.records):
                    save(played, arguments.records, arguments.force)
            if arguments.json:
                print_lines([json.dumps(played.to_json(), separators=(",", ":"))])
            progress.step()
    if not arguments.json:
        print_lines(report.lines())
    return 0


def _first(arguments: argparse.Namespace) -> Simulation:
    """Return what the first game starts from. Raises UsageError."""
    try:
        contenders = read_contenders(arguments.game, arguments.seats)
    except UnfitContender as error:
        raise UsageError(f"--seats: {error}") from None
    if arguments.seed + arguments.games - 1 > LARGEST_SEED:
        text = mark("--seed: the last game's seed would be past {largest}: begin lower")
        raise UsageError(tr(text, largest=LARGEST_SEED))
    header = read_header(arguments, players_of(contenders), arguments.seed)
    return Simulation(header, contenders, arguments.patience)
