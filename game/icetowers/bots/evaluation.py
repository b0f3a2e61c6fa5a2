"""Weights of bots, values of positions and plays for a seat, and the search for the best play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from statistics import fmean
from typing import Annotated

import msgspec

from ...bots.weights import OneOrMore, weights_named
from ...engine import Seat
from .. import legality
from ..actions import Action, Lift, Mine, Place, SetDown, Split
from ..core import ONE, Stack, is_free, owner, spare, worth
from ..state import CODE_OF, Held, PieceId, StateOrView, Tower, View, distance
from .core import (
    BEYOND,
    CAP,
    MINE,
    NOTHING,
    PASSING,
    PLACE,
    SET_DOWN,
    SPLIT,
    DuelSearch,
    OutOfWork,
    Play,
    SearchBoard,
    StackValues,
    changes,
)

# -- boards


def board_of(table: StateOrView) -> SearchBoard:
    """Return the stacks and held pieces of a table, without their places."""
    variant = table.variant
    stacks = Counter([tower.stack for tower in table.towers])
    hands = [NOTHING if held is None else ONE[CODE_OF[held.piece]] for held in table.hands]
    ghost = -1 if variant.ghost_colour is None else variant.ghost_colour
    return SearchBoard(variant.seats, ghost, stacks, hands)


def plays_of_held(view: View, held: Held) -> list[Play]:
    """Return where the held piece can go. A board can't tell, because it lacks the towers that are barred (I4)."""
    piece = ONE[CODE_OF[held.piece]]
    targets = dict.fromkeys(tower.stack for tower in legality.targets(view, held))
    found: list[Play] = [(PLACE, 0, piece, target) for target in targets]
    if not legality.must_cap(view, held):
        found.append((SET_DOWN, 0, piece, NOTHING))
    return found


def gain_of(play: Play, seat: Seat) -> int:
    """Return how many pips a play gains the seat at once."""
    gone, come = changes(play)
    lost = sum(worth(stack) for stack in gone if stack and owner(stack) == seat)
    return sum(worth(stack) for stack in come if stack and owner(stack) == seat) - lost


# -- plays and actions


def first_action(view: View, seat: Seat, play: Play) -> Action:
    """Return the first action of a play, with the pieces that are nearest to each other."""
    kind, at, source, target = play
    if kind == CAP:
        pairs = ((a, b) for a in _standing(view, source) for b in _standing(view, target))
        piece, _ = min(pairs, key=lambda pair: (distance(pair[0].place, pair[1].place), pair[0].id, pair[1].id))
        return Lift(piece.top)
    if kind == MINE:
        return Mine(_standing(view, source)[0].pieces[at])
    if kind == SPLIT:
        return Split(_standing(view, source)[0].pieces[at])
    held = view.hands[seat]
    assert held is not None
    if kind == SET_DOWN:
        return SetDown(held.x, held.y)
    near = [t for t in _standing(view, target) if not legality.why_not_cap(view.variant, held, t)]
    return Place(min(near, key=lambda tower: (distance(tower.place, held.place), tower.id)).id)


def next_action(view: View, seat: Seat, play: Play) -> Place | None:
    """Return the second action of a play: the cap with the piece that the first action takes; None if there is none."""
    taking, target = first_action(view, seat, play), play[3]
    taken = legality.tower_of(view, taking.piece) if isinstance(taking, Lift | Mine) else None
    if taken is None or not target:
        return None
    near = [tower for tower in _standing(view, target) if tower is not taken]
    return Place(min(near, key=lambda tower: (distance(tower.place, taken.place), tower.id)).id)


def plays_begun_by(view: View, action: Action, plays: Iterable[Play]) -> list[Play]:
    """Return those of the plays that the action begins or completes."""
    match action:
        case Lift(piece):
            return [play for play in plays if play[0] == CAP and play[2] == ONE[CODE_OF[piece]]]
        case Mine(piece):
            return _at_the_piece(view, piece, MINE, plays)
        case Split(piece):
            return _at_the_piece(view, piece, SPLIT, plays)
        case Place(number):
            tower = legality.tower_by_id(view, number)
            return [play for play in plays if tower and play[0] == PLACE and play[3] == tower.stack]
        case SetDown(_, _):
            return [play for play in plays if play[0] == SET_DOWN]
    return []


def _at_the_piece(view: View, piece: PieceId, kind: int, plays: Iterable[Play]) -> list[Play]:
    """Return the plays at this piece of its stack, or at an equal one next to it."""
    tower = legality.tower_of(view, piece)
    if tower is None:
        return []
    stack, at = tower.stack, tower.pieces.index(piece)
    first = at
    while kind == MINE and first and stack[first - 1] == stack[at]:
        first -= 1
    return [play for play in plays if play[:3] == (kind, first, stack)]


def _standing(view: View, stack: Stack) -> list[Tower]:
    return [tower for tower in view.towers if tower.stack == stack]


# -- weights


BySize = tuple[float, float, float]
"""Small, medium, large."""
Rates = tuple[float, ...]
"""The twelve numbers of a stage in one row: `free`, `tower`, `spare`, `lone`, each by size."""
Number = Annotated[int, msgspec.Meta(ge=0)]
BySeats = tuple[Number, Number, Number, Number]
"""By number of seats, two to five."""

MILESTONES = (0.5, 5.0, 12.0)
"""Free-standers per colour at which the late, middle and early rates apply; between them, they are blended."""


class StageRates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rates of one stage of the game, in pips; `tower` is per pip of a tower, by the size of its top."""

    free: BySize
    tower: BySize
    spare: BySize
    lone: BySize

    def row(self) -> Rates:
        return (*self.free, *self.tower, *self.spare, *self.lone)


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one bot."""

    width: Number
    """How many of the most promising plays are tried against the rivals' best replies."""
    fear: float
    """The factor of what those replies cost."""
    wobble: float
    """The largest random error of its values of plays, in pips."""
    late: StageRates
    middle: StageRates
    early: StageRates
    sight: Number = 99
    """How many pieces of a tower, from the top, the bot sees; it overlooks plays with deeper ones."""
    regard: float = 1.0
    """How much a rival's pip counts, if one of its own counts 1."""
    tall: float = 0.0
    """The worth of each piece under a top of its own, in pips: how much the bot likes tall towers."""
    spite: float = 0.0
    """The cost of each piece under a rival's top, in pips: how much it likes to break up rivals' towers."""
    crowd: float = 1.0
    """The factor of its wobble against more than one rival, when there is more to overlook."""
    beams: tuple[OneOrMore, ...] = ()
    """For a search deeper than one reply: how many plays are tried at each depth."""
    work: BySeats = (0, 0, 0, 0)
    """How many plays such a search may value in total, against each rival."""
    little: Number = 0
    """If both seats together have at most this many plays, the search tries all of them, to the end."""
    little_work: BySeats = (0, 0, 0, 0)
    """How many plays that search may value in total, against each rival."""

    def rates(self, free_standers: float) -> Rates:
        """Return the rates for `free_standers`, the number of free-standers per colour."""
        rows = [stage.row() for stage in (self.late, self.middle, self.early)]
        low, mid, high = MILESTONES
        if free_standers < mid:
            return blend(rows[0], rows[1], (free_standers - low) / (mid - low))
        return blend(rows[1], rows[2], (free_standers - mid) / (high - mid))


@cache
def weights_of(bot: str) -> Weights:
    """Return the weights of the bot of that name. Raises UnknownBot."""
    return msgspec.convert(weights_named("icetowers", bot)["head"], Weights)


def blend(a: Rates, b: Rates, share: float) -> Rates:
    """Return rates that change from `a` at share 0 (or less) to `b` at 1 (or more)."""
    share = min(max(share, 0.0), 1.0)
    return tuple(low + share * (high - low) for low, high in zip(a, b))


# -- evaluation


PLAIN: Rates = (1, 2, 3, 1, 1, 1, 0, 0, 0, 0, 0, 0)
"""The rates at the end of the game."""
CAPPERS_AT_HALF = 0.6
"""Number of pieces that can cap, per rival, at which the rates are halfway to the plain ones."""
ENVY = 8
"""A rival this many pips behind the leading one counts a quarter as much."""
NEAR_END = 2_500
"""If fewer milliseconds than this are left until the timer rings, only pips count: nobody has time to reply."""


class Position:
    """A position as a seat with these weights sees it."""

    def __init__(self, view: View, weights: Weights) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.weights = weights
        self.held = view.hands[view.seat]
        self.board = board_of(view)
        self.rivals = [seat for seat in range(self.board.seats) if seat != self.seat]
        self.is_near_end = view.rings is not None and view.rings - view.ms < NEAR_END
        """Whether the end is so near that only pips count."""
        self.values = StackValues(self._rates(), self._stakes())

    def plays(self) -> list[Play]:
        """Return the seat's plays, except those that it overlooks."""
        if self.held is not None:
            return plays_of_held(self.view, self.held)
        return seen(self.board.plays(self.seat), self.weights.sight)

    def gain(self, play: Play) -> float:
        """Return by how many pips the play improves the seat's position, before any reply."""
        return self.values.of_play(play)[self.seat]

    def _rates(self) -> list[list[float]]:
        colours = range(self.board.colours)
        cappers, free_standers = _count_cappers(self.board)
        rates = PLAIN if self.is_near_end else self.weights.rates(free_standers / len(colours))
        hostile = [(sum(cappers) - own) / (len(colours) - 1) for own in cappers]
        rows = [[*blend(PLAIN, rates, number / (number + CAPPERS_AT_HALF)), 0.0] for number in hostile]
        if all_others_done(self.view, self.seat):
            rows[self.seat] = [*PLAIN, 0.0]
        for colour, row in enumerate(rows):
            row[-1] = self.weights.tall if colour == self.seat else self.weights.spite
        return rows

    def _stakes(self) -> list[list[float]]:
        scores = self.view.scores
        rows = [_stakes(scores, seat) for seat in range(self.board.seats)]
        rows[self.seat] = [stake if stake > 0 else stake * self.weights.regard for stake in rows[self.seat]]
        return rows


def seen(plays: Iterable[Play], sight: int) -> list[Play]:
    """Return the plays with pieces that are among the top `sight` pieces of their tower."""
    return [play for play in plays if play[0] == CAP or len(play[2]) - play[1] <= sight]


def all_others_done(view: View, seat: Seat) -> bool:
    return len(view.done - {seat}) == view.variant.seats - 1


def leads(view: View, seat: Seat) -> bool:
    """Return whether the seat alone has the most pips."""
    return view.leaders == [seat]


def _count_cappers(board: SearchBoard) -> tuple[list[int], int]:
    """Return the number of pieces per colour that may cap (free, held or spare), and of all that are free or held."""
    cappers = [0] * board.colours
    held = [piece for piece in board.hands if piece]
    free = [*held, *(stack for stack, number in board.stacks.items() if is_free(stack) for _ in range(number))]
    for stack in free:
        cappers[owner(stack)] += 1
    for stack, number in board.stacks.items():
        for colour in range(board.colours):
            cappers[colour] += spare(stack, colour) * number
    return cappers, len(free)


def _stakes(scores: Sequence[int], seat: Seat) -> list[float]:
    """Return the worth of each colour's pip to the seat: 1 for its own, in total -1 for rivals, mostly the leader."""
    first = max(score for colour, score in enumerate(scores) if colour != seat)
    shares = [(ENVY / (ENVY + first - score)) ** 2 if colour != seat else 0.0 for colour, score in enumerate(scores)]
    stakes = [-share / sum(shares) for share in shares]
    stakes[seat] = 1.0
    return stakes


# -- lookahead


Ranked = list[tuple[float, Play]]
"""Plays with their values in pips, compared with passing, best first."""

SLACK = 8.0
"""A play is not searched further if it is worse than the best by this many pips."""
DEEPEST = 30
"""The greatest depth of a search, in plays."""
EVERY = 10**6
"""A width that includes all plays."""


def by_promise(found: Ranked) -> Ranked:
    return sorted(found, key=lambda pair: -pair[0])


# -- one reply


def with_replies(position: Position, ranked: Ranked) -> Ranked:
    """Return the first few plays; their values include how much more (or less) the rivals' replies then cost."""
    weights, seat = position.weights, position.seat
    stacks = dict(
        position.board.stacks
    )  # with the rivals' held pieces on the table, since they are about to cap something
    for other, piece in enumerate(position.board.hands):
        if piece and other != seat:
            stacks[piece] = stacks.get(piece, 0) + 1
    board = SearchBoard(position.board.seats, position.board.ghost, stacks, [NOTHING] * position.board.seats)
    anyway = _cost_of_replies(position, board)
    tried = []
    for gain, play in ranked[: weights.width]:
        after = board.copy()
        after.make(seat, play)
        tried.append((gain + weights.fear * (_cost_of_replies(position, after) - anyway), play))
    return by_promise(tried)


def _cost_of_replies(position: Position, board: SearchBoard) -> float:
    """Return the mean of what the rivals' best plays would change for the seat, in pips (negative: a loss)."""
    total = 0.0
    for other in position.rivals:
        gains = [gain for gain in map(position.values.of_play, board.plays(other)) if gain[other] > 0]
        if gains:
            total += max(gains, key=lambda gain: gain[other])[position.seat]
    return total / len(position.rivals)


# -- a search


def searched(position: Position, ranked: Ranked) -> Ranked:
    """Return the first few plays, valued by a search. Values beyond the immediate gain count by the weight `fear`."""
    ranked = ranked[: position.weights.beams[0]]
    values = values_of(position, [play for _, play in ranked], SLACK)
    beyond = [value - position.gain(play) for (_, play), value in zip(ranked, values)]
    return by_promise([(gain + position.weights.fear * more, play) for (gain, play), more in zip(ranked, beyond)])


def values_of(position: Position, plays: list[Play], slack: float = BEYOND) -> list[float]:
    """Return the values of plays by a search, in pips compared with passing: the mean over the rivals.

    For a play that is worse than the best by more than `slack`, only this is known.
    """
    by_rival = [_values(_search(position, rival), rival, position, plays, slack) for rival in position.rivals]
    return list(map(fmean, zip(*by_rival)))


def _values(search: DuelSearch, rival: Seat, position: Position, plays: list[Play], slack: float) -> list[float]:
    seat, passes = position.seat, int(rival in position.view.done)
    tried = plays if position.held else list(dict.fromkeys([PASSING, *plays]))
    values: dict[Play, float] = {}
    for depth in range(1, DEEPEST + 1):
        tried = sorted(tried, key=lambda play: -values.get(play, 0.0))
        try:
            values = dict(zip(tried, search.look(tried, depth, passes, slack)))
        except OutOfWork:
            break
        if search.is_exact:
            break
    waiting = search.values.of_table(position.board)[seat] if position.held else values[PASSING]
    return [values[play] - waiting for play in plays]


def _search(position: Position, rival: Seat) -> DuelSearch:
    """Return a search of the most promising plays at each depth, or of all plays if few are left."""
    weights, board = position.weights, position.board
    is_little = len(position.plays()) + len(board.plays(rival)) <= weights.little
    widths, work = ([EVERY], weights.little_work) if is_little else (list(weights.beams[1:]), weights.work)
    return DuelSearch(board, _of_two(position), [position.seat, rival], widths, work[board.seats - 2])


def _of_two(position: Position) -> StackValues:
    """Return the values for two players: what one wins, the other loses, including the ghost's pips."""
    values, seat = position.values, position.seat
    mine = values.stakes[seat]
    theirs = [-stake for stake in mine]
    return StackValues(values.rates, [mine if other == seat else theirs for other in range(position.board.seats)])
