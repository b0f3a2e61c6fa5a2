"""The commands that measure bots, or lend them: `arena`, `ladder`, `bot`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from game import registry, roster
from game.arena.chart import draw_ladder
from game.arena.contenders import Contender, UnfitContender, players_of, read_contender, read_contenders
from game.arena.contest import Contest, play_all
from game.arena.elo import Sprt
from game.arena.external import PATIENCE, leave_in_order
from game.arena.ladder import Ladder, pairings
from game.arena.report import ContestReport, gauntlet_lines
from game.arena.server import BotServer
from game.bots import weights
from game.cli.console import (
    INTERRUPTED,
    LARGEST_SEED,
    MOST_GAMES,
    MOST_JOBS,
    Progress,
    UsageError,
    add_table,
    check_place,
    game_named,
    output,
    print_lines,
    whole_number,
    write_text,
)
from game.engine import AnyGame
from game.options import parse_options
from game.record import new_header
from game.registry import load

LARGEST_ELO = 2000
LONGEST_PATIENCE = 3600


def add_commands(commands: Any) -> None:
    """Add what this module does to the program's commands."""
    _add_arena(commands)
    _add_ladder(commands)
    _add_bot(commands)


def _add_arena(commands: Any) -> None:
    arena = commands.add_parser("arena", help="measure bots against each other", allow_abbrev=False)
    add_table(arena)
    who = "levels, characters, random, old bots, @FILE.toml, exec:COMMAND"
    arena.add_argument("--seats", metavar="LIST", required=True, help=who)
    add_contest(arena, 100, "pairs: each deal once in every seating")
    arena.add_argument("--json", action="store_true", help="the results as one JSON object")
    arena.add_argument("--sprt", metavar="ELO0,ELO1", type=_sprt, help="stop once it is clear which Elo is truer")
    arena.add_argument("--gauntlet", action="store_true", help="one bot of --seats meets the game's old bots instead")
    patience = f"seconds a program has to answer (default: {PATIENCE:g})"
    arena.add_argument("--patience", metavar="S", type=_seconds, default=PATIENCE, help=patience)
    arena.set_defaults(run=_arena)


def _add_ladder(commands: Any) -> None:
    ladder = commands.add_parser("ladder", help="let every level meet every other", allow_abbrev=False)
    add_table(ladder)
    add_contest(ladder, 20, "pairs of every two levels")
    ladder.add_argument("--json", action="store_true", help="the results as one JSON object")
    ladder.add_argument("--picture", metavar="FILE", type=Path, help="draw it, as SVG")
    ladder.set_defaults(run=_ladder)


def _add_bot(commands: Any) -> None:
    bot = commands.add_parser("bot", help="be a bot for another program, by JSON lines", allow_abbrev=False)
    bot.add_argument("game", metavar="GAME", type=game_named, help=", ".join(registry.names()))
    who = f"a level, a character, an old bot, @FILE.toml (default: {roster.LEVELS[-1]})"
    bot.add_argument("--level", metavar="BOT", default=roster.LEVELS[-1], help=who)
    bot.set_defaults(run=_bot)


def add_contest(command: argparse.ArgumentParser, pairs: int, what: str) -> None:
    """Add the arguments of everything that plays pairs."""
    whole = whole_number(1, MOST_GAMES)
    command.add_argument("--pairs", metavar="N", type=whole, default=pairs, help=f"{what} (default: {pairs})")
    seed = whole_number(0, LARGEST_SEED - MOST_GAMES**2)
    command.add_argument("--seed", metavar="S", type=seed, default=1, help="of the first deal; then one more each")
    jobs = whole_number(1, MOST_JOBS)
    command.add_argument("--jobs", metavar="J", type=jobs, default=1, help="processes to use (default: 1)")


def _sprt(text: str) -> Sprt:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -LARGEST_ELO <= low < high <= LARGEST_ELO:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not two Elo numbers, the lower first, e.g. 0,10")
    return Sprt(low, high)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < float(text) <= LONGEST_PATIENCE:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds up to {LONGEST_PATIENCE}")


def make_contest(
    arguments: argparse.Namespace, contenders: tuple[Contender, ...], patience: float = PATIENCE
) -> Contest:
    """Return the contest of these contenders. Raises UsageError."""
    game: AnyGame = arguments.game
    try:
        options = parse_options(arguments.options, game.presets)
        header = new_header(game, players_of(contenders), options, arguments.seed)
    except ValueError as error:  # OptionError too
        raise UsageError(str(error)) from None
    return Contest(header, contenders, patience)


def make_report(contest: Contest, sprt: Sprt | None = None) -> ContestReport:
    return ContestReport(contest, load(contest.header.game).title, sprt)


def _arena(arguments: argparse.Namespace, outside: object) -> int:
    try:
        contenders = read_contenders(arguments.game, arguments.seats)
        if arguments.gauntlet:
            return _run_gauntlet(arguments, contenders)
    except UnfitContender as error:
        raise UsageError(f"--seats: {error}") from None
    report = make_report(make_contest(arguments, contenders, arguments.patience), arguments.sprt)
    with output():
        is_whole = run_contests([report], arguments.pairs, arguments.jobs)
        print_lines([json.dumps(report.to_json())] if arguments.json else report.lines())
    return 0 if is_whole else INTERRUPTED


def _run_gauntlet(arguments: argparse.Namespace, contenders: tuple[Contender, ...]) -> int:
    """Let one bot meet every old one, two seats at a time."""
    if arguments.sprt:
        raise UsageError("--gauntlet: every old bot is met equally often: leave --sprt out")
    if len(contenders) != 1:
        raise UsageError(f"--gauntlet: one bot meets them all, not {len(contenders)}")
    old = [read_contender(arguments.game, word) for word in weights.gauntlet(arguments.game.name)]
    contests = [make_contest(arguments, (*contenders, opponent), arguments.patience) for opponent in old]
    reports = [make_report(contest) for contest in contests]
    with output():
        is_whole = run_contests(reports, arguments.pairs, arguments.jobs)
        if arguments.json:
            print(json.dumps([report.to_json() for report in reports]))
        else:
            print_lines(gauntlet_lines(reports))
    return 0 if is_whole else INTERRUPTED


def _ladder(arguments: argparse.Namespace, outside: object) -> int:
    words = arguments.game.levels
    levels = [read_contender(arguments.game, word) for word in words]
    rungs = {
        pair: make_report(make_contest(arguments, tuple(levels[n] for n in pair))) for pair in pairings(len(words))
    }
    check_place("--picture", arguments.picture)
    with output():
        is_whole = run_contests(list(rungs.values()), arguments.pairs, arguments.jobs)
        ladder = Ladder(words, rungs)
        if arguments.picture and ladder.pairs:
            write_text("--picture", arguments.picture, draw_ladder(ladder))
        print_lines([json.dumps(ladder.to_json())] if arguments.json else ladder.lines())
    return 0 if is_whole else INTERRUPTED


def read_mind(game: AnyGame, option: str, word: str) -> Contender:
    """Return the mind that an option names, which must be one of ours. Raises UsageError."""
    try:
        mind = read_contender(game, word)
    except UnfitContender as error:
        raise UsageError(f"{option}: {error}") from None
    if mind.command:
        raise UsageError(f"{option}: {mind.label} is no bot of ours: name a level, a character, an old bot or @FILE")
    return mind


def _bot(arguments: argparse.Namespace, outside: object) -> int:
    mind = read_mind(arguments.game, "--level", arguments.level)
    with output():
        reason = BotServer(arguments.game, mind, sys.stdout.buffer).play(sys.stdin.buffer)
    if reason:
        raise UsageError(reason)
    return 0


def run_contests(reports: Sequence[ContestReport], pairs: int, jobs: int) -> bool:
    """Play until the pairs run out or all tests are decided; False where it was interrupted. Raises WorkFailed."""
    progress = Progress(pairs * len(reports))
    leave_in_order()
    try:
        with progress, closing(play_all([report.contest for report in reports], pairs, jobs)) as games:
            for which, pair in games:
                reports[which].add(pair)
                progress.step()
                if all(report.verdict is not None for report in reports):
                    break
    except KeyboardInterrupt:
        return False
    return True
