"""What is said of daily deals: their day, rules and opponents, a result, and what it is set against."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from topping_out.game.bots.comparison import LEVELS, Comparisons
from topping_out.game.engine import Outcome
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.progress.daily import YOUR_SEAT, DailyTally, date_of, first_day, is_monthly
from topping_out.game.progress.sharing import rival_scores
from topping_out.game.record import Header
from topping_out.game.roster import title
from topping_out.game.text import dots, listed, with_minus
from topping_out.scenes.ui.phrases import MONTHS


def day_words(day: date) -> str:
    return _date_words(day, str(day.day))


def month_words(month: date) -> str:
    """Return a month's days, such as "1–30 November 2026": by itself its name has another form in some languages."""
    return _date_words(month, f"1–{monthrange(month.year, month.month)[1]}")


def date_words(header: Header) -> str:
    """Return the day of a deal, or its month."""
    return (month_words if is_monthly(header) else day_words)(first_day(date_of(header)))


def _date_words(when: date, days: str) -> str:
    # Translators: a date with its year. {day} may be several ("1–30"); {month} is a name, in the form of a date.
    return tr("{day} {month} {year}", day=days, month=tr(MONTHS[when.month - 1]), year=when.year)


def opponent_words(header: Header) -> str:
    names = [player.name for player in header.seats if not player.is_human]
    # Translators: {names} are one or several players.
    return tr("Against: {names}", names=listed(names))


def result_words(header: Header, outcome: Outcome) -> str:
    """Return how a try ended."""
    # Translators: {others} are the scores of the others, such as "Mesa 19, Gable 8".
    text = mark("You lost with {points}; {others}.")
    if not outcome.winners:
        text = mark("Nobody won. You have {points}; {others}.")
    elif YOUR_SEAT in outcome.winners:
        text = mark("You won with {points}; {others}.")
    return tr(text, points=with_minus(outcome.scores[YOUR_SEAT]), others=rival_scores(header, outcome))


def bot_words(level: str, header: Header, outcome: Outcome | None) -> str:
    """Return how a level fared in the player's seat; None: it still plays."""
    name = title(level)
    if outcome is None:
        return tr("{level}: still playing", level=name)
    text = mark("{level}: lost with {points}; {others}")
    if not outcome.winners:
        text = mark("{level}: no win, {points}; {others}")
    elif YOUR_SEAT in outcome.winners:
        text = mark("{level}: won with {points}; {others}")
    own, others = with_minus(outcome.scores[YOUR_SEAT]), rival_scores(header, outcome)
    return tr(text, level=name, points=own, others=others)


def comparison_words(comparisons: Comparisons, header: Header) -> str:
    """Return how the levels fared, as far as it is known; empty where nothing is, and nothing will come."""
    found, awaited = comparisons.found(header), comparisons.is_awaited(header)
    levels = [bot_words(level, header, found.get(level)) for level in LEVELS if awaited or level in found]
    return tr("In your seat, on the same deal: {levels}.", levels=dots(levels)) if levels else ""


def tally_words(tally: DailyTally) -> str:
    """Return how many of the last days' deals were played, and won."""
    # Translators: of the last {days} days' deals of a game.
    return tr(
        "Played: {played} of the last {days} days. Won: {won}.", played=tally.played, days=tally.of, won=tally.won
    )


def left_words(minutes: int) -> str:
    """Return how long it is until the next deals."""
    hours, rest = divmod(minutes, 60)
    return tr("New deals in {hours} h {minutes} min.", hours=hours, minutes=rest) if hours else tr(
        "New deals in {minutes} min.", minutes=rest
    )  # fmt: skip


def month_left_words(days: int) -> str:
    return tr_count("{number} day left", "{number} days left", days)


def week_words(days: int) -> str:
    """Return on how many of the last days something was played: there is no row of days to lose."""
    if not days:
        return tr("The last 7 days")
    # Translators: days on which at least one daily deal was played to its end.
    return tr("Played on {days} of the last 7 days", days=days)
