"""Today's deal: for each game and day one deal, the same all over the world, from the date alone.

A day is a date in UTC. The first try at a deal counts, whenever it is played; those that follow do not. Whether it was
begun is known from the records alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256

import msgspec

from topping_out.game import roster
from topping_out.game.engine import AnyGame, Outcome, Seat
from topping_out.game.language import YOU, tr_context
from topping_out.game.options import parse_options
from topping_out.game.record import Header, Occasion, Player, new_header
from topping_out.game.registry import data_file, load
from topping_out.game.text import commas, dots, with_minus

LEVEL = "hard"
"""The opponents' level."""
ROTA = "daily.toml"
"""The file among a game's data that says how its deals differ; without it they have the game's usual options."""
FIRST_DAY = date(2026, 1, 1)
"""The first day that the calendar offers."""
WEEK = 7
YOUR_SEAT: Seat = 0


class RotaEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A day of a rota: the options as on the command line, and how many seats."""

    options: str = ""
    seats: int = 0
    """0: as few as can play against each other."""


class EarlierRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deals up to a day are those of an earlier version of the rules."""

    version: int
    until: date


class Rota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's deals go through, an entry a day."""

    days: tuple[RotaEntry, ...] = (RotaEntry(),)
    earlier: tuple[EarlierRules, ...] = ()
    """Oldest first."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One game's deal of one day."""

    header: Header
    """What a try that counts starts from; `started` is empty."""

    @property
    def game(self) -> str:
        return self.header.game

    @property
    def day(self) -> str:
        return day_of(self.header)

    def begin(self, is_counted: bool, started: str) -> Header:
        """Return what a try starts from; `started` is local time in ISO 8601."""
        occasion = Occasion(day=self.day, is_counted=is_counted)
        return msgspec.structs.replace(self.header, occasion=occasion, started=started)


def today() -> date:
    """Return today's date in UTC."""
    return datetime.now(UTC).date()


# -- the deal


@cache
def deal_of(game_name: str, day: date) -> Deal:
    """Return a game's deal of a day. Raises UnknownGame, or ValueError where its rota cannot be used."""
    game, lots = load(game_name), _lots(game_name, day)
    rota = _rota(game_name)
    entry = rota.days[day.toordinal() % len(rota.days)]
    count = entry.seats or max(2, game.seats[0])
    options = parse_options(entry.options, game.presets)
    if "first" not in options and any(option.key == "first" for option in game.options(count)):
        options["first"] = lots[6] % count
    players = [Player(YOU), *_opponents(game, count - 1, lots[7])]
    header = new_header(game, players, options, int.from_bytes(lots[:6], "big"))
    rules = next((earlier.version for earlier in rota.earlier if day <= earlier.until), header.rules)
    return Deal(msgspec.structs.replace(header, rules=rules, occasion=Occasion(day=day.isoformat(), is_counted=True)))


def _lots(game: str, day: date) -> bytes:
    """Return what decides a deal: it depends on nothing but game and date."""
    return sha256(f"topping-out {game} {day.isoformat()}".encode()).digest()


@cache
def _rota(game: str) -> Rota:
    path = data_file(game, ROTA)
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Rota) if path else Rota()
    except ValueError as error:  # no UTF-8, no TOML, or no rota
        raise ValueError(f"{path}: {error}") from None


def _opponents(game: AnyGame, count: int, lot: int) -> list[Player]:
    """Return who sits at the other seats: characters of the level, another one first each day, then the bare level."""
    level = LEVEL if LEVEL in game.levels else game.levels[-1]
    characters = [word for word in roster.characters() if roster.level_of(word) == level]
    turned = [characters[(lot + step) % len(characters)] for step in range(len(characters))]
    words = [*turned, *[level] * count][:count]
    return [Player(_name(word, seat), "bot", word, seat) for seat, word in enumerate(words, 1)]


def _name(word: str, seat: Seat) -> str:
    """Return a bot's name in records, which know no language."""
    known = roster.characters().get(word)
    return known.name if known else f"{word.capitalize()} {seat + 1}"


# -- the tries


def day_of(header: Header) -> str:
    """Return the day whose deal a game is, in ISO 8601; empty where it is none, or was gone on with from another."""
    occasion = header.occasion
    return occasion.day if occasion and not occasion.branch else ""


def is_counted(header: Header) -> bool:
    """Tell whether a game is the one try at a day's deal that counts."""
    return bool(day_of(header)) and bool(header.occasion and header.occasion.is_counted)


@dataclass(frozen=True, slots=True)
class DailyTally:
    """One's own days with a game's deals: of the latest so many, how many were played to their end, and won."""

    played: int
    won: int
    of: int = WEEK


def tally(results: Mapping[tuple[str, str], Outcome | None], game: str, day: date) -> DailyTally:
    """Return what the results of a week up to a day add up to, by game and day; None: there is none yet."""
    week = [(day - timedelta(days=back)).isoformat() for back in range(WEEK)]
    outcomes = [outcome for each in week if (outcome := results.get((game, each)))]
    return DailyTally(len(outcomes), sum(YOUR_SEAT in outcome.winners for outcome in outcomes))


# -- to share


STOREY, TREE = "🟧", "🌲"
MOST_STOREYS = 5


def rival_scores(header: Header, outcome: Outcome) -> str:
    """Return what each of the others has scored."""
    others = zip(header.seats[YOUR_SEAT + 1 :], outcome.scores[YOUR_SEAT + 1 :])
    return commas(f"{player.name} {with_minus(score)}" for player, score in others)


def share_text(header: Header, outcome: Outcome) -> str:
    """Return what to tell others of a result: date, game, scores, and below a small tower."""
    own = tr_context("in a result to tell others", "me"), with_minus(outcome.scores[YOUR_SEAT])
    scores = f"{' '.join(own)}, {rival_scores(header, outcome)}"
    line = dots(("Topping Out", day_of(header), load(header.game).title, scores))
    return f"{line}\n{tower_text(outcome)}"


def tower_text(outcome: Outcome) -> str:
    """Return a small tower, a line for each storey: the higher one's share of the points, the more; won: with a tree.

    It tells nothing of how the game was played.
    """
    least = min(0, *outcome.scores)
    own, best = outcome.scores[YOUR_SEAT] - least, max(outcome.scores[1:]) - least
    storeys = max(1, min(MOST_STOREYS, 1 + own * MOST_STOREYS // max(1, own + best)))
    tree = [TREE] if YOUR_SEAT in outcome.winners else []
    return "\n".join([*tree, *[STOREY] * storeys])
