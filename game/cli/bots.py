"""The commands `simulate`, `arena`, `ladder`, `tune` and `bot`: games between bots, and improving bots."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from .. import roster
from ..arena.contest import (
    FILE,
    Contender,
    Contest,
    Simulation,
    Sprt,
    UnfitContender,
    make_contender,
    play_all,
    players_of,
    read_contender,
    read_contenders,
    simulate,
    simulations,
)
from ..arena.external import PATIENCE, end_in_order
from ..arena.protocol import schema_of
from ..arena.report import (
    ContestReport,
    Ladder,
    SimulationReport,
    draw_ladder,
    gauntlet_lines,
    pair_paths,
    pairings,
    record_path,
    result_json,
    save_game,
    save_pair,
)
from ..arena.server import BotServer
from ..arena.tuning import CONFIRMATION, Schedule, evolve, meeting, toml_text, tunable
from ..bots import weights
from ..bots.process import LocalWorkers, NoWorkers, Workers, WorkFailed
from ..bots.weights import WeightTable, weights_named
from ..engine import AnyGame
from ..language import mark, tr, tr_count
from ..record import LARGEST_SEED
from ..registry import load
from ..storage.files import STANDARD
from ..text import commas, full_stop, labelled, semicolons, sentence
from .console import (
    INTERRUPTED,
    MOST_GAMES,
    MOST_JOBS,
    PROGRAM,
    OutputFailed,
    ProgressBar,
    UsageError,
    add_force,
    add_game,
    add_records,
    add_table,
    cannot_write_for,
    check_place,
    output,
    prepare_records,
    print_error,
    print_lines,
    read_header,
    tell,
    whole_number,
    write_text,
)

# -- simulate


def add_simulate(commands: Any) -> None:
    sim = commands.add_parser("simulate", help=tr("let bots play without a window"))
    add_table(sim)
    sim.add_argument("--seats", metavar="LIST", required=True, help=tr(WHO))
    many = tr("how many games to play (default: {number})", number=100)
    sim.add_argument("--games", metavar="N", type=whole_number(1, MOST_GAMES), default=100, help=many)
    seed = tr("seed of the first game; each later game adds 1")
    sim.add_argument("--seed", metavar="S", type=whole_number(0, LARGEST_SEED), default=1, help=seed)
    add_workers(sim)
    sim.add_argument("--json", action="store_true", help=tr("one JSON object a game instead of the table"))
    add_records(sim)
    add_force(sim)
    add_patience(sim)
    sim.set_defaults(run=_simulate)


def _simulate(arguments: argparse.Namespace, frontend: object) -> int:
    game: AnyGame = arguments.game
    first = _first_simulation(arguments)
    report = SimulationReport([contender.word for contender in first.contenders], game)
    if folder := arguments.records:
        seeds = () if arguments.force else range(arguments.seed, arguments.seed + arguments.games)
        prepare_records(folder, (record_path(folder, game.name, report.words, str(seed)) for seed in seeds))
    progress = ProgressBar(arguments.games)
    end_in_order()
    starts = simulations(first, arguments.games)
    is_complete = False
    with (
        suppress(KeyboardInterrupt),  # what is finished by then is shown
        output(),
        open_workers(arguments) as workers,
        progress,
        closing(simulate(starts, workers)) as games,
    ):
        for played in games:
            report.add(played)
            if arguments.records:
                with saving_records(arguments.records):
                    save_game(played, arguments.records, arguments.force)
            if arguments.json:
                print_lines([json.dumps(result_json(played), separators=(",", ":"))])
            progress.step()
        is_complete = True
    if report.seeds and not arguments.json:
        print_lines(report.lines())
    return 0 if is_complete else INTERRUPTED


def _first_simulation(arguments: argparse.Namespace) -> Simulation:
    """Return the start of the first game. Raises UsageError."""
    try:
        contenders = read_contenders(arguments.game, arguments.seats)
    except UnfitContender as error:
        raise UsageError(labelled("--seats", str(error))) from None
    if arguments.seed + arguments.games - 1 > LARGEST_SEED:
        text = mark("--seed: the last game's seed would exceed {largest}; start lower")
        raise UsageError(tr(text, largest=LARGEST_SEED))
    header = read_header(arguments, players_of(contenders), arguments.seed)
    return Simulation(header, contenders, arguments.patience)


# -- arena


LARGEST_ELO = 2000


def add_arena(commands: Any) -> None:
    arena = commands.add_parser("arena", help=tr("measure bots against each other"))
    add_table(arena)
    arena.add_argument("--seats", metavar="LIST", required=True, help=tr(WHO))
    add_contest(arena, 100, tr("play pairs of games: each deal once in every seating"))
    arena.add_argument("--json", action="store_true", help=tr("the results as one JSON object"))
    sprt = tr("stop as soon as one of the two Elo values is clearly the likelier")
    arena.add_argument("--sprt", metavar="ELO0,ELO1", type=_sprt, help=sprt)
    gauntlet = tr("one bot from --seats plays the game's older bots instead")
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
        message = mark("{text} isn't two Elo numbers, the lower first, e.g. 0,10")
        raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40])))
    return Sprt(low, high)


def _arena(arguments: argparse.Namespace, frontend: object) -> int:
    try:
        contenders = read_contenders(arguments.game, arguments.seats)
        if arguments.gauntlet:
            return _run_gauntlet(arguments, contenders)
    except UnfitContender as error:
        raise UsageError(labelled("--seats", str(error))) from None
    report = ContestReport(make_contest(arguments, contenders, arguments.patience), arguments.sprt)
    with output(), open_workers(arguments) as workers:
        is_complete = run_contests([report], arguments.pairs, workers, arguments.records, arguments.force)
        print_lines([json.dumps(report.to_json())] if arguments.json else report.lines())
    return 0 if is_complete else INTERRUPTED


def _run_gauntlet(arguments: argparse.Namespace, contenders: tuple[Contender, ...]) -> int:
    """Let one bot play against each old one in games for two."""
    if arguments.sprt:
        raise UsageError(tr("--gauntlet plays every old bot equally often, so leave out --sprt"))
    if len(contenders) != 1:
        raise UsageError(tr("--gauntlet takes one bot, not {number}: it plays every old bot", number=len(contenders)))
    old = [read_contender(arguments.game, word) for word in weights.gauntlet(arguments.game.name)]
    contests = [make_contest(arguments, (*contenders, opponent), arguments.patience) for opponent in old]
    reports = [ContestReport(contest) for contest in contests]
    with output(), open_workers(arguments) as workers:
        is_complete = run_contests(reports, arguments.pairs, workers, arguments.records, arguments.force)
        if arguments.json:
            print_lines([json.dumps([report.to_json() for report in reports])])
        else:
            print_lines(gauntlet_lines(reports))
    return 0 if is_complete else INTERRUPTED


# -- ladder


LADDER_SEATS = mark(
    "one bot of a level plays N-1 of a lower one; its share is scaled so that 50%% is even (default: 2)"
)


def add_ladder(commands: Any) -> None:
    ladder = commands.add_parser("ladder", help=tr("play every level against every other"))
    add_table(ladder)
    ladder.add_argument("--seats", metavar="N", type=whole_number(2, 9), default=2, help=tr(LADDER_SEATS))
    add_contest(ladder, 20, tr("pairs of games between any two levels"))
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
        (high, low): ContestReport(make_contest(arguments, (levels[high], *[levels[low]] * (arguments.seats - 1))))
        for high, low in pairings(len(words))
    }
    check_place("--picture", arguments.picture, arguments.force)
    with output(), open_workers(arguments) as workers:
        is_complete = run_contests(list(rungs.values()), arguments.pairs, workers, arguments.records, arguments.force)
        ladder = Ladder(words, rungs)
        if arguments.picture and ladder.pairs:
            write_text("--picture", arguments.picture, draw_ladder(ladder), arguments.force)
        tell(arguments.picture, [json.dumps(ladder.to_json())] if arguments.json else ladder.lines())
    return 0 if is_complete else INTERRUPTED


# -- tune


ALWAYS_FIXED = ("wobble", "crowd")
"""Weights that are never tuned: how much a bot errs on purpose is not part of its strength."""
GAINS = {
    "points": mark("generation {number}: the best child gains {gain} points"),
    "wins": mark("generation {number}: the best child gains {gain} wins"),
}


def add_tune(commands: Any) -> None:
    tune = commands.add_parser("tune", help=tr("improve a bot's weights by self-play"))
    add_table(tune)
    start = tr("where to start: a level, an old bot, @FILE.toml")
    tune.add_argument("--bot", metavar="BOT", required=True, help=start)
    add_contest(tune, 20, tr("pairs of games that each child plays against its parent"))
    long = tune.add_mutually_exclusive_group(required=True)
    number = whole_number(1, MOST_GAMES)
    long.add_argument("--generations", metavar="N", type=number, help=tr("how many generations to run"))
    long.add_argument("--seconds", metavar="N", type=number, help=tr("start no more generations after this time"))
    goal = tr("what to improve (default: points)")
    tune.add_argument("--goal", choices=(*GAINS,), default="points", help=goal)
    tune.add_argument("--fix", metavar="NAMES", default="", help=tr("weights to keep as they are, e.g. pile,bonus"))
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
        table, bred, is_complete = _breed(arguments, table, fixed, schedule)
        verdict = _confirm(schedule, start, table, bred) if is_complete else None
        text = _comment(arguments, start, bred, verdict) + "\n" + toml_text(table)
        try:
            write_text("--out", arguments.out, text, arguments.force)
        except UsageError:
            only = tr("The table above is the only copy:")
            print_lines([*text.split("\n"), only])  # it may have taken hours
            raise
        against = tr("against the weights it started from: {verdict}", verdict=verdict or tr("not measured"))
        tell(arguments.out, [semicolons([against, tr("written to {file}", file=arguments.out)])])
    return 0 if verdict else INTERRUPTED


def _table(game: AnyGame, start: Contender) -> WeightTable:
    if start.word == roster.RANDOM:
        raise UsageError(tr("--bot: {bot} has no weights: name another bot", bot=roster.RANDOM))
    if start.weights:
        return msgspec.json.decode(start.weights, type=WeightTable)
    return weights_named(game.name, start.word)


def _fixed(arguments: argparse.Namespace, table: WeightTable) -> set[str]:
    """Return the names of weights to leave alone. Raises UsageError for an unknown name."""
    named = {name.strip() for name in arguments.fix.split(",") if name.strip()}
    known = {step for path in tunable(table) for step in path if isinstance(step, str)}
    for name in sorted(named - known):
        text = mark("--fix: there's no weight {name} to vary: choose from {choices}")
        raise UsageError(tr(text, name=repr(name[:40]), choices=", ".join(sorted(known))))
    return {*ALWAYS_FIXED, *named}


def _breed(
    arguments: argparse.Namespace, table: WeightTable, fixed: set[str], schedule: Schedule
) -> tuple[WeightTable, int, bool]:
    """Breed until there are enough generations or time is up; if interrupted, the last returned value is False."""
    end = monotonic() + (arguments.seconds or inf)
    bred = 0
    try:
        with closing(evolve(table, fixed, schedule)) as generations:
            while bred != arguments.generations and monotonic() < end:
                generation = next(generations)
                table, bred = generation.table, generation.number
                tell(arguments.out, [tr(GAINS[arguments.goal], number=bred, gain=f"{generation.best:+.2f}")])
    except KeyboardInterrupt:
        return table, bred, False
    return table, bred, True


def _confirm(schedule: Schedule, start: Contender, table: WeightTable, bred: int) -> str | None:
    """Let the result play against the start on fresh deals; return None if interrupted."""
    tuned = make_contender(load(schedule.header.game), "tuned", table)
    report = ContestReport(meeting(schedule, tuned, start, bred))
    if not run_contests([report], schedule.pairs * CONFIRMATION, schedule.workers):
        return None
    return commas([report.step_words, tr_count("{number} pair", "{number} pairs", len(report.pairs))])


def _comment(arguments: argparse.Namespace, start: Contender, bred: int, verdict: str | None) -> str:
    """Return the comment above the table: how to make it again, and how strong it is."""
    bot = f"@{Path(start.word[1:]).name}" if start.weights else start.word
    options = f" --options {arguments.options}" if arguments.options else ""
    fix = f" --fix {arguments.fix}" if arguments.fix else ""
    goal = f" --goal {arguments.goal}" if arguments.goal != "points" else ""
    head = tr("Weights for {game}, improved by self-play from those of {bot}:", game=arguments.game.title, bot=bot)
    against = tr("against the weights it started from: {verdict}", verdict=verdict or tr("not measured"))
    return (
        f"# {head}\n"
        f"#   {PROGRAM} tune {arguments.game.name} --bot {bot} --generations {bred} --pairs {arguments.pairs} "
        f"--seed {arguments.seed}{options}{fix}{goal}\n"
        f"# {full_stop(sentence(against))}\n"
    )


# -- bot


def add_bot(commands: Any) -> None:
    bot = commands.add_parser("bot", help=tr("act as a bot for another program, over JSON lines"))
    add_game(bot)
    who = tr("a level, a character, an old bot, @FILE.toml (default: {level})", level=roster.LEVELS[-1])
    bot.add_argument("--level", metavar="BOT", default=roster.LEVELS[-1], help=who)
    bot.add_argument("--schema", action="store_true", help=tr("print the JSON Schema of the lines instead"))
    bot.set_defaults(run=_bot)


def _bot(arguments: argparse.Namespace, frontend: object) -> int:
    if arguments.schema:
        print_lines(json.dumps(schema_of(arguments.game), indent=1).split("\n"))
        return 0
    if arguments.level == f"{FILE}{STANDARD}":
        raise UsageError(tr("--level: name a file, because the questions come from standard input"))
    bot = read_bot(arguments.game, "--level", arguments.level)
    with output():
        reason = BotServer(arguments.game, bot, sys.stdout.buffer).play(sys.stdin.buffer)
    if reason:
        raise UsageError(reason)
    return 0


# -- workers


TLS = {
    "tls-ca-file": mark("with --cluster: certificates to trust, as `dask scheduler` takes them"),
    "tls-cert": mark("with --cluster: our certificate, as `dask scheduler` takes it"),
    "tls-key": mark("with --cluster: the certificate's key, as `dask scheduler` takes it"),
}


ADDRESS = re.compile(r"(\w+://)?(\[[\da-fA-F:.]+\]|[^\s/:\[\]]+):\d{1,5}/?")
"""A machine and its port, with or without a protocol."""


def add_workers(command: argparse.ArgumentParser) -> None:
    """Add the options of commands that can use several workers."""
    who = command.add_mutually_exclusive_group()
    jobs = whole_number(1, MOST_JOBS)
    processes = tr("processes to use (default: {number})", number=1)
    who.add_argument("--jobs", metavar="J", type=jobs, default=1, help=processes)
    cluster = tr(
        "the scheduler of a Dask cluster to use, e.g. tls://host:8786. It can run anything on this computer, so use "
        "one you trust"
    )
    who.add_argument("--cluster", metavar="ADDRESS", type=_address, help=cluster)
    for name, what in TLS.items():
        command.add_argument(f"--{name}", metavar="FILE", help=tr(what))


def _address(text: str) -> str:
    if not ADDRESS.fullmatch(text):
        message = mark("{text} isn't an address: write it as tcp://127.0.0.1:8786")
        raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40])))
    return text


@contextmanager
def script_workers(arguments: argparse.Namespace) -> Iterator[Workers]:
    """A context that provides the requested workers to a script. If they fail, exit with a message."""
    try:
        with open_workers(arguments) as workers:
            yield workers
    except (UsageError, WorkFailed) as error:
        sys.exit(str(error))


def open_workers(arguments: argparse.Namespace) -> Workers:
    """Return the requested workers. Raises UsageError."""
    files = {name: file for name in TLS if (file := getattr(arguments, name.replace("-", "_")))}
    if arguments.cluster is None:
        if files:
            text, address = mark("{option} only works with --cluster {address}"), "tls://" + tr("ADDRESS")
            raise UsageError(tr(text, address=address, option=f"--{next(iter(files))}"))
        return LocalWorkers(arguments.jobs)
    try:
        from ..arena.cluster import ClusterWorkers  # an optional extra
    except ImportError as error:
        text, command = mark("--cluster: {why}; run {command}"), "`pip install 'topping-out[cluster]'`"
        raise UsageError(tr(text, why=error, command=command)) from None
    try:
        workers = ClusterWorkers(arguments.cluster, files)
    except NoWorkers as error:
        raise UsageError(labelled("--cluster", str(error))) from None
    if not workers.number:
        print_error(tr("waiting for workers"))
    return workers


# -- contests


LONGEST_PATIENCE = 3600
WHO = mark("levels, characters, random, old bots, @FILE.toml, exec:COMMAND")
"""What --seats accepts."""


def add_contest(command: argparse.ArgumentParser, pairs: int, what: str) -> None:
    """Add the arguments of commands that play pairs."""
    whole = whole_number(1, MOST_GAMES)
    many = tr("{what} (default: {number})", what=what, number=pairs)
    command.add_argument("--pairs", metavar="N", type=whole, default=pairs, help=many)
    seed, first = whole_number(0, LARGEST_SEED - MOST_GAMES**2), tr("seed of the first deal; each later deal adds 1")
    command.add_argument("--seed", metavar="S", type=seed, default=1, help=first)
    add_workers(command)


def read_bot(game: AnyGame, option: str, word: str) -> Contender:
    """Return the bot that an option names, which must be one of the program's own. Raises UsageError."""
    try:
        bot = read_contender(game, word)
    except UnfitContender as error:
        raise UsageError(labelled(option, str(error))) from None
    if bot.command:
        text = mark("{option}: {bot} isn't one of our bots: name a level, a character, an old bot or @{file}")
        raise UsageError(tr(text, option=option, bot=bot.label, file=tr("FILE")))
    return bot


def make_contest(
    arguments: argparse.Namespace, contenders: tuple[Contender, ...], patience: float = PATIENCE
) -> Contest:
    """Return a contest of these contenders. Raises UsageError."""
    header = read_header(arguments, players_of(contenders), arguments.seed)
    keeps_records, own_speed = getattr(arguments, "records", None) is not None, getattr(arguments, "own_speed", False)
    return Contest(header, contenders, patience, keeps_records, own_speed)


def add_own_speed(command: argparse.ArgumentParser) -> None:
    """Add the argument with which each bot at a live table moves at its own level's speed."""
    own_speed = tr("live games: each bot moves at its own level's speed, not all at the hard level's")
    command.add_argument("--own-hands", dest="own_speed", action="store_true", help=own_speed)


def add_patience(command: argparse.ArgumentParser) -> None:
    """Add the argument that limits the time that a program may take."""
    patience = tr("seconds a program has to answer (default: {number})", number=f"{PATIENCE:g}")
    command.add_argument("--patience", metavar="S", type=_seconds, default=PATIENCE, help=patience)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < float(text) <= LONGEST_PATIENCE:
            return float(text)
    message = mark("{text} isn't a number of seconds up to {most}")
    raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40]), most=LONGEST_PATIENCE))


@contextmanager
def saving_records(folder: Path) -> Iterator[None]:
    """Convert errors of the block to OutputFailed with the name of the folder."""
    try:
        yield
    except OSError as error:
        raise OutputFailed(cannot_write_for("--records", folder, error)) from None


def run_contests(
    reports: Sequence[ContestReport], pairs: int, workers: Workers, records: Path | None = None, force: bool = False
) -> bool:
    """Play until all pairs are played or all tests are decided; return False if interrupted. Raises WorkFailed.

    The games' records are written to the folder `records`. Raises OutputFailed if it cannot be written to, and
    UsageError if it already contains one of them, unless `force`.
    """
    if records:
        played = ((report.contest, number) for report in reports for number in range(0 if force else pairs))
        prepare_records(records, (path for pair in played for path in pair_paths(records, *pair)))
    progress = ProgressBar(pairs * len(reports))
    end_in_order()
    try:
        with progress, closing(play_all([report.contest for report in reports], pairs, workers)) as games:
            for which, pair in games:
                reports[which].add(pair)
                if records:
                    with saving_records(records):
                        save_pair(reports[which].contest, pair, records, force)
                progress.step()
                if all(report.verdict is not None for report in reports):
                    break
    except KeyboardInterrupt:
        return False
    return True
