"""The program's bots as servers for other programs: the bot's side of the protocol (see PROTOCOL.md)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import IO, Any

from ..engine import AnyGame
from ..options import resolve
from . import protocol
from .contest import Contender, bot_of
from .protocol import (
    LONGEST_LINE,
    Act,
    ActionData,
    BadLine,
    ChosenAction,
    GameEnd,
    Greeting,
    Hello,
    Refusal,
    action_data,
    brief,
    difference,
    missing,
    nearest_action,
    plain,
    read_view,
    to_line,
)


class BotServer:
    """One of the program's bots, which answers another program for any number of games."""

    def __init__(self, game: AnyGame, bot: Contender, out: IO[bytes]) -> None:
        """Serve this bot, which must not be a command, and write its answers to `out`."""
        self._game, self._bot, self._out = game, bot_of(game.name, bot), out
        self._name = f"{game.title}, {bot.word}"

    def play(self, lines: IO[bytes]) -> str:
        """Answer the messages. Return why that became impossible, or "" if the other side ended it.

        The reason is also sent to the other side. Raises OSError if that is gone.
        """
        try:
            messages = _read(lines)
            for message in messages:
                if not isinstance(message, Hello):
                    raise BadLine("a game must begin with a hello")
                self._play(message, messages)
        except BadLine as error:
            self._send(Refusal(str(error)))
            return str(error)
        return ""

    def _play(self, hello: Hello, messages: Iterator[protocol.ProgramMessage]) -> None:
        variant = self._variant(hello)
        self._send(Greeting(protocol.VERSION, self._name, again=True))
        for message in messages:
            match message:
                case Hello():
                    raise BadLine("a second hello came before an end")
                case Act():
                    self._send(ChosenAction(self._choose(hello.seat, variant, message)))
                case Refusal(why):
                    raise BadLine(f"the other side gave up: {why}")
                case GameEnd():
                    return

    def _send(self, message: protocol.BotMessage) -> None:
        self._out.write(to_line(message))
        self._out.flush()

    def _variant(self, hello: Hello) -> Any:
        """Return the variant set by the options, if views contain it. Raises BadLine if it cannot be played."""
        game, seats = self._game, len(hello.names)
        if hello.protocol != protocol.VERSION:
            theirs = f"not {hello.protocol}: game/PROTOCOL.md says what differs"
            raise BadLine(f"this program speaks protocol {protocol.VERSION}, {theirs}")
        if (hello.game, hello.rules) != (game.name, game.version):
            theirs = f"{protocol.quoted(hello.game.encode())} by version {hello.rules}"
            raise BadLine(f"this bot plays {game.name} by version {game.version} of its rules, not {theirs}")
        if seats not in game.seats:
            raise BadLine(f"there are {seats} names: {game.title} is for {game.seats[0]} to {game.seats[-1]} seats")
        if not 0 <= hello.seat < seats:
            raise BadLine(f"there is no seat {hello.seat}: with {seats} names the seats are 0 to {seats - 1}")
        try:
            options = resolve(game.options(seats), hello.options)
        except ValueError as error:
            raise BadLine(str(error)) from None
        return getattr(game.view(game.setup(seats, options, seed=0), None), "variant", None)

    def _choose(self, seat: int, variant: Any, act: Act) -> ActionData | None:
        view = read_view(self._game.name, act.view)
        try:
            actions = self._actions(seat, variant, view, act)
            choice = self._bot.choose(view, actions, random.Random(act.seed))
        except Exception as error:  # a made-up view may be wrong in any way
            what = str(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"
            raise BadLine(f"view and actions do not make sense: {what}") from None
        return None if choice is None else action_data(choice)

    def _actions(self, seat: int, variant: Any, view: Any, act: Act) -> list[Any]:
        """Return the seat's actions. Raises ValueError for an impossible view, which a bot might search for ever."""
        if view.seat != seat:
            raise ValueError(f"it is the view of seat {view.seat}, and the hello said {seat}")
        if wrong := difference(plain(getattr(view, "variant", None)), plain(variant), "variant"):
            raise ValueError(f"the options of the hello make another variant: {wrong}")
        state = self._game.determinize(view, random.Random(0))
        if wrong := difference(plain(view), plain(self._game.view(state, seat))):
            raise ValueError(f"the view contradicts itself: {wrong}")
        if seat not in self._game.actors(state):
            raise ValueError(f"seat {seat} may not act now: {sorted(self._game.actors(state))} may")
        actions = list(self._game.actions(state, seat))
        _compare(act.actions, tuple(map(action_data, actions)))
        return actions


def _compare(offered: tuple[ActionData, ...], legal: tuple[ActionData, ...]) -> None:
    """Raise ValueError unless these are the legal actions, in any order."""
    wrong = missing(offered, legal)
    if wrong is not None:
        suggestion = f"; the nearest that is legal is {brief(nearest_action(wrong, legal))}" if legal else ""
        raise ValueError(f"{brief(wrong)} is not legal in this view{suggestion}")
    unlisted = missing(legal, offered)
    if unlisted is not None:
        raise ValueError(f"{brief(unlisted)} is legal in this view, but not among the actions")


def _read(lines: IO[bytes]) -> Iterator[protocol.ProgramMessage]:
    while line := lines.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise BadLine(f"a line has more than {LONGEST_LINE} bytes")
        yield protocol.read_program_message(line)
