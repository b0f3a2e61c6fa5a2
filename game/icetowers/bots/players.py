"""The bots of all levels, and each seat's chances of winning."""

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
from .core import NOTHING, PASSING, PLACE, SET_DOWN, Play, SearchBoard
from .evaluation import (
    Position,
    Ranked,
    Weights,
    all_others_done,
    by_promise,
    first_action,
    gain_of,
    leads,
    next_action,
    plays_begun_by,
    searched,
    values_of,
    weights_of,
    with_replies,
)
from .hints import LEAST_MENTIONED, explain, explain_lead, explain_split, explain_why_not
from .reasons import REASONS

# -- players


BEGINS = Own("Touch any of your pieces to begin.", "{name} can touch any piece to begin.")
LOSS_WITH_LARGE = 8.0
"""A bot with a large or medium free-stander that can cap makes its best play unless it loses this many pips."""
LAST_CHANCE = 3.0
"""The same if all others are done and the bot does not lead."""
PUT_BACK = 10.0
"""A held piece is set down only if its best cap is worse than that by this many pips."""
LIKELY_PLAYS = 4
"""Number of plays to consider as the intention behind an action that is judged."""
PATIENCE = (60, 4)
"""(start, pace), per colour: after `start` changes of the table, every `pace` more raise the least gain by one pip."""


class IceTowersBot(Bot[Action, View]):
    """A bot that chooses plays by its weights."""

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
        more = _comparison(position, play, ranked) or explain_split(position, play)
        return _advice(position, play, paragraph([explain(position, play), more]))

    def judge(
        self, view: View, actions: Sequence[Action], played: Action, rng: random.Random
    ) -> Verdict[Action] | None:
        """Compare the best plays that begin with `played` with the best play, searching both equally deep."""
        if not actions or isinstance(played, Ready) or played == Done(False):
            return None
        position = Position(view, msgspec.structs.replace(self.weights, wobble=0.0))
        ranked = self._weigh(position, rng)
        best = _chosen(position, ranked)
        own = _likely(position, played, ranked)
        values = self._values(position, [best, *own])
        cost = max(0.0, values[0] - max(values[1:], default=values[0]))
        if best in own or cost < LEAST_MENTIONED / 2:
            return Verdict(Advice(played, ""), 0.0)
        return Verdict(_advice(position, best, ""), cost)

    why = staticmethod(REASONS.why)

    def _values(self, position: Position, plays: list[Play]) -> list[float]:
        """Return the values of all the plays, compared with passing."""
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
        return with_replies(position, ranked) if weights.width else ranked


def make_bot(table: WeightTable) -> IceTowersBot:
    """Return the bot that these weights define."""
    return IceTowersBot(msgspec.convert(table["head"], Weights))


def _advice(position: Position, play: Play, reason: str) -> Advice[Action]:
    if play == PASSING:
        return Advice(Done(), reason)
    view, seat = position.view, position.seat
    return Advice(first_action(view, seat, play), reason, next_action(view, seat, play))


def _likely(position: Position, played: Action, ranked: Ranked) -> list[Play]:
    """Return the plays that may have been intended by an action: the best few that begin with it."""
    if isinstance(played, Done):
        return [PASSING]
    begun = plays_begun_by(position.view, played, position.plays())
    tried = [play for _, play in ranked if play in begun]
    others = [play for _, play in by_promise([(position.gain(play), play) for play in begun]) if play not in tried]
    return (tried + others)[:LIKELY_PLAYS] or [PASSING]


def _comparison(position: Position, play: Play, ranked: Ranked) -> str:
    """Return how a play compares with the one that takes most at once, or if it is that itself, with the next best."""
    values = {candidate: value for value, candidate in ranked}
    if len(ranked) < 2 or play not in values:
        return ""
    tempting = max(values, key=lambda candidate: gain_of(candidate, position.seat))
    if gain_of(tempting, position.seat) <= gain_of(play, position.seat):
        return explain_lead(values[play] - ranked[1][0])
    return explain_why_not(position, play, tempting, values[play] - values[tempting])


def _chosen(position: Position, ranked: Ranked) -> Play:
    """Return the best play; `PASSING` if it is better to make none."""
    if position.held is not None:
        down = next((gain for gain, play in ranked if play[0] == SET_DOWN), None)
        gain, best = next(((gain, play) for gain, play in ranked if play[0] == PLACE), ranked[0])
        return ranked[0][1] if down is not None and down > gain + PUT_BACK else best
    return ranked[0][1] if ranked and ranked[0][0] > _threshold(position.view, position.seat) else PASSING


def _threshold(view: View, seat: Seat) -> float:
    """Return how many pips a play must gain to be made."""
    start, pace = (number * view.variant.colours for number in PATIENCE)
    weariness = max(0, view.plays - start) / pace
    own = (t.top for t in view.towers if t.is_free_stander and t.controller == seat and t.size > SMALL)
    if any(legality.can_cap_any(view, piece) for piece in own):
        return weariness - LOSS_WITH_LARGE
    return weariness - LAST_CHANCE if all_others_done(view, seat) and not leads(view, seat) else weariness


# -- chances


GAMES = {2: 8, 3: 5, 4: 3, 5: 2}
"""By number of seats, how many games to play out from the position: fewer if each takes longer."""
MOST_PLAYS = 40
"""Maximum number of plays per seat in such a game."""
LEAST_MS = 3_000
"""Play is taken to have lasted at least this many milliseconds, when the pace of the game is computed."""
WOBBLE = 1.0
"""Standard deviation, in pips, of the seats' error about a play."""
WIDTHS = {2: (4.0, 0.1), 3: (3.0, 0.4), 4: (1.0, 1.3), 5: (1.0, 0.5)}
"""By number of seats, by how many pips a result may be wrong: at the end, and more for each play until then."""


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's estimated share of the win."""
    least, growth = WIDTHS[state.variant.seats]
    rows = [by_lead(scores, least + growth * plays) for scores, plays in results(state, rng)]
    return [fmean(column) for column in zip(*rows)]


def results(state: State, rng: random.Random) -> list[tuple[list[int], int]]:
    """Play a few games out; return the pips of the seats at the end of each, and the number of plays."""
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
    """Return how many plays there is time for until the timer rings, at the pace of the game so far."""
    seats, rings = state.variant.seats, ring_time(state)
    if rings is None or state.began is None:
        return MOST_PLAYS * seats
    so_far = state.plays // 2 + seats  # most plays change the table twice; at least one play per seat
    return min(MOST_PLAYS * seats, so_far * max(0, rings - state.ms) // max(LEAST_MS, state.ms - state.began))


def _play_out(board: SearchBoard, positions: list[Position], most: int, rng: random.Random) -> int:
    """Let random seats make their best plays until no seat gains by any; return the number of plays."""
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
