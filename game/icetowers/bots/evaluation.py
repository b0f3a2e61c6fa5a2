"""Weights of bots, values of positions and plays, the search for the best play, and how two plays differ."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from statistics import fmean
from typing import Annotated, ClassVar

import msgspec

from ...bots.search import (
    OTHERS,
    OWN,
    SEVERAL,
    Difference,
    Fact,
    Facts,
    Reasons,
    compare,
    greatest,
    many_things,
    whose,
)
from ...bots.weights import OneOrMore, weights_named
from ...engine import Seat
from ...language import Message, Own, fill, mark
from .. import legality
from ..actions import Action, Lift, Mine, Place, SetDown, Split
from ..core import ONE, Stack, is_free, owner, spare, worth
from ..state import CODE_OF, SMALL, Held, PieceId, StateOrView, Tower, View, distance
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
    waits_above: tuple[float, float, float, float] = (99.0, 99.0, 99.0, 99.0)
    """By number of seats: with more free-standers per colour, the bot waits for others rather than lose by a play."""

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
        cappers, free_standers = count_cappers(self.board)
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


def count_cappers(board: SearchBoard) -> tuple[list[int], int]:
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


# -- how two plays differ right after them


class IceTowersReasons(Reasons):
    """Compares what two plays bring at once, what rivals can cap right after each, and which pieces each leaves."""

    worths: ClassVar = {"gain": 0.7, "exposed": -0.7, "free": 3.0, "spare": 3.0, "small": 2.0}
    on_the_whole = mark("this play comes out better a few plays later.")
    """Without the number of pips: it is a mean over the rivals, in a search that is often wrong."""

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        return between(Position(view, weights_of("master")), play_of(view, this), play_of(view, other))

    def whole(self, found: Sequence[Difference]) -> Difference | None:
        return next((difference for difference in found if difference.fact.kind == "lead"), None)

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        lead = self.whole(found)
        if lead is not None and lead.more <= 0:
            return many_things()
        later = [difference for difference in found if difference.fact.kind in LATER]
        lost = sum(difference.worth for difference in later if difference.worth < 0)
        gained = sum(difference.worth for difference in found if difference.fact.kind == "gain")
        plausible = [one for one in later if one.worth > max(-lost, -gained) and _is_much(one)]
        if at_once_of(found) > 0:  # else what rivals can cap next outweighs what the play takes, or the other way round
            plausible += [one for one in found if one.fact.kind in AT_ONCE]
        best = greatest(plausible, self.least)
        if best is None:
            return many_things()
        texts = TEXTS[best.fact.kind, whose(best.fact, view.variant.seats)]
        return fill(texts[0 if best.this else -1], this=round(best.this), other=round(best.other))


MUCH = 0.5
"""Of how many pieces there are, the least share that is mentioned: 2 rather than 3 is hardly a reason."""


def _is_much(difference: Difference) -> bool:
    return abs(difference.more) >= MUCH * max(difference.this, difference.other)


AT_ONCE, LATER = ("gain", "exposed"), ("free", "spare", "small")
"""Kinds of facts about pips now and after the next reply, and about pieces for later plays."""
TEXTS: dict[tuple[str, int], tuple[Message, ...]] = {
    ("gain", OWN): (mark("it gains more pips at once, {this} rather than {other}."),),
    ("exposed", OWN): (
        Own(
            "this way the biggest of your towers that can be capped next is worth {this} rather than {other}.",
            "this way the biggest of {name}'s towers that can be capped next is worth {this} rather than {other}.",
        ),
        Own(
            "this way none of your towers can be capped next; otherwise one worth {other} could be.",
            "this way none of {name}'s towers can be capped next; otherwise one worth {other} could be.",
        ),
    ),
    ("free", OTHERS): (mark("this way the opponent has fewer free-standing pieces, {this} rather than {other}."),),
    ("free", SEVERAL): (mark("this way the others have fewer free-standing pieces, {this} rather than {other}."),),
    ("spare", OWN): (
        Own(
            "this way you can take more of your pieces out of towers, {this} rather than {other}.",
            "this way {name} can take more of their pieces out of towers, {this} rather than {other}.",
        ),
    ),
    ("spare", OTHERS): (
        mark("this way the opponent can take fewer pieces out of towers, {this} rather than {other}."),
    ),
    ("spare", SEVERAL): (mark("this way the others can take fewer pieces out of towers, {this} rather than {other}."),),
    ("small", OWN): (
        Own(
            "this way you keep more small pieces, {this} rather than {other}, and those can cap anything.",
            "this way {name} keeps more small pieces, {this} rather than {other}, and those can cap anything.",
        ),
    ),
}
"""By kind of fact and by side: usually, and if it doesn't occur after the better play."""


def at_once_of(found: Sequence[Difference]) -> float:
    """Return the worth of what differs in pips now and in what can be capped next."""
    return sum(difference.worth for difference in found if difference.fact.kind in AT_ONCE)


RECENT = 100
"""The number of plays of which the board after them, and the replies, are remembered while a hint is put into words."""


def between(position: Position, this: Play, other: Play) -> list[Difference]:
    """Return the differences right after two plays, and by how much a search finds the first to be better."""
    values = values_of(position, [this, other])
    lead = Difference(Fact("lead"), values[0] - values[1], 0.0)
    return [*at_once(position, this, other), lead]


def at_once(position: Position, this: Play, other: Play) -> list[Difference]:
    """Return the differences right after two plays.

    That pieces of the seat in the tower that it caps can't be taken out then is no loss, because the tower is its own.
    Nor is it one that a piece which a play takes out can't be taken out again.
    """
    found = compare((this, other), 1, lambda: position, _facts, REASONS.worth)
    if any(play[0] == MINE or spare(play[3], position.seat) for play in (this, other)):
        return [difference for difference in found if difference.fact != Fact("spare", (OWN,))]
    return found


def play_of(view: View, actions: Sequence[Action]) -> Play:
    """Return the play that the actions complete or begin."""
    assert view.seat is not None
    position = Position(view, weights_of("master"))
    held = view.hands[view.seat]
    plays = plays_of_held(view, held) if held else position.board.plays(view.seat)
    plays = plays_begun_by(view, actions[0], plays)
    if len(actions) > 1 and isinstance(actions[1], Place):
        tower = legality.tower_by_id(view, actions[1].tower)
        plays = [play for play in plays if tower and play[3] == tower.stack] or plays
    return max(plays, key=position.gain, default=PASSING)


@lru_cache(RECENT)
def after(position: Position, play: Play) -> SearchBoard:
    """Return the board after a play of the seat. It must not be changed."""
    board = position.board.copy()
    board.make(position.seat, play)
    return board


@lru_cache(RECENT)
def replies(position: Position, now: SearchBoard) -> set[Play]:
    """Return the rivals' next plays, and those after placing a held piece."""
    later = now.copy()
    later.hands = [NOTHING] * now.seats
    found = {reply for rival in position.rivals for reply in later.plays(rival)}
    return found.union(*(_placings(position, rival, now) for rival in position.rivals if now.hands[rival]))


def _placings(position: Position, rival: int, now: SearchBoard) -> list[Play]:
    """Return a rival's plays with its held piece. It may only cap a tower that is barred to it (I4) once set down.

    A mined piece can't be set down while it can cap another tower.
    """
    held, towers, plays = position.view.hands[rival], position.view.towers, now.plays(rival)
    if held is None or not held.barred:
        return plays
    free = {tower.stack for tower in towers if tower.id not in held.barred}
    barred = {tower.stack for tower in towers} - free
    before = position.board.stacks
    found = [
        play
        for play in plays
        if play[3] and not (play[3] in barred and now.stacks[play[3]] <= before[play[3]])
        if play[3] in before or play[3][:-1] not in barred
    ]
    return found or plays


@lru_cache(RECENT)
def cappers(position: Position, now: SearchBoard) -> Counter[Stack]:
    """Return how many pieces can cap each stack by a reply."""
    found = Counter[Stack]()
    for kind, at, source, target in replies(position, now):
        if target:
            rest = source[at:]
            equal = len(rest) - len(rest.lstrip(rest[:1]))  # the search plays only the first of equal neighbours
            found[target] += 1 if kind == PLACE else equal * now.stacks[source]
    return found


def _facts(position: Position, play: Play) -> Facts:
    """Return the facts about the table right after a play."""
    seat, board = position.seat, after(position, play)
    towers = [stack for stack in cappers(position, board) if len(stack) > 1 and owner(stack) == seat]
    found = defaultdict[Fact, float](float)
    found[Fact("gain", (OWN,))] = gain_of(play, seat)
    found[Fact("exposed", (OWN,))] = max(map(worth, towers), default=0)
    for stack, number in board.stacks.items():
        if is_free(stack) and owner(stack) in position.rivals:
            found[Fact("free", (OTHERS,))] += number
        if stack == ONE[seat * 4 + SMALL]:
            found[Fact("small", (OWN,))] += number
        found[Fact("spare", (OWN,))] += spare(stack, seat) * number
        for rival in position.rivals:
            found[Fact("spare", (OTHERS,))] += spare(stack, rival) * number
    return found


REASONS = IceTowersReasons()
