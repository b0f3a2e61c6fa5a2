"""The command `tune`: better weights for a bot by self-play."""

from __future__ import annotations

import argparse
from contextlib import closing
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from topping_out.game import roster
from topping_out.game.arena.contenders import Contender, make_contender
from topping_out.game.arena.external.program import end_in_order
from topping_out.game.arena.tuning.parameters import toml_text, tunable
from topping_out.game.arena.tuning.tune import CONFIRMATION, Schedule, evolve, meeting
from topping_out.game.bots.weights import WeightTable, weights_named
from topping_out.game.cli.arguments import MOST_GAMES, UsageError, add_force, add_table, whole_number
from topping_out.game.cli.console import INTERRUPTED, PROGRAM, check_place, output, print_lines, write_text
from topping_out.game.cli.contests import add_contest, make_contest, make_report, read_bot, run_contests
from topping_out.game.cli.workers import open_workers
from topping_out.game.engine import AnyGame
from topping_out.game.language import mark, tr
from topping_out.game.registry import load
from topping_out.game.text import counted

ALWAYS_FIXED = ("wobble", "crowd")
"""How much a bot errs on purpose is no question of its strength."""


def add_command(commands: Any) -> None:
    tune = commands.add_parser("tune", help=tr("improve a bot's weights by self-play"))
    add_table(tune)
    start = tr("where to start: a level, an old bot, @FILE.toml")
    tune.add_argument("--bot", metavar="BOT", required=True, help=start)
    add_contest(tune, 20, tr("pairs of games that each child plays against its parent"))
    long = tune.add_mutually_exclusive_group(required=True)
    number = whole_number(1, MOST_GAMES)
    long.add_argument("--generations", metavar="N", type=number, help=tr("how many generations to breed"))
    long.add_argument("--seconds", metavar="N", type=number, help=tr("how long before no more generations are started"))
    goal = tr("what counts (default: points)")
    tune.add_argument("--goal", choices=("points", "wins"), default="points", help=goal)
    tune.add_argument("--fix", metavar="NAMES", default="", help=tr("weights to leave alone, e.g. pile,bonus"))
    tune.add_argument("--out", metavar="FILE", type=Path, required=True, help=tr("where to write the table (TOML)"))
    add_force(tune)
    tune.set_defaults(run=_tune)


def _tune(arguments: argparse.Namespace, frontend: object) -> int:
    start = read_bot(arguments.game, "--bot", arguments.bot)
    table = _table(arguments.game, start)
    fixed = _fixed(arguments, table)
    if not tunable(table, fixed):
        text = mark("--bot: {bot} has no weight left to vary: name another bot, or leave out --fix")
        raise UsageError(tr(text, bot=start.label))
    check_place("--out", arguments.out, arguments.force)
    header = make_contest(arguments, (start, start)).header
    end_in_order()
    with output(), open_workers(arguments) as workers:
        schedule = Schedule(header, arguments.pairs, arguments.goal, workers)
        table, bred, is_whole = _breed(arguments, table, fixed, schedule)
        verdict = _confirm(schedule, start, table, bred) if is_whole else None
        text = _comment(arguments, start, bred, verdict) + "\n" + toml_text(table)
        try:
            write_text("--out", arguments.out, text, arguments.force)
        except UsageError:
            print_lines([*text.split("\n"), "The table above is all that there is of it:"])  # it has taken hours
            raise
        print_lines([f"against its start: {verdict or 'not measured'}; written to {arguments.out}"])
    return 0 if verdict else INTERRUPTED


def _table(game: AnyGame, start: Contender) -> WeightTable:
    if start.word == roster.RANDOM:
        raise UsageError(tr("--bot: {bot} has no weights: name another bot", bot=roster.RANDOM))
    if start.weights:
        return msgspec.json.decode(start.weights, type=WeightTable)
    return weights_named(game.name, start.word)


def _fixed(arguments: argparse.Namespace, table: WeightTable) -> set[str]:
    """Return the names of the weights to leave alone. Raises UsageError for a name that is none."""
    named = {name.strip() for name in arguments.fix.split(",") if name.strip()}
    known = {step for path in tunable(table) for step in path if isinstance(step, str)}
    for name in sorted(named - known):
        text = mark("--fix: there is no weight {name} to vary: choose from {choices}")
        raise UsageError(tr(text, name=repr(name[:40]), choices=", ".join(sorted(known))))
    return {*ALWAYS_FIXED, *named}


def _breed(
    arguments: argparse.Namespace, table: WeightTable, fixed: set[str], schedule: Schedule
) -> tuple[WeightTable, int, bool]:
    """Breed until there are enough generations, or it is late, or somebody interrupts (then the last is False)."""
    end = monotonic() + (arguments.seconds or inf)
    bred = 0
    try:
        with closing(evolve(table, fixed, schedule)) as generations:
            while bred != arguments.generations and monotonic() < end:
                generation = next(generations)
                table, bred = generation.table, generation.number
                print_lines([f"generation {bred}: the best child gains {generation.best:+.2f} {arguments.goal}"])
    except KeyboardInterrupt:
        return table, bred, False
    return table, bred, True


def _confirm(schedule: Schedule, start: Contender, table: WeightTable, bred: int) -> str | None:
    """Let the result meet the start on fresh deals; None where it is interrupted."""
    tuned = make_contender(load(schedule.header.game), "tuned", table)
    report = make_report(meeting(schedule, tuned, start, bred))
    if not run_contests([report], schedule.pairs * CONFIRMATION, schedule.workers):
        return None
    return f"{report.margin_words} points a game, {report.elo_words}, {counted(len(report.pairs), 'pair')}"


def _comment(arguments: argparse.Namespace, start: Contender, bred: int, verdict: str | None) -> str:
    """Return the lines above the table: how to make it again, and what it was worth."""
    bot = f"@{Path(start.word[1:]).name}" if start.weights else start.word
    options = f" --options {arguments.options}" if arguments.options else ""
    fix = f" --fix {arguments.fix}" if arguments.fix else ""
    goal = f" --goal {arguments.goal}" if arguments.goal != "points" else ""
    return (
        f"# Weights of {arguments.game.title} by self-play, from those of {bot}:\n"
        f"#   {PROGRAM} tune {arguments.game.name} --bot {bot} --generations {bred} --pairs {arguments.pairs} "
        f"--seed {arguments.seed}{options}{fix}{goal}\n"
        f"# Against its start: {verdict or 'not measured'}.\n"
    )
