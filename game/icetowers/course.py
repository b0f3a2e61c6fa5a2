"""What actions do to the table, what follows from them, and what happens with time."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ..engine import Outcome, Seat
from . import legality
from .actions import (
    Action,
    Capped,
    CountdownBegan,
    Done,
    DoneSwitched,
    Ended,
    Event,
    LastCall,
    LastCallStopped,
    Lift,
    Lifted,
    Mine,
    Mined,
    Place,
    PlayBegan,
    Readied,
    Ready,
    SetDown,
    Showdown,
    Split,
    TimerRang,
    TurnPassed,
    WasSetDown,
    WasSplit,
    Why,
    completes_play,
)
from .core import leaders
from .state import (
    APART,
    COLOUR_OF,
    COUNTDOWN,
    FOOTPRINT,
    IN_SIGHT,
    LAST_CALL,
    PIPS_OF,
    WIDTH,
    Held,
    Phase,
    PieceId,
    Point,
    State,
    Tower,
    TowerId,
    distance,
    free_place,
    in_order,
    ring_time,
    scores,
    throw,
    worth_of,
)

# -- scatter of earlier versions of the rules


DARTS = 10
"""Number of random places to try for each scattered piece."""


def scatter(colours: int, seed: int) -> tuple[Tower, ...]:
    """Return all pieces as free-standers: each at the random place with the widest gap, sideways or in depth."""
    draw = random.Random(seed).random
    towers: list[Tower] = []
    for piece in in_order(colours, draw):
        size = PIPS_OF[piece]
        room, place = _roomiest(towers, size, throw(size, DARTS, draw))
        if room < APART[0]:
            place = free_place(towers, size, place, APART)
        towers.append(Tower(piece, (piece,), *place))
    return tuple(sorted(towers, key=lambda tower: tower.id))


def _roomiest(towers: Sequence[Tower], size: int, darts: Iterable[Point]) -> tuple[int, Point]:
    """Return the widest gap between one of the darts and its nearest tower, and the first dart that has it."""
    best, place = -WIDTH, (0, 0)
    for dart in darts:
        room = min((_gap(tower, size, dart) for tower in towers), default=WIDTH)
        if room > best:
            best, place = room, dart
    return best, place


def _gap(tower: Tower, size: int, place: Point) -> int:
    """Return the gap between two footprints, sideways or in depth; negative if they overlap."""
    (width, depth), (own_width, own_depth) = FOOTPRINT[tower.base], FOOTPRINT[size]
    sideways = abs(tower.x - place[0]) - (width + own_width) // 2
    return max(sideways, abs(tower.y - place[1]) - (depth + own_depth) // 2)


# -- play


Log = list[Event]


def do(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Carry out a legal action in place, without its consequences."""
    match action:
        case Ready(piece):
            state.order += (seat,)
            log.append(Readied(seat, piece))
            if len(state.order) == state.variant.seats:
                state.phase = Phase.COUNTDOWN
                state.starts = state.ms + COUNTDOWN
                log.append(CountdownBegan(state.starts))
        case Lift(piece):
            _take(state, seat, piece, False, log)
        case Mine(piece):
            _take(state, seat, piece, True, log)
        case Place(tower):
            _cap(state, seat, tower, Why.CHOICE, log)
        case SetDown(x, y):
            _set_down(state, seat, (x, y), Why.CHOICE, log)
        case Split(piece):
            _split(state, seat, piece, log)
        case Done(on):
            state.done = state.done | {seat} if on else state.done - {seat}
            log.append(DoneSwitched(seat, on))


def is_play(state: State, seat: Seat, action: Action) -> bool:
    """Return whether the action completes a play; putting a lifted piece back does not."""
    held = state.hands[seat]
    return completes_play(action, held is not None and held.mined)


def play_for(state: State, seat: Seat, log: Log) -> None:
    """Play a stalled piece as the referee: a mined one caps the nearest tower that it may, else it is set down (I5)."""
    held = state.hands[seat]
    assert held is not None
    found = legality.targets(state, held) if held.mined else []
    if found:
        nearest = min(found, key=lambda tower: (distance(tower.place, held.place), tower.id))
        _cap(state, seat, nearest.id, Why.STALL, log)
    else:
        _set_down(state, seat, held.place, Why.STALL, log)


def set_all_down(state: State, why: Why, log: Log) -> None:
    for seat, held in enumerate(state.hands):
        if held is not None:
            _set_down(state, seat, held.place, why, log)


def hold(state: State, seat: Seat, held: Held | None) -> None:
    state.hands = (*state.hands[:seat], held, *state.hands[seat + 1 :])


def _take(state: State, seat: Seat, piece: PieceId, mined: bool, log: Log) -> None:
    """Move a lifted or mined piece into the hand."""
    tower = legality.tower_of(state, piece)
    assert tower is not None
    stall = state.variant.stall
    deadline = state.ms + stall if mined and stall is not None else None
    barred = frozenset((tower.id,)) if mined else frozenset[TowerId]()
    hold(state, seat, Held(piece, mined, barred, tower.x, tower.y, state.ms, deadline))
    rest = tuple(other for other in tower.pieces if other != piece)
    _change(state, tower, *((tower.with_pieces(rest),) if rest else ()))
    if mined:
        depth = len(tower.pieces) - 1 - tower.pieces.index(piece)
        log.append(Mined(seat, piece, tower.id, tower.controller, depth))
    else:
        log.append(Lifted(seat, piece, tower.id))


def _cap(state: State, seat: Seat, target: TowerId, why: Why, log: Log) -> None:
    tower, held = legality.tower_by_id(state, target), state.hands[seat]
    assert tower is not None
    assert held is not None
    taller = tower.with_pieces((*tower.pieces, held.piece))
    hold(state, seat, None)
    _change(state, tower, taller)
    log.append(Capped(seat, held.piece, tower.id, tower.controller, taller.worth, why))


def _set_down(state: State, seat: Seat, near: Point, why: Why, log: Log) -> None:
    """Set the held piece down at `near` if that place is free, else at the free place nearest to it (I13).

    If the program chooses the place, it also keeps tops in sight: when the referee plays, and when a mined piece is
    set down where it came from, as bots do.
    """
    held = state.hands[seat]
    assert held is not None
    hold(state, seat, None)
    place = free_place(state.towers, PIPS_OF[held.piece], near)
    if not _is_players_place(state, held, near, place, why):
        place = free_place(state.towers, PIPS_OF[held.piece], near, *_rooms(state))
    tower = _new_tower(state, (held.piece,), *place)
    log.append(WasSetDown(seat, held.piece, tower.id, *place, held.mined, why))


def _is_players_place(state: State, held: Held, near: Point, place: Point, why: Why) -> bool:
    """Return whether a piece stays at `place`, the free place nearest to `near`, because a player chose it (I13)."""
    is_chosen = why is Why.CHOICE and state.variant.version > 3
    if near != held.place:
        return is_chosen
    return not held.mined or (is_chosen and place == near)


def _split(state: State, seat: Seat, piece: PieceId, log: Log) -> None:
    tower = legality.tower_of(state, piece)
    assert tower is not None
    cut = tower.pieces.index(piece) + 1
    lower, above = tower.pieces[:cut], tower.pieces[cut:]
    _change(state, tower, tower.with_pieces(lower))
    x, y = free_place(state.towers, PIPS_OF[above[0]], tower.place, *_rooms(state))
    upper = _new_tower(state, above, x, y)
    state.hands = tuple(
        replace(held, barred=held.barred | {upper.id}) if held is not None and tower.id in held.barred else held
        for held in state.hands
    )  # both parts of the tower from which a held piece was mined are barred to it (I4)
    worths = worth_of(lower), worth_of(above)
    log.append(WasSplit(seat, COLOUR_OF[piece], tower.id, upper.id, above[0], x, y, tower.controller, *worths))


def _rooms(state: State) -> tuple[Point, ...]:
    """Return the gaps to leave around pieces that the program places (I13)."""
    return IN_SIGHT if state.variant.version > 2 else ()


def _change(state: State, tower: Tower, *instead: Tower) -> None:
    i = state.towers.index(tower)
    state.towers = (*state.towers[:i], *instead, *state.towers[i + 1 :])
    state.plays += 1


def _new_tower(state: State, pieces: tuple[PieceId, ...], x: int, y: int) -> Tower:
    tower = Tower(state.new_tower, pieces, x, y)
    state.towers += (tower,)
    state.new_tower += 1
    return tower


# -- before and after an action


def interrupt(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Stop the last call, and switch the seat's "done" off, as any action does (I7)."""
    if state.last_call is not None:
        state.last_call = None
        state.turn = seat if state.variant.paused_time else None
        log.append(LastCallStopped(seat))
    if seat in state.done and not isinstance(action, Done):
        state.done -= {seat}
        log.append(DoneSwitched(seat, False))


def settle(state: State, log: Log) -> None:
    """Pass the turn on from a seat that is done; end the game or begin the last call, if due; press lifted pieces."""
    if state.turn in state.done:
        _find_turn(state, log)
    reason = _why_over(state)
    if reason == "showdown":
        log.append(Showdown())
        set_all_down(state, Why.SHOWDOWN, log)
    if reason:
        _end(state, reason, log)
        return
    if len(state.done) == state.variant.seats and state.last_call is None:
        state.last_call = state.ms + LAST_CALL
        log.append(LastCall(state.last_call))
    _press_lifted(state)


def _why_over(state: State) -> str:
    """Return why nothing can be played any more (I6, I8); "" if something can."""
    in_hand = [held for held in state.hands if held is not None]
    if any(legality.can_cap_any(state, held.piece, held.barred) for held in in_hand):
        return ""
    if any(legality.has_move(state, seat) for seat in range(state.variant.seats)):
        return ""
    if not in_hand:
        return "no moves"
    is_showdown = len(in_hand) > 1 or state.variant.version == 1
    return "showdown" if is_showdown else ""  # a single seat can set its piece down, which may make a move possible


def _press_lifted(state: State) -> None:
    """Give each lifted piece a deadline once every other seat is done or has no move, else none (I5)."""
    if state.variant.stall is None:
        return
    for seat, held in enumerate(state.hands):
        if held is None or held.mined:
            continue
        others = (other for other in range(state.variant.seats) if other != seat)
        is_pressed = not any(_may_still_act(state, other) for other in others)
        deadline = held.deadline or state.ms + state.variant.stall if is_pressed else None
        if deadline != held.deadline:
            hold(state, seat, replace(held, deadline=deadline))


def _may_still_act(state: State, seat: Seat) -> bool:
    held = state.hands[seat]
    if held is not None and legality.can_cap_any(state, held.piece, held.barred):
        return True
    return seat not in state.done and legality.has_move(state, seat)


# -- turns, when time stands still


def pass_turn(state: State, seat: Seat, log: Log) -> None:
    """Give the turn to the next seat after a play, which switches "done" off for all seats."""
    state.done = frozenset()
    state.turn = seat
    _find_turn(state, log)


def _find_turn(state: State, log: Log) -> None:
    """Give the turn to the next seat that has a move and is not done; seats without a move become done."""
    assert state.turn is not None
    at = state.order.index(state.turn)
    for seat in state.order[at + 1 :] + state.order[: at + 1]:
        if seat in state.done:
            continue
        if legality.has_move(state, seat):
            state.turn = seat
            log.append(TurnPassed(seat))
            return
        state.done |= {seat}
        log.append(DoneSwitched(seat, True))
    state.turn = None


# -- time


def next_due(state: State) -> int | None:
    """Return when something happens by the clock alone, in milliseconds since the start; None: nothing will."""
    if state.phase is Phase.COUNTDOWN:
        return state.starts
    if state.phase is not Phase.PLAY:
        return None
    deadlines = (held.deadline for held in state.hands if held is not None)
    times = (ring_time(state), state.last_call, *deadlines)
    return min((time for time in times if time is not None), default=None)


def come_due(state: State, log: Log) -> None:
    """Do one thing that is due now: the end of the countdown, the timer, the last call, or a stall, in this order."""
    if state.phase is Phase.COUNTDOWN:
        state.phase = Phase.PLAY
        state.began = state.ms
        log.append(PlayBegan(ring_time(state)))
        if state.variant.paused_time:
            state.turn = state.order[0]
            log.append(TurnPassed(state.turn))
    elif ring_time(state) == state.ms:
        log.append(TimerRang())
        set_all_down(state, Why.TIMER, log)
        _end(state, "timer", log)
    elif state.last_call == state.ms:
        _end(state, "agreed", log)
    else:
        stalling = next(s for s, held in enumerate(state.hands) if held is not None and held.deadline == state.ms)
        play_for(state, stalling, log)
        settle(state, log)


def _end(state: State, reason: str, log: Log) -> None:
    """End the game. The ghost counts as a player, and may share or take the win (I11)."""
    totals = scores(state)
    seats = state.variant.seats
    winners = tuple(colour for colour in leaders([*totals]) if colour < seats)
    state.outcome = Outcome(winners, totals[:seats], reason)
    state.phase = Phase.OVER
    state.turn = state.last_call = None
    log.append(Ended(state.outcome, totals))
