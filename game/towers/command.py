"""The command `deck`, which measures, balances, drafts and prints decks of Towers."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from typing import Any

from ..cli.console import Parser, whole_number
from ..language import tr
from ..record import LARGEST_SEED

GAMES = 120
"""Number of games of each kind that measure a deck: enough to tell 70% from 60% or 80%."""
MOST_GAMES = 10_000


def add_command(commands: Any) -> None:
    about = tr("measure decks, balance them, or make a random one")
    command = commands.add_parser("deck", help=about)
    kinds = command.add_subparsers(metavar=tr("WHAT"), parser_class=Parser, required=True)
    files = tr("a deck file, or the name of a deck")
    measured = kinds.add_parser("measure", help=tr("what a deck does when bots play it"))
    measured.add_argument("decks", metavar="FILE", nargs="+", help=files)
    games = tr("how many games to play (default: {number})", number=GAMES)
    measured.add_argument("--games", metavar="N", type=whole_number(1, MOST_GAMES), default=GAMES, help=games)
    _add_seats(measured)
    seed = tr("seed of the first game; each later game adds 1")
    measured.add_argument("--seed", metavar="S", type=whole_number(0, LARGEST_SEED - MOST_GAMES), default=1, help=seed)
    measured.set_defaults(run=_later("measure"))
    evened = kinds.add_parser("balance", help=tr("find card counts that make its floors matter more equally"))
    evened.add_argument("deck", metavar="FILE", help=files)
    _add_seats(evened)
    evened.set_defaults(run=_later("balance"))
    week = kinds.add_parser("week", help=tr("the deck of the week, as a file"))
    week.add_argument(
        "--day", metavar="DATE", type=_day, default=None, help=tr("the week with this day, e.g. 2026-11-25")
    )
    week.set_defaults(run=_later("week"))
    drafted = kinds.add_parser("draft", help=tr("a deck drafted by bots, as a file"))
    _add_seats(drafted)
    seed = tr("seed of the draft (default: {number})", number=1)
    drafted.add_argument("--seed", metavar="S", type=whole_number(0, LARGEST_SEED), default=1, help=seed)
    drafted.set_defaults(run=_later("draft"))


def _add_seats(command: argparse.ArgumentParser) -> None:
    seats = tr("how many play (default: {number})", number=2)
    command.add_argument("--seats", metavar="N", type=whole_number(2, 4), default=2, help=seats)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(tr("{text} isn't a day such as 2026-11-25", text=repr(text[:40]))) from None


def _later(task: str) -> Callable[[argparse.Namespace, object], int]:
    """Return a function that runs a task; its module is imported only then."""

    def run(arguments: argparse.Namespace, frontend: object) -> int:
        from .workshop import TASKS

        return TASKS[task](arguments)

    return run
