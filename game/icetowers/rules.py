"""The rules of IceTowers: those of the rules sheet, and rulings I1 to I15; and its views and actions as numbers.

`legality` says what a seat may do; `course` what actions do to the table, and what follows from them and from time.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, ClassVar

import msgspec

from ..engine import NOBODY, Cells, Encoding, IllegalAction, Outcome, Seat, Segment, turned
from ..language import mark, tr, tr_count
from ..live import LiveGame
from ..options import Option, Value
from . import course, legality, words
from . import state as invariants
from .actions import (
    LIFTS,
    MINES,
    ON_THE_TABLE,
    SPLITS,
    Action,
    Done,
    Event,
    Lift,
    Mine,
    Place,
    PlayBegan,
    Ready,
    SetDown,
    Split,
    TurnPassed,
    parse_action,
    place_on,
)
from .results import best_tower, describe_harm, describe_tower
from .state import (
    COLOUR_OF,
    DEPTH,
    PER_COLOUR,
    PIPS_OF,
    PIPS_PER_COLOUR,
    WIDTH,
    Phase,
    PieceId,
    Point,
    State,
    Tower,
    Variant,
    View,
    pieces_of,
    scatter,
    scores,
)

Log = list[Event] | None
_SHARED = tuple(field.name for field in fields(View) if field.name != "seat")
"""The fields that states and views have in common, in the order of `View`."""
_shared_of = attrgetter(*_SHARED)
OPEN_SPOTS = tuple((WIDTH * i // 4, DEPTH * j // 4) for i in (1, 3) for j in (1, 3))
SET_DOWNS = {spot: SetDown(*spot) for spot in OPEN_SPOTS}


class IceTowers(LiveGame[State, Action, Event, View]):
    name = "icetowers"
    title = "IceTowers"
    designer = "Andrew Looney, Looney Labs"
    blurb = mark("No turns: cap, mine and split, all at once.")
    version = 4
    older_versions = (1, 2, 3)
    seats = range(2, 6)
    endings = {
        "timer": mark("On pips, when time ran out"),
        "agreed": mark("On pips, with nothing left to play"),
    }

    # -- set-up

    def options(self, seats: int) -> tuple[Option, ...]:
        minutes = [(count, tr_count("{number} minute", "{number} minutes", count)) for count in (1, 2, 3, 5)]
        seconds = [(count, tr_count("{number} second", "{number} seconds", count)) for count in (3, 5, 10)]
        about = tr("When it rings, held pieces are set down and towers score as they stand.")
        timer = Option("timer", tr("Timer"), about, 3, (("off", tr("Off")), *minutes))
        about = tr("How long you may hold a mined piece before it's played for you.")
        stall = Option("stall", tr("Stall limit"), about, 5, tuple(seconds))
        ghost = Option("ghost", tr("Ghost"), tr("A third colour that either of you can move, and that can win."))
        return (
            *((ghost,) if seats == 2 else ()),
            timer,
            stall,
            Option(
                "paused_time",
                tr("Take turns"),
                tr("Players take turns, in the order they got ready; nobody has to hurry."),
                is_unhurried=True,
            ),
        )

    def notes(self, seats: int, options: Mapping[str, Value]) -> dict[str, str]:
        """Return a remark for the limits of time, which have no effect if time stands still."""
        if not options.get("paused_time"):
            return {}
        remarks = {
            "timer": tr("No effect with Take turns: time stands still."),
            "stall": tr("No effect with Take turns: time stands still."),
        }
        return {key: remark for key, remark in remarks.items() if options.get(key) != "off"}

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> State:
        paused, timer = bool(options["paused_time"]), options["timer"]
        state = State()
        state.variant = Variant(
            seats,
            ghost=bool(options.get("ghost", False)),
            timer=None if paused or timer == "off" else int(timer) * 60_000,
            stall=None if paused else int(options["stall"]) * 1_000,
            paused_time=paused,
        )
        state.towers = scatter(state.variant.colours, seed)
        state.hands = (None,) * seats
        state.order = ()
        state.done = frozenset()
        state.phase = Phase.GATHERING
        state.ms = state.plays = 0
        state.new_tower = len(state.towers)
        state.starts = state.began = state.last_call = state.turn = state.outcome = None
        return state

    def use_version(self, state: State, version: int, seed: int) -> None:
        state.variant = replace(state.variant, version=version)
        if version < 3:
            state.towers = course.scatter(state.variant.colours, seed)

    # -- play

    def actors(self, state: State) -> frozenset[Seat]:
        """Return all seats; if time stands still, only the seat on turn, except in the last call."""
        if state.outcome is not None:
            return NOBODY
        if state.turn is not None:
            return frozenset((state.turn,))
        return frozenset(range(state.variant.seats))

    def actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.phase is Phase.GATHERING:
            return [] if seat in state.order else [Ready(piece) for piece in pieces_of(seat)]
        if state.phase is not Phase.PLAY:
            return []
        held = state.hands[seat]
        if held is None:
            return [
                *map(LIFTS.__getitem__, legality.liftable(state, seat)),
                *map(MINES.__getitem__, legality.mineable(state, seat)),
                *map(SPLITS.__getitem__, legality.gaps(state, seat)),
                Done(seat not in state.done),
            ]
        places: list[Action] = [place_on(tower.id) for tower in legality.targets(state, held)]
        if legality.must_cap(state, held):
            return places
        return [*places, SetDown(held.x, held.y), *[SET_DOWNS[spot] for spot in OPEN_SPOTS if spot != held.place]]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        reason = _why_not(state, seat, action)
        if reason:
            raise IllegalAction(reason)

    def apply(self, state: State, seat: Seat, action: Action, log: Log = None) -> None:
        events = [] if log is None else log
        is_play = course.is_play(state, seat, action)
        course.interrupt(state, seat, action, events)
        course.do(state, seat, action, events)
        if is_play and state.variant.paused_time:
            course.pass_turn(state, seat, events)
        if state.phase is Phase.PLAY:
            course.settle(state, events)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    # -- time

    def tick(self, state: State, ms: int, log: Log = None) -> None:
        events = [] if log is None else log
        while (due := course.next_due(state)) is not None and due <= ms:
            state.ms = due
            course.come_due(state, events)
        if state.outcome is None:
            state.ms = max(state.ms, ms)

    # -- knowledge: nothing is hidden

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, *_shared_of(state))

    def determinize(self, view: View, rng: random.Random) -> State:
        return self.partial(view)

    def partial(self, view: View) -> State:
        state = State()
        for name in _SHARED:
            setattr(state, name, getattr(view, name))
        return state

    # -- bots at a live table (game.live)

    def opening(self, state: State, seat: Seat) -> Action | None:
        """Return the action by which a bot gets ready."""
        waits = state.phase is Phase.GATHERING and seat not in state.order
        return Ready(pieces_of(seat)[0]) if waits else None

    def second_thoughts(self, state: State, seat: Seat) -> Action | None:
        """Return the action by which a bot that is done looks again after a change on the table (I7)."""
        return Done(False) if seat in state.done and seat in self.actors(state) else None

    def changes_table(self, event: Event) -> bool:
        return isinstance(event, (*ON_THE_TABLE, PlayBegan, TurnPassed))

    def is_holding(self, state: State, seat: Seat) -> bool:
        return state.hands[seat] is not None

    def chooser(self, state: State) -> Seat | None:
        return state.turn

    def place_of(self, view: View, action: Action) -> Point | None:
        if isinstance(action, SetDown):
            return action.x, action.y
        tower = _concerned(view, action)
        return None if tower is None else tower.place

    def target_of(self, view: View, action: Action) -> object:
        """Return the pieces of the tower: if they have changed, a bot on its way thinks again."""
        tower = _concerned(view, action)
        return None if tower is None else tower.pieces

    # -- text

    parse = staticmethod(parse_action)
    describe = staticmethod(words.describe)
    propose = staticmethod(words.propose)
    describe_outcome = staticmethod(words.describe_outcome)
    best_tower = staticmethod(best_tower)
    describe_harm = staticmethod(describe_harm)
    describe_tower = staticmethod(describe_tower)
    check_invariants = staticmethod(invariants.check)
    next_due = staticmethod(course.next_due)

    def price(self, cost: int) -> str:
        return tr_count("{number} pip", "{number} pips", cost)

    def dump(self, state: State) -> dict[str, Any]:
        data = {name: msgspec.to_builtins(getattr(state, name), order="deterministic") for name in _SHARED}
        facts = [{"controller": tower.controller, "worth": tower.worth} for tower in state.towers]
        data["towers"] = [tower | more for tower, more in zip(data["towers"], facts)]
        return data | {"scores": list(scores(state))}

    def summary(self, state: State) -> dict[str, Any]:
        """Return the scores, including the ghost's, which has no seat, and the duration in milliseconds."""
        return {"totals": list(scores(state)), "ms": state.ms}


def _concerned(view: View, action: Action) -> Tower | None:
    match action:
        case Place(tower):
            return legality.tower_by_id(view, tower)
        case Ready(piece) | Lift(piece) | Mine(piece) | Split(piece):
            return legality.tower_of(view, piece)
    return None


# -- why not


def _why_not(state: State, seat: Seat, action: Action) -> str:
    if isinstance(action, Ready):
        return legality.why_not_ready(state, seat, action.piece)
    if reason := legality.why_not_now(state, seat):
        return reason
    match action:
        case Lift(piece):
            return legality.why_not_lift(state, seat, piece)
        case Mine(piece):
            return legality.why_not_mine(state, seat, piece)
        case Split(piece):
            return legality.why_not_split(state, seat, piece)
        case Place(tower):
            return legality.why_not_place(state, seat, tower)
        case SetDown(x, y):
            on_table = 0 <= x <= WIDTH and 0 <= y <= DEPTH
            return legality.why_not_set_down(state, seat) if on_table else mark("that spot is off the table")
        case Done(on):
            return _why_not_done(state, seat, on)


def _why_not_done(state: State, seat: Seat, on: bool) -> str:
    if state.hands[seat] is not None:
        return mark("play the piece in your hand first")
    if on == (seat in state.done):
        return mark("you're already done") if on else mark("you haven't said you're done")
    return ""


GAME = IceTowers()


# -- views and actions as numbers


class IceTowersEncoding(Encoding[Action, View]):
    """For games in which time stands still.

    Pieces are numbered by colour, beginning with the seat's own. Towers come and go, so each is given by its top piece.
    The places of pieces on the table are left out.
    """

    options: ClassVar[dict[str, Value]] = {"paused_time": True}

    def __init__(self, view: View) -> None:
        self._seats, colours = view.variant.seats, view.variant.colours
        pieces = self._pieces = colours * PER_COLOUR
        self._set_down = 4 * pieces
        self._done = self._set_down + 1 + len(OPEN_SPOTS)
        self.actions = self._done + 2
        self.parts = (
            Segment("levels", pieces, pieces),
            Segment("bases", pieces, pieces),
            Segment("tops", pieces, 1),
            Segment("held", pieces, 1),
            Segment("mined", 1, 1),
            Segment("scores", colours, PIPS_PER_COLOUR * colours),
            Segment("done", self._seats, 1),
            Segment("turn", self._seats, 1),
            Segment("order", self._seats, self._seats),
        )
        self.prepare()
        self._empty[: 3 * pieces] = array("h", [1] * pieces + list(range(1, pieces + 1)) + [1] * pieces)
        self._turned = [turned(seat, self._seats) for seat in range(self._seats)]
        orders = [[*seats, *range(self._seats, colours)] for seats in self._turned]  # the ghost is last for all seats
        self._number_of = [[place * PER_COLOUR + n for place in order for n in range(PER_COLOUR)] for order in orders]
        """By seat, the number of each piece as that seat counts them."""

    def fill(self, view: View, cells: Cells) -> None:
        number_of, pieces, seats = self._number_of[view.seat or 0], self._pieces, self._turned[view.seat or 0]
        at = self.starts
        scores = [PIPS_PER_COLOUR] * view.variant.colours
        for tower in view.towers:
            if len(tower.pieces) > 1:
                self._fill_tower(tower.pieces, number_of, scores, cells)
        for seat, held in enumerate(view.hands):
            if held is not None:
                number = number_of[held.piece]
                cells[number] = cells[pieces + number] = cells[2 * pieces + number] = 0
                cells[at["held"] + number] = 1
                cells[at["mined"]] |= held.mined and seat == view.turn
        for colour, score in enumerate(scores):
            cells[at["scores"] + (seats[colour] if colour < self._seats else colour)] = score
        for seat in view.done:
            cells[at["done"] + seats[seat]] = 1
        if view.turn is not None:
            cells[at["turn"] + seats[view.turn]] = 1
        for place, seat in enumerate(view.order, 1):
            cells[at["order"] + seats[seat]] = place

    def _fill_tower(self, tower: Sequence[PieceId], number_of: list[int], scores: list[int], cells: Cells) -> None:
        """Encode a tower of several pieces, and add its pips to the score of the colour on top."""
        bases, tops, worth = self._pieces, 2 * self._pieces, 0
        base = number_of[tower[0]] + 1
        for level, piece in enumerate(tower, 1):
            number, pips = number_of[piece], PIPS_OF[piece]
            cells[number] = level
            cells[bases + number] = base
            cells[tops + number] = 0
            scores[COLOUR_OF[piece]] -= pips
            worth += pips
        cells[tops + number] = 1
        scores[COLOUR_OF[tower[-1]]] += worth

    def numbers(self, view: View, actions: Sequence[Action]) -> list[int]:
        number_of, pieces, held = self._number_of[view.seat or 0], self._pieces, view.hands[view.seat or 0]
        tops = {} if held is None else {tower.id: tower.pieces[-1] for tower in view.towers}
        found = []
        for action in actions:
            if isinstance(action, Lift):
                number = number_of[action.piece]
            elif isinstance(action, Place):
                number = 3 * pieces + number_of[tops[action.tower]]
            elif isinstance(action, SetDown):
                is_back = held is not None and held.place == (action.x, action.y)
                number = self._set_down + (0 if is_back else 1 + OPEN_SPOTS.index((action.x, action.y)))
            elif isinstance(action, Done):
                number = self._done + (not action.on)
            else:
                number = (1 if isinstance(action, Mine) else 2) * pieces + number_of[action.piece]
            found.append(number)
        return found
