"""The command `play`, which opens a table in the window; without a command, the title."""

from __future__ import annotations

import argparse
from datetime import date, datetime
from typing import Any

from topping_out.game.cli.arguments import LARGEST_SEED, UsageError, add_table, read_header, read_players, whole_number
from topping_out.game.cli.frontend import Frontend, WindowRequest
from topping_out.game.engine import AnyGame
from topping_out.game.language import mark, tr
from topping_out.game.progress.daily import Deal, deal_of, deal_of_month, today
from topping_out.game.record import new_seed


def add_command(commands: Any) -> None:
    play = commands.add_parser("play", help=tr("play a game"))
    add_table(play)
    seats = tr("who sits there, e.g. human,hard (default: you and one bot)")
    play.add_argument("--seats", metavar="LIST", help=seats)
    play.add_argument("--names", metavar="LIST", default="", help=tr("what they are called, e.g. Ana,Ben"))
    play.add_argument(
        "--seed", type=whole_number(0, LARGEST_SEED), help=tr("the same seed always deals the same cards")
    )
    when = play.add_mutually_exclusive_group()
    when.add_argument("--day", metavar="DATE", type=_day, help=tr("the daily deal of that day, e.g. 2026-11-22"))
    when.add_argument("--month", metavar="MONTH", type=_month, help=tr("the deal of that month, e.g. 2026-11"))
    play.set_defaults(run=_play)


def show_title(arguments: argparse.Namespace, frontend: Frontend) -> int:
    return frontend.show(WindowRequest("title"))


def _play(arguments: argparse.Namespace, frontend: Frontend) -> int:
    game: AnyGame = arguments.game
    if arguments.day or arguments.month:
        return frontend.show(WindowRequest("play", deal=_deal(arguments)))
    usual = ",".join(["human"] + [game.levels[len(game.levels) // 2]] * (max(2, game.seats[0]) - 1))
    players = read_players(usual if arguments.seats is None else arguments.seats, arguments.names)
    seed = new_seed() if arguments.seed is None else arguments.seed
    header = read_header(arguments, players, seed, datetime.now().isoformat(timespec="seconds"))
    return frontend.show(WindowRequest("play", header=header))


def _deal(arguments: argparse.Namespace) -> Deal:
    """Return the deal of the day or month that is asked for. Raises UsageError."""
    if arguments.seats or arguments.names or arguments.options or arguments.seed is not None:
        text = mark("{argument}: a daily or monthly deal settles seats, names, options and seed: leave them out")
        raise UsageError(tr(text, argument="--day" if arguments.day else "--month"))
    try:
        deal = deal_of(arguments.game.name, arguments.day) if arguments.day else deal_of_month(arguments.month)
    except ValueError as error:  # what a game brings of its own may be wrong
        raise UsageError(str(error)) from None
    if deal.game != arguments.game.name:
        text = mark("--month: the deal of {month} is of another game: play {game}")
        raise UsageError(tr(text, month=deal.date, game=deal.game))
    return deal


def _day(text: str) -> date:
    """Read a day that has begun."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        message = mark("{text} is not a date: write it as 2026-11-22")
        raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40]))) from None
    return _begun(day, text)


def _month(text: str) -> date:
    """Read a month that has begun, as its first day."""
    try:
        first = datetime.strptime(text, "%Y-%m").date()
    except ValueError:
        message = mark("{text} is not a month: write it as 2026-11")
        raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40]))) from None
    return _begun(first, text)


def _begun(day: date, text: str) -> date:
    if day > today():
        message = mark("{day} is still to come: today is {today}, by UTC")
        raise argparse.ArgumentTypeError(tr(message, day=text, today=today()))
    return day
