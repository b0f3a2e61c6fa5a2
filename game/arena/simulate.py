"""Games between bots without a window: any number of them, in any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from ..bots.process import HERE, Workers
from ..language import tr, tr_count
from ..record import Record, count_turns
from ..storage.files import write_atomic
from ..text import labelled
from .contest import Result, Simulation, Thinking, label, play_game
from .report import Fault, fault_lines, given_up_lines, record_path, seeds_words, table


def simulations(first: Simulation, games: int) -> list[Simulation]:
    """Return the starts of all games, given the first; game i has the seed of the first + i."""
    seeds = range(first.header.seed, first.header.seed + games)
    headers = [msgspec.structs.replace(first.header, seed=seed) for seed in seeds]
    return [replace(first, header=header, tells_seed=games == 1) for header in headers]


def simulate(starts: Sequence[Simulation], workers: Workers = HERE) -> Generator[Result, None, None]:
    """Play the games and yield them in order. They are the same whoever plays them. Raises WorkFailed."""
    # A separate process ends external programs even if this one is killed.
    is_apart = any(contender.command for start in starts[:1] for contender in start.contenders)
    return workers.map(play_game, starts, is_apart)


def to_json(played: Result) -> dict[str, Any]:
    """Return the data for `--json`, without times, so that it is the same for the same seed."""
    header, outcome = played.record.header, played.outcome
    return {
        "game": header.game,
        "seed": header.seed,
        "seats": list(played.words),
        "options": header.options,
        "winners": list(outcome.winners) if outcome else [],
        "reason": outcome.reason if outcome else None,
        "turns": count_turns(played.record),
        "scores": list(outcome.scores) if outcome else None,
        "actions": count_actions(played.record),
        "faults": [{"seat": seat, "what": what} for seat, what in sorted(played.faults.items())],
        **played.summary,
    }


def count_actions(record: Record) -> dict[str, int]:
    """Return the number of actions of each kind (their first word), in alphabetical order."""
    return dict(sorted(Counter(entry.text.partition(" ")[0] for entry in record.actions()).items()))


def save(played: Result, folder: Path, may_replace: bool = True) -> Path:
    """Write the game's record to a file named after game, bots and seed; return its path. Raises OSError."""
    header = played.record.header
    path = record_path(folder, header.game, played.words, str(header.seed))
    write_atomic(path, played.record.to_bytes(), may_replace)
    return path


class SimulationReport:
    """The combined results of many games with the same seats."""

    def __init__(self, words: Sequence[str], title: str, endings: Mapping[str, str] = MappingProxyType({})) -> None:
        seats = range(len(words))
        self.title, self.words, self.endings = title, words, endings
        self.seeds: list[int] = []
        self.wins = [0 for _ in seats]
        """Games won, including shared wins, by seat."""
        self.shares = [0.0 for _ in seats]
        """Games won, with a shared win divided among its winners, by seat."""
        self.thinking = [Thinking() for _ in seats]
        self.turns = 0
        self.draws = 0
        self.given_up = 0
        """The number of games that did not end."""
        self.faults: list[Fault] = []
        self.reasons: Counter[str] = Counter()

    def add(self, played: Result) -> None:
        seed, outcome = played.record.header.seed, played.outcome
        for seat in outcome.winners if outcome else ():
            self.wins[seat] += 1
        for seat, word in enumerate(self.words):
            if outcome is None or outcome.winners:
                self.shares[seat] += played.shares[seat]
            self.thinking[seat] += played.thinking[seat]
            if seat in played.faults:
                self.faults.append(Fault(seed, seat, word, played.faults[seat]))
        self.seeds.append(seed)
        self.turns += count_turns(played.record)
        self.given_up += outcome is None and not played.faults
        if outcome:
            self.draws += not outcome.winners
            self.reasons[outcome.reason] += 1

    def lines(self) -> Iterator[str]:
        """Yield a table of the results: wins in games, shares in percent, thinking time in milliseconds per move."""
        games = len(self.seeds)
        yield tr_count(
            "{title}: {number} game, {seeds}",
            "{title}: {number} games, {seeds}",
            games,
            title=self.title,
            seeds=seeds_words(self.seeds[0], games),
        )
        heads = [tr("seat"), tr("bot"), tr("wins"), tr("share"), tr("ms a move")]
        rows = [
            (f"{seat}", label(word), f"{wins}", f"{100 * share / games:.1f}%", f"{thinking.mean_ms:.2f}")
            for seat, (word, wins, share, thinking) in enumerate(
                zip(self.words, self.wins, self.shares, self.thinking), 1
            )
        ]
        yield from table(heads, rows, (4, 3, 6, 7, 9), words=1)
        yield tr("average turns: {number}", number=f"{self.turns / games:.1f}")
        if self.reasons:
            yield tr("how the games were won:")
            for reason, number in self.reasons.most_common():
                yield f"  {labelled(tr(self.endings.get(reason, reason)), str(number))}"
        if self.draws:
            yield tr("without a winner: {number}", number=self.draws)
        yield from given_up_lines(self.given_up)
        yield from fault_lines(self.faults)
