"""The most pips that a seat can have after three plays while the others pass, worked out exactly."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from game.bots.claims import Claim
from game.bots.puzzles.analysis import Analysis, Line
from game.engine import Seat
from game.icetowers import legality
from game.icetowers.actions import Action, Done, Mine, Place, SetDown, Split
from game.icetowers.bots.boards import board_of, first_action, next_action, plays_begun_by, stack_of
from game.icetowers.bots.core.board import PLACE, Board, Play, changes, worth
from game.icetowers.bots.evaluation import Position
from game.icetowers.bots.hints import claims
from game.icetowers.bots.weights import weights_of
from game.icetowers.rules import GAME
from game.icetowers.state import Phase, State, View, scores
from game.options import Value

PLAYS = 3


class IceTowersAnalysis(Analysis):
    """Values three plays in a row by the seat's pips after them."""

    margin = 1.0
    follows_master = False
    setups: tuple[tuple[int, dict[str, Value]], ...] = tuple((seats, {"paused_time": True}) for seats in (2, 3, 2, 4))
    game = GAME

    def begins(self, state: Any, seat: Seat) -> bool:
        return state.phase is Phase.PLAY and state.hands[seat] is None and state.plays >= 12

    def is_whole(self, actions: Sequence[Action]) -> bool:
        return count_plays(actions) == PLAYS

    def meanwhile(self, state: Any, seat: Seat) -> tuple[Seat, Action] | None:
        return None if state.turn in (seat, None) else (state.turn, Done())

    def lines(self, view: View, effort: int, rng: random.Random) -> list[Line]:
        """Values are the seat's pips after three plays: the most, the next most, and what greed comes to."""
        assert view.seat is not None
        board, seat = board_of(view), view.seat
        start = board.scores()[seat]
        found = _Search(board, seat).best_two()
        greedy = _greedy(board, seat)
        lines = [self._line(view, plays, start + gain, gain == found[0][0]) for gain, plays in [*found, greedy]]
        unique = {line.steps: line for line in lines}
        return sorted(unique.values(), key=lambda line: -line.value)

    def _line(self, view: View, plays: Sequence[Play], value: int, is_right: bool) -> Line:
        """Return plays as actions, each with the pieces that are nearest to each other."""
        assert view.seat is not None
        state, seat, steps = GAME.determinize(view, random.Random(0)), view.seat, list[str]()

        def do(action: Action) -> None:
            steps.append(str(action))
            GAME.apply(state, seat, action)

        for play in plays:
            while other := self.meanwhile(state, seat):
                GAME.apply(state, *other)
            now = GAME.view(state, seat)
            then = next_action(now, seat, play)
            do(first_action(now, seat, play))
            held = state.hands[seat]
            if then is not None:
                do(then)
            elif held is not None:
                do(SetDown(held.x, held.y))
        return Line(tuple(steps), float(value), is_right=is_right)

    def compare(self, view: View, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        """Worked out exactly, so that worlds make no difference."""
        assert view.seat is not None
        state = GAME.determinize(view, rng)
        return [float(self.result(state, view.seat, [GAME.parse(step) for step in line.steps])) for line in lines]

    def is_open(self, view: View, best: Line) -> bool:
        """Tell whether it takes three plays, and not only the most at once each time."""
        assert view.seat is not None
        board = board_of(view)
        greedy = board.scores()[view.seat] + _greedy(board, view.seat)[0]
        steps = [GAME.parse(step) for step in best.steps]
        return self.is_whole(steps) and best.value - greedy >= self.margin

    def result(self, state: Any, seat: Seat, actions: Sequence[Action]) -> str:
        """The pips that the seat then has."""
        after = state.copy()
        for action in actions:
            while other := self.meanwhile(after, seat):
                GAME.apply(after, *other)
            if after.outcome is None:
                GAME.apply(after, seat, action)
        return str(scores(after)[seat])

    def claims(self, view: View, line: Line) -> list[Claim]:
        """Return what the first two plays do; the third mostly takes what they have left to be taken."""
        return [claim for claims in self._claims(view, line)[: PLAYS - 1] for claim in claims[:2]]

    def _claims(self, view: View, line: Line) -> list[list[Claim]]:
        """Return what each play does."""
        assert view.seat is not None
        state, seat, told = GAME.determinize(view, random.Random(0)), view.seat, list[list[Claim]]()
        for play, actions in self._plays(state, seat, line):
            position = Position(GAME.view(state, seat), weights_of("master"))
            told.append(claims(position, play))
            for action in actions:
                GAME.apply(state, seat, action)
            while other := self.meanwhile(state, seat):
                GAME.apply(state, *other)
        return told

    def _plays(self, state: State, seat: Seat, line: Line) -> Iterator[tuple[Play, list[Action]]]:
        """Yield the plays of a line, each with its actions, as the state stands before it."""
        actions: list[Action] = []
        for action in map(GAME.parse, line.steps):
            actions.append(action)
            if count_plays(actions):
                yield _play_of(GAME.view(state, seat), actions), actions
                actions = []

    def motif(self, view: View, line: Line) -> str:
        kinds = {claim.kind for told in self._claims(view, line) for claim in told}
        if kinds & {"mines", "flees"}:
            return "dig"
        return "split" if "splits" in kinds else "invest"


def _play_of(view: View, actions: Sequence[Action]) -> Play:
    """Return the play that the actions are."""
    assert view.seat is not None
    plays = plays_begun_by(view, actions[0], board_of(view).plays(view.seat))
    if len(actions) > 1 and isinstance(actions[1], Place):
        tower = legality.tower_by_id(view, actions[1].tower)
        assert tower is not None
        plays = [play for play in plays if play[3] == stack_of(tower.pieces)]
    return plays[0]


def count_plays(actions: Sequence[Action]) -> int:
    """Return how many whole plays the actions are."""
    plays, mined = 0, False
    for action in actions:
        plays += isinstance(action, (Place, Split)) or (isinstance(action, SetDown) and mined)
        mined = isinstance(action, Mine)
    return plays


class _Search:
    """All lines of so many plays, tables that were reached before left out."""

    def __init__(self, board: Board, seat: Seat) -> None:
        self.board, self.seat = board, seat
        self._known: dict[tuple[int, int], list[tuple[int, tuple[Play, ...]]]] = {}

    def best_two(self) -> list[tuple[int, tuple[Play, ...]]]:
        """Return the most that can be gained, and the next most, each with plays that gain it."""
        return self._best(PLAYS)

    def _best(self, left: int) -> list[tuple[int, tuple[Play, ...]]]:
        if not left:
            return [(0, ())]
        key = self.board.key, left
        if key not in self._known:
            self._known[key] = self._found(left)
        return self._known[key]

    def _found(self, left: int) -> list[tuple[int, tuple[Play, ...]]]:
        found: dict[int, tuple[Play, ...]] = {}
        for play in self.board.plays(self.seat):
            gain = gain_of(play, self.seat)
            self.board.make(self.seat, play)
            for more, plays in self._best(left - 1):
                found.setdefault(gain + more, (play, *plays))
            self.board.undo(self.seat, play)
        if not found:
            return [(0, ())]
        return sorted(found.items(), key=lambda pair: -pair[0])[:2]


def gain_of(play: Play, seat: Seat) -> int:
    """Return how many pips a play brings the seat at once."""
    gone, come = changes(play)
    lost = sum(worth(stack) for stack in gone if stack and stack[-1] >> 2 == seat)
    return sum(worth(stack) for stack in come if stack and stack[-1] >> 2 == seat) - lost


def _greedy(board: Board, seat: Seat) -> tuple[int, tuple[Play, ...]]:
    """Return what comes of taking the most at once, three times."""
    board, total, plays = board.copy(), 0, list[Play]()
    for _ in range(PLAYS):
        best = max(board.plays(seat), key=lambda play: gain_of(play, seat), default=None)
        if best is None or best[0] >= PLACE:
            break
        total += gain_of(best, seat)
        plays.append(best)
        board.make(seat, best)
    return total, tuple(plays)


PUZZLES = IceTowersAnalysis()
