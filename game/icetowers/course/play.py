"""What hands do to the table; that it is legal has been checked (`legality`)."""

from __future__ import annotations

from msgspec.structs import replace

from topping_out.game.engine import Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import (
    Action,
    Done,
    Lift,
    Mine,
    Place,
    Ready,
    SetDown,
    Split,
    completes_play,
)
from topping_out.game.icetowers.events import (
    Capped,
    CountdownBegan,
    DoneSwitched,
    Event,
    Lifted,
    Mined,
    Readied,
    WasSetDown,
    WasSplit,
    Why,
)
from topping_out.game.icetowers.pieces import COLOUR_OF, PIPS_OF, PieceId, worth_of
from topping_out.game.icetowers.state import COUNTDOWN, Held, Phase, State
from topping_out.game.icetowers.table import IN_SIGHT, Point, Tower, TowerId, distance, free_place

Log = list[Event]


def do(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Do a legal action in place, without what follows from it."""
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
    """Tell whether the action completes a play; putting a lifted piece back does not."""
    held = state.hands[seat]
    return completes_play(action, held is not None and held.mined)


def play_for(state: State, seat: Seat, log: Log) -> None:
    """The referee plays a stalled piece: a mined one caps the nearest tower that it may, else it is set down (I5)."""
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
    """Lift or mine a piece into the hand."""
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
    """Stand the held piece at `near` if that place is free, else on the free place nearest to it (I13).

    Where the program chooses the place, the piece also keeps tops in sight: when the referee plays, and when a mined
    piece is put back where it came from, as bots do.
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
    """Tell whether a piece set down at `place`, the free place nearest to `near`, stays there, as I13 has it."""
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
    )  # both parts of the tower that a held piece was mined from are barred to it (I4)
    worths = worth_of(lower), worth_of(above)
    log.append(WasSplit(seat, COLOUR_OF[piece], tower.id, upper.id, above[0], x, y, tower.controller, *worths))


def _rooms(state: State) -> tuple[Point, ...]:
    """Return how much is left free around what the program places (I13)."""
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
