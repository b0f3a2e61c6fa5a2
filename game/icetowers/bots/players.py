"""Bots at all levels, and each seat's chance to win."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean

import msgspec

from ...bots.review import Shares, by_lead
from ...bots.weights import WeightTable
from ...engine import Advice, Bot, Seat, Verdict
from ...language import Own, fill
from ...text import paragraph
from .. import legality
from ..actions import Action, Done, Ready
from ..rules import GAME
from ..state import State, View, ring_time
from ..table import SMALL
from .core.search import NOTHING, PASSING, PLACE, SET_DOWN, Play, SearchBoard
from .evaluation import (
    Position,
    Ranked,
    Weights,
    all_others_done,
    answered,
    by_promise,
    first_action,
    gain_of,
    leads,
    next_action,
    plays_begun_by,
    searched,
    values_of,
    weights_of,
)
from .hints import WORTH_SAYING, explain, explain_lead, explain_why_not
from .reasons import REASONS

# -- players


BEGINS = Own("Touch any of your pieces to begin.", "{name} can touch any piece to begin.")
ITCH = 8.0
"""With a large or medium piece that can cap, a bot plays on unless its best play loses this many pips."""
LAST_CHANCE = 3.0
"""The same when all others are done and it does not lead."""
PUT_BACK = 10.0
"""A lifted piece is put back only if its best cap is worse by this many pips."""
MEANT = 4
"""How many plays are considered as the intention behind an action, when it is judged afterwards."""
PATIENCE = (60, 4)
"""(start, pace): after `start` changes of the table a colour, every `pace` more raise the least gain by one pip."""


class IceTowersBot(Bot[Action, View]):
    """Chooses plays by its weights."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action | None:
        if not actions or isinstance(actions[0], Ready):
            return actions[0] if actions else None
        position = Position(view, self.weights)
        play = _chosen(position, self._weigh(position, rng))
        if play == PASSING:
            return Done() if Done() in actions else None
        return first_action(view, position.seat, play)

    def advise(self, view: View, actions: Sequence[Action], rng: random.Random) -> Advice[Action] | None:
        if not actions or isinstance(actions[0], Ready):
            return Advice(actions[0], fill(BEGINS)) if actions else None
        position = Position(view, self.weights)
        ranked = self._weigh(position, rng)
        play = _chosen(position, ranked)
        if play == PASSING and Done() not in actions:
            return None
        return _advice(position, play, paragraph([explain(position, play), _comparison(position, play, ranked)]))

    def judge(
        self, view: View, actions: Sequence[Action], played: Action, rng: random.Random
    ) -> Verdict[Action] | None:
        """Compare the best plays that the action can begin with the best play, both searched equally deep."""
        if not actions or isinstance(played, Ready) or played == Done(False):
            return None
        position = Position(view, msgspec.structs.replace(self.weights, wobble=0.0))
        ranked = self._weigh(position, rng)
        best = _chosen(position, ranked)
        own = _likely(position, played, ranked)
        values = self._values(position, [best, *own])
        cost = max(0.0, values[0] - max(values[1:], default=values[0]))
        if best in own or cost < WORTH_SAYING / 2:
            return Verdict(Advice(played, ""), 0.0)
        return Verdict(_advice(position, best, ""), cost)

    why = staticmethod(REASONS.why)

    def _values(self, position: Position, plays: list[Play]) -> list[float]:
        """Return the values of plays, compared with passing; none is left out."""
        gains = [position.gain(play) for play in plays]
        if position.is_near_end or not self.weights.beams:
            return gains
        return values_of(position, plays)

    def _weigh(self, position: Position, rng: random.Random) -> Ranked:
        """Return the candidate plays, best first."""
        weights = self.weights
        wobble = weights.wobble * (weights.crowd if len(position.rivals) > 1 else 1)
        ranked = by_promise(
            [(position.gain(play) + wobble * (2 * rng.random() - 1), play) for play in position.plays()]
        )
        if position.is_near_end:
            return ranked
        if weights.beams:
            return searched(position, ranked)
        return answered(position, ranked) if weights.width else ranked


def make_bot(table: WeightTable) -> IceTowersBot:
    """Return the bot with these weights."""
    return IceTowersBot(msgspec.convert(table["head"], Weights))


def _advice(position: Position, play: Play, reason: str) -> Advice[Action]:
    if play == PASSING:
        return Advice(Done(), reason)
    view, seat = position.view, position.seat
    return Advice(first_action(view, seat, play), reason, next_action(view, seat, play))


def _likely(position: Position, played: Action, ranked: Ranked) -> list[Play]:
    """Return the plays that an action may have been meant for: the best few that it begins."""
    if isinstance(played, Done):
        return [PASSING]
    begun = plays_begun_by(position.view, played, position.plays())
    tried = [play for _, play in ranked if play in begun]
    others = [play for _, play in by_promise([(position.gain(play), play) for play in begun]) if play not in tried]
    return (tried + others)[:MEANT] or [PASSING]


def _comparison(position: Position, play: Play, ranked: Ranked) -> str:
    """Return in words how the alternatives compare: what takes more at once, or else the next best."""
    values = {other: value for value, other in ranked}
    if len(ranked) < 2 or play not in values:
        return ""
    tempting = max(values, key=lambda other: gain_of(other, position.seat))
    if gain_of(tempting, position.seat) <= gain_of(play, position.seat):
        return explain_lead(values[play] - ranked[1][0])
    return explain_why_not(position, play, tempting, values[play] - values[tempting])


def _chosen(position: Position, ranked: Ranked) -> Play:
    """Return the best play; `PASSING` if it is better to leave the table alone."""
    if position.held is not None:
        down = next((gain for gain, play in ranked if play[0] == SET_DOWN), None)
        gain, best = next(((gain, play) for gain, play in ranked if play[0] == PLACE), ranked[0])
        return ranked[0][1] if down is not None and down > gain + PUT_BACK else best
    return ranked[0][1] if ranked and ranked[0][0] > _threshold(position.view, position.seat) else PASSING


def _threshold(view: View, seat: Seat) -> float:
    """Return how many pips a play must gain to be made at all."""
    start, pace = (number * view.variant.colours for number in PATIENCE)
    weariness = max(0, view.plays - start) / pace
    own = (t.top for t in view.towers if t.is_free_stander and t.controller == seat and t.size > SMALL)
    if any(legality.can_cap_any(view, piece) for piece in own):
        return weariness - ITCH
    return weariness - LAST_CHANCE if all_others_done(view, seat) and not leads(view, seat) else weariness


# -- chances


GAMES = {2: 8, 3: 5, 4: 3, 5: 2}
"""By seats, how many games are played on from the position: fewer where each takes longer."""
MOST = 40
"""Plays a seat in such a game."""
SHORTEST = 3_000
"""Milliseconds of play from which a pace can be told."""
WOBBLE = 1.0
"""Pips by which the hands misjudge a play."""
WIDTHS = {2: (4.0, 0.1), 3: (3.0, 0.4), 4: (1.0, 1.3), 5: (1.0, 0.5)}
"""By seats, pips by which a result may be off: at the end, and more for each play until then."""


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's share of the win."""
    least, growth = WIDTHS[state.variant.seats]
    rows = [by_lead(scores, least + growth * plays) for scores, plays in results(state, rng)]
    return [fmean(column) for column in zip(*rows)]


def results(state: State, rng: random.Random) -> list[tuple[list[int], int]]:
    """Return the seats' pips at the end of a few games played on, and after how many plays."""
    seats = range(state.variant.seats)
    positions = [Position(GAME.view(state, seat), weights_of("master")) for seat in seats]
    most, found = plays_left(state), []
    for _ in range(GAMES[len(seats)]):
        board = positions[0].board.copy()
        for seat, piece in enumerate(board.hands):
            if piece:
                board.stacks[piece] = board.stacks.get(piece, 0) + 1
                board.hands[seat] = NOTHING
        plays = _play_out(board, positions, most, rng)
        found.append((board.scores()[: len(seats)], plays))
    return found


def plays_left(state: State) -> int:
    """Return how many plays there is time for before the timer rings, at the pace of the game so far."""
    seats, rings = state.variant.seats, ring_time(state)
    if rings is None or state.began is None:
        return MOST * seats
    so_far = state.plays // 2 + seats  # a play is a lift and a place; nobody is taken to stand quite still
    return min(MOST * seats, so_far * max(0, rings - state.ms) // max(SHORTEST, state.ms - state.began))


def _play_out(board: SearchBoard, positions: list[Position], most: int, rng: random.Random) -> int:
    """Let the seats play in a random order what gains most, until nobody gains any more; return how many plays."""
    active, plays = set(range(len(positions))), 0
    while active and plays < most:
        seat = rng.choice(sorted(active))
        values = positions[seat].values
        gains = [(values.of_play(play)[seat] + WOBBLE * rng.gauss(0, 1), play) for play in board.plays(seat)]
        gain, play = max(gains, default=(0.0, None))
        if play is None or gain <= 0:
            active.discard(seat)
        else:
            board.make(seat, play)
            plays += 1
            active = set(range(len(positions)))
    return plays
