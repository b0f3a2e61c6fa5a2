"""Contests: the same deals played by the same contenders in every seat, so that luck cancels out.

A pair is one deal played once for each seat, the contenders moving on by one seat each time; with two seats the same
deal is played twice. What a contender wins and scores is counted by pairs.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from statistics import fmean

import msgspec

from topping_out.game.arena.contenders import Contender
from topping_out.game.arena.external.bot import PATIENCE
from topping_out.game.arena.runner import Result, Thinking, play_game
from topping_out.game.arena.workers.workers import HERE, Workers
from topping_out.game.record import Header


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what: the header seats the contenders as in the first game of the first pair."""

    header: Header
    contenders: tuple[Contender, ...]
    patience: float = PATIENCE
    """Seconds that a program from outside has for each answer."""
    keeps_records: bool = False
    """Whether its games bring their records."""
    own_speed: bool = False
    """Whether at a live table each moves by its own level; else all alike, as they do beside people."""
    tells_seed: bool = False
    """Whether programs from outside are told the seed with the last game of a pair: no other pair may follow."""

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
class PairGame:
    """One game of a pair; everything is by contender, not by seat."""

    shares: tuple[float, ...]
    """Share of the win (see `Result.shares`)."""
    scores: tuple[int, ...] | None
    """None where the game was given up or lost by a fault."""
    thinking: tuple[Thinking, ...]
    faults: tuple[str, ...]
    """The fault by which a contender lost the game; empty where there is none."""
    record: bytes = b""
    """As in a file; only where the contest keeps records."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One deal, played in every seating."""

    seed: int
    games: tuple[PairGame, ...]

    def share(self, contender: int = 0) -> float:
        return fmean(game.shares[contender] for game in self.games)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """Mean points a game, by contender; None unless every game was played to its end."""
        scores = [game.scores for game in self.games if game.scores is not None]
        return tuple(map(fmean, zip(*scores))) if len(scores) == len(self.games) else None

    @property
    def margin(self) -> float | None:
        """By how many points a game the first contender was ahead of the others' average; None as with `scores`."""
        if self.scores is None:
            return None
        own, *others = self.scores
        return own - fmean(others)


def play_all(
    contests: Sequence[Contest], pairs: int, workers: Workers = HERE
) -> Generator[tuple[int, Pair], None, None]:
    """Play contests side by side: yield each one's number and a pair of it, in turn, whoever plays them.

    Raises WorkFailed.
    """
    if len(contests) == pairs == 1:
        contests = [replace(contests[0], tells_seed=True)]
    turns = [(which, number) for number in range(pairs) for which in range(len(contests))]
    tasks = [(contests[which], number) for which, number in turns]
    # A process apart ends the programs from outside even where this one is killed.
    is_apart = any(contender.command for contest in contests for contender in contest.contenders)
    with closing(workers.map(play_pair, tasks, is_apart)) as played:
        for (which, _), pair in zip(turns, played):
            yield which, pair


def play_pair(task: tuple[Contest, int]) -> Pair:
    """Play a contest's pair of that number. Raises WorkFailed, with the game's seed, for whatever goes wrong in it."""
    contest, number = task
    games = tuple(_play_game(contest, number, turn) for turn in range(contest.seats))
    return Pair(contest.header.seed + number, games)


def _play_game(contest: Contest, number: int, turn: int) -> PairGame:
    header, seating = contest.deal(number, turn)
    contenders = [contest.contenders[who] for who in seating]
    tells_seed = contest.tells_seed and turn == contest.seats - 1
    result = play_game(header, contenders, contest.patience, contest.own_speed, tells_seed)
    return _by_contender(result, seating, result.record.to_bytes() if contest.keeps_records else b"")


def _by_contender(result: Result, seating: Sequence[int], record: bytes) -> PairGame:
    seats = sorted(range(len(seating)), key=lambda seat: seating[seat])
    shares, outcome = result.shares, result.outcome
    return PairGame(
        tuple(shares[seat] for seat in seats),
        None if outcome is None else tuple(outcome.scores[seat] for seat in seats),
        tuple(result.thinking[seat] for seat in seats),
        tuple(result.faults.get(seat, "") for seat in seats),
        record,
    )
