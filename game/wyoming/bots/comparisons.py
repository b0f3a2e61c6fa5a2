"""What trial games show of the best play, and of the play next to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import floor
from statistics import fmean
from typing import NamedTuple

from ...bots.reasons import Clause, clause, reason
from ...bots.search import CLEAR, clear_gain, standard_error
from ...engine import try_out
from ...language import Own, fill, mark, tr
from ...text import full_stop, paragraph, sentence
from ..actions import Play, Suit, suit_played
from ..consequences import change_of, end_of, one_of, towers_of
from ..rules import GAME
from ..state import View
from ..words import named
from .hints import CHANGES, at_a_price, clauses, still_needed
from .search import Forecast

LEAST_WINS = 3
"""The smallest difference between two plays that matters, in wins per 100 games."""
NEARLY_ALL = 0.75
"""If both plays lose in this part of the trial games, no reason for one of them is worth giving."""
ROUND = 5
"""A larger difference is rounded down to a multiple of this, because it is known no better."""
EQUAL = 0.05
"""Two plays are about equal if their shares of the win differ by no more than this."""
LEAST_PART = 0.1
"""The smallest difference between two plays in wins before or on the seat's next turn, as a part of the trial games."""
OFTEN = 0.4
"""If a play loses before the seat's next turn in this part of the trial games, that is said."""


def explain_found(
    view: View,
    play: Play,
    other: Play,
    forecasts: Sequence[Sequence[Forecast]],
    gains: Sequence[float],
    why: Callable[[], str | None] = lambda: None,
    safest: Callable[[], Safest | None] = lambda: None,
) -> str:
    """Return why a play is good, and why it is better than `other`.

    If both nearly always lose, return only that the seat probably loses. `forecasts` has those of both plays, by world;
    `gains` are the differences in their shares of the win, by game played to its end. If the reason would be as good a
    one for other plays, `why` is asked for a difference between the two. If the play often loses, `safest` is asked for
    a play that loses less often.
    """
    reasons = clauses(view, play)
    if end_of(try_out(GAME, view, play)) or reasons[0].kind in ("sure", "lost"):
        return reason(reasons)
    reasons, is_telling = _for_choice(view, reasons, play, other)
    is_there = (play.owner, play.foundation) == (other.owner, other.foundation)
    name = tr(THERE, cards=suit_played(other.count, other.suit)) if is_there else named(view, other)
    more = _gain(view, forecasts, gains, name)
    losses = [sum(row[i].lost for row in forecasts) for i in (0, 1)]
    if min(losses) >= NEARLY_ALL * len(forecasts) and not (more and more.kind == "prevents"):
        cards = still_needed(view, play)
        lost = fill(one_of(view, *(LOST_TO if cards else NEARLY_LOST)), cards=cards)
        return paragraph([reason(reasons), full_stop(sentence(lost))])
    if more is None and losses[0] >= OFTEN * len(forecasts):
        more = _danger(view, losses[0], len(forecasts), safest())
    is_better = not gains or fmean(gains) > 0
    if more is None and is_better and not is_telling and (text := why()):
        more = clause("compared", mark("Compared with {play}: {reason}"), {"play": name, "reason": text})
    if more is None and len(reasons) == 1 and reasons[0].kind in CHANGES and _are_equal(gains):
        more = clause("equal", mark("The best plays are about equal here."), worlds=len(gains))
    return paragraph([reason(reasons), *([sentence(more.text)] if more else [])])


# Translators: {cards} is such as "3 hearts", on the tower that the hint has named.
THERE = mark("playing {cards} there")


def _for_choice(view: View, reasons: list[Clause], play: Play, other: Play) -> tuple[list[Clause], bool]:
    """Return the clauses that don't speak as well for the other play and whether there are any, else the others.

    How far an own tower is from a win is left out if one is nearer after the other play, and nothing is said of the
    height of a new one if it is no farther after that.
    """
    change, *found = [part for clause in reasons for part in clause.facts.get("parts", [clause])]
    found = [clause for clause in found if clause.kind not in FOR_SUIT or play.suit != other.suit]
    telling = [clause for clause in found if not _is_shared(clause, play, other)]
    if all(clause.kind in FOR_PLACE for clause in telling):
        telling = []
    is_measured = play.owner == view.seat == other.owner and "number" in change.facts
    nearer = _lacking(view, other) - _lacking(view, play) if is_measured else 0
    if is_measured and nearer <= 0 and telling and not view.height(play.owner, play.foundation):
        return [replace(telling[0], adds=False), *telling[1:]], True
    if nearer < 0:
        change = change_of(try_out(GAME, view, play), is_measured=False)
    is_price = reasons[0].kind == "price"
    found = telling or [clause for clause in found if clause.kind != "in hand" or is_price]
    is_telling = bool(telling) or nearer > 0 or change.kind not in CHANGES
    return at_a_price(change, found) if is_price else [change, *found], is_telling


def _lacking(view: View, play: Play) -> int:
    """Return how many cards its tower then has too few or too many for a win."""
    return abs(view.needed - towers_of(try_out(GAME, view, play))[1][1])


FOR_SUIT = ("only suit", "others harm")
FOR_PLACE = ("bound", "builds elsewhere", "falls elsewhere")
"""Kinds of clauses that speak for one suit rather than another, and for the tower on which it is played."""


def _is_shared(clause: Clause, play: Play, other: Play) -> bool:
    """Return whether fresh cards, or cards kept, are as good a reason for the other play."""
    if clause.kind == "draws":
        return other.count >= play.count
    if clause.kind not in ("guards", "for own", "for new", "in hand"):
        return False
    suits = clause.facts.get("suits") or [clause.facts["suit"]]
    return all(_spent(other, suit) <= _spent(play, suit) for suit in suits)


def _spent(play: Play, suit: Suit) -> int:
    return play.count if play.suit == suit else 0


def _are_equal(gains: Sequence[float]) -> bool:
    """Tell whether two plays win about equally often."""
    return bool(gains) and abs(fmean(gains)) <= EQUAL


NEARLY_LOST = (
    Own(
        "whatever you play, the opponent probably wins before your next turn",
        "whatever {name} plays, the opponent probably wins before {name}'s next turn",
    ),
    Own(
        "whatever you play, an opponent probably wins before your next turn",
        "whatever {name} plays, an opponent probably wins before {name}'s next turn",
    ),
)
LOST_TO = (
    Own(
        "the opponent only has to play {cards}, and probably wins before your next turn, whatever you play",
        "the opponent only has to play {cards}, and probably wins before {name}'s next turn, whatever {name} plays",
    ),
    Own(
        "an opponent only has to play {cards}, and probably wins before your next turn, whatever you play",
        "an opponent only has to play {cards}, and probably wins before {name}'s next turn, whatever {name} plays",
    ),
)


def _gain(view: View, forecasts: Sequence[Sequence[Forecast]], gains: Sequence[float], other: str) -> Clause | None:
    """Return what the first play does better than the second: it prevents losses, prepares wins, or wins more.

    Return None if it is not clear whether it wins more. The lower end of the confidence interval of the gain counts.
    """
    words, worlds = {"play": other}, len(forecasts)
    lost, won = [[[getattr(row[i], part) for row in forecasts] for i in (0, 1)] for part in ("lost", "won")]
    if clear_gain([then - now for now, then in zip(*lost)]) >= LEAST_PART:
        now, then = map(sum, lost)
        text = one_of(view, *PREVENTS)
        return clause("prevents", text, words, worlds=worlds, now=now, then=then)
    if clear_gain([now - then for now, then in zip(*won)]) >= LEAST_PART:
        now, then = map(sum, won)
        return clause("prepares", PREPARES, words, worlds=worlds, now=now, then=then)
    least = 100 * (fmean(gains) - CLEAR * standard_error(gains)) if gains else 0
    if least < LEAST_WINS:
        return None
    number = floor(least) if least < ROUND else ROUND * floor(least / ROUND)
    return clause("gains", GAINS, words, number=number)


GAINS = mark("Of 100 trial games, this wins at least {number} more than {play}.")


class Safest(NamedTuple):
    """Of all plays, the one with which the seat loses least often before its next turn."""

    play: Play
    forecasts: Sequence[Sequence[Forecast]]
    """By world, those of the play that is explained and of this one."""
    gains: Sequence[float]
    """By how much the play that is explained still does better in all."""


def _danger(view: View, now: int, worlds: int, safest: Safest | None) -> Clause | None:
    """Return how often the opponents win before the seat's next turn, and what would lower that but wins less.

    Return None if another play lowers that and may well win as often.
    """
    if safest:
        lost = [[row[i].lost for row in safest.forecasts] for i in (0, 1)]
        if clear_gain([now - then for now, then in zip(*lost)]) >= LEAST_PART:
            if fmean(safest.gains) <= CLEAR * standard_error(safest.gains):
                return None
            counts = {"now": sum(lost[0]), "then": sum(lost[1]), "worlds": len(safest.forecasts)}
            more = clause("prevents", one_of(view, *PREVENTS), {"play": named(view, safest.play)}, **counts)
            return replace(more, text=paragraph([more.text, tr("In the end, though, this play wins more often.")]))
    return clause("danger", one_of(view, *DANGER), now=now, worlds=worlds)


DANGER = (
    Own(
        "In {now} of {worlds} trial games the opponent wins before your next turn.",
        "In {now} of {worlds} trial games the opponent wins before {name}'s next turn.",
    ),
    Own(
        "In {now} of {worlds} trial games an opponent wins before your next turn.",
        "In {now} of {worlds} trial games an opponent wins before {name}'s next turn.",
    ),
)
PREVENTS = (
    Own(
        "In {now} of {worlds} trial games the opponent wins before your next turn. After {play}, it's {then}.",
        "In {now} of {worlds} trial games the opponent wins before {name}'s next turn. After {play}, it's {then}.",
    ),
    Own(
        "In {now} of {worlds} trial games an opponent wins before your next turn. After {play}, it's {then}.",
        "In {now} of {worlds} trial games an opponent wins before {name}'s next turn. After {play}, it's {then}.",
    ),
)
# Translators: {play} is such as "playing 3 clubs on your club tower (height 4)".
PREPARES = Own(
    "In {now} of {worlds} trial games you can win by your next turn. After {play}, it's {then}.",
    "In {now} of {worlds} trial games {name} can win by their next turn. After {play}, it's {then}.",
)
