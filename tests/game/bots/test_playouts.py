"""The bots of a game that brings none."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from topping_out.game.bots.playouts import PLAYOUTS, PlayoutBot, default_bot
from topping_out.game.engine import NOBODY, Game, Outcome, RandomBot, Seat
from topping_out.game.options import Value
from topping_out.game.roster import LEVELS


@dataclass
class Heap:
    left: int
    turn: Seat = 0

    def copy(self) -> "Heap":
        return replace(self)


class Matches(Game[Heap, int, None, int]):
    """Two seats take one to three matches in turn; who takes the last one wins. A view is the number left."""

    name, title, designer, blurb, seats = "matches", "Matches", "nobody", "Take matches.", range(2, 3)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> Heap:
        return Heap(21)

    def actors(self, state: Heap) -> frozenset[Seat]:
        return frozenset({state.turn}) if state.left else NOBODY

    def actions(self, state: Heap, seat: Seat) -> list[int]:
        return list(range(1, min(3, state.left) + 1))

    def apply(self, state: Heap, seat: Seat, action: int, log: list[None] | None = None) -> None:
        state.left, state.turn = state.left - action, 1 - seat

    def outcome(self, state: Heap) -> Outcome | None:
        return None if state.left else Outcome((1 - state.turn,), (0, 0), "last match")

    def view(self, state: Heap, seat: Seat | None) -> int:
        return state.left

    def determinize(self, view: int, rng: random.Random) -> Heap:
        return Heap(view)

    def parse(self, text: str) -> int:
        return int(text)


class LiveMatches(Matches):
    live = True


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_that_a_game_does_not_bring_plays_its_actions_out(level: str) -> None:
    bot = default_bot(Matches(), level)
    assert isinstance(bot, PlayoutBot)
    assert bot.choose(3, [1, 2, 3], random.Random(1)) in (1, 2, 3)
    assert bot.choose(1, [1], random.Random(1)) == 1


def test_in_a_live_game_it_does_anything_legal() -> None:
    assert isinstance(default_bot(LiveMatches(), "master"), RandomBot)


@pytest.mark.parametrize("left", [1, 2, 3, 5, 6, 7])
def test_the_master_leaves_four_or_nothing(left: int) -> None:
    advice = default_bot(Matches(), "master").advise(left, list(range(1, min(3, left) + 1)), random.Random(7))
    assert (left - advice.action) in (0, 4)
    assert advice.reason.startswith("There's nothing else" if left == 1 else "It wins ")


def test_the_same_generator_gives_the_same_choice() -> None:
    bot = default_bot(Matches(), "easy")
    assert [bot.choose(11, [1, 2, 3], random.Random(n)) for n in range(9)] == [
        bot.choose(11, [1, 2, 3], random.Random(n)) for n in range(9)
    ]


def test_a_mistake_costs_the_share_of_the_win_that_it_gives_away() -> None:
    bot = PlayoutBot(Matches(), PLAYOUTS["hard"])
    given_away = bot.judge(3, [1, 2, 3], 1, random.Random(7))
    assert given_away.better.action == 3
    assert 40 < given_away.cost < 60
    assert bot.judge(3, [1, 2, 3], 3, random.Random(7)).cost == 0
