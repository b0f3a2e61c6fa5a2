"""The rules of Last Storey: sections are lifted onto one tower, and whoever sets its last storey tops out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from topping_out.game.engine import NOBODY, UNDECIDED, CardsDrawn, Game, Open, Outcome, Seat
from topping_out.game.language import tr_player
from topping_out.game.options import Option, Value, first_seat_option

HEIGHT = 21
"""Storeys of the finished tower."""
SIZES = (1, 2, 3)
"""Storeys of a section."""
YARD = 3
"""Sections that a seat has ready."""
HIDDEN = 0
"""Stands in events for a section that the seat may not see."""


@dataclass(frozen=True, slots=True)
class Lift:
    """The one action: a section goes onto the tower; what is too much of it is cut off."""

    storeys: int

    def __str__(self) -> str:
        return f"lift {self.storeys}"


LIFTS = {str(lift): lift for lift in map(Lift, SIZES)}


@dataclass(frozen=True, slots=True)
class Lifted:
    """An event: a section stands on the tower, which now has `height` storeys."""

    seat: Seat
    storeys: int
    height: int


@dataclass(frozen=True, slots=True)
class Delivered(CardsDrawn):
    """An event: a section has come into a seat's yard."""

    seat: Seat
    storeys: int


Sections = tuple[tuple[Seat, int], ...]
"""The tower from the ground up: who set each section, and its storeys."""


def height_of(sections: Sections) -> int:
    return sum(storeys for _, storeys in sections)


@dataclass
class State:
    yards: list[tuple[int, ...]]
    mixed: bool
    turn: Seat
    rng: int
    """Seed of the next delivery."""
    sections: Sections = ()

    def copy(self) -> State:
        return replace(self, yards=self.yards[:])


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows; None is an onlooker. The yards of the others are hidden."""

    seat: Seat | None
    hand: tuple[int, ...]
    seats: int
    mixed: bool
    turn: Seat
    sections: Sections
    outcome: Outcome | None


class LastStorey(Game[State, Lift, Lifted | Delivered, View]):
    name = "last_storey"
    title = "Last Storey"
    designer = "after an old game of matches"
    blurb = "One tower for all: set its last storey."
    seats = range(2, 5)

    def options(self, seats: int) -> tuple[Option, ...]:
        mixed = Option("mixed", "Mixed storeys", "No section onto one of its own size, if you have another.")
        return (first_seat_option(seats), mixed)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> State:
        luck = random.Random(seed)
        first = luck.randrange(seats) if options["first"] == "random" else int(options["first"])
        return State([_deliver(luck) for _ in range(seats)], bool(options["mixed"]), first, luck.getrandbits(64))

    def actors(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn}) if height_of(state.sections) < HEIGHT else NOBODY

    def actions(self, state: State, seat: Seat) -> Sequence[Lift]:
        sizes = sorted(set(state.yards[seat]))
        below = state.sections[-1][1] if state.mixed and state.sections else 0
        return [Lift(size) for size in sizes if size != below] or [Lift(size) for size in sizes]

    def apply(self, state: State, seat: Seat, action: Lift, log: list[Lifted | Delivered] | None = None) -> None:
        height = min(HEIGHT, height_of(state.sections) + action.storeys)
        state.sections += ((seat, height - height_of(state.sections)),)
        state.turn = (seat + 1) % len(state.yards)
        if log is not None:
            log.append(Lifted(*state.sections[-1], height))
        if state.rng == UNDECIDED:
            raise Open
        luck, yard = random.Random(state.rng), list(state.yards[seat])
        yard[yard.index(action.storeys)] = section = luck.choice(SIZES)
        state.yards[seat], state.rng = tuple(sorted(yard)), luck.getrandbits(64)
        if log is not None:
            log.append(Delivered(seat, section))

    def outcome(self, state: State) -> Outcome | None:
        if height_of(state.sections) < HEIGHT:
            return None
        storeys = [0] * len(state.yards)
        for seat, count in state.sections:
            storeys[seat] += count
        return Outcome((state.sections[-1][0],), tuple(storeys), "last storey")

    # -- what a seat may know

    def view(self, state: State, seat: Seat | None) -> View:
        yard = () if seat is None else state.yards[seat]
        return View(seat, yard, len(state.yards), state.mixed, state.turn, state.sections, self.outcome(state))

    def redact(self, event: Lifted | Delivered, seat: Seat | None) -> Lifted | Delivered:
        return replace(event, storeys=HIDDEN) if isinstance(event, Delivered) and event.seat != seat else event

    def determinize(self, view: View, rng: random.Random) -> State:
        yards = [view.hand if seat == view.seat else _deliver(rng) for seat in range(view.seats)]
        return State(yards, view.mixed, view.turn, rng.getrandbits(64), view.sections)

    def partial(self, view: View) -> State:
        yards = [view.hand if seat == view.seat else (HIDDEN,) * YARD for seat in range(view.seats)]
        return State(yards, view.mixed, view.turn, UNDECIDED, view.sections)

    # -- words

    def parse(self, text: str) -> Lift:
        if text not in LIFTS:
            raise ValueError(f"{text!r} is no action: write {', '.join(LIFTS)}")
        return LIFTS[text]

    def describe(self, event: Lifted | Delivered, names: Sequence[str]) -> str:
        if isinstance(event, Delivered):
            return ""
        end = f": {event.height} of {HEIGHT} stand." if event.height < HEIGHT else ", the last one."
        what = f"{storeys(event.storeys)}{end}"
        return tr_player(names[event.seat], f"You set {what}", f"{{name}} sets {what}")

    def describe_outcome(self, outcome: Outcome, names: Sequence[str]) -> str:
        return tr_player(names[outcome.winners[0]], "You set the last storey.", "{name} sets the last storey.")


def storeys(count: int) -> str:
    return "a storey" if count == 1 else f"{count} storeys"


def _deliver(luck: random.Random) -> tuple[int, ...]:
    return tuple(sorted(luck.choices(SIZES, k=YARD)))


GAME = LastStorey()
