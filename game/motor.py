"""The hands of bots at live tables: how fast they are is data, the same levers for every bot."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum, auto
from math import isqrt
from typing import Annotated, Any, Protocol

import msgspec

from game.bots.weights import weights_named
from game.roster import RANDOM

Point = tuple[int, int]
"""A place on the table, in the game's own units."""
Positive = Annotated[int, msgspec.Meta(ge=1)]


class Hands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot's hand moves: the same levers for every bot, pulled by its level's data."""

    reaction: Positive
    """Milliseconds from looking at the table to setting out; it acts on what it saw then."""
    hesitation: Annotated[int, msgspec.Meta(ge=0)]
    """Up to so many milliseconds more, drawn afresh each time."""
    speed: Positive
    """Table units a second."""
    grip: Positive
    """Milliseconds to take a piece, let go of it or part a tower, and to go on with a piece in hand."""
    attention: Positive
    """Milliseconds between two glances at the table, under way or idle: a change is not seen before."""


RANDOM_HANDS = "hard"
"""Whose hands a bot has that has no weights of its own."""


def load_hands(game: str, mind: str) -> Hands:
    """Return the hands of a mind from the bots' data file. Raises UnknownBot."""
    table = weights_named(game, RANDOM_HANDS if mind == RANDOM else mind)
    return msgspec.convert(table["hands"], Hands)


class Thought(Protocol):
    """An answer that may be still to come; a `concurrent.futures.Future` is one."""

    def done(self) -> bool: ...
    def result(self) -> Any: ...


class Stage(Enum):
    IDLE = auto()
    LOOKING = auto()
    DECIDING = auto()
    REACHING = auto()


@dataclass(slots=True)
class Hand:
    """A bot's hand: where it is, what it is about, and when it goes on."""

    hands: Hands
    head: str
    rng: random.Random
    place: Point
    stage: Stage = Stage.IDLE
    due: int | None = None
    thought: Thought | None = None
    seen: Any = None
    """The view on which it decides or has decided."""
    stirred: bool = False
    """Whether the table has changed since."""
    action: Any = None
    start: Point = (0, 0)
    goal: Point = (0, 0)
    left: int = 0
    """When the hand set out."""
    arrives: int = 0

    def draw(self, below: int) -> int:
        return int(self.rng.random() * below)

    def at(self, ms: int) -> Point:
        """Return where the hand is, on its straight way with an even speed."""
        travel = self.arrives - self.hands.grip - self.left
        gone = min(ms - self.left, travel)
        if self.stage is not Stage.REACHING or gone >= travel:
            return self.goal if self.stage is Stage.REACHING else self.place
        (x0, y0), (x1, y1) = self.start, self.goal
        return x0 + (x1 - x0) * gone // travel, y0 + (y1 - y0) * gone // travel

    def look(self, ms: int) -> None:
        self.place = self.at(ms)
        self.stage, self.due, self.thought = Stage.LOOKING, ms, None

    def rest(self, ms: int) -> None:
        """Do nothing more until the table changes; what has changed meanwhile is seen with the next glance."""
        self.place = self.at(ms)
        self.stage, self.due, self.thought = Stage.IDLE, None, None
        if self.stirred:
            self.notice(ms)

    def notice(self, ms: int) -> None:
        """The table has changed: an idle hand will see it with its next glance."""
        self.stirred = True
        if self.stage is Stage.IDLE:
            self.stage, self.due = Stage.LOOKING, ms + self.draw(self.hands.attention)

    def set_out(self, ms: int, goal: Point | None) -> None:
        """Go for the chosen action; one that is about no place is done where the hand is."""
        self.start, self.goal, self.left = self.place, goal or self.place, ms
        way = isqrt((self.goal[0] - self.start[0]) ** 2 + (self.goal[1] - self.start[1]) ** 2)
        self.arrives = ms + way * 1000 // self.hands.speed + self.hands.grip
        self.stage = Stage.REACHING
        self.due = min(self.arrives, ms + self.hands.attention)
