"""Phrases about games, for pages and tables."""

from __future__ import annotations

from datetime import datetime

from topping_out.game import roster
from topping_out.game.bots.weights import successor
from topping_out.game.engine import Outcome
from topping_out.game.language import mark, tr, tr_context, tr_count, tr_label, tr_player
from topping_out.game.options import Value
from topping_out.game.progress import rating
from topping_out.game.record import (
    MOST_HINTED,
    Header,
    Player,
    Record,
    RecordError,
    beginning_of,
    count_turns,
)
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved, SaveLibrary, read_record
from topping_out.game.text import clock_text, commas, dots, labelled

MONTHS = (
    mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June"), mark("July"),
    mark("August"), mark("September"), mark("October"), mark("November"), mark("December"),
)  # fmt: skip


def month_by_itself(number: int) -> str:
    """Return the name of a month, 1 to 12, as written without a day: in some languages the form differs."""
    return (
        tr_context("without a day", "January"), tr_context("without a day", "February"),
        tr_context("without a day", "March"), tr_context("without a day", "April"),
        tr_context("without a day", "May"), tr_context("without a day", "June"),
        tr_context("without a day", "July"), tr_context("without a day", "August"),
        tr_context("without a day", "September"), tr_context("without a day", "October"),
        tr_context("without a day", "November"), tr_context("without a day", "December"),
    )[number - 1]  # fmt: skip


def player_names(saved: Saved) -> str:
    return commas(tr_label(player.name) for player in saved.header.seats)


def progress(saved: Saved) -> str:
    """Return who plays, the turn (of a live game, the number of moves), and where the game was continued from."""
    if load(saved.header.game).live:
        so_far = dots((player_names(saved), tr_count("{number} move", "{number} moves", saved.turns)))
    else:
        so_far = tr("{players} · turn {turn}", players=player_names(saved), turn=saved.turns + 1)
    return dots((so_far, _branch_words_of(saved)))


def rules_in_force(header: Header) -> list[tuple[str, str]]:
    """Return names and descriptions of the rules of a game: a preset, and then what differs from it."""
    game, chosen, usual = load(header.game), header.options, usual_options(header)
    preset = next((one for one in game.presets if all(chosen.get(key) == value for key, value in one.options)), None)
    named = [(tr(preset.title), preset.about)] if preset else []
    usual |= dict(preset.options) if preset else {}
    for option in game.options(len(header.seats)):
        value = chosen.get(option.key, option.default)
        if value != usual[option.key]:
            name = option.title if option.is_switch else labelled(option.title, option.label(value))
            named.append((name, option.help))
    return named


def unusual_rules(header: Header) -> list[tuple[str, str]]:
    """Return `rules_in_force`, or nothing if all options have their default values."""
    is_usual = all(header.options.get(key, usual) == usual for key, usual in usual_options(header).items())
    return [] if is_usual else rules_in_force(header)


def usual_options(header: Header) -> dict[str, Value]:
    """Return the default options of a game, except that who begins is as in this game."""
    offered = load(header.game).options(len(header.seats))
    return {option.key: option.default for option in offered} | {"first": header.options.get("first", 0)}


def rules_words(header: Header) -> str:
    """Return how a game's options differ from the defaults: the name of a preset, and then what differs from it."""
    return dots(name for name, _ in rules_in_force(header)) or tr("The usual rules")


def series_words(header: Header, outcome: Outcome | None = None) -> str:
    """Return the standing of a series, including this game if its outcome is given; "" for a single game."""
    wins = rating.wins(header, outcome)
    if not wins:
        return ""
    # Translators: a player and how many games of a series they have won: "Ann 2".
    standing = commas(tr("{name} {wins}", name=tr_label(p.name), wins=won) for p, won in zip(header.seats, wins))
    winner = rating.champion(header, outcome)
    if winner is not None:
        yours, theirs = mark("You win the best of three: {wins}."), mark("{name} wins the best of three: {wins}.")
        return tr_player(header.seats[winner].name, yours, theirs, wins=standing)
    words = tr("Best of three: {wins}.", wins=standing)
    if outcome and len(outcome.winners) != 1:
        words += " " + tr("Nobody won this game alone, so it counts for nobody.")
    return words


def reading_progress(library: SaveLibrary) -> str:
    """Return how many saved games have been read, or "" if all have."""
    files, read = len(library.files), len(library.files) - len(library.waiting)
    if not library.waiting:
        return ""
    return tr_count("Reading {read} of {number} game…", "Reading {read} of {number} games…", files, read=read)


def takeover_words(record: Record) -> list[str]:
    """Return a phrase for each change of bots, such as "Pia (hard) plays from turn 12, Ada (easy) did before"."""
    words = []
    for number, change in enumerate(record.header.purpose.changes):
        when = _where(Record(record.header, record.effective()[: change.step]))
        new, old = (bot_words(player) for player in (successor(record.header, number), change.player))
        # Translators: another bot has taken over: {where} is "from turn 12"; {new} and {old} are such as "Pia (hard)".
        words.append(tr("{new} instead of {old} {where}", where=when, new=new, old=old))
    return words


def bot_words(player: Player) -> str:
    """Return a bot's name with its level, unless the name contains it."""
    if not roster.who_is(player.level) and roster.title(player.level) in player.name:
        return tr_label(player.name)
    # Translators: a bot and its level, such as "Nell Nettle (medium)".
    return tr("{name} ({level})", name=tr_label(player.name), level=roster.level_words(player.level))


def branch_words(record: Record) -> str:
    """Return where a game was continued from, such as "from turn 12"; "" for a game from the beginning."""
    played = beginning_of(record)
    return _where(played) if played.entries else ""


def _where(played: Record) -> str:
    if load(played.header.game).live:
        # Translators: {time} is the clock of a game that was gone on with, such as 1:25.
        return tr("from {time}", time=clock_text(played.entries[-1].ms).strip())
    return tr("from turn {turn}", turn=count_turns(played))


def _branch_words_of(saved: Saved) -> str:
    if not saved.header.purpose.branch:
        return ""
    try:
        record = read_record(saved.path)
    except RecordError:
        return ""
    return commas(takeover_words(record)) or branch_words(record)


def title_and_beginning(saved: Saved) -> str:
    """Return the title of a game and when it was started, or which game it was continued from and where."""
    where, title, header = _branch_words_of(saved), load(saved.header.game).title, saved.header
    if where and header.occasion:
        time = "" if header.occasion.changes else date_and_time(header.occasion.origin)
        # Translators: {where} is "from turn 12" or "from 1:25".
        origin = tr("{where} of the game on {time}", where=where, time=time) if time else where
        return f"{title} · {origin}"
    begun = date_and_time(header.started)
    return tr("{game} · started {time}", game=title, time=begun) if begun else title


def day_and_year(iso: str) -> str:
    """Return the day of an ISO time in words, such as "21 November 2026"; "" if it is not a time."""
    try:
        time = datetime.fromisoformat(iso)
    except ValueError:
        return ""
    # Translators: a date. {month} is a name, in the form that a date has.
    return tr("{day} {month} {year}", day=time.day, month=tr(MONTHS[time.month - 1]), year=time.year)


def date_and_time(iso: str) -> str:
    """Return an ISO time in words, such as "21 November, 12:03"; "" if it is not a time."""
    try:
        time = datetime.fromisoformat(iso)
    except ValueError:
        return ""
    # Translators: a date without its year, and the time of day. {month} is a name, in the form that a date has.
    return tr("{day} {month}, {time}", day=time.day, month=tr(MONTHS[time.month - 1]), time=f"{time:%H:%M}")


def continued_words(record: Record) -> list[str]:
    """Return a sentence about a game that was continued from another one or had a bot replaced; else nothing."""
    where = branch_words(record)
    if changes := takeover_words(record):
        text = mark("Another bot took over, so this game doesn't count: {changes}.")
        return [tr(text, changes=commas(changes))]
    # Translators: {where} is "from turn 12" or "from 1:25".
    return [tr("Continued {where} of another game, so it doesn't count.", where=where)] if where else []


def helped_words(record: Record) -> list[str]:
    """Return a sentence for each player for whom the game does not count because they had help."""
    if record.header.purpose.branch:  # it does not count anyway
        return []
    yours = mark("You took more than {number} hints, so this game doesn't count towards feats or your rating.")
    theirs = mark("{name} took more than {number} hints, so this game doesn't count towards their feats or rating.")
    if record.header.clock:
        yours = mark(
            "More than {number} of your plays followed hints or were made by a bot because time was up, so this "
            "game doesn't count towards feats or your rating."
        )
        theirs = mark(
            "More than {number} of {name}'s plays followed hints or were made by a bot because time was up, so this "
            "game doesn't count towards their feats or rating."
        )
    return [tr_player(record.header.seats[seat].name, yours, theirs, number=MOST_HINTED) for seat in record.helped()]
