"""Common parts of the commands that play pairs: arguments, workers and a progress bar."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ..arena.contest import Contender, Contest, Sprt, UnfitContender, play_all, players_of, read_contender
from ..arena.external.bot import PATIENCE, end_in_order
from ..arena.report import ContestReport, pair_paths, save_pair
from ..arena.workers import LocalWorkers, NoWorkers, Workers
from ..bots.process import WorkFailed
from ..engine import AnyGame
from ..language import mark, tr
from ..record import LARGEST_SEED
from ..registry import load
from ..text import labelled
from .arguments import MOST_GAMES, MOST_JOBS, UsageError, make_records_folder, read_header, whole_number
from .console import OutputFailed, ProgressBar, cannot_write_for, check_records, print_error

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
    who.add_argument(
        "--jobs", metavar="J", type=jobs, default=1, help=tr("processes to use (default: {number})", number=1)
    )
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
            raise UsageError(
                tr(
                    "{option} only works with --cluster {address}",
                    address="tls://" + tr("ADDRESS"),
                    option=f"--{next(iter(files))}",
                )
            )
        return LocalWorkers(arguments.jobs)
    try:
        from ..arena.cluster import ClusterWorkers  # an optional extra
    except ImportError as error:
        raise UsageError(
            tr("--cluster: {why}; run {command}", why=error, command="`pip install 'topping-out[cluster]'`")
        ) from None
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
    seed = whole_number(0, LARGEST_SEED - MOST_GAMES**2)
    command.add_argument(
        "--seed", metavar="S", type=seed, default=1, help=tr("seed of the first deal; each next one adds 1")
    )
    add_workers(command)


def read_bot(game: AnyGame, option: str, word: str) -> Contender:
    """Return the bot that an option names, which must be one of the program's own. Raises UsageError."""
    try:
        bot = read_contender(game, word)
    except UnfitContender as error:
        raise UsageError(labelled(option, str(error))) from None
    if bot.command:
        raise UsageError(
            tr(
                "{option}: {bot} isn't one of our bots: name a level, a character, an old bot or @{file}",
                option=option,
                bot=bot.label,
                file=tr("FILE"),
            )
        )
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


def make_report(contest: Contest, sprt: Sprt | None = None) -> ContestReport:
    return ContestReport(contest, load(contest.header.game).title, sprt)


def run_contests(
    reports: Sequence[ContestReport], pairs: int, workers: Workers, records: Path | None = None, force: bool = False
) -> bool:
    """Play until all pairs are played or all tests are decided; return False if interrupted. Raises WorkFailed.

    The games' records are written to the folder `records`. Raises OutputFailed if it cannot be written to, and
    UsageError if it already contains one of them, unless `force`.
    """
    make_records_folder(records)
    if records and not force:
        contests = (report.contest for report in reports)
        check_records(
            path for each in contests for number in range(pairs) for path in pair_paths(records, each, number)
        )
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
