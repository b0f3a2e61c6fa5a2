"""How strong a player is in a game, worked out from the games against bots whose strength was measured.

Ratings are in Elo, on a scale where the game's bot of level medium has 1000. A table of several seats is a race: each
seat wins with a chance that grows with its strength, then the others race for the next place (Plackett and Luce). That
is the scale of `game.arena.elo` too. Since the bots' strengths are known, each game is a small correction of one number
and its spread (as in Glicko, with opponents whose spread is 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt

import msgspec

from topping_out.game import registry, roster
from topping_out.game.engine import Outcome, Seat
from topping_out.game.record import Header
from topping_out.game.text_files import read_toml

FILE = "ratings.toml"
"""A game's file with the strengths of its bots, made by `build/measure/rate_bots.py`."""
START, SPREAD = 800.0, 300.0
"""What is taken of somebody who has not played yet: about as strong as easy, give or take."""
DRIFT = 5.0
"""By how much a player's strength changes from game to game: so the last seventy games or so count."""
LEAST_SPREAD = 1.0
Z95 = 1.96
"""Standard deviations to each side that hold 95 % of a normal distribution."""
SLOPE = log(10) / 400


class BotRatings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `FILE` says."""

    commands: tuple[str, ...]
    """What was measured, as it can be measured again."""
    elo: dict[str, float]
    """By level and character."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength, as far as it is known."""

    elo: float = START
    spread: float = SPREAD
    """Standard deviation."""
    games: int = 0

    @property
    def margin(self) -> float:
        """How far the strength may be off to either side: with 95 % certainty it is no farther."""
        return Z95 * self.spread

    def after(self, better: Sequence[float], equal: Sequence[float] = (), worse: Sequence[float] = ()) -> Rating:
        """Return the rating after a game that opponents of these strengths ended before, beside and behind it."""
        # Whoever ended beside the player counts as half before and half behind.
        first = _slope(self.elo, (*better, *equal), worse)
        second = _slope(self.elo, better, (*equal, *worse)) if equal else first
        pull, information = ((a + b) / 2 for a, b in zip(first, second))
        variance = 1 / (1 / (self.spread**2 + DRIFT**2) + information)
        return Rating(self.elo + variance * pull, max(LEAST_SPREAD, sqrt(variance)), self.games + 1)


def _slope(own: float, better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return the first derivative of the logarithm of the chance of such an end by one's own strength, and the second,
    its sign turned: how much the game tells."""
    ahead = [10 ** ((elo - own) / 400) for elo in sorted(better, reverse=True)]
    racing = 1 + sum(ahead) + sum(10 ** ((elo - own) / 400) for elo in worse)
    pull, information = 1.0, 0.0
    for strength in (*ahead, 0.0):
        pull -= 1 / racing
        information += (racing - 1) / racing**2
        racing -= strength
    return SLOPE * pull, SLOPE**2 * information


@cache
def bots_of(game: str) -> Mapping[str, float]:
    """Return the strengths of a game's bots by name; empty where nobody measured them. Raises UnknownGame."""
    path = registry.data_file(game, FILE)
    return registry.read(game, FILE, lambda: read_toml(path, BotRatings).elo, {}) if path else {}


def strength_of(game: str, word: str) -> float | None:
    """Return how strong a bot is; None where nobody measured it.

    Of a character who plays at another level it is taken that the temper costs there what it costs at their own.
    """
    known, who = bots_of(game), roster.who_is(word)
    if word in known or not who:
        return known.get(word)
    own, usual, level = (known.get(each) for each in (who, roster.level_of(who), roster.level_of(word)))
    return None if own is None or usual is None or level is None else level + own - usual


def nearest_bot(game: str, elo: float, words: Iterable[str]) -> str | None:
    """Return which of these bots is nearest in strength; None where nobody measured them."""
    known = {word: strength for word in words if (strength := strength_of(game, word)) is not None}
    return min(known, key=lambda word: abs(known[word] - elo), default=None)


def is_rated(header: Header) -> bool:
    """Tell whether a game says something about its humans: not if its cards were known, and not without bots."""
    occasion = header.occasion
    is_known = occasion and (occasion.branch or (occasion.date and not occasion.is_counted))
    levels = (player.level for player in header.seats if not player.is_human)
    return not is_known and any(strength_of(header.game, level) is not None for level in levels)


def after_game(rating: Rating, header: Header, seat: Seat, outcome: Outcome) -> Rating:
    """Return the rating of the human on `seat` after a game; other humans at the table are left out."""
    own = _rank(outcome, seat)
    sides: dict[bool | None, list[float]] = {True: [], None: [], False: []}
    for other, player in enumerate(header.seats):
        strength = None if player.is_human else strength_of(header.game, player.level)
        if strength is not None:
            rank = _rank(outcome, other)
            sides[None if rank == own else rank > own].append(strength)
    return rating.after(sides[True], sides[None], sides[False])


def _rank(outcome: Outcome, seat: Seat) -> tuple[bool, int]:
    """Return what orders the seats: winners before the others, then by points."""
    return seat in outcome.winners, 0 if seat in outcome.winners else outcome.scores[seat]
