"""What the finished games add up to. It is worked out from the saved games, so that nothing else need be kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from game.engine import Outcome, Seat
from game.record import Header
from game.storage.library import Saved


@dataclass
class LevelTally:
    """Games against bots of one level, and how many were won."""

    games: int = 0
    won: int = 0


@dataclass
class PlayerTally:
    """One player's games of one kind; a player is a name."""

    name: str
    games: int = 0
    won: int = 0
    """Shared wins too."""
    best: int | None = None
    """The best score; what a score is, the game says."""
    levels: dict[str, LevelTally] = field(default_factory=dict)

    def add(self, header: Header, seat: Seat, outcome: Outcome) -> None:
        """Count one finished game in which the player sat on `seat`."""
        won = seat in outcome.winners
        self.games += 1
        self.won += won
        if self.best is None or outcome.scores[seat] > self.best:
            self.best = outcome.scores[seat]
        for level in {player.level for player in header.seats if not player.is_human}:
            against = self.levels.setdefault(level, LevelTally())
            against.games += 1
            against.won += won


@dataclass
class GameTally:
    """All finished games of one kind."""

    game: str
    games: int = 0
    watched: int = 0
    """Those that only bots played."""
    players: dict[str, PlayerTally] = field(default_factory=dict)

    @property
    def ranked(self) -> list[PlayerTally]:
        """The players, those with most games first."""
        return sorted(self.players.values(), key=lambda player: (-player.games, player.name))


def tally(finished: Iterable[Saved]) -> dict[str, GameTally]:
    """Return the tallies by game, for every game that was ever finished."""
    tallies: dict[str, GameTally] = {}
    for saved in finished:
        if saved.outcome is None:
            continue
        header = saved.header
        total = tallies.setdefault(header.game, GameTally(header.game))
        total.games += 1
        total.watched += not any(player.is_human for player in header.seats)
        for seat, player in enumerate(header.seats):
            if player.is_human:
                line = total.players.setdefault(player.name, PlayerTally(player.name))
                line.add(header, seat, saved.outcome)
    return tallies
