"""Fill a home with finished games, to see and measure the program's pages as they are after years.

    python build/measure/make_home.py FOLDER [--games 3000] [--seed 1] [--played 40]
    TOPPING_OUT_HOME=FOLDER topping-out

All records come from real games. Bots of the level gentle play `--played` of them, with all options and numbers of
seats. The others are copies with other players and dates; against stronger bots the human wins less often.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle, islice
from pathlib import Path

from msgspec.structs import replace

from topping_out.game import registry, roster
from topping_out.game.arena.contest import Simulation, play_game, players_of, read_contenders
from topping_out.game.engine import Outcome, Seat
from topping_out.game.record import Entry, Header, Player, Record, new_header
from topping_out.game.storage.library import SaveLibrary, record_name

LAST_DAY = datetime(2026, 11, 20, 21, 0)
BETWEEN = timedelta(hours=5)
"""Half of the longest time between two games."""
THINKING = 4000
"""Milliseconds between two actions at a turn-based table."""
NAMES = ("You", "You", "You", "Ana", "Ben")
LOST_TO = {"gentle": 0.1, "easy": 0.25, "medium": 0.5, "hard": 0.75, "master": 0.9}
"""By level, the share of games that a human loses to it."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game and its outcome."""

    record: Record
    outcome: Outcome


def play(number: int, seed: int) -> list[PlayedGame]:
    """Let bots play this many games, each kind in turn."""
    rng = random.Random(seed)
    return [_play(name, rng) for name in islice(cycle(registry.names()), number)]


def _play(name: str, rng: random.Random) -> PlayedGame:
    game = registry.load(name)
    seats = rng.choice(list(game.seats))
    contenders = read_contenders(game, ",".join(["gentle"] * seats))
    options = {option.key: rng.choice(option.lasting) for option in game.options(seats)}
    while True:
        header = new_header(game, players_of(contenders), options, rng.getrandbits(32))
        played = play_game(Simulation(header, contenders, patience=10.0))
        if played.outcome:
            break
    entries = played.record.entries
    if not game.live:
        entries = [Entry(THINKING * n, entry.seat, entry.text) for n, entry in enumerate(entries, 1)]
    return PlayedGame(Record(header, entries), played.outcome)


def fill(folder: Path, games: int, seed: int = 1, played: int = 40) -> None:
    """Write this many finished games into the folder, the last one being the newest, and let the program index them."""
    rng, real = random.Random(seed), play(min(games, played), seed)
    folder.mkdir(parents=True, exist_ok=True)
    ends = LAST_DAY - sum((BETWEEN for _ in range(games)), timedelta())
    for game in islice(cycle(real), games):
        ends += 2 * BETWEEN * rng.random()
        _write(folder, game, ends, rng)
    SaveLibrary(folder).read_all()


def _write(folder: Path, game: PlayedGame, ends: datetime, rng: random.Random) -> None:
    lasted = timedelta(milliseconds=game.record.entries[-1].ms)
    started = (ends - lasted).isoformat(timespec="seconds")
    header = replace(game.record.header, started=started, seats=_players(game.outcome, game.record.header, rng))
    path = folder / f"{record_name(header)}.jsonl"
    path.write_bytes(Record(header, game.record.entries).to_bytes())
    os.utime(path, (ends.timestamp(), ends.timestamp()))


def _players(outcome: Outcome, header: Header, rng: random.Random) -> tuple[Player, ...]:
    """Seat a human and bots. The bots' level and the human's seat are chosen so that wins match `LOST_TO`."""
    seats = range(len(header.seats))
    human, level = rng.choice(seats), rng.choice(roster.LEVELS)
    wanted = rng.random() >= LOST_TO[level]
    human = next((seat for seat in (human, *seats) if (seat in outcome.winners) == wanted), human)
    return tuple(
        Player(rng.choice(NAMES), "human", "", seat) if seat == human else _bot(seat, level, rng) for seat in seats
    )


def _bot(seat: Seat, level: str, rng: random.Random) -> Player:
    of_level = [kind for kind in roster.characters() if roster.level_of(kind) == level]
    kind = rng.choice([level, *of_level])
    name = roster.title(kind) if kind in roster.characters() else f"{roster.title(kind)} {seat + 1}"
    return Player(name, "bot", kind, seat)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Fill a home with finished games.")
    parser.add_argument("folder", type=Path, help="the home, to be set as TOPPING_OUT_HOME")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--played", type=int, default=40, help="games that are actually played; the others are copies")
    arguments = parser.parse_args(argv)
    began = time.perf_counter()
    fill(arguments.folder / "records" / "games", arguments.games, arguments.seed, arguments.played)
    print(f"{arguments.games} games in {arguments.folder}, {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
