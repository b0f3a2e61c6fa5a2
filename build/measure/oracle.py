"""Play seeded games between bots and hash everything that happens. Two programs with equal hashes play the same.

    python build/measure/oracle.py                 # all games; takes some minutes
    python build/measure/oracle.py wyoming --jobs 1
    python build/measure/oracle.py --check         # compares with build/measure/oracle.txt
    python build/measure/oracle.py --write         # renews that file, after a change of rules, bots or records

Each game is played with its default options, with each value of each option, and with each preset, by bots of the
medium level and by masters. Because masters take long, they only choose in the middle of the game (`MASTER_PLIES`), and
medium bots play the rest. The hash covers each action, each event and the final dump.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "editable"))

from topping_out.game import registry
from topping_out.game.bots.weights import bot_named
from topping_out.game.bots.worker import play_live
from topping_out.game.live import LiveGame
from topping_out.game.match import replay
from topping_out.game.options import Value, resolve
from topping_out.game.record import Player, new_header

KEPT = Path(__file__).with_suffix(".txt")
LEVELS = ("medium", "master")
MASTER_PLIES = range(8, 20)
"""The plies that masters choose; medium bots choose the others."""
SEEDS = 10_000
HASH_LETTERS = 16
"""Letters of a hash that are shown and stored."""


class Table(NamedTuple):
    """A game to play, with this number of seats and default options except for these."""

    name: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    level: str
    seed: int

    def __str__(self) -> str:
        options = " ".join(f"{key}={value}" for key, value in self.options) or "as usual"
        return f"{self.name} at {self.seats}, {self.level}, {options}"


def tables(names: list[str]) -> Iterator[Table]:
    """Yield every table, each with a seed that doesn't depend on the others."""
    for name in names:
        game = registry.load(name)
        chosen: list[tuple[int, tuple[tuple[str, Value], ...]]] = [(seats, ()) for seats in game.seats]
        for seats in game.seats:
            for option in game.options(seats):
                values = [value for value, _ in option.choices if value != option.default and not _is_dated(value)]
                chosen += [(seats, ((option.key, value),)) for value in values if option.key != "first"]
        chosen += [(game.seats[-1], preset.options) for preset in game.presets]
        once = dict.fromkeys((options, seats) for seats, options in chosen if not options)
        once |= {(options, 0): None for _, options in chosen if options}
        for options, seats in once:
            number = crc32(repr((name, options, seats)).encode()) % SEEDS
            at = [seats] if seats else [size for size, other in chosen if other == options]
            for level in LEVELS:
                yield Table(name, at[number % len(at)], options, level, number)


def _is_dated(value: Value) -> bool:
    """Return whether it is a deck written out, as the deck of the week is, which is another one every week."""
    return isinstance(value, str) and value.startswith("{")


def hash_of(table: Table) -> str:
    """Return the hash of everything that happens at a table."""
    game = registry.load(table.name)
    found = sha256()
    for line in _live(table) if isinstance(game, LiveGame) else _by_turns(table):
        found.update(line.encode())
    return found.hexdigest()[:HASH_LETTERS]


def _by_turns(table: Table) -> Iterator[str]:
    game: Any = registry.load(table.name)
    state = game.setup(table.seats, resolve(game.options(table.seats), dict(table.options)), table.seed)
    bots, rng = {level: bot_named(game, level) for level in LEVELS}, random.Random(table.seed)
    ply = 0
    while game.outcome(state) is None:
        level = table.level if ply in MASTER_PLIES else LEVELS[0]
        seat = min(game.actors(state))
        action = bots[level].choose(game.view(state, seat), game.actions(state, seat), rng)
        events: list[Any] = []
        game.apply(state, seat, action, events)
        yield f"{seat} {action} {events}"
        ply += 1
    yield repr(game.dump(state))


def _live(table: Table) -> Iterator[str]:
    players = [Player(f"{table.level} {seat}", "bot", table.level, seat) for seat in range(table.seats)]
    header = new_header(registry.load(table.name), players, dict(table.options), table.seed)
    match = play_live(header)
    for step in replay(match.record):
        entry = step.entry
        yield f"{entry.ms} {entry.seat} {entry.text} {step.events}"
    yield repr(match.game.dump(match.state))


def lines(names: list[str], jobs: int) -> Iterator[str]:
    """Yield a line with hash and description for each table."""
    found = [*tables(names)]
    with ProcessPoolExecutor(jobs) as pool:
        for table, known in zip(found, pool.map(hash_of, found)):
            yield f"{known}  {table}"


def _game_of(line: str) -> str:
    """Return the name of the game that a line is about, after its hash."""
    return line.split()[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=registry.names(), help="the games to play (all)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true", help=f"compare with {KEPT.name}")
    parser.add_argument("--write", action="store_true", help=f"renew the games' lines of {KEPT.name}")
    arguments = parser.parse_args()
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    found, differ = [], 0
    for line in lines(arguments.games, arguments.jobs):
        is_same = not arguments.check or line in kept
        differ += not is_same
        print(line if is_same else f"{line}   DIFFERS", flush=True)
        found.append(line)
    print(sha256("\n".join(found).encode()).hexdigest()[:HASH_LETTERS], len(found), "games,", differ, "differ")
    if arguments.write:
        found += [line for line in kept if _game_of(line) not in arguments.games]
        found.sort(key=lambda line: registry.names().index(_game_of(line)))
        KEPT.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
