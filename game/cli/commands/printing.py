"""The command `print`: a game's cards or pieces, its score sheet and its rules, as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from topping_out.game.cli.arguments import UsageError, add_force, add_table
from topping_out.game.cli.console import check_place, follow, print_lines
from topping_out.game.cli.frontend import CARDS, LARGEST_BLEED, PAPERS, Frontend, PrintOrder
from topping_out.game.language import mark, tr
from topping_out.game.options import parse_options


def add_command(commands: Any) -> None:
    command = commands.add_parser("print", help=tr("make a PDF of cards, score sheet and rules to print"))
    add_table(command)
    file = tr("the PDF to create (default: one in this folder, named after the game)")
    command.add_argument("file", metavar="FILE", type=Path, nargs="?", help=file)
    command.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help=tr("what it is printed on"))
    sizes = tr("size of the cards: poker is 63 by 88 mm, mini 44 by 68 mm")
    command.add_argument("--cards", choices=CARDS, default=CARDS[0], help=sizes)
    bleed = tr("how far colours run past the cutting line, in mm (default: {number})", number=1)
    command.add_argument("--bleed", metavar="MM", type=_bleed, default=1.0, help=bleed)
    command.add_argument("--no-backs", action="store_true", help=tr("leave out the pages for the backs of the cards"))
    command.add_argument("--grey", action="store_true", help=tr("for black-and-white printers"))
    add_force(command)
    command.set_defaults(run=_print)


def _print(arguments: argparse.Namespace, frontend: Frontend) -> int:
    game = arguments.game
    offered = {option.key: option for seats in game.seats for option in game.options(seats)}
    options = {}
    try:
        for key, given in parse_options(arguments.options, game.presets).items():
            if key not in offered:
                raise UsageError(tr("--options: {game} has no option {key}", game=game.name, key=repr(key)))
            options[key] = offered[key].read(given)
    except UsageError:
        raise
    except ValueError as error:  # OptionError
        raise UsageError(str(error)) from None
    path = arguments.file or Path(f"{game.name}.pdf")
    check_place("FILE", path, arguments.force)
    order = PrintOrder(
        game.name,
        path,
        options,
        arguments.paper,
        arguments.cards,
        arguments.bleed,
        not arguments.no_backs,
        arguments.grey,
        arguments.force,
    )
    print_lines([follow(frontend.print(order))])
    return 0


def _bleed(text: str) -> float:
    try:
        number = float(text)
        if 0 <= number <= LARGEST_BLEED:
            return number
    except ValueError:
        pass
    message = mark("{text} is not a number from {low} to {high}")
    raise argparse.ArgumentTypeError(tr(message, text=repr(text[:40]), low=0, high=f"{LARGEST_BLEED:g}"))
