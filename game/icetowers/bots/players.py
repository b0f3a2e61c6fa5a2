"""The bots of all levels, each seat's chances of winning, and the analysis of positions for puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations, zip_longest
from statistics import fmean
from typing import Any

import msgspec

from ...bots.puzzles import Analysis, Line
from ...bots.review import Shares, by_lead
from ...bots.search import Difference, Fact, Facts, Reasons, compare, many_things
from ...bots.weights import WeightTable
from ...engine import Advice, Bot, Seat, Verdict
from ...language import Own, fill, mark, tr
from ...options import Value
from ...text import sentence, with_minus
from .. import legality
from ..actions import Action, Done, Lift, Mine, Place, Ready, SetDown, Split, completes_play
from ..core import leaders, recoloured
from ..rules import GAME
from ..state import SMALL, Phase, PieceId, State, View, ring_time, scores
from .comparisons import least_lead, more_exposed, named, outlook, tempting
from .core import NOTHING, PASSING, PLACE, SET_DOWN, Play, SearchBoard
from .evaluation import (
    REASONS,
    Position,
    Ranked,
    Weights,
    after,
    all_others_done,
    board_of,
    by_promise,
    first_action,
    gain_of,
    leads,
    next_action,
    play_of,
    plays_begun_by,
    searched,
    seen,
    values_of,
    weights_of,
    with_replies,
)
from .hints import LEAST_MENTIONED, clauses, explain, explanations

# -- players


BEGINS = Own(
    "Any of your pieces will do: touching one only says that you're ready.",
    "Any piece of {name}'s will do: touching one only says that they're ready.",
)
LOSS_WITH_LARGE = 8.0
"""A bot with a large or medium free-stander that can cap makes its best play unless it loses this many pips."""
LAST_CHANCE = 3.0
"""The same if all others are done and the bot does not lead."""
WORTH_A_PLAY = 0.6
"""A bot that waits (see `Weights.waits_above`) makes only plays that gain more pips than this."""
PUT_BACK = 10.0
"""A held piece is set down only if its best cap is worse than that by this many pips."""
LIKELY_PLAYS = 4
"""Number of plays to consider as the intention behind an action that is judged."""
EVEN = 0.5
"""A hint is to make a play that gains pips rather than none if the search finds it worse by fewer pips than this, and
the seat does not lead. Bots don't do so: two of them might go on for long."""
WON = 100.0
"""The value of a play that wins the game at once, in pips."""
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
        play = _advised(position, ranked)
        if play == PASSING and Done() not in actions:
            return None
        return _advice(position, play, explain(position, play, *tempting(position, play, ranked)))

    def still_holds(self, advice: Advice[Action], asked: View, now: View) -> bool:
        if isinstance(advice.action, Ready):
            return now.phase is asked.phase
        actions = [advice.action] if advice.then is None else [advice.action, advice.then]
        play, position = play_of(asked, actions), Position(now, self.weights)
        are_there = all(_touched(asked, action) == _touched(now, action) for action in actions)
        if not are_there or now.phase is not asked.phase or play not in [PASSING, *position.plays()]:
            return False
        said = explanations(Position(asked, self.weights), play, advice.reason)
        return said <= explanations(position, play, advice.reason)

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
            return _winning(position) or searched(position, ranked)
        return with_replies(position, ranked) if weights.width else ranked


def _winning(position: Position) -> Ranked:
    """Return the plays after which nobody can play anything and the seat alone has the most pips.

    They are only looked for where rivals have few plays left. The search compares the seat with one rival at a time.
    """
    board, found = position.board, Ranked()
    if sum(len(board.plays(rival)) for rival in position.rivals) > position.weights.little:
        return found
    for play in position.plays():
        later = after(position, play)
        if leaders(later.scores()) == [position.seat] and not any(map(later.plays, range(board.seats))):
            found.append((WON, play))
    return found


def make_bot(table: WeightTable) -> IceTowersBot:
    """Return the bot that these weights define."""
    return IceTowersBot(msgspec.convert(table["head"], Weights))


def _advice(position: Position, play: Play, reason: str) -> Advice[Action]:
    if play == PASSING:
        return Advice(Done(), reason)
    view, seat = position.view, position.seat
    return Advice(first_action(view, seat, play), reason, next_action(view, seat, play))


def _touched(view: View, action: Action) -> tuple[PieceId, ...]:
    """Return the pieces of the tower that an action takes from, caps or splits."""
    match action:
        case Lift(piece) | Mine(piece) | Split(piece):
            tower = legality.tower_of(view, piece)
        case Place(number):
            tower = legality.tower_by_id(view, number)
        case _:
            return ()
    return tower.pieces if tower else ()


def _likely(position: Position, played: Action, ranked: Ranked) -> list[Play]:
    """Return the plays that may have been intended by an action: the best few that begin with it."""
    if isinstance(played, Done):
        return [PASSING]
    begun = plays_begun_by(position.view, played, position.plays())
    tried = [play for _, play in ranked if play in begun]
    others = [play for _, play in by_promise([(position.gain(play), play) for play in begun]) if play not in tried]
    return (tried + others)[:LIKELY_PLAYS] or [PASSING]


def _chosen(position: Position, ranked: Ranked) -> Play:
    """Return the best play; `PASSING` if it is better to make none."""
    if position.held is not None:
        down = next((gain for gain, play in ranked if play[0] == SET_DOWN), None)
        gain, best = next(((gain, play) for gain, play in ranked if play[0] == PLACE), ranked[0])
        return ranked[0][1] if down is not None and down > gain + PUT_BACK else best
    return ranked[0][1] if ranked and ranked[0][0] > _threshold(position) else PASSING


def _advised(position: Position, ranked: Ranked) -> Play:
    """Return the play for a hint: the chosen one, or one that is about as good and that a player sees sooner.

    That is one that gains more pips, or none rather than a split that changes nothing, or only helps to cap the seat's
    towers. A play that gains pips comes before none for want of a lead, and any before one that ends the game unwon.
    """
    ranked = [pair for pair in ranked if not _is_lost(position, pair[1])] or ranked
    play = _chosen(position, ranked)
    if play != PASSING:
        return _plainest(position, play, ranked)
    if not ranked or leads(position.view, position.seat):
        return play
    value, best = ranked[0]
    is_even = value > _threshold(position) - EVEN and gain_of(best, position.seat) > 0
    return best if is_even else PASSING


def _is_lost(position: Position, play: Play) -> bool:
    """Tell whether nobody can play anything after a play, and the seat doesn't have the most pips."""
    later = after(position, play)
    return not any(map(later.plays, range(later.seats))) and position.seat not in leaders(later.scores())


def _plainest(position: Position, play: Play, ranked: Ranked) -> Play:
    """Return which of the plays that are about as good as this one gains most pips, and of these loses least next.

    With one rival, none is: who gives in to even a fifth of a pip in every play wins two of five games.
    """
    values, near = {each: value for value, each in ranked}, least_lead(position)
    least = values[play] - near if len(position.rivals) > 1 else values[play]
    close = [each for each, value in values.items() if value >= least and each[0] != SET_DOWN]
    gain = max([gain_of(each, position.seat) for each in close], default=0)
    if not position.is_near_end and gain > 0:
        equal = [each for each in close if gain_of(each, position.seat) == gain]
        risks = {each: outlook(position, each) for each in equal}
        best = max(equal, key=lambda each: (-risks[each].cost, -risks[each].number, values[each]))
        return best if gain == gain_of(play, position.seat) else _plainest(position, best, ranked)
    is_idle = values[play] < near or more_exposed(position, play)
    return PASSING if is_idle and clauses(position, play)[0].kind == "even" else play


def _threshold(position: Position) -> float:
    """Return how many pips a play must gain to be made."""
    view, seat = position.view, position.seat
    start, pace = (number * view.variant.colours for number in PATIENCE)
    weariness = max(0, view.plays - start) / pace
    is_last_chance = all_others_done(view, seat) and not leads(view, seat)
    free = [tower for tower in view.towers if tower.is_free_stander]
    if any(t.controller == seat and t.size > SMALL and legality.can_cap_any(view, t.top) for t in free):
        if len(free) <= position.weights.waits_above[view.variant.seats - 2] * view.variant.colours:
            return weariness - LOSS_WITH_LARGE
        return weariness - LAST_CHANCE if is_last_chance else weariness + WORTH_A_PLAY
    return weariness - LAST_CHANCE if is_last_chance else weariness


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


# -- puzzles


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
            _let_others_pass(state, seat)
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
            _let_others_pass(after, seat)
            if after.outcome is None:
                GAME.apply(after, seat, action)
        return str(scores(after)[seat])

    def tempting(self, view: View) -> tuple[str, ...]:
        """Return the steps of the greedy line."""
        assert view.seat is not None
        return self._line(view, _greedy(board_of(view), view.seat)[1], 0, False).steps

    def parting(self, view: View, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        lines = [map(named, self._plays(view, steps)) for steps in (this, other)]
        pairs = zip_longest(*lines, fillvalue=named(PASSING))
        mine, theirs = next(pair for pair in pairs if pair[0] != pair[1])
        return mine, theirs

    def turn(self, view: View, this: Sequence[str], other: Sequence[str]) -> list[str]:
        """Return the plays with the pips that each brings, and the totals of both lines."""
        mine, theirs = self._plays(view, this), self._plays(view, other)
        gains = [[gain_of(play, view.seat or 0) for play in plays] for plays in (mine, theirs)]
        parts = [
            tr(ORDER[number], play=named(play), pips=with_minus(gain))
            for number, (play, gain) in enumerate(zip(mine, gains[0]))
        ]
        both = {"mine": with_minus(sum(gains[0])), "theirs": with_minus(sum(gains[1]))}
        return [*map(sentence, parts), tr("In all, that gains {mine} rather than {theirs}.", **both)]

    def counted_lead(self, view: View, lines: Sequence[Line]) -> float:
        """Return the lead over the second best result: all lines are counted."""
        assert view.seat is not None
        most, second = [board_of(view).scores()[view.seat] + gain for gain, _ in self._search_of(view).best(PLAYS)]
        return float(most - second) if lines[0].value == most else 0.0

    def shared(self, view: View, this: Sequence[str], other: Sequence[str]) -> str:
        mine, theirs = self._plays(view, this), self._plays(view, other)
        if mine[:1] == theirs[:1]:
            return tr("The first play is right, but not what follows.")
        return super().shared(view, this, other)

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
        return "split" if kinds & {"splits", "prepares"} else "invest"


def meanwhile(state: State, seat: Seat) -> tuple[Seat, Action] | None:
    """Return the action of another seat that is on turn: it says that it is done. None if the seat is on turn."""
    return None if state.turn in (seat, None) else (state.turn, Done())


def _let_others_pass(state: State, seat: Seat) -> None:
    while passing := meanwhile(state, seat):
        GAME.apply(state, *passing)


def plays_of(state: State, seat: Seat, actions: Iterable[Action]) -> Iterator[Play]:
    """Yield the plays that the seat's actions make. The state is changed: before each play, it is the one played in."""
    begun: list[Action] = []
    for action in actions:
        begun.append(action)
        if count_plays(begun):
            yield play_of(GAME.view(state, seat), begun)
            for done in begun:
                GAME.apply(state, seat, done)
            _let_others_pass(state, seat)
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
    # Translators: {play} is such as "capping the tower worth 9 with a small piece"; what it gains is counted in pips.
    mark("first {play}, for {pips}."),
    mark("then {play}, for {pips}."),
    mark("finally {play}, for {pips}."),
)
BROUGHT = (
    mark("the first play gains {this} rather than {other}."),
    mark("the second play gains {this} rather than {other}."),
    mark("the third play gains {this} rather than {other}."),
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
