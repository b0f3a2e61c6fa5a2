"""The options --jobs and --cluster: who does the work."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from topping_out.game.arena.workers.workers import LocalWorkers, NoWorkers, Workers
from topping_out.game.bots.process import WorkFailed
from topping_out.game.cli.arguments import MOST_JOBS, UsageError, whole_number
from topping_out.game.cli.console import print_error
from topping_out.game.language import mark, tr

TLS = {
    "tls-ca-file": mark("with --cluster: certificates to trust, as `dask scheduler` takes them"),
    "tls-cert": mark("with --cluster: our certificate, as `dask scheduler` takes it"),
    "tls-key": mark("with --cluster: the certificate's key, as `dask scheduler` takes it"),
}


def add_workers(command: argparse.ArgumentParser) -> None:
    """Add the options of everything that many can do together."""
    who = command.add_mutually_exclusive_group()
    jobs = whole_number(1, MOST_JOBS)
    who.add_argument(
        "--jobs", metavar="J", type=jobs, default=1, help=tr("processes to use (default: {number})", number=1)
    )
    cluster = tr(
        "a Dask cluster to use: its scheduler, e.g. tls://host:8786; it can run anything on this machine, too: use one "
        "that you trust"
    )
    who.add_argument("--cluster", metavar="ADDRESS", help=cluster)
    for name, what in TLS.items():
        command.add_argument(f"--{name}", metavar="FILE", help=tr(what))


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
    files = {name: file for name in TLS if (file := getattr(arguments, name.replace("-", "_")))}
    if arguments.cluster is None:
        if files:
            raise UsageError(tr("{option} only works with --cluster tls://HOST:PORT", option=f"--{next(iter(files))}"))
        return LocalWorkers(arguments.jobs)
    try:
        from topping_out.game.arena.workers.cluster import ClusterWorkers  # an extra: few have what it needs
    except ImportError as error:
        raise UsageError(
            tr("--cluster: {why}: run {command}", why=error, command="`pip install 'topping-out[cluster]'`")
        ) from None
    try:
        workers = ClusterWorkers(arguments.cluster, files)
    except NoWorkers as error:
        raise UsageError(f"--cluster: {error}") from None
    if not workers.number:
        print_error(tr("no workers yet: waiting for some"))
    return workers
