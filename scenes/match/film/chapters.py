"""The chapters of a film: a game or the end of it, or its turning points, each with a title, and the end."""

from __future__ import annotations

from dataclasses import dataclass

from topping_out.game.bots.review.curve import CurvePoint, turning_points
from topping_out.game.bots.review.review import ReviewResults
from topping_out.game.language import mark, tr, tr_player


@dataclass(frozen=True)
class Chapter:
    """A part of a game: after how many of its entries it begins and ends, and what is said of it."""

    begin: int
    end: int
    title: str = ""
    """Empty where nothing is said."""
    words: str = ""


def chapters_of(review: ReviewResults) -> tuple[Chapter, ...]:
    """Return the chapters of a whole review, the turning points and the end; none where nothing turned."""
    points, curve = review.points, review.curve
    if len(curve) < len(points) or not (turned := turning_points(curve)):
        return ()
    told = [
        Chapter(points[at].step, points[at + 1].step, tr("Turning point {number}", number=number), _swing(review, at))
        for number, at in enumerate(turned, 1)
    ]
    last = Chapter(points[-2].step, points[-1].step, tr("The end"), _moment(points[-2]))
    return (*told, *([last] if told[-1].end < last.end else []))


def _moment(point: CurvePoint) -> str:
    return point.time or tr("Turn {turn}", turn=point.turn)


def _swing(review: ReviewResults, at: int) -> str:
    """Return whose chance changed most at a point, a human's before a bot's, and by how much."""
    point, before, after = review.points[at], review.curve[at], review.curve[at + 1]
    changes = [abs(now - then) for then, now in zip(before, after)]
    seat = max(range(len(changes)), key=lambda seat: (round(changes[seat], 2), seat in review.humans))
    return tr_player(
        review.names[seat],
        mark("{moment}: your chance goes from {before}% to {after}%."),
        mark("{moment}: {name}'s chance goes from {before}% to {after}%."),
        moment=_moment(point),
        before=round(100 * before[seat]),
        after=round(100 * after[seat]),
    )
