"""Skylines for tests."""

import random
from datetime import datetime, timedelta
from pathlib import Path

from topping_out.game.engine import BuiltTower, Outcome, Part
from topping_out.game.icetowers.table import SIZE_NAMES
from topping_out.game.progress.summary import Summary
from topping_out.game.record import Header, Player
from topping_out.game.storage.library import Saved
from topping_out.game.towering.cards import COLOUR_NAMES
from topping_out.game.wyoming.cards import SUIT_NAMES

FIRST = datetime(2026, 3, 1, 20, 15)
FLOORS = ("SUITE", "OFFICE", "LOBBY", "SPIRE", "ELEVATOR", "LANDLORD", "NOISE COMPLAINT", "INFERNO")


def made_up(number: int) -> list[Saved]:
    """Return so many finished games, the last played first, as the library does."""
    luck = random.Random(number)
    return [_game(luck, each) for each in range(number)][::-1]


def _game(luck: random.Random, number: int) -> Saved:
    name, tower = luck.choice((_wyoming, _towering, _towers, _icetowers))(luck)
    winner = luck.choice((0, 0, 1))
    started = (FIRST + timedelta(hours=29 * number)).isoformat(timespec="seconds")
    seats = (Player("Ana"), Player("Mesa", "bot", "medium", 1))
    header = Header(game=name, rules=1, seats=seats, options={}, seed=number, started=started)
    outcome = Outcome((winner,), (30 - winner, 29 + winner), "tower" if name == "wyoming" else "points")
    return Saved(Path(f"{name}-{number:05}.jsonl"), header, 40, outcome, Summary(600_000, tower))


def _wyoming(luck: random.Random) -> tuple[str, BuiltTower]:
    suit, height = luck.choice(SUIT_NAMES), luck.randint(6, 11)
    return "wyoming", BuiltTower(tuple(Part(suit, luck.randrange(13)) for _ in range(height)), 0, height)


def _towering(luck: random.Random) -> tuple[str, BuiltTower]:
    colour, beams = luck.choice(COLOUR_NAMES), luck.randint(0, 4)
    numbers = [0] * beams + sorted(luck.sample(range(2, 11), luck.randint(3, 8)))
    return "towering", BuiltTower(tuple(Part(colour, number) for number in numbers), 1, 60)


def _towers(luck: random.Random) -> tuple[str, BuiltTower]:
    floors = [Part(luck.choice(FLOORS), 0, luck.choice((0, 1, None))) for _ in range(luck.randint(3, 6))]
    return "towers", BuiltTower(tuple(floors), 0, 12)


def _icetowers(luck: random.Random) -> tuple[str, BuiltTower]:
    sizes = sorted((luck.randint(1, 3) for _ in range(luck.randint(2, 6))), reverse=True)
    return "icetowers", BuiltTower(tuple(Part(SIZE_NAMES[n], n, luck.randrange(3)) for n in sizes), 0, sum(sizes))
