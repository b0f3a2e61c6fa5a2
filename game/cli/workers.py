"""The options --jobs and --cluster: who does the work."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from game.arena.workers.workers import LocalWorkers, NoWorkers, Workers
from game.bots.process import WorkFailed
from game.cli.arguments import MOST_JOBS, UsageError, whole_number


def add_workers(command: argparse.ArgumentParser) -> None:
    """Add the options of everything that many can do together."""
    who = command.add_mutually_exclusive_group()
    jobs = whole_number(1, MOST_JOBS)
    who.add_argument("--jobs", metavar="J", type=jobs, default=1, help="processes to use (default: 1)")
    who.add_argument("--cluster", metavar="ADDRESS", help="a Dask cluster to use: its scheduler, e.g. tcp://host:8786")


@contextmanager
def script_workers(arguments: argparse.Namespace) -> Iterator[Workers]:
    """Give those asked for to a script; it ends with one line where there are none, or they fail."""
    try:
        with open_workers(arguments) as workers:
            yield workers
    except (UsageError, WorkFailed) as error:
        sys.exit(str(error))


def open_workers(arguments: argparse.Namespace) -> Workers:
    """Return those asked for. Raises UsageError."""
    if arguments.cluster is None:
        return LocalWorkers(arguments.jobs)
    try:
        from game.arena.workers.cluster import ClusterWorkers  # an extra: few have what it needs
    except ImportError as error:
        raise UsageError(f"--cluster: {error}: run `pip install 'topping-out[cluster]'`") from None
    try:
        workers = ClusterWorkers(arguments.cluster)
    except NoWorkers as error:
        raise UsageError(f"--cluster: {error}") from None
    if not workers.number:
        print("there are no workers yet: waiting for some", file=sys.stderr)
    return workers
