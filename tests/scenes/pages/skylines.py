"""Made-up finished games, for skylines."""

import random
from datetime import datetime, timedelta
from pathlib import Path

from topping_out.game.engine import BuiltTower, Outcome, Part
from topping_out.game.icetowers.state import SIZE_NAMES
from topping_out.game.progress.summary import Summary
from topping_out.game.record import Header, Player
from topping_out.game.storage.library import Saved
from topping_out.game.towering.actions import COLOUR_NAMES
from topping_out.game.wyoming.actions import SUIT_NAMES

FIRST = datetime(2026, 3, 1, 20, 15)
FLOORS = ("SUITE", "OFFICE", "LOBBY", "SPIRE", "ELEVATOR", "LANDLORD", "NOISE COMPLAINT", "INFERNO")


def made_up_games(number: int) -> list[Saved]:
    """Return this many finished games, the latest first, as the library does."""
    rng = random.Random(number)
    return [_game(rng, index) for index in range(number)][::-1]


def _game(rng: random.Random, number: int) -> Saved:
    name, tower = rng.choice((_wyoming, _towering, _towers, _icetowers))(rng)
    winner = rng.choice((0, 0, 1))
    started = (FIRST + timedelta(hours=29 * number)).isoformat(timespec="seconds")
    seats = (Player("Ana"), Player("Mesa", "bot", "medium", 1))
    header = Header(game=name, rules=1, seats=seats, options={}, seed=number, started=started)
    outcome = Outcome((winner,), (30 - winner, 29 + winner), "tower" if name == "wyoming" else "points")
    return Saved(Path(f"{name}-{number:05}.jsonl"), header, 40, outcome, Summary(600_000, tower))


def _wyoming(rng: random.Random) -> tuple[str, BuiltTower]:
    suit, height = rng.choice(SUIT_NAMES), rng.randint(6, 11)
    return "wyoming", BuiltTower(tuple(Part(suit, rng.randrange(13)) for _ in range(height)), 0, height)


def _towering(rng: random.Random) -> tuple[str, BuiltTower]:
    colour, beams = rng.choice(COLOUR_NAMES), rng.randint(0, 4)
    numbers = [0] * beams + sorted(rng.sample(range(2, 11), rng.randint(3, 8)))
    return "towering", BuiltTower(tuple(Part(colour, number) for number in numbers), 1, 60)


def _towers(rng: random.Random) -> tuple[str, BuiltTower]:
    floors = [Part(rng.choice(FLOORS), 0, rng.choice((0, 1, None))) for _ in range(rng.randint(3, 6))]
    return "towers", BuiltTower(tuple(floors), 0, 12)


def _icetowers(rng: random.Random) -> tuple[str, BuiltTower]:
    sizes = sorted((rng.randint(1, 3) for _ in range(rng.randint(2, 6))), reverse=True)
    return "icetowers", BuiltTower(tuple(Part(SIZE_NAMES[n], n, rng.randrange(3)) for n in sizes), 0, sum(sizes))
