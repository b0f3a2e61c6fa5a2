"""Live games: their interface beyond the rules, the driver that plays them, and how bots move in them."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count
from math import isqrt
from typing import Annotated, Any, ClassVar, Protocol, TypeVar, cast

import msgspec

from .engine import Game, IllegalAction, Seat
from .match import Match

# -- motor


Point = tuple[int, int]
"""A place on the table, in the game's own units."""
USUAL_DISTANCE = 590
"""Usual distance of a move, in table units, measured in games (`icetowers_plays.py` of commit ed5bbf6f)."""
Positive = Annotated[int, msgspec.Meta(ge=1)]


class MotorProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How fast a bot's hand is. The same five numbers apply to every bot."""

    reaction: Positive
    """Milliseconds from a look at the table to the start of a move. The bot acts on what it saw in that look."""
    hesitation: Annotated[int, msgspec.Meta(ge=0)]
    """The largest delay, in milliseconds, that is added at random to each reaction."""
    speed: Positive
    """Table units per second."""
    grip: Positive
    """Milliseconds to take or release a piece or split a tower, and to continue with a piece in hand."""
    attention: Positive
    """Milliseconds between two glances at the table, moving or idle. Until the next glance, changes go unseen."""

    def paced(self, pace: float) -> MotorProfile:
        """Return the profile of a hand that is `pace` times as fast."""
        times = {name: max(1, round(getattr(self, name) / pace)) for name in ("reaction", "grip", "attention")}
        hesitation, speed = round(self.hesitation / pace), max(1, round(self.speed * pace))
        return MotorProfile(**times, hesitation=hesitation, speed=speed)

    @property
    def play_time(self) -> float:
        """Approximate duration of a play in milliseconds: look, move there, take, move on, release."""
        return self.reaction + self.hesitation + 3 * self.grip + 2 * USUAL_DISTANCE * 1000 / self.speed


class PendingChoice(Protocol):
    """A bot's choice that may not be made yet, such as a `concurrent.futures.Future`."""

    def done(self) -> bool: ...
    def result(self) -> Any: ...


class MotorState(Enum):
    IDLE = auto()
    LOOKING = auto()
    DECIDING = auto()
    REACHING = auto()


@dataclass(slots=True)
class Motor:
    """A bot's moving hand: where it is, what it is doing, and when it does the next thing (times in milliseconds)."""

    profile: MotorProfile
    rng: random.Random
    place: Point
    state: MotorState = MotorState.IDLE
    due: int | None = None
    """When it does the next thing; None: not before something happens."""
    choice: PendingChoice | None = None
    seen: Any = None
    """The view on which the bot's choice is based."""
    has_missed: bool = False
    """Whether the table has changed since the last look."""
    action: Any = None
    start: Point = (0, 0)
    goal: Point = (0, 0)
    left: int = 0
    """When it started to move."""
    arrives: int = 0

    def draw(self, below: int) -> int:
        return int(self.rng.random() * below)

    def at(self, ms: int) -> Point:
        """Return its position at a time. It moves in a straight line at constant speed."""
        travel = self.arrives - self.profile.grip - self.left
        travelled = min(ms - self.left, travel)
        if self.state is not MotorState.REACHING or travelled >= travel:
            return self.goal if self.state is MotorState.REACHING else self.place
        (x0, y0), (x1, y1) = self.start, self.goal
        return x0 + (x1 - x0) * travelled // travel, y0 + (y1 - y0) * travelled // travel

    def look(self, ms: int) -> None:
        """Stop and look at the table now."""
        self.place = self.at(ms)
        self.state, self.due, self.choice = MotorState.LOOKING, ms, None

    def rest(self, ms: int) -> None:
        """Do nothing until the table changes. A change since the last look is seen in the next glance."""
        self.place = self.at(ms)
        self.state, self.due, self.choice = MotorState.IDLE, None, None
        if self.has_missed:
            self.notice(ms)

    def notice(self, ms: int) -> None:
        """Note that the table has changed. An idle hand sees this in its next glance."""
        self.has_missed = True
        if self.state is MotorState.IDLE:
            self.state, self.due = MotorState.LOOKING, ms + self.draw(self.profile.attention)

    def set_out(self, ms: int, goal: Point | None) -> None:
        """Start to move to the place of the chosen action. Without a place, act where the hand is."""
        self.start, self.goal, self.left = self.place, goal or self.place, ms
        distance = isqrt((self.goal[0] - self.start[0]) ** 2 + (self.goal[1] - self.start[1]) ** 2)
        self.arrives = ms + distance * 1000 // self.profile.speed + self.profile.grip
        self.state = MotorState.REACHING
        self.due = min(self.arrives, ms + self.profile.attention)


# -- driver


S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class LiveGame(Game[S, A, E, V]):
    """A game without turns, with what the driver needs to know beyond the rules."""

    live: ClassVar[bool] = True

    def number_turns(self, seats: Sequence[Seat | None]) -> list[int]:
        """Count every action as a turn, because there are none."""
        return [*range(1, len(seats) + 1)]

    @abstractmethod
    def next_due(self, state: S) -> int | None:
        """Return when time alone will next change something, in milliseconds since the start, or None for never."""

    def opening(self, state: S, seat: Seat) -> A | None:
        """Return an action that a bot does at once without looking, such as showing that it is ready."""
        return None

    def second_thoughts(self, state: S, seat: Seat) -> A | None:
        """Return an action that a bot does at once when the table changes, such as taking back that it is done."""
        return None

    def changes_table(self, event: E) -> bool:
        """Tell whether bots should look at the table again after this event."""
        return True

    def is_holding(self, state: S, seat: Seat) -> bool:
        """Tell whether the seat holds a piece, so that its bot continues without a new reaction time."""
        return False

    def chooser(self, state: S) -> Seat | None:
        """Return the only seat that may act, if the options make the game turn-based."""
        return None

    def place_of(self, view: V, action: A) -> Point | None:
        """Return where on the table a hand must be to do the action, or None for anywhere."""
        return None

    def target_of(self, view: V, action: A) -> object:
        """Return the target of the action as a value. If it changes, a hand on its way there looks again."""
        return None


@dataclass(frozen=True, slots=True)
class LiveBot:
    """A bot at a live table: its name in questions, and how its hand moves."""

    name: str
    profile: MotorProfile


@dataclass(frozen=True, slots=True)
class LiveQuestion:
    """The question to a bot at a live table. The answer depends on nothing else."""

    game: str
    bot: str
    seat: Seat
    view: Any
    actions: tuple[Any, ...]
    ms: int


AskBot = Callable[[LiveQuestion], PendingChoice]
"""Asks a bot to choose one of the actions, or None to leave the table as it is.

The choice takes effect at a time that is fixed beforehand, or as soon as it is known if it is late.
"""


@dataclass(frozen=True, slots=True)
class LiveStep:
    """Something that happened: an action with its events, a refused action, or (without a seat) a change by time."""

    ms: int
    seat: Seat | None
    action: Any
    events: tuple[Any, ...]
    refusal: str = ""


class LiveDriver:
    """Plays a live match: humans act when their input comes, bots by their choices and their speed."""

    def __init__(self, match: Match, ask: AskBot, bots: Mapping[Seat, LiveBot]) -> None:
        """Continue a match from its current state. `bots` has an entry for each seat that isn't a human's."""
        self.match = match
        self.game = cast("LiveGame[Any, Any, Any, Any]", match.game)
        self.ms = match.ms
        self._ask = ask
        self.bots = bots
        self.paces: Mapping[Seat, float] = {}
        """Factors on the bots' speed. Each applies from the bot's next look on."""
        self._inbox: list[tuple[int, Seat, Any]] = []
        self._motors: dict[Seat, Motor] = {}
        for seat in sorted(bots):
            rng = random.Random(match.header.seed * 64 + seat * 8 + 1)
            self._motors[seat] = Motor(bots[seat].profile, rng, (0, 0), MotorState.LOOKING, self.ms)

    # -- input and progress

    def submit(self, seat: Seat, action: Any, ms: int) -> None:
        """Add a human's action. The next `advance` does it at `ms`, or at once if that time has passed.

        For a fair order, submit all input up to a moment before advancing to it.
        """
        self._inbox.append((max(ms, self.ms), seat, action))

    def advance(self, ms: int) -> list[LiveStep]:
        """Advance everything to `ms`, and return what happened, in order.

        Two advances in succession have exactly the same effect as the later one alone, unless a choice is late.
        """
        steps: list[LiveStep] = []
        for motor in self._motors.values():
            is_late = motor.state is MotorState.DECIDING and motor.due is None
            if is_late and motor.choice is not None and motor.choice.done():
                motor.due = self.ms
        while (due := self.next_due()) is not None and due <= ms and self.match.outcome is None:
            self.ms = max(due, self.ms)
            self._tick(steps)
            reaching = [pair for pair in self._motors.items() if pair[1].state is MotorState.REACHING]
            arriving = [(seat, motor.action) for seat, motor in reaching if motor.arrives <= self.ms]
            for seat, action in self._in_fair_order(self._take_from_inbox() + arriving):
                self._act(seat, action, steps)
            for seat, motor in self._motors.items():
                if motor.due is not None and motor.due <= self.ms:
                    self._go_on(seat, motor, steps)
        self.ms = max(self.ms, ms)
        self._tick(steps)
        return steps

    def next_due(self) -> int | None:
        """Return when the next thing happens without input; None: only after a human's action or a late choice."""
        times = [motor.due for motor in self._motors.values() if motor.due is not None]
        times += [ms for ms, _, _ in self._inbox]
        timer = self.game.next_due(self.match.state)
        return min(times if timer is None else [*times, timer], default=None)

    def time_stands(self) -> bool:
        """Tell whether the clock should wait for a human to choose (if the options make the game turn-based)."""
        chooser = self.game.chooser(self.match.state)
        return chooser is not None and chooser not in self._motors

    def hand_at(self, seat: Seat, ms: int) -> Point | None:
        """Return the position of a bot's hand in table units, or None for a human."""
        motor = self._motors.get(seat)
        return None if motor is None else motor.at(ms)

    # -- one moment

    def _take_from_inbox(self) -> list[tuple[Seat, Any]]:
        now = [(seat, action) for ms, seat, action in self._inbox if ms <= self.ms]
        self._inbox = [item for item in self._inbox if item[0] > self.ms]
        return now

    def _in_fair_order(self, acting: list[tuple[Seat, Any]]) -> list[tuple[Seat, Any]]:
        """Order the actions of one millisecond: the first of each seat in random order, then the second ones, etc."""
        if len(acting) < 2:
            return acting
        draw = random.Random(self.match.header.seed * 2**32 + self.ms).random
        lots = [draw() for _ in self.match.header.seats]
        rounds = defaultdict[Seat, Iterator[int]](count)
        return sorted(acting, key=lambda each: (next(rounds[each[0]]), lots[each[0]]))

    def _tick(self, steps: list[LiveStep]) -> None:
        events = self.match.tick(self.ms)
        if events:
            self._follow_up(LiveStep(self.ms, None, None, tuple(events)), steps)

    def _act(self, seat: Seat, action: Any, steps: list[LiveStep]) -> None:
        """Do a human's or a bot's action. A refusal is an ordinary part of play."""
        try:
            step = LiveStep(self.ms, seat, action, tuple(self.match.act(seat, action, self.ms)))
        except IllegalAction as refusal:
            step = LiveStep(self.ms, seat, action, (), str(refusal))
        if seat in self._motors:
            # after a play or a refusal the bot looks again; after an action that leaves the table as it is, it rests
            motor = self._motors[seat]
            if step.refusal or any(map(self.game.changes_table, step.events)):
                motor.look(self.ms)
            else:
                motor.rest(self.ms)
        self._follow_up(step, steps)

    def _follow_up(self, step: LiveStep, steps: list[LiveStep]) -> None:
        """Record a step. If it changed the table, make bots react: none is done any more, and idle ones look again."""
        steps.append(step)
        if self.match.outcome is not None:
            if step.events:  # write down when it ended, because perhaps nobody acted then
                self.match.mark_time(self.ms)
            for motor in self._motors.values():
                motor.due = None
        elif any(map(self.game.changes_table, step.events)):
            for seat, motor in self._motors.items():
                action = self.game.second_thoughts(self.match.state, seat)
                if action is not None:
                    steps.append(LiveStep(self.ms, seat, action, tuple(self.match.act(seat, action, self.ms))))
                motor.notice(self.ms)

    # -- a bot's hand

    def _go_on(self, seat: Seat, motor: Motor, steps: list[LiveStep]) -> None:
        match motor.state:
            case MotorState.LOOKING:
                self._look(seat, motor, steps)
            case MotorState.DECIDING:
                self._decide(motor)
            case MotorState.REACHING:
                # glance up on the way: continue, or think again if the target has changed
                view = self.game.view(self.match.state, seat)
                if self.game.target_of(view, motor.action) != self.game.target_of(motor.seen, motor.action):
                    motor.look(self.ms)
                else:
                    motor.due = min(motor.arrives, self.ms + motor.profile.attention)

    def _look(self, seat: Seat, motor: Motor, steps: list[LiveStep]) -> None:
        state = self.match.state
        opening = self.game.opening(state, seat)
        if opening is not None:
            motor.place = self.game.place_of(self.game.view(state, seat), opening) or motor.place
            self._act(seat, opening, steps)
            return
        actions = self.game.actions(state, seat) if seat in self.match.actors else ()
        motor.has_missed = False
        if not actions:
            motor.rest(self.ms)
            return
        motor.seen = self.game.view(state, seat)
        motor.profile = self.bots[seat].profile.paced(self.paces[seat]) if seat in self.paces else motor.profile
        bot = self.bots[seat].name
        motor.choice = self._ask(LiveQuestion(self.game.name, bot, seat, motor.seen, tuple(actions), self.ms))
        delay = motor.profile.grip if self.game.is_holding(state, seat) else motor.profile.reaction
        motor.state, motor.due = MotorState.DECIDING, self.ms + max(1, delay + motor.draw(motor.profile.hesitation))

    def _decide(self, motor: Motor) -> None:
        assert motor.choice is not None
        if not motor.choice.done():
            motor.due = None
            return
        motor.action = motor.choice.result()
        if motor.action is None:
            motor.rest(self.ms)
        else:
            motor.set_out(self.ms, self.game.place_of(motor.seen, motor.action))
