"""What a tower of the skyline says of its game."""

from __future__ import annotations

from datetime import date

from topping_out.game import roster
from topping_out.game.city.standing import DistrictStanding
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_player
from topping_out.game.registry import load
from topping_out.game.storage.library import Saved
from topping_out.game.text import paragraph
from topping_out.scenes.ui.phrases import MONTHS, month_by_itself


def heading_of(saved: Saved) -> str:
    """Return day and game, such as "22 November 2026 · Towers"."""
    title, day = load(saved.header.game).title, day_words(saved.header.started)
    return tr("{day} · {game}", day=day, game=title) if day else title


def result_of(saved: Saved) -> str:
    """Return who won."""
    assert saved.outcome
    return load(saved.header.game).describe_outcome(saved.outcome, [tr_label(p.name) for p in saved.header.seats])


def builder_of(saved: Saved) -> str:
    """Return whose the tower is, and what it is; empty where its game says nothing of it."""
    assert saved.summary.tower
    words, seat = load(saved.header.game).describe_tower(saved.summary.tower), saved.summary.tower.seat
    if not words or seat is None or seat >= len(saved.header.seats):
        return words
    # Translators: {tower} is such as "10 spades".
    yours, theirs = mark("Built by you: {tower}"), mark("Built by {name}: {tower}")
    return tr_player(saved.header.seats[seat].name, yours, theirs, tower=words)


def day_words(started: str) -> str:
    """Return the day of an ISO time, such as "22 November 2026"; empty if it is none."""
    try:
        day = date.fromisoformat(started[:10])
    except ValueError:
        return ""
    # Translators: a whole date. {month} is a name, in the form that a date has.
    return tr("{day} {month} {year}", day=day.day, month=tr(MONTHS[day.month - 1]), year=day.year)


def month_words(month: str) -> str:
    """Return a month of ISO 8601, such as "November 2026"; empty if it is none."""
    try:
        day = date.fromisoformat(f"{month}-01")
    except ValueError:
        return ""
    # Translators: a month on a time line. {month} is a name that stands without a day.
    return tr("{month} {year}", month=month_by_itself(day.month), year=day.year)


def floors_words(standing: DistrictStanding) -> str:
    """Return how far a district is won, in a few words."""
    if standing.won:
        return tr("Won: the tower is yours")
    if not standing.is_open:
        return tr_count("Opens after {number} tower", "Opens after {number} towers", standing.district.needs)
    return tr_count(
        "{lit} of {number} floor lit", "{lit} of {number} floors lit", len(standing.stages), lit=standing.floors
    )


def tower_words(standing: DistrictStanding) -> str:
    """Return what a district is like, and whose it is."""
    rival = roster.characters()[standing.district.rival].name
    return paragraph([tr(standing.district.about), tr("The tower of {rival}.", rival=rival)])


def next_words(standing: DistrictStanding) -> str:
    """Return which match comes next; empty where none does."""
    stage = standing.next.stage if standing.next else None
    return paragraph([tr("Next: {game}.", game=load(stage.game).title), tr(stage.twist)]) if stage else ""
