"""The analysis for puzzles: the most pips that a seat can have after three plays while the others pass, exactly."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations, zip_longest
from typing import Any

from ...bots.puzzles import Analysis, Line
from ...bots.reasons import Difference, Fact, Facts, Reasons, compare, many_things
from ...engine import Bot, Seat
from ...language import mark, tr
from ...options import Value
from ...text import paragraph, sentence, with_minus
from ..actions import Action, Done, Mine, SetDown, completes_play
from ..core import recoloured
from ..rules import GAME
from ..state import Phase, State, View, scores
from .core import PASSING, PLACE, Play, SearchBoard
from .evaluation import Position, board_of, first_action, gain_of, next_action, seen, weights_of
from .hints import clauses, named
from .players import IceTowersBot
from .reasons import play_of

PLAYS = 3
"""Number of plays in a puzzle."""


class IceTowersAnalysis(Analysis):
    """Values three successive plays by the pips of the seat after them."""

    margin = 1.0
    follows_master = False
    setups: tuple[tuple[int, dict[str, Value]], ...] = tuple((seats, {"paused_time": True}) for seats in (2, 3, 2, 4))
    game = GAME

    @property
    def reasons(self) -> Reasons:
        return PlayReasons()

    def __init__(self) -> None:
        self._last: _LineSearch | None = None

    def begins(self, state: Any, seat: Seat) -> bool:
        return state.phase is Phase.PLAY and state.hands[seat] is None and state.plays >= 12

    def is_whole(self, actions: Sequence[Action]) -> bool:
        return count_plays(actions) == PLAYS

    def meanwhile(self, state: Any, seat: Seat) -> tuple[Seat, Action] | None:
        return meanwhile(state, seat)

    def lines(self, view: View, effort: int, rng: random.Random) -> list[Line]:
        """Return the lines with the most pips after three plays, with the second most, and the greedy line."""
        assert view.seat is not None
        board, seat = board_of(view), view.seat
        start = board.scores()[seat]
        found = self._search_of(view).best(PLAYS)
        greedy = _greedy(board, seat)
        lines = [self._line(view, plays, start + gain, gain == found[0][0]) for gain, plays in [*found, greedy]]
        unique = {line.steps: line for line in lines}
        return sorted(unique.values(), key=lambda line: -line.value)

    def _line(self, view: View, plays: Sequence[Play], value: int, is_right: bool) -> Line:
        """Return a line of plays as actions, each with the pieces that are nearest to each other."""
        assert view.seat is not None
        state, seat, steps = GAME.determinize(view, random.Random(0)), view.seat, list[str]()

        def do(action: Action) -> None:
            steps.append(str(action))
            GAME.apply(state, seat, action)

        for play in plays:
            while passing := self.meanwhile(state, seat):
                GAME.apply(state, *passing)
            now = GAME.view(state, seat)
            then = next_action(now, seat, play)
            do(first_action(now, seat, play))
            held = state.hands[seat]
            if then is not None:
                do(then)
            elif held is not None:
                do(SetDown(held.x, held.y))
        return Line(tuple(steps), float(value), is_right=is_right)

    def played(self, state: Any, seat: Seat, bot: Bot[Any, Any], rng: random.Random) -> list[Any]:
        """Return three plays by a player who sees as deep into towers as the bot, and misjudges plays as much.

        The bot itself would not do: it considers replies, which puzzles don't have, and so would play differently.
        """
        assert isinstance(bot, IceTowersBot)
        view, weights, plays = GAME.view(state, seat), bot.weights, list[Play]()
        search = self._search_of(view)
        for left in reversed(range(PLAYS)):
            worths = search.worths(left)
            error = weights.wobble * (left + 1)
            guessed = {play: worths[play] + error * rng.uniform(-1, 1) for play in seen(worths, weights.sight)}
            if guessed:
                plays.append(max(guessed, key=guessed.__getitem__))
                search.board.make(seat, plays[-1])
        for play in reversed(plays):
            search.board.undo(seat, play)
        return [GAME.parse(step) for step in self._line(view, plays, 0, False).steps]

    def _search_of(self, view: View) -> _LineSearch:
        """Return a search from the table of the view: the last one, if its table is the same."""
        assert view.seat is not None
        board = board_of(view)
        if self._last is None or (self._last.seat, self._last.board.key) != (view.seat, board.key):
            self._last = _LineSearch(board, view.seat)
        return self._last

    def compare(self, view: View, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        """Return the exact values of the lines: no world differs from another, since nothing is hidden."""
        assert view.seat is not None
        state = GAME.determinize(view, rng)
        return [float(self.result(state, view.seat, [GAME.parse(step) for step in line.steps])) for line in lines]

    def is_open(self, view: View, best: Line) -> bool:
        """Return whether the best line has three plays and beats the greedy line by the margin."""
        assert view.seat is not None
        board = board_of(view)
        greedy = board.scores()[view.seat] + _greedy(board, view.seat)[0]
        steps = [GAME.parse(step) for step in best.steps]
        return self.is_whole(steps) and best.value - greedy >= self.margin

    def result(self, state: Any, seat: Seat, actions: Sequence[Action]) -> str:
        """Return the pips of the seat after these actions."""
        after = state.copy()
        for action in actions:
            while passing := self.meanwhile(after, seat):
                GAME.apply(after, *passing)
            if after.outcome is None:
                GAME.apply(after, seat, action)
        return str(scores(after)[seat])

    def tempting(self, view: View) -> tuple[str, ...]:
        """Return the steps of the greedy line."""
        assert view.seat is not None
        return self._line(view, _greedy(board_of(view), view.seat)[1], 0, False).steps

    def parting(self, view: View, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        assert view.seat is not None
        state = GAME.determinize(view, random.Random(0))
        lines = [map(named, plays_of(state.copy(), view.seat, map(GAME.parse, steps))) for steps in (this, other)]
        pairs = zip_longest(*lines, fillvalue=named(PASSING))
        mine, theirs = next(pair for pair in pairs if pair[0] != pair[1])
        return mine, theirs

    def idea(self, view: View, this: Sequence[str], other: Sequence[str]) -> str:
        """Return the plays with the pips that each brings, and the totals of both lines."""
        mine, theirs = self._plays(view, this), self._plays(view, other)
        gains = [[gain_of(play, view.seat or 0) for play in plays] for plays in (mine, theirs)]
        parts = [
            tr(ORDER[number], play=named(play), pips=with_minus(gain))
            for number, (play, gain) in enumerate(zip(mine, gains[0]))
        ]
        both = {"mine": with_minus(sum(gains[0])), "theirs": with_minus(sum(gains[1]))}
        return sentence(paragraph([*parts, tr("That makes {mine}, not {theirs}.", **both)]))

    def _plays(self, view: View, steps: Sequence[str]) -> list[Play]:
        assert view.seat is not None
        return [*plays_of(GAME.determinize(view, random.Random(0)), view.seat, map(GAME.parse, steps))]

    def alike(self, view: View) -> str:
        """Return a text for the towers that is the same however the colours of the others are exchanged."""
        assert view.seat is not None
        seats, stacks = view.variant.seats, board_of(view).stacks
        others = [seat for seat in range(seats) if seat != view.seat]
        tables = []
        for names in permutations(range(1, seats)):
            colours = {view.seat: 0, **dict(zip(others, names))}
            tables.append(sorted((recoloured(stack, colours), n) for stack, n in stacks.items()))
        return f"{seats} {min(tables)}"

    def motif(self, view: View, line: Line) -> str:
        assert view.seat is not None
        state, seat, kinds = GAME.determinize(view, random.Random(0)), view.seat, set[str]()
        for play in plays_of(state, seat, map(GAME.parse, line.steps)):
            kinds |= {clause.kind for clause in clauses(Position(GAME.view(state, seat), weights_of("master")), play)}
        if kinds & {"mines", "flees"}:
            return "dig"
        return "split" if "splits" in kinds else "invest"


def meanwhile(state: State, seat: Seat) -> tuple[Seat, Action] | None:
    """Return the action of another seat that is on turn: it says that it is done. None if the seat is on turn."""
    return None if state.turn in (seat, None) else (state.turn, Done())


def plays_of(state: State, seat: Seat, actions: Iterable[Action]) -> Iterator[Play]:
    """Yield the plays that the seat's actions make. The state is changed: before each play, it is the one played in."""
    begun: list[Action] = []
    for action in actions:
        begun.append(action)
        if count_plays(begun):
            yield play_of(GAME.view(state, seat), begun)
            for done in begun:
                GAME.apply(state, seat, done)
            while passing := meanwhile(state, seat):
                GAME.apply(state, *passing)
            begun = []


class PlayReasons(Reasons):
    """Compares how many pips each of the plays brings while the others pass."""

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        assert view.seat is not None
        draw = partial(GAME.determinize, view, rng)
        return compare((this, other), 1, draw, partial(_gains, view.seat), lambda fact: 1.0)

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        if not found:
            return many_things()
        best = found[0]
        this, other = with_minus(round(best.this)), with_minus(round(best.other))
        return tr(BROUGHT[best.fact.of[0]], this=this, other=other)


ORDER = (
    # Translators: {play} is such as "capping the tower of 9 with a small piece"; what it brings is counted in pips.
    mark("first {play}, for {pips};"),
    mark("then {play}, for {pips};"),
    mark("last {play}, for {pips}."),
)
BROUGHT = (
    mark("the first play brings {this}; otherwise {other}."),
    mark("the second play brings {this}; otherwise {other}."),
    mark("the third play brings {this}; otherwise {other}."),
)


def _gains(seat: Seat, table: State, actions: Sequence[Action]) -> Facts:
    """Return the gain of each play."""
    plays = plays_of(table.copy(), seat, actions)
    return {Fact("gain", (number,)): float(gain_of(play, seat)) for number, play in enumerate(plays)}


def count_plays(actions: Sequence[Action]) -> int:
    """Return how many plays the actions complete."""
    plays, mined = 0, False
    for action in actions:
        plays += completes_play(action, mined)
        mined = isinstance(action, Mine)
    return plays


class _LineSearch:
    """The search through all lines of plays; it remembers the results for tables that it has reached before."""

    def __init__(self, board: SearchBoard, seat: Seat) -> None:
        self.board, self.seat = board, seat
        self._known: dict[tuple[int, int], list[tuple[int, tuple[Play, ...]]]] = {}

    def worths(self, left: int) -> dict[Play, int]:
        """Return the largest gain by each play and `left` plays after it."""
        found = dict[Play, int]()
        for play in self.board.plays(self.seat):
            self.board.make(self.seat, play)
            found[play] = gain_of(play, self.seat) + self.best(left)[0][0]
            self.board.undo(self.seat, play)
        return found

    def best(self, left: int) -> list[tuple[int, tuple[Play, ...]]]:
        """Return the largest and second largest gain by `left` plays, each with plays that bring it."""
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
            for more, plays in self.best(left - 1):
                found.setdefault(gain + more, (play, *plays))
            self.board.undo(self.seat, play)
        if not found:
            return [(0, ())]
        return sorted(found.items(), key=lambda pair: -pair[0])[:2]


def _greedy(board: SearchBoard, seat: Seat) -> tuple[int, tuple[Play, ...]]:
    """Return the gain of, and the plays for, taking the most at once each time."""
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
