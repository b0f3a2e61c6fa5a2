"""The interface that every game implements, turn-based or live; trials of single actions; encodings for learning."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate, groupby
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Meta, Struct

from . import roster
from .language import mark, tr, tr_count, tr_player, with_names
from .options import Option, Preset, Value
from .rules_text import Section
from .text import listed_players, reason_sentence, sentence

# -- engine


Seat = Annotated[int, Meta(ge=0, lt=8)]
"""A place at the table, counted from 0."""
Owner = Annotated[int, Meta(ge=0, lt=9)]
"""Owner of a part of a tower: a seat, or a number beyond the seats for a part that belongs to nobody."""

EVERYONE: frozenset[Seat] = frozenset(range(8))
NOBODY: frozenset[Seat] = frozenset()

S = TypeVar("S")  # State: mutable plain data with a cheap copy()
A = TypeVar("A")  # Action: frozen; str(action) is its text form
E = TypeVar("E")  # Event: frozen
V = TypeVar("V")  # View: frozen; what one seat may know


class IllegalAction(ValueError):
    """An action that the rules refuse. The message is a reason that a player understands."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats (several share the win; none is a draw), each seat's score, and why."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str

    def share(self, seat: Seat) -> float:
        """Return the seat's share of the win, from 0 to 1; winners have equal shares."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def pick(self, seat: Seat, lost: str, nobody_won: str, won: str) -> str:
        """Return the message that fits the seat's result."""
        return nobody_won if not self.winners else won if seat in self.winners else lost


class Part(Struct, frozen=True, array_like=True, gc=False):
    """A card, floor or piece of a tower. The game defines what the fields mean."""

    kind: Annotated[str, Meta(max_length=24)]
    number: Annotated[int, Meta(ge=0, le=999)] = 0
    owner: Owner | None = None


class BuiltTower(Struct, frozen=True, gc=False):
    """The best tower of a finished game, as the program keeps and shows it, bottom part first."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=99)]
    seat: Owner | None = None
    """The owner; None if it belongs to nobody or to everybody."""
    worth: Annotated[int, Meta(ge=-9999, le=9999)] = 0
    """In the game's unit: points, cards, pips."""


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat's turn has begun."""

    seat: Seat


class CardsDrawn:
    """Base class of an event that tells that a seat has drawn cards, and nothing else."""

    __slots__ = ()

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat has passed: it has no cards and nothing to draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Advice(Generic[A]):
    """What a bot would do, and a reason that a player understands."""

    action: A
    reason: str
    """Continues a sentence that names the play (see `Game.propose`); `sentence` makes it stand alone.

    It may have places for names of players (see `seat_name`).
    """
    then: A | None = None
    """The bot's next action, if the first one alone does not show the plan."""


@dataclass(frozen=True, slots=True)
class Verdict(Generic[A]):
    """A bot's judgement of an action that was played: what it would have done, and what the played action cost."""

    better: Advice[A]
    cost: float
    """In the unit of `Game.price`; 0 if nothing was better."""


class Bot(ABC, Generic[A, V]):
    """A computer player. It gets one seat's view and the legal actions, never the state."""

    @abstractmethod
    def choose(self, view: V, actions: Sequence[A], rng: random.Random) -> A | None:
        """Return one of `actions`, or None to leave the table as it is (live games only)."""

    def advise(self, view: V, actions: Sequence[A], rng: random.Random) -> Advice[A] | None:
        """Return the choice with its reason."""
        action = self.choose(view, actions, rng)
        return None if action is None else Advice(action, tr("It looks like the best play."))

    def still_holds(self, advice: Advice[A], asked: V, now: V) -> bool:
        """Return whether advice for an earlier view is still possible and true; for live games, without thinking."""
        return True

    def judge(self, view: V, actions: Sequence[A], played: A, rng: random.Random) -> Verdict[A] | None:
        """Return what was better than `played`, and by how much, or None if the bot has nothing to say.

        The reason may be empty; `why` then finds it when it is shown.
        """
        return None

    def why(self, view: V, better: Sequence[A], other: Sequence[A], rng: random.Random) -> str | None:
        """Return in words what `better` achieves that `other` does not, or "" if the bot cannot tell.

        Return None if a longer look shows no real difference. Each argument is one action, or several successive
        actions of the seat. The words continue a sentence that names the play.
        """
        return ""


class RandomBot(Bot[A, V]):
    """Chooses any legal action, all equally likely."""

    def choose(self, view: V, actions: Sequence[A], rng: random.Random) -> A | None:
        return rng.choice(actions) if actions else None


class Game(ABC, Generic[S, A, E, V]):
    """The rules of a game. All randomness is in the state; nothing here reads a clock."""

    name: ClassVar[str]
    """The game's name on the command line and in record files."""
    title: ClassVar[str]
    designer: ClassVar[str]
    blurb: ClassVar[str]
    """One line for the title screen."""
    version: ClassVar[int] = 1
    """Version of the rules, stored in every new record."""
    older_versions: ClassVar[tuple[int, ...]] = ()
    """Earlier versions of the rules whose records can still be replayed by those rules (see `use_version`)."""
    seats: ClassVar[range]
    """The possible numbers of seats."""
    live: ClassVar[bool] = False
    """Whether everybody acts at once and time matters."""
    levels: ClassVar[tuple[str, ...]] = roster.LEVELS
    """The levels of bots, weakest first."""
    presets: ClassVar[tuple[Preset, ...]] = ()
    """Named sets of option values for the set-up, the default one first."""
    endings: ClassVar[Mapping[str, str]] = {}
    """By `Outcome.reason`, how the game was won, in a few words."""

    # -- set-up

    def options(self, seats: int) -> tuple[Option, ...]:
        """Return the options for this number of seats, in the order of the set-up screen."""
        return ()

    def notes(self, seats: int, options: Mapping[str, Value]) -> dict[str, str]:
        """Return a remark for each option that has no effect with the other chosen options."""
        return {}

    def rules_in_play(self, options: Mapping[str, Value]) -> tuple[Section, ...]:
        """Return sections for the rules page of a game with these options, which may be incomplete.

        They take the places of the page's sections marked `only: usual`; further ones come first.
        """
        return ()

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> S:
        """Return the state before the first action. `options` are complete (see `resolve`)."""

    def use_version(self, state: S, version: int, seed: int) -> None:
        """Make a new state that was set up with this seed follow one of the `older_versions` of the rules."""
        raise NotImplementedError

    # -- play

    @abstractmethod
    def actors(self, state: S) -> frozenset[Seat]:
        """Return the seats that may act now; empty once the game is over."""

    @abstractmethod
    def actions(self, state: S, seat: Seat) -> Sequence[A]:
        """Return the seat's legal actions in a fixed order (with free placement: sensible candidates)."""

    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise IllegalAction, with the reason, if `seat` (one of `actors`) may not do `action`."""
        if action not in self.actions(state, seat):
            raise IllegalAction(mark("that can't be done now"))

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A, log: list[E] | None = None) -> None:
        """Do a legal action, changing the state in place, and append its events to `log` in order."""

    def tick(self, state: S, ms: int, log: list[E] | None = None) -> None:
        """Advance a live game's clock to `ms` after the start: timers, stalls, countdowns. Turn games ignore it.

        Two ticks in succession have exactly the same effect as the later one alone.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it is going on."""

    # -- knowledge

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what the seat may know. None is an onlooker, who sees only what is public."""

    def redact(self, event: E, seat: Seat | None) -> E:
        """Return the event as the seat may see it."""
        return event

    def revealed_to(self, event: E) -> frozenset[Seat]:
        """Return the seats that learn something hidden from this event, so that it can't be undone once they look.

        By default these are the seats that see more of the event than an onlooker does.
        """
        public = self.redact(event, None)
        return frozenset(seat for seat in EVERYONE if self.redact(event, seat) != public)

    @abstractmethod
    def determinize(self, view: V, rng: random.Random) -> S:
        """Return a full state that is consistent with the view."""

    def partial(self, view: V) -> S:
        """Return the state as far as the seat knows it, with the unknown left open, for trials (see `try_out`).

        In such a state the rules raise `Open` where only chance can decide. Only games that use trials need this.
        """
        raise NotImplementedError(f"{self.name} has no partial states, so nothing can be tried out in it")

    # -- text

    def price(self, cost: int) -> str:
        """Return the cost of a mistake (see `Verdict.cost`) in words, such as "7 points"."""
        return tr_count("{number} win in 100", "{number} wins in 100", cost)

    @abstractmethod
    def parse(self, text: str) -> A:
        """Return the action with this text form. Raises ValueError with the reason."""

    def describe(self, event: E, names: Sequence[str]) -> str:
        """Return a sentence about the event for the move log, or "" if it needs none."""
        return ""

    def describe_action(self, seat: Seat, action: A, names: Sequence[str]) -> str:
        """Return a sentence about an action without an event of its own, or "" if its first event describes it."""
        return ""

    def propose(self, view: V, advice: Advice[A], names: Sequence[str]) -> str:
        """Return the play that a hint suggests, such as "Play 3 spades on Ana's heart tower (height 5)", or ""."""
        return ""

    def describe_outcome(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Return a sentence about who won, and how."""
        if not outcome.winners:
            return tr("It's a draw.")
        if len(outcome.winners) == 1:
            return tr_player(names[outcome.winners[0]], mark("You win."), mark("{name} wins."))
        return tr("{names} share the win.", names=listed_players([names[seat] for seat in outcome.winners]))

    def dump(self, state: S) -> dict[str, Any]:
        """Return the whole state, including what is hidden, as plain JSON data. By default the state is a dataclass."""
        dump: dict[str, Any] = asdict(state)  # type: ignore[call-overload]
        return dump

    def check_invariants(self, state: S) -> None:
        """Raise AssertionError if the state is impossible. Tests call this at every moment of random games."""

    # -- figures

    def number_turns(self, seats: Sequence[Seat | None]) -> list[int]:
        """Return the turn number, from 1, of each action, given their seats in order.

        By default consecutive actions of a seat make one turn.
        """
        return [turn for turn, (_, run) in enumerate(groupby(seats), 1) for _ in run]

    def count_turns(self, seats: Sequence[Seat | None]) -> int:
        """Return the number of turns that these actions make, given their seats in order."""
        return max(self.number_turns(seats), default=0)

    def summary(self, state: S) -> dict[str, Any]:
        """Return facts about a finished game beyond its outcome, as plain JSON data."""
        return {}

    def best_tower(self, state: S) -> BuiltTower | None:
        """Return the best tower of a finished game, for the player's skyline, or None if the game leaves none.

        If several are equally good, return a winner's.
        """
        return None

    def describe_harm(self, what: str, size: int) -> str:
        """Return how a bot recalls harm done to it in an earlier game (see `game.progress.summary.Harm`), or "".

        This is a sentence to the player who did it, such as "Last time you took my SPIRE.".
        """
        return ""

    def describe_tower(self, tower: BuiltTower) -> str:
        """Return a tower in a few words, such as "10 spades", or "" if there is nothing to say.

        The tower may come from a file that anybody wrote, so its words and numbers may be anything.
        """
        return ""


def next_generator(state: Any) -> random.Random:
    """Return a generator seeded with the state's `rng`, and replace that by the next seed."""
    rng = random.Random(state.rng)
    state.rng = rng.getrandbits(64)
    return rng


def shuffled(cards: bytes, rng: random.Random) -> bytes:
    """Return cards in a random order. Sorting by random keys is faster than `shuffle`, and the same in all Pythons."""
    draw = rng.random
    return bytes([card for _, card in sorted([(draw(), card) for card in cards])])


AnyGame = Game[Any, Any, Any, Any]


def sentences_of(game: AnyGame, events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Return a sentence for each event that has one."""
    sentences = (game.describe(event, names) for event in events)
    return [sentence for sentence in sentences if sentence]


def hint(game: AnyGame, view: Any, advice: Advice[Any], names: Sequence[str], is_short: bool = False) -> str:
    """Return a hint: what to do, then why unless `is_short`."""
    play, reason = game.propose(view, advice, names), with_names(advice.reason, names)
    if play and is_short:
        return tr("{play}.", play=play)
    # Translators: {play} is such as "Build the red 7", {reason} such as "your red tower is now worth 12.".
    return tr("{play}: {reason}", play=play, reason=reason) if play else sentence(reason)


# -- trial


UNDECIDED = -1
"""The seed of a partial state (see `Game.partial`). It tells the rules that there is no randomness."""


class Open(Exception):
    """Raised by the rules in a partial state where only chance can decide."""


@dataclass(frozen=True, slots=True)
class Trial(Generic[A, E, V]):
    """An action done in a state in which everything that its seat does not know is left open."""

    before: V
    action: A
    events: Sequence[E]
    """As the seat would see them: all up to the next choice, or up to where chance decides."""
    after: V
    """What the seat would know after the last event. Cards that it draws are counted but not named."""
    is_open: bool
    """Whether chance decides what comes next."""

    def first(self, *kinds: type[Any]) -> Any:
        """Return the first event of one of these types, or None."""
        return next((event for event in self.events if isinstance(event, kinds)), None)


def why_not(game: Game[Any, A, Any, V], view: V, action: A) -> str:
    """Return a sentence that says why the rules refuse an action of the view's seat, or "" if it is legal."""
    seat: int = view.seat  # type: ignore[attr-defined]
    try:
        game.check(game.partial(view), seat, action)
    except IllegalAction as refusal:
        return reason_sentence(str(refusal))
    return ""


def try_out(game: Game[Any, A, E, V], view: V, action: A) -> Trial[A, E, V]:
    """Return what a legal action of the view's seat would do. Raises NotImplementedError without `Game.partial`."""
    seat: int = view.seat  # type: ignore[attr-defined]
    state = game.partial(view)
    log: list[E] = []
    is_open = False
    try:
        game.apply(state, seat, action, log)
    except Open:
        is_open = True
    return Trial(view, action, [game.redact(event, seat) for event in log], game.view(state, seat), is_open)


# -- encodings: what a seat sees and may do as numbers, for machine learning


Cells: TypeAlias = "array[int]"
"""16-bit integers."""


class Segment(NamedTuple):
    """A run of numbers in an observation that belong together."""

    name: str
    size: int
    high: int
    """The largest possible number."""
    low: int = 0


class Encoding(ABC, Generic[A, V]):
    """What seats see and may do as numbers, for all games with the same number of seats and the same options.

    Each seat sees itself as the first seat, and the others in turn order after it.
    """

    options: ClassVar[dict[str, Value]] = {}
    """Options that a game must have to be encoded."""
    parts: tuple[Segment, ...]
    """The segments of an observation, in order."""
    actions: int
    """The number of different actions; they are numbered from 0."""

    @abstractmethod
    def __init__(self, view: V) -> None:
        """Make the encoding for games like the one whose public view this is."""

    @abstractmethod
    def fill(self, view: V, cells: Cells) -> None:
        """Write what a seat sees into the cells, which are all 0 before."""

    @abstractmethod
    def numbers(self, view: V, actions: Sequence[A]) -> list[int]:
        """Return the numbers of a seat's legal actions. No two actions share a number."""

    def prepare(self) -> None:
        """Compute where each segment starts. Call this once `parts` is set."""
        ends = [0, *accumulate(part.size for part in self.parts)]
        self.starts = dict(zip((part.name for part in self.parts), ends))
        """Index of each segment's first number, by name."""
        self._empty = array("h", bytes(2 * ends[-1]))

    def observe(self, view: V) -> Cells:
        """Return what a seat sees as numbers."""
        cells = self._empty[:]
        self.fill(view, cells)
        return cells


def turned(seat: Seat | None, seats: int) -> list[Seat]:
    """Return each seat's distance from `seat` in turn order; an onlooker (None) counts from the first seat."""
    return [(other - (seat or 0)) % seats for other in range(seats)]
