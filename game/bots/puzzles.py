"""Puzzles: the files in which each game brings its own, what plays are worth, ratings, packs and the one of the day."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache, cached_property
from hashlib import sha256
from itertools import combinations
from math import erf, exp, log, prod, sqrt
from statistics import stdev
from typing import Any, ClassVar, TypeVar

import msgspec

from .. import registry
from ..assets import in_utf8
from ..engine import AnyGame, Bot, Seat
from ..language import mark, tr
from ..options import Value
from ..progress.rating import Rating
from ..record import Entry, Header, Record, fold
from ..storage.history import PuzzleTries, PuzzleTry
from ..text import sentence
from .reasons import Difference, Reasons, many_things
from .search import Candidate, halve, sample_worlds

# -- motifs


MOTIFS = {
    "finale": (mark("Finale"), mark("The end is near: what brings nothing by then never will.")),
    "race": (mark("Race"), mark("Somebody is close to the goal: every turn counts.")),
    "denial": (mark("Denial"), mark("Look at what the others need, more than at what you have.")),
    "takeover": (mark("Takeover"), mark("You can begin a tower where somebody else wants to build.")),
    "hold back": (mark("Hold back"), mark("What you hold back now may be worth more later.")),
    "late bonus": (mark("Late bonus"), mark("Some things pay only at the very end. Is this one worth preparing for?")),
    "dig": (mark("Dig"), mark("A piece deep inside a tower can still be useful.")),
    "split": (mark("Split"), mark("A tower can be worth more in two parts than in one.")),
    "invest": (mark("Invest"), mark("Taking the most at once isn't best here.")),
    "foundation": (mark("Foundation"), mark("Start something that can grow.")),
    "growth": (mark("Growth"), mark("Something that's already standing wants more.")),
    "clearance": (mark("Clearance"), mark("Something of yours is in the way.")),
    "multiplier": (mark("Multiplier"), mark("A tower can count more than once.")),
    "leap": (mark("Leap"), mark("Sometimes it pays to leave something out.")),
    "supply": (mark("Supply"), mark("Ask yourself where your next card will come from.")),
    "time": (mark("Time"), mark("You too decide how long the round lasts.")),
    "farewell": (mark("Farewell"), mark("Which of your cards will you miss least?")),
    "harvest": (mark("Harvest"), mark("Something is ready to be scored.")),
}
"""By key: the title, and a hint that gives no play away."""


# -- analysis


FINALISTS = 4
"""How many lines are compared for as long as all others together."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat can do until its part of a puzzle is over, and what that is worth."""

    steps: tuple[str, ...]
    """The actions as text."""
    value: float
    """In the unit of its game's search."""
    samples: int = 0
    """In how many worlds it was tried; 0 where it was worked out exactly."""
    error: float = 0.0
    """The standard error of the difference from the best line."""
    is_right: bool = False
    """Whether it counts as the answer."""


class Analysis(ABC):
    """Values the lines of positions of one game."""

    margin: ClassVar[float]
    """The least by which the right lines must be better than all others."""
    scale: ClassVar[float] = 1.0
    """What values are multiplied by for `Game.price`."""
    follows_master: ClassVar[bool] = True
    """Whether the master has to find the answer more often than not: where it trusts more than its trials."""
    setups: tuple[tuple[int, dict[str, Value]], ...]
    """The seats and options of the games in which puzzles are looked for, one after the other."""
    game: AnyGame

    @abstractmethod
    def lines(self, view: Any, effort: int, rng: random.Random) -> list[Line]:
        """Return the lines, best first, tried `effort` times as often as a master tries them.

        They are found from what the seat may know.
        """

    @abstractmethod
    def compare(self, view: Any, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        """Return what each line comes to, on average over so many worlds that are the same for all of them."""

    @abstractmethod
    def is_open(self, view: Any, best: Line) -> bool:
        """Tell whether others may still win, and the seat too, if it plays so well."""

    def begins(self, state: Any, seat: Seat) -> bool:
        """Tell whether a puzzle may begin here."""
        return True

    def is_whole(self, actions: Sequence[Any]) -> bool:
        """Tell whether a line is at its end."""
        return len(actions) == 1

    def result(self, state: Any, seat: Seat, actions: Sequence[Any]) -> str:
        """Return what actions come to; the same for all lines that differ in nothing that matters."""
        return " ".join(map(str, actions))

    def meanwhile(self, state: Any, seat: Seat) -> tuple[Seat, Any] | None:
        """Return who does what while the seat, in the midst of its line, waits; None where it is its turn."""
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
        """Return the line that tempts everybody who looks no further; empty where only playing tells."""
        return ()

    @property
    @abstractmethod
    def reasons(self) -> Reasons:
        """What tells how two lines differ."""

    @abstractmethod
    def parting(self, view: Any, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        """Return what each of two lines does where they part, as something done, such as "building the red 7"."""

    @abstractmethod
    def idea(self, view: Any, this: Sequence[str], other: Sequence[str]) -> str:
        """Return what a line does where it parts from another, and what that is good for, in a sentence or two.

        Empty where nothing can be said of it but how the lines differ.
        """

    def alike(self, view: Any) -> str:
        """Return what is the same for all positions that are one puzzle to a player."""
        return repr(view)

    @abstractmethod
    def motif(self, view: Any, line: Line) -> str:
        """Return a word for what the best line is about: a key of `MOTIFS`."""


def said(play: str, reason: str) -> str:
    """Return a play, such as "building the red 7", with what it is good for: a clause with its full stop."""
    return sentence(tr("{play}: {reason}", play=play, reason=reason))


T = TypeVar("T")
W = TypeVar("W")


def measure(
    choices: Sequence[T], playouts: int, draw: Callable[[], W], play_out: Callable[[W, Candidate[T]], float]
) -> list[tuple[T, float, int, float]]:
    """Return the choices, best first, each with its mean, its number of worlds and its standard error to the best.

    Half of the playouts go into a choice of finalists, the other half to these alone, in fresh worlds; all of them to
    as few choices as that.
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
        found.append((finalists[i].choice, finalists[i].mean, len(rows), stdev(gains) / sqrt(len(gains))))
    return found + [(one.choice, one.mean, one.tried, 0.0) for one in beaten]


def _sizes(number: int) -> list[int]:
    """Return how many choices are left after each round, down to the finalists."""
    sizes = []
    while number > FINALISTS:
        number = max(FINALISTS, (number + 1) // 2)
        sizes.append(number)
    return sizes


def means(
    choices: Sequence[T], worlds: int, draw: Callable[[], W], play_out: Callable[[W, Candidate[T]], float]
) -> list[float]:
    """Return the mean of each choice over so many worlds."""
    candidates = [Candidate(choice) for choice in choices]
    sample_worlds(candidates, worlds, draw, play_out)
    return [candidate.mean for candidate in candidates]


# -- puzzle


FILE = "puzzles.jsonl"
"""In a game's folder: a head, then a puzzle a line."""


class Head(msgspec.Struct, frozen=True):
    """How a file of puzzles was made."""

    game: str
    rules: int
    """The version of the rules."""
    command: str
    """It makes the file anew."""
    games: int
    """How many games were looked through."""
    levels: dict[str, float] = {}
    """What the levels' finds say of them, on the scale of the puzzles' ratings; the deep puzzles left out."""
    tries: dict[str, int] = {}
    """How often each level was asked each puzzle."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position in which some lines are clearly best, with the proof."""

    header: Header
    entries: tuple[Entry, ...]
    """Of the game, up to the position."""
    seat: Seat
    """Who is to play."""
    lines: tuple[Line, ...]
    """Best first."""
    finds: dict[str, float]
    """By level: how often its bot finds a right line, 0 to 1."""
    motif: str
    """A key of `MOTIFS`."""
    rating: float = 0.0
    """How hard it is, as an opponent."""
    is_deep: bool = False
    """Whether only a long search finds it, so that bots' finds say nothing of how hard it is."""
    tempting: tuple[str, ...] = ()
    """What is most often done instead: not right."""
    differences: tuple[Difference, ...] = ()
    """What the best line comes to that the tempting one does not."""

    @property
    def mistake(self) -> tuple[str, ...]:
        """The line that the answer is compared with: what tempts, or the best of those that are not right."""
        return (
            self.tempting or max((line for line in self.lines if not line.is_right), key=lambda line: line.value).steps
        )

    @property
    def name(self) -> str:
        """What tells it from all others of its game."""
        return f"{self.header.seed}.{len(self.entries)}"

    @property
    def lead(self) -> float:
        """By how much the best line is better than the best of those that are not right."""
        wrong = (line.value for line in self.lines if not line.is_right)
        return self.lines[0].value - max(wrong, default=self.lines[0].value)

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
    """Return the puzzles that a game brings; none where it has no file of them."""
    path = registry.data_file(game, FILE)
    if path is None or analysis_or_none(game) is None:
        return ()
    return registry.read(game, FILE, lambda: tuple(read_puzzles(in_utf8(path.read_bytes()))[1]), ())


@cache
def analysis_of(game: str) -> Analysis:
    """Return what values a game's positions for puzzles. Raises ValueError where the game brings none."""
    analysis = analysis_or_none(game)
    if analysis is None:
        raise ValueError(f"{game} has no puzzles")
    return analysis


def analysis_or_none(game: str) -> Analysis | None:
    """Return what values a game's positions for puzzles; None where the game brings nothing that can be used."""
    analysis: Analysis | None = registry.part(game, "puzzles", Analysis)
    return analysis


# -- difficulty


ANCHOR, ANCHORED = "medium", 1000.0
"""The rating of the level medium, as for players (see `game.progress.rating`)."""
SCALE = 400 / log(10)
SURE = 1.0
"""Tries with a chance of one half that are added, so that every rating is finite."""
ROUNDS = 100
STEP = 0.8
LUCK = 0.25
"""What no level below the strongest finds more often than so is deep."""
SLACK, SPREADS = 0.05, 2.0
"""A level finds a puzzle less often than a weaker one if that shows by more than this, and than two standard errors."""
ERRORS = {"gentle": 8.0, "easy": 6.0, "medium": 4.0, "hard": 2.0, "master": 1.0}
"""Standard deviation, in margins, of how a player of a level misjudges a line."""
REACH, PARTS = 4.0, 80
"""How many standard deviations to each side an error is integrated over, and in how many steps."""


def is_deep(finds: Mapping[str, float]) -> bool:
    """Tell whether only a long search finds a puzzle; the levels are in order, weakest first."""
    *weaker, _ = finds.values()
    return max(weaker) <= LUCK


def rises(finds: Mapping[str, float], tries: Mapping[str, int]) -> bool:
    """Tell whether each stronger level finds a puzzle at least as often, as far as so many tries can tell.

    None finds it more often than the strongest, in these very tries.
    """
    *_, strongest = finds.values()
    return strongest == max(finds.values()) and not any(
        _is_worse(finds[b], tries[b], finds[a], tries[a]) for a, b in combinations(finds, 2)
    )


def _is_worse(share: float, tries: int, other: float, others: int) -> bool:
    """Tell whether one share lies further below another than chance explains."""
    both = (share * tries + other * others) / (tries + others)
    return other - share > max(SLACK, SPREADS * sqrt(both * (1 - both) * (1 / tries + 1 / others)))


def people_find(lines: Sequence[Line], margin: float) -> dict[str, float]:
    """Return how often people as strong as the levels find a right line, by their errors alone."""
    return {level: _found_with(lines, error * margin) for level, error in ERRORS.items()}


def _found_with(lines: Sequence[Line], error: float) -> float:
    """Return the chance that a right line looks best where all lines are misjudged by independent normal errors."""
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
    """Return the ratings of levels and of puzzles under which these shares of finds are likeliest.

    `finds` is by puzzle and level, from 0 to 1; `tries` says how often each level tried each puzzle.
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


def rate_one(finds: Mapping[str, float], tries: Mapping[str, int], levels: Mapping[str, float]) -> float:
    """Return the rating of one more puzzle, where those of the levels are known."""
    strengths = {level: (rating - ANCHORED) / SCALE for level, rating in levels.items()}
    puzzle = 0.0
    for _ in range(ROUNDS):
        pairs = [(strengths[level] - puzzle, finds[level], tries[level]) for level in strengths]
        puzzle -= STEP * _newton(pairs, puzzle)
    return round(ANCHORED + SCALE * puzzle, 1)


def _newton(pairs: Sequence[tuple[float, float, int]], pull: float) -> float:
    """Return by how much the differences of strength should grow, each with its share of finds and its tries."""
    slope, information = SURE * (0.5 - _chance(-pull)), SURE * 0.25
    for difference, share, tries in pairs:
        chance = _chance(difference)
        slope += tries * (share - chance)
        information += tries * chance * (1 - chance)
    return slope / information


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, difference))))


# -- weighing


WORLDS = 400
"""In how many a line is compared with the best that the proof does not know."""
REASONED = 3
"""Play this many times as many games as for a reason elsewhere, since one puzzle is shown at a time."""


NEAR = 1.5
"""A line at most this many margins below the best is nearly right; the next best is one margin below."""

FAINT = 0.25
"""A line within this many margins of the best counts as good as it, since trials are no more exact."""


def is_near(puzzle: Puzzle, loss: float) -> bool:
    """Tell whether a line that falls short of the best by this is nearly right."""
    return loss <= NEAR * analysis_of(puzzle.header.game).margin


def value_of(puzzle: Puzzle, steps: Sequence[str]) -> float | None:
    """Return what a line is worth as the proof has it, or as is worked out exactly; None where only trials tell."""
    analysis, start = analysis_of(puzzle.header.game), puzzle.state()

    def result(actions: Sequence[str]) -> str:
        return analysis.result(start, puzzle.seat, [analysis.game.parse(step) for step in actions])

    played = result(steps)
    known = next((line.value for line in puzzle.lines if result(line.steps) == played), None)
    return float(played) if known is None and not puzzle.lines[0].samples else known


def loss_of(puzzle: Puzzle, steps: Sequence[str]) -> float:
    """Return by how much a line is worse than the best; one that is as good in trials costs nothing."""
    best, value = puzzle.lines[0], value_of(puzzle, steps)
    if value is not None:
        return best.value - value
    analysis = analysis_of(puzzle.header.game)
    view = analysis.game.view(puzzle.state(), puzzle.seat)
    lines = [best, type(best)(tuple(steps), 0.0)]
    this, other = analysis.compare(view, lines, WORLDS, random.Random(f"{puzzle.name}.weigh"))
    loss = this - other
    return loss if loss > FAINT * analysis.margin else 0.0


def what_is_more(puzzle: Puzzle, steps: Sequence[str]) -> str:
    """Return in a sentence what the best line does where it parts from another, and what that comes to."""
    analysis, best = analysis_of(puzzle.header.game), puzzle.lines[0].steps
    view, parse = analysis.game.view(puzzle.state(), puzzle.seat), analysis.game.parse
    play, value = analysis.parting(view, best, steps)[0], value_of(puzzle, steps)
    if not puzzle.lines[0].samples and value is not None:  # which of several steps brings it is a matter of their order
        price = analysis.game.price(round(analysis.scale * (puzzle.lines[0].value - value)))
        return said(play, tr("in all that brings {price} more.", price=price))
    this, other = [parse(step) for step in best], [parse(step) for step in steps]
    worlds, rng = REASONED * analysis.reasons.worlds, random.Random(f"{puzzle.name}.more")
    found = analysis.reasons.differences(view, this, other, worlds, rng)
    reason = analysis.reasons.in_words(view, found)
    if reason == many_things() and (idea := analysis.idea(view, best, steps)):
        return idea
    return said(play, reason)


# -- packs


LEAST = 3
"""What fewer puzzles are about has no pack of its own."""
MIXED = "mixed"
TITLES = MOTIFS | {MIXED: (mark("Mixed"), mark("A bit of everything."))}


def packs_of(puzzles: Iterable[Puzzle]) -> dict[str, list[Puzzle]]:
    """Return the puzzles by pack, each in the order given; the largest pack first, what is mixed last."""
    found = defaultdict[str, list[Puzzle]](list)
    for puzzle in puzzles:
        found[puzzle.motif].append(puzzle)
    order = sorted((motif for motif in found if len(found[motif]) >= LEAST), key=lambda motif: -len(found[motif]))
    rest = [puzzle for motif in found if motif not in order for puzzle in found[motif]]
    return {motif: found[motif] for motif in order} | ({MIXED: rest} if rest else {})


def pack_of(packs: Mapping[str, list[Puzzle]], puzzle: Puzzle) -> str:
    """Return in which pack a puzzle is."""
    return puzzle.motif if puzzle.motif in packs else MIXED


def title_of(pack: str) -> str:
    return tr(TITLES[pack][0])


def about(pack: str) -> str:
    """Return a hint at what all of a pack's puzzles are about."""
    return tr(TITLES[pack][1])


# -- progress


EASIER = 70.0
"""How far below the player's rating the next puzzle may be: at this distance it is solved 3 times in 5."""


class PuzzleProgress:
    """A player's progress in one game."""

    def __init__(self, game: str, tries: PuzzleTries) -> None:
        in_order = sorted(puzzles_of(game), key=lambda puzzle: (puzzle.rating, -puzzle.lead))
        self.puzzles: Mapping[str, Puzzle] = {puzzle.name: puzzle for puzzle in in_order}
        """By name, the easiest first; of those that the bots find equally often, the clearest."""
        self.first = {name: is_right for name, is_right in tries.first(game).items() if name in self.puzzles}
        """How the first tries went, in their order."""
        self.solved = tries.solved(game) & self.puzzles.keys()
        self._tried = [done.puzzle for done in tries.tries if done.game == game]

    @cached_property
    def rating(self) -> Rating:
        """The player's rating: puzzles are opponents, and only the first try at each counts."""
        rating = Rating()
        for name, is_right in self.first.items():
            opponent = (self.puzzles[name].rating,)
            rating = rating.after((), (), opponent) if is_right else rating.after(opponent)
        return rating

    @cached_property
    def packs(self) -> dict[str, list[Puzzle]]:
        """The puzzles by pack, the easiest of each first."""
        return packs_of(self.puzzles.values())

    def solved_in(self, pack: str) -> int:
        """Return how many puzzles of a pack are solved."""
        return sum(puzzle.name in self.solved for puzzle in self.packs[pack])

    def next_in(self, pack: str, after: str) -> Puzzle | None:
        """Return the next puzzle of a pack that was never solved, after one of them; None where all others were."""
        names = [puzzle.name for puzzle in self.packs[pack]]
        here = names.index(after) + 1 if after in names else 0
        left = (name for name in names[here:] + names[:here] if name not in self.solved and name != after)
        return next((self.puzzles[name] for name in left), None)

    def next(self, after: str = "") -> Puzzle | None:
        """Return the puzzle that fits the player best, and is not the one just tried; None where there is no other.

        It is a new one; once all were tried one that was never solved; then the one that was tried longest ago.
        """
        left = [puzzle for puzzle in self.puzzles.values() if puzzle.name != after]
        new = [puzzle for puzzle in left if puzzle.name not in self.first]
        unsolved = [puzzle for puzzle in left if puzzle.name not in self.solved]
        if new or unsolved:
            aim = self.rating.elo - EASIER
            return min(new or unsolved, key=lambda puzzle: abs(puzzle.rating - aim))
        last = {name: place for place, name in enumerate(self._tried)}
        return min(left, key=lambda puzzle: last.get(puzzle.name, -1), default=None)

    def number_of(self, puzzle: Puzzle) -> int:
        """Return a puzzle's number, 1 being the easiest."""
        return [*self.puzzles].index(puzzle.name) + 1


# -- today


WEEK = 7


def puzzle_of(day: date, games: Collection[str]) -> Puzzle | None:
    """Return the puzzle of a day: of one game or another, and none that only a long search finds."""
    by_lot = sorted(games, key=lambda game: _lot(f"{day.isoformat()} {game}"))
    for game in by_lot:  # another game more changes nothing, but on the days that fall to it
        told = sorted((one for one in puzzles_of(game) if not one.is_deep), key=lambda one: _lot(one.name))
        if told:
            return told[day.toordinal() % len(told)]
    return None


def _lot(word: str) -> bytes:
    return sha256(f"topping-out puzzle {word}".encode()).digest()


def is_solved(day: date, games: Collection[str], tries: Iterable[PuzzleTry]) -> bool:
    """Tell whether a day's puzzle was solved on that day."""
    puzzle = puzzle_of(day, games)
    return puzzle is not None and any(
        done.is_right and (done.game, done.puzzle) == (puzzle.header.game, puzzle.name) and _day_of(done) == day
        for done in tries
    )


def state_words(is_solved: bool) -> str:
    """Return how today's puzzle stands with the player."""
    return tr("Solved today") if is_solved else tr("One a day, the same for everybody")


def week(today: date, games: Collection[str], tries: Collection[PuzzleTry]) -> list[tuple[date, bool]]:
    """Return the last seven days, today being the last, each with whether its puzzle was solved on that day."""
    days = [today - timedelta(days=WEEK - 1 - number) for number in range(WEEK)]
    return [(day, is_solved(day, games, tries)) for day in days]


def _day_of(done: PuzzleTry) -> date | None:
    try:
        return datetime.fromisoformat(done.when).astimezone(UTC).date()
    except (ValueError, OverflowError, OSError):  # a clock of long ago is beyond what a system can turn
        return None
