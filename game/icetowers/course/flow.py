"""The course of a game: what follows from an action, and what time brings about."""

from __future__ import annotations

from msgspec.structs import replace

from topping_out.game.engine import Outcome, Seat
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Done
from topping_out.game.icetowers.core.stacks import leaders
from topping_out.game.icetowers.course import play
from topping_out.game.icetowers.events import (
    DoneSwitched,
    Ended,
    Event,
    LastCall,
    LastCallStopped,
    PlayBegan,
    Showdown,
    TimerRang,
    TurnPassed,
    Why,
)
from topping_out.game.icetowers.state import LAST_CALL, Phase, State, ring_time, scores

Log = list[Event]


# -- around an action


def interrupt(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Any action stops the last call and switches that seat's "done" off (I7)."""
    if state.last_call is not None:
        state.last_call = None
        state.turn = seat if state.variant.paused_time else None
        log.append(LastCallStopped(seat))
    if seat in state.done and not isinstance(action, Done):
        state.done -= {seat}
        log.append(DoneSwitched(seat, False))


def settle(state: State, log: Log) -> None:
    """See whether the game is over, or about to be, and whether a lifted piece is awaited."""
    if state.turn in state.done:
        _find_turn(state, log)
    reason = _why_over(state)
    if reason == "showdown":
        log.append(Showdown())
        play.set_all_down(state, Why.SHOWDOWN, log)
    if reason:
        _end(state, reason, log)
        return
    if len(state.done) == state.variant.seats and state.last_call is None:
        state.last_call = state.ms + LAST_CALL
        log.append(LastCall(state.last_call))
    _press_lifted(state)


def _why_over(state: State) -> str:
    """Return why nothing can be played any more (I6, I8); "" while something can."""
    in_hand = [held for held in state.hands if held is not None]
    if any(legality.can_cap_any(state, held.piece, held.barred) for held in in_hand):
        return ""
    if any(legality.has_move(state, seat) for seat in range(state.variant.seats)):
        return ""
    if not in_hand:
        return "no moves"
    is_showdown = len(in_hand) > 1 or state.variant.version == 1
    return "showdown" if is_showdown else ""  # a single seat sets its piece down, which may open a move


def _press_lifted(state: State) -> None:
    """A lifted piece is awaited from when every other seat is done or without a move (I5)."""
    if state.variant.stall is None:
        return
    for seat, held in enumerate(state.hands):
        if held is None or held.mined:
            continue
        others = (other for other in range(state.variant.seats) if other != seat)
        awaited = not any(_may_still_act(state, other) for other in others)
        deadline = held.deadline or state.ms + state.variant.stall if awaited else None
        if deadline != held.deadline:
            play.hold(state, seat, replace(held, deadline=deadline))


def _may_still_act(state: State, seat: Seat) -> bool:
    held = state.hands[seat]
    if held is not None and legality.can_cap_any(state, held.piece, held.barred):
        return True
    return seat not in state.done and legality.has_move(state, seat)


# -- turns, under paused time


def pass_turn(state: State, seat: Seat, log: Log) -> None:
    """After a play everybody gets another turn, and it is the next seat's."""
    state.done = frozenset()
    state.turn = seat
    _find_turn(state, log)


def _find_turn(state: State, log: Log) -> None:
    """Give the turn to the next seat that has a move and is not done; a seat without one is done."""
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


# -- what time brings about


def next_due(state: State) -> int | None:
    """Return when the clock alone brings something about, in milliseconds since the start."""
    if state.phase is Phase.COUNTDOWN:
        return state.starts
    if state.phase is not Phase.PLAY:
        return None
    deadlines = (held.deadline for held in state.hands if held is not None)
    times = (ring_time(state), state.last_call, *deadlines)
    return min((time for time in times if time is not None), default=None)


def come_due(state: State, log: Log) -> None:
    """Do the one thing that is due first; the timer goes before the last call, and that before stalls by seat."""
    if state.phase is Phase.COUNTDOWN:
        state.phase = Phase.PLAY
        state.began = state.ms
        log.append(PlayBegan(ring_time(state)))
        if state.variant.paused_time:
            state.turn = state.order[0]
            log.append(TurnPassed(state.turn))
    elif ring_time(state) == state.ms:
        log.append(TimerRang())
        play.set_all_down(state, Why.TIMER, log)
        _end(state, "timer", log)
    elif state.last_call == state.ms:
        _end(state, "agreed", log)
    else:
        stalling = next(s for s, held in enumerate(state.hands) if held is not None and held.deadline == state.ms)
        play.play_for(state, stalling, log)
        settle(state, log)


def _end(state: State, reason: str, log: Log) -> None:
    """End the game; the ghost counts as a player, and shares or takes the win (I11)."""
    totals = scores(state)
    seats = state.variant.seats
    winners = tuple(colour for colour in leaders([*totals]) if colour < seats)
    state.outcome = Outcome(winners, totals[:seats], reason)
    state.phase = Phase.OVER
    state.turn = state.last_call = None
    log.append(Ended(state.outcome, totals))
