"""Games between bots without a window: any number of them, by any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from game.arena.report import seeds_words
from game.bots.live import play_live
from game.bots.process import WorkFailed, parallel_map
from game.bots.seeds import bot_seed
from game.bots.worker import BotQuestion, think
from game.engine import Outcome, Seat
from game.live import LiveQuestion
from game.match import Match
from game.record import Header, Record, count_turns
from game.registry import load
from game.storage.files import write_atomic
from game.text import counted


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game that bots have played to its end."""

    record: Record
    outcome: Outcome
    summary: dict[str, Any]
    moves: tuple[int, ...]
    """By seat: how often its bot was asked."""
    seconds: tuple[float, ...]
    """By seat: how long its bot thought in all."""

    def to_json(self) -> dict[str, Any]:
        """Return what `--json` prints: the same for the same seed, so without times."""
        header, outcome = self.record.header, self.outcome
        return {
            "game": header.game,
            "seed": header.seed,
            "seats": [player.level for player in header.seats],
            "options": header.options,
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "turns": count_turns(self.record),
            "scores": list(outcome.scores),
            "actions": count_actions(self.record),
            **self.summary,
        }


def headers(first: Header, games: int) -> list[Header]:
    """Return what the games start from, given the first; game i has its seed + i."""
    return [msgspec.structs.replace(first, seed=first.seed + number) for number in range(games)]


def simulate(starts: list[Header], jobs: int = 1) -> Generator[PlayedGame, None, None]:
    """Play the games and yield them in order; the same ones whatever the number of jobs. Raises WorkFailed."""
    return parallel_map(play_game, starts, jobs)


def play_game(header: Header) -> PlayedGame:
    """Play one game between bots to its end. Raises WorkFailed, with the seed, for whatever goes wrong in it."""
    bots = Bots(header)
    live = load(header.game).live
    try:
        match = play_live(header, bots.choose_live) if live else play_turns(header, bots)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise WorkFailed(f"the game with seed {header.seed} could not be played: {what}") from error
    assert match.outcome is not None
    summary = match.game.summary(match.state)
    return PlayedGame(match.record, match.outcome, summary, tuple(bots.moves), tuple(bots.seconds))


class Bots:
    """The bots of a game, and how often and how long they were asked."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.moves = [0] * len(header.seats)
        self.seconds = [0.0] * len(header.seats)

    def choose(self, seat: Seat, view: Any, actions: Sequence[Any], seed: int | str) -> Any:
        """Ask the seat's bot."""
        answer = think(BotQuestion(0, self.header.game, self.header.seats[seat].level, view, actions, seed))
        self.moves[seat] += 1
        self.seconds[seat] += answer.seconds
        return answer.action

    def choose_live(self, question: LiveQuestion) -> Future[Any]:
        """Ask the seat's bot at a live table."""
        future: Future[Any] = Future()
        future.set_result(self.choose(question.seat, question.view, question.actions, question.seed))
        return future


def play_turns(header: Header, bots: Bots) -> Match:
    """Play a game of turns to its end."""
    match = Match.new(header)
    game, state = match.game, match.state
    while match.outcome is None:
        (seat,) = match.actors
        seed = bot_seed(match.header.seed, seat, len(match.record.entries))
        match.act(seat, bots.choose(seat, game.view(state, seat), game.actions(state, seat), seed))
    return match


def count_actions(record: Record) -> dict[str, int]:
    """Return how many actions of each kind there were: of each first word, in alphabetical order."""
    return dict(sorted(Counter(entry.text.partition(" ")[0] for entry in record.actions()).items()))


def save(played: PlayedGame, folder: Path) -> Path:
    """Write the game's record into the folder, named after game, bots and seed; return its path. Raises OSError."""
    header = played.record.header
    path = folder / "-".join((header.game, *(player.level for player in header.seats), f"{header.seed}.jsonl"))
    write_atomic(path, played.record.to_bytes())
    return path


class SimulationReport:
    """The results of many games of the same seats, added up."""

    def __init__(self, header: Header, title: str) -> None:
        seats = range(len(header.seats))
        self.title, self.levels = title, [player.level for player in header.seats]
        self.seeds: list[int] = []
        self.wins = [0 for _ in seats]
        """By seat: games won, shared wins too."""
        self.shares = [0.0 for _ in seats]
        """By seat: games won, a shared win split among its winners."""
        self.moves = [0 for _ in seats]
        self.seconds = [0.0 for _ in seats]
        self.turns = 0
        self.draws = 0
        self.reasons: Counter[str] = Counter()

    def add(self, played: PlayedGame) -> None:
        winners = played.outcome.winners
        for seat in winners:
            self.wins[seat] += 1
            self.shares[seat] += 1 / len(winners)
        for seat in range(len(self.levels)):
            self.moves[seat] += played.moves[seat]
            self.seconds[seat] += played.seconds[seat]
        self.seeds.append(played.record.header.seed)
        self.turns += count_turns(played.record)
        self.draws += not winners
        self.reasons[played.outcome.reason] += 1

    def lines(self) -> Iterator[str]:
        """Yield the table of results; wins in games, shares in percent, thinking in milliseconds a move."""
        games = len(self.seeds)
        yield f"{self.title}: {counted(games, 'game')}, {seeds_words(self.seeds[0], games)}"
        width = max(3, *map(len, self.levels))
        yield f"seat  {'bot':{width}}  {'wins':>6}  {'share':>7}  {'ms a move':>9}"
        for seat, level in enumerate(self.levels):
            pace = 1000 * self.seconds[seat] / max(1, self.moves[seat])
            share = 100 * self.shares[seat] / games
            yield f"{seat + 1:4}  {level:{width}}  {self.wins[seat]:6}  {share:6.1f}%  {pace:9.2f}"
        yield f"average turns: {self.turns / games:.1f}"
        yield "ended by: " + ", ".join(f"{reason} {number}" for reason, number in self.reasons.most_common())
        if self.draws:
            yield f"without a winner: {self.draws}"
