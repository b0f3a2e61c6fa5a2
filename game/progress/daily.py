"""The deals of the day and month, the same all over the world, and short texts for sharing their results."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256

import msgspec

from .. import roster
from ..assets import ASSETS, read_toml
from ..engine import AnyGame, Outcome, Seat
from ..language import YOU, mark, tr, tr_context
from ..options import parse_options
from ..record import Header, Occasion, Player, new_header
from ..registry import data_file, load, read
from ..text import commas, dots, with_minus

# -- daily


LEVEL = "hard"
"""Level of the opponents."""
ROTA = "daily.toml"
"""File in a game's data folder with the variations of its deals. Without it, they have the default options."""
MONTHS = ASSETS / "monthly.toml"
"""File with the game and variation of each month's deal."""
FIRST_DAY = date(2026, 1, 1)
"""The first day in the calendar."""
WEEK = 7
YOUR_SEAT: Seat = 0


class RotaEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A day in a rota: the options, as on the command line, and the number of seats."""

    options: str = ""
    seats: int = 0
    """0 means the fewest seats, but at least two."""


class MonthEntry(RotaEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A month in the rota of months."""

    game: str


class EarlierRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the rules that deals used up to a day."""

    version: int
    until: date


class Months(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rota of monthly deals."""

    months: tuple[MonthEntry, ...]
    earlier: dict[str, tuple[EarlierRules, ...]] = {}
    """By game, the versions of the rules that its deals used earlier."""

    def __post_init__(self) -> None:
        if not self.months:
            raise ValueError("there is no month")


class Rota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rota of a game's daily deals, with an entry for each day."""

    days: tuple[RotaEntry, ...] = (RotaEntry(),)
    earlier: tuple[EarlierRules, ...] = ()
    """Oldest first."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A game's deal of a day, or the deal of a month."""

    header: Header
    """The header for a try that counts; `started` is empty."""

    @property
    def game(self) -> str:
        return self.header.game

    @property
    def date(self) -> str:
        return date_of(self.header)

    @property
    def is_monthly(self) -> bool:
        return is_monthly(self.header)

    def begin(self, is_counted: bool, started: str) -> Header:
        """Return the header for a try; `started` is local time in ISO 8601."""
        occasion = Occasion(day=self.header.purpose.day, month=self.header.purpose.month, is_counted=is_counted)
        return msgspec.structs.replace(self.header, occasion=occasion, started=started)


def today() -> date:
    """Return today's date in UTC."""
    return datetime.now(UTC).date()


def minutes_left() -> int:
    """Return the minutes left of today (in UTC); in the last one, 1."""
    now = datetime.now(UTC)
    return 24 * 60 - now.hour * 60 - now.minute


def days_left() -> int:
    """Return the days left of this month, including today."""
    day = today()
    return monthrange(day.year, day.month)[1] - day.day + 1


# -- the deal


@cache
def deal_of(game_name: str, day: date) -> Deal:
    """Return a game's deal of a day. Raises UnknownGame, or ValueError if its rota is invalid."""
    rota = _rota(game_name)
    entry = rota.days[day.toordinal() % len(rota.days)]
    header = _deal(game_name, entry, day.isoformat())
    rules = _rules(rota.earlier, day, header.rules)
    return Deal(msgspec.structs.replace(header, rules=rules, occasion=Occasion(day=day.isoformat(), is_counted=True)))


@cache
def deal_of_month(day: date) -> Deal:
    """Return the deal of the month of a day. Raises UnknownGame, or ValueError if it is invalid."""
    rota = read_toml(MONTHS, Months)
    months = rota.months
    entry, month = months[(day.year * 12 + day.month - 1) % len(months)], f"{day:%Y-%m}"
    header = _deal(entry.game, entry, month)
    rules = _rules(rota.earlier.get(entry.game, ()), day, header.rules)
    return Deal(msgspec.structs.replace(header, rules=rules, occasion=Occasion(month=month, is_counted=True)))


def _rules(earlier: Iterable[EarlierRules], day: date, today: int) -> int:
    """Return the version of the rules for a deal: today's, or that of its day."""
    return next((rules.version for rules in earlier if day <= rules.until), today)


def _deal(game_name: str, entry: RotaEntry, when: str) -> Header:
    """Return the header of the deal of a date, without its occasion."""
    game, digest = load(game_name), sha256(f"topping-out {game_name} {when}".encode()).digest()
    count = entry.seats or max(2, game.seats[0])
    options = parse_options(entry.options, game.presets)
    if "first" not in options and any(option.key == "first" for option in game.options(count)):
        options["first"] = digest[6] % count
    players = [Player(YOU), *_opponents(game, count - 1, digest[7])]
    return new_header(game, players, options, int.from_bytes(digest[:6], "big"))


@cache
def _rota(game: str) -> Rota:
    path = data_file(game, ROTA)
    return read(game, ROTA, lambda: read_toml(path, Rota), Rota()) if path else Rota()


def _opponents(game: AnyGame, count: int, offset: int) -> list[Player]:
    """Return the opponents: characters of the level, starting with another one each day, then unnamed bots."""
    level = LEVEL if LEVEL in game.levels else game.levels[-1]
    characters = [word for word in roster.characters() if roster.level_of(word) == level]
    rotated = [characters[(offset + step) % len(characters)] for step in range(len(characters))]
    words = [*rotated, *[level] * count][:count]
    return [Player(_name(word, seat), "bot", word, seat) for seat, word in enumerate(words, 1)]


def _name(word: str, seat: Seat) -> str:
    """Return a bot's name for records, which are not translated."""
    character = roster.characters().get(word)
    return character.name if character else f"{word.capitalize()} {seat + 1}"


# -- the tries


def date_of(header: Header) -> str:
    """Return the day or month of the deal of a game in ISO 8601; empty if it is no deal, or continues another game."""
    return "" if header.purpose.branch else header.purpose.date


def is_monthly(header: Header) -> bool:
    """Tell whether a game is a deal of the month."""
    return bool(date_of(header) and header.purpose.month)


def first_day(when: str) -> date:
    """Return the day of a deal's date, or the first day of its month."""
    try:
        return date.fromisoformat(when)
    except ValueError:
        return date.fromisoformat(f"{when}-01")


def is_counted(header: Header) -> bool:
    """Tell whether a game is the try that counts for its deal."""
    return bool(date_of(header)) and header.purpose.is_counted


@dataclass(frozen=True, slots=True)
class DailyTally:
    """How many of a week's daily deals of a game were finished, and how many won."""

    played: int
    won: int
    of: int = WEEK


Results = Mapping[tuple[str, str], Outcome | None]
"""By game and date; None if there is no result yet."""


def week_to(day: date) -> list[date]:
    """Return the seven days up to a day, in order."""
    return [day - timedelta(days=back) for back in reversed(range(WEEK))]


def days_played(results: Results, day: date) -> int:
    """Return the number of days in the week up to a day on which at least one deal was finished."""
    played = {when for (_, when), outcome in results.items() if outcome}
    return sum(each.isoformat() in played for each in week_to(day))


def tally(results: Results, game: str, day: date) -> DailyTally:
    """Return the tally of a game's deals in the week up to a day."""
    outcomes = [outcome for each in week_to(day) if (outcome := results.get((game, each.isoformat())))]
    return DailyTally(len(outcomes), sum(YOUR_SEAT in outcome.winners for outcome in outcomes))


# -- sharing


STOREY, TREE = "🟧", "🌲"
MOST_STOREYS = 5


def rival_scores(header: Header, outcome: Outcome) -> str:
    """Return the scores of the others in words."""
    others = zip(header.seats[YOUR_SEAT + 1 :], outcome.scores[YOUR_SEAT + 1 :])
    return commas(f"{player.name} {with_minus(score)}" for player, score in others)


def share_words(header: Header, outcome: Outcome, master: Outcome | None = None) -> list[str]:
    """Return lines about a result: game and date, the score, and a master's score in the same seat."""
    own = tr_context("in a result to tell others", "me"), with_minus(outcome.scores[YOUR_SEAT])
    scores = f"{' '.join(own)}, {rival_scores(header, outcome)}"
    # Translators: a result to tell others; {scores} are such as "me 18, Mesa 13".
    text = outcome.pick(YOUR_SEAT, mark("Lost: {scores}"), mark("Nobody won: {scores}"), mark("Won: {scores}"))
    lines = [dots(("Topping Out", date_of(header), load(header.game).title)), tr(text, scores=scores)]
    return [*lines, master_words(master)] if master else lines


def master_words(master: Outcome) -> str:
    """Return a sentence on a master's result in the same seat, for sharing."""
    # Translators: in a result to tell others; a master (the strongest bot) has played the same deal from the same seat.
    lost = mark("A master in my seat lost with {points}")
    nobody_won = mark("A master in my seat: {points}, and nobody won")
    text = master.pick(YOUR_SEAT, lost, nobody_won, mark("A master in my seat won with {points}"))
    return tr(text, points=with_minus(master.scores[YOUR_SEAT]))


def share_text(header: Header, outcome: Outcome, master: Outcome | None = None) -> str:
    """Return a text for sharing a result, with a small tower below."""
    return "\n".join([*share_words(header, outcome, master), tower_text(outcome)])


def tower_text(outcome: Outcome) -> str:
    """Return a small tower with a line for each storey, and a tree if won. It reveals nothing else about the game."""
    tree = [TREE] if YOUR_SEAT in outcome.winners else []
    return "\n".join([*tree, *[STOREY] * storeys(outcome)])


def storeys(outcome: Outcome, most: int = MOST_STOREYS) -> int:
    """Return the tower's number of storeys, from 1 to `most`; it grows with the player's share of the points."""
    least = min(0, *outcome.scores)
    own, best = outcome.scores[YOUR_SEAT] - least, max(outcome.scores[1:]) - least
    return max(1, min(most, 1 + own * most // max(1, own + best)))
