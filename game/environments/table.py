"""A game played by calls from outside, one action at a time. A single seat is to act until the game is over."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ..engine import AnyGame, Outcome, Seat
from ..live import LiveGame
from ..options import Value


class EnvironmentTable:
    """The state of a game. In a live game, time jumps ahead to the next moment when a single seat must act."""

    def __init__(self, game: AnyGame, seats: int, options: Mapping[str, Value], notes_events: bool = False) -> None:
        """Make a table with a first deal. With `notes_events`, note events for `take_news`."""
        self.game, self.seats, self._options = game, seats, options
        self._log: list[Any] | None = [] if notes_events else None
        self._names = [f"player_{seat}" for seat in range(seats)]
        self._live = game if isinstance(game, LiveGame) else None
        self.deal(0)

    def deal(self, seed: int) -> None:
        """Begin a game."""
        self.seed, self.acted = seed, 0
        self.state = self.game.setup(self.seats, self._options, seed)
        if self._log is not None:
            self._log.clear()
        if self._live:
            self._open(self._live)
        self._find_turn()

    def _open(self, game: LiveGame[Any, Any, Any, Any]) -> None:
        """Let the seats do their opening actions, in random order."""
        order = random.Random(self.seed).sample(range(self.seats), self.seats)
        for seat in order:
            if (opening := game.opening(self.state, seat)) is not None:
                game.apply(self.state, seat, opening, self._log)

    def act(self, action: Any) -> None:
        """Do a legal action of the seat whose turn it is."""
        self.game.apply(self.state, self.turn, action, self._log)
        self.acted += 1
        self._find_turn()

    def _find_turn(self) -> None:
        game, live = self.game, self._live
        self.outcome: Outcome | None = game.outcome(self.state)
        if live:
            while self.outcome is None and live.chooser(self.state) is None:
                due = live.next_due(self.state)
                assert due is not None, "nobody will ever act again"
                game.tick(self.state, due, self._log)
                self.outcome = game.outcome(self.state)
            chooser = live.chooser(self.state)
            self.turn: Seat = 0 if chooser is None else chooser
        elif self.outcome is None:
            (self.turn,) = game.actors(self.state)

    def actions(self) -> Sequence[Any]:
        """Return the legal actions of the seat whose turn it is."""
        return self.game.actions(self.state, self.turn)

    def view(self, seat: Seat | None) -> Any:
        """Return what a seat sees; None is an onlooker."""
        return self.game.view(self.state, seat)

    def take_news(self) -> list[str]:
        """Return a sentence for each event since the last call, as an onlooker sees it."""
        events, self._log = self._log or [], [] if self._log is not None else None
        sentences = (self.game.describe(self.game.redact(event, None), self._names) for event in events)
        return [sentence for sentence in sentences if sentence]
