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
from ..actions import Play, PlayKind, suit_played
from ..consequences import end_of, one_of
from ..rules import GAME
from ..state import View
from ..words import named
from .hints import CHANGES, are_many, clauses, draws_elsewhere
from .search import Forecast, position_of

LEAST_WINS = 3
"""The smallest difference between two plays that matters, in wins per 100 games."""
NEARLY_ALL = 0.75
"""If both plays lose in this part of the trial games, no reason for one of them is worth giving."""
ROUND = 5
"""A larger difference is rounded down to a multiple of this, because it is known no better."""
EQUAL = 0.03
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
    reasons = _for_choice(clauses(view, play), play, other)
    if end_of(try_out(GAME, view, play)) or reasons[0].kind in ("sure", "lost"):
        return reason(reasons)
    is_there = (play.owner, play.foundation) == (other.owner, other.foundation)
    name = tr(THERE, cards=suit_played(other.count, other.suit)) if is_there else named(view, other)
    more = _gain(view, forecasts, gains, name)
    losses = [sum(row[i].lost for row in forecasts) for i in (0, 1)]
    if min(losses) >= NEARLY_ALL * len(forecasts) and not (more and more.kind == "prevents"):
        return full_stop(fill(one_of(view, *NEARLY_LOST)))
    if more is None and losses[0] >= OFTEN * len(forecasts):
        more = _danger(view, losses[0], len(forecasts), safest())
    is_better = not gains or fmean(gains) > 0
    if more is None and is_better and _is_common(view, play, reasons) and (text := why()):
        more = clause("compared", mark("Compared with {play}: {reason}"), {"play": name, "reason": text})
    if more and len(reasons) > 1 and reasons[1].kind == "in hand":
        del reasons[1:]
    if more is None and len(reasons) == 1 and reasons[0].kind in CHANGES and _are_equal(gains):
        more = clause("equal", mark("The best plays are about equal here."), worlds=len(gains))
    return paragraph([reason(reasons), *([sentence(more.text)] if more else [])])


# Translators: {cards} is such as "3 hearts", on the tower that the hint has named.
THERE = mark("playing {cards} there")


def _for_choice(reasons: list[Clause], play: Play, other: Play) -> list[Clause]:
    """Return the clauses without those that speak for a suit, if the other play is of the same."""
    if play.suit != other.suit:
        return reasons
    return [reasons[0], *(clause for clause in reasons[1:] if clause.kind not in FOR_SUIT)]


FOR_SUIT = ("only suit", "others harm")


def _are_equal(gains: Sequence[float]) -> bool:
    """Tell whether two plays win about equally often."""
    return bool(gains) and abs(fmean(gains)) <= EQUAL


def _is_common(view: View, play: Play, reasons: Sequence[Clause]) -> bool:
    """Tell whether only fresh cards are given as a reason, while other plays draw as many."""
    told = [part for clause in reasons[:2] for part in clause.facts.get("parts", [clause])]
    if {clause.kind for clause in told} - {*CHANGES, "draws", "in hand"}:
        return False
    is_built = play.owner == view.seat and play.kind is PlayKind.CONSTRUCT
    return draws_elsewhere(position_of(view), play) or not (is_built or are_many(reasons[1:2]))


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


GAINS = mark("In 100 trial games this wins at least {number} more than {play}.")


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
        "In {now} of {worlds} trial games the opponent wins before your next turn; after {play}, in {then}.",
        "In {now} of {worlds} trial games the opponent wins before {name}'s next turn; after {play}, in {then}.",
    ),
    Own(
        "In {now} of {worlds} trial games an opponent wins before your next turn; after {play}, in {then}.",
        "In {now} of {worlds} trial games an opponent wins before {name}'s next turn; after {play}, in {then}.",
    ),
)
# Translators: {play} is such as "playing 3 clubs on your club tower (height 4)".
PREPARES = Own(
    "In {now} of {worlds} trial games you can win by your next turn; after {play}, in {then}.",
    "In {now} of {worlds} trial games {name} can win by their next turn; after {play}, in {then}.",
)
