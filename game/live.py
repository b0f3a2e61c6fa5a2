"""Live games: bots with hands, and a driver that plays everything in order on a clock given from outside.

The driver reads no clock and starts no thread. `advance(ms)` brings a match to a moment: on the screen ms follows the
real clock, in `simulate` it jumps from one event to the next.

Order within one millisecond: first the game's own timers; then the hands that act, one after another; then those that
look, who see what has been done. Where several seats act in the same millisecond, lots decide which goes first, drawn
anew each time from the game's seed and the millisecond: every order is as likely as any other. (To take turns at
being first would be less fair than it looks: who wins the lift would lose the place, every time.)
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

from game.bots.weights import bot_named
from game.engine import Game, IllegalAction, Seat
from game.match import Match
from game.motor import Hand, Hands, Point, Stage, Thought
from game.record import Header, Player
from game.registry import load

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class LiveGame(Game[S, A, E, V]):
    """A game without turns: what the driver must know beyond the rules."""

    live: ClassVar[bool] = True

    def count_turns(self, seats: Sequence[Seat | None]) -> int:
        """There are no turns: every action counts."""
        return len(seats)

    @abstractmethod
    def next_due(self, state: S) -> int | None:
        """Return when time alone will bring something about, in milliseconds since the start."""

    @abstractmethod
    def opening(self, state: S, seat: Seat) -> A | None:
        """Return what a bot does at once, without looking: it shows that it is ready."""

    @abstractmethod
    def second_thoughts(self, state: S, seat: Seat) -> A | None:
        """Return what a bot does at once when the table has changed: it is not done any more."""

    @abstractmethod
    def stirs(self, event: E) -> bool:
        """Tell whether the event is a reason to look at the table again."""

    @abstractmethod
    def is_holding(self, state: S, seat: Seat) -> bool: ...

    @abstractmethod
    def chooser(self, state: S) -> Seat | None:
        """Return the only seat that may act, where the options make it turn by turn."""

    @abstractmethod
    def reach(self, view: V, action: A) -> Point | None:
        """Return where on the table a hand must go for the action; None: nowhere."""

    @abstractmethod
    def subject(self, view: V, action: A) -> object:
        """Return what the action is about, to compare: where it has changed, a hand under way looks again."""

    @abstractmethod
    def hands(self, level: str) -> Hands:
        """Return the hands of a mind, such as one of `levels`."""


# -- thinking, which may be done elsewhere


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a bot's head; `answer` depends on nothing else."""

    game: str
    level: str
    seat: Seat
    view: Any
    actions: tuple[Any, ...]
    seed: int

    def answer(self) -> Any:
        """Return the action chosen, None to leave the table as it is."""
        bot = bot_named(load(self.game), self.level)
        return bot.choose(self.view, self.actions, random.Random(self.seed))


@dataclass(frozen=True, slots=True)
class OnTheSpot:
    """A thought that is thought when it is needed."""

    request: Request

    def done(self) -> bool:
        return True

    def result(self) -> Any:
        return self.request.answer()


Thinker = Callable[[Request], Thought]
"""Where heads are asked. An answer takes effect at a time fixed beforehand, or when it is there, should it be late."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that came to pass: an action and its events, an action refused, or (without a seat) time's doing."""

    ms: int
    seat: Seat | None
    action: Any
    events: tuple[Any, ...]
    refusal: str = ""


class LiveDriver:
    """Plays a live match: humans' actions as they come in, bots by their heads and hands."""

    def __init__(
        self,
        match: Match,
        thinker: Thinker = OnTheSpot,
        heads: Mapping[Seat, str] | None = None,
        hands: Mapping[Seat, str | Hands] | None = None,
    ) -> None:
        """Take up a match where it stands. `heads` and `hands` are others than the players' own."""
        self.match = match
        self.game = cast("LiveGame[Any, Any, Any, Any]", match.game)
        self.ms = match.ms
        self._thinker = thinker
        self._inbox: list[tuple[int, Seat, Any]] = []
        players = match.header.seats
        self._hands: dict[Seat, Hand] = {}
        for seat, player in enumerate(players):
            if not player.is_human:
                head, deftness = (heads or {}).get(seat, player.level), (hands or {}).get(seat, player.level)
                self._hands[seat] = self._new_hand(seat, head, deftness)

    def _new_hand(self, seat: Seat, head: str, deftness: str | Hands) -> Hand:
        rng = random.Random(self.match.header.seed * 64 + seat * 8 + 1)
        hands = self.game.hands(deftness) if isinstance(deftness, str) else deftness
        return Hand(hands, head, rng, (0, 0), Stage.LOOKING, self.ms)

    # -- from outside

    def submit(self, seat: Seat, action: Any, ms: int) -> None:
        """Take in a human's action; it happens in the next `advance`, at `ms` or, if that has passed, at once.

        For a fair order all that came in by a moment is submitted before advancing to it.
        """
        self._inbox.append((max(ms, self.ms), seat, action))

    def advance(self, ms: int) -> list[Happening]:
        """Bring everything to `ms`; return what came to pass, in order.

        Two advances in succession do exactly what the later one alone would have done, unless a thought is late.
        """
        found: list[Happening] = []
        self._welcome_late_thoughts()
        while (due := self.next_due()) is not None and due <= ms and self.match.outcome is None:
            self.ms = max(due, self.ms)
            self._step(found)
        self.ms = max(self.ms, ms)
        self._tick(found)
        return found

    def next_due(self) -> int | None:
        """Return when the next thing happens of itself; None: never, unless a human acts or a thought comes in."""
        times = [hand.due for hand in self._hands.values() if hand.due is not None]
        times += [ms for ms, _, _ in self._inbox]
        timer = self.game.next_due(self.match.state)
        return min(times if timer is None else [*times, timer], default=None)

    def time_stands(self) -> bool:
        """Tell whether the clock should wait for a human to choose (under options that make it turn by turn)."""
        chooser = self.game.chooser(self.match.state)
        return chooser is not None and chooser not in self._hands

    def hand_at(self, seat: Seat, ms: int) -> Point | None:
        """Return where a bot's hand is, in table units; None for a human's."""
        hand = self._hands.get(seat)
        return None if hand is None else hand.at(ms)

    # -- one moment

    def _step(self, found: list[Happening]) -> None:
        self._tick(found)
        for seat, action in self._in_fair_order(self._taken_from_inbox() + self._arriving()):
            self._act(seat, action, found)
        for seat, hand in self._hands.items():
            if hand.due is not None and hand.due <= self.ms:
                self._go_on(seat, hand, found)

    def _taken_from_inbox(self) -> list[tuple[Seat, Any]]:
        now = [(seat, action) for ms, seat, action in self._inbox if ms <= self.ms]
        self._inbox = [item for item in self._inbox if item[0] > self.ms]
        return now

    def _arriving(self) -> list[tuple[Seat, Any]]:
        return [
            (seat, hand.action)
            for seat, hand in self._hands.items()
            if hand.stage is Stage.REACHING and hand.arrives <= self.ms
        ]

    def _in_fair_order(self, acting: list[tuple[Seat, Any]]) -> list[tuple[Seat, Any]]:
        """Order the actions of one millisecond: by lot a first one of each seat, then the second ones, and so on."""
        if len(acting) < 2:
            return acting
        draw = random.Random(self.match.header.seed * 2**32 + self.ms).random
        lots = [draw() for _ in self.match.header.seats]
        rounds: Counter[Seat] = Counter()
        keyed = []
        for seat, action in acting:
            keyed.append(((rounds[seat], lots[seat]), (seat, action)))
            rounds[seat] += 1
        return [item for _, item in sorted(keyed, key=lambda pair: pair[0])]

    def _tick(self, found: list[Happening]) -> None:
        events = self.match.tick(self.ms)
        if events:
            self._happened(Happening(self.ms, None, None, tuple(events)), found)

    def _act(self, seat: Seat, action: Any, found: list[Happening]) -> None:
        """Do an action, a human's or a bot's; a refusal is ordinary play."""
        try:
            happening = Happening(self.ms, seat, action, tuple(self.match.act(seat, action, self.ms)))
        except IllegalAction as refusal:
            happening = Happening(self.ms, seat, action, (), str(refusal))
        if seat in self._hands:
            self._let_go(self._hands[seat], happening)
        self._happened(happening, found)

    def _let_go(self, hand: Hand, happening: Happening) -> None:
        """After a play, or a refusal, look on; after saying that it is done a bot rests."""
        if happening.refusal or any(map(self.game.stirs, happening.events)):
            hand.look(self.ms)
        else:
            hand.rest(self.ms)

    def _happened(self, happening: Happening, found: list[Happening]) -> None:
        found.append(happening)
        if self.match.outcome is not None:
            self._close(happening)
        elif any(map(self.game.stirs, happening.events)):
            self._stir(found)

    def _close(self, happening: Happening) -> None:
        """Write down when the game ended, once: nobody may have acted at that moment."""
        if happening.events:
            self.match.mark_time(self.ms)
        for hand in self._hands.values():
            hand.due = None

    def _stir(self, found: list[Happening]) -> None:
        """The table has changed: bots are not done any more, and idle ones will see it with their next glance."""
        for seat, hand in self._hands.items():
            action = self.game.second_thoughts(self.match.state, seat)
            if action is not None:
                found.append(Happening(self.ms, seat, action, tuple(self.match.act(seat, action, self.ms))))
            hand.notice(self.ms)

    # -- a bot's hand

    def _go_on(self, seat: Seat, hand: Hand, found: list[Happening]) -> None:
        match hand.stage:
            case Stage.LOOKING:
                self._look(seat, hand, found)
            case Stage.DECIDING:
                self._decide(hand)
            case Stage.REACHING:
                self._glance(seat, hand)

    def _look(self, seat: Seat, hand: Hand, found: list[Happening]) -> None:
        state = self.match.state
        opening = self.game.opening(state, seat)
        if opening is not None:
            hand.place = self.game.reach(self.game.view(state, seat), opening) or hand.place
            self._act(seat, opening, found)
            return
        actions = self.game.actions(state, seat) if seat in self.match.actors else ()
        hand.stirred = False
        if not actions:
            hand.rest(self.ms)
            return
        hand.seen = self.game.view(state, seat)
        request = Request(self.game.name, hand.head, seat, hand.seen, tuple(actions), hand.draw(2**32))
        hand.thought = self._thinker(request)
        haste = hand.hands.grip if self.game.is_holding(state, seat) else hand.hands.reaction
        hand.stage, hand.due = Stage.DECIDING, self.ms + max(1, haste + hand.draw(hand.hands.hesitation))

    def _decide(self, hand: Hand) -> None:
        assert hand.thought is not None
        if not hand.thought.done():
            hand.due = None
            return
        hand.action = hand.thought.result()
        if hand.action is None:
            hand.rest(self.ms)
        else:
            hand.set_out(self.ms, self.game.reach(hand.seen, hand.action))

    def _welcome_late_thoughts(self) -> None:
        for hand in self._hands.values():
            if hand.stage is Stage.DECIDING and hand.due is None and hand.thought is not None and hand.thought.done():
                hand.due = self.ms

    def _glance(self, seat: Seat, hand: Hand) -> None:
        """Look up on the way: go on, or think again where the goal is no longer what it was."""
        view = self.game.view(self.match.state, seat)
        if self.game.subject(view, hand.action) != self.game.subject(hand.seen, hand.action):
            hand.look(self.ms)
        else:
            hand.due = min(hand.arrives, self.ms + hand.hands.attention)


def play_out(
    header: Header,
    heads: Mapping[Seat, str] | None = None,
    hands: Mapping[Seat, str] | None = None,
    thinker: Thinker = OnTheSpot,
) -> Match:
    """Play a game of bots to its end on a clock that jumps; the same arguments give the same game to the bit."""
    match = Match.new(header)
    driver = LiveDriver(match, thinker, heads, hands)
    while match.outcome is None:
        due = driver.next_due()
        if due is None:
            raise RuntimeError(f"nobody at the table will ever act again, {driver.ms} ms into the game")
        driver.advance(due)
    return match


def bot_players(*levels: str) -> tuple[Player, ...]:
    """Return bots of these levels to seat."""
    return tuple(Player(f"{level} {n}", "bot", level, n - 1) for n, level in enumerate(levels, 1))
