"""Who meets in the arena, by the words of `--seats`: bots by name, tables of weights in files, other programs."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from shutil import which
from typing import Any

import msgspec

from topping_out.game import roster
from topping_out.game.bots.live import profile_named, profile_of
from topping_out.game.bots.weights import WeightTable, bot_named, make_bot
from topping_out.game.engine import AnyGame, Bot
from topping_out.game.language import mark, tr
from topping_out.game.live.motor import MotorProfile
from topping_out.game.record import Player
from topping_out.game.registry import load
from topping_out.game.storage.files import is_there, read_file
from topping_out.game.text import leaves, not_opened, plainly
from topping_out.game.text_files import decoded

LARGEST_TABLE = 256 * 1024
"""Bytes of a file of weights."""
LARGEST_NUMBER = 1_000_000
"""The largest number in such a file: a larger amount of work would take for ever."""
LONGEST_LABEL = 32
_COMMA = re.compile(r""",(?=(?:[^"']|"[^"]*"|'[^']*')*$)""")
"""A comma that is not in quotes."""
_WORD = re.compile(r"[A-Za-z0-9-]*")
FILE, COMMAND = "@", "exec:"


class UnfitContender(ValueError):
    """A contender that cannot play; the message says which and why, in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(plainly(message))


def label(word: str) -> str:
    """Return what a contender is called in a table of results: its word, or the end of a long one."""
    return word if len(word) <= LONGEST_LABEL else "…" + word[1 - LONGEST_LABEL :]


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot by its name, by a table of its own, or a command that starts a program."""

    word: str
    weights: str = ""
    """Its own table as JSON; empty for a bot by name."""
    command: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return label(self.word)

    @property
    def title(self) -> str:
        """What the others call it."""
        return "Program" if self.command else "Weights" if self.weights else roster.title(self.word)

    @property
    def level(self) -> str:
        """What a record says of it."""
        return self.word if roster.is_known(self.word) or self.word == roster.RANDOM else roster.OTHER

    def motor_profile(self, game: str) -> MotorProfile:
        """Return how fast it moves at a live table. Raises UnknownBot, msgspec.ValidationError."""
        if self.command or self.weights:
            return profile_of(game, msgspec.json.decode(self.weights or "{}"))
        return profile_named(game, self.word)


@lru_cache(maxsize=64)
def bot_of(game: str, contender: Contender) -> Bot[Any, Any]:
    """Return the contender's bot, which must not be a command. Raises UnknownBot, msgspec.ValidationError."""
    rules = load(game)
    if contender.weights:
        return make_bot(rules, msgspec.json.decode(contender.weights))
    return bot_named(rules, contender.word)


def read_contenders(game: AnyGame, text: str) -> tuple[Contender, ...]:
    """Return the contenders of a list like `hard,@mine.toml,exec:"my-bot --fast"`. Raises UnfitContender."""
    return tuple(read_contender(game, word.strip()) for word in _COMMA.split(text))


def read_contender(game: AnyGame, word: str) -> Contender:
    """Return the contender of that word. Raises UnfitContender."""
    if word.startswith(COMMAND):
        return Contender(word, command=_split(word.removeprefix(COMMAND)))
    table = _read_table(Path(word.removeprefix(FILE))) if word.startswith(FILE) else {}
    return make_contender(game, word, table)


def make_contender(game: AnyGame, word: str, table: WeightTable) -> Contender:
    """Return the contender `word`: with this table of weights or, where it is empty, the bot of that name."""
    contender = Contender(word, msgspec.json.encode(table).decode() if table else "")
    try:
        bot_of(game.name, contender)
        if game.live:
            contender.motor_profile(game.name)
    except (ValueError, KeyError, TypeError) as error:
        what = tr("there is no {name}", name=str(error)) if isinstance(error, KeyError) else str(error)
        raise UnfitContender(f"{word}: {what}" if table else what) from None
    return contender


def players_of(contenders: Sequence[Contender]) -> list[Player]:
    """Return players for a header. Nobody is asked by the level in it here; for records it says who played."""
    return [Player(f"{who.title} {seat + 1}", "bot", who.level, seat) for seat, who in enumerate(contenders)]


def _split(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command.replace("\\", r"\\") if sys.platform == "win32" else command))
    except ValueError as error:
        raise UnfitContender(f"{COMMAND}{command}: {error}") from None
    if not words:
        raise UnfitContender(tr("{word} names no command: write {example}", word=COMMAND, example=f"{COMMAND}COMMAND"))
    if "\0" in command or which(words[0]) is None:
        why = tr("there is no program {name}", name=words[0])
        try:
            is_there(Path(words[0]))
        except OSError as error:
            why = not_opened(words[0], error)
        raise UnfitContender(f"{COMMAND}{command}: {why}")
    return words


def _read_table(path: Path) -> WeightTable:
    try:
        data = read_file(path, LARGEST_TABLE)
    except (OSError, ValueError) as error:
        raise UnfitContender(not_opened(path, error)) from None
    if len(data) > LARGEST_TABLE:
        text = mark("{file} is larger than any table of weights ({bytes} bytes)")
        raise UnfitContender(tr(text, file=path, bytes=LARGEST_TABLE))
    try:
        table = msgspec.toml.decode(decoded(data), type=dict[str, Any])
        for value in leaves(table):
            if isinstance(value, str) and not _WORD.fullmatch(value):
                text = mark("{value} is no name: it may have letters, digits and -")
                raise ValueError(tr(text, value=repr(value[:LONGEST_LABEL])))
            if isinstance(value, (int, float)) and not abs(value) <= LARGEST_NUMBER:
                raise ValueError(tr("a number in it is larger than {largest}", largest=LARGEST_NUMBER))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UnfitContender(f"{path}: {error}") from None
    if not table:
        raise UnfitContender(tr("{file} has no weights in it", file=path))
    return table
