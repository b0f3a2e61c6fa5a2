"""How bots move at live tables: a profile of speeds and delays as data, and the hand in motion that obeys it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum, auto
from math import isqrt
from typing import Annotated, Any, Protocol

import msgspec

Point = tuple[int, int]
"""A place on the table, in the game's own units."""
USUAL_WAY = 590
"""Table units of a way in play: with it `play_time` is what games take (`icetowers_plays.py` of commit ed5bbf6f)."""
Positive = Annotated[int, msgspec.Meta(ge=1)]


class MotorProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How fast a bot's hand is. Every bot obeys the same five numbers."""

    reaction: Positive
    """Milliseconds from looking at the table to setting out; the bot acts on what it saw then."""
    hesitation: Annotated[int, msgspec.Meta(ge=0)]
    """Up to so many milliseconds more, drawn afresh each time."""
    speed: Positive
    """Table units a second."""
    grip: Positive
    """Milliseconds to take a piece, let go of it or part a tower, and to go on with a piece in hand."""
    attention: Positive
    """Milliseconds between two glances at the table, under way or idle: a change is not seen before."""

    def paced(self, pace: float) -> MotorProfile:
        """Return the profile of a hand so many times as fast."""
        times = {name: max(1, round(getattr(self, name) / pace)) for name in ("reaction", "grip", "attention")}
        hesitation, speed = round(self.hesitation / pace), max(1, round(self.speed * pace))
        return MotorProfile(**times, hesitation=hesitation, speed=speed)

    @property
    def play_time(self) -> float:
        """About how many milliseconds a play takes: to look, go there, take, go on, let go."""
        return self.reaction + self.hesitation + 3 * self.grip + 2 * USUAL_WAY * 1000 / self.speed


class PendingChoice(Protocol):
    """A bot's choice that may be still to come; a `concurrent.futures.Future` is one."""

    def done(self) -> bool: ...
    def result(self) -> Any: ...


class MotorState(Enum):
    IDLE = auto()
    LOOKING = auto()
    DECIDING = auto()
    REACHING = auto()


@dataclass(slots=True)
class Motor:
    """A bot's hand in motion: where it is, what it is doing, and when it goes on; times in milliseconds."""

    profile: MotorProfile
    rng: random.Random
    place: Point
    state: MotorState = MotorState.IDLE
    due: int | None = None
    """When it goes on; None: not before something happens."""
    choice: PendingChoice | None = None
    seen: Any = None
    """The view on which the bot decides or has decided."""
    has_missed: bool = False
    """Whether the table has changed since."""
    action: Any = None
    start: Point = (0, 0)
    goal: Point = (0, 0)
    left: int = 0
    """When it set out."""
    arrives: int = 0

    def draw(self, below: int) -> int:
        return int(self.rng.random() * below)

    def at(self, ms: int) -> Point:
        """Return where it is at a time: it moves straight, at an even speed."""
        travel = self.arrives - self.profile.grip - self.left
        gone = min(ms - self.left, travel)
        if self.state is not MotorState.REACHING or gone >= travel:
            return self.goal if self.state is MotorState.REACHING else self.place
        (x0, y0), (x1, y1) = self.start, self.goal
        return x0 + (x1 - x0) * gone // travel, y0 + (y1 - y0) * gone // travel

    def look(self, ms: int) -> None:
        """Stop and look at the table now."""
        self.place = self.at(ms)
        self.state, self.due, self.choice = MotorState.LOOKING, ms, None

    def rest(self, ms: int) -> None:
        """Do nothing until the table changes; what has changed meanwhile is seen with the next glance."""
        self.place = self.at(ms)
        self.state, self.due, self.choice = MotorState.IDLE, None, None
        if self.has_missed:
            self.notice(ms)

    def notice(self, ms: int) -> None:
        """Take note that the table has changed: an idle hand sees it with its next glance."""
        self.has_missed = True
        if self.state is MotorState.IDLE:
            self.state, self.due = MotorState.LOOKING, ms + self.draw(self.profile.attention)

    def set_out(self, ms: int, goal: Point | None) -> None:
        """Start towards the place of the chosen action; without one, the action is done where the hand is."""
        self.start, self.goal, self.left = self.place, goal or self.place, ms
        way = isqrt((self.goal[0] - self.start[0]) ** 2 + (self.goal[1] - self.start[1]) ** 2)
        self.arrives = ms + way * 1000 // self.profile.speed + self.profile.grip
        self.state = MotorState.REACHING
        self.due = min(self.arrives, ms + self.profile.attention)
