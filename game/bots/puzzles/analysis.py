"""What puzzles need to know of a game: what a seat can do in a position, and what each of it is worth."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import stdev
from typing import Any, ClassVar, TypeVar

import msgspec

from topping_out.game.bots.reasons import Reasons
from topping_out.game.bots.search import Candidate, halve, sample_worlds
from topping_out.game.engine import AnyGame, Bot, Seat
from topping_out.game.language import tr
from topping_out.game.options import Value
from topping_out.game.text import sentence

FINALISTS = 4
"""How many lines are compared for as long as all others together."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat can do until its part of a puzzle is over, and what that is worth."""

    steps: tuple[str, ...]
    """The actions as text."""
    value: float
    """In the unit of its game's search."""
    samples: int = 0
    """In how many worlds it was tried; 0 where it was worked out exactly."""
    error: float = 0.0
    """The standard error of the difference from the best line."""
    is_right: bool = False
    """Whether it counts as the answer."""


class Analysis(ABC):
    """Values the lines of positions of one game."""

    margin: ClassVar[float]
    """By so much the right lines must be better than all others."""
    scale: ClassVar[float] = 1.0
    """What values are multiplied by for `Game.price`."""
    follows_master: ClassVar[bool] = True
    """Whether the master has to find the answer more often than not: where it trusts more than its trials."""
    setups: tuple[tuple[int, dict[str, Value]], ...]
    """The seats and options of the games in which puzzles are looked for, one after the other."""
    game: AnyGame

    @abstractmethod
    def lines(self, view: Any, effort: int, rng: random.Random) -> list[Line]:
        """Return the lines, best first, tried `effort` times as often as a master tries them.

        They are found from what the seat may know.
        """

    @abstractmethod
    def compare(self, view: Any, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        """Return what each line comes to, on average over so many worlds that are the same for all of them."""

    @abstractmethod
    def is_open(self, view: Any, best: Line) -> bool:
        """Tell whether others may still win, and the seat too, if it plays so well."""

    def begins(self, state: Any, seat: Seat) -> bool:
        """Tell whether a puzzle may begin here."""
        return True

    def is_whole(self, actions: Sequence[Any]) -> bool:
        """Tell whether a line is at its end."""
        return len(actions) == 1

    def result(self, state: Any, seat: Seat, actions: Sequence[Any]) -> str:
        """Return what actions come to; the same for all lines that differ in nothing that matters."""
        return " ".join(map(str, actions))

    def meanwhile(self, state: Any, seat: Seat) -> tuple[Seat, Any] | None:
        """Return who does what while the seat, in the midst of its line, waits; None where it is its turn."""
        return None

    def played(self, state: Any, seat: Seat, bot: Bot[Any, Any], rng: random.Random) -> list[Any]:
        """Return the line that a bot plays."""
        game, state, actions = self.game, state.copy(), list[Any]()
        while game.outcome(state) is None and not self.is_whole(actions):
            if other := self.meanwhile(state, seat):
                game.apply(state, *other)
                continue
            action = bot.choose(game.view(state, seat), game.actions(state, seat), rng)
            if action is None:
                break
            actions.append(action)
            game.apply(state, seat, action)
        return actions

    def tempting(self, view: Any) -> tuple[str, ...]:
        """Return the line that tempts everybody who looks no further; empty where only playing tells."""
        return ()

    @property
    @abstractmethod
    def reasons(self) -> Reasons:
        """What tells how two lines differ."""

    @abstractmethod
    def parting(self, view: Any, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        """Return what each of two lines does where they part, as something done, such as "building the red 7"."""

    @abstractmethod
    def idea(self, view: Any, this: Sequence[str], other: Sequence[str]) -> str:
        """Return what a line does where it parts from another, and what that is good for, in a sentence or two.

        Empty where nothing can be said of it but how the lines differ.
        """

    def alike(self, view: Any) -> str:
        """Return what is the same for all positions that are one puzzle to a player."""
        return repr(view)

    @abstractmethod
    def motif(self, view: Any, line: Line) -> str:
        """Return a word for what the best line is about: a key of `MOTIFS`."""


def said(play: str, reason: str) -> str:
    """Return a play, such as "building the red 7", with what it is good for: a clause with its full stop."""
    return sentence(tr("{play}: {reason}", play=play, reason=reason))


T = TypeVar("T")
W = TypeVar("W")


def measure(
    choices: Sequence[T], playouts: int, draw: Callable[[], W], play_out: Callable[[W, Candidate[T]], float]
) -> list[tuple[T, float, int, float]]:
    """Return the choices, best first, each with its mean, its number of worlds and its standard error to the best.

    Half of the playouts go into a choice of finalists, the other half to these alone, in fresh worlds; all of them to
    as few choices as that.
    """
    left, beaten = [Candidate(choice) for choice in choices], list[Candidate[T]]()
    sizes = _sizes(len(left))
    for size in sizes:
        left = halve(left, [max(1, playouts // 2 // len(sizes) // len(left))], draw, play_out)
        left, beaten = left[:size], left[size:] + beaten
    finalists = [Candidate(candidate.choice) for candidate in left]
    rows = sample_worlds(finalists, max(2, playouts // (2 if sizes else 1) // len(finalists)), draw, play_out)
    order = sorted(range(len(finalists)), key=lambda i: -finalists[i].mean)
    first = order[0]
    found = []
    for i in order:
        gains = [row[first] - row[i] for row in rows]
        found.append((finalists[i].choice, finalists[i].mean, len(rows), stdev(gains) / sqrt(len(gains))))
    return found + [(one.choice, one.mean, one.tried, 0.0) for one in beaten]


def _sizes(number: int) -> list[int]:
    """Return how many choices are left after each round, down to the finalists."""
    sizes = []
    while number > FINALISTS:
        number = max(FINALISTS, (number + 1) // 2)
        sizes.append(number)
    return sizes


def means(
    choices: Sequence[T], worlds: int, draw: Callable[[], W], play_out: Callable[[W, Candidate[T]], float]
) -> list[float]:
    """Return the mean of each choice over so many worlds."""
    candidates = [Candidate(choice) for choice in choices]
    sample_worlds(candidates, worlds, draw, play_out)
    return [candidate.mean for candidate in candidates]
