"""What a game does not bring: calm defaults."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from topping_out.game.engine import Game, IllegalAction, Outcome, Seat
from topping_out.game.options import Value


@dataclass
class Heap:
    """Two seats take matches from a heap in turn; each has a secret number of its own."""

    left: int = 5
    turn: Seat = 0
    secrets: tuple[int, ...] = (4, 9)

    def copy(self) -> "Heap":
        return Heap(self.left, self.turn, self.secrets)


class Plain(Game[Heap, int, tuple[Seat, int], tuple[object, ...]]):
    """No more than a game must bring. An event is a seat and its secret."""

    name, title, designer, blurb, seats = "plain", "Plain", "nobody", "Take matches.", range(2, 3)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> Heap:
        return Heap()

    def actors(self, state: Heap) -> frozenset[Seat]:
        return frozenset({state.turn})

    def actions(self, state: Heap, seat: Seat) -> list[int]:
        return [1, 2]

    def apply(self, state: Heap, seat: Seat, action: int, log: list[tuple[Seat, int]] | None = None) -> None:
        state.left -= action

    def outcome(self, state: Heap) -> Outcome | None:
        return None

    def view(self, state: Heap, seat: Seat | None) -> tuple[object, ...]:
        return (state.left,)

    def determinize(self, view: tuple[object, ...], rng: random.Random) -> Heap:
        return Heap()

    def parse(self, text: str) -> int:
        return int(text)


class Secretive(Plain):
    def redact(self, event: tuple[Seat, int], seat: Seat | None) -> tuple[Seat, int]:
        return event if event[0] == seat else (event[0], 0)


GAME = Plain()


def test_there_are_no_options_and_no_words_for_events() -> None:
    assert GAME.options(2) == ()
    assert GAME.describe((0, 4), ("Ana", "Bo")) == ""


def test_what_is_not_among_the_actions_is_refused() -> None:
    GAME.check(Heap(), 0, 2)
    with pytest.raises(IllegalAction, match="cannot be done now"):
        GAME.check(Heap(), 0, 3)


def test_nothing_is_hidden() -> None:
    assert GAME.redact((0, 4), 1) == (0, 4)
    assert GAME.revealed_to((0, 4)) == frozenset()


def test_an_event_of_which_an_onlooker_sees_less_reveals_something() -> None:
    assert Secretive().revealed_to((1, 9)) == {1}


def test_the_state_is_dumped_field_by_field() -> None:
    assert GAME.dump(Heap()) == {"left": 5, "turn": 0, "secrets": (4, 9)}


@pytest.mark.parametrize(
    ("winners", "words"), [((1,), "Bo wins."), ((0, 1), "Ana and Bo share the win."), ((), "It's a draw.")]
)
def test_the_outcome_names_the_winners(winners: tuple[Seat, ...], words: str) -> None:
    assert GAME.describe_outcome(Outcome(winners, (0, 0), "over"), ("Ana", "Bo")) == words
