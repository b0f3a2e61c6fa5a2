"""Puzzles: each game's file of them, what plays are worth, and how hard they are."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import erf, exp, log, prod, sqrt
from statistics import fmean
from typing import Any, ClassVar, TypeVar

import msgspec

from .. import registry
from ..assets import in_utf8
from ..engine import AnyGame, Bot, Seat
from ..language import mark, tr
from ..options import Value
from ..record import Entry, Header, Record, fold
from ..text import sentence
from .search import Candidate, Difference, Reasons, halve, is_clear, sample_worlds, standard_error

# -- motifs


MOTIFS = {
    "finale": (mark("Finale"), mark("The end is near: whatever hasn't paid off by then never will.")),
    "race": (mark("Race"), mark("Somebody is close to the goal: every turn counts.")),
    "denial": (mark("Denial"), mark("Look at what the others need rather than at what you have.")),
    "takeover": (mark("Takeover"), mark("You can begin a tower where somebody else wants to build.")),
    "hold back": (mark("Hold back"), mark("What you hold back now may be worth more later.")),
    "late bonus": (mark("Late bonus"), mark("Some things pay only at the very end. Is this one worth preparing for?")),
    "dig": (mark("Dig"), mark("A piece deep inside a tower can still be useful.")),
    "split": (mark("Split"), mark("A tower can be worth more in two parts than in one.")),
    "invest": (mark("Invest"), mark("The biggest gain right now isn't best here.")),
    "foundation": (mark("Foundation"), mark("Start something that can grow.")),
    "growth": (mark("Growth"), mark("Something you've already started wants to grow.")),
    "clearance": (mark("Clearance"), mark("Something of yours is in the way.")),
    "multiplier": (mark("Multiplier"), mark("A tower can count more than once.")),
    "leap": (mark("Leap"), mark("Sometimes it pays to leave something out.")),
    "supply": (mark("Supply"), mark("Ask yourself where your next card will come from.")),
    "time": (mark("Time"), mark("You have a say in how long the round lasts.")),
    "farewell": (mark("Farewell"), mark("Which of your cards will you miss least?")),
    "harvest": (mark("Harvest"), mark("Something is ready to be scored.")),
}
"""By key, the title and a hint that gives no play away."""


# -- analysis


FINALISTS = 4
"""How many lines get half of all playouts to themselves."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to play a seat's part of a puzzle, and its value."""

    steps: tuple[str, ...]
    """The actions as text."""
    value: float
    """In the unit of the game's search."""
    samples: int = 0
    """Number of worlds in which it was tried; 0 if its value is exact."""
    error: float = 0.0
    """The standard error of the difference to the best line."""
    is_right: bool = False
    """Whether it is a correct answer."""


def best_wrong(lines: Iterable[Line]) -> list[Line]:
    """Return the wrong ones of these lines, best first."""
    return sorted((line for line in lines if not line.is_right), key=lambda line: -line.value)


class Analysis(ABC):
    """Evaluates the lines in positions of one game."""

    margin: ClassVar[float]
    """The least difference between the right lines and all others."""
    scale: ClassVar[float] = 1.0
    """Factor from values to the argument of `Game.price`."""
    follows_master: ClassVar[bool] = True
    """Whether the master must usually find the answer; for games in which it relies on more than its trials."""
    proof_level: ClassVar[str] = "hard"
    """The level whose bots play lines to the end to prove them. They must not judge positions as `lines` does."""
    setups: tuple[tuple[int, dict[str, Value]], ...]
    """The seats and options of the games that are searched for puzzles, in turn."""
    game: AnyGame

    @abstractmethod
    def lines(self, view: Any, effort: int, rng: random.Random) -> list[Line]:
        """Return the lines, best first, tried `effort` times as often as a master tries them.

        They are computed only from what the seat may know.
        """

    @abstractmethod
    def compare(self, view: Any, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        """Return the average result of each line over this many worlds, the same ones for all lines."""

    @abstractmethod
    def is_open(self, view: Any, best: Line) -> bool:
        """Tell whether others may still win, and the seat too if it plays the best line."""

    def is_played_out(self, start: Any, state: Any) -> bool:
        """Tell whether `final_value` is settled in a state that was reached from the puzzle's position `start`."""
        return self.game.outcome(state) is not None

    def final_value(self, start: Any, state: Any, seat: Seat) -> float:
        """Return the result of the seat in a state that is played out, in the unit of the values of lines."""
        outcome = self.game.outcome(state)
        assert outcome is not None
        return outcome.share(seat)

    def begins(self, state: Any, seat: Seat) -> bool:
        """Tell whether a puzzle may start here."""
        return True

    def is_whole(self, actions: Sequence[Any]) -> bool:
        """Tell whether a line is complete."""
        return len(actions) == 1

    def result(self, state: Any, seat: Seat, actions: Sequence[Any]) -> str:
        """Return the result of actions as text. It is the same for lines without a relevant difference."""
        return " ".join(map(str, actions))

    def meanwhile(self, state: Any, seat: Seat) -> tuple[Seat, Any] | None:
        """Return another seat and its action if the seat must wait during its line; None if it is its turn."""
        return None

    def played(self, state: Any, seat: Seat, bot: Bot[Any, Any], rng: random.Random) -> list[Any]:
        """Return the line that a bot plays."""
        game, state, actions = self.game, state.copy(), list[Any]()
        while game.outcome(state) is None and not self.is_whole(actions):
            if other := self.meanwhile(state, seat):
                game.apply(state, *other)
                continue
            action = bot.choose(game.view(state, seat), game.actions(state, seat), rng)
            if action is None:
                break
            actions.append(action)
            game.apply(state, seat, action)
        return actions

    def tempting(self, view: Any) -> tuple[str, ...]:
        """Return the line that tempts anybody who does not look ahead, or () if only playing shows which it is."""
        return ()

    @property
    @abstractmethod
    def reasons(self) -> Reasons:
        """Explains how two lines differ."""

    @abstractmethod
    def parting(self, view: Any, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        """Return what each of two lines does where they diverge, as a gerund such as "building the red 7"."""

    @abstractmethod
    def turn(self, view: Any, this: Sequence[str], other: Sequence[str]) -> list[str]:
        """Return what each step of a line does and what that is good for, in a sentence or two each.

        The first is empty if there is nothing to say but how the line differs from the other one.
        """

    def rest(self, view: Any, line: Line, rng: random.Random) -> tuple[str, ...]:
        """Return the steps that complete the turn after this line; () if the line is the whole turn."""
        return ()

    def counts(self, view: Any) -> dict[str, float]:
        """Return what each way to play comes to by counting alone, by its only step; empty if that can't tell.

        Only what the seat sees is counted, without a guess at hidden cards, so that a player can follow it.
        """
        return {}

    def counted_lead(self, view: Any, lines: Sequence[Line]) -> float:
        """Return how much more the right lines come to than all other ways to play, in the unit of `counts`.

        At most 0 if counting alone does not show which lines are right.
        """
        counts, right = self.counts(view), {line.steps[0] for line in lines if line.is_right}
        others = [count for step, count in counts.items() if step not in right]
        return min(counts[step] for step in right) - max(others) if others else 0.0

    def counted(self, view: Any, steps: Sequence[str]) -> str:
        """Return in words what is counted if a line stands out by that; empty if its steps say it."""
        return ""

    def shared(self, view: Any, this: Sequence[str], other: Sequence[str]) -> str:
        """Return what is right about a wrong line `this`, in a sentence that does not tell the best one, `other`.

        Empty if nothing is.
        """
        motifs = {self.motif(view, Line(tuple(steps), 0.0)) for steps in (this, other)}
        return "" if len(motifs) > 1 else tr("The idea is right, but something else makes more of it.")

    def alike(self, view: Any) -> str:
        """Return a key that is the same for all positions that are the same puzzle for a player."""
        return repr(view)

    @abstractmethod
    def motif(self, view: Any, line: Line) -> str:
        """Return what the best line is about, as a key of `MOTIFS`."""


def with_reason(play: str, reason: str) -> str:
    """Return a clause with a play, such as "building the red 7", and what it is good for, with a full stop."""
    return sentence(tr("{play}: {reason}", play=play, reason=reason))


T = TypeVar("T")
W = TypeVar("W")


def measure(
    choices: Sequence[T], playouts: int, draw: Callable[[], W], play_out: Callable[[W, Candidate[T]], float]
) -> list[tuple[T, float, int, float]]:
    """Return the choices, best first, each with its mean, number of worlds, and standard error to the best.

    Half of the playouts select the finalists, and the other half compare these in fresh worlds. If there are no more
    choices than finalists, all playouts compare them.
    """
    left, beaten = [Candidate(choice) for choice in choices], list[Candidate[T]]()
    sizes = _sizes(len(left))
    for size in sizes:
        left = halve(left, [max(1, playouts // 2 // len(sizes) // len(left))], draw, play_out)
        left, beaten = left[:size], left[size:] + beaten
    finalists = [Candidate(candidate.choice) for candidate in left]
    rows = sample_worlds(finalists, max(2, playouts // (2 if sizes else 1) // len(finalists)), draw, play_out)
    order = sorted(range(len(finalists)), key=lambda i: -finalists[i].mean)
    first = order[0]
    found = []
    for i in order:
        gains = [row[first] - row[i] for row in rows]
        found.append((finalists[i].choice, finalists[i].mean, len(rows), standard_error(gains)))
    return found + [(candidate.choice, candidate.mean, candidate.tried, 0.0) for candidate in beaten]


def _sizes(number: int) -> list[int]:
    """Return how many choices remain after each round, down to the number of finalists."""
    sizes = []
    while number > FINALISTS:
        number = max(FINALISTS, (number + 1) // 2)
        sizes.append(number)
    return sizes


def means(
    choices: Sequence[T], worlds: int, draw: Callable[[], W], play_out: Callable[[W, Candidate[T]], float]
) -> list[float]:
    """Return the mean result of each choice over this many worlds."""
    candidates = [Candidate(choice) for choice in choices]
    sample_worlds(candidates, worlds, draw, play_out)
    return [candidate.mean for candidate in candidates]


# -- puzzle


FILE = "puzzles.jsonl"
"""File in a game's data folder: a header line, then one puzzle per line."""


class Head(msgspec.Struct, frozen=True):
    """The header of a file of puzzles, which says how it was made."""

    game: str
    rules: int
    """The version of the rules."""
    command: str
    """The command that makes the file."""
    games: int
    """The number of games that were searched."""
    levels: dict[str, float] = {}
    """The ratings of the levels on the scale of the puzzles, computed from their finds, without the deep puzzles.

    A level that can't be told apart from a weaker one is left out.
    """
    tries: dict[str, int] = {}
    """How often each level tried each puzzle."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position in which some lines are clearly best, with the proof."""

    header: Header
    entries: tuple[Entry, ...]
    """The game's entries up to the position."""
    seat: Seat
    """The seat to play."""
    lines: tuple[Line, ...]
    """Best first."""
    finds: dict[str, float]
    """By level, how often its bot finds a right line, from 0 to 1."""
    motif: str
    """A key of `MOTIFS`."""
    rating: float = 0.0
    """Its difficulty, as the rating of an opponent."""
    is_deep: bool = False
    """Whether only a long search finds the answer, so that the bots' finds do not show its difficulty."""
    tempting: tuple[str, ...] = ()
    """The most frequent wrong line."""
    differences: tuple[Difference, ...] = ()
    """What the best line achieves that the tempting one does not."""
    counted: float = 0.0
    """How much more the best line comes to by counting alone than any other way to play (see `counted_lead`).

    0 if counting does not show the answer, which then is a matter of judgement.
    """
    rest: tuple[str, ...] = ()
    """The steps that complete the turn after the best line."""

    @property
    def mistake(self) -> tuple[str, ...]:
        """The line with which the answer is compared: the tempting one, or the best wrong one."""
        return self.tempting or best_wrong(self.lines)[0].steps

    @property
    def name(self) -> str:
        """Its unique name within its game."""
        return f"{self.header.seed}.{len(self.entries)}"

    @property
    def is_exact(self) -> bool:
        """Whether the values of the lines are counted, so that they rest on no trial games."""
        return abs(self.counted - self.lead) < 0.01

    @property
    def lead(self) -> float:
        """How much better the best line is than the best wrong one."""
        return self.lines[0].value - next((line.value for line in best_wrong(self.lines)), self.lines[0].value)

    @property
    def record(self) -> Record:
        return Record(self.header, list(self.entries))

    def state(self) -> Any:
        """Return the position. Raises RecordError."""
        return fold(self.record)


def read_puzzles(data: bytes) -> tuple[Head, list[Puzzle]]:
    """Read a file of puzzles. Raises msgspec.MsgspecError."""
    head, *lines = data.splitlines()
    return msgspec.json.decode(head, type=Head), [msgspec.json.decode(line, type=Puzzle) for line in lines]


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return a game's puzzles; empty if it has no file of them."""
    path = registry.data_file(game, FILE)
    if path is None or analysis_or_none(game) is None:
        return ()
    return registry.read(game, FILE, lambda: tuple(read_puzzles(in_utf8(path.read_bytes()))[1]), ())


@cache
def analysis_of(game: str) -> Analysis:
    """Return the object that evaluates a game's positions for puzzles. Raises ValueError if the game has none."""
    analysis = analysis_or_none(game)
    if analysis is None:
        raise ValueError(f"{game} has no puzzles")
    return analysis


def analysis_or_none(game: str) -> Analysis | None:
    """Return the object that evaluates a game's positions for puzzles, or None if there is no usable one."""
    analysis: Analysis | None = registry.part(game, "puzzles", Analysis)
    return analysis


def counted_lead(puzzle: Puzzle) -> float:
    """Return by how much the answer stands out by counting alone; 0 if that is less than the game's margin."""
    analysis = analysis_of(puzzle.header.game)
    lead = analysis.counted_lead(analysis.game.view(puzzle.state(), puzzle.seat), puzzle.lines)
    return round(lead, 3) if lead >= analysis.margin else 0.0


# -- difficulty


ANCHOR, ANCHORED = "medium", 1000.0
"""The level with a fixed rating, and that rating, as for players (see `game.progress.rating`)."""
SCALE = 400 / log(10)
PRIOR_TRIES = 1.0
"""Tries, half of them successful, that are added to make every rating finite."""
ROUNDS = 100
STEP = 0.8
DEEP_UP_TO = 0.25
"""A puzzle is deep if no level below the strongest finds it more often than this."""
SLACK, STANDARD_ERRORS = 0.05, 2.0
"""One level is worse than another if the difference exceeds this share and this many standard errors."""
ERRORS = {"gentle": 8.0, "easy": 6.0, "medium": 4.0, "hard": 2.0, "master": 1.0}
"""Standard deviation, in margins, of a player's error in judging a line, by level."""
REACH, PARTS = 4.0, 80
"""Integration over errors: range in standard deviations to each side, and number of steps."""


def is_deep(finds: Mapping[str, float]) -> bool:
    """Tell whether only a long search finds a puzzle. The levels must be in order, weakest first."""
    *weaker, _ = finds.values()
    return max(weaker) <= DEEP_UP_TO


def rises(finds: Mapping[str, float], tries: Mapping[str, int]) -> bool:
    """Tell whether each stronger level finds a puzzle at least as often as a weaker one, as far as the tries can tell.

    No level may find it more often than the strongest, not even by chance.
    """
    *_, strongest = finds.values()
    return strongest == max(finds.values()) and not any(
        _is_worse(finds[b], tries[b], finds[a], tries[a]) for a, b in combinations(finds, 2)
    )


def _is_worse(share: float, tries: int, other: float, others: int) -> bool:
    """Tell whether one share is below another by more than chance explains."""
    both = (share * tries + other * others) / (tries + others)
    return other - share > max(SLACK, STANDARD_ERRORS * sqrt(both * (1 - both) * (1 / tries + 1 / others)))


def people_find(lines: Sequence[Line], margin: float) -> dict[str, float]:
    """Return how often people as strong as the levels find a right line, if they just misjudge lines at random."""
    return {level: _found_with(lines, error * margin) for level, error in ERRORS.items()}


def _found_with(lines: Sequence[Line], error: float) -> float:
    """Return the chance that a right line looks best if all lines are misjudged by independent normal errors."""
    width = 2 * REACH / PARTS
    points = [REACH * (2 * number + 1) / PARTS - REACH for number in range(PARTS)]

    def is_first(line: Line, rest: Sequence[Line]) -> float:
        leads = [(line.value - other.value) / error for other in rest]
        return sum(width * (0.3989423 * exp(-x * x / 2)) * prod(_below(x + lead) for lead in leads) for x in points)

    right = [number for number, line in enumerate(lines) if line.is_right]
    return sum(is_first(lines[number], [*lines[:number], *lines[number + 1 :]]) for number in right)


def _below(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def rate(finds: Sequence[Mapping[str, float]], tries: Mapping[str, int]) -> tuple[dict[str, float], list[float]]:
    """Return the ratings of levels and puzzles that make these shares of finds most likely.

    `finds` has a share, from 0 to 1, by puzzle and level; `tries` is how often each level tried each puzzle.
    """
    levels = dict.fromkeys(tries, 0.0)
    puzzles = [0.0] * len(finds)
    for _ in range(ROUNDS):
        for number, found in enumerate(finds):
            pairs = [(levels[level] - puzzles[number], found[level], tries[level]) for level in tries]
            puzzles[number] -= STEP * _newton(pairs, puzzles[number])
        for level in levels:
            pairs = [(levels[level] - puzzle, found[level], tries[level]) for puzzle, found in zip(puzzles, finds)]
            levels[level] += STEP * _newton(pairs, -levels[level])
    shift = levels.get(ANCHOR, 0.0)
    return (
        {level: round(ANCHORED + SCALE * (strength - shift), 1) for level, strength in levels.items()},
        [round(ANCHORED + SCALE * (puzzle - shift), 1) for puzzle in puzzles],
    )


def told_apart(levels: Mapping[str, float], finds: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the ratings of the levels without those that find hardly more than a weaker one, which may be chance.

    The levels are in order, weakest first.
    """
    kept = dict[str, float]()
    for level, rating in levels.items():
        below = next(reversed(kept), None)
        gains = [found[level] - found[below] for found in finds] if below else []
        if below is None or (is_clear(gains) and fmean(gains) > 0):
            kept[level] = rating
    return kept


def rate_one(finds: Mapping[str, float], tries: Mapping[str, int], levels: Mapping[str, float]) -> float:
    """Return the rating of a single puzzle, given the ratings of the levels."""
    strengths = {level: (rating - ANCHORED) / SCALE for level, rating in levels.items()}
    puzzle = 0.0
    for _ in range(ROUNDS):
        pairs = [(strengths[level] - puzzle, finds[level], tries[level]) for level in strengths]
        puzzle -= STEP * _newton(pairs, puzzle)
    return round(ANCHORED + SCALE * puzzle, 1)


def _newton(pairs: Sequence[tuple[float, float, int]], pull: float) -> float:
    """Return the Newton step for a rating, from differences of strength with their shares of finds and tries."""
    slope, information = PRIOR_TRIES * (0.5 - _chance(-pull)), PRIOR_TRIES * 0.25
    for difference, share, tries in pairs:
        chance = _chance(difference)
        slope += tries * (share - chance)
        information += tries * chance * (1 - chance)
    return slope / information


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, difference))))


# -- weighing


WORLDS = 400
"""Number of worlds in which a line that is not in the proof is compared with the best."""
NEAR, KINDRED = 1.5, 2.5
"""A line at most this many margins below the best is nearly right; the second is for lines that share its idea.

The best wrong line is at least one margin below.
"""

FAINT = 0.25
"""A line within this many margins of the best counts as equal, because trials are no more exact."""


def is_near(puzzle: Puzzle, loss: float, shares_idea: bool = False) -> bool:
    """Tell whether a line that is worse than the best by this loss is nearly right.

    One that shares the idea of the best may lose more, if at least half of the wrong lines in the proof are worse.
    """
    margin, best = analysis_of(puzzle.header.game).margin, puzzle.lines[0].value
    wrong = best_wrong(puzzle.lines)
    stands_out = shares_idea and 2 * sum(best - line.value > loss for line in wrong) >= len(wrong)
    return loss <= (KINDRED if stands_out else NEAR) * margin


def value_of(puzzle: Puzzle, steps: Sequence[str]) -> float | None:
    """Return the value of a line from the proof, or its exact value; None if only trials can tell."""
    analysis, start = analysis_of(puzzle.header.game), puzzle.state()

    def result(actions: Sequence[str]) -> str:
        return analysis.result(start, puzzle.seat, [analysis.game.parse(step) for step in actions])

    played = result(steps)
    known = next((line.value for line in puzzle.lines if result(line.steps) == played), None)
    return float(played) if known is None and not puzzle.lines[0].samples else known


def loss_of(puzzle: Puzzle, steps: Sequence[str]) -> float:
    """Return how much worse a line is than the best; 0 if trials show no difference."""
    best, value = puzzle.lines[0], value_of(puzzle, steps)
    if value is not None:
        return best.value - value
    analysis = analysis_of(puzzle.header.game)
    view = analysis.game.view(puzzle.state(), puzzle.seat)
    lines = [best, type(best)(tuple(steps), 0.0)]
    this, other = analysis.compare(view, lines, WORLDS, random.Random(f"{puzzle.name}.weigh"))
    loss = this - other
    return loss if loss > FAINT * analysis.margin else 0.0
