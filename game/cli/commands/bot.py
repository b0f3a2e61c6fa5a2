"""The command `bot`: one of our bots for another program, by JSON lines on the standard input and output."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from topping_out.game import roster
from topping_out.game.arena.external.schema import schema_of
from topping_out.game.arena.external.server import BotServer
from topping_out.game.cli.arguments import UsageError, add_game
from topping_out.game.cli.console import output, print_lines
from topping_out.game.cli.contests import read_bot
from topping_out.game.language import tr


def add_command(commands: Any) -> None:
    bot = commands.add_parser("bot", help=tr("be a bot for another program, by JSON lines"))
    add_game(bot)
    who = tr("a level, a character, an old bot, @FILE.toml (default: {level})", level=roster.LEVELS[-1])
    bot.add_argument("--level", metavar="BOT", default=roster.LEVELS[-1], help=who)
    bot.add_argument("--schema", action="store_true", help=tr("print JSON Schema of the lines instead"))
    bot.set_defaults(run=_bot)


def _bot(arguments: argparse.Namespace, frontend: object) -> int:
    if arguments.schema:
        print_lines(json.dumps(schema_of(arguments.game), indent=1).split("\n"))
        return 0
    bot = read_bot(arguments.game, "--level", arguments.level)
    with output():
        reason = BotServer(arguments.game, bot, sys.stdout.buffer).play(sys.stdin.buffer)
    if reason:
        raise UsageError(reason)
    return 0
