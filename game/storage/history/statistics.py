"""What the finished games add up to. It is worked out from the saved games, so that nothing else need be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from topping_out.game.engine import Outcome, Seat
from topping_out.game.options import Value
from topping_out.game.progress.rating import Rating, after_game, is_rated
from topping_out.game.record import Header
from topping_out.game.storage.history.tries import for_practice
from topping_out.game.storage.library import Saved

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A finished game, as one of its humans played it."""

    saved: Saved
    seat: Seat
    outcome: Outcome
    is_for_practice: bool = False
    """Whether it was to count for a day for which another game counts."""

    @property
    def header(self) -> Header:
        return self.saved.header

    @property
    def has_won(self) -> bool:
        """Also where the win was shared."""
        return self.seat in self.outcome.winners

    @property
    def score(self) -> int:
        return self.outcome.scores[self.seat]

    @property
    def lead(self) -> int:
        """How far the player was ahead of the best of the others; behind them it is negative."""
        seats = range(len(self.header.seats))
        return self.score - max(self.outcome.scores[seat] for seat in seats if seat != self.seat)


@dataclass
class Tally:
    """How many games there were, and how many of them were won."""

    games: int = 0
    won: int = 0

    def add(self, played: OwnGame) -> None:
        self.games += 1
        self.won += played.has_won


OptionChoice = tuple[str, Value]
"""An option's key and a value of it."""
SEATS = "seats"
"""Stands among the keys of options for the number of players."""


@dataclass
class Career:
    """One player's finished games of one kind; a player is a name."""

    game: str
    name: str
    played: list[OwnGame] = field(default_factory=list)
    """In the order in which they began."""

    @property
    def won(self) -> int:
        """Shared wins too."""
        return sum(played.has_won for played in self.played)

    @property
    def best(self) -> int:
        """The best score; what a score is, the game says."""
        return max(played.score for played in self.played)

    @cached_property
    def ratings(self) -> list[tuple[OwnGame, Rating]]:
        """The games that say something of the player's strength, each with the rating after it."""
        found: list[tuple[OwnGame, Rating]] = []
        rating = Rating()
        for played in self.played:
            if is_rated(played.header) and not played.is_for_practice:
                rating = after_game(rating, played.header, played.seat, played.outcome)
                found.append((played, rating))
        return found

    @property
    def rating(self) -> Rating:
        """The rating now; of somebody who has not played yet, where nothing is known."""
        return self.ratings[-1][1] if self.ratings else Rating()

    @property
    def lost_in_a_row(self) -> int:
        """How many of the last rated games were lost, since the last that was won."""
        results = [played.has_won for played, _ in self.ratings]
        return next((number for number, won in enumerate(reversed(results)) if won), len(results))

    def by_opponent(self) -> dict[str, Tally]:
        """Return the tallies against each level and character that was met."""
        return self._by(lambda played: {other.level for other in played.header.seats if not other.is_human})

    def by_human(self) -> dict[str, Tally]:
        """Return the tallies against each other human, by name."""
        return self._by(lambda played: {other.name for other in played.header.seats if other.is_human} - {self.name})

    def by_option(self) -> dict[OptionChoice, Tally]:
        """Return the tallies by value of each option, and by number of players."""
        return self._by(lambda played: [(SEATS, len(played.header.seats)), *played.header.options.items()])

    def _by(self, keys: Callable[[OwnGame], Iterable[K]]) -> dict[K, Tally]:
        tallies: dict[K, Tally] = {}
        for played in self.played:
            for key in keys(played):
                tallies.setdefault(key, Tally()).add(played)
        return tallies

    def endings(self) -> Counter[str]:
        """Return how often the player won by each kind of end, the most frequent first."""
        return Counter(played.outcome.reason for played in self.played if played.has_won)


def careers(finished: Iterable[Saved]) -> dict[str, dict[str, Career]]:
    """Return the careers by game and player, whatever the order of the files; a branch of another game is in none."""
    found: dict[str, dict[str, Career]] = {}
    games = list(finished)
    practice = for_practice(games)
    for saved in sorted(games, key=lambda saved: (saved.header.started, saved.path.name)):
        outcome, occasion = saved.outcome, saved.header.occasion
        if outcome is None or (occasion and occasion.branch):
            continue
        for seat, player in enumerate(saved.header.seats):
            if player.is_human:
                of_game = found.setdefault(saved.header.game, {})
                career = of_game.setdefault(player.name, Career(saved.header.game, player.name))
                career.played.append(OwnGame(saved, seat, outcome, saved.path in practice))
    return found


def career_of(finished: Iterable[Saved], game: str, name: str) -> Career:
    """Return one player's games of one kind, empty where there is none."""
    of_game = (saved for saved in finished if saved.header.game == game)
    return careers(of_game).get(game, {}).get(name, Career(game, name))
