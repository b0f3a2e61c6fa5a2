"""The shape that every game has, turn-based and live alike, and trials of single actions."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from msgspec import Meta, Struct

from . import roster
from .language import mark, tr, tr_count, tr_player
from .options import Option, Preset, Value
from .text import listed_players, reason_sentence, sentence

# -- engine


Seat = Annotated[int, Meta(ge=0, lt=8)]
"""A place at the table, 0-based."""
Owner = Annotated[int, Meta(ge=0, lt=9)]
"""Whose a part of a tower is: a seat's, or nobody's of a number beyond."""

EVERYONE: frozenset[Seat] = frozenset(range(8))
NOBODY: frozenset[Seat] = frozenset()

S = TypeVar("S")  # State: mutable plain data with a cheap copy()
A = TypeVar("A")  # Action: frozen; str(action) is its text form
E = TypeVar("E")  # Event: frozen
V = TypeVar("V")  # View: frozen; what one seat may know


class IllegalAction(ValueError):
    """An action that the rules refuse; the message is a reason that a player understands."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats (several: a shared win; none: a draw), a score a seat, and why."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str


class Part(Struct, frozen=True, array_like=True, gc=False):
    """A card, floor or piece of a tower; what the fields mean, the game says."""

    kind: Annotated[str, Meta(max_length=24)]
    number: Annotated[int, Meta(ge=0, le=999)] = 0
    owner: Owner | None = None


class BuiltTower(Struct, frozen=True, gc=False):
    """A finished game's best tower, as the program keeps and shows it, bottom part first."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=99)]
    seat: Owner | None = None
    """Whose it is; None: nobody's, or everybody's."""
    worth: Annotated[int, Meta(ge=-9999, le=9999)] = 0
    """In the unit of its game: points, cards, pips."""


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The turn of a seat has begun."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat has no cards and nothing to draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Advice(Generic[A]):
    """What a bot would do, and why in words a player understands."""

    action: A
    reason: str
    """It goes on after the play (see `Game.propose`); `sentence` makes it stand by itself."""
    then: A | None = None
    """What it would do next, where the first action alone does not show the plan."""


@dataclass(frozen=True, slots=True)
class Verdict(Generic[A]):
    """A bot's judgement of an action that was played: what it would have done, and what the difference costs."""

    better: Advice[A]
    cost: float
    """In the unit of the game's `price`, 0 or more; 0 where nothing better was there."""


class Bot(ABC, Generic[A, V]):
    """A player made of code. It sees one seat's view and the legal actions, never the state."""

    @abstractmethod
    def choose(self, view: V, actions: Sequence[A], rng: random.Random) -> A | None:
        """Return one of `actions`; None (live games only) to leave the table as it is."""

    def advise(self, view: V, actions: Sequence[A], rng: random.Random) -> Advice[A] | None:
        """Return the choice with its reason."""
        action = self.choose(view, actions, rng)
        return None if action is None else Advice(action, tr("It looks best."))

    def judge(self, view: V, actions: Sequence[A], played: A, rng: random.Random) -> Verdict[A] | None:
        """Return what was better than `played`, and by how much; None where the bot has nothing to say.

        The reason may be left empty: `why` finds it where it is shown.
        """
        return None

    def why(self, view: V, better: Sequence[A], other: Sequence[A], rng: random.Random) -> str | None:
        """Return in words what one way to go on comes to that another does not; empty where the bot cannot tell.

        None where it finds, looking longer, that there is no real difference.
        Each is one action, or some of the seat's own that follow on each other. The words may go on after the play.
        """
        return ""


class RandomBot(Bot[A, V]):
    """Does anything legal, each action as likely as the others."""

    def choose(self, view: V, actions: Sequence[A], rng: random.Random) -> A | None:
        return rng.choice(actions) if actions else None


class Game(ABC, Generic[S, A, E, V]):
    """One game's rules. All randomness lives in the state; nothing here reads a clock."""

    name: ClassVar[str]
    """The word of the command line and of record files."""
    title: ClassVar[str]
    designer: ClassVar[str]
    blurb: ClassVar[str]
    """One line for the title screen."""
    version: ClassVar[int] = 1
    """Rules version, which every new record carries."""
    older_versions: ClassVar[tuple[int, ...]] = ()
    """Versions of the rules whose records are still replayed, by the rules they were made by (`use_version`)."""
    seats: ClassVar[range]
    """The numbers of seats that may play."""
    live: ClassVar[bool] = False
    """Whether everybody acts at once and time matters."""
    levels: ClassVar[tuple[str, ...]] = roster.LEVELS
    """The bots' levels, weakest first."""
    presets: ClassVar[tuple[Preset, ...]] = ()
    """Named sets of option values for the set-up, the game's own defaults first."""
    endings: ClassVar[Mapping[str, str]] = {}
    """By `Outcome.reason`, how a game is won, in a few words."""

    # -- set-up

    def options(self, seats: int) -> tuple[Option, ...]:
        """Return the options offered to that many seats, in the order of the set-up screen."""
        return ()

    def notes(self, seats: int, options: Mapping[str, Value]) -> dict[str, str]:
        """Return a remark for each option that has no effect beside the others chosen."""
        return {}

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> S:
        """Return the state before the first action. `options` are complete (see `resolve`)."""

    def use_version(self, state: S, version: int, seed: int) -> None:
        """Let a new state, set up by that seed, go by one of the `older_versions` of the rules."""
        raise NotImplementedError

    # -- play

    @abstractmethod
    def actors(self, state: S) -> frozenset[Seat]:
        """Return who may act now; nobody once the game is over."""

    @abstractmethod
    def actions(self, state: S, seat: Seat) -> Sequence[A]:
        """Return the seat's legal actions in a fixed order (for free positions: sensible candidates)."""

    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise IllegalAction, with the reason, unless `seat`, if it may act (see `actors`), may do `action`."""
        if action not in self.actions(state, seat):
            raise IllegalAction(mark("that cannot be done now"))

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A, log: list[E] | None = None) -> None:
        """Do a legal action in place; append its consequences to `log`, in order."""

    def tick(self, state: S, ms: int, log: list[E] | None = None) -> None:
        """Bring a live game's clock to `ms` since the start: timers, stalls, countdowns. Turn games ignore it.

        Two ticks in succession do exactly what the later one alone would have done.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    # -- knowledge

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what the seat may know (None: an onlooker, who sees only what is public)."""

    def redact(self, event: E, seat: Seat | None) -> E:
        """Return the event as the seat may see it."""
        return event

    def revealed_to(self, event: E) -> frozenset[Seat]:
        """Return the seats that learn something hidden by this event; what they saw cannot be undone.

        By default those that see more of it than an onlooker does.
        """
        public = self.redact(event, None)
        return frozenset(seat for seat in EVERYONE if self.redact(event, seat) != public)

    @abstractmethod
    def determinize(self, view: V, rng: random.Random) -> S:
        """Return a full state that could lie behind the view."""

    def partial(self, view: V) -> S:
        """Return the state that a seat knows, with what it does not know left open: for trials (`game.trial`).

        In it the rules raise `Open` where only chance can decide. A game needs this only if it makes trials.
        """
        raise NotImplementedError(f"{self.name} has no partial states, so nothing can be tried out in it")

    # -- text

    def price(self, cost: int) -> str:
        """Return what a mistake cost, in words: in the unit of `Verdict.cost`, such as "7 points"."""
        return tr_count("{number} win in 100", "{number} wins in 100", cost)

    @abstractmethod
    def parse(self, text: str) -> A:
        """Return the action whose text form is `text`. Raises ValueError with what is wrong."""

    def describe(self, event: E, names: Sequence[str]) -> str:
        """Return one sentence about the event for the move log; empty where it needs none."""
        return ""

    def describe_action(self, seat: Seat, action: A, names: Sequence[str]) -> str:
        """Return one sentence about an action that no event tells of; empty where the first event of it does."""
        return ""

    def propose(self, view: V, advice: Advice[A], names: Sequence[str]) -> str:
        """Return what a hint says to do, such as "Play 3 spades on Ana's hearts tower of 5"; empty to say just why."""
        return ""

    def describe_outcome(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Return one sentence about who won, and how."""
        if not outcome.winners:
            return tr("It's a draw.")
        if len(outcome.winners) == 1:
            return tr_player(names[outcome.winners[0]], mark("You win."), mark("{name} wins."))
        return tr("{names} share the win.", names=listed_players([names[seat] for seat in outcome.winners]))

    def dump(self, state: S) -> dict[str, Any]:
        """Return the whole state as plain JSON data, hidden things too. By default the state is a dataclass of such."""
        dump: dict[str, Any] = asdict(state)  # type: ignore[call-overload]
        return dump

    def check_invariants(self, state: S) -> None:
        """Raise AssertionError where something in the state cannot be. Tests ask at every moment of random games."""

    # -- figures

    def number_turns(self, seats: Sequence[Seat | None]) -> list[int]:
        """Return for each action its turn, from 1, given whose they were in order: each run of one seat is one turn."""
        return [turn for turn, (_, run) in enumerate(groupby(seats), 1) for _ in run]

    def count_turns(self, seats: Sequence[Seat | None]) -> int:
        """Return how many turns these actions make, given whose they were in order."""
        return max(self.number_turns(seats), default=0)

    def summary(self, state: S) -> dict[str, Any]:
        """Return what to say about a finished game beside its outcome, as plain JSON data."""
        return {}

    def best_tower(self, state: S) -> BuiltTower | None:
        """Return the best tower of a finished game, for the player's skyline; None: it leaves none there.

        Where several are equally good, a winner's.
        """
        return None

    def describe_harm(self, what: str, size: int) -> str:
        """Return how a bot remembers harm that was done to it in a game before (`game.progress.feat.Harm`).

        One sentence, said to whoever did it, such as "Last time you took my SPIRE."; empty: there is nothing to say.
        """
        return ""

    def describe_tower(self, tower: BuiltTower) -> str:
        """Return such a tower in a few words, such as "10 spades"; empty where there is nothing to say.

        It may come from a file that anybody has written: its words and numbers may be any.
        """
        return ""


def next_generator(state: Any) -> random.Random:
    """Return a generator by the seed that a state keeps as its `rng`; the state moves on to the next one."""
    rng = random.Random(state.rng)
    state.rng = rng.getrandbits(64)
    return rng


def shuffled(cards: bytes, rng: random.Random) -> bytes:
    """Return cards in a random order, by random keys: far faster than `shuffle`, and the same under every Python."""
    draw = rng.random
    return bytes([card for _, card in sorted([(draw(), card) for card in cards])])


AnyGame = Game[Any, Any, Any, Any]


def sentences_of(game: AnyGame, events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Return a sentence for each event that has one."""
    sentences = (game.describe(event, names) for event in events)
    return [sentence for sentence in sentences if sentence]


def hint(game: AnyGame, view: Any, advice: Advice[Any], names: Sequence[str], is_short: bool = False) -> str:
    """Return a hint: what to do, then why, unless it is to be short."""
    play = game.propose(view, advice, names)
    if play and is_short:
        return tr("{play}.", play=play)
    # Translators: {play} is such as "Build the red 7", {reason} such as "your red tower is now worth 12.".
    return tr("{play}: {reason}", play=play, reason=advice.reason) if play else sentence(advice.reason)


# -- trial


UNDECIDED = -1
"""The seed of a partial state (see `Game.partial`), by which its rules know that they have none."""


class Open(Exception):
    """Raised by the rules in a partial state where only chance can decide."""


@dataclass(frozen=True, slots=True)
class Trial(Generic[A, E, V]):
    """An action that was done in a state in which all that its seat does not know is left open."""

    before: V
    action: A
    events: Sequence[E]
    """As the seat would see them: all up to the next choice, or those before chance decides."""
    after: V
    """What the seat would know after the last of the events. Cards that it draws are counted, but not named."""
    is_open: bool
    """Whether chance decides what comes after the events."""

    def first(self, *kinds: type[Any]) -> Any:
        """Return the first event of one of these types; None where there is none."""
        return next((event for event in self.events if isinstance(event, kinds)), None)


def why_not(game: Game[Any, A, Any, V], view: V, action: A) -> str:
    """Return why the rules refuse an action of the view's seat, as a sentence; "" if it is legal."""
    seat: int = view.seat  # type: ignore[attr-defined]
    try:
        game.check(game.partial(view), seat, action)
    except IllegalAction as refusal:
        return reason_sentence(str(refusal))
    return ""


def try_out(game: Game[Any, A, E, V], view: V, action: A) -> Trial[A, E, V]:
    """Return what a legal action of the view's seat would do. Raises NotImplementedError if a game has no `partial`."""
    seat: int = view.seat  # type: ignore[attr-defined]
    state = game.partial(view)
    log: list[E] = []
    is_open = False
    try:
        game.apply(state, seat, action, log)
    except Open:
        is_open = True
    return Trial(view, action, [game.redact(event, seat) for event in log], game.view(state, seat), is_open)
