"""The strength of a player in a game, and series of games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt
from typing import Literal

import msgspec

from .. import registry, roster
from ..assets import read_toml
from ..engine import Outcome, Seat
from ..language import mark, tr
from ..record import Header, Occasion, Player

# -- series


def begun(header: Header) -> Header:
    """Return a header as that of the first game of a series."""
    return _with(header, 3, ())


def needed(header: Header) -> int:
    """Return the number of wins that wins the series."""
    return header.purpose.best_of // 2 + 1


def wins(header: Header, outcome: Outcome | None = None) -> tuple[int, ...]:
    """Return each seat's wins in the series, including this game if its outcome is given; () for a single game."""
    if not header.purpose.best_of:
        return ()
    before = dict(enumerate(header.purpose.won))
    won = outcome.winners if outcome and len(outcome.winners) == 1 else ()
    return tuple(before.get(seat, 0) + (seat in won) for seat in range(len(header.seats)))


def champion(header: Header, outcome: Outcome | None) -> Seat | None:
    """Return the seat that wins the series with this game, or None."""
    return next((seat for seat, won in enumerate(wins(header, outcome)) if won >= needed(header)), None)


def after(header: Header, outcome: Outcome) -> Header:
    """Return the header for the next game. After the last game of a series, a new series of the same length begins."""
    if not header.purpose.best_of:
        return header
    if champion(header, outcome) is not None:
        return begun(header)
    return _with(header, header.purpose.best_of, wins(header, outcome))


def _with(header: Header, games: Literal[0, 3], won: tuple[int, ...]) -> Header:
    """Return a header as that of a game of a series. It stays in its district of the city."""
    occasion = Occasion(best_of=games, won=won, district=header.purpose.district, stage=header.purpose.stage)
    return msgspec.structs.replace(header, occasion=occasion)


def occasion_for(header: Header, players: Iterable[Player]) -> Occasion | msgspec.UnsetType:
    """Return the occasion for players who may have changed seats; each keeps their wins."""
    if not header.purpose.best_of:
        return msgspec.UNSET
    won = dict(zip((player.name for player in header.seats), wins(header)))
    return Occasion(best_of=header.purpose.best_of, won=tuple(won.get(player.name, 0) for player in players))


# -- rating


FILE = "ratings.toml"
"""A game's file with the strengths of its bots, made by `build/measure/rate_bots.py`."""
START, SPREAD = 800.0, 300.0
"""Assumed strength of a new player and its standard deviation: about as strong as easy."""
DRIFT = 5.0
"""Standard deviation of a player's change in strength per game. It makes about the last seventy games count."""
LEAST_SPREAD = 1.0
VAGUE = 250.0
"""With a larger margin, a rating says hardly anything yet."""
Z95 = 1.96
"""A normal distribution has 95% of its weight within this many standard deviations."""
SLOPE = log(10) / 400


class BotRatings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `FILE`."""

    commands: tuple[str, ...]
    """The commands that measured the strengths."""
    elo: dict[str, float]
    """By level and character."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of a player's strength."""

    elo: float = START
    spread: float = SPREAD
    """Standard deviation."""
    games: int = 0

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval of the strength."""
        return Z95 * self.spread

    def limit(self, strengths: Collection[float]) -> Literal["vague", "above", "below", ""]:
        """Return why the rating says little: its margin is large, or it is beyond all strengths that measure it."""
        if self.margin > VAGUE:
            return "vague"
        return "above" if self.elo > max(strengths) else "below" if self.elo < min(strengths) else ""

    def after(self, better: Sequence[float], equal: Sequence[float] = (), worse: Sequence[float] = ()) -> Rating:
        """Return the rating after a game in which opponents of these strengths did better, equally well and worse."""
        # An equal opponent counts half as better and half as worse.
        first = _slope(self.elo, (*better, *equal), worse)
        second = _slope(self.elo, better, (*equal, *worse)) if equal else first
        pull, information = ((a + b) / 2 for a, b in zip(first, second))
        variance = 1 / (1 / (self.spread**2 + DRIFT**2) + information)
        return Rating(self.elo + variance * pull, max(LEAST_SPREAD, sqrt(variance)), self.games + 1)


def _slope(own: float, better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return the derivative of the log-likelihood of the result with respect to the own strength, and the negative
    second derivative, which is the information that the game gives."""
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
    """Return the strengths of a game's bots by name; empty if they have not been measured. Raises UnknownGame."""
    path = registry.data_file(game, FILE)
    return registry.read(game, FILE, lambda: read_toml(path, BotRatings).elo, {}) if path else {}


LIMITS = {
    "vague": mark("It's still uncertain: play a few more games."),
    "above": mark("That's above the strongest bot, so games against bots can't show how high it is."),
    "below": mark("That's below the weakest bot, so games against bots can't show how low it is."),
}
"""By why a rating says little (see `Rating.limit`)."""


def limit_words(game: str, rating: Rating) -> str:
    """Return a sentence on why a rating from games says little; empty if it says enough."""
    why = rating.limit(bots_of(game).values())
    return tr(LIMITS[why]) if why else ""


def strength_of(game: str, word: str) -> float | None:
    """Return the strength of a bot, or None if it has not been measured.

    For a character at another level, the temper is assumed to cost as much as at its own level.
    """
    known, who = bots_of(game), roster.who_is(word)
    if word in known or not who:
        return known.get(word)
    own, usual, level = (known.get(each) for each in (who, roster.level_of(who), roster.level_of(word)))
    return None if own is None or usual is None or level is None else level + own - usual


def nearest_bot(game: str, elo: float, words: Iterable[str]) -> str | None:
    """Return the name of the bot nearest in strength, or None if none has been measured."""
    known = {word: strength for word in words if (strength := strength_of(game, word)) is not None}
    return min(known, key=lambda word: abs(known[word] - elo), default=None)


def is_rated(header: Header) -> bool:
    """Tell whether a game counts for its humans' ratings: not if the cards were known, nor without measured bots."""
    purpose = header.purpose
    is_known = purpose.branch or (purpose.date and not purpose.is_counted)
    levels = (player.level for player in header.seats if not player.is_human)
    return not is_known and any(strength_of(header.game, level) is not None for level in levels)


def after_game(rating: Rating, header: Header, seat: Seat, outcome: Outcome) -> Rating:
    """Return the rating of the human on `seat` after a game. Other humans at the table are ignored."""
    own = _rank(outcome, seat)
    sides: dict[bool | None, list[float]] = {True: [], None: [], False: []}
    for other, player in enumerate(header.seats):
        strength = None if player.is_human else strength_of(header.game, player.level)
        if strength is not None:
            rank = _rank(outcome, other)
            sides[None if rank == own else rank > own].append(strength)
    return rating.after(sides[True], sides[None], sides[False])


def _rank(outcome: Outcome, seat: Seat) -> tuple[bool, int]:
    """Return a sort key for the seats: winners before others, then by points."""
    return seat in outcome.winners, 0 if seat in outcome.winners else outcome.scores[seat]
