"""Print a random position of seeded games with the master's hint, for readers who judge hints.

    python build/measure/hints.py GAME SEED [SEED ...] [--level hard] [--bot master] [--log 12]

For each seed, bots of `--level` play a game under the standard options, with a number of seats that the seed decides.
A random moment of it is shown as a player who may act sees it: the latest lines of the log, the view as external bots
get it (PROTOCOL.md), the legal actions and the hint. A judge recounts the hint's numbers, and asks whether it is true
and helps. Seeds that whoever mended the hints has seen are of no use to a judge.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

from topping_out.game import registry
from topping_out.game.arena import contest
from topping_out.game.arena.protocol import raw
from topping_out.game.bots.weights import bot_named
from topping_out.game.cli.games import text_lines
from topping_out.game.engine import Seat, hint
from topping_out.game.match import ReplayStep, replay
from topping_out.game.record import Player, Record, new_header

NAMES = ("Mesa", "Bram", "Odile", "Juno", "Pip")


def decisions(record: Record) -> Iterator[tuple[int, ReplayStep, list[Seat]]]:
    """Yield the number of entries so far, the last step and the seats with a choice, wherever there are any."""
    game = registry.load(record.header.game)
    for number, step in enumerate(replay(record), 1):
        choosing = [seat for seat in sorted(game.actors(step.state)) if len(game.actions(step.state, seat)) > 1]
        if choosing:
            yield number, step, choosing


def shown(name: str, seed: int, level: str, bot: str, log: int) -> Iterator[str]:
    """Yield the lines of one position."""
    game, luck = registry.load(name), random.Random(seed)
    seats = luck.choice(game.seats)
    players = [Player(NAMES[seat], "bot", level, seat) for seat in range(seats)]
    header = new_header(game, players, {}, seed)
    contenders = contest.read_contenders(game, ",".join([level] * seats))
    played = contest.play_game(contest.Simulation(header, contenders)).record
    number, step, choosing = luck.choice([*decisions(played)])
    seat = luck.choice(choosing)
    view, actions = game.view(step.state, seat), game.actions(step.state, seat)
    began = time.perf_counter()
    advice = bot_named(game, bot).advise(view, actions, random.Random(seed))
    took = time.perf_counter() - began
    yield f"== {name}, seed {seed}, {seats} seats, entry {number}: {NAMES[seat]} (seat {seat}) is asked"
    yield from text_lines(Record(header, played.entries[:number]))[-log:]
    yield f"view: {bytes(raw(view)).decode()}"
    yield f"actions: {'; '.join(str(action) for action in actions)}"
    yield f"hint ({took:.2f} s): {hint(game, view, advice, NAMES[:seats]) if advice else 'none'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("seeds", type=int, nargs="+")
    parser.add_argument("--level", default="hard", help="who plays the games")
    parser.add_argument("--bot", default="master", help="who gives the hint")
    parser.add_argument("--log", type=int, default=12, help="lines of the log to print")
    chosen = parser.parse_args()
    for seed in chosen.seeds:
        print(*shown(chosen.game, seed, chosen.level, chosen.bot, chosen.log), "", sep="\n", flush=True)


if __name__ == "__main__":
    main()
