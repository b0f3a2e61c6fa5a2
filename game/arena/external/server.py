"""Our bots for other programs: the bot's side of the protocol (see PROTOCOL.md)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import IO, Any

from game.arena.contenders import Contender, bot_of
from game.arena.external import protocol
from game.arena.external.protocol import (
    LONGEST_LINE,
    Act,
    BadLine,
    ChosenAction,
    GameEnd,
    Greeting,
    Hello,
    Refusal,
    to_line,
)
from game.engine import AnyGame
from game.options import resolve


class BotServer:
    """A bot of ours that answers another program, for one game."""

    def __init__(self, game: AnyGame, bot: Contender, out: IO[bytes]) -> None:
        """Make one that answers to `out` as that bot, which must not be a command."""
        self._game, self._bot, self._out = game, bot_of(game.name, bot), out
        self._name = f"{game.title}, {bot.word}"

    def play(self, lines: IO[bytes]) -> str:
        """Answer what comes in; return why it could not go on, or nothing where the other side ended the game.

        The other side is told the reason, too. Raises OSError where it does not listen any more.
        """
        try:
            self._play(_read(lines))
        except BadLine as error:
            self._say(Refusal(str(error)))
            return str(error)
        return ""

    def _play(self, said: Iterator[protocol.ProgramMessage]) -> None:
        hello = next(said, None)
        if hello is None:
            return
        if not isinstance(hello, Hello):
            raise BadLine("the first line must be a hello")
        variant = self._variant(hello)
        self._say(Greeting(protocol.VERSION, self._name))
        for message in said:
            match message:
                case Hello():
                    raise BadLine("there was a hello already")
                case Act():
                    self._say(ChosenAction(self._choose(hello.seat, variant, message)))
                case GameEnd():
                    return

    def _say(self, message: protocol.BotMessage) -> None:
        self._out.write(to_line(message))
        self._out.flush()

    def _variant(self, hello: Hello) -> Any:
        """Return the variant that the options make, if views tell it. Raises BadLine for one that cannot be played."""
        game, seats = self._game, len(hello.names)
        if hello.protocol != protocol.VERSION:
            raise BadLine(f"this program speaks protocol {protocol.VERSION}, not {hello.protocol}")
        if (hello.game, hello.rules) != (game.name, game.version):
            theirs = f"{protocol.quoted(hello.game.encode())} by version {hello.rules}"
            raise BadLine(f"this bot plays {game.name} by version {game.version} of its rules, not {theirs}")
        if seats not in game.seats or not 0 <= hello.seat < seats:
            raise BadLine(f"there is no seat {hello.seat} of {seats} in {game.title}")
        try:
            options = resolve(game.options(seats), hello.options)
        except ValueError as error:
            raise BadLine(str(error)) from None
        return getattr(game.view(game.setup(seats, options, seed=0), None), "variant", None)

    def _choose(self, seat: int, variant: Any, act: Act) -> str | None:
        view = protocol.read_view(self._game.name, act.view)
        try:
            actions = [self._game.parse(text) for text in act.actions]
            self._check(seat, variant, view, actions)
            choice = self._bot.choose(view, actions, random.Random(act.seed))
        except Exception as error:  # a view that somebody made up may be wrong in any way
            what = str(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"
            raise BadLine(f"view and actions do not make sense: {what}") from None
        return None if choice is None else str(choice)

    def _check(self, seat: int, variant: Any, view: Any, actions: list[Any]) -> None:
        """Refuse a view that no game can lead to: a bot might search it for ever."""
        if (view.seat, getattr(view, "variant", None)) != (seat, variant):
            raise ValueError("seat and options are not those of the hello")
        state = self._game.determinize(view, random.Random(0))
        if self._game.view(state, seat) != view:
            raise ValueError("the view contradicts itself")
        if seat not in self._game.actors(state) or actions != list(self._game.actions(state, seat)):
            raise ValueError("the actions are not those that the view allows")


def _read(lines: IO[bytes]) -> Iterator[protocol.ProgramMessage]:
    while line := lines.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise BadLine(f"a line has more than {LONGEST_LINE} bytes")
        yield protocol.read_program_message(line)
