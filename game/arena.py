"""Contests: the same deals played by the same contenders in every seat, so that luck cancels out.

A pair is one deal played once for each seat, with the contenders moved on by one seat each time: with two seats the
same deal twice. What a contender wins and scores is counted by pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any, Protocol

import msgspec

from game.contenders import Contender, Insider, bot_of
from game.engine import Outcome, Seat
from game.helper import WorkFailed, spread
from game.live import LiveDriver, Request
from game.match import Match
from game.record import Header, Record
from game.worker import bot_seed


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what: the header seats the contenders as in the first game of the first pair."""

    header: Header
    contenders: tuple[Contender, ...]

    @property
    def seats(self) -> int:
        return len(self.contenders)

    def deal(self, pair: int, turn: int) -> tuple[Header, tuple[int, ...]]:
        """Return what a game starts from, and by seat the number of the contender there."""
        seating = tuple((seat + turn) % self.seats for seat in range(self.seats))
        players = tuple(
            msgspec.structs.replace(self.header.seats[contender], colour=seat) for seat, contender in enumerate(seating)
        )
        return msgspec.structs.replace(self.header, seats=players, seed=self.header.seed + pair), seating


@dataclass(frozen=True, slots=True)
class Thinking:
    """How often a contender decided, and how long that took, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def __add__(self, other: Thinking) -> Thinking:
        seconds, slowest = self.seconds + other.seconds, max(self.slowest, other.slowest)
        return Thinking(self.decisions + other.decisions, seconds, slowest)


@dataclass(frozen=True, slots=True)
class Bout:
    """One game of a pair; everything is by contender, not by seat."""

    shares: tuple[float, ...]
    """Of the win: 1 divided among the winners, or among all where nobody wins."""
    scores: tuple[int, ...]
    thinking: tuple[Thinking, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """One deal, played in every seating."""

    seed: int
    bouts: tuple[Bout, ...]

    def share(self, contender: int = 0) -> float:
        return fmean(bout.shares[contender] for bout in self.bouts)

    def score(self, contender: int) -> float:
        return fmean(bout.scores[contender] for bout in self.bouts)

    @property
    def margin(self) -> float:
        """By how many points a game the first contender was ahead of the average of the others."""
        own, *others = (self.score(contender) for contender in range(len(self.bouts)))
        return own - fmean(others)


def contest_pairs(contest: Contest, pairs: int, jobs: int = 1) -> Generator[Pair, None, None]:
    """Play the pairs and yield them in order; the same ones whatever the number of jobs. Raises WorkFailed."""
    return spread(partial(play_pair, contest), range(pairs), jobs)


def play_pair(contest: Contest, number: int) -> Pair:
    """Play pair `number` of a contest. Raises WorkFailed, with the game's seed, for whatever goes wrong in it."""
    bouts = tuple(_play_bout(contest, number, turn) for turn in range(contest.seats))
    return Pair(contest.header.seed + number, bouts)


def _play_bout(contest: Contest, number: int, turn: int) -> Bout:
    header, seating = contest.deal(number, turn)
    chairs = [Chair(Insider(bot_of(header.game, contest.contenders[who]))) for who in seating]
    hands = {seat: contest.contenders[who].hands(header.game) for seat, who in enumerate(seating)}
    try:
        match = Match(Record(header))
        outcome = play_live(match, chairs, hands) if match.game.live else play_turns(match, chairs)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise WorkFailed(f"the game with seed {header.seed} could not be played: {what}") from error
    return _by_contender(seating, outcome, chairs)


def _by_contender(seating: Sequence[int], outcome: Outcome, chairs: Sequence[Chair]) -> Bout:
    seats = sorted(range(len(seating)), key=lambda seat: seating[seat])
    winners = outcome.winners or tuple(seats)
    return Bout(
        tuple((seat in winners) / len(winners) for seat in seats),
        tuple(outcome.scores[seat] for seat in seats),
        tuple(chairs[seat].thinking for seat in seats),
    )


# -- a game


class Guest(Protocol):
    """Somebody on a seat who is asked for actions."""

    clock: Callable[[], float]
    """In seconds: what the time of its decisions is taken with."""

    def choose(self, view: Any, actions: Sequence[Any], seed: int | str) -> Any: ...


class Chair:
    """A seat, who sits there, and how long they think."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.thinking = Thinking()

    def ask(self, view: Any, actions: Sequence[Any], seed: int | str) -> Any:
        began = self.guest.clock()
        action = self.guest.choose(view, actions, seed)
        seconds = self.guest.clock() - began
        self.thinking += Thinking(1, seconds, seconds)
        return action


def play_turns(match: Match, chairs: Sequence[Chair]) -> Outcome:
    """Play a game of turns to its end; return how it ended."""
    game, state = match.game, match.state
    while (outcome := match.outcome) is None:
        (seat,) = match.actors
        seed = bot_seed(match.header.seed, seat, len(match.record.entries))
        match.act(seat, chairs[seat].ask(game.view(state, seat), game.actions(state, seat), seed))
    return outcome


def play_live(match: Match, chairs: Sequence[Chair], hands: Mapping[Seat, Any]) -> Outcome:
    """Play a live game to its end on a clock that jumps; return how it ended."""

    def thought(request: Request) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(chairs[request.seat].ask(request.view, request.actions, request.seed))
        return future

    driver = LiveDriver(match, thought, hands=hands)
    while (outcome := match.outcome) is None:
        due = driver.next_due()
        if due is None:
            raise RuntimeError(f"nobody at the table will ever act again, {driver.ms} ms into the game")
        driver.advance(due)
    return outcome
